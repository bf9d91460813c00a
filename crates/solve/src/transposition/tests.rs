use super::*;
use bucket::Word;
use layout::NEAR;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use wide::Version;

/// Room for any table here.
const ROOM: u64 = 1 << 30;
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
        let layout = Layout::new::<u64>(10, top, ROOM).expect("it fits");
        let table = Table::<u64>::new(layout, 0).expect("it fits");
        assert!((0..1 << 10).all(|key| table.get(table.place(key)).is_none()));
        let layout = Layout::new::<u128>(100, top, ROOM).expect("it fits");
        assert!(layout.is_wide());
        let bits = layout.least_bits();
        let table = Table::<u128>::new(layout, bits).expect("it fits");
        let keys = (0..100).flat_map(|bit| [0, 1 << bit, (1 << bit) - 1]);
        assert!(
            keys.into_iter()
                .all(|key| table.get(table.place(key)).is_none())
        );
    }
}

/// No two long keys have one place.
#[test]
fn mixing_long_keys_is_a_bijection() {
    let layout = Layout::new::<u128>(90, 20, ROOM).expect("it fits");
    let bits = layout.least_bits();
    let table = Table::<u128>::new(layout, bits).expect("it fits");
    let count = if cfg!(miri) { 50 } else { 5000 };
    // Keys that differ in the low part alone, in the high part alone, and in both.
    let parts = [1, 1 << 70, 1 << 70 | 1, 1 << 45];
    let keys: HashSet<u128> = parts
        .into_iter()
        .flat_map(|part| (0..count).map(move |n: u128| n.wrapping_mul(part) & ((1 << 90) - 1)))
        .collect();
    let images: HashSet<u128> = keys.iter().map(|&key| table.place(key).mixed).collect();
    assert_eq!(images.len(), keys.len());
    assert!(images.iter().all(|image| image >> 90 == 0));
}

/// Puts and gets at random, against a map: what is found was stored last under the very same key.
fn against_a_map<W: Key>(key_bits: u32, bucket_bits: u32, top: i32, room: u64) -> Layout {
    let layout = Layout::new::<W>(key_bits, top, room).expect("it fits");
    let bits = bucket_bits.max(layout.least_bits());
    let new = || Table::<W>::new(layout.clone(), bits).expect("it fits");
    let (mut table, mut twin) = (new(), new());
    let mut last: HashMap<W, Bounds> = HashMap::new();
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
        let key = u128::from((next() >> 40) % 3000);
        let greatest = u128::MAX >> (128 - key_bits);
        let key = match key % 3 {
            0 => key,
            1 => greatest - key,
            // What differs may lie far up alone.
            _ => key << (key_bits - 12),
        };
        let key = W::from_u128(key & greatest);
        let place = table.place(key);
        assert_eq!(table.get_alone(place), table.get(place));
        if let Some(bounds) = table.get(place) {
            assert_eq!(Some(&bounds), last.get(&key), "{key:?}");
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
        let crowded = account.note(table.store(place, bounds, nodes)).is_err();
        table.close(account);
        // A thread alone stores the same.
        let mut account = twin.open();
        let alone = account.note(twin.store_alone(place, bounds, nodes));
        assert_eq!(alone.is_err(), crowded);
        twin.close(account);
        assert_eq!((twin.get(place), twin.len()), (Some(bounds), table.len()));
        assert_eq!(table.get(place), Some(bounds));
        last.insert(key, bounds);
        if (round + 1) % (ROUNDS / 3) == 0 {
            let before = table.len();
            let held = |table: &Table<W>| {
                let keys = last.keys();
                keys.filter(|&&key| table.get(table.place(key)).is_some())
                    .count()
            };
            let kept = held(&table);
            for &key in last.keys() {
                let place = table.place(key);
                assert_eq!(twin.get(place), table.get(place), "{key:?}");
            }
            let grew = table.grow(1 << 24);
            assert_eq!(twin.grow(1 << 24), grew);
            assert_eq!((held(&table), table.len()), (kept, before), "grown: {grew}");
        }
    }
    assert!(found > 0);
    layout
}

