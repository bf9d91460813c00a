//! Problems with one input, which is read whole before it is answered.

use super::scan::Scan;
use super::telling::{LINES, Teller, played_out};
use super::{
    About, ContestError, Corner, Done, Fault, Options, Problem, Random, Streams, Subject,
    check_options,
};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use yomikiri::{Ask, Control, Failure, Game, Method, Notation, Score, TextError, Value};
use yomikiri_catalog::START;
use yomikiri_catalog::lang::{Lang, Message};
use yomikiri_face::Sessions;
use yomikiri_games::lists::BadItem;

/// The tries to make an input that the player who moves first loses.
const TRIES: usize = 16;
/// The most positions that are played out for an explanation.
const SHOWN: usize = 20_000;

/// A [`Problem`] whose input is one case; this trait asks only for the parts that differ.
///
/// Each implementor is a [`Problem`] too.
pub(super) trait Single: Sync {
    /// A parsed input.
    type Case: 'static;

    /// The description of the problem.
    const ABOUT: About;
    /// The problem's names of the players.
    const NAMES: [&'static str; 2];
    /// The kinds of input besides [`Corner::Negative`]. That kind is made from the others by looking for cases
    /// that go against the player who moves first.
    const CORNERS: &'static [Corner];
    /// Whether [`smaller`](Single::smaller) already takes the steps of the shape.
    const SHAPED: bool = false;

    /// Reads a case up to its last line. The caller checks that nothing follows.
    fn read(scan: &mut Scan<'_>) -> Result<Self::Case, TextError>;

    /// Writes the case in the judge's form.
    fn write(case: &Self::Case) -> String;

    /// Returns the answer in the judge's form.
    fn answer(case: &Self::Case, asked: &mut Asked<'_, '_>) -> Result<String, ContestError>;

    /// Returns whether a case with this answer goes against the player who moves first.
    fn against_first(case: &Self::Case, answer: &str) -> bool;

    /// Makes a valid case of a kind.
    fn generate(random: &mut Random, corner: Corner) -> Self::Case;

    /// Describes a move in the problem's words; `gain` is what the move brings to the mover. The table of
    /// Japanese texts must have each form.
    fn does(case: &Self::Case, mv: &str, gain: i64) -> String {
        let _ = (case, gain);
        format!("plays {mv}")
    }

    /// Describes a value of the start in the problem's words, if the problem does not ask who wins.
    fn worth(case: &Self::Case, value: Value) -> Option<String> {
        let _ = (case, value);
        None
    }

    /// Returns the position that a word of the answer, counted from 0, is about.
    fn subject(case: &Self::Case, word: usize) -> Option<Subject>;

    /// Returns simpler valid cases, the simplest first.
    fn smaller(case: Self::Case) -> Box<dyn Iterator<Item = Self::Case>>;
}

/// The wishes of the caller about an answer.
pub(super) struct Asked<'a, 'c> {
    pub(super) method: Method,
    pub(super) control: &'a mut Control<'c>,
    names: [&'static str; 2],
    pub(super) lang: Lang,
    /// The word of the answer to explain, from 0; `None` for all.
    pub(super) word: Option<usize>,
    does: &'a dyn Fn(&str, i64) -> String,
    worth: &'a dyn Fn(Value) -> Option<String>,
    /// The sink for explanations, if they are wanted.
    notes: Option<&'a mut dyn Write>,
}

impl<T: Single> Problem for T {
    fn about(&self) -> &'static About {
        &T::ABOUT
    }

    fn run(
        &self,
        streams: &mut Streams<'_>,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Done, ContestError> {
        check_options(&T::ABOUT, options)?;
        let mut text = Vec::new();
        streams.input.read_to_end(&mut text)?;
        let case = read::<T>(&text).map_err(|error| Fault::locate(error, &text))?;
        let mut asked = Asked {
            method: options.method.unwrap_or(T::ABOUT.solvers[0]),
            control,
            names: T::NAMES,
            lang: options.lang,
            word: options.word,
            does: &|mv, gain| T::does(&case, mv, gain),
            worth: &|value| T::worth(&case, value),
            notes: None,
        };
        if options.explain {
            asked.notes = Some(&mut *streams.notes);
        }
        let answer = T::answer(&case, &mut asked)?;
        streams.output.write_all(answer.as_bytes())?;
        streams.output.flush()?;
        Ok(Done::ONE)
    }

    fn corners(&self) -> &'static [Corner] {
        T::CORNERS
    }

    fn is_shaped(&self) -> bool {
        T::SHAPED
    }

    fn generate(&self, random: &mut Random, corner: Corner) -> String {
        let corner = if T::CORNERS.contains(&corner) {
            corner
        } else {
            T::CORNERS[0]
        };
        if corner != Corner::Negative {
            return T::write(&T::generate(random, corner));
        }
        let mut case = T::generate(random, corner);
        for _ in 1..TRIES {
            let mut asked = Asked {
                method: T::ABOUT.solvers[0],
                control: &mut Control::new(),
                names: T::NAMES,
                lang: Lang::En,
                word: None,
                does: &|mv, _| mv.to_owned(),
                worth: &|_| None,
                notes: None,
            };
            let answer = T::answer(&case, &mut asked);
            if answer.is_ok_and(|answer| T::against_first(&case, &answer)) {
                break;
            }
            case = T::generate(random, corner);
        }
        T::write(&case)
    }

    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a> {
        match read::<T>(input.as_bytes()) {
            Ok(case) => Box::new(T::smaller(case).map(|case| T::write(&case))),
            Err(_) => Box::new(std::iter::empty()),
        }
    }

    fn takes(&self, input: &str) -> bool {
        read::<T>(input.as_bytes()).is_ok()
    }

    fn subject(&self, input: &str, word: usize, _: &Options) -> Option<Subject> {
        T::subject(&read::<T>(input.as_bytes()).ok()?, word)
    }
}

fn read<T: Single>(text: &[u8]) -> Result<T::Case, TextError> {
    let mut scan = Scan::new(text);
    let case = T::read(&mut scan)?;
    scan.end()?;
    Ok(case)
}

impl<'a> Asked<'a, '_> {
    /// Returns whether explanations are wanted.
    pub(super) fn is_explaining(&self) -> bool {
        self.notes.is_some()
    }

