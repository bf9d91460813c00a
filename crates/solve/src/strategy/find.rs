//! A strategy for one position, learned from its mistakes.
//!
//! A candidate is played against every reply. Where play ends badly, the first move on the way there that gave
//! up what is claimed is a mistake, and its position an example: there one of the moves that keep the claim has
//! to be made. Then the list is made right about all examples, and so on.

use super::board::{Board, Marks, members};
use super::learn::{Example, Lessons, MOST_EXAMPLES, joined};
use super::rules::{Rule, View, choose};
use super::{Claim, Oracle};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use yomikiri_core::{Outcome, Stop};

/// How hard a strategy is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diligence {
    /// How many examples a candidate may need.
    pub(super) examples: usize,
    /// How many rules a list may have, beside those that all have.
    pub(super) rules: usize,
    /// Through how many positions of the claimant a strategy may be played.
    pub(super) positions: usize,
    /// Through how many positions all of its predecessors may be played.
    pub(super) work: usize,
    /// How many guards a rule may have.
    pub(super) guards: usize,
    /// How long the questions may take that are asked of the solver, by what they usually take, in microseconds.
    pub(super) asking: u64,
}

/// How many mistakes are looked for before a candidate is changed.
const MISTAKES: usize = 3;

/// Through how many positions a list is played in all to make it shorter, and each time from one position.
const MOST_SHORTENED: u64 = 2_000_000;
const MOST_HELD: usize = 150_000;

/// How play by a list of rules came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Played {
    Held,
    Failed,
    TooLong,
}

/// Where a position is in the play from the root: how to ask about what follows.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) at: Marks,
    /// The cells marked from the root on.
    pub(super) path: Vec<u8>,
    /// For each cell here what it is on the way from the root.
    pub(super) frame: Vec<u8>,
}

/// A position of the claimant in play by a list, and the move made there.
struct Turn {
    view: View,
    cell: usize,
    /// The position after the move, and the replies that are still to be looked at.
    after: View,
    replies: u64,
    reply: usize,
    /// Whether the solver has said that the move keeps the claim.
    is_kept: bool,
}

/// A list of rules, and the examples that it was learned from.
type Learned = (Vec<Rule>, Vec<Example>);

/// What looks for strategies.
pub(super) struct Finder<'a> {
    pub(super) board: &'a Board,
    pub(super) claim: Claim,
    oracle: &'a mut dyn Oracle,
    /// What is known of positions in which the other side moves: of the least of their images.
    known: FxHashMap<Marks, bool>,
    /// What was asked about on the way to the present strategy, and how long that usually takes.
    asked: FxHashSet<Marks>,
    asking: u64,
    /// The positions met by a candidate.
    met: FxHashSet<(u64, u64)>,
    /// Cells in the order in which replies are looked at.
    order: Vec<u8>,
    stop: &'a AtomicBool,
    /// Positions played through.
    pub(super) played: u64,
}