#[test]
fn one_bucket() {
    against_a_map::<u64>(12, 0, 43, ROOM);
    // The others' tables have to be larger than what Miri gets through.
    if !cfg!(miri) {
        against_a_map::<u64>(40, 0, 1, ROOM);
        against_a_map::<u64>(45, 0, 43, ROOM);
    }
}

#[test]
fn many_buckets() {
    against_a_map::<u64>(12, if cfg!(miri) { 4 } else { 12 }, 43, ROOM);
    if !cfg!(miri) {
        against_a_map::<u64>(56, 10, 43, ROOM);
        against_a_map::<u64>(64, 0, 1, ROOM);
        against_a_map::<u64>(64, 0, 57, ROOM);
    }
}

#[test]
fn entries_of_two_words() {
    // Keys of up to 64 bits, where one word would need a table that is too large.
    assert!(against_a_map::<u128>(64, 0, 57, 1 << 16).is_wide());
    assert!(against_a_map::<u128>(65, 0, 1, ROOM).is_wide());
    if !cfg!(miri) {
        assert!(against_a_map::<u128>(64, 0, 1 << 19, ROOM).is_wide());
        against_a_map::<u128>(80, 0, 43, ROOM);
        against_a_map::<u128>(100, 9, 43, ROOM);
        against_a_map::<u128>(113, 0, 57, ROOM);
        against_a_map::<u128>(128, 0, 1, ROOM);
        // Short keys take one word, whatever they are reckoned with.
        assert!(!against_a_map::<u128>(50, 10, 43, ROOM).is_wide());
    }
}

/// What threads that share a table find under a key is what one of them put there.
fn share<W: Key>(key_bits: u32) {
    let layout = Layout::new::<W>(key_bits, 43, ROOM).expect("it fits");
    let bits = layout.least_bits();
    let table = &Table::<W>::new(layout, bits).expect("it fits");
    let bounds = |key: u64| Bounds {
        lower: (key % 40) as i32 - 43,
        upper: (key % 40) as i32 - 2,
    };
    // Two by two they differ at the bottom, which of long keys is one word, else at the top, which is the other.
    let long =
        |key: u64| W::from_u128(u128::from(key % 2) | u128::from(key / 2) << (key_bits - 10));
    std::thread::scope(|scope| {
        for thread in 0..3 {
            scope.spawn(move || {
                for round in 0..u64::from(ROUNDS) {
                    let mut account = table.open();
                    let key = (round * (7 + 4 * thread)) % 500;
                    let place = table.place(long(key));
                    if let Some(found) = table.get(place) {
                        assert_eq!(found, bounds(key));
                    }
                    // Crowded or not, it is stored.
                    let _ = account.note(table.store(place, bounds(key), round));
                    table.close(account);
                }
            });
        }
    });
}

#[test]
fn threads_share_a_table() {
    share::<u64>(12);
    share::<u128>(100);
}

/// Whoever stores without end is told that the table is crowded, and keeps being told, by one account or many,
/// until it has grown or is known not to.
#[test]
fn a_crowded_table_says_so() {
    let layout = Layout::new::<u64>(20, 3, ROOM).expect("it fits");
    let mut table = Table::<u64>::new(layout, 0).expect("it fits");
    let bounds = Bounds { lower: 0, upper: 1 };
    let crowded = |table: &Table<u64>, account: &mut Account| {
        let mut puts = (0..100).map(|key| {
            account
                .note(table.store(table.place(key), bounds, 1))
                .is_err()
        });
        puts.position(|crowded| crowded)
    };
    let mut account = table.open();
    // Four entries have room, and so many may be lost that a quarter of the slots is.
    assert_eq!(crowded(&table, &mut account), Some(5));
    assert_eq!(crowded(&table, &mut account), Some(0));
    table.close(account);
    // By the first that takes another's place.
    assert_eq!(crowded(&table, &mut table.open()), Some(4));
    assert!(table.grow(1 << 20));
    assert!(crowded(&table, &mut table.open()).is_some_and(|puts| puts > 5));
    assert!(!table.grow(100));
    assert_eq!(crowded(&table, &mut table.open()), None);
    // That was said of a limit, and holds for no other.
    table.forget_losses(100);
    assert_eq!(crowded(&table, &mut table.open()), None);
    table.forget_losses(1 << 20);
    assert!(crowded(&table, &mut table.open()).is_some());
}

