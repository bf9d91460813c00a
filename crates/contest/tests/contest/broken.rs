//! Every constraint of every problem, broken at random in inputs that are good otherwise.

use crate::{MANY, get, run_bytes};
use std::collections::BTreeSet;
use yomikiri_contest::problems::{ContestError, Corner, Options, Random, problems};

/// Inputs that are broken in each way.
const ROUNDS: u64 = 40;

/// The words of an input, line by line.
type Words = Vec<Vec<String>>;

/// What is wrong with an input: the line and the words of it, from 0, that a fault has to point at.
/// Nothing where the input at hand cannot be broken so.
type Wrong = Option<(usize, std::ops::RangeInclusive<usize>)>;

/// A problem, one of its constraints, and how to break it.
struct Broken(
    &'static str,
    &'static str,
    fn(&mut Random, &mut Words) -> Wrong,
);

/// Puts a word in the place of another.
fn put(words: &mut Words, line: usize, at: usize, word: impl ToString) -> Wrong {
    *words.get_mut(line)?.get_mut(at)? = word.to_string();
    Some((line, at..=at))
}

/// Puts a number that is out of a range, just or far.
fn beyond(random: &mut Random, words: &mut Words, line: usize, at: usize, ends: [i64; 2]) -> Wrong {
    let far = random.within(1..=3_000_000_000);
    let off = *random.pick(&[1, far])?;
    let number = *random.pick(&[ends[0] - off, ends[1] + off])?;
    put(words, line, at, number)
}

/// The same somewhere in the lines from one on.
fn somewhere(random: &mut Random, words: &mut Words, from: usize, ends: [i64; 2]) -> Wrong {
    let line = any(random, from, words.len())?;
    let at = any(random, 0, words[line].len())?;
    beyond(random, words, line, at, ends)
}

/// A number from one on and below another.
fn any(random: &mut Random, from: usize, to: usize) -> Option<usize> {
    (from < to).then(|| from + random.below((to - from) as u64) as usize)
}

fn number(words: &Words, line: usize, at: usize) -> Option<i64> {
    words.get(line)?.get(at)?.parse().ok()
}

/// A line of numbers in which one is not greater than the one before.
fn not_ascending(random: &mut Random, words: &mut Words) -> Wrong {
    let at = any(random, 1, words[1].len())?;
    let before = number(words, 1, at - 1)?;
    put(words, 1, at, random.within(1..=before))
}

/// Two of the words of a line alike, from one on.
fn twice(random: &mut Random, words: &mut Words, line: usize, from: usize) -> Wrong {
    let at = any(random, from + 1, words.get(line)?.len())?;
    let other = words[line][any(random, from, at)?].clone();
    put(words, line, at, other)
}

/// A word that is too long, or has another character in it.
fn no_word(random: &mut Random, words: &mut Words, ends: [usize; 2], letters: &str) -> Wrong {
    let line = any(random, 1, words.len())?;
    let mut word = words[line][0].clone();
    match random.below(3) {
        0 if ends[0] > 1 => word.truncate(ends[0] - 1),
        1 => {
            let at = any(random, 0, word.len())?;
            word.replace_range(
                at..=at,
                random.pick(&letters.split(' ').collect::<Vec<_>>())?,
            );
        }
        _ => word = "a".repeat(ends[1] + 1 + random.below(9) as usize),
    }
    put(words, line, 0, word)
}

/// An edge with other ends.
fn edge(words: &mut Words, line: usize, ends: [String; 2]) -> Wrong {
    let [from, to] = ends;
    put(words, line, 0, from)?;
    put(words, line, 1, to)?;
    Some((line, 0..=1))
}

const MOST: i64 = 1_000_000_000;

