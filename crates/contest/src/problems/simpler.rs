//! Simpler lists and numbers: the steps by which a case is made smaller.

use std::ops::Range;

/// Returns the stretches of a list to leave out: from half of it down, always to two items (so that a list
/// whose length must stay even or odd can shrink) and to single ones. The whole list is a stretch only if
/// it has two items or fewer.
pub(crate) fn stretches(length: usize) -> impl Iterator<Item = Range<usize>> {
    let sizes = std::iter::successors(Some(length.div_ceil(2)), |&size| match size {
        0 | 1 => None,
        3 => Some(2),
        size => Some(size / 2),
    });
    let sizes = sizes.filter(move |&size| size > 0 && size <= length);
    sizes.flat_map(move |size| {
        (0..=length - size)
            .step_by(size)
            .map(move |from| from..from + size)
    })
}

/// Returns a list with stretches left out, with at least `least` items.
pub(super) fn fewer<T: Clone + 'static>(
    items: Vec<T>,
    least: usize,
) -> impl Iterator<Item = Vec<T>> {
    let most = items.len().saturating_sub(least);
    stretches(items.len())
        .filter(move |gone| gone.len() <= most)
        .map(move |gone| [&items[..gone.start], &items[gone.end..]].concat())
}

/// Returns numbers between the least one and `number`, the least first: the least, the next, then `number`
/// less a half of the way, a quarter, and so on down to one. (Single steps would be too many for a number
/// that has to stay near its greatest value.)
pub(crate) fn nearer(number: i64, least: i64) -> impl Iterator<Item = i64> {
    let way = number - least;
    let shares = (1..i64::BITS)
        .map(move |halvings| way >> halvings)
        .take_while(|&less| less > 0);
    let last = (way > 0).then_some(1);
    let nexts = [least, least + 1]
        .into_iter()
        .chain(shares.chain(last).map(move |less| number - less));
    let mut from = i64::MIN;
    nexts.filter(move |&next| {
        let new = next > from && next < number;
        from = from.max(next);
        new
    })
}

/// Returns a list with one number moved nearer to the least one.
pub(super) fn lower(numbers: Vec<i64>, least: i64) -> impl Iterator<Item = Vec<i64>> {
    (0..numbers.len()).flat_map(move |at| {
        let numbers = numbers.clone();
        nearer(numbers[at], least).map(move |number| {
            let mut next = numbers.clone();
            next[at] = number;
            next
        })
    })
}

/// Returns ascending lists with one number moved nearer to the least one.
pub(super) fn lower_ascending(numbers: Vec<i64>, least: i64) -> impl Iterator<Item = Vec<i64>> {
    lower(numbers, least).filter(|next| next.is_sorted_by(|a, b| a < b))
}

/// Returns words in which one letter is replaced throughout by an earlier one: by `a`, or by another
/// letter of the words, so that more words share letters. Small letters come before capitals.
pub(super) fn fewer_letters(words: Vec<String>) -> impl Iterator<Item = Vec<String>> {
    let rank = |letter: &char| (letter.is_ascii_uppercase(), *letter);
    let mut letters: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
    letters.push('a');
    letters.sort_unstable_by_key(rank);
    letters.dedup();
    let pairs = (0..letters.len()).flat_map(|gone| (0..gone).map(move |into| (gone, into)));
    let pairs = pairs.map(move |(gone, into)| (letters[gone], letters[into]));
    pairs.map(move |(gone, into)| {
        let replaced = |word: &String| word.replace(gone, into.encode_utf8(&mut [0; 4]));
        words.iter().map(replaced).collect()
    })
}

/// Returns subtraction games with fewer stones, or with fewer and lower numbers that may be taken; the
/// greatest number never exceeds the stones.
pub(super) fn smaller_heaps(stones: i64, take: Vec<i64>) -> impl Iterator<Item = (i64, Vec<i64>)> {
    let largest = take.last().copied().unwrap_or(1);
    let with_all = move |take| (stones, take);
    let fewer = fewer(take.clone(), 1).map(with_all);
    let lower = lower_ascending(take.clone(), 1).map(with_all);
    let least = take.iter().rev().nth(1).map_or(1, |next| next + 1);
    let (kept, last) = (take.clone(), take);
    let fewer_stones = nearer(stones, largest).map(move |stones| (stones, kept.clone()));
    // Lower the greatest number and the stones together; their difference stays.
    let both = nearer(largest, least).map(move |number| {
        let mut take = last.clone();
        take.pop();
        take.push(number);
        (stones - (largest - number), take)
    });
    fewer.chain(both).chain(fewer_stones).chain(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_fall_to_two_and_one() {
        let sizes = |length| {
            let mut sizes: Vec<usize> = stretches(length).map(|gone| gone.len()).collect();
            sizes.dedup();
            sizes
        };
        assert!(sizes(0).is_empty());
        assert_eq!(sizes(1), [1]);
        assert_eq!(sizes(2), [1]);
        assert_eq!(sizes(3), [2, 1]);
        assert_eq!(sizes(6), [3, 2, 1]);
        assert_eq!(sizes(14), [7, 3, 2, 1]);
        assert_eq!(sizes(100), [50, 25, 12, 6, 3, 2, 1]);
        for length in 1..40 {
            assert!(stretches(length).all(|gone| gone.end <= length && !gone.is_empty()));
            assert!((0..length).all(|at| stretches(length).any(|gone| gone == (at..at + 1))));
        }
    }

    #[test]
    fn numbers_come_nearer_by_shares() {
        let all = |number, least| nearer(number, least).collect::<Vec<_>>();
        assert!(all(1, 1).is_empty());
        assert_eq!(all(2, 1), [1]);
        assert_eq!(all(9, 1), [1, 2, 5, 7, 8]);
        assert!(nearer(1_000_000_000, 1).count() < 40);
    }

    #[test]
    fn letters_are_replaced_throughout() {
        let of = |words: &[&str]| {
            let words = words.iter().map(|&word| word.to_owned()).collect();
            fewer_letters(words).collect::<Vec<Vec<String>>>()
        };
        assert!(of(&["aa", "a"]).is_empty());
        assert_eq!(
            of(&["cb", "bBc"]),
            [
                ["ca", "aBc"],
                ["ab", "bBa"],
                ["bb", "bBb"],
                ["cb", "bac"],
                ["cb", "bbc"],
                ["cb", "bcc"]
            ]
        );
    }

    #[test]
    fn heaps_keep_within_their_stones() {
        let heaps: Vec<_> = smaller_heaps(40, vec![1, 7, 30]).collect();
        assert!(heaps.contains(&(18, vec![1, 7, 8])) && heaps.contains(&(40, vec![30])));
        for (stones, take) in heaps {
            assert!(take.is_sorted_by(|a, b| a < b) && take[0] >= 1);
            assert!(
                take.last().is_some_and(|&last| last <= stones),
                "{stones} {take:?}"
            );
        }
    }
}
