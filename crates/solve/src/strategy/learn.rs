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
    /// What is known of positions in which the other side moves.
    known: FxHashMap<u128, bool>,
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
        let code = self.board.code(self.board.least(at).0);
        if let Some(&known) = self.known.get(&code) {
            return Ok(known);
        }
        let mut path = place.path.to_vec();
        path.extend(trail.iter().map(|&cell| place.frame[usize::from(cell)]));
        let keeps = self.oracle.keeps(&path)?;
        self.known.insert(code, keeps);
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
                None => {
                    self.known.get(&self.board.code(self.board.least(next).0)) != Some(&false)
                        && self.push_replies(next, &mut stack)
                }
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

    /// A list of rules that keeps the claim from a position of the claimant on.
    pub(super) fn find(
        &mut self,
        place: &Place<'_>,
        diligence: &Diligence,
    ) -> Result<Option<Vec<Rule>>, Stop> {
        let tails = self.tails(place.at);
        for tail in tails.into_iter().take(diligence.tails) {
            let mut examples: Vec<Example> = Vec::new();
            for _ in 0..diligence.examples {
                let Some(rules) = self.learn(place.at, &examples, &tail, diligence.two_guards)
                else {
                    break;
                };
                let mut met = FxHashSet::default();
                let mut trail = Vec::new();
                match self.play_out(
                    place,
                    place.at,
                    &rules,
                    diligence.positions,
                    &mut met,
                    &mut trail,
                )? {
                    Played::Held => return Ok(Some(rules)),
                    Played::Failed(example) => examples.push(example),
                    Played::TooLong => break,
                }
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
        let is_open = |example: &&Example| choose(&rules, &example.view, board).is_none();
        let mut rest: Vec<Example> = examples.iter().filter(is_open).copied().collect();
        let changing = board.all() & !from.taken();
        let sets: Vec<u64> = tail
            .iter()
            .filter_map(|rule| match rule {
                Rule::Lowest(set) | Rule::Follow(set) => Some(*set),
                _ => None,
            })
            .collect();
        loop {
            let is_wrong = |example: &Example| {
                choose(tail, &example.view, board).is_none_or(|cell| example.good >> cell & 1 == 0)
            };
            let wrong: Vec<bool> = rest.iter().map(is_wrong).collect();
            if !wrong.contains(&true) {
                break;
            }
            let mut best: Option<(i64, Rule)> = None;
            let mut offer = |rule: Rule, cost: i64| {
                let (mut decided, mut mended) = (0, 0);
                for (example, &wrong) in rest.iter().zip(&wrong) {
                    match rule.cell(&example.view, board) {
                        Given::Nothing => {}
                        Given::Cell(cell) if example.good >> cell & 1 == 1 => {
                            decided += 1;
                            mended += i64::from(wrong);
                        }
                        _ => return,
                    }
                }
                let score = 8 * mended + decided - cost;
                if mended > 0 && best.as_ref().is_none_or(|(most, _)| score > *most) {
                    best = Some((score, rule));
                }
            };
            for &set in &sets {
                offer(Rule::Only(set), 4);
            }
            let of_wrong = || {
                rest.iter()
                    .zip(&wrong)
                    .filter(|(_, wrong)| **wrong)
                    .map(|(example, _)| example)
            };
            let targets = of_wrong().fold(0, |set, example| set | example.good);
            for cell in members(targets) {
                offer(Rule::When(cell as u8, Vec::new()), 0);
            }
            for example in of_wrong().take(12) {
                for cell in members(example.good) {
                    for guard in members(changing & !(1 << cell)) {
                        let is = example.view.state(guard);
                        let guard = Guard {
                            cell: guard as u8,
                            is,
                        };
                        offer(Rule::When(cell as u8, vec![guard]), 6);
                    }
                }
            }
            if best.is_none() && two_guards {
                let mut offer = |rule: Rule| {
                    let right = |example: &Example| match rule.cell(&example.view, board) {
                        Given::Nothing => true,
                        Given::Cell(cell) => example.good >> cell & 1 == 1,
                        Given::Two => false,
                    };
                    if best.is_none() && rest.iter().all(right) {
                        best = Some((0, rule));
                    }
                };
                for example in rest
                    .iter()
                    .zip(&wrong)
                    .filter(|(_, wrong)| **wrong)
                    .map(|(example, _)| example)
                    .take(2)
                {
                    for cell in members(example.good) {
                        for one in members(changing & !(1 << cell)) {
                            for two in members(changing & !(1 << cell) & (u64::MAX << one << 1)) {
                                let guard = |cell: usize| Guard {
                                    cell: cell as u8,
                                    is: example.view.state(cell),
                                };
                                offer(Rule::When(cell as u8, vec![guard(one), guard(two)]));
                            }
                        }
                    }
                }
            }
            let (_, rule) = best?;
            rest.retain(|example| matches!(rule.cell(&example.view, board), Given::Nothing));
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
