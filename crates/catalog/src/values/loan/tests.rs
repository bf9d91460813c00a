//! Files lent to searches of sums.

use super::super::parts::tests::{ROW, altered, asked};
use super::{Loan, Parts};
use crate::{
    Answer, AnySession, Ask, Control, Limits, Method, NoFiles, QueryError, Refusal, START, Stop,
    Want, open,
};
use yomikiri_cgt::{Dyadic, Value};

/// Answers about a position by sums with the values of a file, within a number of nodes.
fn lent(
    loan: &Loan<'_>,
    session: &mut dyn AnySession,
    position: &str,
    nodes: Option<u64>,
) -> Result<Answer, QueryError> {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let answer = session.answer(
        position,
        Want::default(),
        &mut Control::new().limited(limits),
    );
    // Files in memory are not written.
    loan.save().unwrap();
    answer
}

/// Returns who wins a game by sums with the values of a file, and the nodes that it takes.
fn searched(spec: &str, parts: &mut Parts) -> Result<(String, u64), QueryError> {
    let game = open(spec, &NoFiles).unwrap();
    let mut file = Parts::from_bytes(parts.bytes().to_vec());
    file.check_all = parts.check_all;
    let loan = file.lend(game.as_ref());
    let mut session = loan.session(Ask::Winner)?;
    let answer = lent(&loan, &mut *session, START, None);
    drop(session);
    *parts = loan.end().unwrap();
    let answer = answer?;
    Ok((answer.bound.to_string(), answer.nodes))
}

/// A search adds the values that it finds. With all values it visits few positions besides those that the check
/// derives.
#[test]
fn a_search_of_sums_uses_the_file_and_adds_to_it() {
    for (spec, grows) in [
        ("clobber:rows=3,cols=4", true),
        ("clobber:rows=2,cols=7", true),
        ("domineering:rows=4,cols=5", false),
        ("toads-and-frogs:toads=3,gap=2,frogs=3", false),
        ("nim:heaps=3/5/7", true),
    ] {
        let game = open(spec, &NoFiles).unwrap();
        let mut memo = game.session(Ask::Winner, Some(Method::Memo)).unwrap();
        let answer = memo.answer(START, Want::default(), &mut Control::new());
        let wins = answer.unwrap().bound.to_string();
        let mut parts = Parts::from_bytes(Vec::new());
        let (alone, _) = searched(spec, &mut parts).unwrap();
        assert_eq!(alone, wins, "{spec}");
        let found = parts.bytes().len();
        assert_eq!(found > 0, grows, "{spec}");
        // The values found are right: all of them are derived again.
        parts = Parts::from_bytes(parts.bytes().to_vec());
        parts.check_all = true;
        assert_eq!(searched(spec, &mut parts).unwrap().0, wins, "{spec}");
        asked(spec, &mut parts).unwrap();
        assert!(parts.bytes().len() >= found, "{spec}: {found}");
        let (known, nodes) = searched(spec, &mut parts).unwrap();
        assert_eq!(known, wins, "{spec}");
        assert!(nodes < 250, "{spec}: {nodes}");
    }
}

/// A search refuses the files that [`value`] refuses.
#[test]
fn a_search_of_sums_checks_the_file() {
    let mut parts = Parts::from_bytes(Vec::new());
    asked(ROW, &mut parts).unwrap();
    let mut wrong = altered(parts.bytes(), |section, values| {
        let one = values.number(Dyadic::whole(1)).unwrap();
        let keys: Vec<(u128, Value)> = section.values.all().collect();
        for (key, _) in keys {
            section.values.insert(key, one);
        }
    });
    let found = searched("clobber:rows=1,cols=6", &mut wrong);
    let Err(QueryError::Parts(why)) = found else {
        panic!("{found:?}");
    };
    assert!(why.contains("by the rules"), "{why}");
    // Values of another kind than those of the game are neither checked nor used.
    for spec in ["clobber:rows=2,cols=5", "nim:heaps=3/5/7"] {
        let mut made = Parts::from_bytes(Vec::new());
        asked(spec, &mut made).unwrap();
        let right = searched(spec, &mut made).unwrap().0;
        let mut other = altered(made.bytes(), |section, values| {
            let zero = values.zero().unwrap();
            let known: Vec<(u128, Value)> = section.values.all().collect();
            let numbers: Vec<(u128, u32)> = section.numbers.all().collect();
            (section.values, section.numbers) = Default::default();
            for (key, _) in known {
                section.numbers.insert(key, 0);
            }
            for (key, _) in numbers {
                section.values.insert(key, zero);
            }
        });
        assert_eq!(searched(spec, &mut other).unwrap().0, right, "{spec}");
    }
    let found = searched("tictactoe", &mut parts);
    let refused = Err(QueryError::Refused(Refusal::NotSums(Ask::Winner)));
    assert_eq!(found, refused);
}

