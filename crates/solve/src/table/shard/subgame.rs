//! A subgame, small enough for a trial.

use crate::Control;
use crate::table::TableError;
use crate::table::clock::spent;
use crate::table::extent::Extent;
use crate::table::semi::Judge;
use crate::table::source::{Batch, Source, Want};
use crate::table::word::Word;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::time::Duration;
use yomikiri_core::random::Random;
use yomikiri_core::{Ask, Outcome};

/// The approximate number of positions of a subgame: enough to measure, in a second.
const ENOUGH: usize = 400_000;
/// The same number if play may cycle, because a position takes longer there.
const ENOUGH_IN_ROUNDS: usize = 150_000;
/// This many positions are enough if play leads to no more within the limits.
const FEWEST: usize = 20_000;
/// The factor by which more positions may be looked at.
const LOOKED_AT: usize = 4;
/// The search for a subgame ends after this time if it has found some positions, so games with slow rules have
/// smaller subgames.
#[cfg(not(test))]
const LONG: Duration = Duration::from_millis(600);
/// The result of a test must not depend on the machine.
#[cfg(test)]
const LONG: Duration = Duration::MAX;
const SOME: usize = 1000;
/// The most moves of a random line of play.
const LONGEST_LINE: usize = 200;

/// A subgame: some positions of a game, with all moves from one to another.
pub(super) struct Subgame<'s, W: Word> {
    source: &'s dyn Source<W>,
    starts: Vec<(u64, W)>,
    /// Its positions, if moves lead from them to others. The subgame leaves such moves out, and a position without
    /// any other move is a draw.
    within: Option<FxHashSet<W>>,
    stored: usize,
    is_whole: bool,
}

impl<'s, W: Word> Subgame<'s, W> {
    /// Finds a subgame: all that play reaches from some positions, if its size is suitable.
    pub(super) fn of(
        source: &'s dyn Source<W>,
        control: &mut Control<'_>,
    ) -> Result<Subgame<'s, W>, TableError> {
        let enough = match source.cyclic() {
            true => ENOUGH_IN_ROUNDS,
            false => ENOUGH,
        };
        Subgame::with(source, enough, control)
    }

    /// Finds a subgame of about this many positions.
    fn with(
        source: &'s dyn Source<W>,
        enough: usize,
        control: &mut Control<'_>,
    ) -> Result<Subgame<'s, W>, TableError> {
        let mut finding = Finding::new(source);
        let starts = source.starts();
        let whole = finding.find(&starts, enough, control)?;
        if whole {
            return Ok(Subgame {
                source,
                starts,
                within: None,
                stored: finding.finished,
                is_whole: true,
            });
        }
        if finding.finished >= FEWEST.min(enough) || (finding.late() && finding.finished >= SOME) {
            return Ok(Subgame {
                source,
                starts: finding.tops,
                within: None,
                stored: finding.finished,
                is_whole: false,
            });
        }
        finding.around(enough, control)
    }
}

/// A position that was reached.
struct Node {
    /// Its number, in the order in which positions were reached.
    number: u32,
    /// The least number of an open position that it leads to.
    least: u32,
    open: bool,
}

/// A position on the path, with its children that are still to be tried.
struct Step<W> {
    rank: u64,
    key: W,
    next: Vec<(u64, W)>,
    /// The numbers of open positions, and of the finished ones on top, when it was reached.
    place: usize,
    tops: usize,
}

/// A search for positions all of whose moves are known. It uses Tarjan's algorithm, which finishes a set of positions
/// that lead to each other once all other positions that they lead to are finished.
struct Finding<'s, W: Word> {
    source: &'s dyn Source<W>,
    random: Random,
    nodes: FxHashMap<W, Node>,
    way: Vec<Step<W>>,
    open: Vec<W>,
    batch: Batch<W>,
    finished: usize,
    /// The time when it began.
    since: Duration,
    /// Finished positions that unfinished ones lead to.
    tops: Vec<(u64, W)>,
}

