//! Counting, against published counts (OEIS A008907 for those up to symmetry), and what is refused.

use crate::rules::TicTacToe;
use yomikiri::capability::Acyclic;
use yomikiri::{
    Capabilities, Census, CensusError, CensusOptions, Control, Game, Limits, Outcome, Player, Stop,
    Tally, census,
};

const ALL: CensusOptions = CensusOptions {
    symmetric: false,
    values: true,
    lines: true,
    plies: None,
};

fn tally<N>(first: N, draw: N, second: N) -> Tally<N> {
    Tally {
        first,
        draw,
        second,
    }
}

#[test]
fn positions_and_values() {
    let counted = census(&TicTacToe::default(), ALL, &mut Control::new()).unwrap();
    assert_eq!(counted.positions, 5_478);
    let by_ply = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78];
    assert_eq!(counted.by_ply, by_ply);
    assert_eq!(counted.finished, tally(626, 16, 316));
    assert_eq!(counted.values, Some(tally(2_936, 1_068, 1_474)));
    assert_eq!(counted.finished_by_points, 0);
    // The plies are the tiers: what ends after five of them First has won.
    assert_eq!(counted.finished_by_ply[5], tally(120, 0, 0));
    assert_eq!(counted.finished_by_ply[9], tally(62, 16, 0));
    let values = counted.values_by_ply.unwrap();
    assert_eq!(values[0], tally(0, 1, 0));
    for (tier, &positions) in values.iter().zip(&by_ply) {
        assert_eq!(tier.first + tier.draw + tier.second, positions);
    }
}

#[test]
fn positions_up_to_symmetry() {
    let options = CensusOptions {
        symmetric: true,
        ..ALL
    };
    let counted = census(&TicTacToe::default(), options, &mut Control::new()).unwrap();
    assert_eq!(counted.positions, 765);
    assert_eq!(counted.by_ply, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(counted.finished, tally(91, 3, 44));
    // No two lines of play are alike.
    assert_eq!(counted.lines.unwrap().total, tally(131_184, 46_080, 77_904));
}

#[test]
fn lines_of_play() {
    let counted = census(&TicTacToe::default(), ALL, &mut Control::new()).unwrap();
    let lines = counted.lines.unwrap();
    assert_eq!(lines.total, tally(131_184, 46_080, 77_904));
    assert_eq!(lines.tree_nodes, 549_946);
    let no_lines = [tally(0, 0, 0); 5];
    let by_length = [
        &no_lines[..],
        &[tally(1_440, 0, 0), tally(0, 0, 5_328), tally(47_952, 0, 0)],
        &[tally(0, 0, 72_576), tally(81_792, 46_080, 0)],
    ];
    assert_eq!(lines.by_length, by_length.concat());
}

#[test]
fn decisions_by_points_are_told_apart() {
    let game = TicTacToe { by_points: true };
    let counted = census(&game, ALL, &mut Control::new()).unwrap();
    assert_eq!(counted.finished, tally(626, 16, 316));
    assert_eq!(counted.finished_by_points, 16);
}

#[test]
fn only_what_is_asked_for_is_counted() {
    let none = CensusOptions::default();
    let mut control = Control::new();
    let counted = census(&TicTacToe::default(), none, &mut control).unwrap();
    assert_eq!((counted.values, counted.lines), (None, None));
    assert_eq!(control.done().nodes, 5_478);
}

/// A stopped count holds the first plies of the whole one, and nothing else.
fn assert_prefix(part: &Census, whole: &Census) {
    let plies = part.by_ply.len();
    assert_eq!(part.by_ply, whole.by_ply[..plies]);
    assert_eq!(part.finished_by_ply, whole.finished_by_ply[..plies]);
    assert_eq!(part.positions, part.by_ply.iter().sum::<u64>());
    assert!(part.has_more || plies == whole.by_ply.len());
    if let Some(values) = part.values {
        assert_eq!(Some(values), whole.values);
    }
    if let (Some(part), Some(whole)) = (&part.lines, &whole.lines) {
        let plies = part.by_depth.len();
        assert_eq!(part.by_depth, whole.by_depth[..plies]);
        assert_eq!(part.by_length, whole.by_length[..plies]);
        assert_eq!(part.tree_nodes, part.by_depth.iter().sum::<u128>());
    }
}

#[test]
fn what_was_counted_before_a_limit_stays() {
    let game = TicTacToe::default();
    let whole = census(&game, ALL, &mut Control::new()).unwrap();
    // 1 + 9 + 72 + 252 positions lie before the fourth ply, and all of theirs make the fourth known. Positions may take
    // half of the nodes, and lines what is left of all.
    for (nodes, plies, lines) in [
        (0, 1, 0),
        (1, 2, 0),
        (666, 4, 3),
        (667, 5, 3),
        (10_954, 10, 9),
        (10_955, 10, 9),
        (10_956, 10, 10),
    ] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let part = census(&game, ALL, &mut Control::new().limited(limits)).unwrap();
        assert_prefix(&part, &whole);
        assert_eq!(part.by_ply.len(), plies, "{nodes}");
        let counted = part.lines.unwrap().by_depth.len();
        assert_eq!(counted, lines, "{nodes}");
        let stopped = (nodes < 10_956).then_some(CensusError::Stopped(Stop::Nodes));
        assert_eq!(part.stopped, stopped, "{nodes}");
    }
    for (memory, nodes) in [(0, 1), (1_000, 10), (100_000, 5_000)] {
        for options in [ALL, CensusOptions::default()] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let mut control = Control::new().limited(limits);
            let part = census(&game, options, &mut control).unwrap();
            assert_prefix(&part, &whole);
            let why = Some(CensusError::Stopped(Stop::Memory));
            assert_eq!(part.stopped, why, "{memory}");
            assert!(control.done().nodes <= nodes, "{memory}");
        }
    }
}

