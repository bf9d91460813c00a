//! Names of tasks, which are also the names of the files that they make.

use std::fmt;
use std::str::FromStr;

/// A task: one piece of the work on a game, which makes one file. Tiers are numbered from 0 in the order in
/// which play reaches them, shards within a tier by ascending keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// Finds the next tier and cuts its keys into ranges.
    Cut(u64),
    /// Finds the keys in a range of a tier, and their children. If play may cycle, a tier is the set of positions
    /// that play first reaches at one ply.
    Keys(u64, u64),
    /// Cuts all keys of a game whose play may cycle into ranges.
    Join,
    /// Finds the keys of a range, and the number of moves of each position.
    Open(u64),
    /// Finds the active ranges of a round of taking moves back.
    Round(u64),
    /// Takes moves back: settles positions of a range in a round.
    Back(u64, u64),
    /// Finds the values of the positions in a range of a tier, and answers questions about them.
    Values(u64, u64),
    /// Writes the table.
    Finish,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Cut(tier) => write!(f, "cut-{tier}"),
            Task::Keys(tier, shard) => write!(f, "keys-{tier}-{shard}"),
            Task::Join => f.write_str("join"),
            Task::Open(shard) => write!(f, "open-{shard}"),
            Task::Round(round) => write!(f, "round-{round}"),
            Task::Back(round, shard) => write!(f, "back-{round}-{shard}"),
            Task::Values(tier, shard) => write!(f, "values-{tier}-{shard}"),
            Task::Finish => f.write_str("finish"),
        }
    }
}

impl FromStr for Task {
    type Err = String;
    fn from_str(text: &str) -> Result<Task, String> {
        let number = |text: Option<&str>| text?.parse::<u64>().ok();
        let mut parts = text.split('-');
        let kind = parts.next();
        let (tier, shard) = (number(parts.next()), number(parts.next()));
        let task = match (kind, tier, shard) {
            (Some("cut"), Some(tier), _) => Some(Task::Cut(tier)),
            (Some("keys"), Some(tier), Some(shard)) => Some(Task::Keys(tier, shard)),
            (Some("join"), None, None) => Some(Task::Join),
            (Some("open"), Some(shard), None) => Some(Task::Open(shard)),
            (Some("round"), Some(round), None) => Some(Task::Round(round)),
            (Some("back"), Some(round), Some(shard)) => Some(Task::Back(round, shard)),
            (Some("values"), Some(tier), Some(shard)) => Some(Task::Values(tier, shard)),
            (Some("finish"), None, None) => Some(Task::Finish),
            _ => None,
        };
        // Each task has only one name.
        task.filter(|task| task.to_string() == text).ok_or_else(|| {
            format!(
                "`{text}` is no task: cut-TIER, keys-TIER-SHARD, values-TIER-SHARD or finish; \
                 where play may cycle also join, open-SHARD, round-ROUND and back-ROUND-SHARD"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in [
            "cut-0",
            "keys-12-3",
            "join",
            "open-7",
            "round-1",
            "back-12-3",
            "values-7-63",
            "finish",
        ] {
            assert_eq!(name.parse::<Task>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "cut",
            "cut-",
            "cut-01",
            "cut-1-2",
            "keys-1",
            "keys-1-2-3",
            "finish-1",
            "join-1",
            "open",
            "open-1-2",
            "round-01",
            "back-1",
            "plan",
            "keys--1-2",
        ] {
            assert!(name.parse::<Task>().is_err(), "{name}");
        }
    }
}
