//! `stress` for any problem, as people type it: shapes, generators, oracles and checkers; and the judge's
//! limits. The programs are lines of shell.

use crate::process::{ROOT, Ran, Scratch, run};
use std::fs;

mod limits;

/// Prints the greatest of the numbers, rightly, and as who takes 0 for the least number there is.
const RIGHT: &str = "sh -c 'read n; tr \" \" \"\\n\" | sort -n | tail -1'";
const WRONG: [&str; 3] = [
    "sh",
    "-c",
    "read n; (echo 0; tr ' ' '\\n') | sort -n | tail -1",
];
/// The inputs.
const LIST: &str = "n 1..6 | n*{a -9..9}";

fn stress(args: &[&str], files: &Scratch, program: &[&str]) -> Ran {
    let output = ["-o", files.path(), "--"];
    run(&[&["stress"], args, &output, program].concat(), "")
}

#[test]
fn a_shape_and_an_oracle_are_enough() {
    let files = Scratch::new("open");
    let ran = stress(&["--input", LIST, "--oracle", RIGHT], &files, &WRONG);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(1), ""),
        "{}",
        ran.stdout
    );
    for part in [
        "different answer in case ",
        "input:\n1\n-1\n\nexpected:\n-1\n\nprinted:\n0\n",
        "again: yomikiri stress --input 'n 1..6 | n*{a -9..9}' --oracle ",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let input = files.0.with_extension("in");
    assert_eq!(fs::read_to_string(&input).expect("written"), "1\n-1\n");
    fs::remove_file(input).expect("it was there");
    fs::remove_file(files.0.with_extension("out")).expect("it was there");
    // A right program, with a blank at the end of the line and without the last newline.
    let right = [
        "sh",
        "-c",
        "read n; printf '%s ' $(tr ' ' '\\n' | sort -n | tail -1)",
    ];
    let args = ["--input", LIST, "--oracle", RIGHT, "--cases", "30"];
    let ran = stress(&args, &files, &right);
    assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    let exact = [&args[..], &["--exact"]].concat();
    let ran = stress(&exact, &files, &right);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stdout.contains("spaces or line ends differ"),
        "{}",
        ran.stdout
    );
    for end in ["in", "out"] {
        fs::remove_file(files.0.with_extension(end)).expect("it was there");
    }
}

#[test]
fn cases_are_saved_where_oj_looks_for_them() {
    let files = Scratch::new("oj");
    let args = [
        "stress",
        "--input",
        LIST,
        "--oracle",
        RIGHT,
        "--save-as",
        files.path(),
        "--json",
        "--",
    ];
    let other = ["sh", "-c", "cat >/dev/null; echo 9"];
    // A case that is there already is not added again.
    for (number, program, input) in [
        (1, WRONG, "1\n-1\n"),
        (1, WRONG, "1\n-1\n"),
        (2, other, "1\n0\n"),
        (1, WRONG, "1\n-1\n"),
    ] {
        let ran = run(&[&args[..], &program].concat(), "");
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
        assert_eq!(report["input"], input);
        assert_eq!(report["problem"], "open");
        let name = files.0.join(format!("stress-{number}.in"));
        assert_eq!(report["files"]["in"], name.to_str().expect("text"));
        assert!(name.exists() && name.with_extension("out").exists());
    }
    assert_eq!(fs::read_dir(&files.0).expect("it is there").count(), 4);
    fs::remove_dir_all(&files.0).expect("it was there");
}

