//! The truth files: every solver that can afford an entry's cost class has to agree with it, under
//! all three questions. The files and their schema: `testdata/README.md`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use yomikiri_catalog::{
    AnyGame, Ask, Bound, CensusOptions, Control, Files, Method, QueryError, Refusal, Value, Want,
    open,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TruthFile {
    #[serde(default)]
    value: Vec<ValueTruth>,
    #[serde(default)]
    count: Vec<CountTruth>,
    #[serde(default)]
    lost: Vec<LostTruth>,
}

/// The numbers of boards within bars of chocolate that the player to move loses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LostTruth {
    game: String,
    /// Rows, columns and lost boards.
    bars: Vec<[usize; 3]>,
    source: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
enum Cost {
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
}

impl Cost {
    /// The solvers that can afford it.
    fn methods(self) -> &'static [Method] {
        match self {
            Cost::Tiny => &Method::ALL,
            Cost::Small => &[
                Method::Memo,
                Method::AlphaBeta,
                Method::ProofNumber,
                Method::Retrograde,
                Method::Direct,
                Method::Sums,
            ],
            Cost::Medium | Cost::Large => &[Method::AlphaBeta, Method::Direct],
            Cost::Huge => &[],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueTruth {
    game: String,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default = "start")]
    position: String,
    /// In place of one position, several that are worth the same.
    #[serde(default)]
    positions: Vec<String>,
    #[serde(default)]
    ask: Option<String>,
    value: String,
    source: String,
    cost: Cost,
    /// The classes for these solvers, where they are others.
    alpha_beta: Option<Cost>,
    proof_number: Option<Cost>,
    sums: Option<Cost>,
}

impl ValueTruth {
    /// All positions that it is about.
    fn positions(&self) -> &[String] {
        match self.positions.is_empty() {
            true => std::slice::from_ref(&self.position),
            false => &self.positions,
        }
    }

    /// The class that is stated for a solver.
    fn stated_for(&self, method: Method) -> Option<Cost> {
        match method {
            Method::AlphaBeta => self.alpha_beta,
            Method::ProofNumber => self.proof_number,
            Method::Sums => self.sums,
            _ => None,
        }
    }

    /// The class for a solver. [`Cost::Huge`] for those that cannot afford the entry's own.
    fn cost_for(&self, method: Method) -> Cost {
        self.stated_for(method)
            .unwrap_or(match self.cost.methods().contains(&method) {
                true => self.cost,
                false => Cost::Huge,
            })
    }
}

fn start() -> String {
    "start".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountTruth {
    game: String,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default)]
    symmetric: bool,
    /// Counted no further than after so many plies.
    plies: Option<u32>,
    positions: Option<u64>,
    #[serde(default)]
    by_ply: Vec<u64>,
    finished: Option<Tally>,
    values: Option<Tally>,
    lines: Option<Tally>,
    #[serde(default)]
    lines_by_length: BTreeMap<String, BTreeMap<String, u64>>,
    tree_nodes: Option<u64>,
    /// Nodes of the game tree by depth.
    #[serde(default)]
    perft: Vec<u64>,
    source: String,
    cost: Cost,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct Tally {
    first: u64,
    draw: u64,
    second: u64,
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Files that truths name lie beside them.
struct TestFiles;

impl Files for TestFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(testdata().join(path)).map_err(|error| error.to_string())
    }
}

fn truths() -> Vec<TruthFile> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(testdata()).unwrap() {
        let path = entry.unwrap().path();
        let is_toml = path
            .extension()
            .is_some_and(|extension| extension == "toml");
        // The contest problems' samples and the values of combinatorial games have tests of their own.
        let others = ["contest.toml", "combinatorial.toml", "boards.toml"];
        if is_toml && !others.iter().any(|other| path.ends_with(other)) {
            let text = std::fs::read_to_string(&path).unwrap();
            let file = toml::from_str(&text);
            files.push(file.unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        }
    }
    assert!(files.len() >= 5, "the truth files are missing");
    files
}

