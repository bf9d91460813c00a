//! The result of grading.

use super::{Difficulty, Fault, Grader, Mean, Rate, Sample};
use crate::answer::JSON_VERSION;
use crate::play::Slip;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use yomikiri::Player;

/// Blunders by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Blunders {
    /// A win became a draw.
    pub win_to_draw: u64,
    /// A win became a loss.
    pub win_to_loss: u64,
    /// A draw became a loss.
    pub draw_to_loss: u64,
}

impl Blunders {
    fn add(&mut self, slip: Option<Slip>) {
        match slip {
            Some(Slip::WinToDraw) => self.win_to_draw += 1,
            Some(Slip::WinToLoss) => self.win_to_loss += 1,
            Some(Slip::DrawToLoss) => self.draw_to_loss += 1,
            _ => {}
        }
    }
}

/// The statistics of some moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// The number of moves.
    pub moves: u64,
    /// The share of perfect moves: as good as any under the question, which asks who wins and
    /// perhaps by how much or how soon.
    pub perfect: Rate,
    /// The share of perfect moves where a mistake was possible.
    pub perfect_decisions: Rate,
    /// The share of moves that did not change who wins.
    pub keeping: Rate,
    /// The moves that changed who wins.
    pub blunders: Blunders,
    /// The mean of points given away per move, if values are numbers of points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Mean>,
}

impl Stats {
    /// Counts moves; the moves of one game must be adjacent.
    fn of<'s>(samples: impl IntoIterator<Item = &'s Sample>) -> Stats {
        let mut blunders = Blunders::default();
        let mut games: Vec<PerGame> = Vec::new();
        let mut last = None;
        for sample in samples {
            if last != Some(sample.game) {
                games.push(PerGame::default());
                last = Some(sample.game);
            }
            if let Some(game) = games.last_mut() {
                game.add(sample);
            }
            blunders.add(sample.slip);
        }
        let rate = |part: fn(&PerGame) -> (u64, u64)| {
            Rate::of(&games.iter().map(part).collect::<Vec<_>>())
        };
        let points: Vec<(f64, u64)> = games.iter().map(|game| game.points).collect();
        Stats {
            moves: games.iter().map(|game| game.perfect.1).sum(),
            perfect: rate(|game| game.perfect),
            perfect_decisions: rate(|game| game.decisions),
            keeping: rate(|game| game.keeping),
            blunders,
            points: Mean::of(&points),
        }
    }
}

/// The counts of one game.
#[derive(Default)]
struct PerGame {
    perfect: (u64, u64),
    decisions: (u64, u64),
    keeping: (u64, u64),
    points: (f64, u64),
}

impl PerGame {
    fn add(&mut self, sample: &Sample) {
        let count = |counted: &mut (u64, u64), hit: bool| {
            counted.0 += u64::from(hit);
            counted.1 += 1;
        };
        count(&mut self.perfect, sample.perfect);
        if sample.difficulty.is_decision() {
            count(&mut self.decisions, sample.perfect);
        }
        count(
            &mut self.keeping,
            !sample.slip.is_some_and(Slip::is_blunder),
        );
        if let Some(points) = sample.points {
            self.points.0 += points as f64;
            self.points.1 += 1;
        }
    }
}

/// Moves with a common property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The property: a player, a number of plies, a difficulty.
    pub name: String,
    /// The statistics.
    #[serde(flatten)]
    pub stats: Stats,
}

/// The result of grading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    version: u32,
    /// The canonical spec.
    pub game: String,
    /// The question.
    pub ask: &'static str,
    /// The method of the intervals.
    pub intervals: &'static str,
    /// Games graded.
    pub games: usize,
    /// Positions solved.
    pub positions: usize,
    /// Moves in positions that were not solved because of a limit; nothing else counts them.
    pub unsolved: u64,
    /// The faults of an agent, with their counts.
    pub faults: BTreeMap<&'static str, u64>,
    /// All moves.
    #[serde(flatten)]
    pub all: Stats,
    /// By player: `first`, `second`.
    pub by_player: Vec<Group>,
    /// By the names of players, in order; empty if the games have no names.
    pub by_name: Vec<Group>,
    /// By difficulty, the easiest first, without those that do not occur.
    pub by_difficulty: Vec<Group>,
    /// By the plies before the move.
    pub by_ply: Vec<Group>,
}

impl Grader<'_, '_> {
    /// Returns the counts so far.
    pub fn report(&self) -> Report {
        let samples = &self.samples;
        let plies: BTreeSet<usize> = samples.iter().map(|sample| sample.ply).collect();
        let names: BTreeSet<_> = samples
            .iter()
            .filter_map(|sample| sample.name.clone())
            .collect();
        let faults = self.faults.iter();
        Report {
            version: JSON_VERSION,
            game: self.game.name().to_owned(),
            ask: self.judge.ask.name(),
            intervals: "95%: wilson, with the design effect of games",
            games: self.games,
            positions: self.judge.known.values().flatten().count(),
            unsolved: self.unsolved,
            faults: faults
                .map(|(fault, count): (&Fault, &u64)| (fault.name(), *count))
                .collect(),
            all: Stats::of(samples),
            by_player: groups(
                samples,
                Player::BOTH.map(|player| (player.to_string(), player)),
                |sample| sample.player,
            ),
            by_name: groups(
                samples,
                names.into_iter().map(|name| (name.to_string(), Some(name))),
                |sample| sample.name.clone(),
            ),
            by_difficulty: groups(
                samples,
                Difficulty::ALL.map(|difficulty| (difficulty.name().to_owned(), difficulty)),
                |sample| sample.difficulty,
            ),
            by_ply: groups(
                samples,
                plies.into_iter().map(|ply| (ply.to_string(), ply)),
                |sample| sample.ply,
            ),
        }
    }
}

fn groups<T: PartialEq>(
    samples: &[Sample],
    names: impl IntoIterator<Item = (String, T)>,
    of: impl Fn(&Sample) -> T,
) -> Vec<Group> {
    let group = |(name, what): (String, T)| Group {
        name,
        stats: Stats::of(samples.iter().filter(|sample| of(sample) == what)),
    };
    let groups = names.into_iter().map(group);
    groups.filter(|group| group.stats.moves > 0).collect()
}
