//! A strategy for one position, learned from its mistakes.
//!
//! A candidate is played against every reply. Where it gives up what is claimed, the position becomes an
//! example: there one of the moves that keep the claim has to be made. A list of rules that is right about all
//! examples is then put together greedily: any rule that is right wherever it gives a move may come next,
//! and what it decides needs no other. If some order of the rules of the pool is right, this finds one.

use super::board::{Board, Marks, members};
use super::pairing;
use super::rules::{Given, Guard, Rule, View, choose};
use super::{Claim, Oracle};
use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri_core::Stop;

/// How hard a strategy is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diligence {
    /// How many examples a candidate may need.
    pub(super) examples: usize,
    /// How many kinds of candidates are tried.
    pub(super) tails: usize,
    /// Through how many positions of the claimant a strategy may be played.
    pub(super) positions: usize,
    /// Through how many positions all of its predecessors may be played.
    pub(super) work: usize,
    /// Whether rules may have two guards.
    pub(super) two_guards: bool,
}

/// A position, and the moves that keep the claim.
#[derive(Clone, Copy)]
struct Example {
    view: View,
    good: u64,
}

/// How play by a list of rules came out.
enum Played {
    Held,
    Failed(Example),
    TooLong,
}

/// Where a position is in the play from the root: how to ask about what follows.
pub(super) struct Place<'p> {
    pub(super) at: Marks,
    /// The cells marked from the root on.
    pub(super) path: &'p [u8],
    /// For each cell here what it is on the way from the root.
    pub(super) frame: &'p [u8],
}

/// What looks for strategies.
pub(super) struct Learner<'a> {
    pub(super) board: &'a Board,
    pub(super) claim: Claim,
    pub(super) oracle: &'a mut dyn Oracle,
    /// What is known of positions in which the other side moves, and of the least of their images.
    seen: FxHashMap<Marks, bool>,
    known: FxHashMap<Marks, bool>,
    /// Positions played through since the last report.
    played: u64,
    /// For reports.
    pub(super) least: Option<u64>,
    pub(super) open: u64,
}

impl<'a> Learner<'a> {
    pub(super) fn new(board: &'a Board, claim: Claim, oracle: &'a mut dyn Oracle) -> Self {
        Learner {
            board,
            claim,
            oracle,
            seen: FxHashMap::default(),
            known: FxHashMap::default(),
            played: 0,
            least: None,
            open: 0,
        }
    }

    /// Counts a position.
    fn count(&mut self) -> Result<(), Stop> {
        self.played += 1;
        if self.played >= 1024 {
            self.oracle.work(self.played, self.least, self.open)?;
            self.played = 0;
        }
        Ok(())
    }

    /// Whether the claim holds in a position in which the other side moves.
    pub(super) fn keeps(
        &mut self,
        place: &Place<'_>,
        at: Marks,
        trail: &[u8],
    ) -> Result<bool, Stop> {
        if let Some(&seen) = self.seen.get(&at) {
            return Ok(seen);
        }
        let least = self.board.least(at).0;
        if let Some(&known) = self.known.get(&least) {
            self.seen.insert(at, known);
            return Ok(known);
        }
        let mut path = place.path.to_vec();
        path.extend(trail.iter().map(|&cell| place.frame[usize::from(cell)]));
        let keeps = self.oracle.keeps(&path)?;
        self.known.insert(least, keeps);
        self.seen.insert(at, keeps);
        Ok(keeps)
    }

    /// The moves of the claimant that keep the claim.
    pub(super) fn good(
        &mut self,
        place: &Place<'_>,
        at: Marks,
        trail: &mut Vec<u8>,
    ) -> Result<u64, Stop> {
        let mut good = 0;
        for cell in members(self.board.open(at.taken())) {
            let (next, over) = self.board.play(at, cell);
            trail.push(cell as u8);
            let keeps = match over {
                Some(outcome) => self.claim.reaches(outcome),
                None => self.keeps(place, next, trail)?,
            };
            trail.pop();
            good |= u64::from(keeps) << cell;
        }
        Ok(good)
    }

