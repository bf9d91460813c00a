//! Graphs: the text format, the checks, the layout; sample games whose values are known.

use proptest::prelude::*;
use yomikiri::{Control, Limits, Method, Session};
use yomikiri_core::capability::Reversible;
use yomikiri_core::{
    Ask, Capabilities, Game, Notation, Outcome, POINTS_LIMIT, Pictured, Player, laws,
};
use yomikiri_games::graph::{Graph, GraphError, Node, NodeId};

fn parse(text: &str) -> Graph {
    Graph::parse(text).unwrap_or_else(|error| panic!("{error} at {:?}", error.span))
}

fn node(graph: &Graph, name: &str) -> NodeId {
    graph.find(name).unwrap_or_else(|| panic!("no node {name}"))
}

/// Positions that were enumerated to tell how many there are are not enumerated again.
#[test]
fn what_was_counted_serves_the_answer() {
    let graph = parse("start a\na first: b\nb second: a c\nc = draw\n");
    let mut session = Session::new(&graph, Ask::Winner, Method::Retrograde).unwrap();
    let mut control = Control::new();
    let size = session
        .size_up(&graph.start(), &mut control)
        .expect("it fits");
    assert_eq!(size.as_deref(), Some("3 positions can be reached"));
    assert_eq!(control.done().nodes, 3);
    let value = session.value(&graph.start(), &mut control).unwrap();
    assert_eq!(
        (value.to_string().as_str(), control.done().nodes),
        ("draw", 3)
    );
    // Another position starts anew, and so does one that was counted only in part.
    session.value(&node(&graph, "b"), &mut control).unwrap();
    assert_eq!(control.done().nodes, 3);
    let b = node(&graph, "b");
    assert_eq!(session.count(&b, 1, &mut control), Ok(None));
    assert_eq!(session.count(&graph.start(), 1, &mut control), Ok(None));
    let mut other = Session::new(&graph, Ask::Winner, Method::Retrograde).unwrap();
    let mut control = Control::new();
    assert_eq!(other.count(&graph.start(), 1, &mut control), Ok(None));
    assert_eq!(other.value(&b, &mut control).unwrap().to_string(), "draw");
}

#[test]
fn every_statement_means_what_it_says() {
    let graph = parse(
        "# a game\r\nendless +3\r\nstart b a\r\n\r\na first : b c+5 c-2   b # to b twice\r\n\
         b second: b a;c = -7;d=draw ; e = first\n f first: d",
    );
    assert_eq!((graph.len(), graph.edges()), (6, 7));
    assert_eq!(graph.endless(), Outcome::Margin(3));
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| node(&graph, name));
    assert_eq!((graph.start(), graph.starts()), (b, vec![b, a]));
    assert_eq!(graph.node(a), Node::Turn(Player::First));
    assert_eq!(graph.to_move(&b), Player::Second);
    assert_eq!(graph.outcome(&c), Some(Outcome::Margin(-7)));
    assert_eq!(graph.outcome(&d), Some(Outcome::Draw));
    assert_eq!(
        graph.outcome(&node(&graph, "e")),
        Some(Outcome::Win(Player::First))
    );
    let moves: Vec<_> = graph
        .moves(&a)
        .map(|mv| {
            (
                graph.move_text(&a, mv),
                graph.play(&a, mv),
                graph.gain(&a, mv),
            )
        })
        .collect();
    let expected = [("b#1", b, 0), ("c#1", c, 5), ("c#2", c, -2), ("b#2", b, 0)]
        .map(|(m, n, g)| (m.into(), n, g));
    assert_eq!(moves, expected);
    assert_eq!(graph.parse_move(&a, "c#2"), Ok(2));
    assert_eq!(
        graph.parse_move(&a, "c").unwrap_err().help.as_deref(),
        Some("legal: b#1 c#1 c#2 b#2")
    );
    assert_eq!(graph.predecessors(&b).collect::<Vec<_>>(), [a, b]);
    assert!(graph.is_cyclic() && graph.acyclic().is_none());
    assert_eq!(
        graph.to_text(),
        "endless +3\nstart b a\na first: b c+5 c-2 b\nb second: b a\nc = -7\nd = draw\ne = first\n\
         f first: d\n"
    );
}

