//! Work cut short: by nodes, memory or the caller. What is said then is true, and the same session
//! goes on to the right answer.

use crate::agreement::{check_line, check_moves, check_survey, check_value, refused};
use crate::cases;
use crate::oracle::{Truth, number};
use crate::random::{self, Shape};
use crate::table::{Edge, Node, Table, Views};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use yomikiri::{
    Ask, Capabilities, Control, Game, Halt, Limits, Method, Outcome, Player, Session, Stop, Value,
    capability::Acyclic,
};

/// Asserts that a halt is for the reason given and that the range proven holds the truth.
fn check_halt(halt: Halt, why: Stop, truth: Value) {
    let Halt::Stopped {
        why: reason,
        lower,
        upper,
    } = halt
    else {
        panic!("{halt}")
    };
    assert_eq!(reason, why);
    let range = number(lower)..=number(upper);
    assert!(
        range.contains(&number(truth)),
        "{truth} in {lower}..{upper}"
    );
}

/// A game of a cheap move and dear ones: what ends at once is told of under any limit, and a fair part of the
/// nodes finds what is cheap wherever it stands.
#[test]
fn cheap_moves_are_valued_before_dear_ones() {
    // Two ladders that are long to climb, a short one, and a move that wins at once.
    let mut table = ladder(2, 16);
    let long = table.nodes.len();
    let short = long - 4;
    let root = Node {
        owner: Player::Second,
        end: Outcome::Draw,
        moves: [0, 0, short, long].map(|to| Edge { to, gain: 0 }).into(),
    };
    let won = Node {
        owner: Player::First,
        end: Outcome::Win(Player::Second),
        moves: Vec::new(),
    };
    table.nodes.extend([won, root]);
    table.views.ranks = Some(table.longest());
    let root = table.nodes.len() - 1;
    let exact = |method, nodes| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut session = Session::new(&table, Ask::Distance, method).unwrap();
        let found = session.survey(&root, &mut limited(limits)).unwrap();
        assert_eq!(found.stopped, Some(Stop::Nodes));
        let moves = found.moves.iter();
        moves.map(|mv| mv.lower == mv.upper).collect::<Vec<_>>()
    };
    for method in [Method::Plain, Method::Memo, Method::Retrograde] {
        assert_eq!(exact(method, 0), [false, false, false, true]);
    }
    assert_eq!(exact(Method::Memo, 40), [false, false, true, true]);
}

/// Every session that can answer, with the truth of every root.
fn for_all_sessions(table: &Table, mut each: impl FnMut(Session<'_, Table>, &[Truth])) {
    let truths: Vec<Truth> = (0..table.nodes.len())
        .map(|root| Truth::new(table, root))
        .collect();
    for ask in Ask::ALL {
        for method in Method::ALL {
            if refused(table, ask, method).is_none() {
                each(Session::new(table, ask, method).unwrap(), &truths);
            }
        }
    }
}

fn limited(limits: Limits) -> Control<'static> {
    Control::new().limited(limits)
}

/// Stops a session by a limit of each of the numbers of nodes in turn, then lets it finish.
fn interrupt_by_nodes(table: &Table, counts: &[u64]) {
    for_all_sessions(table, |mut session, truths| {
        for (root, truth) in truths.iter().enumerate() {
            if !truth.answers(session.ask()) {
                continue;
            }
            let exact = truth.value(session.ask(), root);
            for &count in counts {
                let limits = Limits {
                    nodes: Some(count),
                    ..Limits::default()
                };
                let mut control = limited(limits);
                match session.value(&root, &mut control) {
                    Ok(value) => assert_eq!(value, exact),
                    Err(halt) => check_halt(halt, Stop::Nodes, exact),
                }
                assert!(control.done().nodes <= count);
                if let Err(halt) = session.moves(&root, &mut limited(limits)) {
                    check_halt(halt, Stop::Nodes, exact);
                }
                if let Err(halt) = session.line(&root, &mut limited(limits)) {
                    check_halt(halt, Stop::Nodes, exact);
                }
                // What is known by now is told for nothing; a session that knows nothing tells less.
                let mut fresh = Session::new(table, session.ask(), session.method()).unwrap();
                check_surveys(&mut fresh, limits, truth, root);
                check_surveys(&mut session, limits, truth, root);
            }
            check_moves(&mut session, truth, root);
            check_value(&mut session, truth, root);
            check_line(&mut session, truth, root);
        }
    });
}