fn opened(spec: &str) -> Box<dyn AnyGame> {
    open(spec, &TestFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// A method with the numbers of threads to try. Those of `alpha_beta` have tests of their own, on longer searches.
fn ways(method: Method) -> impl Iterator<Item = (Method, usize)> {
    let most = if method == Method::ProofNumber { 2 } else { 1 };
    (1..=most).map(move |threads| (method, threads))
}

/// The value by one method and so many threads, unless the method does not apply to this game.
fn value(
    game: &dyn AnyGame,
    position: &str,
    ask: Ask,
    (method, threads): (Method, usize),
) -> Option<Value> {
    let mut control = Control::new().with_threads(threads);
    let answer = game
        .session(ask, Some(method))
        .map_err(QueryError::from)
        .and_then(|mut session| session.answer(position, Want::VALUE, &mut control));
    match answer {
        Ok(answer) => match answer.bound {
            Bound::Exact(value) => Some(value),
            range => panic!(
                "{} {position} {ask} {method}: {range} without a limit",
                game.name()
            ),
        },
        Err(QueryError::Refused(
            Refusal::NotAcyclic
            | Refusal::NotDirect(_)
            | Refusal::NotParametric(_)
            | Refusal::NotWinLoss(_)
            | Refusal::NotSums(_)
            | Refusal::NoKeys,
        )) => None,
        Err(error) => panic!("{} {position} {ask} {method}: {error}", game.name()),
    }
}

/// Compares one truth with every solver whose class passes `keep`, under every question. Returns the number of values compared.
fn check_value(truth: &ValueTruth, keep: impl Fn(Cost) -> bool) -> usize {
    assert!(
        !truth.source.is_empty(),
        "{}: a truth names its source",
        truth.game
    );
    assert!(
        truth.position == "start" || truth.positions.is_empty(),
        "{}: either one position or a list",
        truth.game
    );
    let methods = Method::ALL.into_iter();
    let methods: Vec<Method> = methods.filter(|&it| keep(truth.cost_for(it))).collect();
    if methods.is_empty() {
        return 0;
    }
    let mut compared = 0;
    for spec in std::iter::once(&truth.game).chain(&truth.also) {
        let game = opened(spec);
        for position in truth.positions() {
            compared += check_position(&*game, position, truth, &methods);
        }
    }
    compared
}

/// The same for one position of a game, and some solvers.
fn check_position(
    game: &dyn AnyGame,
    position: &str,
    truth: &ValueTruth,
    methods: &[Method],
) -> usize {
    let asked: Ask = truth.ask.as_deref().unwrap_or("winner").parse().unwrap();
    let expected = Value::parse(asked, &truth.value).unwrap();
    let source = &truth.source;
    let mut compared = 0;
    for ask in Ask::ALL {
        // At greater cost the question asked is enough.
        let cheap = matches!(truth.cost, Cost::Tiny | Cost::Small);
        if ask != asked && (!cheap || ask == Ask::Distance && game.has_gains()) {
            continue;
        }
        let mut first = None;
        for way in methods.iter().copied().flat_map(ways) {
            let method = way.0;
            let place = format!("{} {position} {ask} by {method}", game.name());
            let Some(value) = value(game, position, ask, way) else {
                let stated = truth.stated_for(method).is_some();
                assert!(!stated || ask != asked, "{place}: refused");
                continue;
            };
            compared += 1;
            if ask == asked {
                assert_eq!(value, expected, "{place}: {source}");
            }
            assert_eq!(value.winner(), expected.winner(), "{place}");
            let (other, before) = *first.get_or_insert((method, value));
            assert_eq!(value, before, "{place}, and by {other}");
        }
        // (Where `alpha_beta` has a class of its own, what is left here may not apply.)
        let name = game.name();
        assert!(
            first.is_some() || truth.alpha_beta.is_some(),
            "{name} {position}: no solver applies"
        );
    }
    compared
}

fn check_values(keep: impl Fn(Cost) -> bool) -> usize {
    let files = truths();
    let values = files.iter().flat_map(|file| &file.value);
    values.map(|truth| check_value(truth, &keep)).sum()
}

#[test]
fn values_by_every_solver() {
    let compared = check_values(|cost| matches!(cost, Cost::Tiny | Cost::Small));
    assert!(compared > 500, "only {compared} values were compared");
}

#[test]
fn medium_values() {
    assert!(check_values(|cost| cost == Cost::Medium) > 0);
}

#[test]
#[ignore = "minutes: cargo test --release -p yomikiri-catalog --test catalog -- --ignored truths"]
fn large_values() {
    assert!(check_values(|cost| cost == Cost::Large) > 0);
}

/// Holds one count against the census, and the tree's nodes against the plain recursion.
fn check_count(truth: &CountTruth) {
    assert!(
        !truth.source.is_empty(),
        "{}: a truth names its source",
        truth.game
    );
    for spec in std::iter::once(&truth.game).chain(&truth.also) {
        let game = opened(spec);
        let lines = truth.lines.is_some() || !truth.lines_by_length.is_empty();
        let options = CensusOptions {
            symmetric: truth.symmetric,
            values: truth.values.is_some(),
            lines: lines || truth.tree_nodes.is_some() || !truth.perft.is_empty(),
            plies: truth.plies,
        };
        let census = game.census(options, &mut Control::new());
        let census = census.unwrap_or_else(|error| panic!("{spec}: {error}"));
        let source = format!("{spec}: {}", truth.source);
        if let Some(positions) = truth.positions {
            assert_eq!(census.positions, positions, "{source}");
        }
        if !truth.by_ply.is_empty() {
            assert_eq!(census.by_ply, truth.by_ply, "{source}");
        }
        if let Some(finished) = truth.finished {
            assert_eq!(Tally::from(census.finished), finished, "{source}");
        }
        if let Some(values) = truth.values {
            assert_eq!(census.values.map(Tally::from), Some(values), "{source}");
        }
        let Some(found) = census.lines else { continue };
        if let Some(lines) = truth.lines {
            assert_eq!(narrow(found.total), lines, "{source}");
        }
        let by_winner = ["first", "draw", "second"];
        for (winner, by_length) in &truth.lines_by_length {
            assert!(by_winner.contains(&winner.as_str()), "{source}: {winner}");
            for (length, &tally) in found.by_length.iter().enumerate() {
                let tally = narrow(tally);
                let found = match winner.as_str() {
                    "first" => tally.first,
                    "draw" => tally.draw,
                    _ => tally.second,
                };
                let expected = by_length.get(&length.to_string()).copied().unwrap_or(0);
                assert_eq!(found, expected, "{source}: {winner} in {length}");
            }
        }
        if !truth.perft.is_empty() {
            let perft: Vec<u128> = truth.perft.iter().copied().map(u128::from).collect();
            assert_eq!(found.by_depth, perft, "{source}");
        }
        if let Some(nodes) = truth.tree_nodes {
            assert_eq!(found.tree_nodes, u128::from(nodes), "{source}");
            let mut session = game.session(Ask::Winner, Some(Method::Plain)).unwrap();
            let answer = session
                .answer("start", Want::VALUE, &mut Control::new())
                .unwrap();
            assert_eq!(
                answer.nodes, nodes,
                "{source}: calls of the plain recursion"
            );
        }
    }
}

impl From<yomikiri::Tally<u64>> for Tally {
    fn from(tally: yomikiri::Tally<u64>) -> Tally {
        Tally {
            first: tally.first,
            draw: tally.draw,
            second: tally.second,
        }
    }
}

fn narrow(tally: yomikiri::Tally<u128>) -> Tally {
    let narrow = |n| u64::try_from(n).expect("truths count less than 2^64 lines");
    Tally {
        first: narrow(tally.first),
        draw: narrow(tally.draw),
        second: narrow(tally.second),
    }
}

fn check_counts(keep: impl Fn(Cost) -> bool) -> usize {
    let files = truths();
    let counts = files
        .iter()
        .flat_map(|file| &file.count)
        .filter(|truth| keep(truth.cost));
    counts.map(check_count).count()
}

/// The boards of so many rows, each row at most as long as the one before it.
fn within(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let Some(others) = rows.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let first = |row| {
        let rest = within(others, row).into_iter();
        rest.map(move |rest| [vec![row], rest].concat())
    };
    (0..=cols).flat_map(first).collect()
}

#[test]
fn lost_boards_are_as_many_as_published() {
    let files = truths();
    let mut bars = 0;
    for truth in files.iter().flat_map(|file| &file.lost) {
        assert!(!truth.source.is_empty());
        for &[rows, cols, lost] in &truth.bars {
            let spec = truth.game.replace("{rows}", &rows.to_string());
            let spec = spec.replace("{cols}", &cols.to_string());
            let game = opened(&spec);
            let mut session = game.session(Ask::Winner, None).unwrap();
            let mut is_lost = |board: &Vec<usize>| {
                let board: Vec<String> = board.iter().map(usize::to_string).collect();
                let control = &mut Control::new();
                let answer = session.answer(&board.join("/"), Want::VALUE, control);
                answer.unwrap().bound == Bound::Exact(Value::parse(Ask::Winner, "second").unwrap())
            };
            let boards = within(rows, cols);
            // The board without a square is no position.
            let found = boards.iter().filter(|board| board[0] > 0);
            let found = found.filter(|board| is_lost(board)).count();
            assert_eq!(found, lost, "{spec}: {}", truth.source);
            bars += 1;
        }
    }
    assert!(bars > 20);
}

#[test]
fn small_counts() {
    assert!(check_counts(|cost| matches!(cost, Cost::Tiny | Cost::Small)) > 10);
}

#[test]
fn medium_counts() {
    assert!(check_counts(|cost| cost == Cost::Medium) > 0);
}

#[test]
#[ignore = "minutes: cargo test --release -p yomikiri-catalog --test catalog -- --ignored truths"]
fn large_counts() {
    assert!(check_counts(|cost| cost == Cost::Large) > 0);
}