/// What is lost counts whatever account it is in, until other positions are looked for.
#[test]
fn losses_are_counted_over_accounts() {
    let layout = Layout::new::<u64>(20, 3, ROOM).expect("it fits");
    let mut table = Table::<u64>::new(layout, 0).expect("it fits");
    let bounds = Bounds { lower: 0, upper: 1 };
    let crowded = |table: &Table<u64>, keys: std::ops::Range<u64>| {
        keys.into_iter().position(|key| {
            let mut account = table.open();
            let put = account.note(table.store(table.place(key), bounds, 1));
            table.close(account);
            put.is_err()
        })
    };
    // By the same entry as if there were one account for all.
    assert_eq!(crowded(&table, 0..100), Some(5));
    table.forget_losses(1 << 20);
    assert_eq!(crowded(&table, 100..200), Some(1));
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(Layout::new::<u128>(129, 1, ROOM).is_none());
    assert!(Layout::new::<u64>(65, 1, ROOM).is_none());
    assert!(Layout::new::<u64>(0, 1, ROOM).is_none());
    assert!(Layout::new::<u64>(12, 1, 31).is_none());
    assert!(Layout::new::<u64>(12, 1, 32).is_some());
    let layout = Layout::new::<u64>(64, 43, ROOM).expect("a large table would do");
    assert_eq!((layout.least_bits(), layout.is_wide()), (17, false));
    assert!(Table::<u64>::new(layout.clone(), 16).is_none());
    assert!(Layout::new::<u64>(64, 43, layout.bytes(17) - 1).is_none());
    // The same in less room, where keys may be longer: two words.
    let layout = Layout::new::<u128>(64, 43, 1 << 20).expect("a small table would do");
    assert_eq!((layout.least_bits(), layout.is_wide()), (3, true));
    assert!(Table::<u128>::new(layout, 2).is_none());
    // Words that would need more than a few MiB, as keys of one word have to have them.
    let layout = Layout::new::<u64>(64, 1000, ROOM).expect("a large table would do");
    assert_eq!((layout.least_bits(), layout.is_wide()), (25, false));
    let layout = Layout::new::<u128>(64, 1000, ROOM).expect("a small table would do");
    assert_eq!((layout.least_bits(), layout.is_wide()), (3, true));
    // The longest keys leave the least room in the first word.
    let layout = Layout::new::<u128>(128, 43, ROOM).expect("a large table would do");
    assert_eq!(layout.least_bits(), 17);
    assert!(Layout::new::<u128>(128, 43, layout.bytes(17) - 1).is_none());
}

/// `loom`'s word in the place of the usual one. Words are all that threads share, so the rest need not be
/// compiled for it.
///
/// To find out where another thread might have come in, `loom` looks at the last access to a word before it is
/// written. Is that a read of the writer's own, it hides all readers: `REVEALED` makes it a write of what is
/// there. But then the writer itself never sees what is no longer there.
struct Modelled<const REVEALED: bool>(loom::sync::atomic::AtomicU64);

loom::thread_local! {
    /// Whether the thread is changing a bucket of [`WideBucket`].
    static IS_WRITING: std::cell::Cell<bool> = std::cell::Cell::new(false);
}

impl<const REVEALED: bool> Modelled<REVEALED> {
    fn new() -> Self {
        Modelled(loom::sync::atomic::AtomicU64::new(0))
    }
}