#[test]
fn errors_point_at_what_is_wrong() {
    for (text, span, message) in [
        ("", 0..0, "the graph has no nodes"),
        ("# nothing\n", 0..10, "the graph has no nodes"),
        ("a", 1..1, "who moves at `a`, `first` or `second`?"),
        ("a: b", 1..2, "who moves at `a`, `first` or `second`?"),
        (
            "a frist: b",
            2..7,
            "`frist` is neither `first` nor `second`",
        ),
        ("a first b", 8..9, "`:` is expected here"),
        ("a first:", 0..1, "`a` is not over and has no moves"),
        ("a first: c\nb = draw", 9..10, "no node is called `c`"),
        (
            "a first: b, b\nb = draw",
            10..11,
            "a gain such as `+5`, or a blank, is expected here",
        ),
        (
            "a first: b+\nb = draw",
            10..11,
            "a whole number is expected here",
        ),
        (
            "a first: b+5x\nb = draw",
            12..13,
            "a blank is expected after a number",
        ),
        (
            "a first: b+5+5\nb = draw",
            12..13,
            "the name of a node to move to is expected here",
        ),
        (
            "a first: b +5 c",
            11..13,
            "a gain stands directly after the name of its node",
        ),
        ("b c +3 d", 2..3, "`c` is neither `first` nor `second`"),
        (
            "a first: +5 b",
            9..10,
            "the name of a node to move to is expected here",
        ),
        (
            "a first: (b)",
            9..10,
            "the name of a node to move to is expected here",
        ),
        ("a = draw\na = draw", 9..10, "`a` is defined twice"),
        ("a = drow", 4..8, "`drow` is no outcome"),
        ("a =", 3..3, "an outcome is expected here"),
        (
            "a = draw draw",
            9..10,
            "nothing more is expected after an outcome",
        ),
        ("start = draw", 6..7, "a node's name is expected here"),
        ("start b\na = draw", 6..7, "no node is called `b`"),
        (
            "start a\nstart a\na = draw",
            8..13,
            "`start` is given twice",
        ),
        (
            "endless draw; endless draw; a = draw",
            14..21,
            "`endless` is given twice",
        ),
        ("endless a = draw", 8..9, "`a` is no outcome"),
        (
            "a first: b+99999999999999999999",
            10..31,
            "this number exceeds 2^62",
        ),
        (
            "a first: b+4611686018427387904 b-1\nb = draw",
            31..34,
            "with this gain the points add up to more than 2^62",
        ),
        (
            "a first: b+4611686018427387904\nb = 1",
            31..32,
            "all gains and the margin of `b` exceed 2^62 points",
        ),
        (
            "a = -9223372036854775808",
            0..1,
            "all gains and the margin of `a` exceed 2^62 points",
        ),
        (
            "a first: b+4611686018427387903\nendless -2\nb = 1",
            39..41,
            "all gains and this margin exceed 2^62 points",
        ),
        ("é first: ü\nu = draw", 10..12, "no node is called `ü`"),
        ("\u{1b}", 0..1, "a node's name is expected here"),
    ] {
        let error = Graph::parse(text).unwrap_err();
        assert_eq!(
            (error.span.clone(), error.message.as_str()),
            (span, message),
            "{text:?}"
        );
    }
    let help = |text: &str| Graph::parse(text).unwrap_err().help.unwrap_or_default();
    assert_eq!(help("a frist: b"), "did you mean `first`?");
    assert_eq!(
        help("left first: rihgt\nright = draw"),
        "did you mean `right`?"
    );
    assert_eq!(
        help("a = lost"),
        "first, second, draw, or a margin such as +3, 0, -2"
    );
}

