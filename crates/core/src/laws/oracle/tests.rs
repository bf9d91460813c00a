//! The oracle against games worked out by hand.

use super::*;

/// Where the moves lead and what they gain, or how the game ended.
type Moves = Result<Vec<(i64, usize)>, Outcome>;

/// A game written down.
struct Drawn {
    nodes: Vec<(Player, Moves)>,
    gains: bool,
    endless: Outcome,
}

impl Game for Drawn {
    type Position = usize;
    type Move = usize;
    fn start(&self) -> usize {
        0
    }
    fn endless(&self) -> Outcome {
        self.endless
    }
    fn to_move(&self, &node: &usize) -> Player {
        self.nodes[node].0
    }
    fn outcome(&self, &node: &usize) -> Option<Outcome> {
        self.nodes[node].1.as_ref().err().copied()
    }
    fn moves(&self, &node: &usize) -> impl Iterator<Item = usize> {
        0..self.nodes[node].1.as_ref().map_or(0, Vec::len)
    }
    fn play(&self, &node: &usize, mv: usize) -> usize {
        self.nodes[node]
            .1
            .as_ref()
            .map_or(node, |moves| moves[mv].1)
    }
    fn has_gains(&self) -> bool {
        self.gains
    }
    fn gain(&self, &node: &usize, mv: usize) -> i64 {
        self.nodes[node].1.as_ref().map_or(0, |moves| moves[mv].0)
    }
}

const A: Player = Player::First;
const B: Player = Player::Second;

fn to(nodes: &[usize]) -> Moves {
    Ok(nodes.iter().map(|&node| (0, node)).collect())
}

fn win(player: Player) -> Moves {
    Err(Outcome::Win(player))
}

fn drawn(nodes: Vec<(Player, Moves)>) -> Drawn {
    Drawn {
        nodes,
        gains: false,
        endless: Outcome::Draw,
    }
}

/// The answers to all three questions for every position, as text.
fn answers(game: &Drawn) -> Vec<[String; 3]> {
    let mut oracle = Oracle::new(game, 1000);
    (0..game.nodes.len())
        .map(|node| {
            let worth = oracle.worth(&node);
            Ask::ALL.map(|ask| {
                let value = worth.and_then(|worth| worth.value(ask));
                value.map_or("-".to_owned(), |value| value.to_string())
            })
        })
        .collect()
}

fn assert_answers(game: &Drawn, expected: &[[&str; 3]]) {
    assert_eq!(answers(game), expected);
}

#[test]
fn without_cycles_the_fast_win_and_the_slow_loss() {
    let game = drawn(vec![
        (A, to(&[1, 3])), // wins at once by 3, later by 1
        (B, to(&[2])),    // forced
        (A, to(&[3])),    // forced
        (B, win(A)),
        (B, to(&[3, 2])), // lost either way: the longer one
        (A, Err(Outcome::Margin(-4))),
        (B, to(&[3, 5])),
        (B, to(&[8, 8])),
        (A, Err(Outcome::Draw)),
    ]);
    assert_answers(
        &game,
        &[
            ["first", "first", "first 1"],
            ["first", "first", "first 2"],
            ["first", "first", "first 1"],
            ["first", "first", "first 0"],
            ["first", "first", "first 2"],
            ["second", "-4", "second 0"],
            ["second", "-4", "second 1"],
            ["draw", "0", "draw"],
            ["draw", "0", "draw"],
        ],
    );
}

#[test]
fn gains_add_up_for_their_mover_and_distance_is_not_asked() {
    let game = Drawn {
        nodes: vec![
            (A, Ok(vec![(5, 1), (1, 2)])),
            (B, Ok(vec![(7, 3), (-9, 3)])),
            (A, Ok(vec![(2, 3)])), // an extra turn
            (B, Err(Outcome::Margin(-1))),
        ],
        gains: true,
        endless: Outcome::Draw,
    };
    assert_answers(
        &game,
        &[
            ["first", "+2", "-"],
            ["second", "-8", "-"],
            ["first", "+1", "-"],
            ["second", "-1", "-"],
        ],
    );
}

