//! What is in print, and what can be worked out on paper.

use super::{near, opened, reported};
use yomikiri_catalog::report::{Choices, Count, ReportError, report};
use yomikiri_catalog::{CensusError, Control, Limits, Refusal, Stop};

#[test]
fn tic_tac_toe_as_in_print() {
    let found = reported("tictactoe");
    // Positions, up to symmetry, lines and tree: the usual figures, as in testdata/tictactoe.toml.
    assert_eq!(found.size.positions, 5478);
    assert_eq!(found.size.up_to_symmetry, Some(765));
    assert_eq!(found.first_positions_up_to_symmetry, Some(3));
    let lines = found.size.lines.expect("they can be counted");
    let lines = *lines.by_winner().expect("nothing is gained");
    assert_eq!(
        (lines.first, lines.draw, lines.second),
        (131_184, 46_080, 77_904)
    );
    assert_eq!(lines.first + lines.draw + lines.second, 255_168);
    assert_eq!(found.size.tree_nodes, Some(549_946));
    assert_eq!(
        (found.size.shortest, found.size.longest),
        (Some(5), Some(9))
    );
    assert_eq!((found.value.text.as_str(), found.ask), ("draw", "winner"));
    assert!(found.first_moves.iter().all(|mv| mv.keeps));
    // Random players: 737/1260 to First, 121/420 to Second, the rest draws.
    let results = found.random.results.expect("nothing is gained");
    near(results.first, 737.0 / 1260.0);
    near(results.second, 121.0 / 420.0);
    near(results.draw, 8.0 / 63.0);
    // After a corner, only the centre keeps the draw; after the centre, the four corners; after an edge,
    // five of the other cells.
    let replies = found.plies[1].choices;
    let expected = Choices {
        only: 4,
        some: 5,
        ..Choices::default()
    };
    assert_eq!(replies, expected);
}

#[test]
fn a_tiny_graph_by_hand() {
    // First at a, to b or c; Second at b, to a win of either; c is a draw.
    let found = reported("graph:text=a first: b c; b second: d e; c = draw; d = first; e = second");
    assert_eq!(found.value.text, "draw");
    assert_eq!(found.line.moves, ["c"]);
    assert_eq!(
        found.values,
        Count {
            first: 1,
            draw: 2,
            second: 2
        }
    );
    let results = found.random.results.expect("nothing is gained");
    assert_eq!(
        (results.first, results.draw, results.second),
        (0.25, 0.5, 0.25)
    );
    near(found.random.plies.expect("it ends"), 1.5);
    // The wrong move at a, then the wrong one at b: 1/2 + 1/2 * 1/2.
    near(found.random.mistakes.expect("it ends"), 0.75);
    near(found.random.settled_after.expect("it ends"), 1.5);
    // One move of ten is random: b is taken with 5 %, and then d with 5 %.
    let results = found.near_perfect.results.expect("nothing is gained");
    near(results.first, 0.05 * 0.05);
    near(results.second, 0.05 * 0.95);
    near(results.draw, 0.95);
    assert_eq!(
        found.by_slips[0].results,
        Some(Count {
            first: 0.0,
            draw: 1.0,
            second: 0.0
        })
    );
    assert_eq!(
        found.sharpness,
        Choices {
            only: 2,
            ..Choices::default()
        }
    );
    assert_eq!(
        (found.size.shortest, found.size.longest),
        (Some(1), Some(2))
    );
    let settled: Vec<_> = found.plies.iter().map(|ply| ply.settled).collect();
    assert_eq!(settled, [Some(0), Some(1), Some(2)]);
    let longest = found.longest_win.expect("there is a win");
    assert_eq!(
        (longest.winner, longest.plies, longest.position.as_str()),
        ("second", 1, "b")
    );
    assert_eq!(
        (longest.path.moves, longest.line.moves),
        (vec!["b".into()], vec!["e".into()])
    );
}

