//! Every method, under every question, from every position, against the oracle.

use crate::oracle::{self, Truth, after, best, number, seen};
use crate::table::Table;
use std::sync::Arc;
use yomikiri::{
    Ask, Control, Game, Halt, Method, Options, Refusal, Session, Survey, Tablebase, Value,
};

/// Why a session on this game must not be made, if it must not.
pub(crate) fn refused(table: &Table, ask: Ask, method: Method) -> Option<Refusal> {
    // Whoever asks for the winner of a game with gains has the margin worked out.
    let searched = match ask {
        Ask::Winner if table.gains => Ask::Margin,
        ask => ask,
    };
    match method {
        _ if ask == Ask::Distance && table.gains => Some(Refusal::DistanceWithGains),
        Method::Plain | Method::Memo | Method::AlphaBeta => {
            table.views.ranks.is_none().then_some(Refusal::NotAcyclic)
        }
        Method::ProofNumber if searched != Ask::Winner => Some(Refusal::NotWinLoss(searched)),
        Method::ProofNumber => match (&table.views.ranks, table.views.key_bits) {
            (None, _) => Some(Refusal::NotAcyclic),
            (_, None) => Some(Refusal::NoKeys),
            _ => None,
        },
        Method::Retrograde => None,
        Method::Direct => {
            let direct = table.views.direct.as_ref();
            let answers = direct.is_some_and(|direct| direct.asks.contains(&searched));
            (!answers).then_some(Refusal::NotDirect(searched))
        }
        // Tables have no weights; tests/parametric.rs has games that do.
        Method::Parametric => Some(Refusal::NotParametric(searched)),
        // Nor are they of normal play: see `sums`.
        Method::Sums => Some(Refusal::NotSums(searched)),
    }
}

/// Asserts that whatever can answer answers right, and that whatever cannot says why.
pub(crate) fn check(table: &Table) {
    let truths: Vec<Truth> = (0..table.nodes.len())
        .map(|root| Truth::new(table, root))
        .collect();
    for ask in Ask::ALL {
        for method in Method::ALL {
            let refusal = refused(table, ask, method);
            let session = Session::new(table, ask, method);
            assert_eq!(session.as_ref().err(), refusal.as_ref(), "{method} {ask}");
            let Ok(mut kept) = session else { continue };
            for (root, truth) in truths.iter().enumerate() {
                let mut fresh = Session::new(table, ask, method).expect("as before");
                check_value(&mut fresh, truth, root);
                check_moves(&mut fresh, truth, root);
                check_line(&mut fresh, truth, root);
                // What was learnt elsewhere changes nothing, nor does the order of asking.
                check_moves(&mut kept, truth, root);
                check_line(&mut kept, truth, root);
                check_value(&mut kept, truth, root);
            }
            for (root, truth) in truths.iter().enumerate().rev() {
                check_value(&mut kept, truth, root);
            }
            if matches!(method, Method::AlphaBeta | Method::ProofNumber) {
                check_switches(table, (ask, method), &truths);
                check_tablebases(table, (ask, method), &truths);
            }
        }
    }
}

/// Every switch of a search off in turn, each with a table that starts empty.
fn check_switches(table: &Table, (ask, method): (Ask, Method), truths: &[Truth]) {
    for (name, ..) in Options::SWITCHES {
        let options = Options::ALL.without(name).expect("listed");
        let mut session = Session::new(table, ask, method).expect("as before");
        for (root, truth) in truths.iter().enumerate().rev() {
            let mut control = Control::new().with_options(options);
            let value = session.value(&root, &mut control);
            if let Some(value) = said(value, truth, ask) {
                assert_eq!(value, truth.value(ask, root), "at {root} without {name}");
            }
        }
    }
}

/// The answers to a question at every third position, beginning with one of the first three.
struct Third<'t> {
    truths: &'t [Truth],
    ask: Ask,
    first: usize,
}

impl Tablebase<Table> for Third<'_> {
    fn probe(&self, &at: &usize) -> Option<Value> {
        (at % 3 == self.first).then(|| self.truths[at].value(self.ask, at))
    }
}

/// Searches that end where the answers to this or another question are known.
fn check_tablebases(table: &Table, (ask, method): (Ask, Method), truths: &[Truth]) {
    for known in Ask::ALL {
        if truths.iter().any(|truth| !truth.answers(known)) {
            continue;
        }
        let third = Arc::new(Third {
            truths,
            ask: known,
            first: truths.len() % 3,
        });
        let session = Session::with_tablebase(table, ask, method, third.clone());
        let mut session = session.expect("as without");
        for (root, truth) in truths.iter().enumerate() {
            let mut control = Control::new();
            let value = session.value(&root, &mut control);
            assert_eq!(value, Ok(truth.value(ask, root)), "at {root}");
            // Margins without a limit do not fit the search's own table.
            let fits = table.views.key_bits.is_some() && ask != Ask::Margin && !table.gains;
            let is_known = fits && known == ask && third.probe(&root).is_some();
            assert!(!is_known || control.done().nodes <= 1, "searched at {root}");
            check_moves(&mut session, truth, root);
            check_line(&mut session, truth, root);
        }
    }
}

fn said<T>(answer: Result<T, Halt>, truth: &Truth, ask: Ask) -> Option<T> {
    match answer {
        Ok(answer) => {
            assert!(truth.answers(ask), "an answer where there is none");
            Some(answer)
        }
        Err(halt) => {
            assert_eq!(halt, Halt::Refused(Refusal::GainsWithCycles));
            assert!(!truth.answers(ask), "no answer where there is one");
            None
        }
    }
}