    /// Returns the value of the start, and explains it if that is wanted.
    pub(super) fn value<G: Sessions>(&mut self, game: &G, ask: Ask) -> Result<Value, ContestError> {
        let start = game.start();
        let value = game
            .session(ask, self.method)?
            .value(&start, self.control)?;
        if self.notes.is_some() {
            // The distance tells more than the winner.
            let ask = match ask {
                Ask::Winner => Ask::Distance,
                ask => ask,
            };
            self.explain(game, &start, ask)?;
        }
        Ok(value)
    }

    /// Explains the value of a position, and shows play that achieves it.
    pub(super) fn explain<G: Sessions>(
        &mut self,
        game: &G,
        start: &G::Position,
        ask: Ask,
    ) -> Result<(), ContestError> {
        let does = self.does;
        let gain = |at: &G::Position, mv: G::Move| match game.has_gains() {
            true => game.gain(at, mv),
            false => 0,
        };
        let does = |at: &G::Position, mv: G::Move| does(&game.move_text(at, mv), gain(at, mv));
        let (teller, method) = (self.teller(), self.method);
        let lines = teller.play(game, start, (ask, method), self.control, &does)?;
        Ok(self.note(&lines)?)
    }

    /// Explains one position, called `what`, of a game whose play may cycle.
    pub(super) fn explain_one<G: Game + Notation>(
        &mut self,
        what: &str,
        game: &G,
        at: &G::Position,
    ) -> Result<(), ContestError> {
        if self.notes.is_none() {
            return Ok(());
        }
        let Some((graph, positions)) = played_out(game, at, SHOWN) else {
            let lines = [what.to_owned(), Message::TooManyToShow {}.text(self.lang)];
            return Ok(self.note(&lines)?);
        };
        let does = self.does;
        let does = |from: &u128, mv: u32| {
            let (at, to) = (&positions[*from as usize], graph.play(from, mv));
            let mut moves = game.moves(at);
            let made = moves.find(|&mv| game.play(at, mv) == positions[to as usize]);
            made.map_or_else(String::new, |mv| does(&game.move_text(at, mv), 0))
        };
        let (teller, how) = (self.teller(), (Ask::Distance, Method::Retrograde));
        let mut lines = vec![format!("{what}:")];
        let start = graph.start();
        lines.extend(teller.play(&graph, &start, how, self.control, &does)?);
        Ok(self.note(&lines)?)
    }