#[test]
fn play_that_may_cycle_by_hand() {
    // At a First leaves or goes round by b, where Second has no choice.
    let found = reported("graph:text=a first: b c; b second: a; c = first");
    assert!(found.cyclic && found.size.lines.is_none() && found.size.longest.is_none());
    assert_eq!(found.value.text, "first 1");
    let random = &found.random;
    near(random.results.expect("nothing is gained").first, 1.0);
    // x = 1 + (1 + x) / 2: three plies. Going round keeps the win.
    near(random.plies.expect("it ends"), 3.0);
    near(random.mistakes.expect("it ends"), 0.0);
    // Nobody can win any more but First, yet play may go on for ever, which is a draw.
    assert_eq!(found.plies[0].settled, Some(0));

    // Nobody can leave.
    let found = reported("graph:text=a first: b; b second: a");
    assert_eq!(
        (found.value.text.as_str(), found.line.end),
        ("draw", "returns")
    );
    assert_eq!(found.random.unended, Some(1.0));
    assert_eq!((found.random.plies, found.random.mistakes), (None, None));
    assert_eq!(found.random.error, Some(0.0));
    assert_eq!(found.plies[0].settled, Some(1));
    assert!(found.longest_win.is_none() && found.size.shortest.is_none());
}

#[test]
fn endless_play_counts_as_the_rules_say() {
    for (endless, share) in [("first", 1.0), ("draw", 0.5), ("second", 0.0)] {
        // Half of random play goes to b and round for ever, half to c.
        let moves = "start a; a first: b c; b second: b; c = second";
        let found = reported(&format!("graph:text=endless {endless}; {moves}"));
        near(found.random.unended.expect("play may cycle"), 0.5);
        near(
            found.share(&found.random).expect("nothing is gained"),
            0.5 * share,
        );
        assert!(found.random.plies.is_none() && found.random.mistakes.is_none());
        let told = found.endless.expect("play may cycle");
        assert_eq!(told.text, endless);
    }
    // Endless play costs First 3 points: that is what half of random play comes to.
    let found = reported("graph:text=endless -3; start a; a first: b c; b second: b; c = +5");
    near(found.random.margin.expect("points"), 0.5 * 5.0 - 0.5 * 3.0);
}

#[test]
fn points_by_hand() {
    // First gains 3 at once, or lets Second choose between paying 5 and gaining 1.
    let found = reported("graph:text=a first: b+3 c; b = 0; c second: b-5 b+1");
    assert_eq!(
        (found.ask, found.value.text.as_str(), found.gains),
        ("margin", "+3", true)
    );
    let worth: Vec<_> = found
        .first_moves
        .iter()
        .map(|mv| (mv.value.text.as_str(), mv.keeps))
        .collect();
    assert_eq!(worth, [("+3", true), ("-1", false)]);
    assert!(found.random.results.is_none() && found.longest_win.is_none());
    // (3 + (5 - 1) / 2) / 2.
    near(found.random.margin.expect("points"), 2.5);
    let after: Vec<_> = found
        .first_moves
        .iter()
        .map(|mv| mv.random.margin)
        .collect();
    assert_eq!(after, [Some(3.0), Some(2.0)]);
    near(
        found.near_perfect.margin.expect("points"),
        0.95 * 3.0 + 0.05 * (0.05 * 5.0 - 0.95),
    );
    assert!(found.plies.iter().all(|ply| ply.settled.is_none()));

    // Points at the end: nothing is gained on the way.
    let found = reported("graph:text=a first: b c; b = +4; c = -2");
    assert_eq!((found.value.text.as_str(), found.gains), ("+4", false));
    let results = found.random.results.expect("nothing is gained");
    assert_eq!(
        (results.first, results.second, found.random.margin),
        (0.5, 0.5, Some(1.0))
    );
}

#[test]
fn a_game_that_is_over_at_once() {
    let found = reported("graph:text=a = second");
    assert_eq!(
        (found.value.text.as_str(), found.size.positions),
        ("second 0", 1)
    );
    assert!(found.first_moves.is_empty() && found.line.moves.is_empty());
    assert_eq!((found.line.end, found.size.longest), ("over", Some(0)));
    assert_eq!(
        found.random.results.map(|results| results.second),
        Some(1.0)
    );
}

#[test]
fn limits_and_refusals_come_by_name() {
    let game = opened("mnk:rows=4,cols=4,line=4");
    let limited = |limits| report(&*game, &mut Control::new().limited(limits)).unwrap_err();
    let nodes = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    assert_eq!(
        limited(nodes),
        ReportError::Census(CensusError::Stopped(Stop::Nodes))
    );
    let memory = Limits {
        memory: Some(1 << 16),
        ..Limits::default()
    };
    assert_eq!(
        limited(memory),
        ReportError::Census(CensusError::Stopped(Stop::Memory))
    );
    let both_pay = opened("graph:text=a first: b+1 c; b second: a+1; c = draw");
    let refused = report(&*both_pay, &mut Control::new()).unwrap_err();
    let refusal = CensusError::Refused(Refusal::GainsWithCycles);
    assert_eq!(refused, ReportError::Census(refusal));
}
