//! What is the same game: a digest that goes by the rules alone, and by all of them.

use super::random::{pieces, positional};
use proptest::prelude::*;
use std::collections::HashSet;
use yomikiri_catalog::OneFile;
use yomikiri_catalog::table::{Disk, OpenTable, Options, Subject, TableFault};
use yomikiri_catalog::{Ask, Control, TableGameError, open, open_table_game};

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    fn blanks(&mut self) -> &'static str {
        ["", " ", "  ", "\t"][self.below(4)]
    }
}

/// The digest of the rules of a file at a path.
fn digest(path: &str, text: &str) -> Option<[u8; 32]> {
    let game = open(path, &OneFile(text)).ok()?;
    assert_eq!(game.subject(Ask::Winner, None).rules, game.rules());
    Some(game.rules())
}

/// A heading with the statements under it; the first has none.
type Part = (String, Vec<String>);

fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = vec![(String::new(), Vec::new())];
    let mut drawing = false;
    for line in text.lines() {
        let (_, statements) = parts.last_mut().unwrap();
        match statements.last_mut() {
            Some(open) if drawing => {
                open.push('\n');
                open.push_str(line);
            }
            _ if line.is_empty() => {}
            _ if line.starts_with('[') => parts.push((line.to_owned(), Vec::new())),
            _ => statements.push(line.to_owned()),
        }
        drawing ^= line.matches("'''").count() % 2 == 1;
    }
    parts
}

/// The same rules, written otherwise: other blanks, comments, a title, keys and sections in another order.
fn disguised(text: &str, random: &mut Random) -> String {
    let mut parts = parts(text);
    let top = parts.remove(0);
    // Pieces are a list, whose order may count; sections are not.
    let is_item = |part: &Part| part.0.starts_with("[[");
    let mut items: Vec<Part> = parts.iter().filter(|part| is_item(part)).cloned().collect();
    random.shuffle(&mut parts);
    items.reverse();
    for part in parts.iter_mut().filter(|part| is_item(part)) {
        *part = items.pop().unwrap();
    }
    parts.insert(0, top);
    let mut written = String::from("# Some rules.\n\n");
    for (index, (heading, mut statements)) in parts.into_iter().enumerate() {
        if index == 0 {
            statements.push(format!("title = \"Game {}\"", random.below(9)));
        }
        written.push_str(&format!("{heading}{}# heading\n", random.blanks()));
        random.shuffle(&mut statements);
        for statement in statements {
            let (key, value) = statement.split_once(" = ").unwrap();
            let rows: Vec<String> = value
                .split('\n')
                .map(|row| match value.contains('\n') {
                    // Within a drawing no comment is one.
                    true if !row.contains("'''") => {
                        format!("{}{row}{}", random.blanks(), random.blanks())
                    }
                    _ => row.to_owned(),
                })
                .collect();
            let (before, after) = (random.blanks(), random.blanks());
            written.push_str(&format!(
                "{key}{before}={after}{} # said\n\n",
                rows.join("\n")
            ));
        }
    }
    written
}

/// Words that files use; some may stand in the place of others.
const WORDS: [&str; 16] = [
    "win", "loss", "draw", "first", "second", "points", "own", "either", "one", "forward",
    "sideways", "diagonal", "all", "empty", "enemy", "any",
];

/// The text with one number, word, flag or cell changed.
fn changed(text: &str, random: &mut Random) -> String {
    let mut changes = Vec::new();
    for (at, letter) in text.char_indices() {
        let mut put = |len: usize, word: &str| {
            changes.push(format!("{}{word}{}", &text[..at], &text[at + len..]));
        };
        let rest = &text[at..];
        if let Some(digit) = letter.to_digit(10) {
            put(
                1,
                &((digit as usize + 1 + random.below(9)) % 10).to_string(),
            );
        } else if rest.starts_with("true") {
            put(4, "false");
        } else if rest.starts_with("false") {
            put(5, "true");
        } else if rest.starts_with(".\n") {
            put(1, "_");
        } else if let Some(word) = WORDS
            .iter()
            .find(|word| rest.starts_with(&format!("{word}\"")))
            && text[..at].ends_with('"')
        {
            let other = WORDS[random.below(WORDS.len())];
            if other != *word {
                put(word.len(), other);
            }
        }
    }
    changes.swap_remove(random.below(changes.len()))
}

