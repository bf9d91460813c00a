//! Rules files: what `check` says of them, what `show` prints, what `new` asks.

use crate::process::{ROOT, run};

/// What `rules check` says of a text.
fn checked(text: &str) -> (String, String) {
    let ran = run(&["rules", "check", "-"], text);
    assert_eq!(ran.code, Some(0), "{}\n{text}", ran.stderr);
    (ran.stdout, ran.stderr)
}

#[test]
fn answers_become_a_file() {
    // Title, kind, board, names, links and links one way, mover and hands, passes and points.
    let pawns = "Pawns\npieces\nppp\n...\nPPP\n\n\n\n\n\n\n\n\n\npawn\nking\n\nstep\nforward\nempty\nstep\n\
                 forward-left, forward-right\nenemy\n\n\n\n\nfar\n\n\n\n\n\n\n\n\n\n";
    let (file, said) = answered(pawns);
    assert!(file.contains("glyph = \"king\""), "{file}");
    tells(
        &said,
        &[
            "Pawns: two players, 9 cells, 3 first moves, acyclic (at most 12 plies), symmetric under 2 turns",
            "p p p",
            "pawn (p) steps forward onto an empty cell",
            "pawn (p) steps forward-left, forward-right onto an enemy",
            "a player wins by bringing any piece to the far row",
            "a player with no move has lost",
        ],
    );
    // Links, names, leaps, jumps, promotion, endings by side.
    let all = "All\npieces\nA.b\n...\n\nyes\nd e f\na b c\n\na-b b-c\nsecond\nc-f\n\n\n\n\nant\n\nc\nd e\n\n\
               step\n2/1, link\nany\njump\nall\nany\nany\nyes\ndone\nbug\ndisc\n\nslide\northogonal\n\n2\nyes\n\n\
               cat\n\n\ndone\n\nfirst\nyes\nfar\na c\n2\n\n\n\nnone\nnone\n\ndraw\nnone\n\n\n\nb\nyes\n1\n\
               c+f b+a+c\nwin\nwin\n";
    let (_, said) = answered(all);
    tells(
        &said,
        &[
            "Second moves first",
            "ant (a) steps along links, by [2, 1] onto an empty cell or an enemy",
            "ant (a) captures any piece by jumping in all directions over it onto an empty cell or an enemy",
            "ant (a) becomes cat (c) on d e",
            "bug (b) slides orthogonally onto an empty cell or an enemy, as far as it can, at most 2 cells",
            "cat (c) never moves",
            "First wins by having 2 of `a`, `c` on the far row",
            "First with no move ends the game in a draw",
            "Second has lost with none left of `b`",
            "Second may not leave the last of `b`",
            "Second has won with a piece on a cell and enemies on all cells in its brackets: b (a c); c (f)",
            "Second with no move has won",
            "First wins where play goes round for ever",
        ],
    );
}

/// Hands, drops, promotion by choice, captures, lines, passes and points of pieces.
#[test]
fn answers_about_pieces_beside_the_board() {
    let answers = "Beside\npieces\na.\n.A\n\n\n\n\n\nAa\nyes\nyes\n2\nyes\nyes\nant\n\n3\nb c\n\nyes\n\nfar\nstep\n\n\n\n\
                   bug\n\n\n\na\nnot far\ndone\ncat\n\n\n\nc\n\ndone\nyes\nyes\nyes\northogonal, diagonal\n\n\nnone\n3\n2\n\
                   across, upright\n2\n1,1+2,2 1,2+2,1\na\nloss\n\n\n\n";
    let (_, said) = answered(answers);
    tells(
        &said,
        &[
            "ant (a) becomes bug (b)/cat (c) on the far row",
            "ant (a) may stay what it is there",
            "puts ant (a) down from the hand on the far row alone",
            "bug (b) is ant (a) in the hand of who has captured it",
            "a piece that moves captures each enemy that stands alone between it and another piece of its player, in a row or column, or aslant",
            "a piece that has captured has to go on as long as it can capture",
            "First has 1 ant (a) in hand at the start",
            "who has pieces in hand has to put one down",
            "a player with 2 pieces or fewer may move them to any empty cell",
            "a player may pass in place of a move",
            "two passes one after the other end the game, and points decide",
            "points of ant (a) for its player: 3",
            "a player has lost with a line of `a`: 2 in a row (across, up and down); a square of 2 x 2; 1,2 2,1; 1,1 2,2",
            "First puts bug (b) down from the hand on 2,1 2,2 alone",
        ],
    );
}

/// A pass of one player, with ends of both and with ends by side.
#[test]
fn answers_about_passes_by_side() {
    let hunt = |ends: &str| {
        format!(
            "Hunt\npieces\n..m\n...\nC..\n\n\n\n\n\n\n\nsides\nyes\n\n\ncat\n\n\nstep\northogonal\n\n\n\
             mouse\n\n\nstep\northogonal\nempty\n\n\nsecond\n{ends}"
        )
    };
    for ends in [
        "\n\n\n\n\n\n1\n\n\n",
        "yes\n\n\n\n\n\n\n\n\n\n\n\nm\n\n\n\nloss\n",
    ] {
        let (file, said) = answered(&hunt(ends));
        assert!(file.contains("[moves.first]\npass = true"), "{file}");
        tells(
            &said,
            &[
                "First may pass in place of a move",
                "Second with no move has lost",
                "Second wins where play goes round for ever",
            ],
        );
        assert!(!said.contains("First with no move"), "{said}");
    }
}

