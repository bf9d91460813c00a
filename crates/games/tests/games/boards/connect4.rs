//! `connect4` against the positional family's `connect-k`, and what it says of positions without
//! searching them against whole games solved backward.

use crate::shared::made;
use std::collections::HashSet;
use yomikiri::capability::{Bounded, Expand, Forced};
use yomikiri::{
    Control, Distance, Failure, Game, Notation, Plies, Retrograde, Score, Solver, Window,
};
use yomikiri_games::connect4::{Board, Connect4, Lines, Position};
use yomikiri_games::positional::{Positional, Rules, Shape};
use yomikiri_games::spec::NoFiles;

/// What both games say of a position, compared move by move: texts are what they share.
fn agree<A: Game + Notation, B: Game + Notation>(
    (one, other): (&A, &B),
    at: &A::Position,
    twin: &B::Position,
) -> Vec<(A::Position, B::Position)> {
    assert_eq!(one.position_text(at), other.position_text(twin));
    assert_eq!(one.to_move(at), other.to_move(twin));
    assert_eq!(one.outcome(at), other.outcome(twin));
    if one.outcome(at).is_some() {
        return Vec::new();
    }
    let column = |text: String| text.rsplit(',').next().unwrap_or_default().to_owned();
    let mut twins: Vec<_> = other.moves(twin).collect();
    let mut next = Vec::new();
    for mv in one.moves(at) {
        let name = one.move_text(at, mv);
        let index = twins
            .iter()
            .position(|&mv| column(other.move_text(twin, mv)) == name)
            .expect("the same moves");
        next.push((one.play(at, mv), other.play(twin, twins.swap_remove(index))));
    }
    assert!(twins.is_empty());
    next
}

fn everywhere<A: Game + Notation, B: Game + Notation>(one: &A, other: &B) -> usize {
    let mut seen = HashSet::new();
    let mut queue = vec![(one.start(), other.start())];
    while let Some((at, twin)) = queue.pop() {
        if seen.insert(at.clone()) {
            queue.extend(agree((one, other), &at, &twin));
        }
    }
    seen.len()
}

/// Random lines of play from the start until so many positions have been compared.
fn at_random<A: Game + Notation, B: Game + Notation>(one: &A, other: &B, positions: u32) -> usize {
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut compared = 0;
    let (mut at, mut twin) = (one.start(), other.start());
    while compared < positions as usize {
        let mut next = agree((one, other), &at, &twin);
        compared += 1;
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (at, twin) = match next.len() {
            0 => (one.start(), other.start()),
            moves => next.swap_remove(((random >> 33) % moves as u64) as usize),
        };
    }
    compared
}

/// Compares all positions, or so many random ones, with the family's; tells how many there were.
fn against(cols: u32, rows: u32, line: u32, random: Option<u32>) -> usize {
    fn compare<A: Game + Notation>(one: &A, twin: &Positional<u64>, random: Option<u32>) -> usize {
        match random {
            None => everywhere(one, twin),
            Some(positions) => at_random(one, twin, positions),
        }
    }
    let twin = Positional::new(Rules {
        line: Some(line as usize),
        gravity: true,
        ..Rules::new(Shape::full(1, rows as usize, cols as usize).expect("fits"))
    });
    let twin = twin.expect("a game");
    match Board::<8, 4>::new(cols, rows, 8, line) {
        Some(_) => as_usual!((cols, rows), game => compare(&game, &twin, random)),
        None => {
            let board = Board::<0, 0>::new(cols, rows, rows + 1, line).expect("fits");
            compare(&Connect4::new(board), &twin, random)
        }
    }
}

#[test]
fn every_position_of_four_by_four() {
    assert_eq!(against(4, 4, 4, None), 161_029);
}

#[test]
fn every_position_of_narrow_boards() {
    assert_eq!(against(3, 3, 3, None), 694);
    assert!(against(2, 8, 3, None) > 1000);
    assert!(against(6, 2, 5, None) > 1000);
}

#[test]
fn random_positions_of_larger_boards() {
    against(7, 6, 4, Some(100_000));
    against(8, 7, 4, Some(20_000));
    against(7, 8, 5, Some(20_000));
    against(12, 4, 3, Some(20_000));
}

#[test]
fn boards_beyond_the_limit_are_refused() {
    let error = |spec: &str| made(spec, &NoFiles).expect_err("refused").error;
    let large = error("connect4:cols=9,rows=7");
    assert!(
        large.message.contains("columns x (rows + 1) is at most 64"),
        "{large}"
    );
    assert_eq!(large.span, 14..15);
    assert!(made("connect4:cols=1,rows=63", &NoFiles).is_ok());
    assert!(made("connect4:cols=8,rows=7", &NoFiles).is_ok());
}