impl<'a> Finder<'a> {
    pub(super) fn new(
        board: &'a Board,
        claim: Claim,
        oracle: &'a mut dyn Oracle,
        stop: &'a AtomicBool,
    ) -> Self {
        // What most lines go through is the most dangerous.
        let mut order: Vec<u8> = (0..board.count()).map(|cell| cell as u8).collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(board.through(cell.into()).len()));
        Finder {
            board,
            claim,
            oracle,
            known: FxHashMap::default(),
            asked: FxHashSet::default(),
            asking: 0,
            met: FxHashSet::default(),
            order,
            stop,
            played: 0,
        }
    }

    /// Goes over to another claim.
    pub(super) fn claim(&mut self, claim: Claim) {
        if self.claim != claim {
            self.claim = claim;
            self.known.clear();
        }
    }

    fn count(&mut self) -> Result<(), Stop> {
        self.played += 1;
        match self.played.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed) {
            true => Err(Stop::Cancelled),
            false => Ok(()),
        }
    }

    /// The position after a mark, and whether the claim is kept if play ends there.
    fn step(&self, view: &View, cell: usize, is_own: bool) -> (View, Option<bool>) {
        let after = view.after(self.board, cell, is_own);
        let completes = match is_own {
            true => view.wins >> cell & 1 == 1,
            false => view.stops >> cell & 1 == 1,
        };
        let claimant = self.claim.claimant;
        let over = if completes {
            let winner = if is_own == self.board.lines_win() {
                claimant
            } else {
                claimant.opponent()
            };
            Some(Outcome::Win(winner))
        } else {
            (after.open == 0).then(|| self.board.full_outcome(after.marks(claimant)))
        };
        (after, over.map(|outcome| self.claim.reaches(outcome)))
    }

    /// Whether the claim holds in a position in which the other side moves, `trail` after a place.
    fn keeps(&mut self, place: &Place, at: &View, trail: &[u8]) -> Result<bool, Stop> {
        let least = self.board.least(at.marks(self.claim.claimant)).0;
        // Whether somebody has asked before does not count: that would depend on who does which job.
        if self.asked.insert(least) {
            self.asking += usual(self.board.count() as u32 - least.taken().count_ones());
        }
        if let Some(&known) = self.known.get(&least) {
            return Ok(known);
        }
        let mut path = place.path.clone();
        path.extend(trail.iter().map(|&cell| place.frame[usize::from(cell)]));
        let keeps = self.oracle.keeps(&self.claim, &path)?;
        self.known.insert(least, keeps);
        Ok(keeps)
    }

    /// The moves of the claimant that keep the claim, in a position `trail` after a place.
    fn good(&mut self, place: &Place, view: &View, trail: &mut Vec<u8>) -> Result<u64, Stop> {
        let mut good = 0;
        for cell in members(view.open) {
            let (after, over) = self.step(view, cell, true);
            // A line that is left to the other side is known to be bad without a question.
            let loses = self.board.lines_win()
                && after.open & after.stops != 0
                && !self
                    .claim
                    .reaches(Outcome::Win(self.claim.claimant.opponent()));
            let keeps = match over {
                Some(reaches) => reaches,
                None if loses => false,
                None => {
                    trail.push(cell as u8);
                    let keeps = self.keeps(place, &after, trail);
                    trail.pop();
                    keeps?
                }
            };
            good |= u64::from(keeps) << cell;
        }
        Ok(good)
    }

    /// The moves of the claimant that keep the claim at a place.
    pub(super) fn good_moves(&mut self, place: &Place) -> Result<u64, Stop> {
        let view = View::of(self.board, place.at, self.claim.claimant);
        self.good(place, &view, &mut Vec::new())
    }

    /// Whether a list of rules keeps the claim from a position on, by play alone.
    pub(super) fn holds(&mut self, at: Marks, rules: &[Rule], most: usize) -> Result<bool, Stop> {
        Ok(self.play_out(at, rules, most, None)? == Played::Held)
    }

    /// A list of rules that keeps the claim from a place on, and what it was learned from. `seeds`: examples to
    /// begin with.
    pub(super) fn find(
        &mut self,
        place: &Place,
        diligence: &Diligence,
        seeds: &[Example],
    ) -> Result<Option<Learned>, Stop> {
        let (own, other) = place.at.seen_by(self.claim.claimant);
        let mut lessons = Lessons::new(self.board, place.at, self.claim.claimant, diligence.guards);
        let follows =
            |example: &&Example| own & !example.view.own == 0 && other & !example.view.other == 0;
        for seed in seeds.iter().filter(follows).take(diligence.examples) {
            lessons.add(*seed);
        }
        self.asked.clear();
        self.asking = 0;
        let mut left = diligence.work;
        let most = (diligence.examples + lessons.examples().len()).min(MOST_EXAMPLES);
        let mut mistakes = Vec::new();
        while lessons.examples().len() < most {
            if !lessons.learn() || lessons.len() > diligence.rules {
                return Ok(None);
            }
            let rules = lessons.rules();
            mistakes.clear();
            let asking = Some((place, &mut mistakes));
            match self.play_out(place.at, &rules, diligence.positions, asking)? {
                Played::Held => return Ok(Some((rules, lessons.examples().to_vec()))),
                Played::TooLong if mistakes.is_empty() => return Ok(None),
                Played::TooLong | Played::Failed => {}
            }
            if self.asking > diligence.asking {
                return Ok(None);
            }
            mistakes.drain(..).for_each(|mistake| lessons.add(mistake));
            match left.checked_sub(self.met.len()) {
                Some(rest) => left = rest,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// A shorter list that holds in the same positions, as far as that is found by leaving things out.
    pub(super) fn shorten(
        &mut self,
        positions: &[Marks],
        rules: Vec<Rule>,
    ) -> Result<Vec<Rule>, Stop> {
        let end = self.played + MOST_SHORTENED;
        let mut short = rules;
        let mut index = short.len();
        while index > 0 && self.played < end {
            index -= 1;
            let mut without = short.clone();
            without.remove(index);
            if !without.is_empty() && self.holds_in_all(positions, &without)? {
                short = without;
                continue;
            }
            let parts = match &short[index] {
                Rule::Take(cells) => cells.len(),
                Rule::When(_, guards) => guards.len(),
                _ => 0,
            };
            for part in (0..parts).rev() {
                let mut without = short.clone();
                match &mut without[index] {
                    Rule::Take(cells) if cells.len() > 1 => {
                        cells.remove(part);
                    }
                    Rule::When(_, guards) => {
                        guards.remove(part);
                    }
                    _ => break,
                }
                if self.holds_in_all(positions, &without)? {
                    short = without;
                }
            }
        }
        // A rule without guards is one of an order of cells.
        Ok(joined(short))
    }

    fn holds_in_all(&mut self, positions: &[Marks], rules: &[Rule]) -> Result<bool, Stop> {
        for &at in positions {
            if !self.holds(at, rules, MOST_HELD)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays a list of rules against every reply, until it has given up the claim so often, or once if nobody
    /// asks where.
    fn play_out(
        &mut self,
        at: Marks,
        rules: &[Rule],
        most: usize,
        mut asking: Option<(&Place, &mut Vec<Example>)>,
    ) -> Result<Played, Stop> {
        let view = View::of(self.board, at, self.claim.claimant);
        self.met.clear();
        let mut turns: Vec<Turn> = Vec::new();
        let mut next = Some(view);
        // The replies at a position in which the other side moves.
        let (mut first, mut begun) = (0, Vec::new());
        if at.to_move() != self.claim.claimant {
            next = None;
            first = view.open;
        }
        loop {
            let mut fails = false;
            if let Some(at) = next.take() {
                if self.met.insert((at.own, at.other)) {
                    if self.met.len() > most {
                        return Ok(Played::TooLong);
                    }
                    self.count()?;
                    match choose(rules, &at, self.board) {
                        None => fails = true,
                        Some(cell) => match self.step(&at, cell, true) {
                            (_, Some(reaches)) => fails = !reaches,
                            (after, None) => turns.push(Turn {
                                view: at,
                                cell,
                                after,
                                replies: after.open,
                                reply: 0,
                                is_kept: false,
                            }),
                        },
                    }
                    if fails && let Some((place, mistakes)) = &mut asking {
                        let mut trail = begun.clone();
                        trail_of(&turns, &mut trail);
                        if !self.blame(place, &mut turns, Some(&at), &mut trail, mistakes)? {
                            return Ok(Played::TooLong);
                        }
                    }
                }
            } else if let Some(turn) = turns.last_mut() {
                if turn.replies == 0 {
                    turns.pop();
                    continue;
                }
                let dangerous = turn.replies & turn.after.stops;
                let cell = match dangerous {
                    0 => first_of(&self.order, turn.replies),
                    _ => dangerous.trailing_zeros() as usize,
                };
                turn.replies &= !(1 << cell);
                turn.reply = cell;
                let after = turn.after;
                match self.step(&after, cell, false) {
                    (_, Some(true)) => {}
                    (at, None) => next = Some(at),
                    (_, Some(false)) => {
                        fails = true;
                        if let Some((place, mistakes)) = &mut asking {
                            let mut trail = begun.clone();
                            trail_of(&turns, &mut trail);
                            // The reply belongs to no position of the claimant.
                            trail.pop();
                            if !self.blame(place, &mut turns, None, &mut trail, mistakes)? {
                                return Ok(Played::TooLong);
                            }
                        }
                    }
                }
            } else if first != 0 {
                let cell = first_of(&self.order, first);
                first &= !(1 << cell);
                begun = vec![cell as u8];
                match self.step(&view, cell, false) {
                    (_, Some(true)) => {}
                    (at, None) => next = Some(at),
                    (_, Some(false)) => return Ok(Played::TooLong),
                }
            } else {
                return Ok(match &asking {
                    Some((_, mistakes)) if !mistakes.is_empty() => Played::Failed,
                    _ => Played::Held,
                });
            }
            if fails {
                match &asking {
                    Some((_, mistakes)) if mistakes.len() < MISTAKES => {}
                    _ => return Ok(Played::Failed),
                }
            }
        }
    }

    /// Finds the first move that gave up the claim in a line of play that ends badly, and goes back to before
    /// it: the position is an example. `last`: the position after the last reply, if the fault may be there.
    /// `trail`: the moves, up to the last position or move of the claimant. Whether a mistake was found.
    fn blame(
        &mut self,
        place: &Place,
        turns: &mut Vec<Turn>,
        last: Option<&View>,
        trail: &mut Vec<u8>,
        mistakes: &mut Vec<Example>,
    ) -> Result<bool, Stop> {
        // Where the moves of the first turn begin.
        let begun = trail.len() + usize::from(last.is_none()) - 2 * turns.len();
        for index in 0..turns.len() {
            let turn = &turns[index];
            if turn.is_kept {
                continue;
            }
            let upto = begun + 2 * index;
            let after = turn.after;
            if self.keeps(place, &after, &trail[..=upto])? {
                turns[index].is_kept = true;
                continue;
            }
            let view = turn.view;
            trail.truncate(upto);
            turns.truncate(index);
            return self.note(place, &view, trail, mistakes);
        }
        match last {
            Some(view) => self.note(place, view, trail, mistakes),
            None => Ok(false),
        }
    }

    /// Notes a position as an example, if some move keeps the claim there.
    fn note(
        &mut self,
        place: &Place,
        view: &View,
        trail: &mut Vec<u8>,
        mistakes: &mut Vec<Example>,
    ) -> Result<bool, Stop> {
        let good = self.good(place, view, trail)?;
        if good != 0 {
            mistakes.push(Example { view: *view, good });
        }
        Ok(good != 0)
    }
}

/// How long a question usually takes with so many empty cells, in microseconds: half as long again with each, as was
/// measured on connect4 6x6.
fn usual(empty: u32) -> u64 {
    const WITH_24: u64 = 400;
    let more = (24..empty).fold(WITH_24, |time, _| time * 3 / 2);
    (empty..24).fold(more, |time, _| time * 2 / 3) + 1
}

/// The moves of a line of play, with the reply to each.
fn trail_of(turns: &[Turn], trail: &mut Vec<u8>) {
    for turn in turns {
        trail.extend([turn.cell as u8, turn.reply as u8]);
    }
}

/// The first cell of a set in an order.
fn first_of(order: &[u8], set: u64) -> usize {
    let found = order.iter().find(|&&cell| set >> cell & 1 == 1);
    found.map_or(0, |&cell| cell.into())
}
