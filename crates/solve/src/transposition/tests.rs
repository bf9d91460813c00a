use super::*;
use std::collections::{HashMap, HashSet};

/// Rounds of what is done at random; fewer where each instruction is looked at.
const ROUNDS: u32 = if cfg!(miri) { 300 } else { 60_000 };

#[test]
fn mixing_is_a_bijection() {
    for bits in 1..=if cfg!(miri) { 8 } else { 16 } {
        let mix = Mix::new(bits);
        let images: HashSet<u64> = (0..1u64 << bits).map(|key| mix.mix(key)).collect();
        assert_eq!(images.len(), 1 << bits);
        assert!(images.iter().all(|image| image >> bits == 0));
    }
}

#[test]
fn empty_slots_are_told_from_every_key() {
    for top in [0, 1, 5, 100] {
        let layout = Layout::new(10, top).expect("it fits");
        let table = Table::new(layout, 0).expect("it fits");
        assert!((0..1 << 10).all(|key| table.get(table.place(key)).is_none()));
    }
}

/// Puts and gets at random, against a map: what is found was stored last under the very same key.
fn against_a_map(key_bits: u32, bucket_bits: u32, top: i32) {
    let layout = Layout::new(key_bits, top).expect("it fits");
    let bits = bucket_bits.max(layout.least_bits());
    let mut table = Table::new(layout, bits).expect("it fits");
    let mut last: HashMap<u64, Bounds> = HashMap::new();
    let mut random = 0x2545_f491_4f6c_dd1du64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    let mut found = 0;
    for round in 0..ROUNDS {
        // Few different keys, low and high ones, so that many come again.
        let key = (next() >> 40) % 3000;
        let key = if key % 2 == 0 {
            key
        } else {
            (u64::MAX >> (64 - key_bits)) - key
        };
        let key = key & (u64::MAX >> (64 - key_bits));
        let place = table.place(key);
        if let Some(bounds) = table.get(place) {
            assert_eq!(Some(&bounds), last.get(&key), "{key:#x}");
            found += 1;
        }
        let one = (next() % (2 * top as u64 + 1)) as i32 - top;
        let other = (next() % (2 * top as u64 + 1)) as i32 - top;
        let bounds = Bounds {
            lower: one.min(other),
            upper: one.max(other),
        };
        let mut account = table.open();
        let nodes = next() >> (next() % 64);
        table
            .put(place, bounds, nodes, &mut account)
            .expect("one entry crowds no table");
        table.close(account);
        assert_eq!(table.get(place), Some(bounds));
        last.insert(key, bounds);
        if (round + 1) % (ROUNDS / 3) == 0 {
            let before = table.len();
            let held = |table: &Table| {
                let keys = last.keys();
                keys.filter(|&&key| table.get(table.place(key)).is_some())
                    .count()
            };
            let kept = held(&table);
            let grew = table.grow(1 << 24);
            assert_eq!((held(&table), table.len()), (kept, before), "grown: {grew}");
        }
    }
    assert!(found > 0);
}

#[test]
fn one_bucket() {
    against_a_map(12, 0, 43);
    // The others' tables have to be larger than what Miri gets through.
    if !cfg!(miri) {
        against_a_map(40, 0, 1);
        against_a_map(45, 0, 43);
    }
}

#[test]
fn many_buckets() {
    against_a_map(12, if cfg!(miri) { 4 } else { 12 }, 43);
    if !cfg!(miri) {
        against_a_map(56, 10, 43);
        against_a_map(64, 0, 1);
        against_a_map(64, 0, 57);
    }
}

