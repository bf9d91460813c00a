//! Building a closed set from the root on: solvers are asked only about positions that the claim needs.
//! This is for games that declare their rules and cannot cycle.
//!
//! At a position of the claimant one move is enough, and its choice decides the size of the set. Moves
//! are tried in the order of their estimated costs: of the positions after the replies, listed ones cost
//! nothing, and positions with forced play to the end cost little. The first move that keeps the claim is
//! taken, so that solvers are asked as seldom as possible. Then the set is built again, with positions
//! that were listed before at a lower price, for as long as that gives a smaller set.

use super::choose::{Claim, Goal};
use super::error::ProveError;
use super::half::{Entry, Half, WON, plus, worth};
use super::judge::Judge;
use rustc_hash::{FxHashMap, FxHashSet};
use yomikiri::capability::{Declared, Expand, Forced, Ordered};
use yomikiri::{Capabilities, Control};

/// The most times that the set is built.
const ROUNDS: usize = 4;
/// The most positions for which it is built again in another order of moves.
const MOST_AGAIN: usize = 1 << 15;
/// The cost of a position that was listed in the round before, and of a new one. Only their order
/// matters, and that many of the first outweigh one of the second.
const KNOWN: u32 = 1;
const NEW: u32 = 6;
/// The cost of a move after which the claimant fails at once.
const NEVER: u32 = u32::MAX;

/// The guarantee at a listed position.
#[derive(Clone, Copy, Debug, Default)]
struct Promise {
    /// The plies within which the claimant wins, if that is claimed.
    rank: u64,
    /// The worth that the claimant can be sure of, if moves gain points.
    bound: i128,
}

/// The building of one half.
pub(super) struct Search<'a, 'g, G: Capabilities, D> {
    game: &'g G,
    declared: &'a D,
    claim: &'a Claim,
    goal: Goal,
    judge: &'a mut Judge<'g, G>,
    /// The positions listed so far, and those of the round before.
    listed: FxHashSet<u128>,
    before: FxHashSet<u128>,
    entries: Vec<Entry>,
    /// Whether equal moves are tried in the order of the game's hints, or in move order.
    hinted: bool,
    /// The most positions that may be listed.
    most: u64,
}

impl<'a, 'g, G: Capabilities, D: Declared<G>> Search<'a, 'g, G, D> {
    pub(super) fn new(
        game: &'g G,
        declared: &'a D,
        claim: &'a Claim,
        judge: &'a mut Judge<'g, G>,
    ) -> Self {
        Search {
            game,
            declared,
            claim,
            goal: claim.goal(),
            judge,
            listed: FxHashSet::default(),
            before: FxHashSet::default(),
            entries: Vec::new(),
            hinted: true,
            most: u64::MAX,
        }
    }

    /// Makes the search stop with [`ProveError::Larger`] rather than list more positions.
    pub(super) fn with_at_most(mut self, positions: u64) -> Self {
        self.most = positions;
        self
    }

