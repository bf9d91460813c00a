use super::*;
use crate::table::format::Tier;
use crate::table::keys::KeyBlocks;
use crate::table::storage::{Disk, Storage};
use yomikiri_core::Ask;

#[test]
fn states_change_alike_in_memory_and_in_files() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Disk::at(dir.path()).unwrap();
    let keys: Vec<u64> = (0..2 * SHARE as u64 + 9_000).map(|n| n * 5 + 7).collect();
    let blocks = KeyBlocks::encode(&keys, 40, KEYS_A_BLOCK);
    let tier = Tier {
        stored: keys.len() as u64,
        keys_len: blocks.bytes.len() as u64,
        keys_check: crc32fast::hash(&blocks.index),
        ..Tier::default()
    };
    std::fs::write(
        dir.path().join("keys"),
        [blocks.bytes, blocks.index].concat(),
    )
    .unwrap();
    let file = disk.open("keys").unwrap();
    let tier = TierFile::open(file.as_ref(), 40, Ask::Winner, tier, false).unwrap();
    let scratch = Scratch::new(&disk, u64::MAX, None);
    let options = Options {
        memory: 1 << 16,
        threads: 2,
        ..Options::default()
    };
    let (mut hands, control) = (Hand::several(&options), &mut Control::new());
    let mut shards: Shards<'_, u64> = Shards::new(&tier, 40, &scratch, &options).unwrap();
    assert_eq!(shards.count(), 3);
    let mut expected: Vec<u32> = vec![0; keys.len()];
    let (mut state, mut stayed, mut visits) = (1u64, 0, 0);
    for layer in 0..300 {
        let mut pile = Pile::default();
        let mut sought: Vec<u64> = (0..[2, 30, 150, 600][layer % 4])
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(9);
                // Some are missing, some come twice, and some layers concern one shard.
                (state >> 40) % [220_000, 90_000][layer % 2]
            })
            .collect();
        sought.extend_from_within(..1);
        pile.add(&sought, &shards.room, &scratch).unwrap();
        let before = shards.here.as_ref().map(|(here, _)| *here);
        let mut found = 0;
        shards
            .spread(
                &mut pile,
                &mut hands,
                control,
                |hand| {
                    hand.made.clone_from(&hand.keys);
                    Ok(())
                },
                |shard, hand| {
                    let places = hand.made.iter().filter_map(|key| shard.keys.find(*key));
                    let mut count = 0;
                    for place in places {
                        shard.known[place].fetch_add(1, Ordering::Relaxed);
                        count += 1;
                    }
                    Ok(count)
                },
                |count| {
                    found += count;
                    Ok(())
                },
            )
            .unwrap();
        let there = sought.iter().filter_map(|key| keys.binary_search(key).ok());
        assert_eq!(found, there.clone().count(), "layer {layer}");
        there.for_each(|place| expected[place] += 1);
        stayed += usize::from(before == shards.here.as_ref().map(|(here, _)| *here));
        visits += usize::from(shards.patches.iter().any(|patches| !patches.is_empty()));
        pile.clear(&shards.room, &scratch).unwrap();
    }
    assert!(
        stayed > 100 && stayed < 250,
        "{stayed} layers loaded nothing"
    );
    assert!(visits > 100, "states of {visits} layers changed in files");
    for number in 0..shards.count() {
        let range = shards.places(number);
        let known = &shards.last(number).unwrap().known;
        let known = known.iter().map(|known| known.load(Ordering::Relaxed));
        assert!(known.eq(expected[range].iter().copied()), "{number}");
    }
    assert_eq!(disk.names().unwrap(), ["keys"]);
}

#[test]
fn shards_are_even_and_fit() {
    let mebi = |count: u64| count << 20;
    // The game of `tests/table/cyclic.rs` does not fit into the least memory that is allowed.
    for (stored, bits, memory) in [
        (100_042, 40, mebi(1)),
        (42_000_000, 61, mebi(256)),
        (1_300_000_000, 61, mebi(4096)),
    ] {
        let each = in_a_shard::<u64>(stored, bits, memory);
        let count = stored.div_ceil(each);
        assert!(count > 1 && each.is_multiple_of(SHARE));
        assert!(bytes_of::<u64>(each as u64, bits) <= memory / 8 * 5);
        // One shard fewer would not fit.
        let fewer = stored.div_ceil(count - 1) as u64;
        assert!(bytes_of::<u64>(fewer, bits) > memory / 8 * 5);
    }
    assert_eq!(
        in_a_shard::<u64>(1_300_000_000, 61, mebi(17 << 10)),
        1_300_000_000
    );
    assert_eq!(in_a_shard::<u128>(100_000_000, 100, mebi(1)), SHARE);
    assert_eq!(in_a_shard::<u32>(0, 20, mebi(1)), 1);
}