#[test]
fn generators_and_checkers_are_called_as_testlib_has_it() {
    let files = Scratch::new("testlib");
    let generate = "sh -c 'echo $(( ($1 + $2) % 50 ))' gen";
    let check = "sh -c 'read a <$1; read b <$2; [ $((2*a)) = $b ] || { echo $((2*a)) is right >&2; exit 1; }' check";
    let args = [
        "--generate",
        generate,
        "--size",
        "40",
        "--checker",
        check,
        "--cases",
        "60",
    ];
    let ran = stress(&args, &files, &["sh", "-c", "read a; echo $((a+a))"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(0), ""),
        "{}",
        ran.stdout
    );
    let wrong = ["sh", "-c", "read a; [ $a -gt 5 ] && a=0; echo $((a+a))"];
    let ran = stress(&args, &files, &wrong);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("the checker says:\n12 is right\n"),
        "{}",
        ran.stdout
    );
    let input = files.0.with_extension("in");
    assert_eq!(fs::read_to_string(&input).expect("written"), "6\n");
    fs::remove_file(input).expect("it was there");
    // A checker that fails is no verdict.
    let failing = ["--input", "n 1..3", "--checker", "sh -c 'exit 3' check"];
    let ran = stress(&failing, &files, &["cat"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(
        ran.stderr
            .contains("the checker fails on a generated input: it ends with exit code 3"),
        "{}",
        ran.stderr
    );
}

#[test]
fn faults_are_shown_with_their_place() {
    let files = Scratch::new("faults");
    for (args, program, parts) in [
        (
            &["--input", "n 1..8 | m*{a 1..9}"][..],
            &["cat"][..],
            &["there is no number `m`", "--input:1:10"][..],
        ),
        (
            &["--input", "n 5..5 | n*{a 1..2} distinct"],
            &["cat"],
            &["not so many different ones", "--input:1:10"],
        ),
        (
            &["--input", "n 1..8", "--oracle", "sh 'x"],
            &["cat"],
            &["this quote is not closed", "--oracle:1:4"],
        ),
        (
            &["abc349e", "--input", "n 1..8"],
            &["cat"],
            &["cannot be used with"],
        ),
        (&["--oracle", "cat"], &["cat"], &["no problem is given"]),
        (
            &["--generate", "sh -c 'exit 7'"],
            &["cat"],
            &[
                "the generator `sh -c 'exit 7'` fails: with seed",
                "exit code 7",
            ],
        ),
        (
            &["--input", "n 1..8", "--oracle", "sh -c 'kill -9 $$'"],
            &["cat"],
            &["the oracle cannot answer", "signal 9 (SIGKILL) kills it"],
        ),
        (
            &["--input", "n 1..8", "--oracle", "/no/such/oracle"],
            &["cat"],
            &["the oracle `/no/such/oracle` fails: the system does not start it"],
        ),
        (
            &["--input", "n 1..8", "--kind", "huge"],
            &["cat"],
            &["possible values: largest, smallest"],
        ),
    ] {
        let ran = stress(args, &files, program);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        for part in parts {
            assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
        }
    }
    // Who forgets the two dashes is told of them.
    let ran = run(&["stress", "/bin/cat"], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("yomikiri stress abc349e -- /bin/cat"),
        "{}",
        ran.stderr
    );
    let japanese = [
        "stress",
        "--lang",
        "ja",
        "--input",
        "n 1..8 | m*{a 1..9}",
        "--",
        "cat",
    ];
    let ran = run(&japanese, "");
    assert!(ran.stderr.contains("という数はない"), "{}", ran.stderr);
}

/// A file of this test.
fn file(files: &Scratch, end: &str, text: &str) -> String {
    let path = files.0.with_extension(end);
    fs::write(&path, text).expect("it is written");
    path.to_str().expect("text").to_owned()
}

/// So is a game that a program knows, and one that a rule sheet says.
#[cfg(unix)]
#[test]
fn a_program_and_a_sheet_are_oracles() {
    let files = Scratch::new("mapped-asked");
    let program = format!("python3 {ROOT}/examples/program/two_heaps.py");
    let of_program =
        format!("game = \"program:command={program}\"\nposition = \"{{x}},{{y}}:first\"\n");
    let of_sheet = format!(
        "game = \"{ROOT}/examples/gdl/nim.kif\"\nposition = \"control(first)+heap(b,{{x}})(c,{{y}})\"\n"
    );
    for mapping in [of_program, of_sheet] {
        let mapping = file(&files, "toml", &mapping);
        let args = ["--input", "x 1..2 y 1..2", "--oracle", &mapping];
        // Whoever is to move loses two equal heaps.
        let ran = stress(&args, &files, &["echo", "First"]);
        assert_eq!(ran.code, Some(1), "{} {}", ran.stdout, ran.stderr);
        let part = "input:\n1 1\n\nexpected:\nSecond\n\nprinted:\nFirst\n";
        assert!(ran.stdout.contains(part), "{}", ran.stdout);
    }
}

#[test]
fn a_game_is_an_oracle() {
    let files = Scratch::new("mapped");
    let mapping = file(
        &files,
        "toml",
        "game = \"nim:heaps={a}\"\nposition = \"start\"\nquestion = \"winner\"\nfirst = \"Alice\"\nsecond = \"Bob\"\n",
    );
    let args = [
        "--input",
        "n 1..3 | n*{a 1..6}",
        "--oracle",
        &mapping,
        "--cases",
        "200",
    ];
    // First loses two equal heaps.
    let ran = stress(&args, &files, &["echo", "Alice"]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(1), ""),
        "{}",
        ran.stdout
    );
    let part = "input:\n2\n1 1\n\nexpected:\nBob\n\nprinted:\nAlice\n";
    assert!(ran.stdout.contains(part), "{}", ran.stdout);
    let ran = stress(&args[2..], &files, &["echo", "Alice"]);
    assert_eq!(ran.code, Some(2));
    let wrong = file(&files, "toml", "game = \"nim:heaps={b}\"\n");
    let ran = stress(
        &["--input", "n 1..3 | n*{a 1..6}", "--oracle", &wrong],
        &files,
        &["cat"],
    );
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("there is no number `b` in the shape"),
        "{}",
        ran.stderr
    );
    // A game that does not take the input: the oracle fails, and the input is shown.
    let wrong = file(&files, "toml", "game = \"nim:heaps={a},take=x\"\n");
    let ran = stress(
        &["--input", "n 1..3 | n*{a 1..6}", "--oracle", &wrong],
        &files,
        &["cat"],
    );
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("the oracle cannot answer"),
        "{}",
        ran.stderr
    );
}

