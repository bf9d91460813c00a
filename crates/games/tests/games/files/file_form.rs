//! The one form of files that say the same: what tables keep, and what their digests go by.

use crate::shared::with;
use std::collections::BTreeMap;
use yomikiri_games::make::{file_form, infos};
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::spec::{FileForm, OneFile, Spec};

/// What is seen of a game from its start, two plies deep.
struct Seen;

impl Visitor for Seen {
    type Output = Vec<String>;
    fn visit<G: Playable>(self, game: G) -> Vec<String> {
        let mut seen = Vec::new();
        for start in game.starts() {
            seen.push(game.position_text(&start));
            for mv in game.moves(&start) {
                seen.push(game.move_text(&start, mv));
                seen.push(game.position_text(&game.play(&start, mv)));
            }
        }
        seen
    }
}

fn seen(spec: &str, text: &str) -> Vec<String> {
    with(spec, &OneFile(text), Seen).unwrap_or_else(|error| panic!("{spec}: {error}\n{text}"))
}

#[test]
fn the_form_of_a_file_is_a_file_of_the_same_game_and_its_own_form() {
    let mut families = 0;
    for info in infos() {
        let named = info.params.iter().filter(|param| info.is_file(param.name));
        let Some(param) = named.clone().next() else {
            continue;
        };
        assert_eq!(named.count(), 1, "a table holds one file: {}", info.name);
        families += 1;
        assert!(!info.files.is_empty(), "{}", info.name);
        for (path, text) in info.files {
            let spec = format!("{}:{}={path}", info.name, param.name);
            // Some files hold several games.
            let several = info.examples.iter();
            let mut several = several.filter(|example| example.starts_with(&format!("{spec},")));
            let spec = several.next().map_or(spec, |example| (*example).to_owned());
            let form = file_form(info.name, text);
            assert_eq!(file_form(info.name, &form.text()), form, "{path}");
            assert_eq!(seen(&spec, &form.text()), seen(&spec, text), "{path}");
        }
    }
    assert!(families >= 7, "{families}");
}

/// Files of the same game.
const SAME: &[(&str, &[&str])] = &[
    ("take-ends", &["7 1 1\n8\n", "7/1/1/8", "\n 7\t1  1 8"]),
    ("card-pairs", &["4 1\n2 6\n", "4:1/2:6", "4\n1 2\r\n6"]),
    ("shiritori", &["ab ba\n", "ab/ba", "\tab\n\nba"]),
    ("word-chain", &["abc cde", "abc\ncde\n", "abc/cde"]),
    (
        "grid-walk",
        &[
            "2 3\n+-+\n--+\n",
            "+-+\n--+",
            "+-+/--+\n\n",
            "1;-1;1/-1;-1;1",
        ],
    ),
    (
        "graph",
        &[
            "# a\nendless draw\nstart a\na first: b c+2\nb = draw\nc = first\n",
            "a  first : b c+2; b=draw; c = first # the end",
            "\n\na first:b c+2\n\nb = draw\r\nc = first",
        ],
    ),
    (
        "rules",
        &[
            "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [3, 5]\nstuck = \"loss\"\n",
            "# nim\nkind = 'heaps' # of stones\nrules = 0x1\nheaps.stuck = \"\"\"loss\"\"\"\nheaps.sizes=[3,\n  +5,]\n",
            "title = \"Nim\"\nheaps = { stuck = \"loss\", sizes = [3, 5] }\nrules = 1\n\"kind\" = \"heaps\"",
            "title = \"Another\"\nrules = 1\nkind = \"heaps\"\r\n[heaps]\r\nsizes = [3, 5]\r\nstuck = \"loss\"\r\n",
        ],
    ),
    (
        "rules",
        &[
            "rules = 1\nkind = \"positional\"\n[board]\nmap = '''\na b .\n. _ .\n\n. . .\n. . .\n'''\n[lines]\nrow = 2\n",
            "rules = 1\nkind = \"positional\"\n[lines]\nrow = 2\n[board]\nmap = '''\n\n\n  a b  .  \n\t. _ .\n  \n\n. . .\n. . .'''\n",
        ],
    ),
    (
        "rules",
        &[
            "rules = 1\nkind = \"graph\"\ngraph = '''\na first: b\nb = draw\n'''\n",
            "rules = 1\nkind = \"graph\"\ngraph = \"a first:  b; b = draw # over\"\n",
        ],
    ),
];

