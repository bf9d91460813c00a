//! A store: the files of a plan and its tasks, in one place.

use super::aside::move_aside;
use super::file::{Facts, Kind, PLAN, ShardFile, begin, end, put_raw, within};
use super::head::{Head, Stage, stage_of};
use super::ranges::Cut;
use super::task::Task;
use crate::table::TableError;
use crate::table::format::{Header, Subject, Taker};
use crate::table::storage::{Storage, WRITING};
use std::collections::BTreeSet;
use yomikiri_core::Counted;

/// The most shards in a tier.
pub const MOST_SHARDS: u64 = 1 << 20;

/// The way to cut a game into shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutting {
    /// The most shards in a tier.
    pub shards: u64,
    /// The approximate number of positions in a shard, if a tier has too few for that many shards.
    pub least: u64,
}

impl Default for Cutting {
    /// Returns at most 64 shards in a tier, of 65,536 positions or more.
    fn default() -> Cutting {
        Cutting {
            shards: 64,
            least: 1 << 16,
        }
    }
}

/// A plan: the table to build, and its division into tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub(super) header: Header,
    /// The way in which the game is cut.
    pub cutting: Cutting,
    /// The most tiers: one for each rank up to that of the start. It is meaningless if play may cycle.
    pub most_tiers: u64,
    /// The digest that ties shards to the plan.
    pub(super) digest: [u8; 32],
}

impl Plan {
    pub(super) fn new(header: Header, cutting: Cutting, most_tiers: u64) -> Plan {
        let mut hasher = blake3::Hasher::new();
        let bytes = header.bytes();
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(&bytes);
        hasher.update(&settings(cutting, most_tiers));
        Plan {
            header,
            cutting,
            most_tiers,
            digest: *hasher.finalize().as_bytes(),
        }
    }

    /// Returns the subject of the table.
    pub fn subject(&self) -> &Subject {
        &self.header.subject
    }

    /// Returns whether play may cycle. Then tiers are plies, values are found in rounds, and the numbers of both are
    /// not known beforehand.
    pub fn may_cycle(&self) -> bool {
        self.header.cyclic
    }

    /// Reads the plan of a store.
    ///
    /// # Errors
    ///
    /// [`TableError::Format`] if there is none, and if it is damaged.
    pub fn read(storage: &dyn Storage) -> Result<Plan, TableError> {
        Plan::read_if_any(storage)?.ok_or_else(|| {
            TableError::Format("there is no plan here: `shard plan` makes one".to_owned())
        })
    }

    fn read_if_any(storage: &dyn Storage) -> Result<Option<Plan>, TableError> {
        let file = match ShardFile::open(storage, PLAN) {
            Err(TableError::NotYet(_)) => return Ok(None),
            file => file?,
        };
        let wrong = || TableError::damaged("it says what no plan says");
        let read = || {
            let header = file.raw(Kind::Header)?;
            let (header, _) = Header::read(&header)?;
            let bytes = file.raw(Kind::Settings)?;
            let mut taker = Taker(&bytes);
            let mut next = || taker.int64().ok_or_else(wrong);
            let cutting = Cutting {
                shards: next()?,
                least: next()?,
            };
            let most_tiers = next()?;
            let is_plan = file.head == Head::of_plan(&header)
                && (1..=MOST_SHARDS).contains(&cutting.shards)
                && cutting.least > 0;
            match is_plan {
                true => Ok(Plan::new(header, cutting, most_tiers)),
                false => Err(wrong()),
            }
        };
        read().map(Some).map_err(|error| within(PLAN, error))
    }

    /// Checks that the files of a store belong to this plan. A file of another plan among files of this one is
    /// damage, and is made again. If all readable files belong to others, the plan itself has replaced another one.
    ///
    /// Mostly this opens one file.
    ///
    /// # Errors
    ///
    /// [`TableError::Occupied`], and if the store cannot be listed.
    pub fn is_of_store(&self, storage: &dyn Storage) -> Result<(), TableError> {
        // A file that cannot be read has no plan.
        let plan_of = |name: &str| Some(ShardFile::open(storage, name).ok()?.head.plan);
        let first = Task::Cut(0).to_string();
        if plan_of(&first) == Some(self.digest) {
            return Ok(());
        }
        let mut foreign = None;
        for name in names(storage)? {
            if name.parse::<Task>().is_err() {
                continue;
            }
            match plan_of(&name) {
                Some(plan) if plan == self.digest => return Ok(()),
                Some(_) if foreign.is_none() => foreign = Some(name),
                _ => {}
            }
        }
        match foreign {
            None => Ok(()),
            Some(name) => Err(TableError::Occupied(format!(
                "`{PLAN}` is not the plan of the files beside it (`{name}` is of another): put theirs back, or remove these files"
            ))),
        }
    }

