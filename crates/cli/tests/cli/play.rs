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
    let args = ["play", "connect4", "--as", "second", "--max-nodes", "1000"];
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
            &["connect4", "--as", "second", "--max-nodes", "1000"],
            "答えを出せなかった",
        ),
    ] {
        let ran = run(&[&["play", "--lang", "ja"], args].concat(), "");
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
}
