//! The worths of many positions, in as few bytes as the question allows.

use super::worth::Worth;
use std::ops::Range;
use yomikiri_core::Ask;

/// A list of worths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The worths for who wins: -1, 0 or 1.
    Bytes(Vec<i8>),
    /// The worths for any other question.
    Words(Vec<Worth>),
}

impl Column {
    /// Returns an empty list of answers to a question, with room for `count`.
    pub(crate) fn with_capacity(ask: Ask, count: usize) -> Column {
        match ask {
            Ask::Winner => Column::Bytes(Vec::with_capacity(count)),
            _ => Column::Words(Vec::with_capacity(count)),
        }
    }

    /// Returns the bytes of a worth.
    pub(crate) const fn bytes_each(ask: Ask) -> usize {
        match ask {
            Ask::Winner => size_of::<i8>(),
            _ => size_of::<Worth>(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Column::Bytes(all) => all.len(),
            Column::Words(all) => all.len(),
        }
    }

    /// Returns the worth at a place, which must exist.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Worth {
        match self {
            Column::Bytes(all) => all[place].into(),
            Column::Words(all) => all[place],
        }
    }

    /// Appends the worths at these places of another list of answers to the same question.
    pub(crate) fn gather(&mut self, other: &Column, places: &[usize]) {
        match (self, other) {
            (Column::Bytes(all), Column::Bytes(other)) => {
                all.extend(places.iter().map(|place| other[*place]));
            }
            (Column::Words(all), Column::Words(other)) => {
                all.extend(places.iter().map(|place| other[*place]));
            }
            _ => {}
        }
    }

    pub(crate) fn extend(&mut self, more: &[Worth]) {
        match self {
            Column::Bytes(all) => all.extend(more.iter().map(|worth| *worth as i8)),
            Column::Words(all) => all.extend_from_slice(more),
        }
    }

    /// Appends a range of another list of answers to the same question; nothing if it has no such range.
    pub(crate) fn append(&mut self, other: &Column, range: Range<usize>) {
        match (self, other) {
            (Column::Bytes(all), Column::Bytes(other)) => {
                all.extend_from_slice(other.get(range).unwrap_or_default());
            }
            (Column::Words(all), Column::Words(other)) => {
                all.extend_from_slice(other.get(range).unwrap_or_default());
            }
            _ => {}
        }
    }

    /// Copies the worths of a range into `into`, which has the same length.
    pub(crate) fn copy(&self, range: Range<usize>, into: &mut [Worth]) {
        for (worth, place) in into.iter_mut().zip(range) {
            *worth = self.get(place);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.drop_first(self.len());
    }

    /// Removes the first `count` worths.
    pub(crate) fn drop_first(&mut self, count: usize) {
        match self {
            Column::Bytes(all) => drop(all.drain(..count)),
            Column::Words(all) => drop(all.drain(..count)),
        }
    }
}