#[test]
fn a_count_may_end_at_a_ply() {
    let game = TicTacToe::default();
    let whole = census(&game, ALL, &mut Control::new()).unwrap();
    for plies in 0..12 {
        let options = CensusOptions {
            plies: Some(plies),
            ..ALL
        };
        let part = census(&game, options, &mut Control::new()).unwrap();
        assert_prefix(&part, &whole);
        assert_eq!(part.stopped, None);
        let expected = 10.min(plies as usize + 1);
        assert_eq!(part.by_ply.len(), expected);
        assert_eq!(part.lines.unwrap().by_depth.len(), expected);
        // After nine plies play has ended anyway.
        assert_eq!(part.values.is_some(), plies >= 9);
    }
}

/// A ladder of rungs, each reached from the one before by `ways` moves that gain a point; or, with
/// `back`, a ladder that can be climbed down as well. It may be entered at the bottom or one up.
struct Ladder {
    rungs: u32,
    ways: u32,
    back: bool,
}

impl Game for Ladder {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }
    fn starts(&self) -> Vec<u32> {
        vec![0, 1]
    }
    fn to_move(&self, _: &u32) -> Player {
        Player::Second
    }
    fn outcome(&self, &at: &u32) -> Option<Outcome> {
        (at == self.rungs).then_some(Outcome::Margin(0))
    }
    fn moves(&self, &at: &u32) -> impl Iterator<Item = u32> {
        0..self.ways + u32::from(self.back && at > 0)
    }
    fn play(&self, &at: &u32, way: u32) -> u32 {
        if way < self.ways { at + 1 } else { at - 1 }
    }
    fn has_gains(&self) -> bool {
        !self.back
    }
    fn gain(&self, _: &u32, _: u32) -> i64 {
        1
    }
}

impl Acyclic<Ladder> for Ladder {
    fn rank(&self, &at: &u32) -> u64 {
        u64::from(self.rungs - at)
    }
}

impl Capabilities for Ladder {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        (!self.back).then_some(self)
    }
}

#[test]
fn every_start_counts_and_margins_have_signs() {
    let ladder = Ladder {
        rungs: 4,
        ways: 3,
        back: false,
    };
    let counted = census(&ladder, ALL, &mut Control::new()).unwrap();
    assert_eq!(counted.by_ply, [2, 1, 1, 1]);
    assert_eq!(counted.finished, tally(0, 1, 0));
    assert_eq!(counted.finished_by_points, 1);
    // From everywhere but the top there are points still to come, all for Second.
    assert_eq!(counted.values, Some(tally(0, 1, 4)));
    let lines = counted.lines.unwrap();
    assert_eq!(lines.total, tally(0, 81 + 27, 0));
    assert_eq!((lines.by_length[3].draw, lines.by_length[4].draw), (27, 81));
}

#[test]
fn what_cannot_be_counted_is_refused_by_name() {
    let cyclic = Ladder {
        rungs: 3,
        ways: 1,
        back: true,
    };
    let counted = |game: &Ladder, options| census(game, options, &mut Control::new());
    assert_eq!(counted(&cyclic, ALL), Err(CensusError::EndlessLines));
    let values = CensusOptions {
        lines: false,
        ..ALL
    };
    // Who climbs alone gets there or not: a draw either way.
    assert_eq!(
        counted(&cyclic, values).unwrap().values,
        Some(tally(0, 4, 0))
    );
    // Lines that go round have no end, but each depth has its number: one move from the bottom, two from
    // each rung between, none from the top.
    let deep = CensusOptions {
        plies: Some(3),
        ..ALL
    };
    let found = counted(&cyclic, deep).unwrap();
    assert!(found.has_more);
    assert_eq!(found.lines.unwrap().by_depth, [2, 3, 5, 7]);
    let symmetric = CensusOptions {
        symmetric: true,
        ..values
    };
    assert_eq!(counted(&cyclic, symmetric), Err(CensusError::NotSymmetric));
    // 2^126 lines from the lower start, half of them from the upper one, and all their beginnings can
    // be counted; doubled they cannot.
    for (rungs, fits) in [(126, true), (127, false)] {
        let wide = Ladder {
            rungs,
            ways: 2,
            back: false,
        };
        let lines = CensusOptions {
            values: false,
            ..ALL
        };
        let counted = counted(&wide, lines).unwrap();
        let stopped = (!fits).then_some(CensusError::TooManyLines);
        assert_eq!(counted.stopped, stopped);
        let lines = counted.lines.unwrap();
        if fits {
            assert_eq!(lines.total.draw, 3 << 125);
        }
        // The last plies that fit are told either way.
        assert_eq!(lines.by_depth[125], 2 << 125);
    }
}
