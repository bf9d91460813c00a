//! Files that are wrong: each error points at what is wrong and says what to do.

use std::fmt::Write;
use yomikiri_games::registry::{Playable, Visitor};
use yomikiri_games::rules_file::{MOST_BYTES, RulesFile};

/// Reads and builds, and starts to play.
fn open(text: &str) -> Result<(), yomikiri_core::TextError> {
    struct Begin;
    impl Visitor for Begin {
        type Output = ();
        fn visit<G: Playable>(self, game: G) {
            let start = game.start();
            if game.outcome(&start).is_none() {
                assert!(game.moves(&start).next().is_some());
            }
        }
    }
    let file = RulesFile::parse(text)?;
    file.build(Begin)
        .unwrap_or_else(|why| panic!("a file that is read must build: {why}\n{text}"));
    Ok(())
}

const POSITIONAL: &str = "rules = 1\nkind = \"positional\"\n";
const BOARD: &str = "rules = 1\nkind = \"positional\"\n[board]\nrows = 3\ncols = 3\n";
const HEAPS: &str = "rules = 1\nkind = \"heaps\"\n";
const PIECES: &str = "rules = 1\nkind = \"pieces\"\n";
const PAWNS: &str = "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\npp\n..\nPP\n'''\n";

/// What stands in front, and the wrong rest.
const WRONG: &[(&str, &str)] = &[
    ("", ""),
    ("", "kind = \"positional\"\n"),
    ("", "rules = 2\nkind = \"positional\"\n"),
    ("", "rules = \"1\"\n"),
    ("", "rules = 1\n"),
    ("", "rules = 1\nkind = \"positonal\"\n"),
    ("", "rules = 1\nkind = 3\n"),
    ("", "rules = 1\nkind = positional\n"),
    ("", "rules = 1\nrules = 1\n"),
    ("", "rules = 1\nkind = \"positional\"\n[board\nrows = 3\n"),
    (POSITIONAL, ""),
    (POSITIONAL, "[bord]\nrows = 3\n"),
    (POSITIONAL, "[board]\nrows = 3\n"),
    (POSITIONAL, "[board]\nrows = 0\ncols = 3\n"),
    (POSITIONAL, "[board]\nrows = \"3\"\ncols = 3\n"),
    (
        POSITIONAL,
        "[board]\nrows = 99999999999999999999\ncols = 3\n",
    ),
    (POSITIONAL, "[board]\nrows = 100\ncols = 100\n"),
    (POSITIONAL, "[board]\nmap = \"\"\n"),
    (POSITIONAL, "[board]\nmap = '''\n..\n...\n'''\n"),
    (POSITIONAL, "[board]\nmap = '''\na b\nb c\n'''\n"),
    (POSITIONAL, "[board]\nmap = '''\na b\n? c\n'''\n"),
    (POSITIONAL, "[board]\nmap = '''\n..\n'''\nrows = 1\n"),
    (POSITIONAL, "board = 3\n"),
    (BOARD, "wrap = \"yes\"\n"),
    (BOARD, "wrap = \"round\"\n"),
    (BOARD, "wrap = 3\n"),
    (BOARD, "cells = \"triangles\"\n"),
    (BOARD, "layers = 2\ncells = \"hexes\"\n"),
    (BOARD, "cells = \"hexes\"\n[moves]\ngravity = true\n"),
    (BOARD, "[lines]\njoin = [\"top\"]\n"),
    (BOARD, "[lines]\njoin = [\"top\", \"botom\"]\n"),
    (BOARD, "[lines]\njoin = [\"top\", [\"4,4\"]]\n"),
    (BOARD, "[lines]\njoin = [\"top\", []]\n"),
    (BOARD, "[lines]\njoin = \"top\"\n"),
    (BOARD, "[lines]\njoin = [\"top\", 3]\n"),
    (
        BOARD,
        "[lines]\njoin = [\"top\", \"left\"]\nmake = \"points\"\n",
    ),
    (
        BOARD,
        "[lines.first]\njoin = [\"top\", \"left\"]\n[moves]\nswap = true\n",
    ),
    (BOARD, "[lines]\nexact = true\n"),
    (BOARD, "[lines]\nrow = 4\nexact = true\n"),
    (BOARD, "[moves]\napart = \"own\"\n"),
    (BOARD, "[moves]\nmarks = \"one\"\napart = \"unlike\"\n"),
    (BOARD, "[moves]\napart = \"all\"\nplacements = 2\n"),
    (BOARD, "[moves]\nliberties = true\nplacements = 2\n"),
    (BOARD, "[moves]\npass = true\n[full]\nis = \"loss\"\n"),
    (
        BOARD,
        "[full]\nis = \"win\"\nweights = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n",
    ),
    (BOARD, "[moves]\npass = \"third\"\n"),
    (BOARD, "[moves]\npass = \"first\"\n[full]\nis = \"loss\"\n"),
    (BOARD, "[moves]\npopout = true\n"),
    (
        BOARD,
        "[moves]\ngravity = true\nmarks = \"one\"\npopout = true\n",
    ),
    (
        BOARD,
        "[moves]\ngravity = true\npass = true\npopout = true\n",
    ),
    (
        BOARD,
        "[lines]\nrow = 3\nmake = \"points\"\n[moves]\ngravity = true\npopout = true\n",
    ),
    (BOARD, "[captures]\nwin = 2\n"),
    (BOARD, "[captures]\nlength = 2\n"),
    (BOARD, "[captures]\nlength = 0\nwin = 2\n"),
    (BOARD, "[captures]\nlength = 2\nwin = 16\n"),
    (
        BOARD,
        "[captures]\nlength = 2\nwin = 2\n[moves]\npass = true\n",
    ),
    (
        BOARD,
        "[captures]\nlength = 2\nwin = 2\n[moves]\nmarks = \"one\"\n",
    ),
    (
        BOARD,
        "[lines]\nrow = 3\nexact = true\n[captures]\nlength = 1\nwin = 2\n",
    ),
    (
        POSITIONAL,
        "[board]\nrows = 6\ncols = 10\n[captures]\nlength = 2\nwin = 2\n",
    ),
    (BOARD, "[tiles]\n"),
    (BOARD, "[tiles.first]\nshapes = [\"xx\"]\n"),
    (BOARD, "[lines]\nmake = \"points\"\npoints = 3\n"),
    (
        BOARD,
        "[full]\nis = \"points\"\nweights = [[1, 2, 3], [4, 5], [6, 7, 8, 9]]\n",
    ),
    (BOARD, "[tiles]\nshapes = [\"xxxx\"]\n"),
    (
        BOARD,
        "[tiles]\nshapes = [\"xx\"]\n[moves]\ngravity = true\n",
    ),
    (BOARD, "[tiles]\nshapes = [\"xx\"]\n[moves]\nswap = true\n"),
    (
        BOARD,
        "[tiles]\nsets = [[\"1,1\", \"1,2\"]]\n[moves]\nforbidden = [\"1,2\"]\n",
    ),
    (BOARD, "copies = 9\n"),
    (BOARD, "[lines]\nrow = 3\nmake = \"wins\"\n"),
    (BOARD, "[lines]\nrow = 3\npoints = 2\n"),
    (BOARD, "[lines]\nsets = [[\"1,1\", \"4,1\"]]\n"),
    (BOARD, "[lines]\nsets = [[\"1,1\", \"1,1\"]]\n"),
    (BOARD, "[lines]\nsets = [[\"b2\"]]\n"),
    (BOARD, "[lines]\nsets = [[]]\n"),
    (BOARD, "[lines]\nsets = [\"1,1\"]\n"),
    (BOARD, "[lines]\nshapes = [\"xxxx\"]\n"),
    (BOARD, "[lines]\nshapes = [\"ab\"]\n"),
    (BOARD, "[lines]\nshapes = [\"...\"]\n"),
    (BOARD, "[lines]\nshape = [\"xx\"]\n"),
    (BOARD, "[lines]\nrow = 4\n"),
    (BOARD, "[lines]\nrow = 3\nmake = \"first\"\n"),
    (BOARD, "[lines]\nfirst = 3\n"),
    (BOARD, "[lines.frist]\nrow = 3\n"),
    (BOARD, "[lines]\nrow = 3\n[lines.second]\nrow = 4\n"),
    (BOARD, "[lines.first]\nrow = 3\nmake = \"first\"\n"),
    (BOARD, "[lines.first]\nrow = 3\npoints = 3\n"),
    (
        BOARD,
        "[lines.first]\nrow = 3\nmake = \"points\"\npoints = 0\n",
    ),
    (BOARD, "[lines.first]\nsets = [[\"9,9\"]]\n"),
    (BOARD, "[lines.first]\nrow = 3\n[moves]\nswap = true\n"),
    (POSITIONAL, "[board]\nmap = '''\npass a\n'''\n"),
    (BOARD, "[moves]\nmarks = \"mine\"\n"),
    (BOARD, "[moves]\nfirst = [\"z\"]\n"),
    (BOARD, "[moves]\nfirst = []\n"),
    (BOARD, "[moves]\nmarks = \"own\"\nfirst = [\"x\"]\n"),
    (BOARD, "[moves]\nmarks = \"one\"\nswap = true\n"),
    (BOARD, "[moves]\nplacements = 9\n"),
    (BOARD, "[moves]\nforbidden = \"all\"\n"),
    (
        POSITIONAL,
        "[board]\nrows = 2\ncols = 2\n[moves]\nforbidden = \"centre\"\n",
    ),
    (
        POSITIONAL,
        "[board]\nrows = 1\ncols = 2\n[moves]\nforbidden = [\"1,1\", \"1,2\"]\n",
    ),
    (
        POSITIONAL,
        "[board]\nrows = 2\ncols = 1\n[moves]\nforbidden = [\"2,1\"]\ngravity = true\n",
    ),
    (
        POSITIONAL,
        "[board]\nrows = 8\ncols = 8\n[moves]\nplacements = 2\n",
    ),
    (BOARD, "copies = 2\n[moves]\nplacements = 2\n"),
    (BOARD, "[full]\nis = \"points\"\nweights = [1, 2]\n"),
    (BOARD, "[full]\nweights = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"),
    (
        BOARD,
        "[full]\nis = \"points\"\nweights = [1, 2, 3, 4, 5, 6, 7, 8, 9.5]\n",
    ),
    (
        BOARD,
        "[full]\nis = \"points\"\nweights = [1, 2, 3, 4611686018427387904, 4611686018427387904, 6, 7, 8, 9]\n",
    ),
    (BOARD, "[moves]\nmarks = \"one\"\n[full]\nis = \"points\"\n"),
    (
        BOARD,
        "[moves]\nfirst = [\"x\", \"o\"]\n[full]\nis = \"points\"\n",
    ),
    (PIECES, "[board]\nstart = '''\np\n'''\n"),
    (PIECES, "[[piece]]\nletter = \"p\"\n"),
    (PIECES, "[board]\nrows = 3\n"),
    (PAWNS, "[[piece]]\nname = \"pawn\"\n"),
    (PAWNS, "[[piece]]\nletter = \"P\"\n"),
    (PAWNS, "[[piece]]\nletter = \"pawn\"\n"),
    (PAWNS, "[[piece]]\nletter = \"q\"\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[[piece]]\nletter = \"p\"\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\nmoves = [{}]\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ step = \"foward\" }]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ step = [[0, 0]] }]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ step = [[1, 2, 3]] }]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ step = [] }]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ step = \"all\", slide = \"all\" }]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ step = \"all\", takes = true }]\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\nbecomes = \"q\"\n"),
    (PAWNS, "[[piece]]\nletter = \"p\"\nat = \"far\"\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\ngoal = [\"4,4\"]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\nrunners = [\"p\"]\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\n[end]\nroyal = [\"k\"]\n"),
    (PAWNS, "[[piece]]\nletter = \"p\"\n[end]\nsafe = true\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.first]\nrunners = \"p\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.first]\nroyal = \"k\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.second]\nstuck = \"lose\"\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\n[end]\ntrap = \"win\"\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\ntrapped = [[\"1,1\"]]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\ntrapped = [[\"1,1\", \"1,1\"]]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves.second]\nfly = 0\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.second]\nendless = \"draw\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.second]\nleast = 0\n",
    ),
    (
        PIECES,
        "[board]\nstart = '''\npppppppppp\npppppppppp\npppppppppp\n..........\n..........\n..........\nPPPPPPPPPP\nPPPPPPPPPP\nPPPPPPPPPP\n'''\n[[piece]]\nletter = \"p\"\n[[piece]]\nletter = \"q\"\n",
    ),
    (
        PAWNS,
        "names = '''\na b\nc d\n'''\n[[piece]]\nletter = \"p\"\n",
    ),
    (PAWNS, "links = [[\"1,1\"]]\n[[piece]]\nletter = \"p\"\n"),
    (
        PAWNS,
        "links = [[\"1,1\", \"1,1\"]]\n[[piece]]\nletter = \"p\"\n",
    ),
    (
        PIECES,
        "[board]\nstart = '''\npx\n'''\n[[piece]]\nletter = \"p\"\n",
    ),
    (
        PIECES,
        "[board]\nstart = '''\np?\n'''\n[[piece]]\nletter = \"p\"\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\npoints = 2\n"),
    (PAWNS, "[[piece]]\nletter = \"p\"\npoints = 1001\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves]\npass = \"always\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\npassed = \"points\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves]\npass = true\n[end.first]\nstuck = \"points\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves.second]\npass = true\n[end.second]\nstuck = \"draw\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves.second]\npass = true\n[end]\npassed = \"draw\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves.first]\npas = true\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[moves.first]\npass = \"second\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\nsets = [[\"1,1\", \"4,1\"]]\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\nsets = [[\"1,1\", \"1,2\"], [\"1,2\", \"1,1\"]]\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\n[end]\nsets = [[]]\n"),
    (PAWNS, "[[piece]]\nletter = \"p\"\n[end]\nline = 9\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.first]\nline = 3\nways = [\"across\"]\n",
    ),
    (PAWNS, "[[piece]]\nletter = \"p\"\n[end]\nsquare = 3\n"),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[captures]\nforced = true\n[end]\nline = 2\nmake = \"take\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[captures]\ncustodial = \"diagonal\"\n[end]\nline = 2\nmake = \"take\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\nmoves = [{ jump = \"all\", takes = true }]\n[end.first]\nline = 2\nmake = \"take\"\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end.first]\nline = 2\nmake = \"take\"\n[end.second]\nroyal = \"p\"\nsafe = true\n",
    ),
    (
        PAWNS,
        "[[piece]]\nletter = \"p\"\n[end]\nsets = [[\"1,1\", \"1,1\"]]\n",
    ),
    (HEAPS, ""),
    (HEAPS, "[heaps]\n"),
    (HEAPS, "[heaps]\nsizes = []\n"),
    (HEAPS, "[heaps]\nsizes = [3, -1]\n"),
    (HEAPS, "[heaps]\nsizes = [3, 251]\n"),
    (HEAPS, "[heaps]\nsizes = [90, 90]\nleave = [1, 2]\n"),
    (HEAPS, "[heaps]\nsizes = [3]\ntake = []\n"),
    (HEAPS, "[heaps]\nsizes = [3]\ntake = [1, 0]\n"),
    (HEAPS, "[heaps]\nsizes = [3]\ntake = \"any\"\n"),
    (HEAPS, "[heaps]\nsizes = [3]\nleave = [3]\n"),
    (HEAPS, "[heaps]\nsizes = [3]\nunequal = true\n"),
    (HEAPS, "[heaps]\nsizes = [3]\ntimes = 0\n"),
    (HEAPS, "[heaps]\nsizes = [3]\nopening = 251\n"),
    (HEAPS, "[heaps]\nsizes = [3]\ntimes = 2\nleave = [2]\n"),
    (
        HEAPS,
        "[heaps]\nsizes = [3, 4]\nrepeat = false\ntogether = 2\n",
    ),
    (
        HEAPS,
        "[heaps]\nsizes = [250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250]\nopening = 2\n",
    ),
    (HEAPS, "[heaps]\nsizes = [3]\n[heaps.first]\ntake = [0]\n"),
    (
        HEAPS,
        "[heaps]\nsizes = [3]\n[heaps.second]\nunequal = true\n",
    ),
    (HEAPS, "[heaps]\nsizes = [3]\n[heaps.second]\nsizes = [2]\n"),
    ("", "rules = 1\nkind = \"graph\"\n"),
    (
        "",
        "rules = 1\nkind = \"graph\"\ngraph = '''\na first: b\n'''\n",
    ),
    (
        "",
        "rules = 1\nkind = \"graph\"\ngraph = \"a first: \\u0062\"\n",
    ),
];

