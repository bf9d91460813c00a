//! Learning a list of rules that is right about examples.
//!
//! The list is built greedily: any rule that is right wherever it gives a move may come next, and the examples that
//! it decides need no other. If some order of the available rules is right, this finds one. The contents of cells are
//! stored as sets of examples, so that weighing a rule takes a few operations on words.

use super::board::{Board, Marks, members};
use super::play::Ready;
use super::rules::{Given, Guard, Rule, View};
use super::tails::{is_of_use, tails};
use std::cmp::Reverse;
use yomikiri_core::Player;

/// The most examples.
pub(super) const MOST_EXAMPLES: usize = 64 * WORDS;
const WORDS: usize = 24;

/// A set of examples.
type Set = [u64; WORDS];
const ALL: Set = [u64::MAX; WORDS];

/// The open examples in which a rule may give a move: all of them, those in which it would be wrong, and those in
/// which the tail is wrong.
struct Among {
    all: Set,
    spoiled: Set,
    mended: Set,
}

/// A position, and the moves that keep the claim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) view: View,
    pub(super) good: u64,
}

/// The end of a list: it gives a move wherever there is one.
struct Tail {
    rules: Vec<Rule>,
    ready: Ready,
    /// The examples about which it is wrong.
    wrong: Set,
}

/// A rule about many cells.
struct Wide {
    rule: Rule,
    gives: Set,
    wrong: Set,
}

/// The examples, and the list that is right about them.
pub(super) struct Lessons<'b> {
    board: &'b Board,
    /// The rules that come before all others.
    first: Vec<Rule>,
    begin: Ready,
    /// The cells that are empty at the start.
    changing: u64,
    examples: Vec<Example>,
    /// The examples that the first rules do not decide.
    rest: Set,
    /// For each cell, the examples in which it is open, and those in which it is open but a bad move.
    open: Vec<Set>,
    bad: Vec<Set>,
    /// For each cell and each content of it, the examples.
    state: Vec<[Set; 3]>,
    tails: Vec<Tail>,
    wide: Vec<Wide>,
    /// The current list, between the first rules and the tail.
    list: Vec<Rule>,
    tail: usize,
    /// The number of examples at which the list is made anew.
    anew: usize,
    guards: usize,
}

/// The most examples that the tail is wrong about for which two guards are tried.
const MOST_WRONG: usize = 2;
/// The costs of rules, in units of decided examples.
const WIDE: i64 = 4;
const GUARD: i64 = 6;

impl<'b> Lessons<'b> {
    pub(super) fn new(board: &'b Board, at: Marks, claimant: Player, guards: usize) -> Self {
        let first = match (board.lines_win() && board.ends_by_line(), board.is_common()) {
            (true, false) => vec![Rule::Win, Rule::Stop],
            // A player who could stop a line can complete it.
            (true, true) => vec![Rule::Win],
            // On several boards one line does not win yet.
            (false, _) => Vec::new(),
        };
        let tails = tails(board, at, claimant);
        let mut wide: Vec<Rule> = Vec::new();
        for rule in tails.iter().flatten() {
            let rules = match rule {
                Rule::Lowest(set) => [Rule::Only(*set), Rule::Follow(*set)].to_vec(),
                Rule::Follow(_) | Rule::Pair(_) => vec![rule.clone()],
                _ => Vec::new(),
            };
            for rule in rules.into_iter().filter(|rule| is_of_use(board, rule)) {
                if !wide.contains(&rule) {
                    wide.push(rule);
                }
            }
        }
        Lessons {
            board,
            begin: Ready::new(&first),
            first,
            changing: board.empty(at),
            examples: Vec::new(),
            rest: [0; WORDS],
            open: vec![[0; WORDS]; board.count()],
            bad: vec![[0; WORDS]; board.count()],
            state: vec![[[0; WORDS]; 3]; board.count()],
            tails: tails
                .into_iter()
                .map(|rules| Tail {
                    ready: Ready::new(&rules),
                    rules,
                    wrong: [0; WORDS],
                })
                .collect(),
            wide: wide
                .into_iter()
                .map(|rule| Wide {
                    rule,
                    gives: [0; WORDS],
                    wrong: [0; WORDS],
                })
                .collect(),
            list: Vec::new(),
            tail: 0,
            anew: 0,
            guards,
        }
    }