    /// Returns a half that proves the claim.
    pub(super) fn half(
        mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Half, ProveError> {
        let mut best: Option<Vec<Entry>> = None;
        for hinted in [true, false] {
            self.hinted = hinted;
            self.before = FxHashSet::default();
            self.rounds(root, &mut best, control)?;
            let fewest = best.as_ref().map_or(0, Vec::len);
            if fewest > MOST_AGAIN || !matches!(self.goal, Goal::Reach(_)) {
                break;
            }
        }
        let mut entries = best.unwrap_or_default();
        entries.sort_unstable();
        Ok(Half {
            claimant: self.claim.claimant,
            entries,
            has_ranks: !matches!(self.goal, Goal::Reach(_)),
            has_bounds: self.game.has_gains(),
        })
    }

    /// Builds the set again and again, for as long as that gives a smaller one.
    fn rounds(
        &mut self,
        root: &G::Position,
        best: &mut Option<Vec<Entry>>,
        control: &mut Control<'_>,
    ) -> Result<(), ProveError> {
        let mut last = usize::MAX;
        for _ in 0..ROUNDS {
            match self.goal {
                // Nothing can contradict this claim.
                Goal::Reach(threshold) if threshold == -WON => {}
                Goal::Delay(plies) => self.delay(root, plies, control)?,
                Goal::Reach(_) | Goal::Within(_) => self.close(root, control)?,
            }
            let made = std::mem::take(&mut self.entries);
            self.before = std::mem::take(&mut self.listed);
            let count = made.len();
            if best.as_ref().is_none_or(|best| count < best.len()) {
                *best = Some(made);
            }
            // If a round saves less than a hundredth, another one is not worthwhile.
            if count >= last - last / 100 {
                break;
            }
            last = count;
        }
        Ok(())
    }

    /// Lists all positions that the claim needs, depth first.
    fn close(&mut self, root: &G::Position, control: &mut Control<'_>) -> Result<(), ProveError> {
        // Positions, and whether they have to be listed whoever moves there.
        let mut stack = vec![(root.clone(), false)];
        while let Some((at, must)) = stack.pop() {
            if self.game.outcome(&at).is_some() {
                continue;
            }
            let own = self.is_claimants(&at);
            let code = self.declared.code(&at);
            if self.listed.contains(&code) {
                continue;
            }
            self.look(stack.len(), control)?;
            if own {
                let here = self.promise(&at, control)?;
                let (mv, next) = self.choose(&at, here, control)?;
                self.list(&at, code, Some(mv), here);
                stack.push((next, false));
                continue;
            }
            if must {
                let here = self.promise(&at, control)?;
                self.list(&at, code, None, here);
            }
            let replies = self
                .game
                .moves(&at)
                .map(|mv| (self.game.play(&at, mv), !must));
            stack.extend(replies);
        }
        Ok(())
    }

    /// Counts a position, and checks the limits.
    fn look(&self, waiting: usize, control: &mut Control<'_>) -> Result<(), ProveError> {
        control.visit()?;
        if self.entries.len() as u64 >= self.most {
            return Err(ProveError::Larger);
        }
        if self.entries.len().is_multiple_of(1024) {
            let sets = (self.listed.capacity() + self.before.capacity()) * (size_of::<u128>() + 1);
            let kept = self.entries.capacity() * size_of::<Entry>();
            let kept = kept + self.before.len() * size_of::<Entry>();
            let waiting = waiting * size_of::<G::Position>();
            control.may_use((sets + kept + waiting) as u64)?;
        }
        Ok(())
    }

    fn is_claimants(&self, at: &G::Position) -> bool {
        self.game.to_move(at) == self.claim.claimant
    }

    fn list(&mut self, at: &G::Position, code: u128, mv: Option<G::Move>, here: Promise) {
        self.listed.insert(code);
        self.entries.push(Entry {
            code,
            number: mv.map_or(0, |mv| self.declared.number(at, mv)),
            rank: here.rank,
            // Points fit 64 bits.
            bound: (here.bound != WON).then_some(here.bound as i64),
        });
    }

    /// Returns the guarantee at an unfinished position, for listing it.
    fn promise(
        &mut self,
        at: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Promise, ProveError> {
        let claimant = self.claim.claimant;
        let mut promise = Promise::default();
        if self.game.has_gains() {
            promise.bound = self.judge.margin(at, claimant, control)?;
        } else if let Goal::Within(_) = self.goal {
            let plies = self.judge.plies(at, claimant, control)?;
            promise.rank = plies.ok_or(ProveError::Inconsistent)?;
        }
        Ok(promise)
    }

    /// Returns the cheapest move of the claimant that keeps the guarantee, and the position after it.
    fn choose(
        &mut self,
        at: &G::Position,
        here: Promise,
        control: &mut Control<'_>,
    ) -> Result<(G::Move, G::Position), ProveError> {
        let (mut candidates, mut order) = (Vec::new(), Vec::new());
        for mv in self.game.moves(at) {
            let next = self.game.play(at, mv);
            let hints = self.game.ordered().filter(|_| self.hinted);
            let hint = hints.map_or(0, |view| view.hint_after(at, mv, &next));
            order.push((self.cost(&next), -i64::from(hint)));
            candidates.push((mv, next));
        }
        for index in ascending(&order) {
            let (mv, next) = &candidates[index];
            if order[index].0 < NEVER && self.keeps(at, *mv, next, here, control)? {
                return Ok((*mv, next.clone()));
            }
        }
        Err(ProveError::Inconsistent)
    }

    /// Returns whether a move of the claimant keeps the guarantee.
    fn keeps(
        &mut self,
        at: &G::Position,
        mv: G::Move,
        next: &G::Position,
        here: Promise,
        control: &mut Control<'_>,
    ) -> Result<bool, ProveError> {
        let claimant = self.claim.claimant;
        let over = self.game.outcome(next);
        let over = over.map(|outcome| worth(outcome, claimant));
        if self.game.has_gains() {
            let after = match over {
                Some(worth) => worth,
                None => self.judge.margin(next, claimant, control)?,
            };
            return Ok(plus(after, self.game.gain(at, mv)) >= here.bound);
        }
        match (self.goal, over) {
            (Goal::Reach(threshold), Some(worth)) => Ok(worth >= threshold),
            (Goal::Reach(threshold), None) => {
                self.judge.reaches(next, claimant, threshold, control)
            }
            (_, Some(worth)) => Ok(worth >= 1),
            (_, None) => {
                let plies = self.judge.plies(next, claimant, control)?;
                Ok(plies.is_some_and(|plies| plies < here.rank))
            }
        }
    }

    /// Returns the cost of listing all positions after a move of the claimant.
    fn cost(&self, next: &G::Position) -> u32 {
        if self.game.outcome(next).is_some() || self.is_claimants(next) {
            return self.price(next);
        }
        let mut sum: u32 = 0;
        for mv in self.game.moves(next) {
            sum = sum.saturating_add(self.price(&self.game.play(next, mv)));
        }
        sum
    }

    /// Returns the cost of one position.
    fn price(&self, at: &G::Position) -> u32 {
        if let Some(outcome) = self.game.outcome(at) {
            let short = match self.goal {
                Goal::Reach(threshold) => worth(outcome, self.claim.claimant) < threshold,
                Goal::Within(_) => worth(outcome, self.claim.claimant) < 1,
                Goal::Delay(_) => false,
            };
            return if short && !self.game.has_gains() {
                NEVER
            } else {
                0
            };
        }
        let code = self.declared.code(at);
        if self.listed.contains(&code) {
            return 0;
        }
        if self.before.contains(&code) {
            return KNOWN;
        }
        match self.game.expand().map(|view| view.forced(at)) {
            Some(Forced::Decided { plies, .. }) => (plies / 2 + 1).min(NEW),
            _ => NEW,
        }
    }

    /// Lists the positions that arise before a loss has been held out, layer by layer. A position that
    /// several lines of play reach is first reached where the most plies are still to be held out.
    fn delay(
        &mut self,
        root: &G::Position,
        plies: u64,
        control: &mut Control<'_>,
    ) -> Result<(), ProveError> {
        // The plies still to be held out when a position of the opponent was passed without being listed.
        // If it is listed later, then with this number.
        let mut passed: FxHashMap<u128, u64> = FxHashMap::default();
        // Positions, and whether they have to be listed whoever moves there.
        let mut layer = vec![(root.clone(), false)];
        for need in (1..=plies).rev() {
            let mut following = Vec::new();
            for (at, must) in layer {
                let code = self.declared.code(&at);
                if self.game.outcome(&at).is_some() || self.listed.contains(&code) {
                    continue;
                }
                self.look(following.len(), control)?;
                if self.is_claimants(&at) {
                    let (mv, next) = self.hold(&at, need, control)?;
                    let here = Promise {
                        rank: need,
                        bound: 0,
                    };
                    self.list(&at, code, Some(mv), here);
                    following.push((next, false));
                    continue;
                }
                let before = passed.get(&code).copied();
                if must {
                    let rank = before.unwrap_or(need);
                    self.list(&at, code, None, Promise { rank, bound: 0 });
                } else if before.is_some() {
                    continue;
                } else {
                    passed.insert(code, need);
                }
                let replies = self
                    .game
                    .moves(&at)
                    .map(|mv| (self.game.play(&at, mv), !must));
                following.extend(replies);
            }
            layer = following;
        }
        Ok(())
    }

    /// Returns the cheapest move with which the claimant does not lose before `need` plies.
    fn hold(
        &mut self,
        at: &G::Position,
        need: u64,
        control: &mut Control<'_>,
    ) -> Result<(G::Move, G::Position), ProveError> {
        let after = self.game.moves(at).map(|mv| (mv, self.game.play(at, mv)));
        let candidates: Vec<_> = after.collect();
        let costs = candidates.iter().map(|(_, next)| (self.cost(next), 0));
        let costs: Vec<(u32, i64)> = costs.collect();
        let claimant = self.claim.claimant;
        for index in ascending(&costs) {
            let (mv, next) = &candidates[index];
            let holds = match self.game.outcome(next) {
                Some(outcome) => worth(outcome, claimant) >= 0 || need <= 1,
                None => need <= 1 || self.judge.holds(next, claimant, need - 1, control)?,
            };
            if holds {
                return Ok((*mv, next.clone()));
            }
        }
        Err(ProveError::Inconsistent)
    }
}

/// Returns the indices of the keys in ascending order; equal ones in the given order.
fn ascending(keys: &[(u32, i64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&index| keys[index]);
    order
}