/// Files of which no two are of the same game.
const OTHER: &[(&str, &[&str])] = &[
    ("take-ends", &["7 1 1", "71 1", "7 1", "-7 1 1", "1 1 7"]),
    ("shiritori", &["ab ba", "abba", "ba ab", "ab ba b"]),
    ("grid-walk", &["+-+/--+", "+-/+-/-+", "+-+/-++", "2;-1/1;1"]),
    (
        "graph",
        &[
            "a first: b; b = draw",
            "a second: b; b = draw",
            "a first: b+1; b = draw",
            "a first: b b; b = draw",
            "a first: c; c = draw",
            "start b; a first: b; b = draw",
            "endless first; a first: b; b = draw",
            "b = draw; a first: b",
        ],
    ),
    (
        "rules",
        &[
            "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [3, 5]\n",
            "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [35]\n",
            "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [5, 3]\n",
            "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [3, 5]\nstuck = \"win\"\n",
            "rules = 1\nkind = \"positional\"\n[board]\nmap = '''\n...\n...'''\n[lines]\nrow = 2\n",
            "rules = 1\nkind = \"positional\"\n[board]\nmap = '''\n...\n\n...'''\n[lines]\nrow = 2\n",
            "rules = 1\nkind = \"positional\"\n[board]\nmap = '''\n.._\n...'''\n[lines]\nrow = 2\n",
            "rules = 1\nkind = \"positional\"\n[board]\nmap = '''\na..\n...'''\n[lines]\nrow = 2\n",
        ],
    ),
];

#[test]
fn blanks_comments_order_and_titles_are_no_rules_and_all_else_is() {
    for (family, texts) in SAME {
        let rules = |text: &str| file_form(family, text).rules;
        for text in *texts {
            seen(&format!("{family}:file=x"), text);
            assert_eq!(rules(text), rules(texts[0]), "{text}");
        }
    }
    for (family, texts) in OTHER {
        let mut forms = BTreeMap::new();
        for text in *texts {
            seen(&format!("{family}:file=x"), text);
            let other = forms.insert(file_form(family, text).rules, text);
            assert_eq!(other, None, "{text}");
        }
    }
}

#[test]
fn a_title_is_kept_and_is_no_rule() {
    let text = "title = \"Nim, \\\"old\\\"\"\nrules = 1\nkind = \"heaps\"\nheaps.sizes = [1]\n";
    let form = file_form("rules", text);
    let expected = FileForm {
        rules: "heaps = {sizes = [1]}\nkind = \"heaps\"\nrules = 1\n".to_owned(),
        asides: "title = \"Nim, \\\"old\\\"\"\n".to_owned(),
    };
    assert_eq!(form, expected);
}

#[test]
fn paths_become_names() {
    let spec = |text: &str| -> (String, String) {
        let (info, spec) = yomikiri_games::make::read(text).unwrap();
        let shown = |spec: Spec| spec.to_string();
        (
            shown(spec.without_folders(&info)),
            shown(spec.without_files(&info)),
        )
    };
    for (text, name, plain) in [
        ("wolf.toml", "wolf.toml", "rules"),
        ("./a b/wolf.toml", "wolf.toml", "rules"),
        ("/etc/games/wolf.toml", "wolf.toml", "rules"),
        ("rules:file=../wolf", "rules:file=wolf", "rules"),
        (r"C:\games\wolf.toml", "wolf.toml", "rules"),
        (
            "word-chain:link=2,file=a/b.txt",
            "word-chain:file=b.txt,link=2",
            "word-chain:link=2",
        ),
        ("graph:file=x/y", "graph:file=y", "graph"),
        ("mnk:rows=4", "mnk:rows=4", "mnk:rows=4"),
    ] {
        assert_eq!(spec(text), (name.to_owned(), plain.to_owned()), "{text}");
    }
}