    /// Whether a list of rules keeps the claim from a position on, by play alone.
    pub(super) fn holds(&mut self, at: Marks, rules: &[Rule], most: usize) -> Result<bool, Stop> {
        let mut met = FxHashSet::default();
        let mut stack = vec![at];
        if at.to_move() != self.claim.claimant {
            stack.clear();
            if !self.push_replies(at, &mut stack) {
                return Ok(false);
            }
        }
        while let Some(at) = stack.pop() {
            if !met.insert(at) {
                continue;
            }
            self.count()?;
            if met.len() > most {
                return Ok(false);
            }
            let view = View::of(self.board, at, self.claim.claimant);
            let Some(cell) = choose(rules, &view, self.board) else {
                return Ok(false);
            };
            let (next, over) = self.board.play(at, cell);
            let holds = match over {
                Some(outcome) => self.claim.reaches(outcome),
                None => self.seen.get(&next) != Some(&false) && self.push_replies(next, &mut stack),
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Pushes the claimant's positions after every reply, unless one ends the game too badly.
    fn push_replies(&self, at: Marks, stack: &mut Vec<Marks>) -> bool {
        for cell in members(self.board.open(at.taken())) {
            match self.board.play(at, cell) {
                (_, Some(outcome)) if !self.claim.reaches(outcome) => return false,
                (_, Some(_)) => {}
                (after, None) => stack.push(after),
            }
        }
        true
    }

    /// A list of rules that keeps the claim from a position on.
    pub(super) fn find(
        &mut self,
        place: &Place<'_>,
        diligence: &Diligence,
    ) -> Result<Option<Vec<Rule>>, Stop> {
        let mut starts = vec![(place.at, Vec::new())];
        if place.at.to_move() != self.claim.claimant {
            starts.clear();
            for cell in members(self.board.open(place.at.taken())) {
                match self.board.play(place.at, cell) {
                    (after, None) => starts.push((after, vec![cell as u8])),
                    (_, Some(outcome)) if self.claim.reaches(outcome) => {}
                    _ => return Ok(None),
                }
            }
        }
        let tails = self.tails(place.at);
        for tail in tails.into_iter().take(diligence.tails) {
            let mut examples: Vec<Example> = Vec::new();
            let mut left = diligence.work;
            for _ in 0..diligence.examples {
                let Some(rules) = self.learn(place.at, &examples, &tail, diligence.two_guards)
                else {
                    break;
                };
                let mut met = FxHashSet::default();
                let mut played = Played::Held;
                for (at, trail) in &mut starts {
                    played =
                        self.play_out(place, *at, &rules, diligence.positions, &mut met, trail)?;
                    if !matches!(played, Played::Held) {
                        break;
                    }
                }
                match played {
                    Played::Held => return Ok(Some(rules)),
                    Played::Failed(example) => examples.push(example),
                    Played::TooLong => break,
                }
                if met.len() > left {
                    break;
                }
                left -= met.len();
            }
        }
        Ok(None)
    }

    /// What a strategy falls back on: by parity, by following, by pairs.
    fn tails(&self, at: Marks) -> Vec<Vec<Rule>> {
        let board = self.board;
        let empty = board.all() & !at.taken();
        let mut tails = Vec::new();
        if board.has_gravity() {
            let level = |cell: usize| board.waits(0, cell);
            let set = |wanted: &dyn Fn(usize) -> bool| {
                let cells = members(board.all()).filter(|&cell| wanted(cell));
                cells.fold(0u64, |set, cell| set | 1 << cell)
            };
            let even = set(&|cell| level(cell) % 2 == 1);
            let odd = board.all() & !even;
            let next = members(empty).filter(|&cell| board.waits(at.taken(), cell) % 2 == 1);
            let next = next.fold(0u64, |set, cell| set | 1 << cell);
            tails.push(vec![Rule::Lowest(even), Rule::Any]);
            if next != 0 {
                tails.push(vec![Rule::Lowest(next), Rule::Any]);
            }
            tails.push(vec![Rule::Follow(board.all()), Rule::Any]);
            tails.push(vec![Rule::Lowest(odd), Rule::Any]);
        } else {
            let pairs = pairing::partly(board, at, self.claim.claimant);
            if !pairs.is_empty() {
                tails.push(vec![Rule::Pair(pairs), Rule::Any]);
            }
            let mut cells: Vec<u8> = members(empty).map(|cell| cell as u8).collect();
            cells.sort_by_key(|&cell| std::cmp::Reverse(board.through(cell.into()).len()));
            tails.push(vec![Rule::Take(cells)]);
        }
        tails.push(vec![Rule::Any]);
        tails
    }

    /// A list that is right about all examples.
    fn learn(
        &self,
        from: Marks,
        examples: &[Example],
        tail: &[Rule],
        two_guards: bool,
    ) -> Option<Vec<Rule>> {
        let board = self.board;
        let mut rules = Vec::new();
        if board.lines_win() {
            rules.extend([Rule::Win, Rule::Stop]);
        }
        // What is not decided yet, and whether the tail would be wrong about it.
        let mut rest: Vec<(Example, bool)> = Vec::new();
        for &example in examples {
            if choose(&rules, &example.view, board).is_none() {
                let cell = choose(tail, &example.view, board);
                let wrong = cell.is_none_or(|cell| example.good >> cell & 1 == 0);
                rest.push((example, wrong));
            }
        }
        let changing = board.all() & !from.taken();
        let sets: Vec<u64> = tail
            .iter()
            .filter_map(|rule| match rule {
                Rule::Lowest(set) | Rule::Follow(set) => Some(*set),
                _ => None,
            })
            .collect();
        while rest.iter().any(|(_, wrong)| *wrong) {
            let mut best: Option<(i64, Rule)> = None;
            for &set in &sets {
                let rule = Rule::Only(set);
                if let Some(score) = score(&rest, |view| rule.cell(view, board).only(), 4)
                    && best.as_ref().is_none_or(|(most, _)| score > *most)
                {
                    best = Some((score, rule));
                }
            }
            let wrong = || {
                rest.iter()
                    .filter(|(_, wrong)| *wrong)
                    .map(|(example, _)| *example)
            };
            let targets = wrong().fold(0, |set, example| set | example.good);
            for cell in members(targets) {
                let gives = |view: &View| (view.open >> cell & 1 == 1).then_some(cell);
                if let Some(score) = score(&rest, gives, 0)
                    && best.as_ref().is_none_or(|(most, _)| score > *most)
                {
                    best = Some((score, Rule::When(cell as u8, Vec::new())));
                }
            }
            let mut tried = [0u64; 3 * 64];
            for example in wrong().take(MOST_WRONG) {
                for cell in members(example.good) {
                    for guard in members(changing & !(1 << cell)) {
                        let is = example.view.state(guard);
                        let seen = &mut tried[3 * cell + usize::from(is)];
                        if *seen >> guard & 1 == 1 {
                            continue;
                        }
                        *seen |= 1 << guard;
                        let gives = |view: &View| {
                            let fires = view.open >> cell & 1 == 1 && view.state(guard) == is;
                            fires.then_some(cell)
                        };
                        if let Some(score) = score(&rest, gives, 6)
                            && best.as_ref().is_none_or(|(most, _)| score > *most)
                        {
                            let guard = Guard {
                                cell: guard as u8,
                                is,
                            };
                            best = Some((score, Rule::When(cell as u8, vec![guard])));
                        }
                    }
                }
            }
            if best.is_none() && two_guards {
                best = wrong()
                    .take(2)
                    .find_map(|example| with_two(&rest, &example, changing));
            }
            let (_, rule) = best?;
            rest.retain(|(example, _)| matches!(rule.cell(&example.view, board), Given::Nothing));
            rules.push(rule);
        }
        rules.extend_from_slice(tail);
        Some(joined(rules))
    }

    /// Plays a list of rules against every reply, until it gives up the claim.
    fn play_out(
        &mut self,
        place: &Place<'_>,
        at: Marks,
        rules: &[Rule],
        most: usize,
        met: &mut FxHashSet<Marks>,
        trail: &mut Vec<u8>,
    ) -> Result<Played, Stop> {
        if !met.insert(at) {
            return Ok(Played::Held);
        }
        if met.len() > most {
            return Ok(Played::TooLong);
        }
        self.count()?;
        let board = self.board;
        let view = View::of(board, at, self.claim.claimant);
        let mut kept = None;
        if let Some(cell) = choose(rules, &view, board) {
            let (next, over) = board.play(at, cell);
            trail.push(cell as u8);
            let keeps = match over {
                Some(outcome) => self.claim.reaches(outcome),
                None => self.keeps(place, next, trail)?,
            };
            trail.pop();
            kept = keeps.then_some((cell, next, over));
        }
        let Some((cell, next, over)) = kept else {
            let good = self.good(place, at, trail)?;
            return Ok(match good {
                0 => Played::TooLong,
                _ => Played::Failed(Example { view, good }),
            });
        };
        if over.is_some() {
            return Ok(Played::Held);
        }
        trail.push(cell as u8);
        for reply in members(board.open(next.taken())) {
            let (after, over) = board.play(next, reply);
            if let Some(outcome) = over {
                if !self.claim.reaches(outcome) {
                    return Ok(Played::TooLong);
                }
                continue;
            }
            trail.push(reply as u8);
            let played = self.play_out(place, after, rules, most, met, trail)?;
            trail.pop();
            if !matches!(played, Played::Held) {
                trail.pop();
                return Ok(played);
            }
        }
        trail.pop();
        Ok(Played::Held)
    }
}

/// How many examples that the tail is wrong about give guards to try.
const MOST_WRONG: usize = 12;

/// How good a rule is as the next one: the more examples it decides, above all those that the tail is wrong
/// about, the better; `None` if it is wrong itself, or of no use.
fn score(
    rest: &[(Example, bool)],
    gives: impl Fn(&View) -> Option<usize>,
    cost: i64,
) -> Option<i64> {
    let (mut decided, mut mended) = (0, 0);
    for (example, wrong) in rest {
        if let Some(cell) = gives(&example.view) {
            if example.good >> cell & 1 == 0 {
                return None;
            }
            decided += 1;
            mended += i64::from(*wrong);
        }
    }
    (mended > 0).then_some(8 * mended + decided - cost)
}

/// A rule with two guards that is right about an example, and not wrong about any.
fn with_two(rest: &[(Example, bool)], example: &Example, changing: u64) -> Option<(i64, Rule)> {
    for cell in members(example.good) {
        for one in members(changing & !(1 << cell)) {
            for two in members(changing & !(1 << cell) & (u64::MAX << one << 1)) {
                let (is_one, is_two) = (example.view.state(one), example.view.state(two));
                let gives = |view: &View| {
                    let guarded = view.state(one) == is_one && view.state(two) == is_two;
                    (guarded && view.open >> cell & 1 == 1).then_some(cell)
                };
                if let Some(score) = score(rest, gives, 12) {
                    let guard = |cell: usize, is: u8| Guard {
                        cell: cell as u8,
                        is,
                    };
                    let guards = vec![guard(one, is_one), guard(two, is_two)];
                    return Some((score, Rule::When(cell as u8, guards)));
                }
            }
        }
    }
    None
}

/// The same list with neighbouring cells without guards as one rule.
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