#[test]
fn every_error_points_and_helps() {
    let mut seen = String::new();
    for (before, rest) in WRONG {
        let text = format!("{before}{rest}");
        let error = match open(&text) {
            Err(error) => error,
            Ok(()) => panic!("nothing was found wrong in\n{text}"),
        };
        let spanned = text.get(error.span.clone());
        let spanned =
            spanned.unwrap_or_else(|| panic!("the span {:?} is not in\n{text}", error.span));
        let line = text[..error.span.start].matches('\n').count() + 1;
        writeln!(seen, "{:?}\n    line {line}, {spanned:?}: {error}", rest).unwrap();
    }
    insta::assert_snapshot!("wrong_files", seen);
}

#[test]
fn a_file_is_not_endless() {
    let long = format!("{BOARD}# {}", "x".repeat(MOST_BYTES));
    assert!(open(&long).is_err());
    // As many brackets as fit must not overflow the stack.
    let deep = format!("{POSITIONAL}board = {}", "[".repeat(100_000));
    assert!(open(&deep).is_err());
    let deep = format!("{POSITIONAL}board = {}", "{a=".repeat(100_000));
    assert!(open(&deep).is_err());
}

#[test]
fn any_damage_is_an_error_or_another_game() {
    let files = yomikiri_games::make::info("rules").unwrap().files;
    for (_, text) in files {
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            // Two of six kinds of damage at each place, in turn. The files have most of their words in common, so each
            // word meets all kinds.
            let kinds = ["", "\"", "9", "]", "\n", "x"];
            for with in [kinds[at % 6], kinds[(at + 3) % 6]] {
                let end = (at + 1..=text.len()).find(|end| text.is_char_boundary(*end));
                let damaged = format!("{}{with}{}", &text[..at], &text[end.unwrap_or(at)..]);
                if let Err(error) = open(&damaged) {
                    assert!(
                        damaged.get(error.span.clone()).is_some(),
                        "{:?}\n{damaged}",
                        error.span
                    );
                }
            }
        }
    }
}
