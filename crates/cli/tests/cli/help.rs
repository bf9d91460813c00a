//! Help, its examples, completions and the manual.

use crate::process::{Ran, Scratch, run};

/// The verbs of the command, or of one of its verbs, as the help lists them.
pub(crate) fn verbs(of: &[&str]) -> Vec<String> {
    let help = run(&[of, &["--help"]].concat(), "").stdout;
    let list = help.split("Commands:").nth(1).unwrap_or_default();
    let list = list.split("Options:").next().unwrap_or_default();
    list.lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_example_runs() {
    let verbs = verbs(&[]);
    let folder = Scratch::folder("examples");
    assert!(verbs.len() >= 9, "{verbs:?}");
    // Where the tables of the examples go.
    let tables = Scratch::new("tables");
    for verb in verbs {
        let help = run(&[&verb, "--help"], "").stdout;
        let examples: Vec<&str> = help
            .lines()
            .skip_while(|line| *line != "Examples:")
            .filter_map(|line| line.strip_prefix("  yomikiri "))
            .collect();
        assert!(!examples.is_empty(), "{verb} has no example");
        // Those that run a program of the user's own (`-- ./a.out`) have no program here, and a
        // server has no end (see serve.rs).
        for example in examples
            .into_iter()
            .filter(|line| !line.contains(" -- ") && verb != "serve")
        {
            let example = example.replace("ttt-table", tables.path());
            let example = example.replace(
                "tictactoe.book",
                &format!("{}/tictactoe.book", folder.path()),
            );
            let example =
                example.replace("clobber.parts", &format!("{}/clobber.parts", folder.path()));
            let mut args: Vec<&str> = example.split(' ').collect();
            assert_eq!(args[0], verb);
            // A file that an example writes goes where it is swept away.
            let written = folder.0.join("written").display().to_string();
            // (Tables and books go where the examples that follow look for them.)
            let option = args.iter().position(|arg| *arg == "-o");
            if let Some(option) =
                option.filter(|_| !["table", "book", "shard"].contains(&verb.as_str()))
            {
                args[option + 1] = &written;
            }
            let ran = run(&args, "");
            assert_eq!(ran.code, Some(0), "{example}: {}", ran.stderr);
            let silent = args.ends_with(&["--positions", "-"]);
            assert_eq!(ran.stdout.is_empty(), silent, "{example}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let Ran { code, stdout, .. } = run(&["completions", shell], "");
        assert_eq!(code, Some(0));
        for word in ["solve", "--positions", "contest", "--perfect-play"] {
            assert!(
                stdout.contains(word.trim_start_matches('-')),
                "{word} for {shell}"
            );
        }
    }
    assert_eq!(run(&["completions", "abacus"], "").code, Some(2));
}

#[test]
fn the_manual_has_a_page_for_every_verb() {
    let folder = Scratch::new("manual");
    let ran = run(&["man", folder.path()], "");
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), ""),
        "{}",
        ran.stderr
    );
    let pages = run(&["man"], "").stdout;
    let names = verbs(&[])
        .into_iter()
        .map(|verb| format!("yomikiri-{verb}.1"));
    let more = ["yomikiri.1", "yomikiri-table-build.1"].map(str::to_owned);
    for name in names.chain(more) {
        let page = std::fs::read_to_string(folder.0.join(&name)).expect("the page is there");
        assert!(page.contains(".TH"), "{name}");
        assert!(pages.contains(&page), "{name}");
        // Whatever it refers to is there.
        for reference in page
            .replace("\\-", "-")
            .lines()
            .filter_map(|line| line.strip_suffix("(1)"))
        {
            assert!(
                folder.0.join(format!("{reference}.1")).exists(),
                "{reference}"
            );
        }
    }
}

#[test]
fn the_manual_goes_into_folders_only() {
    let file = Scratch::file("no-folder", "");
    let ran = run(&["man", file.path()], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""));
}

#[test]
fn colours_come_when_asked_for() {
    let moves = |flag| run(&["moves", "tictactoe", "--color", flag], "").stdout;
    assert!(moves("always").contains('\u{1b}'));
    assert!(!moves("never").contains('\u{1b}'));
    assert!(!moves("auto").contains('\u{1b}'));
    let error = |flag| run(&["solve", "nothing", "--color", flag], "").stderr;
    assert!(error("always").contains('\u{1b}'));
    assert!(!error("auto").contains('\u{1b}'));
}

#[test]
fn the_version() {
    let ran = run(&["--version"], "");
    assert_eq!(
        ran.stdout,
        concat!("yomikiri ", env!("CARGO_PKG_VERSION"), "\n")
    );
}