impl<const REVEALED: bool> Word for Modelled<REVEALED> {
    fn get(&self) -> u64 {
        match REVEALED && IS_WRITING.with(std::cell::Cell::get) {
            true => self.0.fetch_add(0, Relaxed),
            false => self.0.load(Relaxed),
        }
    }
    fn set(&self, word: u64) {
        self.0.store(word, Relaxed);
    }
}

impl<const REVEALED: bool> Version for Modelled<REVEALED> {
    fn load(&self, order: Ordering) -> u64 {
        self.0.load(order)
    }
    fn store(&self, number: u64, order: Ordering) {
        IS_WRITING.with(|is| is.set(false));
        self.0.store(number, order);
    }
    fn exchange(&self, from: u64, to: u64, order: Ordering) -> bool {
        let done = self.0.compare_exchange(from, to, order, Relaxed).is_ok();
        IS_WRITING.with(|is| is.set(done));
        done
    }
    fn fence(order: Ordering) {
        loom::sync::atomic::fence(order);
    }
}

/// The keys that a thread puts, and then those it looks for.
type Doings = (&'static [u64], &'static [u64]);

/// Two threads put and get in one bucket, which holds some entries, in every order in which their reads and
/// writes can happen, those included in which a thread still sees what was there before: whatever is found
/// under a key was put there under that key.
fn every_interleaving<B: Slots + Send + Sync + 'static>(
    new: impl Fn() -> B + Send + Sync + 'static,
    (layout, entry): (&Layout, fn(&Layout, u64) -> Entry),
    held: &'static [u64],
    doings: [Doings; 2],
) {
    use loom::sync::Arc;
    let put = move |bucket: &B, layout: &Layout, key: u64, nodes| {
        bucket.put(layout, entry(layout, key), bounds_of(key), nodes);
    };
    let get = move |bucket: &B, layout: &Layout, key: u64| {
        if let Some(found) = bucket.get(layout, entry(layout, key)) {
            assert_eq!(found, bounds_of(key));
            assert!(held.contains(&key) || doings.iter().any(|(puts, _)| puts.contains(&key)));
        }
    };
    let layout = layout.clone();
    loom::model(move || {
        let bucket = Arc::new(new());
        for &key in held {
            put(&bucket, &layout, key, 1);
        }
        let run = |(puts, gets): Doings, bucket: Arc<B>, layout: Layout| {
            move || {
                for &key in puts {
                    put(&bucket, &layout, key, 9);
                }
                for &key in gets {
                    get(&bucket, &layout, key);
                }
            }
        };
        let other = loom::thread::spawn(run(doings[0], bucket.clone(), layout.clone()));
        run(doings[1], bucket.clone(), layout.clone())();
        other.join().expect("no assertion failed");
        for key in 0..16 {
            get(&bucket, &layout, key);
        }
    });
}

/// What is put under a key.
fn bounds_of(key: u64) -> Bounds {
    Bounds {
        lower: key as i32 - 7,
        upper: key as i32,
    }
}

/// Entries of one word.
fn every_interleaving_of_words(held: &'static [u64]) {
    let layout = Layout::new::<u64>(4, 12, ROOM).expect("it fits");
    let new = || Bucket(std::array::from_fn(|_| Modelled::<false>::new()));
    let entry = |layout: &Layout, key| Entry {
        stored: layout.stored_part(Mix::new(4).mix(key)),
        high: 0,
    };
    let doings: [Doings; 2] = [(&[8], &[9]), (&[9], &[8])];
    every_interleaving(new, (&layout, entry), held, doings);
}

#[test]
#[cfg_attr(miri, ignore = "Miri does not know loom's threads")]
fn no_order_of_two_threads_mixes_entries_up_in_an_empty_bucket() {
    every_interleaving_of_words(&[]);
}

#[test]
#[cfg_attr(miri, ignore = "Miri does not know loom's threads")]
fn no_order_of_two_threads_mixes_entries_up_in_a_full_bucket() {
    every_interleaving_of_words(&[0, 1, 2, 3]);
}