fn goes_by_the_rules_alone(text: &str, seed: u64) {
    let random = &mut Random(seed);
    let rules = digest("game.toml", text).unwrap_or_else(|| panic!("it is no game\n{text}"));
    for path in ["./game.toml", "/a/b/other.toml", "rules:file=../game"] {
        assert_eq!(digest(path, text), Some(rules), "{path}");
    }
    let other = disguised(text, random);
    assert_eq!(digest("game.toml", &other), Some(rules), "{text}\n{other}");
    for _ in 0..4 {
        let other = changed(text, random);
        // What is no game any more has no digest, and what is said otherwise may be the same game.
        if digest("game.toml", &other) == Some(rules) {
            let as_it_is = |text: &str| text.to_owned();
            same_play(("game.toml", text), ("game.toml", &other), as_it_is);
        }
    }
}

/// Sees that two games are played alike, from position to position; their texts are alike once those of the
/// first are rewritten. Says how many positions it looked at.
fn same_play(one: (&str, &str), other: (&str, &str), rewritten: impl Fn(&str) -> String) -> usize {
    const MOST: usize = 400;
    let [one, other] = [one, other].map(|(spec, text)| open(spec, &OneFile(text)).unwrap());
    let mut seen = HashSet::new();
    let mut open = vec![("start".to_owned(), "start".to_owned())];
    while let Some((here, there)) = open.pop() {
        if seen.len() > MOST {
            break;
        }
        let (here, there) = (one.board(&here).unwrap(), other.board(&there).unwrap());
        // (`start` stays as it is typed.)
        if here.position != "start" {
            assert_eq!(rewritten(&here.position), there.position);
        }
        assert_eq!(here.to_move, there.to_move, "{}", here.position);
        assert_eq!(here.outcome, there.outcome, "{}", here.position);
        if !seen.insert(here.position.clone()) {
            continue;
        }
        let mut left: Vec<_> = here
            .moves
            .iter()
            .map(|mv| (rewritten(&mv.position), mv))
            .collect();
        let mut right: Vec<_> = there
            .moves
            .iter()
            .map(|mv| (mv.position.clone(), mv))
            .collect();
        left.sort_by(|a, b| a.0.cmp(&b.0));
        right.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(left.len(), right.len(), "{}", here.position);
        for ((left, mv), (right, other)) in left.into_iter().zip(right) {
            assert_eq!((&left, mv.gain), (&right, other.gain), "{}", here.position);
            open.push((mv.position.clone(), right));
        }
    }
    seen.len()
}

/// A game that is written out is the same game: it is played alike, and every position is worth the same.
#[test]
fn games_written_out_are_the_same() {
    fn stones(text: &str) -> String {
        text.replace('x', "S").replace('o', "s")
    }
    fn men(text: &str) -> String {
        text.replace('x', "M").replace('o', "m")
    }
    type Rewriting = (&'static str, fn(&str) -> String);
    let rewritings: [Rewriting; 3] = [
        ("pong-hau-ki", stones),
        ("clobber:rows=2,cols=3", men),
        ("clobber:rows=1,cols=9", men),
    ];
    for (spec, letters) in rewritings {
        // (The turn is written in words that have such letters.)
        let rewritten = |text: &str| match text.split_once(':') {
            Some((rows, mover)) => format!("{}:{mover}", letters(rows)),
            None => letters(text),
        };
        let shown = yomikiri_catalog::rules::show(spec, &yomikiri_catalog::NoFiles).unwrap();
        let positions = same_play((spec, ""), ("game.toml", &shown), rewritten);
        assert!(positions > 5, "{spec}: {positions}");
        let game = open(spec, &OneFile("")).unwrap();
        let file = open("game.toml", &OneFile(&shown)).unwrap();
        for ask in [Ask::Winner, Ask::Distance] {
            let mut sessions = [&game, &file].map(|game| game.session(ask, None).unwrap());
            let mut seen = HashSet::new();
            let first = game.board("start").unwrap().moves[0].position.clone();
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                if seen.len() > 200 || !seen.insert(at.clone()) {
                    continue;
                }
                let there = rewritten(&at);
                let [here, there] = [(0, &at), (1, &there)].map(|(index, position)| {
                    let mut control = Control::new();
                    let found = sessions[index].answer(position, Default::default(), &mut control);
                    found.unwrap().bound
                });
                assert_eq!(here, there, "{spec} {at}");
                let board = game.board(&at).unwrap();
                open.extend(board.moves.iter().map(|mv| mv.position.clone()));
            }
        }
    }
}

