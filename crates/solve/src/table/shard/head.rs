//! The head of a file: its contents and its plan.

use super::task::Task;
use crate::table::TableError;
use crate::table::block::sum_is;
use crate::table::format::{Header, Taker, ask_code};
use yomikiri_core::Ask;

/// The first eight bytes.
const MAGIC: [u8; 8] = *b"YOMISHD\n";
/// The version of the format.
const VERSION: u32 = 1;
/// The bytes of the head.
pub(super) const HEAD: usize = 8 + 4 + 4 + 2 * 32 + 3 * 8 + 2 * 16 + 4;

/// The contents of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Plan,
    Cut,
    Keys,
    Values,
    Join,
    Open,
    Round,
    Back,
}

/// The description at the beginning of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) stage: Stage,
    pub(super) ask: Ask,
    pub(super) symmetric: bool,
    pub(super) bits: u32,
    /// The digest of the rules.
    pub(super) rules: [u8; 32],
    /// The digest of the plan; zeros in the plan itself.
    pub(super) plan: [u8; 32],
    /// The number of the tier, or of the round.
    pub(super) tier: u64,
    /// The number of the shard; for a cut and `join` the number of ranges, for a round the number of active
    /// ranges.
    pub(super) number: u64,
    /// The rank of the tier.
    pub(super) rank: u64,
    /// The range of keys, both ends included.
    pub(super) from: u128,
    pub(super) to: u128,
}

impl Head {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let stage = match self.stage {
            Stage::Plan => 0,
            Stage::Cut => 1,
            Stage::Keys => 2,
            Stage::Values => 3,
            Stage::Join => 4,
            Stage::Open => 5,
            Stage::Round => 6,
            Stage::Back => 7,
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[
            stage,
            ask_code(self.ask),
            u8::from(self.symmetric),
            self.bits as u8,
        ]);
        bytes.extend_from_slice(&self.rules);
        bytes.extend_from_slice(&self.plan);
        for number in [self.tier, self.number, self.rank] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for key in [self.from, self.to] {
            bytes.extend_from_slice(&key.to_le_bytes());
        }
        let check = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Returns the head of a plan of tables with this header.
    pub(super) fn of_plan(header: &Header) -> Head {
        Head {
            stage: Stage::Plan,
            ask: header.subject.ask,
            symmetric: header.subject.symmetric,
            bits: header.bits,
            rules: header.subject.rules,
            plan: [0; 32],
            tier: 0,
            number: 0,
            rank: 0,
            from: 0,
            to: u128::MAX,
        }
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Head, TableError> {
        let wrong = || TableError::damaged("its head says what no head says");
        let mut taker = Taker(bytes);
        if taker.take(8) != Some(&MAGIC[..]) {
            return Err(TableError::damaged("it is no shard"));
        }
        // The head has the same form in all versions.
        let check = bytes.get(HEAD - 4..HEAD).ok_or_else(wrong)?;
        let sum = Taker(check).int32().ok_or_else(wrong)?;
        if !sum_is(&bytes[..HEAD - 4], sum) {
            return Err(TableError::damaged("the checksum of its head is wrong"));
        }
        let version = taker.int32().ok_or_else(wrong)?;
        if version != VERSION {
            return Err(TableError::Format(format!(
                "the shard has format version {version}; this program knows version {VERSION}"
            )));
        }
        let mut head = || {
            let stage = match taker.byte()? {
                0 => Stage::Plan,
                1 => Stage::Cut,
                2 => Stage::Keys,
                3 => Stage::Values,
                4 => Stage::Join,
                5 => Stage::Open,
                6 => Stage::Round,
                7 => Stage::Back,
                _ => return None,
            };
            let code = taker.byte()?;
            let ask = Ask::ALL.into_iter().find(|ask| ask_code(*ask) == code)?;
            let symmetric = taker.byte()? == 1;
            let bits = u32::from(taker.byte()?);
            let rules = taker.take(32)?.try_into().ok()?;
            let plan = taker.take(32)?.try_into().ok()?;
            let (tier, number, rank) = (taker.int64()?, taker.int64()?, taker.int64()?);
            let from = u128::from_le_bytes(taker.take(16)?.try_into().ok()?);
            let to = u128::from_le_bytes(taker.take(16)?.try_into().ok()?);
            (1..=128).contains(&bits).then_some(Head {
                stage,
                ask,
                symmetric,
                bits,
                rules,
                plan,
                tier,
                number,
                rank,
                from,
                to,
            })
        };
        head().ok_or_else(wrong)
    }
}

/// Returns the stage of the file that a task makes.
pub(super) fn stage_of(task: Task) -> Stage {
    match task {
        Task::Cut(_) | Task::Finish => Stage::Cut,
        Task::Keys(..) => Stage::Keys,
        Task::Join => Stage::Join,
        Task::Open(_) => Stage::Open,
        Task::Round(_) => Stage::Round,
        Task::Back(..) => Stage::Back,
        Task::Values(..) => Stage::Values,
    }
}