/// Entries of two words, in a bucket of one slot. Keys that are looked for have a word of one that is put and
/// a word of another: only a torn entry would seem to be theirs.
fn every_interleaving_of_pairs<const REVEALED: bool>(held: &'static [u64], doings: [Doings; 2]) {
    let layout = Layout::new::<u128>(65, 12, ROOM).expect("it fits");
    let layout = layout.with_bucket_bits(layout.least_bits());
    assert!(layout.is_wide());
    let new = || WideBucket::<Modelled<REVEALED>, 1> {
        version: Modelled::new(),
        slots: [[Modelled::new(), Modelled::new()]],
    };
    let entry = |layout: &Layout, key| Entry {
        stored: layout.stored_part((key % 3) << 40),
        high: key / 3,
    };
    every_interleaving(new, (&layout, entry), held, doings);
}

#[test]
#[cfg_attr(miri, ignore = "Miri does not know loom's threads")]
fn no_order_of_a_reader_and_a_writer_tears_an_entry() {
    every_interleaving_of_pairs::<true>(&[8], [(&[9], &[]), (&[], &[6, 11])]);
    // And when it is changed again.
    every_interleaving_of_pairs::<true>(&[8], [(&[9, 8], &[]), (&[], &[6])]);
}

#[test]
#[cfg_attr(miri, ignore = "Miri does not know loom's threads")]
fn no_order_of_two_writers_tears_an_entry() {
    every_interleaving_of_pairs::<true>(&[], [(&[8], &[]), (&[9], &[])]);
    every_interleaving_of_pairs::<false>(&[1], [(&[8], &[6]), (&[9], &[11])]);
}

/// A thread's own table takes fewer plies where it would have to hold more, and only there.
#[test]
fn own_tables_take_what_they_have_room_for() {
    let layout = Layout::new::<u64>(40, 20, ROOM).expect("it fits");
    let bytes = layout.bytes(6);
    let bounds = Bounds {
        lower: -1,
        upper: 1,
    };
    for (again, kept) in [(0, true), (1, false)] {
        let mut own = Own::<u64>::new(&layout, 0, bytes, 9).expect("it fits");
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
        assert!(layout.bytes(own.table.layout().bucket_bits()) <= bytes);
        // More plies are wanted, and another size.
        own.want(12);
        assert!(own.fits(&layout, bytes) && own.takes(12) && !own.takes(13));
        own.want(5);
        assert!(own.fits(&layout, bytes) && own.takes(12));
        assert!(!own.fits(&layout, 2 * bytes));
    }
    assert!(Own::<u64>::new(&layout, 0, 1, 9).is_none());
}

/// Where nodes are cheap, a large table waits to be larger; where they are dear it does not.
#[test]
fn a_large_table_grows_by_the_time_of_a_node() {
    let layout = || Layout::new::<u64>(60, 3, 64 << 20).expect("it fits");
    let bits = (0..).find(|&bits| layout().bytes(bits) >= NEAR);
    let bits = bits.expect("some number of buckets");
    let cheap = Duration::from_nanos(120);
    let mut table = Table::<u64>::new(layout(), bits).expect("it fits");
    let room = table.room();
    assert_eq!(table.patience(), room);
    table.grow_for(cheap, 64 << 20);
    assert_eq!((table.room(), table.patience()), (room, PATIENCE * room));
    table.grow_for(cheap, 64 << 20);
    assert_eq!((table.room(), table.patience()), (2 * room, 2 * room));
    table.grow_for(DEAR, 64 << 20);
    assert_eq!((table.room(), table.patience()), (4 * room, 4 * room));
    table.grow_for(2 * DEAR, 256 << 20);
    assert_eq!((table.room(), table.patience()), (8 * room, 4 * room));
    table.grow_for(100 * DEAR, 256 << 20);
    assert_eq!((table.room(), table.patience()), (16 * room, 4 * room));
}