    /// Returns the teller that puts this input into words.
    pub(super) fn teller(&self) -> Teller<'a> {
        Teller {
            names: self.names,
            lang: self.lang,
            worth: self.worth,
        }
    }

    /// Tells the values of the first of many positions.
    pub(super) fn explain_each(
        &mut self,
        values: impl ExactSizeIterator<Item = (String, Value)>,
    ) -> io::Result<()> {
        if self.notes.is_none() {
            return Ok(());
        }
        let teller = self.teller();
        let count = values.len();
        let lines = values
            .take(LINES)
            .map(|(what, value)| format!("{what}: {}", teller.worth(value)));
        let lines = teller.first(lines.collect(), count);
        self.note(&lines)
    }

    /// Writes lines to the explanations.
    pub(super) fn note(&mut self, lines: &[String]) -> io::Result<()> {
        match &mut self.notes {
            Some(notes) => lines.iter().try_for_each(|line| writeln!(notes, "{line}")),
            None => Ok(()),
        }
    }
}

/// Reads whole numbers that fill one line.
pub(super) fn line_of(
    scan: &mut Scan<'_>,
    what: &str,
    count: usize,
    range: RangeInclusive<i64>,
) -> Result<Vec<i64>, TextError> {
    let numbers = (0..count).map(|_| scan.integer(what, range.clone()));
    let numbers = numbers.collect::<Result<_, _>>()?;
    scan.end_line()?;
    Ok(numbers)
}

/// Reads whole numbers that fill one line, each greater than the one before.
pub(super) fn ascending_line_of(
    scan: &mut Scan<'_>,
    what: &str,
    count: usize,
    range: RangeInclusive<i64>,
) -> Result<Vec<i64>, TextError> {
    let mut numbers = Vec::with_capacity(count);
    for _ in 0..count {
        let (span, number) = scan.integer_at(what, range.clone())?;
        if numbers.last().is_some_and(|&last| last >= number) {
            let why = format!("{what} is greater than the one before, not {number}");
            return Err(TextError::new(span, why));
        }
        numbers.push(number);
    }
    scan.end_line()?;
    Ok(numbers)
}

/// Writes numbers as a line.
pub(super) fn written(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    texts.join(" ") + "\n"
}

/// Writes numbers as a setting of a game's spec.
pub(super) fn joined(numbers: &[i64]) -> String {
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    texts.join("/")
}

/// Returns the start as the subject of an answer.
pub(super) fn at_start<T: Single>(game: String, ask: Ask) -> Option<Subject> {
    Some(Subject {
        game,
        file: None,
        position: START.to_owned(),
        ask,
        names: T::NAMES,
    })
}

/// Converts an error of a game that refuses a case although the problem's narrower limits have been checked.
pub(super) fn refused(bad: BadItem) -> ContestError {
    Fault::locate(TextError::new(0..0, bad.to_string()), b"").into()
}

/// Converts the failure of a solver that was called directly.
pub(super) fn failed<S: Score>(failure: Failure<S>) -> ContestError {
    match failure {
        Failure::Refused(refusal) => ContestError::Refused(refusal),
        Failure::Stopped { why, .. } => ContestError::Stopped(why),
    }
}

/// Returns `count` different numbers of a range, or all of it, in ascending order.
pub(super) fn different(random: &mut Random, count: usize, range: RangeInclusive<i64>) -> Vec<i64> {
    let mut numbers: Vec<i64> = range.collect();
    random.shuffle(&mut numbers);
    numbers.truncate(count);
    numbers.sort_unstable();
    numbers
}

/// Makes numbers of a kind in a range.
pub(super) fn numbers(
    random: &mut Random,
    corner: Corner,
    count: usize,
    range: RangeInclusive<i64>,
) -> Vec<i64> {
    let (least, most) = range.into_inner();
    let same = random.within(least..=most);
    let mut numbers: Vec<i64> = (0..count)
        .map(|_| match corner {
            Corner::Small | Corner::Negative => random.within(least..=most.min(least + 9)),
            Corner::Extreme if random.one_in(2) => most - random.within(0..=(most - least).min(1)),
            Corner::Extreme => least + random.within(0..=(most - least).min(1)),
            Corner::Ties => random.within(least..=most.min(least + 1)),
            Corner::Equal => same,
            Corner::Largest if random.one_in(8) => most,
            _ => random.within(least..=most),
        })
        .collect();
    if corner == Corner::Sorted {
        numbers.sort_unstable();
        if random.one_in(2) {
            numbers.reverse();
        }
    }
    numbers
}

/// Returns the number of items in a case of a kind, at most `most`.
pub(super) fn size(random: &mut Random, corner: Corner, most: usize) -> usize {
    let usual = *random.pick(&[6, 12, 60]).unwrap_or(&12);
    let bound = match corner {
        Corner::Largest => return most,
        Corner::Small | Corner::Negative => 6,
        _ => usual,
    };
    random.within(1..=bound.min(most) as i64) as usize
}