#[test]
fn builders_are_checked() {
    type Make = fn(&mut yomikiri_games::graph::Builder) -> Option<NodeId>;
    type Expected = fn(NodeId) -> GraphError;
    let cases: [(Make, Expected); 7] = [
        (|_| None, |_| GraphError::NoNodes),
        (|g| Some(g.turn("a", Player::First)), GraphError::Stuck),
        (|g| Some(g.over("a b", Outcome::Draw)), GraphError::Name),
        (|g| Some(g.over("start", Outcome::Draw)), GraphError::Name),
        (|g| Some(g.over("", Outcome::Draw)), GraphError::Name),
        (
            |g| {
                g.over("a", Outcome::Draw);
                Some(g.over("a", Outcome::Draw))
            },
            GraphError::Twice,
        ),
        (
            |g| {
                let a = g.over("a", Outcome::Draw);
                g.edge(a, a, 0);
                Some(a)
            },
            GraphError::GoesOn,
        ),
    ];
    let mut foreign = Graph::builder();
    let ids: Vec<NodeId> = (0..3)
        .map(|i| foreign.over(format!("n{i}"), Outcome::Draw))
        .collect();
    for (make, error) in cases {
        let mut builder = Graph::builder();
        let id = make(&mut builder).unwrap_or(ids[0]);
        assert_eq!(builder.build().unwrap_err(), error(id));
    }
    let mut builder = Graph::builder();
    builder.over("a", Outcome::Margin(POINTS_LIMIT));
    builder.clone().build().unwrap();
    builder.start(ids[2]);
    assert_eq!(builder.build().unwrap_err(), GraphError::Foreign(ids[2]));
}

#[test]
fn a_million_lines_in_a_chain() {
    const NODES: usize = 1_000_000;
    let mut text = String::new();
    for i in 0..NODES {
        text.push_str(&format!(
            "n{i} {}: n{}\n",
            ["first", "second"][i % 2],
            i + 1
        ));
    }
    text.push_str(&format!("n{NODES} = first\n"));
    let graph = parse(&text);
    let start = graph.start();
    assert_eq!(
        graph.acyclic().map(|view| rank(&view, &start)),
        Some(NODES as u64)
    );
    assert_eq!(graph.to_text(), text);
    // Only what can be drawn is.
    assert_eq!(graph.diagram(&start).places.len(), 256);
}

fn rank(view: &impl yomikiri_core::capability::Acyclic<Graph>, at: &NodeId) -> u64 {
    view.rank(at)
}

#[test]
fn small_graphs_are_drawn_whole() {
    let graph = parse("a first: b+2 c; b = draw; c second: a; z = first");
    assert_eq!(
        graph.diagram(&graph.start()).to_string(),
        "@:a first  b = draw z = first\n           c second\na -> b  +2\na -> c\nc -> a\nfirst to move\n"
    );
    assert_eq!(graph.target(&graph.start(), 1), Some(2));
}

fn value(text: &str, ask: Ask, method: Method) -> String {
    let graph = parse(text);
    let mut session = Session::new(&graph, ask, method).unwrap_or_else(|error| panic!("{error}"));
    session
        .value(&graph.start(), &mut Control::new())
        .map_or_else(|e| e.to_string(), |v| v.to_string())
}

/// A statement of AtCoder ABC261 H as a graph: each node once for either player to move. Costs fall
/// to First; endless play is what Second wants; a node without moves ends the game.
fn game_on_graph(nodes: usize, start: usize, edges: &[(usize, usize, i64)]) -> String {
    let mut text = format!("endless second\nstart {start}t\n");
    for node in 1..=nodes {
        let moves = |next: char, sign: char| -> String {
            let from_here = edges.iter().filter(|(from, _, _)| *from == node);
            from_here
                .map(|(_, to, cost)| format!(" {to}{next}{sign}{cost}"))
                .collect()
        };
        let (first, second) = (moves('a', '-'), moves('t', '+'));
        if first.is_empty() {
            text.push_str(&format!("{node}t = 0\n{node}a = 0\n"));
        } else {
            text.push_str(&format!("{node}t first:{first}\n{node}a second:{second}\n"));
        }
    }
    text
}

