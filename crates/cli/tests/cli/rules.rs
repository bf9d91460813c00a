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
    let pawns = "Pawns\npieces\nppp\n...\nPPP\n\n\n\n\npawn\nking\n\nstep\nforward\nempty\nstep\nforward-left, forward-right\n\
                 enemy\n\n\n\nfar\n\n\n\n\n";
    let asked = run(&["rules", "new"], pawns);
    assert_eq!(asked.code, Some(0), "{}", asked.stderr);
    assert!(!asked.stderr.contains("note:"), "{}", asked.stderr);
    assert!(
        asked.stdout.contains("glyph = \"king\""),
        "{}",
        asked.stdout
    );
    let (said, _) = checked(&asked.stdout);
    for sentence in [
        "Pawns: two players, 9 cells, 3 first moves, acyclic (at most 12 plies), symmetric under 2 turns",
        "p p p",
        "pawn (p) steps forward onto an empty cell",
        "pawn (p) steps forward-left, forward-right onto an enemy",
        "a player wins by bringing any piece to the far row",
        "a player with no move has lost",
    ] {
        assert!(said.contains(sentence), "{sentence} is not in\n{said}");
    }
    // Everything that can be asked is asked about: links, names, leaps, jumps, promotion, endings by side.
    let all = "All\npieces\nA.b\n...\n\nyes\nd e f\na b c\n\na-b b-c\nsecond\nant\n\nc\nd e\nstep\n2/1, link\nany\njump\n\
               all\nany\nany\nyes\ndone\nbug\ndisc\n\nslide\northogonal\n\n\ncat\n\n\ndone\nfirst\nyes\nfar\na c\nnone\nnone\ndraw\n\
               none\nb\nyes\n1\nwin\n";
    let asked = run(&["rules", "new"], all);
    assert_eq!(asked.code, Some(0), "{}", asked.stderr);
    assert!(
        !asked.stderr.contains("note:"),
        "{}\n{}",
        asked.stderr,
        asked.stdout
    );
    let (said, _) = checked(&asked.stdout);
    for sentence in [
        "Second moves first",
        "ant (a) steps along links, by [2, 1] onto an empty cell or an enemy",
        "ant (a) captures any piece by jumping in all directions over it onto an empty cell or an enemy",
        "ant (a) becomes cat (c) on d e",
        "bug (b) slides orthogonally onto an empty cell or an enemy",
        "cat (c) never moves",
        "First wins by bringing `a`, `c` to the far row",
        "First with no move ends the game in a draw",
        "Second has lost with none left of `b`",
        "Second may not leave the last of `b`",
        "Second with no move has won",
        "First wins where play goes round for ever",
    ] {
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
