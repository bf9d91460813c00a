//! Certificates of version 4: trees in which most replies lose by threats. (Forged ones, each rejected with its reason named,
//! are tests of the checker.)

use crate::random::Random;
use crate::shelf::Shelf;
use crate::strategies::changed;
use crate::{TestFiles, judge, verdict};
use yomikiri_catalog::{
    Ask, Bound, Certificate, Control, Halves, Limits, ProveError, Stop, Want, open,
};

fn made(spec: &str, position: &str, halves: Halves) -> Certificate {
    let game = open(spec, &TestFiles).unwrap_or_else(|error| panic!("{spec}: {error}"));
    game.prove_by_threats(position, Ask::Winner, halves, &mut Control::new())
        .unwrap_or_else(|error| panic!("{spec} {position}: {error}"))
}

/// The positions, leaves and sequences of each half.
fn sizes(made: &Certificate) -> [[u64; 3]; 2] {
    let count = |of: &[(_, u64)], half: usize| of.get(half).map_or(0, |&(_, count)| count);
    let lists = [&made.positions, &made.leaves, &made.sequences];
    [0, 1].map(|half| lists.map(|list| count(list, half)))
}

#[test]
fn what_is_made_is_accepted_and_true() {
    let mut shelf = Shelf::new("threats");
    for (spec, value, size) in [
        ("mnk:rows=3,cols=4,line=3", "first", [[1, 0, 2], [0; 3]]),
        ("tictactoe-3d", "first", [[1, 0, 6], [0; 3]]),
        ("mnk:rows=5,cols=6,line=4", "first", [[49, 0, 106], [0; 3]]),
        ("mnk:rows=4,cols=4,line=3", "first", [[1, 0, 6], [0; 3]]),
        ("tictactoe", "draw", [[0, 1, 0], [14, 9, 2]]),
        // Pairings prove it.
        ("mnk:rows=3,cols=4,line=4", "draw", [[0, 1, 0], [0, 1, 0]]),
        ("mnk:rows=4,cols=5,line=4", "draw", [[1, 11, 0], [9, 94, 0]]),
        (
            "mnk:rows=5,cols=5,line=4",
            "draw",
            [[11, 28, 11], [146, 315, 111]],
        ),
        // Where marks fall, the game looks for no threats.
        (
            "connect4:cols=4,rows=3,line=3",
            "first",
            [[15, 0, 0], [0; 3]],
        ),
        (
            "connect-k:rows=4,cols=4,line=3",
            "first",
            [[13, 0, 0], [0; 3]],
        ),
    ] {
        let made = made(spec, "start", Halves::Both);
        assert_eq!(verdict(&made.bytes), "proved", "{spec}");
        assert_eq!(made.value.to_string(), value, "{spec}");
        assert_eq!(sizes(&made), size, "{spec}");
        shelf.put_next(&made.bytes);
    }
}

/// Also where the other player wins, or where play begins in the middle.
#[test]
fn positions_of_a_game_have_proofs() {
    let mut shelf = Shelf::new("threats-of-positions");
    for (spec, plies) in [
        ("mnk:rows=3,cols=4,line=3", 3),
        ("mnk:rows=4,cols=4,line=4", 2),
        ("tictactoe-3d:size=2", 4),
        ("mnk:rows=3,cols=3,line=3,wrap=yes", 3),
    ] {
        let game = open(spec, &TestFiles).unwrap();
        let mut random = Random::new(3);
        for _ in 0..25 {
            let mut line = String::new();
            for _ in 0..random.below(plies + 1) {
                let at = match line.is_empty() {
                    true => "start".to_owned(),
                    false => format!("start after {}", line.trim()),
                };
                let at = game.declared_at(&at).unwrap().unwrap();
                let moves = &at.moves;
                if !moves.is_empty() {
                    line += &moves[random.below(moves.len() as u64) as usize].0;
                    line.push(' ');
                }
            }
            let position = match line.is_empty() {
                true => "start".to_owned(),
                false => format!("start after {}", line.trim()),
            };
            let made = made(spec, &position, Halves::Both);
            assert_eq!(verdict(&made.bytes), "proved", "{spec} {position}");
            let mut session = game.session(Ask::Winner, None).unwrap();
            let known = session.answer(&position, Want::VALUE, &mut Control::new());
            let known = known.unwrap().bound;
            assert_eq!(known, Bound::Exact(made.value), "{spec} {position}");
            shelf.put_next(&made.bytes);
        }
    }
}

