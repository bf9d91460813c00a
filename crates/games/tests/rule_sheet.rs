//! Rule sheets as games: against our own games of the same rules, and what is refused.

use std::collections::HashMap;
use yomikiri_core::{Game, Notation, Outcome, Player};
use yomikiri_games::make::{Shipped, make};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::{Files, SpecError};

/// Something done with a game.
trait Do {
    type Output;
    fn with<G: Playable>(self, game: G) -> Self::Output;
}

struct With<D>(D);

impl<D: Do> Visitor for With<D> {
    type Output = D::Output;
    fn visit<G: Playable>(self, game: G) -> D::Output {
        self.0.with(game)
    }
}

/// The positions of a game without cycles, and the value of each: what the first player gets, in the order of a
/// sorted multiset of (who moves, value).
struct Values;

fn worth(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => -1,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points,
    }
}

fn value<G: Playable>(
    game: &G,
    position: &G::Position,
    values: &mut HashMap<String, (bool, i64)>,
) -> i64 {
    let text = game.position_text(position);
    if let Some(&(_, value)) = values.get(&text) {
        return value;
    }
    let outcome = game.outcome(position);
    let found = match outcome {
        Some(outcome) => worth(outcome),
        None => {
            let moves: Vec<G::Move> = game.moves(position).collect();
            let nexts = moves.into_iter().map(|mv| game.play(position, mv));
            let nexts: Vec<i64> = nexts.map(|next| value(game, &next, values)).collect();
            match game.to_move(position) {
                Player::First => nexts.into_iter().max(),
                Player::Second => nexts.into_iter().min(),
            }
            .unwrap_or_default()
        }
    };
    values.insert(text, (outcome.is_some(), found));
    found
}

impl Do for Values {
    type Output = (i64, HashMap<String, (bool, i64)>);
    fn with<G: Playable>(self, game: G) -> Self::Output {
        let mut values = HashMap::new();
        let start = value(&game, &game.start(), &mut values);
        (start, values)
    }
}

fn values(spec: &str) -> (i64, HashMap<String, (bool, i64)>) {
    make(spec, &Shipped, With(Values)).unwrap()
}

/// How many positions there are of each kind and value.
fn counted(values: &HashMap<String, (bool, i64)>) -> HashMap<(bool, i64), usize> {
    let mut counts = HashMap::new();
    for &kind in values.values() {
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

#[test]
fn every_position_of_tic_tac_toe_has_its_value() {
    let (_, ours) = values("tictactoe");
    let (_, sheet) = values("examples/gdl/tictactoe.kif");
    assert_eq!(sheet.len(), 5_478);
    for (text, value) in sheet {
        let cells = text.split('+').next().unwrap();
        let mut board = [["."; 3]; 3];
        for cell in cells
            .trim_start_matches("cell")
            .split(')')
            .filter(|cell| !cell.is_empty())
        {
            let parts: Vec<&str> = cell.trim_start_matches('(').split(',').collect();
            let place = |at: usize| parts[at].parse::<usize>().unwrap() - 1;
            if parts[2] != "empty" {
                board[place(0)][place(1)] = parts[2];
            }
        }
        let same = board.map(|row| row.concat()).join("/");
        assert_eq!(ours.get(&same), Some(&value), "{text} is {same}");
    }
}

#[test]
fn sheets_have_as_many_positions_of_each_value_as_our_own_games() {
    for (sheet, ours) in [
        ("examples/gdl/connect4.kif", "connect4:cols=4,rows=4,line=3"),
        ("examples/gdl/nim.kif", "nim:heaps=1/2/3"),
    ] {
        let ((start, sheet), (ours_start, ours)) = (values(sheet), values(ours));
        assert_eq!(start, ours_start);
        assert_eq!(counted(&sheet), counted(&ours));
    }
}

#[test]
fn moves_and_positions_are_written_and_read() {
    struct Look;
    impl Do for Look {
        type Output = ();
        fn with<G: Playable>(self, game: G) {
            let start = game.start();
            let moves: Vec<String> = game
                .moves(&start)
                .map(|mv| game.move_text(&start, mv))
                .collect();
            assert_eq!(moves[..2], ["mark(1,1)", "mark(1,2)"]);
            let mv = game.parse_move(&start, "mark(2,2)").unwrap();
            let next = game.play(&start, mv);
            let text = game.position_text(&next);
            assert!(
                text.contains("(2,2,x)") && text.ends_with("+control(o)"),
                "{text}"
            );
            assert_eq!(game.parse_position(&text), Ok(next));
            let error = game.parse_position("cell(1,1,x)+cell(9,9,x)").unwrap_err();
            assert_eq!(
                (error.span, error.message.as_str()),
                (12..23, "`cell(9,9,x)` is no proposition of this game")
            );
            // Nobody moves there.
            let error = game.parse_position("cell(1,1,x)(1,2,empty)").unwrap_err();
            assert_eq!(
                error.message,
                "the role `x` has no legal move, and play is not over"
            );
            let drawn = game.diagram(&start);
            assert_eq!(drawn.places.len(), 9);
        }
    }
    make("examples/gdl/tictactoe.kif", &Shipped, With(Look)).unwrap();
}

/// A text in place of every file.
struct Text(String);

impl Files for Text {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

fn refused(spec: &str, text: &str) -> SpecError {
    match make(spec, &Text(text.to_owned()), With(Values)) {
        Ok(_) => panic!("it was made"),
        Err(error) => error,
    }
}

#[test]
fn mistakes_point_into_the_sheet_and_settings() {
    let text = "(role a) (role b) (legal a noop) (terminal) (<= (goal ?x 1) (not (role ?x)))";
    let error = refused("x.kif", text);
    let (path, in_file) = error.file.clone().unwrap();
    assert_eq!((path.as_str(), in_file.as_str()), ("x.kif", text));
    assert_eq!(&text[error.error.span], "(goal ?x 1)");
    let chance = refused(
        "gdl:file=any",
        "(role random) (role b) (legal b noop) (terminal)",
    );
    assert_eq!(
        chance.error.message,
        "this game has chance: its role `random` throws dice"
    );
    let both = "(role a) (role b) (init s) (legal a 1) (legal a 2) (legal b 1) (legal b 2) (<= terminal (true t))";
    let error = refused("x.kif", both);
    assert!(error.file.is_none());
    assert_eq!(
        error.error.message,
        "both roles have a choice of moves at once: only games of turns are solved"
    );
    let none = refused(
        "gdl:file=x.kif,steps=drop",
        &Shipped.read("examples/gdl/nim.kif").unwrap(),
    );
    assert_eq!(
        (none.error.span, none.error.message.as_str()),
        (21..25, "this sheet has no step counter")
    );
}
