//! Learning a strategy for one position from its mistakes.
//!
//! A candidate is played against every reply. If play ends badly, the first move on that line that gave up the claim
//! is a mistake, and its position becomes an example: there the list has to make one of the moves that keep the
//! claim. Then the list is made right about all examples, and so on.

use super::board::{Board, Marks, members};
use super::learn::{Example, Lessons, MOST_EXAMPLES, joined};
use super::play::{Met, Ready};
use super::rules::{Rule, View};
use super::{Claim, Oracle};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use yomikiri_core::{Outcome, Stop};

/// How hard to look for a strategy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diligence {
    /// The most examples that a candidate may need.
    pub(super) examples: usize,
    /// The most rules of a list, apart from those that every list has.
    pub(super) rules: usize,
    /// The most positions of the claimant through which a strategy may be played.
    pub(super) positions: usize,
    /// The most positions through which all candidates together may be played.
    pub(super) work: usize,
    /// The most guards of a rule.
    pub(super) guards: usize,
    /// The most time for questions to the solver, estimated by their usual time, in microseconds.
    pub(super) asking: u64,
}

/// The most positions through which lists are played to shorten one: in all, and each time from one position.
const MOST_SHORTENED: u64 = 2_000_000;
const MOST_HELD: usize = 150_000;

/// The result of playing by a list of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Played {
    Held,
    Lost,
    TooLong,
}

/// A position, and the way from the root to it, by which the oracle is asked.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) at: Marks,
    /// The cells marked from the root on.
    pub(super) path: Vec<u8>,
    /// For each cell here, the corresponding cell in the frame of the root.
    pub(super) frame: Vec<u8>,
}

/// A position of the claimant in play by a list, and the move made there.
struct Turn {
    view: View,
    cell: usize,
    /// The position after the move, and the replies that are still to be tried.
    after: View,
    replies: u64,
    reply: usize,
}

/// A line of play that ended badly.
#[derive(Default)]
struct Line {
    /// The first reply, if the other side moves first.
    begun: Option<u8>,
    turns: Vec<Turn>,
    /// The position after the last reply, if play went on there.
    last: Option<View>,
}

/// A list of rules, and the examples that it was learned from.
type Learned = (Vec<Rule>, Vec<Example>);

