//! Games on the shelf are solved within so many nodes, by whichever solver is picked: what they tell a search about
//! bounds and order does that. Each number is some three tenths above what was counted.

use std::time::Duration;
use yomikiri_catalog::{Answer, Ask, Control, Limits, Method, NoFiles, OneFile, Want, open};

#[test]
fn few_nodes_are_enough() {
    // Published: whoever starts wins hex on square boards (Nash 1952), and domineering on these squares but 5 x 5
    // (Breuker, Uiterwijk and van den Herik 2000). The others are what every solver here finds.
    let mut winners = Vec::new();
    for (spec, value, most) in [
        ("domineering:rows=5,cols=5", "second", 115),
        ("domineering:rows=6,cols=6", "first", 150),
        ("domineering:rows=7,cols=7", "first", 2_200),
        ("hex:rows=4,cols=4", "first", 1),
        ("hex:rows=5,cols=5", "first", 1),
        ("hex:rows=6,cols=6", "first", 10),
        ("clobber:rows=4,cols=4", "first", 16_000),
        ("clobber:rows=3,cols=7", "first", 400_000),
        ("breakthrough:rows=6,cols=3", "first", 550_000),
        ("hexapawn:rows=5,cols=4", "second", 4_000),
        // On a grid of four by four nodes nobody joins two corners against good play, and trees tell so at once.
        (
            "shannon-switching:edges=1-2/1-5/2-3/2-6/3-4/3-7/4-8/5-6/5-9/6-7/6-10/7-8/7-11/8-12/9-10/9-13/10-11/10-14/\
             11-12/11-15/12-16/13-14/14-15/15-16,to=16",
            "second",
            1,
        ),
    ] {
        let found = found(spec, Ask::Winner, most);
        assert_eq!(found.to_string(), value, "{spec}: {}", found.nodes);
        let raced = found
            .reason
            .is_some_and(|reason| reason.ends_with("and it was the first to answer"));
        // If no solver answers in its part of the race, alpha-beta goes on.
        assert!(raced || found.solver == "alpha_beta", "{spec}");
        winners.extend(raced.then_some(found.solver));
    }
    for solver in ["alpha_beta", "proof_number"] {
        assert!(winners.contains(&solver), "{winners:?}");
    }
}

/// The search knows nothing of this game but its moves, and learns which of them do well. Without that it takes 1,545 nodes.
#[test]
fn moves_of_a_sheet_are_remembered() {
    let sheet = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/gdl/tictactoe.kif"
    );
    let text = std::fs::read_to_string(sheet).unwrap();
    let game = open("gdl:file=tictactoe.kif,rank=falling", &OneFile(&text)).unwrap();
    let mut session = game.session(Ask::Winner, Some(Method::AlphaBeta)).unwrap();
    let found = session.answer("start", Want::default(), &mut Control::new());
    let found = found.unwrap();
    assert_eq!(found.to_string(), "draw");
    assert!(found.nodes < 820, "{}", found.nodes);
}

/// On boards of lines, alpha-beta and proof numbers take turns: the second turn answers what the first one does not. A limit
/// ends whichever turn it is.
#[test]
fn solvers_take_turns_on_boards_of_lines() {
    let game = open("tictactoe-3d:size=4", &NoFiles).unwrap();
    let position = "start after 1,1,1 1,1,2 2,2,2 3,3,3";
    let mut session = game.session(Ask::Winner, None).unwrap();
    let found = session.answer(position, Want::default(), &mut Control::new());
    let found = found.unwrap();
    assert_eq!(
        (found.to_string().as_str(), found.solver),
        ("first", "proof_number")
    );
    for limits in [
        Limits {
            nodes: Some(500),
            ..Limits::default()
        },
        Limits {
            time: Some(Duration::from_millis(50)),
            ..Limits::default()
        },
        Limits {
            memory: Some(1),
            ..Limits::default()
        },
    ] {
        let mut session = game.session(Ask::Winner, None).unwrap();
        let mut control = Control::new().limited(limits);
        let found = session
            .answer("start", Want::default(), &mut control)
            .unwrap();
        assert!(found.stopped.is_some(), "{limits:?}");
        assert!(limits.nodes.is_none_or(|most| control.done().nodes <= most));
    }
}

