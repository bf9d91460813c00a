//! Maps and sets with a quick hash. The hash of the standard library is slower, because it resists keys that an attacker
//! chooses; here nobody chooses them. (This crate has no dependencies, so the hash is its own.)

use crate::random::Random;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;
pub(super) type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// Mixes each word of a key into the words before it.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = Random::new(self.0 ^ word).bits();
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
