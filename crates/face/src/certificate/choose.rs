//! Choosing a small set of positions that is closed under a claim, among all positions that play can
//! reach.
//!
//! First it finds the positions that keep the claim, and how many plies that may take: an attractor
//! computation, as in `Retrograde`. Then, from the root on, it chooses one move for each position of the
//! claimant: the one that needs the fewest new positions, by an estimate that counts the later positions
//! as a tree.

use super::arena::{Arena, Edge};
use super::error::ProveError;
use super::half::{Entry, Half, WON, plus, worth};
use yomikiri::{Control, Margin, Outcome, Player, Plies, Score, Value};

/// The claim of a half.
pub(super) struct Claim {
    pub(super) claimant: Player,
    pub(super) value: Value,
}

impl Claim {
    /// Returns the goal that has to be shown.
    pub(super) fn goal(&self) -> Goal {
        let by = |winner| winner == self.claimant;
        match self.value {
            Value::Margin(Outcome::Win(winner)) => Goal::Reach(if by(winner) { WON } else { -WON }),
            Value::Margin(outcome) => Goal::Reach(worth(outcome, self.claimant)),
            Value::Winner(Some(winner)) => Goal::Reach(if by(winner) { 1 } else { -WON }),
            Value::Winner(None) | Value::Distance(None) => Goal::Reach(0),
            Value::Distance(Some((winner, Plies::Count(plies)))) if by(winner) => {
                Goal::Within(plies.into())
            }
            Value::Distance(Some((_, Plies::Count(plies)))) => Goal::Delay(plies.into()),
            Value::Distance(Some((winner, Plies::Endless))) => {
                Goal::Reach(if by(winner) { 1 } else { 0 })
            }
        }
    }

    /// Returns whether endless play, with its worth, is good enough.
    pub(super) fn may_go_on(&self, endless: Outcome) -> bool {
        match (self.goal(), self.value) {
            (_, Value::Distance(Some((winner, Plies::Endless)))) if winner != self.claimant => true,
            (Goal::Reach(threshold), _) => worth(endless, self.claimant) >= threshold,
            _ => false,
        }
    }
}

/// The goal that has to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The claimant gets at least this worth.
    Reach(i128),
    /// The claimant wins within this many plies.
    Within(u64),
    /// The claimant does not lose before this many plies.
    Delay(u64),
}

/// The rank of a position from which the event in question never happens.
const NEVER: u32 = u32::MAX;

/// Returns a half that proves the claim.
pub(super) fn half(
    arena: &Arena,
    claim: &Claim,
    margins: Option<&[Margin]>,
    control: &mut Control<'_>,
) -> Result<Half, ProveError> {
    let goal = claim.goal();
    let may_go_on = arena
        .endless_play()
        .is_some_and(|endless| claim.may_go_on(endless));
    let mut half = Half {
        claimant: claim.claimant,
        entries: Vec::new(),
        has_ranks: match goal {
            Goal::Reach(_) => arena.endless_play().is_some() && !may_go_on,
            Goal::Within(_) | Goal::Delay(_) => true,
        },
        has_bounds: arena.has_gains(),
    };
    // Nothing can contradict this claim.
    if goal == Goal::Reach(-WON) {
        return Ok(half);
    }
    let mut chooser = Chooser {
        arena,
        claim,
        margins,
        ranks: Vec::new(),
        sizes: Vec::new(),
    };
    let listed = match goal {
        Goal::Delay(plies) => {
            chooser.ranks = chooser
                .attract(claim.claimant.opponent(), |worth| worth < 0, control)?
                .0;
            chooser.delay(plies, control)?
        }
        Goal::Reach(threshold) if may_go_on => {
            chooser.ranks = match margins {
                None => {
                    // These are the positions that the opponent cannot force below the threshold.
                    let side = claim.claimant.opponent();
                    let (lost, _) = chooser.attract(side, |worth| worth < threshold, control)?;
                    let keeps = |&rank: &u32| if rank == NEVER { 0 } else { NEVER };
                    lost.iter().map(keeps).collect()
                }
                // Here the bounds alone determine how much may be lost.
                Some(_) => vec![0; arena.len()],
            };
            chooser.closed(false, control)?
        }
        Goal::Reach(_) | Goal::Within(_) => {
            let threshold = match goal {
                Goal::Reach(threshold) => threshold,
                _ => 1,
            };
            let order;
            (chooser.ranks, order) = chooser.attract(
                claim.claimant,
                |worth| margins.is_some() || worth >= threshold,
                control,
            )?;
            chooser.sizes = chooser.estimate(&order, half.has_ranks);
            chooser.closed(half.has_ranks, control)?
        }
    };
    half.entries = listed;
    half.entries.sort_unstable();
    Ok(half)
}