#[test]
fn samples_of_game_on_graph() {
    let one = game_on_graph(
        7,
        1,
        &[
            (1, 2, 1),
            (1, 3, 10),
            (2, 4, 100),
            (2, 5, 102),
            (3, 6, 20),
            (3, 7, 30),
        ],
    );
    let two = game_on_graph(
        3,
        3,
        &[
            (1, 2, 1),
            (2, 1, 2),
            (2, 3, 3),
            (3, 2, 4),
            (3, 1, 5),
            (1, 3, 6),
        ],
    );
    let three = game_on_graph(4, 1, &[(1, 2, 1), (2, 3, 1), (3, 1, 1), (2, 4, 1)]);
    assert_eq!(value(&one, Ask::Margin, Method::Memo), "-40");
    for (text, expected) in [(one, "-40"), (two, "second"), (three, "-5")] {
        assert_eq!(
            value(&text, Ask::Margin, Method::Retrograde),
            expected,
            "{text}"
        );
    }
}

#[test]
fn extra_turns_and_parallel_edges_are_played_as_written() {
    // First takes 2 and moves again, then may take 1 or 4; Second answers with 3.
    let text = "a first: b+2; b first: c+1 c+4; c second: d+3; d = +10";
    for method in [
        Method::Plain,
        Method::Memo,
        Method::AlphaBeta,
        Method::Retrograde,
    ] {
        assert_eq!(value(text, Ask::Margin, method), "+13", "{method}");
    }
    // Going round for ever is as good as the best end for nobody.
    assert_eq!(
        value(
            "a first: b; b second: a c; c = first",
            Ask::Winner,
            Method::Retrograde
        ),
        "draw"
    );
    assert_eq!(
        value(
            "endless first; a first: b; b second: a c; c = draw",
            Ask::Winner,
            Method::Retrograde
        ),
        "draw"
    );
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Draw),
        prop::sample::select(Player::BOTH.to_vec()).prop_map(Outcome::Win),
        (-9i64..=9).prop_map(Outcome::Margin),
    ]
}

/// Any graph of few nodes: cycles, loops, parallel edges, extra turns, gains.
fn any_graph() -> impl Strategy<Value = Graph> {
    let gain = prop_oneof![4 => Just(0i64), 1 => -5i64..=5];
    let edges = prop::collection::vec((any::<prop::sample::Index>(), gain), 0..5);
    let nodes = prop::collection::vec((any::<bool>(), any_outcome(), edges), 1..9);
    let start = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    (nodes, start, any_outcome()).prop_map(|(nodes, starts, endless)| {
        let mut builder = Graph::builder();
        let name = |index: usize| format!("{}{index}", ["n", "é_", "."][index % 3]);
        let ids: Vec<NodeId> = nodes
            .iter()
            .enumerate()
            .map(|(index, (first, outcome, edges))| match edges.is_empty() {
                true => builder.over(name(index), *outcome),
                false => builder.turn(
                    name(index),
                    if *first {
                        Player::First
                    } else {
                        Player::Second
                    },
                ),
            })
            .collect();
        for (from, (_, _, edges)) in ids.iter().zip(&nodes) {
            for (to, gain) in edges {
                builder.edge(*from, ids[to.index(ids.len())], *gain);
            }
        }
        for start in starts {
            builder.start(ids[start.index(ids.len())]);
        }
        builder.endless(endless);
        builder.build().unwrap()
    })
}

