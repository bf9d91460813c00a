//! Texts that a parser must handle without a panic.

use crate::random::Random;

/// Returns texts that have broken parsers before.
pub(super) fn strange(stem: &str) -> Vec<String> {
    let long = stem.repeat(1 + 50_000 / stem.len().max(1));
    let mut texts: Vec<String> = [
        "",
        " ",
        "\0",
        "\n",
        "start",
        "-",
        "--1",
        "-1",
        "0",
        "1",
        "+1",
        "00",
        "1e9",
        "é",
        "٣",
        "𝟘",
        "１",
        "e\u{301}",
        "\u{202e}x",
        "\u{feff}",
        "/",
        "//",
        ",",
        ",,",
        "1,",
        ",1",
        "1,1,1",
        ":",
        "18446744073709551616",
        "-9223372036854775809",
        "99999999999999999999999999999999999999999",
    ]
    .map(str::to_owned)
    .into();
    texts.push("9".repeat(50_000));
    texts.push("é".repeat(20_000));
    texts.push("/".repeat(50_000));
    texts.extend([
        format!("{stem}é"),
        format!("é{stem}"),
        format!("\u{feff}{stem}"),
        format!("{stem}\r\n"),
        format!(" {stem}"),
        stem.to_uppercase(),
        long,
    ]);
    texts
}

/// Returns one of the texts with one to three small changes, most often one, because a parser is likelier to accept
/// a text that is nearly right.
pub(super) fn altered(random: &mut Random, stems: &[String]) -> String {
    const FOREIGN: [&str; 8] = ["é", "☃", "𝟘", "\u{301}", "٣", "\u{0}", " ", "\u{202e}"];
    const USUAL: [char; 22] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', ',', '/', ':', '-', '_', '#', 'x',
        'o', 'X', 'O', ' ',
    ];
    let mut text = random.pick(stems).cloned().unwrap_or_default();
    for _ in 0..=random.index(4).saturating_sub(1) {
        let ends: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let (one, other) = (
            ends[random.index(ends.len())],
            ends[random.index(ends.len())],
        );
        let (from, to) = (one.min(other), one.max(other));
        let donor = random.pick(stems).map_or("", String::as_str);
        match random.index(14) {
            0 => text.truncate(to),
            1 => text.replace_range(..from, ""),
            2 => text.replace_range(from..to, ""),
            3 => text.insert_str(from, &text.clone()[from..to]),
            4 => text.insert_str(from, FOREIGN[random.index(FOREIGN.len())]),
            5 => text.insert(from, USUAL[random.index(USUAL.len())]),
            6 => replace(&mut text, one, USUAL[random.index(USUAL.len())]),
            7 => {
                let characters: Vec<char> = donor.chars().collect();
                if let Some(&new) = random.pick(&characters) {
                    replace(&mut text, one, new);
                }
            }
            8 | 9 => {
                let digits: Vec<usize> = text
                    .match_indices(|c: char| c.is_ascii_digit())
                    .map(|(at, _)| at)
                    .collect();
                if let Some(&at) = random.pick(&digits) {
                    replace(&mut text, at, USUAL[random.index(10)]);
                }
            }
            10 => {
                let mut bytes = text.into_bytes();
                if let Some(byte) = bytes.get_mut(one) {
                    *byte ^= 1 << random.index(8);
                }
                text = String::from_utf8_lossy(&bytes).into_owned();
            }
            11 => text.push_str(donor),
            // The beginning of one text and the end of another.
            _ => text.replace_range(one.., donor.get(one..).unwrap_or_default()),
        }
        // Repeated doubling must not make the text enormous.
        if text.len() > 100_000 {
            break;
        }
    }
    text
}

/// Replaces the character that begins at a byte, if there is one.
fn replace(text: &mut String, at: usize, new: char) {
    if let Some(old) = text[at..].chars().next() {
        text.replace_range(at..at + old.len_utf8(), new.encode_utf8(&mut [0; 4]));
    }
}
