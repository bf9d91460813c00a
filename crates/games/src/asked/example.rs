//! A source without a program. It takes the place of the example program where no program may run.

use super::{About, Arena, ByText, Fault, Said, SaidMove, Source, Speaker};
use std::sync::Arc;
use yomikiri_core::{Outcome, Player};

/// The bytes that the example may take.
const MEMORY: u64 = 64 << 20;

/// The game of the book's example program: two heaps, from one of which the mover takes one or two stones. The
/// player who takes the last stone wins.
#[derive(Debug)]
struct TwoHeaps;

impl Speaker for TwoHeaps {
    fn answers(
        &mut self,
        asked: &[&str],
        _: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        asked.iter().try_for_each(|text| answer(text, take))
    }
}

fn answer(text: &str, take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>) -> Result<(), Fault> {
    let Some((heaps, to_move)) = read(text) else {
        return take(Said::Wrong("write it as `2,3:first`"));
    };
    if heaps == [0, 0] {
        return take(Said::Over(Outcome::Win(to_move.opponent())));
    }
    let mut nexts = Vec::new();
    for heap in 0..2 {
        for stones in 1..=heaps[heap].min(2) {
            let mut left = heaps;
            left[heap] -= stones;
            let mover = to_move.opponent();
            nexts.push((
                format!("{}-{stones}", heap + 1),
                format!("{},{}:{mover}", left[0], left[1]),
            ));
        }
    }
    let moves = nexts.iter().map(|(text, next)| SaidMove {
        text: Some(text),
        next,
        gain: 0,
    });
    take(Said::Turn {
        to_move,
        rank: Some(heaps.iter().sum::<u32>().into()),
        moves: moves.collect(),
    })
}

/// Reads a position such as `2,3:first`.
fn read(text: &str) -> Option<([u32; 2], Player)> {
    let (heaps, mover) = text.split_once(':')?;
    let (one, two) = heaps.split_once(',')?;
    let number = |text: &str| {
        let number: u32 = text.parse().ok()?;
        (number <= 9 && text.len() == 1).then_some(number)
    };
    let to_move = Player::BOTH
        .into_iter()
        .find(|player| player.name() == mover)?;
    Some(([number(one)?, number(two)?], to_move))
}

/// Returns the game of the example program, without the program.
///
/// # Errors
///
/// Never, since its start is a position.
pub fn example() -> Result<Arc<Arena>, Fault> {
    let about = About {
        title: Some("Two heaps".to_owned()),
        is_ranked: true,
        ..About::default()
    };
    let source: Box<dyn Source> = Box::new(ByText::new(about, "3,4:first", TwoHeaps)?);
    Ok(Arc::new(Arena::new(source, MEMORY)))
}