    /// Writes the plan into a store, unless it is there already.
    pub(super) fn write(&self, storage: &dyn Storage, tag: &str) -> Result<(), TableError> {
        let damaged = match Plan::read_if_any(storage) {
            Ok(Some(there)) if there == *self => return Ok(()),
            Ok(Some(there)) => {
                let Subject { game, ask, .. } = there.subject();
                let Cutting { shards, least } = there.cutting;
                let rules = match there.header.subject.rules == self.header.subject.rules {
                    true => "",
                    false => ", under other rules",
                };
                let part = match there.header.subject.from == self.header.subject.from {
                    true => "",
                    false => ", from other positions",
                };
                return Err(TableError::Occupied(format!(
                    "there is another plan here: of `{game}` for `{ask}`{rules}{part}, {} of at least {}",
                    Counted(shards, "shard"),
                    Counted(least, "position")
                )));
            }
            Ok(None) => false,
            Err(TableError::Damaged(_)) => true,
            Err(error) => return Err(error),
        };
        // A damaged or lost plan is written again, unless work by another plan has begun.
        self.is_of_store(storage).map_err(|error| match error {
            TableError::Occupied(_) => TableError::Occupied(
                "the plan here is damaged or lost, and the files are of another plan than this one: name the same game, --ask, \
                 --from, --shards and --least as before"
                    .to_owned(),
            ),
            error => error,
        })?;
        // A folder in its place would prevent that.
        if damaged {
            move_aside(storage, PLAN)?;
        }
        let put = self.put(storage, tag);
        if put.is_err() {
            // If it cannot be removed now, it is removed together with the table.
            let _ = storage.remove(&part_name(tag, PLAN));
        }
        put
    }

    fn put(&self, storage: &dyn Storage, tag: &str) -> Result<(), TableError> {
        let part = part_name(tag, PLAN);
        let mut sink = begin(storage, &part, &Head::of_plan(&self.header))?;
        let sections = [
            put_raw(&mut sink, Kind::Header, 1, &self.header.bytes())?,
            put_raw(
                &mut sink,
                Kind::Settings,
                3,
                &settings(self.cutting, self.most_tiers),
            )?,
        ];
        end(
            storage,
            sink,
            (&part, PLAN),
            &sections,
            Facts::default(),
            true,
        )
    }
}

fn settings(cutting: Cutting, most_tiers: u64) -> Vec<u8> {
    let numbers = [cutting.shards, cutting.least, most_tiers];
    numbers.map(u64::to_le_bytes).concat()
}

/// Returns the name of a file while it is written. The tag is the writer's own.
pub(super) fn part_name(tag: &str, name: &str) -> String {
    format!("{WRITING}{tag}-{name}")
}

/// Returns the names of the files of a store.
pub(super) fn names(storage: &dyn Storage) -> Result<BTreeSet<String>, TableError> {
    let names = storage.names();
    let names = names.map_err(|error| TableError::io("cannot list the store", error))?;
    Ok(names.into_iter().collect())
}

/// A store with its plan.
pub(super) struct Store<'s> {
    pub(super) storage: &'s dyn Storage,
    pub(super) plan: Plan,
}