pub(crate) fn check_value(session: &mut Session<'_, Table>, truth: &Truth, root: usize) {
    let value = session.value(&root, &mut Control::new());
    if let Some(value) = said(value, truth, session.ask()) {
        assert_eq!(value, truth.value(session.ask(), root), "at {root}");
    }
}

/// What each move of a position is truly worth.
fn worths(table: &Table, truth: &Truth, ask: Ask, root: usize) -> Vec<i128> {
    let node = &table.nodes[root];
    let raw = truth.raw(ask).expect("there is an answer");
    let worth = |edge| seen(ask, 0, after(ask, node.owner, edge, raw[edge.to]));
    node.moves.iter().map(worth).collect()
}

/// Every range holds the truth, and what is said of the best moves is true; without a limit met, every range
/// is a value.
pub(crate) fn check_survey(
    session: &Session<'_, Table>,
    found: &Survey<usize>,
    truth: &Truth,
    root: usize,
) {
    let (table, ask) = (session.game(), session.ask());
    let holds = |lower: Value, upper: Value, worth: i128| {
        let range = number(lower)..=number(upper);
        assert!(
            range.contains(&worth),
            "{worth} in {lower}..{upper} at {root}"
        );
        assert!(
            found.stopped.is_some() || lower == upper,
            "{found:?} at {root} by {}",
            session.method()
        );
    };
    holds(found.lower, found.upper, number(truth.value(ask, root)));
    let worths = worths(table, truth, ask, root);
    let first = best(table.nodes[root].owner, worths.iter().copied());
    assert_eq!(found.moves.len(), worths.len());
    for (index, (mv, &worth)) in found.moves.iter().zip(&worths).enumerate() {
        assert_eq!(mv.mv, index);
        holds(mv.lower, mv.upper, worth);
        let is_best = first == Some(worth);
        assert!(
            mv.best.is_none_or(|said| said == is_best),
            "move {index} at {root}"
        );
        assert!(mv.best.is_some() || found.stopped.is_some());
    }
}

/// Every move with its value, which of them are best, and their places.
pub(crate) fn check_moves(session: &mut Session<'_, Table>, truth: &Truth, root: usize) {
    let (table, ask) = (session.game(), session.ask());
    let node = &table.nodes[root];
    let answer = session.moves(&root, &mut Control::new());
    // Where play is over there is nothing to refuse.
    let Some(moves) = said(answer, truth, ask) else {
        return;
    };
    let worths = worths(table, truth, ask, root);
    let first = best(node.owner, worths.iter().copied());
    assert_eq!(moves.len(), worths.len());
    for (index, (mv, &worth)) in moves.iter().zip(&worths).enumerate() {
        assert_eq!(mv.mv, index);
        assert_eq!(number(mv.value), worth, "move {index} at {root}");
        assert_eq!(mv.best, first == Some(worth), "move {index} at {root}");
        let better = |&&other: &&i128| {
            other != worth && best(node.owner, [other, worth].into_iter()) == Some(other)
        };
        let mut places: Vec<i128> = worths.iter().filter(better).copied().collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(mv.place, places.len(), "move {index} at {root}");
    }
}

/// A legal line, each move the first best one, that realises the value or comes back.
pub(crate) fn check_line(session: &mut Session<'_, Table>, truth: &Truth, root: usize) {
    let (table, ask) = (session.game(), session.ask());
    let Some(line) = said(session.line(&root, &mut Control::new()), truth, ask) else {
        return;
    };
    let raw = truth.raw(ask).expect("an answer was given");
    let first_best = |at: usize, lead: i128| {
        let node = &table.nodes[at];
        let worth = |mv: &usize| {
            let edge = &node.moves[*mv];
            seen(ask, lead, after(ask, node.owner, edge, raw[edge.to]))
        };
        let top = best(node.owner, (0..node.moves.len()).map(|mv| worth(&mv)));
        (0..node.moves.len()).find(|mv| Some(worth(mv)) == top)
    };
    let (mut at, mut lead) = (root, 0);
    let mut before = Vec::new();
    for &mv in &line {
        assert_eq!(Some(mv), first_best(at, lead), "at {at} of {line:?}");
        assert!(!before.contains(&at), "{line:?} comes back to {at}");
        before.push(at);
        let node = &table.nodes[at];
        if table.gains {
            lead += oracle::gain(node.owner, &node.moves[mv]);
        }
        at = node.moves[mv].to;
    }
    match table.outcome(&at) {
        Some(outcome) => {
            let margin = seen(Ask::Margin, lead, oracle::margin_of(outcome));
            match ask {
                Ask::Winner => assert_eq!(margin.signum(), raw[root].signum(), "{line:?}"),
                Ask::Margin => assert_eq!(margin, raw[root], "{line:?}"),
                Ask::Distance => {
                    let plies = line.len() as i128 * margin.signum();
                    let distance = oracle::distance_of(outcome) - plies;
                    assert_eq!(distance, raw[root], "{line:?}");
                }
            }
        }
        None => {
            let mv = first_best(at, lead).expect("not over");
            let next = table.nodes[at].moves[mv].to;
            let back = next == at || before.contains(&next);
            assert!(truth.cyclic && back, "{line:?} stops short at {at}");
            // A win that is counted in plies is on its way.
            let counted = ask == Ask::Distance && raw[root].abs() > 1;
            assert!(!counted, "{line:?} wins in no number of plies");
        }
    }
}
