//! Damaged tables are refused, whatever the damage.

use crate::memory::Memory;
use crate::{TIGHT, Verify, built, with};
use yomikiri::Ask;
use yomikiri::table::{Entry, FILE, Storage, Table, TableError};

const SPEC: &str = "mnk:rows=2,cols=2,line=2";

/// Opens, asks for everything, verifies: in memory, and read by ranges.
fn accepts(spec: &str, bytes: Vec<u8>) -> Result<(), TableError> {
    let elsewhere = Memory::default();
    elsewhere.put(FILE, bytes.clone());
    let ranges = Table::from_reading(elsewhere.open(FILE).unwrap());
    let ranges = ranges.and_then(|table| accepts_table(spec, table));
    let whole = Table::from_bytes(bytes).and_then(|table| accepts_table(spec, table));
    let said = |result: &Result<(), TableError>| result.as_ref().map_err(ToString::to_string).err();
    assert_eq!(said(&ranges), said(&whole));
    whole
}

fn accepts_table(spec: &str, table: Table) -> Result<(), TableError> {
    // Whatever it says, it must not panic.
    let _ = table.for_each(|entry: Entry| {
        let _ = table.get(entry.rank, entry.key);
        Ok::<bool, TableError>(true)
    });
    let verify = Verify {
        table: &table,
        options: TIGHT,
    };
    with(spec, verify).map(|_| ())
}

#[test]
fn every_flipped_bit_is_noticed() {
    let bytes = built(SPEC, Ask::Distance, true, TIGHT);
    accepts(SPEC, bytes.clone()).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(accepts(SPEC, flipped).is_err(), "bit {bit}");
    }
}

#[test]
fn every_cut_is_noticed() {
    let bytes = built(SPEC, Ask::Winner, false, TIGHT);
    for len in 0..bytes.len() {
        assert!(accepts(SPEC, bytes[..len].to_vec()).is_err(), "{len} bytes");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(accepts(SPEC, longer).is_err());
}

#[test]
fn a_table_of_other_rules_is_not_true() {
    // Its checksums are right, but it says what the rules do not.
    let bytes = built(SPEC, Ask::Winner, false, TIGHT);
    for other in [
        "mnk:rows=2,cols=2,line=2,misere=yes",
        "tictactoe",
        "connect-k:cols=2,rows=2,line=2",
    ] {
        assert!(accepts(other, bytes.clone()).is_err(), "{other}");
    }
}
