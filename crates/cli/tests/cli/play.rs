//! `play` as lines. How it looks on a terminal is tested by `ci/terminal.sh`.

use crate::process::run;

#[test]
fn a_game_as_lines() {
    let ran = run(
        &["play", "tictactoe", "--as", "both"],
        "1,1\n2,1\n1,2\n2,2\n1,3\n",
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(
        ran.stdout
            .starts_with(". . .\n. . .\n. . .\nposition .../.../...\nfirst to move\n")
            || ran
                .stdout
                .starts_with(". . .\n. . .\n. . .\nposition start\nfirst to move\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with("over: first wins with a line\n"),
        "{}",
        ran.stdout
    );
}

/// A line may lose, marks may be nobody's, and what ends a game need not be a line.
#[test]
fn an_end_says_whose_line_it_was() {
    for (game, moves, over) in [
        (
            "tictactoe:misere=yes",
            "1,1\n2,2\n1,2\n3,3\n1,3\n",
            "over: second wins, since first has made a line\n",
        ),
        (
            "notakto",
            "1,1\n1,2\n1,3\n",
            "over: second wins, since first has made a line\n",
        ),
        (
            "hexapawn",
            "3,1-2,1\n1,2-2,1\n3,2-2,2\n2,1-3,1\n",
            "over: second wins\n",
        ),
    ] {
        let ran = run(&["play", game, "--as", "both"], moves);
        assert!(ran.stdout.ends_with(over), "{game}: {}", ran.stdout);
    }
}

#[test]
fn perfect_play_draws_and_is_the_same_for_the_same_seed() {
    let watch = || run(&["play", "tictactoe", "--as", "neither", "--seed", "7"], "");
    let ran = watch();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.ends_with("over: a draw\n"), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches(" plays ").count(), 9);
    assert_eq!(watch().stdout, ran.stdout);
}

#[test]
fn an_opponent_answers_and_wins_what_is_won() {
    let lost = &["play", "tictactoe", "xx./oo./...", "--as", "first"];
    let ran = run(lost, "3,3\n");
    assert!(ran.stdout.contains("second plays 2,3\n"), "{}", ran.stdout);
    assert!(
        ran.stdout.ends_with("over: second wins with a line\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_can_be_said() {
    let said = "# a remark\n:moves\n:hint\n1,3\n:undo\n:redo\n:new\n:second perfect\n:quit\n1,3\n";
    let ran = run(&["play", "tictactoe", "xx./oo./...", "--as", "both"], said);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for line in [
        "value first 1\n",
        "* 1,3 first 1 (wins in 1)\n",
        "hint 1,3 first 1\n",
        "over: first wins with a line\n",
    ] {
        assert!(ran.stdout.contains(line), "{line} is not in {}", ran.stdout);
    }
}

#[test]
fn what_is_wrong_is_reported_and_the_game_goes_on() {
    let ran = run(
        &["play", "tictactoe", "--as", "both"],
        "1,1\n1,1\n:nothing\n:first perfekt\n2,2\n",
    );
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("`1,1` is not a legal move here"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("there is no such command"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("a level is"), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("position x../.o./..."),
        "{}",
        ran.stdout
    );
    let ran = run(&["play", "tictactoe", "--as", "both"], b"\xff\n1,1\n");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("not UTF-8 text"), "{}", ran.stderr);
    assert!(ran.stdout.contains("position x../..."), "{}", ran.stdout);
    for args in [
        &["play", "tictacto"][..],
        &["play", "tictactoe", "xxxx"],
        &["play", "tictactoe", "--level", "errs:101"],
        &["play", "grid-walk:cells=---", "--ask", "distance"],
    ] {
        let ran = run(args, "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_limit_is_said_and_is_no_move() {
    let args = [
        "play",
        "connect4",
        "--as",
        "second",
        "--solver",
        "alpha_beta",
        "--max-nodes",
        "1000",
    ];
    let ran = run(&args, "");
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(!ran.stdout.contains("plays"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("no answer within the limits"),
        "{}",
        ran.stderr
    );
}

#[test]
fn all_is_said_in_japanese_where_that_is_asked_for() {
    let game = "shiritori:words=ab/bc/ca";
    let args = &["play", game, "--as", "both", "--lang", "ja", "--analysis"];
    let ran = run(args, "zz\n:nothing\n:first x\nab\n:hint\n");
    assert_eq!(ran.code, Some(2));
    for words in [
        "先手の番",
        "次の言葉は「b」で始まる",
        "手で勝ち",
        "手で負け",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    for words in ["`zz` はここでは指せない", "そのような命令はない", "強さは"]
    {
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
    let english = |text: &str| text.contains(" to move") || text.contains(" is ");
    assert!(!english(&ran.stdout) && !english(&ran.stderr), "{ran:?}");
    for (args, words) in [
        (&["tictacto"][..], "というゲームはない"),
        (&["tictactoe", "xxxx"], "空の盤は"),
        (
            &["grid-walk:cells=---", "--ask", "distance"],
            "`margin` を問う",
        ),
        (
            &[
                "connect4",
                "--as",
                "second",
                "--solver",
                "alpha_beta",
                "--max-nodes",
                "1000",
            ],
            "答えを出せなかった",
        ),
    ] {
        let ran = run(&[&["play", "--lang", "ja"], args].concat(), "");
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
}

/// The last lines of a game played to its end: of the points beside the board, and of how it ended.
fn ending(args: &[&str], said: &str) -> (String, String) {
    let ran = run(&[&["play"], args].concat(), said);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{args:?}");
    let mut lines = ran.stdout.lines().rev();
    let over = lines.next().unwrap_or_default().to_owned();
    let points = lines
        .find(|line| line.starts_with("points"))
        .unwrap_or_default();
    (points.to_owned(), over)
}

const LINES_AND_CELLS: &str = r#"
rules = 1
kind = "positional"
[board]
rows = 2
cols = 2
[lines]
row = 2
make = "points"
points = 3
[full]
is = "points"
weights = [4, -1, 2, 5]
"#;

#[test]
fn points_gained_in_play_are_added_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lines-and-cells.toml");
    std::fs::write(&file, LINES_AND_CELLS).expect("it can be written");
    let lines_and_cells = file.display().to_string();
    let both = |spec: &str, moves: &str| {
        let said: String = moves.split(' ').map(|mv| format!("{mv}\n")).collect();
        ending(&[spec, "--as", "both"], &said)
    };
    for (spec, moves, points, over) in [
        (
            "take-ends:numbers=3/9/1/2",
            "left left left left",
            "points: first 4, second 11",
            "over: second wins by 7: 4 to 11",
        ),
        (
            "dots-and-boxes:rows=1,cols=1",
            "1 2 3 4",
            "points: first 0, second 1",
            "over: second wins by 1: 0 to 1",
        ),
        (
            "kalah:pits=2,seeds=2",
            "1 2",
            "points: first 2, second 0",
            "over: second wins by 4: 2 to 0, and 6 for second at the end",
        ),
        (
            "two-stacks:left=1,right=2/10",
            "left right right",
            "points: first 11, second 2",
            "over: first wins by 9: 11 to 2",
        ),
        (
            "stones:stones=4,take=1/3,aim=points",
            "3 1",
            "points: first 3, second 1",
            "over: first wins by 2: 3 to 1",
        ),
        (
            "take-ends:numbers=2/2",
            "left left",
            "points: first 2, second 2",
            "over: a draw, even on points: 2 to 2",
        ),
        (
            "graph:text=a first: b+3 c-1; b second: c+5; c = +4",
            "b c",
            "points: first 3, second 5",
            "over: first wins by 2: 3 to 5, and 4 for first at the end",
        ),
        (
            "examples/rules/squares.toml",
            "1,1 2,1 1,2 2,2 1,3 2,3 1,4 2,4 3,1 3,2 3,3 3,4",
            "points: first 4, second 12",
            "over: second wins by 8: 4 to 12",
        ),
        // Either makes a line, and the cells decide.
        (
            &lines_and_cells,
            "1,1 2,1 1,2 2,2",
            "points: first 3, second 3",
            "over: second wins by 4: 3 to 3, and 4 for second at the end",
        ),
        (
            "tictactoe",
            "1,1 2,1 1,2 2,2 1,3",
            "",
            "over: first wins with a line",
        ),
    ] {
        let found = both(spec, moves);
        assert_eq!(found, (points.to_owned(), over.to_owned()), "{spec}");
    }
    // Perfect play ends as it was said to.
    for (spec, over) in [
        ("grid-walk:cells=---/+-+/+--", "over: first wins by 2: "),
        ("kalah:pits=2,seeds=2", "over: second wins by 2: "),
        (
            "two-stacks:left=2/4/5/4/2,right=2/8/3/4/5",
            "over: first wins by ",
        ),
        ("graph:file=examples/toll.graph", "over: second wins by 5: "),
    ] {
        let found = ending(&[spec, "--as", "neither", "--seed", "3"], "").1;
        assert!(found.starts_with(over), "{spec}: {found}");
    }
}

#[test]
fn values_in_play_are_of_the_whole_game() {
    let game = "take-ends:numbers=3/9/1/2";
    let ran = run(
        &["play", game, "--as", "both", "--analysis"],
        "left\nright\nleft\nleft\n",
    );
    let values = ran.stdout.lines().filter(|line| line.starts_with("value "));
    // To take the 3 loses, and to answer by taking the 2 loses more.
    assert_eq!(
        values.collect::<Vec<_>>(),
        ["value +7", "value -5", "value +9", "value +9"]
    );
    // Who wins is told of the whole game, too: behind by 30, Second has nothing to lose.
    let args = [
        "play",
        "take-ends:numbers=1/2/30",
        "--as",
        "both",
        "--analysis",
        "--ask",
        "winner",
    ];
    let ran = run(&args, "right\n");
    let lost = "value first\n* right first (loses)\n* left first (loses)\n";
    assert!(ran.stdout.ends_with(lost), "{}", ran.stdout);
}

#[test]
fn moves_from_the_start_tell_what_was_gained_before() {
    let game = "take-ends:numbers=3/9/1/2";
    let told = [
        &["play", game, "--as", "both", "--after", "left left"][..],
        &["play", game, "after left left", "--as", "both"],
    ];
    for args in told {
        let ran = run(args, "left\nleft\n");
        assert!(
            ran.stdout.contains("\npoints: first 3, second 9\n"),
            "{ran:?}"
        );
        let end = "\nover: second wins by 7: 4 to 11\n";
        assert!(ran.stdout.ends_with(end), "{ran:?}");
    }
    // From elsewhere they do not.
    let args = ["play", game, "2-4", "--as", "both", "--after", "left"];
    let ran = run(&args, "left\nleft\n");
    let end = ": 1 to 2, counted from the position set up\n";
    assert!(ran.stdout.ends_with(end), "{ran:?}");
}

#[test]
fn a_position_set_up_does_not_know_what_was_gained_before() {
    let ran = run(
        &["play", "take-ends:numbers=3/9/1/2", "3-4", "--as", "both"],
        "left\nleft\n",
    );
    assert!(
        ran.stdout
            .contains("\nvalues are of the points still to come: "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with(
            "points since the position set up: first 1, second 2\nposition empty\n\
             over: second wins by 1: 1 to 2, counted from the position set up\n"
        ),
        "{}",
        ran.stdout
    );
    let args = [
        "play",
        "take-ends:numbers=3/9/1/2",
        "3-4",
        "--as",
        "both",
        "--lang",
        "ja",
    ];
    let ran = run(&args, "left\nleft\n");
    assert!(
        ran.stdout
            .ends_with("終局: 後手が 1 点差で勝ち: 1 対 2 (並べた局面から数える)\n"),
        "{}",
        ran.stdout
    );
}

/// Where play may go on for ever, it ends when it comes back to a position; so two opponents come to an end.
#[test]
fn play_that_comes_back_to_a_position_is_over() {
    let graph = "graph:file=examples/loop.graph";
    let end = "over: a draw, since play goes round in circles (as after ply 0)";
    let ran = run(&["play", graph, "--as", "both"], "lane\nyard\n");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().last(), Some(end), "{}", ran.stdout);
    // What is over has no moves; taken back, play goes on.
    let ran = run(
        &["play", graph, "--as", "both"],
        "lane\nyard\nlane\n:undo\n:undo\ngate\nout\n",
    );
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert_eq!(
        ran.stdout.lines().last(),
        Some("over: first wins"),
        "{}",
        ran.stdout
    );
    for (game, level) in [
        (graph, "perfect"),
        ("pong-hau-ki", "sound"),
        ("pong-hau-ki", "errs:50"),
        ("three-mens-morris", "sound"),
        ("hare-and-hounds", "perfect"),
        ("examples/rules/pong-hau-ki.toml", "sound"),
    ] {
        let args = [
            "play", game, "--as", "neither", "--level", level, "--seed", "3",
        ];
        let ran = run(&args, "");
        assert_eq!(ran.code, Some(0), "{game}: {}", ran.stderr);
        let last = ran.stdout.lines().last().unwrap_or("");
        assert!(last.starts_with("over: "), "{game}: {last}");
    }
}