#[test]
fn answers_about_claimed_cells_and_heaps() {
    // A row of hexagons, chains for each player, marks apart.
    let hexes =
        "Chains\npositional\n4\n4\nhexes\n\nnone\n\nyes\nloss\n\n\n\n\n\nunlike\nyes\n\n\nloss\n";
    let (file, said) = answered(hexes);
    for line in [
        "cells = \"hexes\"",
        "[lines.first]\njoin = [\"top\", \"bottom\"]",
        "[lines.second]\njoin = [\"left\", \"right\"]",
        "apart = \"unlike\"",
        "liberties = true",
        "is = \"loss\"",
    ] {
        assert!(file.contains(line), "{line} is not in\n{file}");
    }
    tells(&said, &["Chains: two players, 16 cells"]);
    let pente = "Pente\npositional\n5\n5\n\nacross\n4\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n2\n3\n\n";
    let (file, said) = answered(pente);
    assert!(file.contains("wrap = \"across\""), "{file}");
    tells(
        &said,
        &["2 enemies in a row between a mark placed and another one of its player are captured"],
    );
    let pop = "Pop\npositional\n4\n4\n\n\n3\nyes\n\n\n\n\nyes\n\n\nyes\n\n";
    let (file, said) = answered(pop);
    assert!(file.contains("exact = true"), "{file}");
    tells(
        &said,
        &["a player may take a mark of their own out at the bottom of a column instead"],
    );
    let cram = "Cram\npositional\n2\n4\n\n\nnone\n\n\none\n\n\n\n\n\nxx\n\nloss\n";
    let (file, _) = answered(cram);
    assert!(
        file.contains("[tiles]\nshapes = [\"xx\"]\n\n[moves]"),
        "{file}"
    );
    // Shapes that are not turned, and points of cells; a wrong number of them is asked about again.
    let shapes = "Blocks\npositional\n2\n2\n\n\nnone\nxx x/x\nno\n\nloss\n\n\n\n\n\n\n\n\n\n\n\npoints\n1 2\n1 -2 3 4\n";
    let (file, said) = answered(shapes);
    for line in [
        "shapes = [\"xx\", \"x/x\"]\nturned = false",
        "weights = [1, -2, 3, 4]",
    ] {
        assert!(file.contains(line), "{line} is not in\n{file}");
    }
    tells(&said, &["Blocks: two players, 4 cells"]);
    // Copies of the board have the usual turns: nothing else is asked about these.
    let notakto = "Notakto\npositional\n3\n3\n\n\n3\n\n\n\nloss\n3\none\n\nloss\nfirst\n";
    let (file, said) = answered(notakto);
    assert!(file.contains("cols = 3\ncopies = 3\n\n[lines]"), "{file}");
    tells(&said, &["Notakto: two players, 27 cells"]);
    let asked = run(&["rules", "new"], notakto);
    assert!(
        asked
            .stderr
            .contains("please answer one of draw, first, second\n"),
        "{}",
        asked.stderr
    );
    // A first turn of fewer marks, cells that it may not take, and a swap.
    let swap = "Swap\npositional\n3\n3\n\n\n3\n\n\n\n\n\n\n\n2\n1\ncentre 1,1\n\nyes\nfirst\n";
    let (file, said) = answered(swap);
    assert!(
        file.contains(
            "placements = 2\nopening = 1\nforbidden = [\"centre\", \"1,1\"]\nswap = true\n"
        ),
        "{file}"
    );
    tells(
        &said,
        &[
            "marks placed in a turn: 2, in the turn of the first mark: 1",
            "Second may take over First's marks instead of its first turn",
        ],
    );
    // Who has no marks of their own is not asked about points, and who may pass never has no move.
    let shared =
        "Shared\npositional\n3\n3\n\n\n3\n\n\n\n\n\neither\n\n\n\n\n\n\nyes\npoints\nloss\ndraw\n";
    answered(shared);
    // Heaps: of both, and of each player.
    let fibonacci = "Fibonacci\nheaps\n13\n\n\n\n\nyes\n12\n2\n\n\n";
    let (_, said) = answered(fibonacci);
    tells(
        &said,
        &[
            "the first move takes at most so many stones: 12",
            "a later move takes at most so many times the stones of the move before it: 2",
        ],
    );
    let sides = "Sides\nheaps\n4, 5\nyes\n\n\nwin\n1, 3\n\n2\n1, 2\nyes\n";
    let (_, said) = answered(sides);
    tells(
        &said,
        &[
            "First takes 1, 3 from a heap\n",
            "Second takes 2 from a heap, and leaves so many heaps of it: 1, 2 (two of them unequal)",
            "a player with no move has won",
        ],
    );
}