impl<'s, W: Word> Finding<'s, W> {
    fn new(source: &'s dyn Source<W>) -> Finding<'s, W> {
        Finding {
            source,
            random: Random::new(1),
            nodes: FxHashMap::default(),
            way: Vec::new(),
            open: Vec::new(),
            batch: Batch::default(),
            finished: 0,
            since: spent(),
            tops: Vec::new(),
        }
    }

    /// Goes on until `enough` positions are finished. Returns whether these are all.
    fn find(
        &mut self,
        starts: &[(u64, W)],
        enough: usize,
        control: &mut Control<'_>,
    ) -> Result<bool, TableError> {
        for &(rank, key) in starts {
            if self.nodes.contains_key(&key) {
                continue;
            }
            self.enter(rank, key)?;
            while let Some(step) = self.way.last_mut() {
                let at = step.key;
                if let Some((rank, next)) = step.next.pop() {
                    match self.nodes.get(&next) {
                        None => {
                            if self.is_enough(enough) {
                                return Ok(false);
                            }
                            self.enter(rank, next)?;
                            control.advance(1)?;
                        }
                        Some(node) if node.open => {
                            let least = node.number;
                            self.lower(at, least);
                        }
                        Some(_) => {}
                    }
                    continue;
                }
                self.leave();
            }
        }
        Ok(true)
    }

    /// Returns whether to stop.
    fn is_enough(&self, enough: usize) -> bool {
        let looked_at = self.nodes.len();
        let late = || looked_at.is_multiple_of(256) && self.late();
        self.finished >= enough || looked_at >= LOOKED_AT * enough || late()
    }

    fn late(&self) -> bool {
        spent().saturating_sub(self.since) > LONG
    }

    fn enter(&mut self, rank: u64, key: W) -> Result<(), TableError> {
        let number = self.nodes.len() as u32;
        self.nodes.insert(
            key,
            Node {
                number,
                least: number,
                open: true,
            },
        );
        self.expand((rank, key))?;
        let batch = &self.batch;
        let next = batch
            .ranks
            .iter()
            .copied()
            .zip(batch.children.iter().copied());
        let mut next: Vec<(u64, W)> = next.collect();
        // Shuffle the moves, so that none is preferred.
        for at in (1..next.len()).rev() {
            next.swap(at, self.random.index(at + 1));
        }
        let place = self.open.len();
        self.open.push(key);
        self.way.push(Step {
            rank,
            key,
            next,
            place,
            tops: self.tops.len(),
        });
        Ok(())
    }

    fn lower(&mut self, key: W, least: u32) {
        if let Some(node) = self.nodes.get_mut(&key) {
            node.least = node.least.min(least);
        }
    }

    /// Goes back from a position all of whose moves were tried.
    fn leave(&mut self) {
        let Some(step) = self.way.pop() else { return };
        let Some(node) = self.nodes.get(&step.key) else {
            return;
        };
        let (number, least) = (node.number, node.least);
        if least < number {
            if let Some(before) = self.way.last().map(|before| before.key) {
                self.lower(before, least);
            }
            return;
        }
        for key in self.open.drain(step.place..) {
            if let Some(node) = self.nodes.get_mut(&key) {
                node.open = false;
            }
            self.finished += 1;
        }
        // It is on top until the position before it is finished too.
        self.tops.truncate(step.tops);
        self.tops.push((step.rank, step.key));
    }

    /// Returns neighbouring positions, around the end of a random line of play.
    fn around(
        mut self,
        enough: usize,
        control: &mut Control<'_>,
    ) -> Result<Subgame<'s, W>, TableError> {
        let Some(&start) = self.source.starts().first() else {
            return Ok(Subgame {
                source: self.source,
                starts: Vec::new(),
                within: None,
                stored: 0,
                is_whole: false,
            });
        };
        let (mut at, mut last) = (start, start);
        for _ in 0..LONGEST_LINE {
            self.expand(at)?;
            let place = self.random.index(self.batch.children.len());
            let Some(next) = self.batch.children.get(place) else {
                break;
            };
            (at, last) = ((self.batch.ranks[place], *next), at);
        }
        // There are as many as could be looked at in the time, around a position with moves.
        let enough = enough.min(self.nodes.len());
        let mut within: FxHashSet<W> = FxHashSet::default();
        let mut list = VecDeque::from([last]);
        within.insert(last.1);
        while let Some(at) = list.pop_front() {
            self.expand(at)?;
            control.advance(1)?;
            for (rank, child) in self.batch.ranks.iter().zip(&self.batch.children) {
                if within.len() < enough && within.insert(*child) {
                    list.push_back((*rank, *child));
                }
            }
        }
        Ok(Subgame {
            source: self.source,
            starts: vec![last],
            stored: within.len(),
            within: Some(within),
            is_whole: false,
        })
    }

    fn expand(&mut self, (rank, key): (u64, W)) -> Result<(), TableError> {
        self.source
            .expand(rank, &[key], Want::default(), &mut self.batch)
    }
}

impl<W: Word> Subgame<'_, W> {
    /// Returns the number of its positions.
    pub(super) fn stored(&self) -> usize {
        self.stored
    }

    /// Returns whether it is the whole game.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }
}

impl<W: Word> Source<W> for Subgame<'_, W> {
    fn bits(&self) -> u32 {
        self.source.bits()
    }
    fn cyclic(&self) -> bool {
        self.source.cyclic()
    }
    fn endless(&self) -> Outcome {
        self.source.endless()
    }
    fn starts(&self) -> Vec<(u64, W)> {
        self.starts.clone()
    }
    fn expand(
        &self,
        rank: u64,
        keys: &[W],
        want: Want,
        batch: &mut Batch<W>,
    ) -> Result<(), TableError> {
        self.source.expand(rank, keys, want, batch)?;
        if let Some(within) = &self.within {
            keep(batch, |key| within.contains(key));
        }
        Ok(())
    }
    fn orbit(&self, key: W) -> Result<u64, TableError> {
        self.source.orbit(key)
    }
    fn taken_back(&self) -> bool {
        self.source.taken_back()
    }
    fn parents(&self, key: W, into: &mut Vec<W>) -> Result<bool, TableError> {
        let start = into.len();
        let known = self.source.parents(key, into)?;
        if let Some(within) = &self.within {
            let mut kept = start;
            for at in start..into.len() {
                if within.contains(&into[at]) {
                    into.swap(kept, at);
                    kept += 1;
                }
            }
            into.truncate(kept);
        }
        Ok(known)
    }
    /// A solver plays by all moves of the game, and does not know about subgames.
    fn judge(
        &self,
        ask: Ask,
        extent: Extent,
        control: &Control<'_>,
    ) -> Result<Box<dyn Judge<W> + '_>, TableError> {
        let _ = (ask, extent, control);
        let why = "nobody looks for the best moves of a subgame";
        Err(TableError::Unsupported(why.to_owned()))
    }
}