impl<'s> Store<'s> {
    pub(super) fn open(storage: &'s dyn Storage) -> Result<Store<'s>, TableError> {
        let plan = Plan::read(storage)?;
        Ok(Store { storage, plan })
    }

    /// Returns the head of a task's file, without its range, which is not known yet.
    pub(super) fn head(&self, task: Task) -> Head {
        let (tier, number) = match task {
            Task::Cut(tier) | Task::Round(tier) => (tier, 0),
            Task::Keys(tier, number) | Task::Values(tier, number) | Task::Back(tier, number) => {
                (tier, number)
            }
            Task::Open(number) => (0, number),
            Task::Join | Task::Finish => (0, 0),
        };
        Head {
            stage: stage_of(task),
            plan: self.plan.digest,
            tier,
            number,
            ..Head::of_plan(&self.plan.header)
        }
    }

    /// Opens the file of a task, and checks that it belongs to this task.
    pub(super) fn shard(&self, task: Task) -> Result<ShardFile, TableError> {
        let name = task.to_string();
        let file = ShardFile::open(self.storage, &name)?;
        let Head {
            number,
            rank,
            from,
            to,
            ..
        } = file.head;
        let mut expected = Head {
            rank,
            from,
            to,
            ..self.head(task)
        };
        // These stages count ranges, which are not known before.
        if matches!(expected.stage, Stage::Cut | Stage::Join | Stage::Round) {
            expected.number = number;
        }
        let what = match () {
            () if file.head == expected => return Ok(file),
            () if file.head.rules != expected.rules => "it is a shard of another game",
            () if file.head.plan != expected.plan => "it is a shard of another plan",
            () => "it is another shard",
        };
        Err(within(&name, TableError::damaged(what)))
    }

    /// Like [`shard`](Store::shard), and checks the checksums of all its contents.
    pub(super) fn sound(&self, task: Task) -> Result<ShardFile, TableError> {
        let file = self.shard(task)?;
        let checked = file.check();
        checked.map_err(|error| within(&task.to_string(), error))?;
        Ok(file)
    }

    /// Returns a tier with its ranges; `None` if the game has no such tier.
    ///
    /// # Errors
    ///
    /// [`TableError::NotYet`] if that is not known yet.
    pub(super) fn cut(&self, tier: u64) -> Result<Option<Cut>, TableError> {
        let task = Task::Cut(tier);
        let error = match self.shard(task) {
            Ok(file) => {
                let cut = Cut::read(&file).map_err(|error| within(&task.to_string(), error))?;
                return Ok(cut);
            }
            Err(error @ TableError::NotYet(_)) => error,
            Err(error) => return Err(error),
        };
        match self.ends_before(Task::Cut, 0, tier)? {
            true => Ok(None),
            false => Err(error),
        }
    }

    /// Returns the last existing file of a sequence, from `first` on and below `before`. This opens at most twice as
    /// many files as that number has binary digits.
    pub(super) fn last(
        &self,
        of: impl Fn(u64) -> Task,
        first: u64,
        before: u64,
    ) -> Result<Option<(u64, ShardFile)>, TableError> {
        let (mut last, mut from, mut missing, mut step) = (None, first, before, 0_u64);
        while from < missing {
            // It goes on in growing steps until a file is missing, then by halves.
            let at = from + step.min((missing - from - 1) / 2);
            match self.shard(of(at)) {
                Ok(file) => {
                    last = Some((at, file));
                    (from, step) = (at + 1, step.saturating_mul(2).saturating_add(1));
                }
                Err(TableError::NotYet(_)) => missing = at,
                Err(error) => return Err(error),
            }
        }
        Ok(last)
    }

    /// Returns whether a file of the sequence below `before` marks the end.
    pub(super) fn ends_before(
        &self,
        of: impl Fn(u64) -> Task,
        first: u64,
        before: u64,
    ) -> Result<bool, TableError> {
        let last = self.last(of, first, before)?;
        Ok(last.is_some_and(|(_, file)| file.head.number == 0))
    }

    /// Returns whether play may cycle.
    pub(super) fn cyclic(&self) -> bool {
        self.plan.header.cyclic
    }

    /// Returns all keys with their ranges.
    ///
    /// # Errors
    ///
    /// [`TableError::NotYet`] if that is not known yet.
    pub(super) fn join(&self) -> Result<Cut, TableError> {
        let file = self.shard(Task::Join)?;
        let cut = Cut::read(&file).map_err(|error| within(&Task::Join.to_string(), error))?;
        cut.ok_or_else(|| TableError::damaged("`join`: it has no ranges"))
    }

    /// Returns all tiers.
    ///
    /// # Errors
    ///
    /// [`TableError::NotYet`] if not all are known yet.
    pub(super) fn cuts(&self) -> Result<Vec<Cut>, TableError> {
        let mut cuts = Vec::new();
        while let Some(cut) = self.cut(cuts.len() as u64)? {
            cuts.push(cut);
        }
        Ok(cuts)
    }
}
