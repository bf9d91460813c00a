//! That what people read is told in Japanese too: what every game says of itself, and every sentence
//! that stands in the sources and may reach them.

use std::fs;
use std::path::{Path, PathBuf};
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::{Kind, Shipped, infos, open};
use yomikiri_contest::problems::problems;

/// Whether a text is told in Japanese through and through: what stays English are names, which stand
/// between backquotes, and the words of a notation.
fn is_japanese(text: &str) -> bool {
    let told = said(text, Lang::Ja);
    if told.is_ascii() {
        return false;
    }
    let outside: String = told.split('`').step_by(2).collect();
    let words = outside.split(|letter: char| !letter.is_ascii_alphabetic());
    let english = [
        "a", "an", "the", "is", "or", "and", "of", "from", "expected", "here",
    ];
    !words.into_iter().any(|word| english.contains(&word))
}

#[test]
fn every_game_speaks_of_itself_in_japanese() {
    let mut lacking = Vec::new();
    for info in infos() {
        let mut texts = vec![info.title, info.summary, info.notation];
        for param in info.params {
            texts.push(param.help);
            if let Kind::Text(form) = param.kind {
                texts.push(form);
            }
        }
        lacking.extend(texts.into_iter().filter(|text| !is_japanese(text)));
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

/// What players have to know before they begin: how the game ends, whether points count, and what endless play is worth.
#[test]
fn every_game_tells_its_rules() {
    let mut lacking = Vec::new();
    for example in infos().iter().flat_map(|info| info.examples) {
        let board = open(example, &Shipped).unwrap().board("start").unwrap();
        let english = board.says.join(" ");
        let japanese = board.says.iter().map(|sentence| said(sentence, Lang::Ja));
        let japanese = japanese.collect::<Vec<_>>().join(" ");
        let mut needs: Vec<(&[&str], &[&str])> = vec![(
            &["win", "won", "lose", "lost", "points", "margin"],
            &["勝", "負", "引き分け", "点で決ま", "点差"],
        )];
        if board.has_gains {
            needs.push((
                &["point", "gain", "seed", "margin", "disc"],
                &["点", "種", "石", "得", "差"],
            ));
        }
        // A rule sheet states its ends as conditions.
        if board.endless.is_some() && !example.ends_with(".kif") {
            needs.push((
                &["ends", "endless", "for ever", "repe", "comes back"],
                &["終わ", "続", "千日手", "回", "繰"],
            ));
        }
        for (one, other) in needs {
            let is_told = one.iter().any(|word| english.contains(word))
                && other.iter().any(|word| japanese.contains(word));
            if !is_told {
                lacking.push(format!("{example}: {one:?}: {english} {japanese}"));
            }
        }
        // Names of cells and pieces stay as they are.
        let words = japanese.split(|letter: char| !letter.is_ascii_alphabetic());
        let left: Vec<_> = words
            .filter(|word| ["the", "is", "and", "of", "from", "with"].contains(word))
            .collect();
        if !left.is_empty() {
            lacking.push(format!("{example}: {left:?}: {japanese}"));
        }
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

/// The rules are those of the game as it was set, not those of its family.
#[test]
fn rules_follow_the_settings() {
    let says = |spec: &str| open(spec, &Shipped).unwrap().board("start").unwrap().says;
    for (spec, sentence) in [
        ("tictactoe", "Whoever makes a line wins."),
        ("tictactoe:misere=yes", "Whoever makes a line loses."),
        ("nim", "a player with no move has lost"),
        ("nim:misere=yes", "a player with no move has won"),
        (
            "stones:stones=9,take=1/2,aim=misere",
            "A player who cannot move wins.",
        ),
        (
            "connect4:line=3",
            "Whoever first has so many marks in a row wins, across, down or diagonally: 3.",
        ),
        (
            "domineering:first=lying",
            "With each move, First covers two free cells side by side (horizontally), and Second two free cells one \
             above the other (vertically).",
        ),
        (
            "graph:text=a first: b-5; b = first",
            "an end that names a winner decides alone, whatever the points",
        ),
        (
            "graph:text=a first: b-5; b = 0",
            "the points of the moves and of the end add up, and the player with more wins; equal points are a draw",
        ),
        (
            "positional:shape=.../_../...,line=3,gravity=yes",
            "A mark falls in its column until it rests on the floor, on a hole or on another mark.",
        ),
        (
            "positional:rows=3,cols=3,line=3,boards=2",
            "Play also ends when every board that is left is full.",
        ),
        (
            "positional:rows=2,cols=2,full=points,weights=3/-1/4/1",
            "Then the player whose cells have more points wins, and equal points are a draw.",
        ),
        (
            "positional:rows=2,cols=2,patterns=1+2",
            "The sets of cells of the setting `patterns` are lines, if their marks are equal.",
        ),
        (
            "grid-walk:cells=3;-1;4/1;-5;9",
            "Whoever enters a cell gains its number of points.",
        ),
        (
            "grid-walk:cells=+-/-+,moves=0+1/down",
            "The players take turns to move one piece, which starts at the top left: by one of the steps 0+1, down \
             (`DOWN+RIGHT`: rows down and columns to the right).",
        ),
        (
            "dobutsu-shogi:catch=must",
            "A player who can take the lion has to.",
        ),
        (
            "word-chain:words=aba/bcb/bab,link=1",
            "The players take turns to say a word of the list. It begins with the last letter of the word before. Words \
             may be said again.",
        ),
    ] {
        let says = says(spec);
        assert!(says.iter().any(|one| one == sentence), "{spec}: {says:?}");
    }
}

#[test]
fn every_rules_file_of_ours_has_a_title_in_japanese() {
    let mut lacking = Vec::new();
    let infos = infos();
    let files = infos.iter().flat_map(|info| info.files);
    for (path, _) in files.filter(|(path, _)| path.ends_with(".toml")) {
        let game = open(path, &Shipped).unwrap();
        let title = game.board("start").unwrap().title;
        lacking.extend(title.filter(|title| !is_japanese(title)));
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

#[test]
fn every_contest_problem_speaks_of_itself_in_japanese() {
    let mut lacking = Vec::new();
    for problem in problems() {
        let about = problem.about();
        let words = |text: &str| sample(text).is_some();
        let texts = [about.input, about.output].into_iter();
        let texts = texts.chain(about.constraints.iter().copied());
        lacking.extend(texts.filter(|text| words(text) && !is_japanese(text)));
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

/// Sources in which what is said is meant for people, or may be.
const SPEAKING: [&str; 25] = [
    "games/src",
    "gdl/src",
    "cgt/src/error.rs",
    "core/src/limits.rs",
    "core/src/notation.rs",
    "solve/src/solver.rs",
    "catalog/src/play",
    "catalog/src/points.rs",
    "catalog/src/program",
    "contest/src/shape",
    "contest/src/stress",
    "catalog/src/values/error.rs",
    "catalog/src/values/mod.rs",
    "catalog/src/values/parts",
    "catalog/src/values/read.rs",
    "server/src/api",
    "server/src/api.rs",
    "server/src/files.rs",
    "server/src/friends.rs",
    "server/src/guard.rs",
    "server/src/lib.rs",
    "server/src/problem.rs",
    "server/src/sent.rs",
    "server/src/source.rs",
    "server/src/work.rs",
];

/// What stands before a text that no player reads, or that is no sentence of ours: the literature, specs
/// and rules files, the API's own description, what is said to programmers, headers.
const SILENT: [&str; 12] = [
    "source:",
    "SOURCE: &str =",
    "description =",
    "title =",
    "expect(",
    "reason =",
    "unreachable!(",
    "header::",
    "from_static(",
    "examples:",
    "files:",
    "example =",
];

/// Whether what stands after this is not said to players.
fn is_silent(before: &str) -> bool {
    let statement = before.rsplit(';').next().unwrap_or("");
    let before = before.strip_suffix(" &[").unwrap_or(before);
    let bytes = before
        .strip_suffix('b')
        .is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    statement.contains("assert!(") || bytes || SILENT.iter().any(|mark| before.ends_with(mark))
}

fn rust_files(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("it is there") {
            rust_files(&entry.expect("it is read").path(), into);
        }
    } else if path.extension().is_some_and(|ending| ending == "rs")
        && path.file_name().is_some_and(|name| name != "tests.rs")
    {
        into.push(path.to_owned());
    }
}

/// The string literals of a source, each with what stands before it, comments and tests left out.
fn literals(source: &str) -> Vec<(String, String)> {
    // Tests in a file of their own are left out with it.
    let source = source.replace("#[cfg(test)]\nmod tests;", "");
    let source = source.split("#[cfg(test)]").next().unwrap_or("");
    let mut found = Vec::new();
    let mut before = String::new();
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if let Some(text) = rest.strip_prefix("'\"'") {
            rest = text;
        } else if letter == '"' {
            let mut text = String::new();
            let mut letters = rest[1..].char_indices();
            let mut end = rest.len();
            while let Some((at, letter)) = letters.next() {
                match letter {
                    '"' => {
                        end = at + 2;
                        break;
                    }
                    '\\' => match letters.next() {
                        // The line goes on where the next one begins.
                        Some((at, '\n')) => {
                            let blank = rest[at + 2..].chars().take_while(|c| *c == ' ').count();
                            for _ in 0..blank {
                                letters.next();
                            }
                        }
                        Some((_, 'n')) => text.push('\n'),
                        Some((_, escaped)) => text.push(escaped),
                        None => {}
                    },
                    _ => text.push(letter),
                }
            }
            found.push((before.trim_end().to_owned(), text));
            before.clear();
            rest = &rest[end..];
        } else {
            before.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    found
}

/// A format string with something in its gaps; none where it is no sentence.
fn sample(text: &str) -> Option<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        filled.push('7');
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    filled.push_str(rest);
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let words = filled
        .split([' ', ',', ':', ';'])
        .filter(|word| is_word(word));
    let is_sentence = words.count() >= 2 && filled.contains(' ') && !filled.contains('\n');
    is_sentence.then_some(filled)
}

#[test]
fn every_sentence_is_told_in_japanese() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("crates");
    let mut files = Vec::new();
    for path in SPEAKING {
        rust_files(&crates.join(path), &mut files);
    }
    // What it writes are rules files.
    files.retain(|file| !file.to_string_lossy().contains("rules_file/write"));
    files.sort();
    let mut lacking = Vec::new();
    let mut seen = 0;
    for file in files {
        let source = fs::read_to_string(&file).expect("it can be read");
        let mut silent = false;
        for (before, text) in literals(&source) {
            // A list of texts goes on.
            silent = match before.as_str() {
                "," => silent,
                _ => is_silent(&before),
            };
            let Some(sample) = sample(&text).filter(|_| !silent) else {
                continue;
            };
            seen += 1;
            if !is_japanese(&sample) {
                let name = file.strip_prefix(crates).expect("it is below").display();
                lacking.push(format!("{name}: {text}: {}", said(&sample, Lang::Ja)));
            }
        }
    }
    assert!(seen > 300, "only {seen} were found");
    assert!(lacking.is_empty(), "{lacking:#?}");
}