    pub(super) fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// Returns the number of rules between the first ones and the tail.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds an example; leaves it out if there is no room.
    pub(super) fn add(&mut self, example: Example) {
        let index = self.examples.len();
        if index >= MOST_EXAMPLES {
            return;
        }
        self.examples.push(example);
        let (word, bit) = (index / 64, 1u64 << (index % 64));
        let Example { view, good } = &example;
        if self.begin.choose(view, self.board).is_some() {
            return;
        }
        self.rest[word] |= bit;
        for cell in members(view.open) {
            self.open[cell][word] |= bit;
            if good >> cell & 1 == 0 {
                self.bad[cell][word] |= bit;
            }
        }
        for cell in 0..self.board.count() {
            self.state[cell][usize::from(view.state(cell))][word] |= bit;
        }
        for tail in &mut self.tails {
            let cell = tail.ready.choose(view, self.board);
            if cell.is_none_or(|cell| good >> cell & 1 == 0) {
                tail.wrong[word] |= bit;
            }
        }
        for wide in &mut self.wide {
            match wide.rule.cell(view, self.board) {
                Given::Nothing => {}
                Given::Cell(cell) => {
                    wide.gives[word] |= bit;
                    if good >> cell & 1 == 0 {
                        wide.wrong[word] |= bit;
                    }
                }
                Given::Two => {
                    wide.gives[word] |= bit;
                    wide.wrong[word] |= bit;
                }
            }
        }
    }

    /// Returns the current list.
    pub(super) fn rules(&self) -> Vec<Rule> {
        let mut rules = self.first.clone();
        rules.extend(self.list.iter().cloned());
        rules.extend(self.tails[self.tail].rules.iter().cloned());
        joined(rules)
    }

    /// Returns the number of words that hold examples.
    fn words(&self) -> usize {
        self.examples.len().div_ceil(64)
    }

    /// Makes the list right about all examples; returns whether that is possible.
    pub(super) fn learn(&mut self) -> bool {
        let words = self.words();
        if self.examples.len() >= self.anew {
            self.anew = self.examples.len() * 4 / 3 + 4;
            self.list.clear();
            let wrong = |tail: &Tail| count(words, |word| tail.wrong[word] & self.rest[word]);
            self.tail = (0..self.tails.len())
                .min_by_key(|&index| wrong(&self.tails[index]))
                .unwrap_or(0);
        }
        // Keep the rules up to the first that is wrong by now.
        let mut rest = self.rest;
        let mut right = 0;
        while right < self.list.len() {
            let (gives, wrong) = self.sets(&self.list[right]);
            if (0..words).any(|word| wrong[word] & rest[word] != 0) {
                break;
            }
            (0..words).for_each(|word| rest[word] &= !gives[word]);
            right += 1;
        }
        self.list.truncate(right);
        loop {
            let tail = &self.tails[self.tail];
            let mut wrong = [0; WORDS];
            (0..words).for_each(|word| wrong[word] = tail.wrong[word] & rest[word]);
            if wrong == [0; WORDS] {
                return true;
            }
            let Some(rule) = self.next(&rest, &wrong) else {
                return false;
            };
            let (gives, _) = self.sets(&rule);
            (0..words).for_each(|word| rest[word] &= !gives[word]);
            self.list.push(rule);
        }
    }

    /// Returns the examples in which a rule gives a move, and those in which it gives a wrong one.
    fn sets(&self, rule: &Rule) -> (Set, Set) {
        if let Rule::When(cell, guards) = rule {
            let cell = usize::from(*cell);
            let mut gives = self.open[cell];
            for guard in guards {
                let state = &self.state[usize::from(guard.cell)][usize::from(guard.is)];
                (0..WORDS).for_each(|word| gives[word] &= state[word]);
            }
            let mut wrong = gives;
            (0..WORDS).for_each(|word| wrong[word] &= self.bad[cell][word]);
            return (gives, wrong);
        }
        let known = self.wide.iter().find(|wide| wide.rule == *rule);
        known.map_or(([0; WORDS], [0; WORDS]), |wide| (wide.gives, wide.wrong))
    }