/// Rules are the same with a default written out, with the board drawn or counted, as a spec or as a file.
#[test]
fn rules_are_the_same_however_they_are_said() {
    let file = |text: &str| digest("game.toml", text).unwrap_or_else(|| panic!("{text}"));
    let spec = |spec: &str| open(spec, &OneFile("3 9\n1 2\n")).unwrap().rules();
    let head = "rules = 1\nkind = \"positional\"\n[board]\n";
    let square = format!("{head}rows = 3\ncols = 3\n[lines]\nrow = 3\n");
    let rules = file(&square);
    for more in [
        "make = \"win\"\n",
        "[full]\nis = \"draw\"\n",
        "[moves]\nmarks = \"own\"\n",
        "[moves]\ngravity = false\nplacements = 1\nswap = false\n",
        "[lines.first]\nrow = 3\n",
    ] {
        assert_eq!(file(&format!("{square}{more}")), rules, "{more}");
    }
    let names = format!("{head}map = '''\na b c\nd e f\ng h i\n'''\n[lines]\nrow = 3\n");
    assert_eq!(file(&names), rules);
    let sets = [
        "1,1 1,2 1,3",
        "2,1 2,2 2,3",
        "3,1 3,2 3,3",
        "1,1 2,1 3,1",
        "1,2 2,2 3,2",
        "1,3 2,3 3,3",
        "1,1 2,2 3,3",
        "1,3 2,2 3,1",
    ];
    let sets = sets.map(|set| format!("[\"{}\"]", set.replace(' ', "\", \"")));
    let listed = format!(
        "{head}rows = 3\ncols = 3\n[lines]\nsets = [{}]\n",
        sets.join(", ")
    );
    assert_eq!(file(&listed), rules);
    for same in [
        "tictactoe",
        "mnk:rows=3,cols=3,line=3",
        "positional:rows=3,cols=3,line=3",
    ] {
        assert_eq!(spec(same), rules, "{same}");
    }
    for other in [
        "tictactoe:misere=yes",
        "mnk:rows=3,cols=3,line=2",
        "connect-k:cols=3,rows=3,line=3",
    ] {
        assert_ne!(spec(other), rules, "{other}");
    }
    // Beyond the family, and pieces.
    let turns = format!("{square}[moves]\nplacements = 2\n");
    for more in ["opening = 2\n", "pass = false\n", "[full]\nis = \"draw\"\n"] {
        assert_eq!(file(&format!("{turns}{more}")), file(&turns), "{more}");
    }
    assert_ne!(file(&format!("{turns}opening = 1\n")), file(&turns));
    let pawns = "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\npp\n..\nPP\n'''\n[[piece]]\nletter = \"p\"\n\
                 moves = [{ step = \"forward\" }]\n";
    for (said, otherwise) in [
        ("step = \"forward\"", "step = \"forward\", onto = \"any\""),
        ("step = \"forward\"", "step = [1, 0]"),
        ("letter", "name = \"pawn\"\nletter"),
        (
            "[[piece]]",
            "[end]\nstuck = \"loss\"\nendless = \"draw\"\n[[piece]]",
        ),
        (
            "[[piece]]",
            "names = '''\na b\nc d\ne f\n'''\nmover = \"first\"\n[[piece]]",
        ),
    ] {
        let other = pawns.replace(said, otherwise);
        assert_ne!(other, pawns);
        assert_eq!(file(&other), file(pawns), "{other}");
    }
    let other = pawns.replace("[[piece]]", "[end]\nstuck = \"draw\"\n[[piece]]");
    assert_ne!(file(&other), file(pawns));
    // Lists written out, and in files.
    let listed = spec("take-ends:numbers=3/9/1/2");
    assert_eq!(spec("take-ends:file=numbers.txt"), listed);
    assert_ne!(spec("take-ends:numbers=3/9/1/3"), listed);
}