#[test]
fn gains_on_a_cycle_are_left_alone_but_not_what_lies_behind() {
    let game = Drawn {
        nodes: vec![
            (A, Ok(vec![(1, 1), (0, 2)])),
            (B, Ok(vec![(1, 0)])),
            (B, Ok(vec![(3, 3)])),
            (A, Err(Outcome::Draw)),
        ],
        gains: true,
        endless: Outcome::Draw,
    };
    assert_answers(
        &game,
        &[
            ["-"; 3],
            ["-"; 3],
            ["second", "-3", "-"],
            ["draw", "0", "-"],
        ],
    );
}

/// 0 and 1 go round; First may leave to lose, Second may leave to lose.
fn carousel(endless: Outcome) -> Drawn {
    let nodes = vec![(A, to(&[1, 2])), (B, to(&[0, 3])), (B, win(B)), (A, win(A))];
    Drawn {
        nodes,
        gains: false,
        endless,
    }
}

#[test]
fn endless_play_is_worth_what_the_game_says() {
    let ends = [
        ["second", "second", "second 0"],
        ["first", "first", "first 0"],
    ];
    for (endless, round) in [
        (Outcome::Draw, ["draw", "0", "draw"]),
        (Outcome::Win(A), ["first", "first", "first endless"]),
        (Outcome::Win(B), ["second", "second", "second endless"]),
        (Outcome::Margin(7), ["first", "+7", "first endless"]),
    ] {
        assert_answers(&carousel(endless), &[round, round, ends[0], ends[1]]);
    }
}

#[test]
fn a_win_that_ends_is_better_than_an_endless_one() {
    // Endless play wins for First, who also has a long way home from 0; Second at 1 may prolong it
    // by a move, but not for ever.
    let game = Drawn {
        nodes: vec![
            (A, to(&[0, 1])),
            (B, to(&[2, 3])),
            (A, to(&[3])),
            (B, win(A)),
            (B, to(&[4, 3])), // here Second prolongs it for ever
        ],
        gains: false,
        endless: Outcome::Win(A),
    };
    assert_answers(
        &game,
        &[
            ["first", "first", "first 3"],
            ["first", "first", "first 2"],
            ["first", "first", "first 1"],
            ["first", "first", "first 0"],
            ["first", "first", "first endless"],
        ],
    );
}

#[test]
fn a_cycle_is_entered_only_by_whom_it_serves() {
    // 0: First can win through 1, where Second must choose between the cycle back and losing.
    let game = drawn(vec![
        (A, to(&[1, 4])),
        (B, to(&[0, 3])),
        (A, to(&[2])),
        (B, win(A)),
        (B, Err(Outcome::Margin(-2))),
        (A, to(&[2, 4, 6])),
        (B, to(&[5, 7])),
        (A, Err(Outcome::Margin(3))),
    ]);
    assert_answers(
        &game,
        &[
            ["draw", "0", "draw"], // going round is better than -2
            ["draw", "0", "draw"],
            ["draw", "0", "draw"],
            ["first", "first", "first 0"],
            ["second", "-2", "second 0"],
            ["draw", "0", "draw"],
            ["draw", "0", "draw"],
            ["first", "+3", "first 0"],
        ],
    );
}

#[test]
fn what_is_too_large_is_not_answered() {
    let long = |nodes: usize| {
        let mut chain: Vec<_> = (1..nodes)
            .map(|next| (Player::after(next as u32), to(&[next])))
            .collect();
        chain.push((A, win(A)));
        drawn(chain)
    };
    assert_eq!(Oracle::new(&long(50), 49).worth(&0), None);
    assert!(Oracle::new(&long(50), 50).worth(&0).is_some());
    // No stack is used up by depth.
    let deep = long(200_000);
    let worth = Oracle::new(&deep, 200_000)
        .worth(&0)
        .map(|worth| worth.value(Ask::Distance));
    assert_eq!(
        worth.flatten().and_then(|value| value.plies()),
        Some(199_999)
    );
    let over = drawn(vec![(A, Err(Outcome::Margin(i64::MIN)))]);
    assert_eq!(Oracle::new(&over, 9).worth(&0), None);
}