#[test]
#[expect(clippy::print_stderr, reason = "what was not run says so")]
fn a_function_of_python_is_an_oracle() {
    if std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!("NOT RUN: a function of Python as an oracle: there is no python3");
        return;
    }
    let files = Scratch::new("python");
    let text = "def solve(text):\n    return max(map(int, text.split()[1:]))\n";
    let slow = file(&files, "py", text);
    let oracle = format!("{slow}:solve");
    let args = ["--input", LIST, "--oracle", &oracle, "--cases", "60"];
    let ran = stress(&args, &files, &WRONG);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(1), ""),
        "{}",
        ran.stdout
    );
    let part = "input:\n1\n-1\n\nexpected:\n-1\n\nprinted:\n0\n";
    assert!(ran.stdout.contains(part), "{}", ran.stdout);
    let oracle = format!("{slow}:none");
    let ran = stress(&["--input", LIST, "--oracle", &oracle], &files, &WRONG);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("KeyError: 'none'"), "{}", ran.stderr);
    for end in ["py", "in", "out"] {
        fs::remove_file(files.0.with_extension(end)).expect("it was there");
    }
}

#[test]
fn the_mapping_of_the_book_is_an_oracle() {
    let book = include_str!("../../../../book/src/any-problem.md");
    let (_, rest) = book.split_once("```toml\n").expect("there is a mapping");
    let (mapping, rest) = rest.split_once("```").expect("it ends");
    let (_, rest) = rest.split_once("--input '").expect("with its shape");
    let (shape, _) = rest.split_once('\'').expect("in quotes");
    let files = Scratch::new("book");
    let mapping = file(&files, "toml", mapping);
    let args = ["--input", shape, "--oracle", &mapping, "--cases", "60"];
    // No heaps are worth nothing to nobody: one of the two is right now and then, and wrong now and then.
    for name in ["Alice", "Bob"] {
        let ran = stress(&args, &files, &["echo", name]);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (Some(1), ""),
            "{}",
            ran.stdout
        );
    }
}