/// Digests that tables of earlier versions had are those of the same rules still.
#[test]
fn digests_of_earlier_tables_are_known() {
    let game = open("tictactoe", &yomikiri_catalog::NoFiles).unwrap();
    let mut digest = yomikiri::table::RulesDigest::default();
    digest.add("tictactoe");
    digest.add(&game.info().rules_version.to_string());
    let before = digest.finish();
    assert_ne!(before, game.rules());
    assert!(game.has_rules(&before) && game.has_rules(&game.rules()));
    assert!(!game.has_rules(&[0; 32]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn claimed_cells_go_by_the_rules_alone(text in positional(), seed in any::<u64>()) {
        goes_by_the_rules_alone(&text, seed);
    }

    #[test]
    fn pieces_go_by_the_rules_alone(text in pieces(), seed in any::<u64>()) {
        goes_by_the_rules_alone(&text, seed);
    }
}

/// A table, and so a subject, is the same wherever the file of its game lies.
#[test]
fn a_subject_names_no_folder() {
    let text = include_str!("../../../../../examples/rules/hexapawn.toml");
    let subject = |path: &str, text: &str| {
        let game = open(path, &OneFile(text)).unwrap();
        game.subject(Ask::Distance, None)
    };
    let here = subject("hexapawn.toml", text);
    assert_eq!(here.game, "hexapawn.toml");
    assert_eq!(subject("/home/somebody/hexapawn.toml", text), here);
    let held = here.file.clone().unwrap();
    assert!(held.contains("title = ") && !held.contains('#'), "{held}");
    assert_eq!(subject("./hexapawn.toml", &held), here);
    // A game that its spec says whole is kept as ever.
    let plain = open("tictactoe", &yomikiri_catalog::NoFiles).unwrap();
    assert_eq!(plain.subject(Ask::Winner, None).file, None);
}

/// What a table holds and does not hold true is damage, and not the fault of whoever asks.
#[test]
fn a_table_that_contradicts_itself_is_damaged() {
    let text = include_str!("../../../../../examples/rules/hexapawn.toml");
    let game = open("hexapawn.toml", &OneFile(text)).unwrap();
    let subject = game.subject(Ask::Distance, None);
    let held = subject.file.clone().unwrap();
    let wider = held.replace("ppp", "pppp").replace("...", "....");
    let wider = wider.replace("PPP", "PPPP");
    assert_ne!(wider, held);
    let built = |file: String| {
        let folder = tempfile::tempdir().unwrap();
        let storage = Disk::at(folder.path()).unwrap();
        let subject = Subject {
            file: Some(file),
            ..subject.clone()
        };
        let (options, mut control) = (Options::default(), Control::new());
        let built = game.build_table(&subject, &storage, &options, &mut control, &mut |_| {});
        built.unwrap();
        let table = OpenTable::open(folder.path()).unwrap();
        open_table_game(&table, &yomikiri_catalog::NoFiles).map(|game| game.name().to_owned())
    };
    assert!(built(held).is_ok());
    for (file, part) in [
        (wider, "not those that it was built by"),
        (
            "rules = 1\nkind = \"pieces\"\n".to_owned(),
            "the rules that it holds: ",
        ),
        (String::new(), "the rules that it holds: "),
    ] {
        match built(file) {
            Err(TableGameError::Table(fault @ TableFault::Damaged(_))) => {
                assert!(fault.to_string().contains(part), "{fault}");
            }
            other => panic!("{other:?}"),
        }
    }
}