/// What is told of a position and its moves within a limit of nodes.
fn check_surveys(session: &mut Session<'_, Table>, limits: Limits, truth: &Truth, root: usize) {
    let count = limits.nodes.expect("nodes are limited");
    let mut control = limited(limits);
    let found = session.survey(&root, &mut control).expect("not refused");
    check_survey(session, &found, truth, root);
    assert!(control.done().nodes <= count);
    assert!(found.stopped.is_none_or(|why| why == Stop::Nodes));
    let found = session.moves_so_far(&root, &mut limited(limits));
    check_survey(session, &found.expect("not refused"), truth, root);
}

fn any_shape(most: usize) -> impl Strategy<Value = Table> {
    prop_oneof![
        random::table(Shape::Acyclic, most),
        random::table(Shape::AcyclicWithGains, most),
        random::table(Shape::Cyclic, most),
        random::table(Shape::CyclicOneWay, most),
    ]
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn limits_of_nodes(table in any_shape(9), counts in vec(0..40u64, 1..4)) {
        interrupt_by_nodes(&table, &counts);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn limits_of_memory(table in layers(8, 40), bytes in vec(0..40_000u64, 1..4)) {
        for_all_sessions(&table, |mut session, truths| {
            // Every line of play would be too many.
            if session.method() == Method::Plain {
                return;
            }
            let (truth, exact) = (&truths[0], truths[0].value(session.ask(), 0));
            for &memory in &bytes {
                let limits = Limits { memory: Some(memory), ..Limits::default() };
                match session.value(&0, &mut limited(limits)) {
                    Ok(value) => assert_eq!(value, exact),
                    Err(halt) => check_halt(halt, Stop::Memory, exact),
                }
                let found = session.survey(&0, &mut limited(limits)).expect("not refused");
                check_survey(&session, &found, truth, 0);
            }
            check_value(&mut session, truth, 0);
            check_moves(&mut session, truth, 0);
            check_line(&mut session, truth, 0);
        });
    }
}

/// A table of layers, each move leading into the next; any layer has up to `width` positions.
fn layers(depth: usize, width: usize) -> impl Strategy<Value = Table> {
    let mv = (any::<prop::sample::Index>(), -3i64..=3);
    let node = (any::<bool>(), -3i64..=3, vec(mv, 1..=3));
    let layers = vec(vec(node, 1..=width), 1..=depth);
    (layers, any::<bool>(), any::<bool>()).prop_map(|(layers, gains, keyed)| {
        let mut next_layer = 1;
        let mut nodes = vec![Node {
            owner: Player::First,
            end: Outcome::Draw,
            moves: (0..layers[0].len())
                .map(|index| Edge {
                    to: 1 + index,
                    gain: 0,
                })
                .collect(),
        }];
        for (index, layer) in layers.iter().enumerate() {
            next_layer += layer.len();
            let next = layers.get(index + 1).map_or(0, Vec::len);
            nodes.extend(layer.iter().map(|(first, points, moves)| {
                Node {
                    owner: if *first {
                        Player::First
                    } else {
                        Player::Second
                    },
                    end: Outcome::Margin(*points),
                    moves: moves
                        .iter()
                        .filter(|_| next > 0)
                        .map(|(to, gain)| Edge {
                            to: next_layer + to.index(next.max(1)),
                            gain: if gains { *gain } else { 0 },
                        })
                        .collect(),
                }
            }));
        }
        let mut table = Table {
            nodes,
            endless: Outcome::Draw,
            gains,
            views: Views::default(),
        };
        table.views.key_bits = keyed.then_some(70);
        table.views.ranks = Some(table.longest());
        table
    })
}

#[test]
fn no_memory_at_all_is_said_so() {
    let wide = ladder(3, 200);
    for method in [Method::Memo, Method::AlphaBeta, Method::Retrograde] {
        for memory in [0, 1, 100, 1000] {
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let mut session = Session::new(&wide, Ask::Winner, method).unwrap();
            let halt = session.value(&0, &mut limited(limits)).unwrap_err();
            check_halt(halt, Stop::Memory, Value::Winner(Some(Player::First)));
        }
    }
}

/// `steps` positions in a row, `moves` parallel moves from each to the next, then First has won.
fn ladder(moves: usize, steps: usize) -> Table {
    let step = |at: usize| Node {
        owner: Player::after(at as u32),
        end: Outcome::Win(Player::First),
        moves: (0..if at < steps { moves } else { 0 })
            .map(|_| Edge {
                to: at + 1,
                gain: 0,
            })
            .collect(),
    };
    let mut table = Table {
        nodes: (0..=steps).map(step).collect(),
        endless: Outcome::Draw,
        gains: false,
        views: Views::default(),
    };
    table.views.ranks = Some(table.longest());
    table
}

#[test]
fn points_beyond_the_limit_are_said_so() {
    for gain in [1 << 61, -(1 << 61), i64::MAX, i64::MIN] {
        let mut heavy = ladder(1, 3);
        heavy.gains = true;
        for node in &mut heavy.nodes {
            node.owner = Player::Second;
            node.end = Outcome::Draw;
            node.moves.iter_mut().for_each(|edge| edge.gain = gain);
        }
        // A move with which the turn passes.
        heavy.nodes[1].owner = Player::First;
        heavy.nodes[1].moves[0].gain = 0;
        heavy.nodes[2].moves.push(Edge { to: 3, gain });
        for method in [
            Method::Plain,
            Method::Memo,
            Method::AlphaBeta,
            Method::Retrograde,
        ] {
            for ask in [Ask::Winner, Ask::Margin] {
                let mut session = Session::new(&heavy, ask, method).unwrap();
                let mut control = Control::new();
                let at_the_limit = gain.unsigned_abs() == 1 << 61;
                // Twice 2^61 is the limit itself; once more is beyond it.
                assert_eq!(session.value(&0, &mut control).is_ok(), at_the_limit);
                assert_eq!(session.moves(&0, &mut control).is_ok(), at_the_limit);
                assert_eq!(session.line(&0, &mut control).is_ok(), at_the_limit);
            }
        }
        heavy.nodes[1].owner = Player::Second;
        heavy.nodes[1].moves[0].gain = gain;
        for method in [
            Method::Plain,
            Method::Memo,
            Method::AlphaBeta,
            Method::Retrograde,
        ] {
            let mut session = Session::new(&heavy, Ask::Margin, method).unwrap();
            let halt = session.value(&0, &mut Control::new()).unwrap_err();
            assert!(
                matches!(
                    halt,
                    Halt::Stopped {
                        why: Stop::Points,
                        ..
                    }
                ),
                "{halt}"
            );
        }
    }
}

/// A game that raises a flag at its `when`-th move, as if its player had pressed a key.
struct Interrupted {
    table: Table,
    flag: AtomicBool,
    left: std::sync::atomic::AtomicU64,
}

impl Game for Interrupted {
    type Position = usize;
    type Move = usize;
    fn start(&self) -> usize {
        self.table.start()
    }
    fn to_move(&self, at: &usize) -> Player {
        self.table.to_move(at)
    }
    fn outcome(&self, at: &usize) -> Option<Outcome> {
        self.table.outcome(at)
    }
    fn moves(&self, at: &usize) -> impl Iterator<Item = usize> {
        self.table.moves(at)
    }
    fn play(&self, at: &usize, mv: usize) -> usize {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.flag.store(true, Ordering::Relaxed);
        }
        self.table.play(at, mv)
    }
}