#[test]
fn an_answer_tells_what_the_question_knows() {
    let files = Scratch::new("gaps");
    for (answer, question) in [("{margin}", "margin"), ("{plies}", "distance")] {
        let text = format!("game = \"nim:heaps={{a}}\"\nanswer = \"{{winner}} {answer}\"\n");
        let mapping = file(&files, "toml", &text);
        let args = ["--input", "n 1..3 | n*{a 1..6}", "--oracle", &mapping];
        let ran = stress(&args, &files, &["cat"]);
        assert_eq!(ran.code, Some(2));
        let wrong = format!("`{answer}` goes with the question `{question}`");
        assert!(ran.stderr.contains(&wrong), "{}", ran.stderr);
    }
}

#[test]
fn a_checker_that_fails_shows_the_input() {
    let files = Scratch::new("fails");
    let args = ["--input", "n 7..7", "--checker", "sh -c 'exit 3'"];
    let ran = stress(&args, &files, &["cat"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr
            .contains("the checker fails on a generated input"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.trim_end().ends_with('7'), "{}", ran.stderr);
}

/// The program's own words go to the interactor, and the report does not say that it printed nothing.
#[test]
fn what_an_interactor_writes_is_not_what_the_program_prints() {
    let files = Scratch::new("talk");
    let guess = "sh -c 'read right <$1; read guess; echo got $guess >$2; [ $guess = $right ] || { echo not $guess >&2; exit 1; }' talk";
    let quiet = "sh -c 'read right <$1; read guess; [ $guess = $right ] || { echo not $guess >&2; exit 1; }' talk";
    for (interactor, written) in [(guess, true), (quiet, false)] {
        let args = ["--input", "n 1..9", "--interactor", interactor];
        let ran = stress(&args, &files, &["echo", "7"]);
        assert_eq!(ran.code, Some(1), "{} {}", ran.stdout, ran.stderr);
        let part = "\nwritten by the interactor:\ngot 7\n";
        assert_eq!(ran.stdout.contains(part), written, "{}", ran.stdout);
        assert!(!ran.stdout.contains("printed:"), "{}", ran.stdout);
        assert!(ran.stdout.contains("not 7"), "{}", ran.stdout);
        // The verdict on a program that ends badly needs no answer.
        let ran = stress(&args, &files, &["sh", "-c", "echo 7; exit 4"]);
        assert_eq!(ran.code, Some(1), "{} {}", ran.stdout, ran.stderr);
        assert!(!ran.stdout.contains("is not known"), "{}", ran.stdout);
    }
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

/// Who ended by itself is known, however fast the other one notices it.
#[test]
fn the_one_that_ends_first_decides() {
    let files = Scratch::new("first");
    let stopped = "sh -c 'echo too many queries >&2; exit 1'";
    let crashed = "sh -c 'kill -SEGV $$'";
    for program in ["read x; exit 3", "yes 5", "read x; true"] {
        let args = ["--input", "n 1..9", "--cases", "3", "--interactor"];
        let ran = stress(
            &[&args[..], &[stopped]].concat(),
            &files,
            &["sh", "-c", program],
        );
        assert_eq!(ran.code, Some(1), "{} {}", ran.stdout, ran.stderr);
        let says = "\nthe interactor says:\ntoo many queries\n";
        assert!(ran.stdout.contains(says), "{program}: {}", ran.stdout);
        assert!(
            !ran.stdout.contains("does not always"),
            "{program}: {}",
            ran.stdout
        );
        let ran = stress(
            &[&args[..], &[crashed]].concat(),
            &files,
            &["sh", "-c", program],
        );
        assert_eq!(ran.code, Some(2), "{} {}", ran.stdout, ran.stderr);
        let fails = format!("the interactor `{crashed}` fails: signal 11 (SIGSEGV) kills it");
        assert!(ran.stderr.contains(&fails), "{program}: {}", ran.stderr);
    }
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

/// One that closes its output and goes on has not ended.
#[cfg(target_os = "linux")]
#[test]
fn an_interactor_may_close_its_output_and_read_on() {
    let files = Scratch::new("closed");
    let interactor = "sh -c 'echo 5; exec >&-; read twice; [ $twice = 10 ] || exit 1'";
    let args = [
        "--input",
        "n 1..9",
        "--cases",
        "3",
        "--interactor",
        interactor,
    ];
    for (factor, code) in [("2", 0), ("3", 1)] {
        let program = format!("read n; while read more; do true; done; echo $((n * {factor}))");
        let ran = stress(&args, &files, &["sh", "-c", &program]);
        assert_eq!(ran.code, Some(code), "{} {}", ran.stdout, ran.stderr);
        assert!(!ran.stdout.contains("TLE"), "{}", ran.stdout);
    }
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

#[test]
fn blanks_that_differ_are_shown_in_quotes() {
    let files = Scratch::new("blanks");
    let args = ["--input", "n 5..5", "--exact", "--oracle", "cat"];
    let ran = stress(&args, &files, &["sh", "-c", "echo '5 '"]);
    assert_eq!(ran.code, Some(1), "{} {}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("\nexpected:\n\"5\\n\"\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("\nprinted:\n\"5 \\n\"\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_end_of_standard_error_is_in_the_report() {
    let files = Scratch::new("errors");
    let program = "seq 1 9999 >&2; echo reason >&2; exit 3";
    let ran = stress(&["--input", "n 1..9"], &files, &["sh", "-c", program]);
    assert_eq!(ran.code, Some(1), "{} {}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("\n1\n2\n3\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n9999\nreason\n"), "{}", ran.stdout);
    fs::remove_file(files.0.with_extension("in")).expect("it was there");
}

#[test]
fn the_numbers_of_cases_have_an_end() {
    let files = Scratch::new("from");
    let args = [
        "--input",
        "n 1..9",
        "--from",
        "18446744073709551615",
        "--cases",
        "3",
    ];
    let ran = stress(&args, &files, &["cat"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("more than 64 bits"), "{}", ran.stderr);
}

/// In the largest inputs, numbers that are no sizes are large, small and mixed.
#[test]
fn the_largest_inputs_differ_in_their_other_numbers() {
    let files = Scratch::new("largest");
    // Goes wrong where much is divided by little.
    let wrong = "read t; while read d k; do [ $((d / k)) -gt 90000 ] && echo far; done; true";
    let args = [
        "--input",
        "t 1..100 | t*{d 1..10^5 k 1..d |}",
        "--oracle",
        "true",
        "--kind",
        "largest",
        "--cases",
        "40",
    ];
    let ran = stress(&args, &files, &["sh", "-c", wrong]);
    assert_eq!(ran.code, Some(1), "{}", ran.stdout);
}

/// A grid program that goes wrong only where most cells are free.
#[test]
fn grids_are_of_all_densities() {
    let files = Scratch::new("density");
    let wrong = "read h w; tr -d '#\n' | wc -c | { read n; [ $n -ge $((h * w * 8 / 10)) ] && [ $((h * w)) -ge 20 ] && echo free; true; }";
    for letters in [".#", "#."] {
        let shape = format!("h 1..6 w 1..6 | grid(h, w, {letters})");
        let args = [
            "--input", &shape, "--oracle", "true", "--kind", "random", "--cases", "300",
        ];
        let ran = stress(&args, &files, &["sh", "-c", wrong]);
        assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    }
}
