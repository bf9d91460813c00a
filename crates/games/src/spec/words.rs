//! Words of the input in error messages.

/// A word of the input as error messages show it: in backquotes, without control characters, cut
/// short where it is long.
pub fn quoted(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::from("`");
    for (index, character) in word.chars().enumerate() {
        if index == LONGEST {
            shown.push('…');
            break;
        }
        // A backslash or a quotation mark is fit to be seen as it is.
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.push('`');
    shown
}

/// The known word nearest to one that is not known, if any is near enough to suggest: a third of
/// its letters may be wrong, capitals aside.
pub fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    // No known word is that long, and lowering may write a long text anew.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    known
        .iter()
        .map(|candidate| (edit_distance(&word, candidate), *candidate))
        // A word of which nothing is right is not near.
        .filter(|(distance, candidate)| {
            let letters = candidate.chars().count();
            *distance <= 1.max(letters / 3) && *distance < letters
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The least number of letters put in, left out, exchanged or swapped with their neighbour that turns
/// one word into the other (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // The distances of the first i letters of `a`, and of one and two letters less, from every
    // beginning of `b`.
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