#[rustfmt::skip]
const BROKEN: &[Broken] = &[
    Broken("abc349e", "each integer -1000000000 to 1000000000", |r, w| somewhere(r, w, 0, [-MOST, MOST])),
    Broken("abc349e", "their sum is odd", |r, w| {
        let (line, at) = (any(r, 0, 3)?, any(r, 0, 3)?);
        let old = number(w, line, at)?;
        put(w, line, at, if old > 0 { old - 1 } else { old + 1 })?;
        // All of it is.
        Some((0, 0..=8))
    }),
    Broken("abc201d", "1 <= H <= 2000", |r, w| beyond(r, w, 0, 0, [1, 2000])),
    Broken("abc201d", "1 <= W <= 2000", |r, w| beyond(r, w, 0, 1, [1, 2000])),
    Broken("abc201d", "each character + or -", |r, w| {
        let line = any(r, 1, w.len())?;
        let at = any(r, 0, w[line][0].len())?;
        w[line][0].replace_range(at..=at, r.pick(&["*", "#", "1", "−", "o"])?);
        Some((line, 0..=0))
    }),
    Broken("aoj0066", "each line nine characters", |r, w| {
        let line = any(r, 0, w.len())?;
        let length = *r.pick(&[0, 1, 8, 10, 20])?;
        put(w, line, 0, "osx".repeat(7)[..length].to_owned())
    }),
    Broken("aoj0066", "each character o, x or s", |r, w| {
        let line = any(r, 0, w.len())?;
        let at = any(r, 0, 9)?;
        w[line][0].replace_range(at..=at, r.pick(&["O", "X", ".", "0", "０"])?);
        Some((line, 0..=0))
    }),
    Broken("edpc-l", "1 <= N <= 3000", |r, w| beyond(r, w, 0, 0, [1, 3000])),
    Broken("edpc-l", "each integer 1 to 1000000000", |r, w| somewhere(r, w, 1, [1, MOST])),
    Broken("edpc-k", "1 <= N <= 100", |r, w| beyond(r, w, 0, 0, [1, 100])),
    Broken("edpc-k", "1 <= K <= 100000", |r, w| beyond(r, w, 0, 1, [1, 100_000])),
    Broken("edpc-k", "each integer 1 to K", |r, w| { let k = number(w, 0, 1)?; somewhere(r, w, 1, [1, k]) }),
    Broken("edpc-k", "each integer greater than the one before", not_ascending),
    Broken("abc025c", "each integer 0 to 100", |r, w| somewhere(r, w, 0, [0, 100])),
    Broken("tdpc-b", "1 <= A <= 1000", |r, w| beyond(r, w, 0, 0, [1, 1000])),
    Broken("tdpc-b", "1 <= B <= 1000", |r, w| beyond(r, w, 0, 1, [1, 1000])),
    Broken("tdpc-b", "each integer 1 to 1000", |r, w| somewhere(r, w, 1, [1, 1000])),
    Broken("abc354e", "1 <= N <= 18", |r, w| beyond(r, w, 0, 0, [1, 18])),
    Broken("abc354e", "each integer 1 to 1000000000", |r, w| somewhere(r, w, 1, [1, MOST])),
    Broken("abc278f", "1 <= N <= 16", |r, w| beyond(r, w, 0, 0, [1, 16])),
    Broken("abc278f", "each word 1 to 10 letters a to z", |r, w| no_word(r, w, [1, 10], "A Z 1 - é")),
    Broken("abc278f", "no word twice", |r, w| {
        let line = any(r, 2, w.len())?;
        let other = w[any(r, 1, line)?][0].clone();
        put(w, line, 0, other)
    }),
    Broken("abc270d", "1 <= N <= 10000", |r, w| beyond(r, w, 0, 0, [1, 10_000])),
    Broken("abc270d", "1 <= K <= 100", |r, w| beyond(r, w, 0, 1, [1, 100])),
    Broken("abc270d", "the first integer 1", |r, w| {
        let most = number(w, 1, 1).map_or(number(w, 0, 0)?, |next| next - 1);
        (most > 1).then(|| put(w, 1, 0, r.within(2..=most)))?
    }),
    Broken("abc270d", "each integer greater than the one before", not_ascending),
    Broken("abc270d", "each integer at most N", |r, w| {
        let last = w[1].len() - 1;
        let n = number(w, 0, 0)?;
        put(w, 1, last, n + r.within(1..=99_999))
    }),
    Broken("abc209e", "1 <= N <= 200000", |r, w| beyond(r, w, 0, 0, [1, 200_000])),
    Broken("abc209e", "each word 3 to 8 letters A to Z or a to z", |r, w| no_word(r, w, [3, 8], "1 - _ é [")),
    Broken("cf787c", "2 <= n <= 7000", |r, w| beyond(r, w, 0, 0, [2, 7000])),
    Broken("cf787c", "each number of steps 1 to n-1", |r, w| {
        let (line, n) = (any(r, 1, 3)?, number(w, 0, 0)?);
        beyond(r, w, line, 0, [1, n - 1])
    }),
    Broken("cf787c", "each step 1 to n-1", |r, w| {
        let (line, n) = (any(r, 1, 3)?, number(w, 0, 0)?);
        let at = any(r, 1, w[line].len())?;
        beyond(r, w, line, at, [1, n - 1])
    }),
    Broken("cf787c", "no step of a player twice", |r, w| { let line = any(r, 1, 3)?; twice(r, w, line, 1) }),
    Broken("abc261h", "1 <= N <= 200000", |r, w| beyond(r, w, 0, 0, [1, 200_000])),
    Broken("abc261h", "0 <= M <= 200000", |r, w| beyond(r, w, 0, 1, [0, 200_000])),
    Broken("abc261h", "1 <= v <= N", |r, w| { let n = number(w, 0, 0)?; beyond(r, w, 0, 2, [1, n]) }),
    Broken("abc261h", "1 <= A <= N", |r, w| {
        let (line, n) = (any(r, 1, w.len())?, number(w, 0, 0)?);
        beyond(r, w, line, 0, [1, n])
    }),
    Broken("abc261h", "1 <= B <= N", |r, w| {
        let (line, n) = (any(r, 1, w.len())?, number(w, 0, 0)?);
        beyond(r, w, line, 1, [1, n])
    }),
    Broken("abc261h", "0 <= C <= 1000000000", |r, w| {
        let line = any(r, 1, w.len())?;
        beyond(r, w, line, 2, [0, MOST])
    }),
    Broken("abc261h", "no edge from a vertex to itself", |r, w| {
        let line = any(r, 1, w.len())?;
        let vertex = w[line][any(r, 0, 2)?].clone();
        edge(w, line, [vertex.clone(), vertex])
    }),
    Broken("abc261h", "no edge twice", |r, w| {
        let line = any(r, 2, w.len())?;
        let other = w[any(r, 1, line)?].clone();
        edge(w, line, [other[0].clone(), other[1].clone()])
    }),
];