/// What threads that share a table find under a key is what one of them put there.
#[test]
fn threads_share_a_table() {
    let layout = Layout::new(12, 43).expect("it fits");
    let bits = layout.least_bits();
    let table = &Table::new(layout, bits).expect("it fits");
    let bounds = |key: u64| Bounds {
        lower: (key % 40) as i32 - 43,
        upper: (key % 40) as i32 - 2,
    };
    std::thread::scope(|scope| {
        for thread in 0..3 {
            scope.spawn(move || {
                for round in 0..u64::from(ROUNDS) {
                    let mut account = table.open();
                    let key = (round * (7 + 4 * thread)) % 500;
                    let place = table.place(key);
                    if let Some(found) = table.get(place) {
                        assert_eq!(found, bounds(key));
                    }
                    let put = table.put(place, bounds(key), round, &mut account);
                    put.expect("one entry crowds no table");
                    table.close(account);
                }
            });
        }
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(Layout::new(65, 1).is_none());
    assert!(Layout::new(0, 1).is_none());
    let layout = Layout::new(64, 43).expect("a large table would do");
    assert_eq!(layout.least_bits(), 17);
    assert!(Table::new(layout, 16).is_none());
}

impl Word for loom::sync::atomic::AtomicU64 {
    fn load(&self) -> u64 {
        self.load(Relaxed)
    }
    fn store(&self, word: u64) {
        self.store(word, Relaxed);
    }
}

/// Two threads put and get in one bucket, in every order in which their reads and writes can happen,
/// those included in which a thread still sees what was there before: whatever is found under a key
/// was put there under that key.
///
/// Loads and stores of one word are all that the threads share, so `loom` may take the word's place
/// without the rest being compiled for it.
fn every_interleaving(full: bool) {
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64;
    let bounds = |key: u64| Bounds {
        lower: key as i32 - 7,
        upper: key as i32,
    };
    let layout = Layout::new(4, 12).expect("it fits");
    let stored = |layout: &Layout, key: u64| layout.stored_part(Mix::new(4).mix(key));
    loom::model(move || {
        let bucket = Arc::new(Bucket::<AtomicU64>(std::array::from_fn(|_| {
            AtomicU64::new(0)
        })));
        let held = if full { 4 } else { 0 };
        for key in 0..held {
            bucket.put(&layout, stored(&layout, key), bounds(key), 1);
        }
        let run = |keys: [u64; 2], bucket: Arc<Bucket<AtomicU64>>, layout: Layout| {
            move || {
                bucket.put(&layout, stored(&layout, keys[0]), bounds(keys[0]), 9);
                if let Some(found) = bucket.get(&layout, stored(&layout, keys[1])) {
                    assert_eq!(found, bounds(keys[1]));
                }
            }
        };
        let other = loom::thread::spawn(run([8, 9], bucket.clone(), layout.clone()));
        run([9, 8], bucket.clone(), layout.clone())();
        other.join().expect("no assertion failed");
        for key in 0..16 {
            if let Some(found) = bucket.get(&layout, stored(&layout, key)) {
                assert_eq!(found, bounds(key));
                assert!(key < held || key == 8 || key == 9);
            }
        }
    });
}

#[test]
fn no_order_of_two_threads_mixes_entries_up_in_an_empty_bucket() {
    every_interleaving(false);
}

#[test]
fn no_order_of_two_threads_mixes_entries_up_in_a_full_bucket() {
    every_interleaving(true);
}

/// A thread's own table takes fewer plies where it would have to hold more, and only there.
#[test]
fn own_tables_take_what_they_have_room_for() {
    let layout = Layout::new(40, 20).expect("it fits");
    let bytes = Table::bytes_of(6);
    let bounds = Bounds {
        lower: -1,
        upper: 1,
    };
    for (again, kept) in [(0, true), (1, false)] {
        let mut own = Own::new(&layout, 0, bytes, 9).expect("it fits");
        assert!(own.takes(9) && !own.takes(10));
        for key in 0..5000 {
            let place = own.table.place(key);
            assert_eq!(own.get(place), None);
            own.put(place, bounds, 1);
            for _ in 0..again {
                assert_eq!(own.get(place), Some(bounds));
            }
        }
        assert_eq!(own.takes(9), kept);
        assert!(own.len() <= own.table.room() && own.len() > own.table.room() / 2);
        assert!(Table::bytes_of(own.table.layout().bucket_bits()) <= bytes);
        // More plies are wanted, and another size.
        own.want(12);
        assert!(own.fits(&layout, bytes) && own.takes(12) && !own.takes(13));
        own.want(5);
        assert!(own.fits(&layout, bytes) && own.takes(12));
        assert!(!own.fits(&layout, 2 * bytes));
    }
    assert!(Own::new(&layout, 0, 1, 9).is_none());
}
