//! Every block of README.md, run. A binary of its own, because it works from the project's root.

use std::path::Path;
use std::process::Command;

const YOMIKIRI: &str = env!("CARGO_BIN_EXE_yomikiri");
const PREFIX: &str = "cargo run --profile quick -p yomikiri-cli -- ";

/// The text of the fenced blocks that start with this fence line.
fn blocks<'t>(readme: &'t str, fence: &str) -> Vec<&'t str> {
    let start = format!("\n{fence}\n");
    readme
        .split(&*start)
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn every_block_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).unwrap();
    let readme = std::fs::read_to_string("README.md").unwrap();

    // The first command, without waiting for an optimised build, and what the page shows of it.
    let commands = blocks(&readme, "```sh");
    let args = commands[0]
        .trim()
        .strip_prefix(PREFIX)
        .expect("the first command runs the main job");
    let output = Command::new(YOMIKIRI)
        .args(args.split(' '))
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(blocks(&readme, "```text")[0].as_bytes(), output.stdout);

    // The second command is the one that CI runs.
    let tests = commands[1].trim();
    let ci = std::fs::read_to_string(".ci/run").unwrap();
    assert!(ci.contains(tests), "CI does not run `{tests}`");

    trycmd::TestCases::new()
        .register_bin("yomikiri", Path::new(YOMIKIRI))
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        .case("README.md")
        .case("book/src/certificates.md")
        .case("book/src/games.md")
        .case("book/src/program.md")
        .case("book/src/rule-sheets.md")
        .case("book/src/rules.md")
        .case("book/src/why.md")
        .case("book/src/values.md");
}

/// The problems that the book shows are those there are, but for what their docs say.
#[test]
fn the_books_problems_are_as_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("book/src/contest.md")).unwrap();
    let shown = blocks(&page, "```rust,ignore");
    let trimmed = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().to_owned());
        let is_code = |line: &String| !line.is_empty() && !line.starts_with("///");
        lines.filter(is_code).collect()
    };
    assert_eq!(shown.len(), 2);
    for (shown, file) in shown.into_iter().zip(["yuki2619.rs", "edpc_l.rs"]) {
        let path = root.join("crates/contest/src/problems").join(file);
        let code = trimmed(&std::fs::read_to_string(path).unwrap());
        let shown = trimmed(shown);
        assert!(
            code.windows(shown.len()).any(|lines| lines == shown),
            "{file}"
        );
    }
}