/// Bounds, forced play and the moves kept, at every position that play can reach from one. By the plies
/// asked about: how many wins and losses were told at sight.
fn facts<const STRIDE: u32, const LINE: u32, L: Lines>(
    game: &Connect4<STRIDE, LINE, L>,
    from: Position,
) -> [Vec<u32>; 2] {
    let mut solver = Retrograde::new(game);
    let mut control = Control::new();
    let mut value = |at: &_| -> Distance {
        let found: Result<Distance, Failure<Distance>> =
            solver.score(at, Window::full(), &mut control);
        found.expect("solved")
    };
    value(&from);
    let mut seen = HashSet::new();
    let mut queue = vec![from];
    let (mut decided, mut proven) = (0, 0);
    let mut told = [vec![0; 10], vec![0; 10]];
    while let Some(at) = queue.pop() {
        if !seen.insert(at) {
            continue;
        }
        let exact = value(&at);
        let text = || game.position_text(&at);
        let (lower, upper) = Bounded::distance(game, &at);
        assert!(lower <= exact && exact <= upper, "{exact:?} at {}", text());
        let (wdl_lower, wdl_upper) = Bounded::wdl(game, &at);
        let wdl = exact.cmp(&Distance::Draw);
        assert!((wdl_lower as i32 - 1..=wdl_upper as i32 - 1).contains(&(wdl as i32)));
        proven += usize::from(upper <= Distance::Draw);
        for plies in 0..10 {
            let near = Plies::Count(plies);
            for (kind, asked) in [Distance::Win(near), Distance::Loss(near)]
                .into_iter()
                .enumerate()
            {
                if let Some((lower, upper)) = Bounded::near_distance(game, &at, asked) {
                    assert!(lower <= exact && exact <= upper, "{exact:?} at {}", text());
                    assert!(asked <= lower || upper < asked, "{asked:?} at {}", text());
                    // A win that there is, or a loss that cannot be put off so far.
                    let is_told = if kind == 0 {
                        asked <= lower
                    } else {
                        upper < asked
                    };
                    told[kind][plies as usize] += u32::from(is_told);
                }
            }
        }
        if game.outcome(&at).is_some() {
            continue;
        }
        let mover = game.to_move(&at);
        let plus = |score: Distance, plies| {
            (0..plies).fold(score, |score, _| score.after_ply(0).expect("no points"))
        };
        let led = match Expand::forced(game, &at) {
            Forced::Decided { outcome, plies } => {
                decided += 1;
                plus(Distance::of_outcome(outcome, mover), plies)
            }
            Forced::Open {
                position, plies, ..
            } => {
                let score = value(&position);
                let same = game.to_move(&position) == mover;
                plus(if same { score } else { score.turned() }, plies)
            }
        };
        assert_eq!(led, exact, "forced play at {}", text());
        let best = Expand::expand(game, &at, &mut ())
            .map(|(_, next)| plus(value(&next).turned(), 1))
            .max();
        assert_eq!(best, Some(exact), "the moves kept at {}", text());
        queue.extend(game.moves(&at).map(|mv| game.play(&at, mv)));
    }
    assert!(decided > 0 && proven > 0);
    told
}

fn facts_of_one(cols: u32, rows: u32, line: u32) -> [Vec<u32>; 2] {
    match line == 4 && cols <= 8 {
        true => {
            as_usual!((cols, rows), game => facts(&game, game.start()))
        }
        false => {
            let board = Board::<0, 0>::new(cols, rows, rows + 1, line);
            let game = Connect4::new(board.expect("fits"));
            facts(&game, game.start())
        }
    }
}

/// The facts of all these boards; whatever is asked at sight is told on one of them.
fn facts_of(boards: &[(u32, u32, u32)]) {
    let mut told = [[0; 10]; 2];
    for &(cols, rows, line) in boards {
        for (sums, counts) in told.iter_mut().zip(facts_of_one(cols, rows, line)) {
            sums.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
    }
    let asked = told.map(|counts| {
        (0..10)
            .filter(|&plies| counts[plies] > 0)
            .collect::<Vec<_>>()
    });
    assert_eq!(asked, [vec![3, 4, 5, 6], vec![5, 6]]);
}

#[test]
fn facts_on_every_position_of_small_boards() {
    facts_of(&[
        (4, 4, 4),
        (3, 4, 3),
        (4, 4, 3),
        (3, 6, 3),
        (5, 3, 3),
        (3, 5, 3),
        (2, 7, 3),
        (2, 8, 2),
    ]);
}

#[test]
fn facts_on_every_position_of_larger_boards() {
    facts_of(&[(3, 6, 4), (3, 6, 3), (4, 5, 3), (3, 7, 4)]);
}

/// Late positions of the usual board in which the opponent waits with a threat in one column, and the player
/// to move wins by a line above another threat of the opponent in that column. (Followers up do not wait
/// there for what is below.) No board that is small enough to be solved has the like.
#[test]
fn facts_above_two_threats_of_a_column() {
    for columns in [
        "21167721541752441412465527752",
        "26577326325355133667136151171",
        "12115137563723152776222665713",
    ] {
        as_usual!((7, 6), game => {
            let at = game.parse_position(columns).expect("columns");
            facts(&game, at);
        });
    }
}

#[test]
#[ignore = "a minute: cargo test --release -p yomikiri-games --test games connect4 -- --ignored"]
fn facts_on_every_position_of_large_boards() {
    facts_of(&[
        (4, 5, 4),
        (5, 4, 4),
        (4, 6, 4),
        (6, 4, 3),
        (6, 3, 4),
        (5, 5, 3),
    ]);
}
