//! The best line that a search tells.

use super::*;
use yomikiri::Progress;

/// The positions along a line, which has to be one of legal moves.
fn along(game: &Four, line: &[u32]) -> Vec<Position> {
    let mut at = vec![game.start()];
    for &number in line {
        let here = at[at.len() - 1];
        assert_eq!(game.outcome(&here), None, "{line:?}");
        let mv = game
            .moves(&here)
            .nth(number as usize)
            .expect("a legal move");
        at.push(game.play(&here, mv));
    }
    at
}

/// When all is solved, the line told is one of perfect play from its first move to its last.
#[test]
fn the_line_of_a_solved_position_is_perfect_play() {
    for (cols, rows) in [(4, 4), (5, 4), (5, 5)] {
        let game = four(cols, rows);
        let mut search = AlphaBeta::<_, Distance, _>::new(&game, views(&game));
        let value = search.score(&game.start(), Window::full(), &mut Control::new());
        let mut value = value.unwrap();
        let line = search.line(&game.start());
        assert!(line.moves().len() > 4, "{cols}x{rows}: {line:?}");
        let mut other = solver(&game);
        for at in &along(&game, line.moves())[1..] {
            let next = other
                .score(at, Window::full(), &mut Control::new())
                .unwrap();
            assert_eq!(
                next.turned().after_ply(0),
                Some(value),
                "{cols}x{rows}: {line:?}"
            );
            value = next;
        }
    }
}

/// Searches the usual board for as long as whoever is told of the progress wants it to go on.
fn while_it_goes_on(mut goes_on: impl FnMut(&Progress) -> bool + Send) {
    let game = four(7, 6);
    let cancel = AtomicBool::new(false);
    let mut control = Control::new()
        .cancelled_by(&cancel)
        .on_progress(|progress| cancel.store(!goes_on(progress), Ordering::Relaxed));
    let stopped = solver(&game).score(&game.start(), Window::full(), &mut control);
    assert!(matches!(
        stopped,
        Err(Failure::Stopped {
            why: Stop::Cancelled,
            ..
        })
    ));
}

/// While a search goes on it tells a line, by the moves' numbers.
#[test]
fn a_line_is_told_while_the_search_goes_on() {
    let mut told = Vec::new();
    while_it_goes_on(|progress| {
        if !progress.line.moves().is_empty() {
            told.push(progress.line);
        }
        told.is_empty()
    });
    assert!(!told.is_empty());
    for line in told {
        along(&four(7, 6), line.moves());
    }
}

/// So it does how full the table is, also while one question takes long.
#[test]
fn what_is_stored_is_told_while_the_search_goes_on() {
    let mut told = Vec::new();
    while_it_goes_on(|progress| {
        assert!(progress.stored <= progress.room);
        told.push(progress.stored);
        told.len() < 6
    });
    assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "{told:?}");
}