proptest! {
    #[test]
    fn text_round_trips(graph in any_graph()) {
        let text = graph.to_text();
        prop_assert_eq!(&Graph::parse(&text).unwrap(), &graph);
        prop_assert_eq!(&Graph::parse(&text.replace('\n', " ; ")).unwrap(), &graph);
        prop_assert_eq!(&Graph::parse(&text.replace('\n', " # ; \r\n")).unwrap(), &graph);
    }

    #[test]
    fn predecessors_are_the_dual_of_moves(graph in any_graph()) {
        for to in graph.ids() {
            let expected: Vec<NodeId> = graph
                .ids()
                .filter(|from| graph.outcome(from).is_none())
                .filter(|from| graph.moves(from).any(|mv| graph.play(from, mv) == to))
                .collect();
            prop_assert_eq!(graph.predecessors(&to).collect::<Vec<_>>(), expected);
        }
    }

    /// Positions that do not follow from each other: the values are those of each alone, and no position is enumerated twice.
    #[test]
    fn many_positions_are_enumerated_once(graph in any_graph(), order in any::<u64>()) {
        let mut nodes: Vec<NodeId> = graph.ids().collect();
        let shift = order as usize % nodes.len();
        nodes.rotate_left(shift);
        if order % 2 == 0 {
            nodes.reverse();
        }
        for ask in Ask::ALL {
            let mut enumerated = 0;
            let Ok(mut together) = Session::new(&graph, ask, Method::Retrograde) else {
                continue;
            };
            for at in &nodes {
                let mut alone = Session::new(&graph, ask, Method::Retrograde).unwrap();
                let expected = alone.value(at, &mut Control::new());
                let mut control = Control::new();
                let value = together.value(at, &mut control);
                enumerated += control.done().nodes;
                prop_assert_eq!(value.ok(), expected.ok(), "{} {}", ask, graph.to_text());
            }
            if !graph.has_gains() {
                prop_assert!(enumerated <= nodes.len() as u64, "{} {}", ask, graph.to_text());
            }
        }
    }

    /// A limit in the middle of an enumeration leaves what was known before.
    #[test]
    fn what_is_known_outlives_a_limit(graph in any_graph(), limit in 0u64..12) {
        let nodes: Vec<NodeId> = graph.ids().collect();
        let mut together = Session::new(&graph, Ask::Winner, Method::Retrograde).unwrap();
        for round in 0..2 {
            for at in &nodes {
                let mut control = match round {
                    0 => Control::new().limited(Limits { nodes: Some(limit), ..Limits::default() }),
                    _ => Control::new(),
                };
                let mut alone = Session::new(&graph, Ask::Winner, Method::Retrograde).unwrap();
                let expected = alone.value(at, &mut Control::new());
                match together.value(at, &mut control) {
                    Ok(value) => prop_assert_eq!(Ok(value), expected.map_err(drop)),
                    Err(_) => prop_assert!(round == 0 || expected.is_err()),
                }
            }
        }
    }

    #[test]
    fn laws_hold(graph in any_graph()) {
        let sample = laws::Sample { positions: 100, playouts: 2, plies: 30, mutations: 50, ..Default::default() };
        if let Err(broken) = laws::all(&graph, &sample) {
            prop_assert!(false, "{}\n{}", broken, graph.to_text());
        }
    }

    #[test]
    fn garbage_is_refused_in_bounds(text in prop_oneof![
        any::<String>(),
        "([abé]|first|second|draw|start|endless|[:;=#+ \r\n-]|[0-9]{1,20}| ){0,24}",
    ]) {
        match Graph::parse(&text) {
            Ok(graph) => prop_assert_eq!(Graph::parse(&graph.to_text()).unwrap(), graph),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }
}

#[test]
fn names_in_quotation_marks_hold_any_signs() {
    let text = "\"x.o/1:first\" first: \"a;b#c\"+2 c \"-3\"; \"a;b#c\" = -1 # a \"comment\"; c = draw\n\
                c second: \"-3\"\n\"-3\" = +3\n";
    let graph = Graph::parse(text).unwrap();
    assert_eq!(graph.len(), 4);
    assert_eq!(graph.name(graph.find("a;b#c").unwrap()), "a;b#c");
    let written = graph.to_text();
    assert_eq!(
        written,
        "\"x.o/1:first\" first: \"a;b#c\"+2 c \"-3\"\n\"a;b#c\" = -1\nc second: \"-3\"\n\"-3\" = +3\n"
    );
    assert_eq!(Graph::parse(&written).unwrap(), graph);
    for wrong in [
        "\"a first: b; b = draw",
        "\"\" = draw",
        "\"a b\" = draw",
        "\"a\"\" = draw",
        "\"start\" = draw",
        "\"a#1\" = draw",
        "a first: \"b; b = draw",
    ] {
        assert!(Graph::parse(wrong).is_err(), "{wrong}");
    }
}
