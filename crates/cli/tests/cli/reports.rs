//! Reports as files: whole, or not there.

use crate::process::{Scratch, run};

/// What lies in a folder.
fn files(folder: &Scratch) -> Vec<String> {
    let entries = std::fs::read_dir(&folder.0).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

#[test]
fn a_page_is_written_whole_and_opens_in_the_language_asked_for() {
    let folder = Scratch::folder("report");
    let path = folder.0.join("page.html").display().to_string();
    std::fs::write(&path, "an older page").expect("it can be written");
    for lang in ["en", "ja"] {
        let ran = run(&["report", "tictactoe", "-o", &path, "--lang", lang], "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        assert!(
            ran.stdout.starts_with("tictactoe: draw; 5478 positions"),
            "{}",
            ran.stdout
        );
        let page = std::fs::read_to_string(&path).expect("it is there");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(page.contains(&format!("<html lang=\"{lang}\">")));
        assert_eq!(files(&folder), ["page.html"]);
    }
    let ran = run(&["report", "tictactoe", "-o", "-"], "");
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.starts_with("<!DOCTYPE html>"));
    assert!(ran.stderr.starts_with("tictactoe: draw"));
}

#[test]
fn two_games_are_two_objects_and_one_page() {
    let folder = Scratch::folder("report-two");
    let path = folder.0.join("page.html").display().to_string();
    let games = ["tictactoe", "tictactoe:misere=yes"];
    let ran = run(&["report", games[0], games[1], "--json", "-o", &path], "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let objects: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let named: Vec<_> = objects.iter().map(|object| &object["game"]).collect();
    assert_eq!(named, games);
    for object in &objects {
        assert_eq!(object["version"], 1);
        assert_eq!(object["size"]["positions"], 5478);
    }
    assert_eq!(objects[0]["size"]["lines"]["first"], 131_184);
    let page = std::fs::read_to_string(&path).expect("it is there");
    assert!(games.iter().all(|game| page.contains(game)));
}

#[test]
fn where_moves_gain_points_no_end_tells_who_has_won() {
    let ran = run(&["report", "take-ends:numbers=3/9/1", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
    let all = |count: u64| serde_json::json!({ "all": count });
    assert_eq!(report["size"]["finished"], all(1));
    assert_eq!(report["size"]["lines"], all(4));
    let plies = report["plies"].as_array().expect("a list").iter();
    let finished: Vec<_> = plies.map(|ply| ply["finished"].clone()).collect();
    assert_eq!(finished, [all(0), all(0), all(0), all(1)]);
}

#[test]
fn a_limit_leaves_no_page_and_no_part_of_one() {
    let game = "mnk:rows=4,cols=4,line=4";
    for limit in [
        ["--max-memory", "100K"],
        ["--timeout", "0.01"],
        ["--max-nodes", "1000"],
    ] {
        let folder = Scratch::folder(&format!("report{}", limit[0]));
        let path = folder.0.join("page.html").display().to_string();
        let ran = run(&["report", game, "-o", &path, limit[0], limit[1]], "");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(3), ""),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains("limit"), "{}", ran.stderr);
        assert!(files(&folder).is_empty(), "{:?}", files(&folder));
    }
}

#[test]
fn a_page_that_cannot_be_written_is_a_failure() {
    let folder = Scratch::folder("report-nowhere");
    let path = folder.0.join("no/such/page.html").display().to_string();
    let ran = run(&["report", "tictactoe", "-o", &path], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""));
    assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
    // A bad second game costs nothing but its message.
    let path = folder.0.join("page.html").display().to_string();
    let ran = run(&["report", "tictactoe", "nothing", "-o", &path], "");
    assert_eq!(ran.code, Some(2));
    assert!(files(&folder).is_empty());
}