#[test]
fn changed_threats_prove_nothing_false() {
    let mut shelf = Shelf::new("changed-threats");
    let mut random = Random::new(7);
    let (mut tries, mut proved) = (0, 0);
    for spec in [
        "mnk:rows=3,cols=4,line=3",
        "tictactoe",
        "mnk:rows=2,cols=5,line=2",
        "mnk:rows=3,cols=3,line=3,wrap=yes",
    ] {
        let made = made(spec, "start", Halves::Both);
        proved += changed(spec, &made, 1_000, &mut random, &mut shelf);
        tries += 1_000;
    }
    assert!(proved > 20 && proved < tries, "{proved} of {tries}");
}

#[test]
fn a_half_alone_is_a_half() {
    for (halves, words) in [
        (Halves::Least, "First can be sure to win"),
        (Halves::Most, "nothing for Second"),
    ] {
        let made = made("tictactoe-3d", "start", halves);
        let said = judge(&made.bytes).unwrap().to_string();
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn limits_leave_nothing() {
    let game = open("mnk:rows=5,cols=6,line=4", &TestFiles).unwrap();
    for (limits, why) in [
        (
            Limits {
                memory: Some(3000),
                ..Limits::default()
            },
            Stop::Memory,
        ),
        (
            Limits {
                nodes: Some(20),
                ..Limits::default()
            },
            Stop::Nodes,
        ),
        (
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            Stop::Time,
        ),
    ] {
        let control = &mut Control::new().limited(limits);
        let made = game.prove_by_threats("start", Ask::Winner, Halves::Both, control);
        assert_eq!(made.unwrap_err(), ProveError::Stopped(why));
    }
}

#[test]
fn refusals_are_clear() {
    for (spec, ask, why) in [
        (
            "stones:stones=21,take=1/2/3",
            Ask::Winner,
            "of another kind",
        ),
        ("tictactoe:misere=yes", Ask::Winner, "of another kind"),
        ("tictactoe:wild=yes", Ask::Winner, "of another kind"),
        ("notakto", Ask::Winner, "of another kind"),
        ("hex:rows=3,cols=3", Ask::Winner, "of another kind"),
        ("mnk:rows=9,cols=9,line=4", Ask::Winner, "at most 64 cells"),
        ("mnk:rows=3,cols=4,line=3", Ask::Distance, "how many plies"),
        ("mnk:rows=3,cols=4,line=3", Ask::Margin, "how many points"),
    ] {
        let game = open(spec, &TestFiles).unwrap();
        let made = game.prove_by_threats("start", ask, Halves::Both, &mut Control::new());
        let error = made.unwrap_err().to_string();
        assert!(
            error.starts_with("threats") && error.contains(why),
            "{spec}: {error}"
        );
    }
}

/// The largest: Qubic, which First wins (Patashnik, 1980).
#[test]
#[ignore = "minutes: cargo test --release -p yomikiri-catalog --test certificates -- --ignored"]
fn the_cube_of_four_has_a_proof() {
    let made = made("tictactoe-3d:size=4", "start", Halves::Both);
    assert_eq!(made.value.to_string(), "first");
    assert_eq!(verdict(&made.bytes), "proved");
    assert!(made.bytes.len() < 1 << 20, "{} bytes", made.bytes.len());
}