struct Chooser<'a> {
    arena: &'a Arena,
    claim: &'a Claim,
    /// The margins of all positions for the player to move, in a game with gains.
    margins: Option<&'a [Margin]>,
    /// The plies within which the claim is surely kept (or, for a delay, lost).
    ranks: Vec<u32>,
    /// The number of positions that would be listed from each one on if nothing were shared; empty if not
    /// known.
    sizes: Vec<f32>,
}

impl Chooser<'_> {
    fn is_claimants(&self, id: u32) -> bool {
        self.arena.to_move(id) == self.claim.claimant
    }

    /// Returns the bound that a position guarantees the claimant in a game with gains.
    fn bound(&self, margins: &[Margin], id: u32) -> i128 {
        let margin = margins[id as usize];
        let own = match self.is_claimants(id) {
            true => margin,
            false => margin.turned(),
        };
        match own {
            Margin::Win => WON,
            Margin::Loss => -WON,
            Margin::Points(points) => points.into(),
        }
    }

    /// Returns whether a move of the claimant keeps the bound.
    fn is_tight(&self, id: u32, edge: &Edge) -> bool {
        let Some(margins) = self.margins else {
            return true;
        };
        let after = plus(self.bound(margins, edge.target), edge.gain);
        after >= self.bound(margins, id)
    }

    /// Returns the positions from which `side` forces an end that is `good`, with the most plies that it
    /// takes ([`NEVER`] for all others), and the order in which they were found. It looks at every move
    /// once, forward and backward.
    fn attract(
        &self,
        side: Player,
        good: impl Fn(i128) -> bool,
        control: &mut Control<'_>,
    ) -> Result<(Vec<u32>, Vec<u32>), ProveError> {
        let arena = self.arena;
        let count = arena.len();
        let mut starts = vec![0u32; count + 1];
        let all = || 0..count as u32;
        let useful = |id: u32, edge: &Edge| {
            arena.to_move(id) != side || side != self.claim.claimant || self.is_tight(id, edge)
        };
        for id in all() {
            for edge in arena.edges(id).filter(|edge| useful(id, edge)) {
                starts[edge.target as usize + 1] += 1;
            }
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        control.may_use(4 * (4 * count as u64 + u64::from(starts[count])))?;
        let mut next = starts.clone();
        let mut sources = vec![0u32; starts[count] as usize];
        let mut open = vec![0u32; count];
        for id in all() {
            for edge in arena.edges(id).filter(|edge| useful(id, edge)) {
                let place = &mut next[edge.target as usize];
                sources[*place as usize] = id;
                *place += 1;
                open[id as usize] += 1;
            }
        }
        let mut ranks = vec![NEVER; count];
        let mut order = Vec::new();
        for id in all() {
            let over = arena
                .over(id)
                .map(|outcome| worth(outcome, self.claim.claimant));
            if over.is_some_and(&good) {
                ranks[id as usize] = 0;
                order.push(id);
            }
        }
        let mut done = 0;
        while let Some(&id) = order.get(done) {
            control.visit()?;
            done += 1;
            let into = starts[id as usize] as usize..starts[id as usize + 1] as usize;
            for &from in &sources[into] {
                open[from as usize] -= 1;
                let forced = arena.to_move(from) == side || open[from as usize] == 0;
                if forced && ranks[from as usize] == NEVER {
                    ranks[from as usize] = ranks[id as usize] + 1;
                    order.push(from);
                }
            }
        }
        Ok((ranks, order))
    }

    /// Returns whether a move of the claimant keeps the claim.
    fn keeps(&self, id: u32, edge: &Edge, ranked: bool) -> bool {
        let rank = self.ranks[edge.target as usize];
        rank != NEVER && (!ranked || rank < self.ranks[id as usize]) && self.is_tight(id, edge)
    }

    /// Estimates the number of later positions of each position as a tree, in the order in which the
    /// attractor found them.
    fn estimate(&self, order: &[u32], ranked: bool) -> Vec<f32> {
        let mut sizes = vec![0.0f32; self.arena.len()];
        for &id in order.iter().filter(|&&id| self.arena.over(id).is_none()) {
            let of = |edge: Edge| sizes[edge.target as usize];
            let edges = self.arena.edges(id);
            sizes[id as usize] = if self.is_claimants(id) {
                // Only positions found before have sizes yet.
                let known = |edge: &Edge| {
                    self.keeps(id, edge, ranked)
                        && self.ranks[edge.target as usize] < self.ranks[id as usize]
                };
                1.0 + edges.filter(known).map(of).fold(f32::MAX / 4.0, f32::min)
            } else {
                edges.map(of).sum::<f32>().min(f32::MAX / 4.0)
            };
        }
        sizes
    }

    /// Returns the estimated number of new positions to list after a move of the claimant.
    fn cost(&self, edge: &Edge, listed: &[bool]) -> f32 {
        let size = |id: u32| match (self.arena.over(id), listed[id as usize]) {
            (Some(_), _) | (_, true) => 0.0,
            _ => self.sizes.get(id as usize).copied().unwrap_or(1.0),
        };
        if self.is_claimants(edge.target) || self.arena.over(edge.target).is_some() {
            return size(edge.target);
        }
        let replies = self.arena.edges(edge.target);
        replies.map(|reply| size(reply.target)).sum()
    }

    /// Lists positions, from the root on.
    fn closed(&self, ranked: bool, control: &mut Control<'_>) -> Result<Vec<Entry>, ProveError> {
        let arena = self.arena;
        if self.ranks[Arena::ROOT as usize] == NEVER {
            return Err(ProveError::Inconsistent);
        }
        let mut listed = vec![false; arena.len()];
        let mut passed = vec![false; arena.len()];
        let mut entries = Vec::new();
        // Each position, and whether it has to be listed whoever moves there.
        let mut stack = vec![(Arena::ROOT, false)];
        while let Some((id, must)) = stack.pop() {
            if arena.over(id).is_some() || listed[id as usize] {
                continue;
            }
            control.visit()?;
            if self.is_claimants(id) {
                listed[id as usize] = true;
                let candidates = arena.edges(id).filter(|edge| self.keeps(id, edge, ranked));
                let best = candidates
                    .map(|edge| (self.cost(&edge, &listed), edge))
                    .reduce(|best, other| if other.0 < best.0 { other } else { best });
                let (_, edge) = best.ok_or(ProveError::Inconsistent)?;
                entries.push(self.entry(id, edge.number));
                stack.push((edge.target, false));
            } else if must {
                listed[id as usize] = true;
                entries.push(self.entry(id, 0));
                stack.extend(arena.edges(id).map(|edge| (edge.target, false)));
            } else if !passed[id as usize] {
                passed[id as usize] = true;
                stack.extend(arena.edges(id).map(|edge| (edge.target, true)));
            }
        }
        Ok(entries)
    }

    fn entry(&self, id: u32, number: u32) -> Entry {
        let bound = self.margins.map_or(0, |margins| self.bound(margins, id));
        Entry {
            code: self.arena.code(id),
            number,
            rank: self.ranks[id as usize].into(),
            bound: (bound != WON).then(|| bound.clamp(i64::MIN.into(), i64::MAX.into()) as i64),
        }
    }

    /// Lists the positions for a delay: those that arise before it is over. A position that several lines
    /// of play reach is first reached, breadth first, where the most plies are still to be held out.
    fn delay(&self, plies: u64, control: &mut Control<'_>) -> Result<Vec<Entry>, ProveError> {
        let arena = self.arena;
        let holds = |id: u32, need: u64| {
            let rank = self.ranks[id as usize];
            rank == NEVER || u64::from(rank) >= need
        };
        if !holds(Arena::ROOT, plies) {
            return Err(ProveError::Inconsistent);
        }
        let mut met = vec![false; arena.len()];
        // The plies still to be held out when a position of the opponent was passed without being listed.
        // If it is listed later, then with this number.
        let mut passed = vec![0u64; arena.len()];
        let mut entries = Vec::new();
        // Positions, and whether they have to be listed whoever moves there.
        let mut layer = vec![(Arena::ROOT, false)];
        for need in (1..=plies).rev() {
            let mut following = Vec::new();
            for (id, must) in layer {
                let own = self.is_claimants(id);
                let before = passed[id as usize];
                let known = met[id as usize] || before > 0 && !own && !must;
                if arena.over(id).is_some() || known {
                    continue;
                }
                if own || must {
                    met[id as usize] = true;
                } else {
                    passed[id as usize] = need;
                }
                control.visit()?;
                let mut number = 0;
                if own {
                    let mut keeps = arena.edges(id).filter(|edge| holds(edge.target, need - 1));
                    let edge = keeps.next().ok_or(ProveError::Inconsistent)?;
                    number = edge.number;
                    following.push((edge.target, false));
                } else {
                    let replies = arena.edges(id).map(|edge| edge.target);
                    following.extend(replies.map(|target| (target, !must)));
                }
                if own || must {
                    entries.push(Entry {
                        code: arena.code(id),
                        number,
                        rank: need.max(before),
                        bound: None,
                    });
                }
            }
            layer = following;
        }
        Ok(entries)
    }
}