#[test]
fn every_constraint_is_here() {
    // Those of problems that are read by their shape alone stand with the tests of stated problems.
    let stated: Vec<(&str, &str)> = problems()
        .iter()
        .filter(|problem| !problem.is_shaped())
        .map(|problem| problem.about())
        .flat_map(|about| about.constraints.iter().map(|what| (about.id, *what)))
        .collect();
    let here: Vec<(&str, &str)> = BROKEN
        .iter()
        .map(|Broken(id, what, _)| (*id, *what))
        .collect();
    assert_eq!(here, stated);
}

#[test]
fn what_breaks_a_constraint_is_refused_where_it_stands() {
    for Broken(id, constraint, break_it) in BROKEN {
        let mut seen = BTreeSet::new();
        for seed in 0.. {
            assert!(
                seed < 100 * ROUNDS,
                "{id}: {constraint}: {} only",
                seen.len()
            );
            let mut random = Random::new(seed);
            let corners = get(id).corners();
            let usual: Vec<_> = corners.iter().filter(|c| **c != Corner::Largest).collect();
            let corner = **random.pick(&usual).unwrap();
            let good = get(id).generate(&mut random, corner);
            let mut words: Words = good.lines().map(words_of).collect();
            let Some((line, wrong)) = break_it(&mut random, &mut words) else {
                continue;
            };
            let bad = text(&words);
            if bad != good && seen.insert(bad.clone()) {
                refused(id, constraint, &bad, (line, wrong));
            }
            if seen.len() as u64 >= ROUNDS {
                break;
            }
        }
    }
}

fn words_of(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn text(words: &Words) -> String {
    let lines = words.iter().map(|line| line.join(" ") + "\n");
    lines.collect()
}

/// The bad input gets no answer, and the fault lies in the words that are wrong; in a stream too.
fn refused(id: &str, what: &str, bad: &str, wrong: (usize, std::ops::RangeInclusive<usize>)) {
    let (line, words) = wrong;
    if id == "aoj0066" {
        // A stream: the other lines are answered.
        let said = run_bytes(id, &mut bad.as_bytes(), &Options::default()).unwrap();
        let answers: Vec<&str> = said.output.lines().collect();
        // A line without a character at the end of the input is the end of the input.
        let blank = bad.lines().nth(line) == Some("") && line + 1 == bad.lines().count();
        if !blank {
            assert_eq!(
                (answers[line], said.done.bad),
                ("error", 1),
                "{what}: {bad}"
            );
            let place = format!("error: line {}, column ", line + 1);
            assert!(said.notes.starts_with(&place), "{what}: {}", said.notes);
        }
        return;
    }
    let fault = match run_bytes(id, &mut bad.as_bytes(), &Options::default()) {
        Err(ContestError::Input(fault)) => fault,
        Err(error) => panic!("{id}: {what}: {error}"),
        Ok(said) => panic!("{id}: {what}: answered {} to\n{bad}", said.output),
    };
    // Where the words stand, from the first to the end of the last.
    let start: usize = bad.split_inclusive('\n').take(line).map(str::len).sum();
    let ends: Vec<usize> = bad[start..]
        .split_inclusive([' ', '\n'])
        .scan(start, |at, word| {
            *at += word.len();
            Some(*at)
        })
        .collect();
    let from = match words.start() {
        0 => start,
        first => ends[first - 1],
    };
    let to = ends[*words.end()] - 1;
    let span = &fault.error.span;
    assert!(
        from <= span.start && span.end <= to && span.start < span.end,
        "{id}: {what}: {fault} at {span:?}, not in {from}..{to} of\n{bad}"
    );
    if get(id).about().many {
        let said = run_bytes(id, &mut bad.as_bytes(), &MANY).unwrap();
        assert!(
            said.done.bad > 0,
            "{id}: {what}: answered {} to\n{bad}",
            said.output
        );
        assert!(said.output.contains("error"));
    }
}