/// The file that answers make, which is one without a note, and what `rules check` says of it.
fn answered(answers: &str) -> (String, String) {
    let asked = run(&["rules", "new"], answers);
    assert_eq!(asked.code, Some(0), "{}", asked.stderr);
    assert!(
        !asked.stderr.contains("note:"),
        "{}\n{}",
        asked.stderr,
        asked.stdout
    );
    let (said, _) = checked(&asked.stdout);
    (asked.stdout, said)
}

fn tells(said: &str, sentences: &[&str]) {
    for sentence in sentences {
        assert!(said.contains(sentence), "{sentence} is not in\n{said}");
    }
}

#[test]
fn play_that_is_over_at_the_start_is_warned_of() {
    let hunt = |end: &str| {
        format!(
            "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\nhhh\n...\n.F.\n'''\n\
             [[piece]]\nletter = \"f\"\nmoves = [{{ step = \"all\" }}]\n\
             [[piece]]\nletter = \"h\"\nmoves = [{{ step = \"all\", onto = \"empty\" }}]\n{end}"
        )
    };
    let heaps = "rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = [2]\ntake = [3]\n";
    let graph = "rules = 1\nkind = \"graph\"\ngraph = '''\na = draw\nb first: a\n'''\n";
    for (text, warning) in [
        (
            hunt("[end]\nroyal = \"f\"\n"),
            "play is over at the start (first): Second has no royal piece (`royal`)",
        ),
        (
            hunt("[end]\nleast = 2\n"),
            "play is over at the start (second): First has fewer pieces than 2 (`least`)",
        ),
        (
            hunt("[end]\ngoal = [\"3,2\"]\n"),
            "play is over at the start (first): First has a piece on its goal (`goal`)",
        ),
        (
            heaps.to_owned(),
            "play is over at the start (second): no move is left in any heap",
        ),
        (
            graph.to_owned(),
            "play is over at the start (draw): `a`, where play starts, is an end",
        ),
    ] {
        let (_, said) = checked(&text);
        assert!(
            said.contains(&format!("warning: {warning}")),
            "{said}\n{text}"
        );
    }
    let (_, said) = checked(&hunt(
        "[end.first]\nroyal = \"f\"\n[end.second]\nleast = 2\n",
    ));
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn ends_that_never_come_and_starts_that_no_move_leads_to_are_told() {
    let file = |rows: &str, end: &str| {
        format!(
            "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n{rows}\n'''\n\
             [[piece]]\nletter = \"k\"\nmoves = [{{ step = \"all\" }}]\n\
             [[piece]]\nletter = \"r\"\nmoves = [{{ slide = \"orthogonal\" }}]\n[end]\n{end}\n"
        )
    };
    let rows = "k.R\n...\nR.K";
    let never = "but never has so many";
    for (rows, end, told) in [
        (
            rows,
            "line = 2",
            "Second wins with a line of any piece: 2 in a row (across, up and down, aslant), but never has so many",
        ),
        (
            rows,
            "line = 3\nliners = \"r\"",
            "a player wins with a line of `r`: 3 in a row (across, up and down, aslant), but never has so many",
        ),
        (
            rows,
            "square = 2",
            "a player wins with a line of any piece: a square of 2 x 2, but never has so many",
        ),
        (
            rows,
            "goal = \"far\"\ncount = 3\nrunners = \"r\"",
            "a player wins by having 3 of `r` on the far row, but never has so many",
        ),
        (
            "k..\n...\nR.K",
            "royal = \"k\"\nsafe = true",
            "at the start First can capture the last royal piece of Second, and no move may leave it so",
        ),
    ] {
        let (said, _) = checked(&file(rows, end));
        tells(&said, &[told]);
    }
    for (rows, end) in [
        (rows, "[end.first]\nline = 3"),
        (
            rows,
            "[end.first]\ngoal = \"far\"\ncount = 2\nrunners = \"r\"",
        ),
        (".k.\n...\nR.K", "royal = \"k\"\nsafe = true"),
    ] {
        let (said, _) = checked(&file(rows, end));
        assert!(!said.contains(never), "{said}");
        assert!(!said.contains("at the start First"), "{said}");
    }
}

#[test]
fn a_rules_file_is_shown_as_it_is() {
    let path = "examples/rules/draughts.toml";
    let shown = run(&["rules", "show", path], "");
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert_eq!(
        shown.stdout,
        std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
    );
    // What is wrong with a file is told in its place.
    let wrong = run(&["rules", "show", "README.toml"], "");
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn cells_are_played_by_their_names() {
    let path = "examples/rules/territory.toml";
    let moves = run(&["moves", path], "");
    assert_eq!(moves.code, Some(0), "{}", moves.stderr);
    assert!(moves.stdout.contains("* a first"), "{}", moves.stdout);
    assert!(!moves.stdout.contains("2,2"), "{}", moves.stdout);
}