/// The search for strategies.
pub(super) struct Finder<'a> {
    pub(super) board: &'a Board,
    pub(super) claim: Claim,
    oracle: &'a mut dyn Oracle,
    /// Whether the claim holds, for positions in which the other side moves, by the least of their images.
    known: FxHashMap<Marks, bool>,
    /// The positions that were asked about for the present strategy, and the usual time of these questions.
    asked: FxHashSet<Marks>,
    asking: u64,
    /// The positions that play by a candidate has reached.
    met: Met,
    /// The cells in the order in which replies are tried.
    order: Vec<u8>,
    /// The last line that was lost.
    lost: Line,
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
        // A cell with the most lines through it is the most dangerous.
        let mut order: Vec<u8> = (0..board.count()).map(|cell| cell as u8).collect();
        order.sort_by_key(|&cell| std::cmp::Reverse(board.through(cell.into()).len()));
        Finder {
            board,
            claim,
            oracle,
            known: FxHashMap::default(),
            asked: FxHashSet::default(),
            asking: 0,
            met: Met::default(),
            order,
            lost: Line::default(),
            stop,
            played: 0,
        }
    }

    /// Switches to another claim.
    pub(super) fn claim(&mut self, claim: Claim) {
        if self.claim != claim {
            self.claim = claim;
            self.known.clear();
        }
    }

    /// Returns whether the work has to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn count(&mut self) -> Result<(), Stop> {
        self.played += 1;
        match self.played.is_multiple_of(1024) && self.is_stopped() {
            true => Err(Stop::Cancelled),
            false => Ok(()),
        }
    }

    /// Returns the position after a mark, and whether the claim is kept if play ends there.
    fn step(&self, view: &View, cell: usize, is_own: bool) -> (View, Option<bool>) {
        view.step(self.board, &self.claim, cell, is_own)
    }

    /// Returns whether the claim holds in a position in which the other side moves, reached by `trail` from a place.
    fn keeps(&mut self, place: &Place, at: &View, trail: &[u8]) -> Result<bool, Stop> {
        let least = self
            .board
            .least(at.marks(self.board, self.claim.claimant))
            .0;
        // A known answer counts as asked too: otherwise the result would depend on which worker does which job.
        if self.asked.insert(least) {
            self.asking += usual(self.board.left(least));
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

    /// Returns the moves of the claimant that keep the claim, in a position reached by `trail` from a place.
    fn good(&mut self, place: &Place, view: &View, trail: &mut Vec<u8>) -> Result<u64, Stop> {
        let mut good = 0;
        for cell in members(view.open) {
            let (after, over) = self.step(view, cell, true);
            // A move that lets the other side complete a line loses, so it needs no question.
            let loses = self.board.lines_win()
                && self.board.ends_by_line()
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

    /// Returns the moves of the claimant that keep the claim at a place.
    pub(super) fn good_moves(&mut self, place: &Place) -> Result<u64, Stop> {
        let view = View::of(self.board, place.at, self.claim.claimant);
        self.good(place, &view, &mut Vec::new())
    }

    /// Returns whether a list of rules keeps the claim from a position on, by play alone.
    pub(super) fn holds(&mut self, at: Marks, rules: &[Rule], most: usize) -> Result<bool, Stop> {
        Ok(self.play_out(at, rules, most)? == Played::Held)
    }

    /// Returns a list of rules that keeps the claim from a place on, and the examples that it was learned from.
    /// `seeds` are examples to begin with.
    pub(super) fn find(
        &mut self,
        place: &Place,
        diligence: &Diligence,
        seeds: &[Example],
    ) -> Result<Option<Learned>, Stop> {
        let (own, other) = self.board.seen_by(place.at, self.claim.claimant);
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
        while lessons.examples().len() < most {
            if !lessons.learn() || lessons.len() > diligence.rules {
                return Ok(None);
            }
            let rules = lessons.rules();
            match self.play_out(place.at, &rules, diligence.positions)? {
                Played::Held => return Ok(Some((rules, lessons.examples().to_vec()))),
                Played::TooLong => return Ok(None),
                Played::Lost => {}
            }
            let Some(mistake) = self.mistake(place)? else {
                return Ok(None);
            };
            lessons.add(mistake);
            match left.checked_sub(self.met.len()) {
                Some(rest) if self.asking <= diligence.asking => left = rest,
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Shortens a list by leaving out rules and parts of rules; the result holds in the same positions.
    pub(super) fn shorten(
        &mut self,
        positions: &[Marks],
        rules: Vec<Rule>,
    ) -> Result<Vec<Rule>, Stop> {
        let end = self.played + MOST_SHORTENED;
        let mut positions = positions.to_vec();
        let mut short = rules;
        let mut index = short.len();
        while index > 0 && self.played < end {
            index -= 1;
            let mut without = short.clone();
            without.remove(index);
            if !without.is_empty() && self.holds_in_all(&mut positions, &without)? {
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
                if self.holds_in_all(&mut positions, &without)? {
                    short = without;
                }
            }
        }
        // A rule without guards belongs to a run of cells in order.
        Ok(joined(short))
    }

    /// Returns whether a list holds in all of some positions. A position in which it does not is tried first the next
    /// time.
    fn holds_in_all(&mut self, positions: &mut [Marks], rules: &[Rule]) -> Result<bool, Stop> {
        for index in 0..positions.len() {
            if !self.holds(positions[index], rules, MOST_HELD)? {
                positions[..=index].rotate_right(1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays a list of rules against every reply, until it gives up the claim.
    fn play_out(&mut self, at: Marks, rules: &[Rule], most: usize) -> Result<Played, Stop> {
        let view = View::of(self.board, at, self.claim.claimant);
        let rules = Ready::new(rules);
        self.met.clear();
        let mut line = Line::default();
        let mut next = Some(view);
        // These are the first replies, if the other side moves first.
        let mut first = 0;
        if at.to_move() != self.claim.claimant {
            next = None;
            first = view.open;
        }
        loop {
            if let Some(at) = next.take() {
                if !self.met.insert(at.own, at.other) {
                    continue;
                }
                if self.met.len() > most {
                    return Ok(Played::TooLong);
                }
                self.count()?;
                let cell = rules.choose(&at, self.board);
                match cell.map(|cell| (cell, self.step(&at, cell, true))) {
                    Some((_, (_, Some(true)))) => {}
                    Some((cell, (after, None))) => line.turns.push(Turn {
                        view: at,
                        cell,
                        after,
                        replies: after.open,
                        reply: 0,
                    }),
                    None | Some((_, (_, Some(false)))) => {
                        line.last = Some(at);
                        self.lost = line;
                        return Ok(Played::Lost);
                    }
                }
            } else if let Some(depth) = line.turns.len().checked_sub(1) {
                let turn = &mut line.turns[depth];
                if turn.replies == 0 {
                    line.turns.pop();
                    continue;
                }
                let cell = self.reply(turn, depth);
                turn.replies &= !(1 << cell);
                turn.reply = cell;
                match self.step(&turn.after, cell, false) {
                    (_, Some(true)) => {}
                    (at, None) => next = Some(at),
                    (_, Some(false)) => {
                        self.lost = line;
                        return Ok(Played::Lost);
                    }
                }
            } else if first != 0 {
                let cell = first.trailing_zeros() as usize;
                first &= first - 1;
                line.begun = Some(cell as u8);
                match self.step(&view, cell, false) {
                    (_, Some(true)) => {}
                    (at, None) => next = Some(at),
                    // If such a reply ends play against the claim, no list helps.
                    (_, Some(false)) => return Ok(Played::TooLong),
                }
            } else {
                return Ok(Played::Held);
            }
        }
    }

    /// Returns the reply to try next: one that ends play, otherwise the next one in order. On the line that was last
    /// lost, the order begins with the reply made there, so that play resumes where it ended.
    fn reply(&self, turn: &Turn, depth: usize) -> usize {
        let dangerous = turn.replies & turn.after.stops;
        if dangerous != 0 {
            return dangerous.trailing_zeros() as usize;
        }
        let at = |view: &View| (view.own, view.other);
        let lost = self.lost.turns.get(depth);
        let lost = lost.filter(|lost| at(&lost.after) == at(&turn.after));
        let place = |lost: &Turn| self.order.iter().position(|&cell| cell == lost.reply as u8);
        let (before, after) = self.order.split_at(lost.and_then(place).unwrap_or(0));
        let mut order = after.iter().chain(before);
        let found = order.find(|&&cell| turn.replies >> cell & 1 == 1);
        found.map_or(0, |&cell| cell.into())
    }

    /// Forgets the last lost line, so that the next result does not depend on earlier ones.
    pub(super) fn begin(&mut self) {
        self.lost = Line::default();
    }

    /// Returns the position of the first move that gave up the claim on the lost line as an example, if some move
    /// keeps the claim there.
    fn mistake(&mut self, place: &Place) -> Result<Option<Example>, Stop> {
        let line = std::mem::take(&mut self.lost);
        let mut trail: Vec<u8> = line.begun.into_iter().collect();
        let mut at = line.last;
        for turn in &line.turns {
            trail.push(turn.cell as u8);
            if !self.keeps(place, &turn.after, &trail)? {
                trail.pop();
                at = Some(turn.view);
                break;
            }
            trail.push(turn.reply as u8);
        }
        self.lost = line;
        let Some(view) = at else { return Ok(None) };
        let good = self.good(place, &view, &mut trail)?;
        Ok((good != 0).then_some(Example { view, good }))
    }
}

/// Returns the usual time of a question with this many empty cells, in microseconds: 1.5 times as long with each
/// more, as measured on connect4 6x6.
fn usual(empty: u32) -> u64 {
    const WITH_24: u64 = 400;
    let more = (24..empty).fold(WITH_24, |time, _| time * 3 / 2);
    (empty..24).fold(more, |time, _| time * 2 / 3) + 1
}