/// The values of a position's parts are checked when it is asked about, for any sample.
#[test]
fn each_position_is_checked_before_its_answer() {
    let game = open("clobber:rows=2,cols=6", &NoFiles).unwrap();
    let mut parts = Parts::from_bytes(Vec::new());
    asked("clobber:rows=2,cols=6", &mut parts).unwrap();
    let normal = game.normal(START).unwrap().unwrap();
    let [whole] = normal.parts(normal.start())[..] else {
        panic!("the board is one part");
    };
    // No other value rests on this one.
    let wrong = altered(parts.bytes(), |section, values| {
        let one = values.number(Dyadic::whole(1)).unwrap();
        section.values.insert(normal.key(whole), one);
    });
    let mut answered = 0;
    for _ in 0..20 {
        let loan = Parts::from_bytes(wrong.bytes().to_vec()).lend(game.as_ref());
        let mut session = loan.session(Ask::Winner).unwrap();
        let other = "xo..xo/..xo..";
        answered += u32::from(lent(&loan, &mut *session, other, None).is_ok());
        let found = lent(&loan, &mut *session, START, None);
        assert!(matches!(found, Err(QueryError::Parts(_))), "{found:?}");
        // From then on nothing is answered or written.
        let after = lent(&loan, &mut *session, other, None);
        assert_eq!(after.unwrap_err(), found.unwrap_err());
        drop(session);
        assert_eq!(loan.end().unwrap().bytes(), wrong.bytes());
    }
    assert!(answered > 0, "the sample found it each time");
}

/// Values of parts outlive sessions, and no found value is lost.
#[test]
fn what_was_found_is_kept_whatever_is_forgotten() {
    let game = open("clobber:rows=3,cols=4", &NoFiles).unwrap();
    let mut memo = game.session(Ask::Winner, Some(Method::Memo)).unwrap();
    let positions = [START, "xoxo/...x/oxox", "xo.x/o.xo/.xo.", "x.ox/oxxo/...."];
    let truth = positions.map(|position| {
        let answer = memo.answer(position, Want::default(), &mut Control::new());
        answer.unwrap().bound
    });
    let loan = Parts::from_bytes(Vec::new()).lend(game.as_ref());
    let mut session = loan.session(Ask::Winner).unwrap();
    let mut nodes = Vec::new();
    for round in 0..4 {
        for (position, truth) in positions.iter().zip(truth) {
            // A limit that ends the search is not the end of the session.
            drop(lent(&loan, &mut *session, position, Some(3)));
            let answer = lent(&loan, &mut *session, position, None).unwrap();
            assert_eq!(answer.bound, truth, "{position}");
            nodes.push(answer.nodes);
        }
        match round {
            // The session has the values.
            0 => {}
            1 => session = loan.session(Ask::Winner).unwrap(),
            _ => {
                loan.forget().unwrap();
                session = loan.session(Ask::Winner).unwrap();
            }
        }
    }
    let sums: Vec<u64> = nodes.chunks(4).map(|nodes| nodes.iter().sum()).collect();
    assert!(sums[1] * 10 < sums[0], "{sums:?}");
    drop(session);
    let mut parts = loan.end().unwrap();
    parts = Parts::from_bytes(parts.bytes().to_vec());
    parts.check_all = true;
    searched("clobber:rows=3,cols=4", &mut parts).unwrap();
}

/// A file whose check a limit ended is neither used nor written. The next answer checks it.
#[test]
fn a_limit_of_the_check_leaves_the_file_alone() {
    let game = open("clobber:rows=1,cols=6", &NoFiles).unwrap();
    let mut parts = Parts::from_bytes(Vec::new());
    asked(ROW, &mut parts).unwrap();
    let bytes = parts.bytes().to_vec();
    let loan = Parts::from_bytes(bytes.clone()).lend(game.as_ref());
    let mut session = loan.session(Ask::Winner).unwrap();
    let answer = lent(&loan, &mut *session, "xoxoxo", Some(1)).unwrap();
    assert_eq!(answer.stopped, Some(Stop::Nodes));
    let answer = lent(&loan, &mut *session, "xoxoxo", None).unwrap();
    assert_eq!(answer.stopped, None);
    drop(session);
    assert_eq!(loan.end().unwrap().bytes(), bytes);
}