    /// Returns the score of a rule as the next one, if it gives a move in those examples `among` that are in `set`.
    /// It counts the decided examples, above all those that the tail is wrong about; `None` if the rule is wrong
    /// itself, or useless.
    #[inline]
    fn score(&self, among: &Among, set: &Set, cost: i64) -> Option<i64> {
        let words = self.words();
        // Most rules are wrong; this finds that out without counting.
        let meets = |other: &Set| (0..words).any(|word| set[word] & other[word] != 0);
        if meets(&among.spoiled) || !meets(&among.mended) {
            return None;
        }
        let mended = count(words, |word| set[word] & among.mended[word]);
        let decided = count(words, |word| set[word] & among.all[word]);
        Some(8 * i64::from(mended) + i64::from(decided) - cost)
    }

    /// Returns the open examples for a rule that gives a move in `gives` and is wrong in `bad`.
    fn among(&self, rest: &Set, wrong: &Set, gives: &Set, bad: &Set) -> Among {
        let mut among = Among {
            all: [0; WORDS],
            spoiled: [0; WORDS],
            mended: [0; WORDS],
        };
        for word in 0..self.words() {
            let all = rest[word] & gives[word];
            among.all[word] = all;
            among.spoiled[word] = all & bad[word];
            among.mended[word] = all & wrong[word];
        }
        among
    }

    /// Returns the best rule for the open examples, of which the tail is wrong about some.
    fn next(&self, rest: &Set, wrong: &Set) -> Option<Rule> {
        let mut best: Option<(i64, Rule)> = None;
        let mut offer = |score: Option<i64>, rule: &dyn Fn() -> Rule| {
            if let Some(score) = score
                && best.as_ref().is_none_or(|(most, _)| score > *most)
            {
                best = Some((score, rule()));
            }
        };
        for wide in &self.wide {
            let among = self.among(rest, wrong, &wide.gives, &wide.wrong);
            offer(self.score(&among, &ALL, WIDE), &|| wide.rule.clone());
        }
        for cell in members(self.changing) {
            let bad = &self.bad[cell];
            let among = self.among(rest, wrong, &self.open[cell], bad);
            if (0..self.words()).all(|word| among.mended[word] & !bad[word] == 0) {
                continue;
            }
            let score = self.score(&among, &ALL, 0);
            offer(score, &|| Rule::When(cell as u8, Vec::new()));
            if score.is_some() {
                // A guard would only make the rule decide fewer examples.
                continue;
            }
            for guard in members(self.changing & !(1 << cell)) {
                for (is, state) in self.state[guard].iter().enumerate() {
                    let score = self.score(&among, state, GUARD);
                    offer(score, &|| {
                        let guard = Guard {
                            cell: guard as u8,
                            is: is as u8,
                        };
                        Rule::When(cell as u8, vec![guard])
                    });
                }
            }
        }
        match best {
            Some((_, rule)) => Some(rule),
            None => self
                .with_two(rest, wrong)
                .filter(|_| self.guards > 1)
                .or_else(|| self.with_many(rest, wrong)),
        }
    }

