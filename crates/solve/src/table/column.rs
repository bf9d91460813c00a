//! Worths of many positions, in no more bytes than the question needs.

use super::worth::Worth;
use std::ops::Range;
use yomikiri_core::Ask;

/// A list of worths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// Who wins: -1, 0 or 1.
    Bytes(Vec<i8>),
    /// Any other question.
    Words(Vec<Worth>),
}

impl Column {
    /// An empty list of answers to a question, with room for so many.
    pub(crate) fn with_capacity(ask: Ask, count: usize) -> Column {
        match ask {
            Ask::Winner => Column::Bytes(Vec::with_capacity(count)),
            _ => Column::Words(Vec::with_capacity(count)),
        }
    }

    /// The bytes of a worth.
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

    /// The worth at a place, which must be there.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Worth {
        match self {
            Column::Bytes(all) => all[place].into(),
            Column::Words(all) => all[place],
        }
    }

    /// Appends the worths at such places of another list of answers to the same question.
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

    /// Writes the worths of a range over `into`, which is as long.
    pub(crate) fn copy(&self, range: Range<usize>, into: &mut [Worth]) {
        for (worth, place) in into.iter_mut().zip(range) {
            *worth = self.get(place);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.drop_first(self.len());
    }

    /// Takes so many away from the beginning.
    pub(crate) fn drop_first(&mut self, count: usize) {
        match self {
            Column::Bytes(all) => drop(all.drain(..count)),
            Column::Words(all) => drop(all.drain(..count)),
        }
    }
}