impl Acyclic<Interrupted> for Interrupted {
    fn rank(&self, at: &usize) -> u64 {
        self.table.views.rank(at)
    }
}

impl Capabilities for Interrupted {
    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        Some(self)
    }
}

#[test]
fn cancelling_stops_soon_and_spoils_nothing() {
    for (method, table) in [
        (Method::Plain, ladder(2, 17)),
        (Method::Memo, ladder(1, 20_000)),
        (Method::AlphaBeta, ladder(1, 20_000)),
        (Method::Retrograde, ladder(1, 20_000)),
    ] {
        for when in [1, 500, 5_000, 12_345] {
            let game = Interrupted {
                table: table.clone(),
                flag: AtomicBool::new(false),
                left: when.into(),
            };
            let mut session = Session::new(&game, Ask::Winner, method).unwrap();
            let won = Value::Winner(Some(Player::First));
            let mut control = Control::new().cancelled_by(&game.flag);
            let halt = session.value(&0, &mut control).unwrap_err();
            check_halt(halt, Stop::Cancelled, won);
            // The flag is looked at every few thousand nodes.
            let nodes = control.done().nodes;
            assert!((when..when + 5_000).contains(&nodes), "{method}: {nodes}");
            assert_eq!(session.value(&0, &mut Control::new()), Ok(won));
        }
    }
}
