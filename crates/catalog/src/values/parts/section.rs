//! The known values of parts, game by game.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use yomikiri_cgt::Value;

/// The values of positions of a game, by their keys.
#[derive(Debug)]
pub(crate) struct Worths<T> {
    /// The values from the file.
    read: FxHashMap<u128, T>,
    /// The values found in this run, without those of the file.
    found: FxHashMap<u128, T>,
    /// The least key that the file may name next.
    next: Option<u128>,
}

impl<T> Default for Worths<T> {
    fn default() -> Self {
        Worths {
            read: FxHashMap::default(),
            found: FxHashMap::default(),
            next: Some(0),
        }
    }
}

impl<T: Copy> Worths<T> {
    pub(crate) fn get(&self, key: u128) -> Option<T> {
        let found = self.found.get(&key).or_else(|| self.read.get(&key));
        found.copied()
    }

    /// Returns the file's value of a key.
    pub(crate) fn told(&self, key: u128) -> Option<T> {
        self.read.get(&key).copied()
    }

    /// Returns all keys, each with its value.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u128, T)> {
        let all = self.read.iter().chain(&self.found);
        all.map(|(&key, &worth)| (key, worth))
    }

    /// Adds a value that was found for an unknown key.
    pub(crate) fn insert(&mut self, key: u128, worth: T) {
        self.found.insert(key, worth);
    }

    /// Adds the next entry of the file; `above` is the distance of its key from the least possible one. Returns
    /// whether the key fits in 128 bits.
    pub(super) fn insert_read(&mut self, above: u128, worth: T) -> bool {
        let key = self.next.and_then(|next| next.checked_add(above));
        if let Some(key) = key {
            self.next = key.checked_add(1);
            self.read.insert(key, worth);
        }
        key.is_some()
    }

    /// Returns all keys in order, each with its value.
    pub(super) fn sorted(&self) -> Vec<(u128, T)> {
        let mut all: Vec<(u128, T)> = self.all().collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all
    }

    /// Returns some keys of the file, at equal distances in their order, beginning at an unpredictable one.
    fn sample(&self, most: usize) -> Vec<u128> {
        let mut keys: Vec<u128> = self.read.keys().copied().collect();
        keys.sort_unstable();
        let step = keys.len().div_ceil(most.max(1)).max(1);
        let first = RandomState::new().build_hasher().finish() as usize % step;
        keys.into_iter().skip(first).step_by(step).collect()
    }

    fn len(&self) -> usize {
        self.read.len() + self.found.len()
    }
}

/// The known values of the parts of one game.
#[derive(Debug, Default)]
pub(crate) struct Section {
    /// The game's name.
    pub(crate) name: String,
    /// The digest of its rules.
    pub(crate) rules: [u8; 32],
    /// The canonical forms.
    pub(crate) values: Worths<Value>,
    /// The Grundy values, for an impartial game.
    pub(crate) numbers: Worths<u32>,
    /// The keys of parts whose values in the file were compared with the rules.
    pub(crate) checked: FxHashSet<u128>,
    /// Whether a sample of the file was compared with the rules.
    pub(crate) is_checked: bool,
}

impl Section {
    /// Returns the number of parts.
    pub(crate) fn len(&self) -> usize {
        self.values.len() + self.numbers.len()
    }

    /// Returns the keys of some parts from the file, at equal distances in their order.
    pub(crate) fn sample(&self, most: usize) -> Vec<u128> {
        let mut keys = self.values.sample(most);
        keys.extend(self.numbers.sample(most));
        keys
    }
}

/// The known values of the parts of several games.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    pub(super) all: Vec<Section>,
}

impl Sections {
    /// Returns the section of a game by the digest of its rules, and makes it if there is none.
    pub(crate) fn of(&mut self, name: &str, rules: [u8; 32]) -> &mut Section {
        let known = self.all.iter().position(|section| section.rules == rules);
        let number = known.unwrap_or_else(|| {
            self.all.push(Section {
                name: name.to_owned(),
                rules,
                ..Section::default()
            });
            self.all.len() - 1
        });
        &mut self.all[number]
    }

    /// Forgets the values found in sections whose check against the rules was not completed.
    pub(crate) fn forget_unchecked(&mut self) {
        for section in self.all.iter_mut().filter(|section| !section.is_checked) {
            section.values.found.clear();
            section.numbers.found.clear();
        }
    }

    /// Returns the number of found values that are not in the file.
    pub(crate) fn found(&self) -> usize {
        let found = |section: &Section| section.values.found.len() + section.numbers.found.len();
        self.all.iter().map(found).sum()
    }
}