/// Removes moves; a position without any left is a draw.
fn keep<W: Word>(batch: &mut Batch<W>, kept: impl Fn(&W) -> bool) {
    let (mut start, mut count) = (0, 0);
    for place in 0..batch.ends.len() {
        let end = batch.ends[place] as usize;
        let before = count;
        for at in start..end {
            if kept(&batch.children[at]) {
                batch.children[count] = batch.children[at];
                batch.ranks[count] = batch.ranks[at];
                if let Some(gain) = batch.gains.get(at).copied() {
                    batch.gains[count] = gain;
                }
                count += 1;
            }
        }
        if count == before && batch.outcomes[place].is_none() {
            batch.outcomes[place] = Some(Outcome::Draw);
        }
        start = end;
        batch.ends[place] = count as u32;
    }
    batch.children.truncate(count);
    batch.ranks.truncate(count);
    batch.gains.truncate(count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::source::{AnySource, source};
    use yomikiri_core::Game;
    use yomikiri_games::connect4::{Board, Connect4};
    use yomikiri_games::mens_morris::MensMorris;

    /// Returns the positions that play reaches.
    fn reached<W: Word>(source: &dyn Source<W>) -> FxHashSet<W> {
        let mut open: Vec<W> = source.starts().into_iter().map(|(_, key)| key).collect();
        let mut known: FxHashSet<W> = open.iter().copied().collect();
        let mut batch = Batch::default();
        while let Some(key) = open.pop() {
            source
                .expand(0, &[key], Want::default(), &mut batch)
                .unwrap();
            open.extend(batch.children.iter().filter(|child| known.insert(**child)));
        }
        known
    }

    /// Finds a subgame with at least this many positions, and checks that it has as many as it claims.
    fn subgame_of<W: Word>(source: &dyn Source<W>, enough: usize) -> (usize, usize) {
        let control = &mut Control::new();
        let subgame = Subgame::with(source, enough, control).unwrap();
        assert!(subgame.within.is_none());
        let all = reached(source);
        let own = reached(&subgame);
        assert_eq!(own.len(), subgame.stored());
        assert!(own.is_subset(&all));
        (own.len(), all.len())
    }

    #[test]
    fn a_subgame_is_what_play_leads_to_from_some_positions() {
        let game = Connect4::new(Board::<8, 4>::new(4, 4, 8, 4).unwrap());
        let AnySource::Narrow(source) = source(&game, true, game.starts()).unwrap() else {
            panic!("its keys are narrow");
        };
        let (own, all) = subgame_of(&*source, 30_000);
        assert!(
            (30_000..30_100).contains(&own) && own < all,
            "{own} of {all}"
        );
        // A game that is small enough is its own subgame.
        let (own, all) = subgame_of(&*source, 10_000_000);
        assert_eq!(own, all);
    }

    #[test]
    fn positions_that_lead_to_each_other_are_finished_together() {
        let game = MensMorris::three();
        let AnySource::Narrow(source) = source(&game, false, game.starts()).unwrap() else {
            panic!("its keys are narrow");
        };
        let (own, all) = subgame_of(&*source, 1500);
        assert!(own >= 1500 && own <= all, "{own} of {all}");
    }

    #[test]
    fn a_subgame_that_is_cut_off_keeps_to_itself() {
        let game = MensMorris::three();
        let AnySource::Narrow(source) = source(&game, false, game.starts()).unwrap() else {
            panic!("its keys are narrow");
        };
        let control = &mut Control::new();
        let mut finding = Finding::new(&*source);
        finding.find(&source.starts(), 2000, control).unwrap();
        let subgame = finding.around(500, control).unwrap();
        let within = subgame.within.clone().unwrap();
        assert_eq!((within.len(), subgame.stored()), (500, 500));
        assert_eq!(reached(&subgame), within);
        // Moves and moves taken back must agree.
        let (mut batch, mut before) = (Batch::default(), Vec::new());
        for key in &within {
            subgame
                .expand(0, &[*key], Want::default(), &mut batch)
                .unwrap();
            assert_eq!(batch.outcomes[0].is_none(), !batch.children.is_empty());
            for child in &batch.children {
                before.clear();
                subgame.parents(*child, &mut before).unwrap();
                assert!(before.contains(key));
                assert!(before.iter().all(|key| within.contains(key)));
            }
        }
    }
}