/// Counted, so that a bound or an order that gets worse is seen. Obsequi (Bullock 2002), built from its source in 2026,
/// goes on from 205 and 2,313 of its nodes; it does not cut these off at once.
#[test]
fn domineering_takes_so_many_nodes() {
    for (side, nodes) in [(6, 114), (7, 1_679)] {
        let spec = format!("domineering:rows={side},cols={side}");
        assert_eq!(found(&spec, Ask::Winner, 10_000).nodes, nodes, "{spec}");
    }
}

/// Published: 3 x 3 boxes (E. Berlekamp, The Dots and Boxes Game, 2000).
#[test]
fn few_nodes_are_enough_for_points() {
    for (spec, value, most) in [
        ("dots-and-boxes:rows=2,cols=4", "+2", 19_000),
        ("dots-and-boxes:rows=3,cols=3", "-3", 40_000),
        ("dots-and-boxes:rows=3,cols=4", "0", 1_200_000),
        ("kalah:pits=5,seeds=3", "+6", 13_000),
        ("kalah:pits=6,seeds=3", "+2", 440_000),
    ] {
        let found = found(spec, Ask::Margin, most);
        assert_eq!(found.to_string(), value, "{spec}: {}", found.nodes);
    }
}

/// Whatever a game knows of its endings, a search with it finds what plain recursion finds.
#[test]
fn endings_are_worth_what_plain_recursion_finds() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |count: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 16) % count
    };
    let mut endings = Vec::new();
    // Once the search asked a bound of these too many by one.
    for position in [
        "---/||.|/-../...|/.-./|..|/---",
        "-.-/||.|/-../|.||/.../|..|/---",
        "---/||.|/-../.|.|/.-./|..|/-.-",
    ] {
        endings.push(("dots-and-boxes:rows=3,cols=3", position.to_owned()));
    }
    for (spec, rows, cols, most) in [
        ("dots-and-boxes:rows=3,cols=3", 3, 3, 12),
        ("dots-and-boxes:rows=2,cols=4", 2, 4, 12),
        ("dots-and-boxes:rows=3,cols=4", 3, 4, 11),
    ] {
        for _ in 0..150 {
            let mut left = 0;
            let mut row = |row: usize| {
                let drawn = if row.is_multiple_of(2) { '-' } else { '|' };
                let side = |_| match left < most && below(2) == 0 {
                    true => {
                        left += 1;
                        '.'
                    }
                    false => drawn,
                };
                (0..cols + row % 2).map(side).collect::<String>()
            };
            let text: Vec<String> = (0..=2 * rows).map(&mut row).collect();
            endings.push((spec, text.join("/")));
        }
    }
    for (spec, pits) in [("kalah:pits=4,seeds=3", 4), ("kalah:pits=5,seeds=2", 5)] {
        for _ in 0..100 {
            let mut pit = |_| (below(3) * below(2)).to_string();
            let mut side = || (0..pits).map(&mut pit).collect::<Vec<_>>().join("/");
            let (first, second) = (side(), side());
            endings.push((spec, format!("{first}//{second}")));
        }
    }
    let mut asked = 0;
    let mut games = std::collections::HashMap::new();
    for (spec, position) in endings {
        let game = games
            .entry(spec)
            .or_insert_with(|| open(spec, &NoFiles).unwrap());
        let value = |method| {
            let mut session = game.session(Ask::Margin, Some(method)).unwrap();
            let answer = session.answer(&position, Want::VALUE, &mut Control::new());
            answer.ok().map(|answer| answer.to_string())
        };
        let plain = value(Method::Memo);
        assert_eq!(value(Method::AlphaBeta), plain, "{spec} {position}");
        asked += usize::from(plain.is_some());
    }
    assert!(asked > 500, "{asked} of them are positions");
}

fn found(spec: &str, ask: Ask, most: u64) -> Answer {
    let game = open(spec, &NoFiles).unwrap();
    let mut session = game.session(ask, None).unwrap();
    let mut control = Control::new().limited(Limits {
        nodes: Some(most),
        ..Limits::default()
    });
    session.answer("start", Want::VALUE, &mut control).unwrap()
}