    /// Returns the best rule that is right about one of the first examples that the tail is wrong about, with as many
    /// guards as that takes. Each guard rules out as many wrong moves as possible.
    fn with_many(&self, rest: &Set, wrong: &Set) -> Option<Rule> {
        let is_wrong = |&index: &usize| wrong[index / 64] >> (index % 64) & 1 == 1;
        let words = self.words();
        let mut best: Option<(i64, Rule)> = None;
        for index in (0..self.examples.len()).filter(is_wrong).take(MOST_WRONG) {
            let Example { view, good } = &self.examples[index];
            for cell in members(*good) {
                let among = self.among(rest, wrong, &self.open[cell], &self.bad[cell]);
                let mut here = ALL;
                let mut guards = Vec::new();
                while guards.len() < self.guards {
                    let mut next: Option<((u32, Reverse<u32>), Guard)> = None;
                    for guard in members(self.changing & !(1 << cell)) {
                        let is = view.state(guard);
                        let state = &self.state[guard][usize::from(is)];
                        let with = |word: usize| here[word] & state[word];
                        let bad = count(words, |word| with(word) & among.spoiled[word]);
                        let mended = count(words, |word| with(word) & among.mended[word]);
                        let order = (bad, Reverse(mended));
                        if next.as_ref().is_none_or(|(least, _)| order < *least) {
                            let cell = guard as u8;
                            next = Some((order, Guard { cell, is }));
                        }
                    }
                    let Some(((bad, _), guard)) = next else { break };
                    let state = &self.state[usize::from(guard.cell)][usize::from(guard.is)];
                    (0..words).for_each(|word| here[word] &= state[word]);
                    guards.push(guard);
                    if bad == 0 {
                        break;
                    }
                }
                let cost = GUARD * guards.len() as i64;
                let score = self.score(&among, &here, cost);
                if let Some(score) = score
                    && best.as_ref().is_none_or(|(most, _)| score > *most)
                {
                    best = Some((score, Rule::When(cell as u8, guards)));
                }
            }
        }
        best.map(|(_, rule)| rule)
    }

    /// Returns the best rule with two guards that is right about one of the first examples that the tail is wrong
    /// about.
    fn with_two(&self, rest: &Set, wrong: &Set) -> Option<Rule> {
        let is_wrong = |&index: &usize| wrong[index / 64] >> (index % 64) & 1 == 1;
        let mut best: Option<(i64, Rule)> = None;
        for index in (0..self.examples.len()).filter(is_wrong).take(MOST_WRONG) {
            let Example { view, good } = &self.examples[index];
            for cell in members(*good) {
                let others = self.changing & !(1 << cell);
                let among = self.among(rest, wrong, &self.open[cell], &self.bad[cell]);
                for one in members(others) {
                    let is_one = view.state(one);
                    let first = &self.state[one][usize::from(is_one)];
                    for two in members(others & (u64::MAX << one << 1)) {
                        let is_two = view.state(two);
                        let second = &self.state[two][usize::from(is_two)];
                        let mut both = *first;
                        (0..self.words()).for_each(|word| both[word] &= second[word]);
                        let score = self.score(&among, &both, 2 * GUARD);
                        if let Some(score) = score
                            && best.as_ref().is_none_or(|(most, _)| score > *most)
                        {
                            let guard = |cell: usize, is: u8| Guard {
                                cell: cell as u8,
                                is,
                            };
                            let guards = vec![guard(one, is_one), guard(two, is_two)];
                            best = Some((score, Rule::When(cell as u8, guards)));
                        }
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        best.map(|(_, rule)| rule)
    }
}

/// Counts the examples of a set, given by its words.
fn count(words: usize, set: impl Fn(usize) -> u64) -> u32 {
    (0..words).map(|word| set(word).count_ones()).sum()
}

/// Returns the list with runs of cells without guards joined into one rule.
pub(super) fn joined(rules: Vec<Rule>) -> Vec<Rule> {
    let mut joined: Vec<Rule> = Vec::new();
    for rule in rules {
        let cells = match rule {
            Rule::When(cell, guards) if guards.is_empty() => vec![cell],
            Rule::Take(cells) => cells,
            rule => {
                joined.push(rule);
                continue;
            }
        };
        let list = match joined.last_mut() {
            Some(Rule::Take(list)) => list,
            _ => {
                joined.push(Rule::Take(Vec::new()));
                match joined.last_mut() {
                    Some(Rule::Take(list)) => list,
                    _ => continue,
                }
            }
        };
        for cell in cells {
            if !list.contains(&cell) {
                list.push(cell);
            }
        }
    }
    joined
}
