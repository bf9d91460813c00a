//! Words of the input in error messages.

/// Returns a word of the input as error messages show it: in backquotes, without control characters, and truncated
/// if it is long.
pub fn quoted(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::from("`");
    for (index, character) in word.chars().enumerate() {
        if index == LONGEST {
            shown.push('…');
            break;
        }
        // Backslashes and quotation marks are shown unchanged.
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.push('`');
    shown
}

/// Returns the known word nearest to an unknown one, if any is near enough to suggest: up to a third of its letters
/// may be wrong, ignoring case.
pub fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    // No known word is that long, and to lower the case would copy a long text.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    known
        .iter()
        .map(|candidate| (edit_distance(&word, candidate), *candidate))
        // A word with no letter right is not near.
        .filter(|(distance, candidate)| {
            let letters = candidate.chars().count();
            *distance <= 1.max(letters / 3) && *distance < letters
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the least number of insertions, deletions, substitutions and swaps of neighbouring letters that turn one
/// word into the other (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // The distances of the first i letters of `a`, and of the prefixes one and two letters shorter, from every
    // prefix of `b`.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let (mut before, mut two_before) = (row.clone(), row.clone());
    for i in 1..=a.len() {
        two_before = std::mem::replace(&mut before, std::mem::replace(&mut row, two_before));
        row[0] = i;
        for j in 1..=b.len() {
            let exchanged = before[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = exchanged.min(before[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two_before[j - 2] + 1);
            }
        }
    }
    row[b.len()]
}
