//! Inputs that no judge would give.

use crate::{MANY, PERFECT, get, run, run_bytes};
use std::io::{self, Read};
use yomikiri_catalog::{Control, Limits, Method, Stop};
use yomikiri_contest::problems::{ContestError, Corner, Fault, Input, Options, Random, problems};

fn fault(id: &str, input: &[u8]) -> Fault {
    match run_bytes(id, &mut &input[..], &Options::default()) {
        Err(ContestError::Input(fault)) => fault,
        Err(error) => panic!("{error}"),
        Ok(said) => panic!(
            "{:?} was answered {}",
            String::from_utf8_lossy(input),
            said.output
        ),
    }
}

#[test]
fn the_span_is_what_is_wrong() {
    for (id, input, span) in [
        ("abc349e", "", 0..0),
        ("abc349e", "\n0 0 0\n0 1 0\n0 0 0\n", 0..0),
        ("abc349e", "0 0 0\n0 1 0\n", 12..12),
        ("abc349e", "0 0 0\n0 1\n0 0 0\n", 9..9),
        ("abc349e", "0 0 0\n0 1 0 0\n0 0 0\n", 12..13),
        ("abc349e", "0 0 0\n0 1 0\n0 0 0\n0\n", 18..19),
        ("abc349e", "0 0 0\n0 1 0\n0 0 0 0", 18..19),
        ("abc349e", "0 0 0\n0 2 0\n0 0 0\n\n", 0..17),
        ("abc349e", "0 0 0\n0 1000000001 0\n0 0 0\n", 8..18),
        ("abc349e", "0 0 0\n0 -1000000001 0\n0 0 0\n", 8..19),
        (
            "abc349e",
            "0 0 0\n0 99999999999999999999999999 0\n0 0 0\n",
            8..34,
        ),
        ("abc349e", "0 0 0\n0 x 0\n0 0 0\n", 8..9),
        ("abc349e", "0 0 0\n0 1.0 0\n0 0 0\n", 8..11),
        ("abc349e", "0 0 0\n0 +1 0\n0 0 0\n", 8..10),
        ("abc349e", "0 0 0\n0 \u{ff11} 0\n0 0 0\n", 8..11),
        ("abc349e", "0 0 0 0 1 0 0 0 0\n", 6..7),
        ("abc201d", "", 0..0),
        ("abc201d", "3\n---\n---\n---\n", 1..1),
        ("abc201d", "0 3\n", 0..1),
        ("abc201d", "2 2001\n", 2..6),
        ("abc201d", "2 2 2\n++\n++\n", 4..5),
        ("abc201d", "2 2\n++\n", 7..7),
        ("abc201d", "2 2\n++\n\n", 7..7),
        ("abc201d", "2 2\n++\n+", 8..8),
        ("abc201d", "2 2\n++\n+++\n", 9..10),
        ("abc201d", "2 2\n++\n+*\n", 8..9),
        ("abc201d", "2 2\n++\n\u{2212}+\n", 7..10),
        ("abc201d", "2 2\n++\n+ +\n", 8..8),
        ("abc201d", "2 2\n++ +\n+-\n", 7..8),
        ("abc201d", "2 2\n++\n+-\n+-\n", 10..12),
        ("abc201d", "2 2\r\n++\r\n+*\r\n", 10..11),
    ] {
        let fault = fault(id, input.as_bytes());
        assert_eq!(fault.error.span, span, "{id} {input:?}: {fault}");
        let before = &input.as_bytes()[..span.start];
        assert_eq!(
            fault.line,
            1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64
        );
        let shown = &fault.excerpt.text[fault.excerpt.span.clone()];
        assert!(
            input[span.clone()].starts_with(shown),
            "{input:?} shows {shown:?}"
        );
    }
}

#[test]
fn garbage_is_refused_and_shown_in_few_words() {
    let long = vec![b'7'; 10_000_000];
    let rows = [b"1 2000\n".to_vec(), vec![b'+'; 10_000_000]].concat();
    let noise: Vec<u8> = {
        let mut random = Random::new(7);
        (0..10_000_000 / 8)
            .flat_map(|_| random.bits().to_le_bytes())
            .collect()
    };
    for input in [&long, &rows, &noise] {
        for id in ["abc349e", "abc201d"] {
            let fault = fault(id, input);
            assert!(fault.to_string().len() < 300 && fault.excerpt.text.len() < 600);
        }
        let said = run_bytes("aoj0066", &mut &input[..], &Options::default()).unwrap();
        assert_eq!(
            said.output.lines().count() as u64,
            said.done.bad + said.done.answered
        );
        assert!(said.done.bad > 0);
        for id in ["abc349e", "abc201d"] {
            assert!(run_bytes(id, &mut &input[..], &MANY).unwrap().done.bad > 0);
        }
    }
}

#[test]
fn streams_answer_what_is_good() {
    let good = "0 0 0 0 1 0 0 0 0";
    for (input, output, notes) in [
        ("", "", vec![]),
        ("\n \n", "", vec![]),
        (good, "Takahashi\n", vec![]),
        (
            "-1 -1 -1\n-1 -1\r\n-1 -1 -1\t-1\n\n0 0 0 0 1 0 0 0 0",
            "Aoki\nTakahashi\n",
            vec![],
        ),
        (
            "0 0 0\n0 2 0\n0 0 0\n0 0 0\n0 1 0\n0 0 0\n",
            "error\nTakahashi\n",
            vec!["line 1, column 1: the sum"],
        ),
        (
            "0 0 0\n0 x 0\n0 y 0\n0 0 0\n0 1 0\n0 0 0\n",
            "error\nTakahashi\n",
            vec!["line 2, column 3: `x`"],
        ),
        (
            "0 0 0\n0 1 0\n0 0 0\n0 0 0\n0",
            "Takahashi\nerror\n",
            vec!["line 5, column 2: the input ends after 4"],
        ),
    ] {
        let said = run("abc349e", input, &MANY);
        assert_eq!(said.output, output, "{input:?}");
        check_notes(&said.notes, &notes, said.done.bad);
    }
    for (input, output, notes) in [
        ("", "", vec![]),
        ("1 2 +- 2 2\n++\n--", "Aoki\nTakahashi\n", vec![]),
        (
            "1 2 +*\n1 2 -+\n",
            "error\nTakahashi\n",
            vec!["line 1, column 6: row 1"],
        ),
        (
            "2 2 +-\n1 2 -+\n",
            "error\nTakahashi\n",
            vec!["line 2, column 1: `1` stands"],
        ),
        (
            "0 2 +-\n1 2 -+\n",
            "error\nTakahashi\n",
            vec!["line 1, column 1: the number of rows"],
        ),
        (
            "-1 2 +-\n1 2 -+\n",
            "error\nTakahashi\n",
            vec!["line 1, column 1: the number of rows"],
        ),
        (
            "1 9999 +-\n1 2 -+\n",
            "error\nTakahashi\n",
            vec!["line 1, column 3: the number of columns"],
        ),
        (
            "1 2 -+ --\n--\n1 2 -+",
            "Takahashi\nerror\nTakahashi\n",
            vec!["line 1, column 8: `--`"],
        ),
        (
            "1 2 -+ 2 2 -+",
            "Takahashi\nerror\n",
            vec!["line 1, column 14: the input ends"],
        ),
        (
            "1 2 -+ 2",
            "Takahashi\nerror\n",
            vec!["line 1, column 9: the input ends"],
        ),
    ] {
        let said = run("abc201d", input, &MANY);
        assert_eq!(said.output, output, "{input:?}");
        check_notes(&said.notes, &notes, said.done.bad);
    }
    for (input, output, notes) in [
        ("", "", vec![]),
        ("ooosxssxs", "o\n", vec![]),
        ("ooosxssxs\r\nxoosxsosx\r\n\r\n\r\n", "o\nx\n", vec![]),
        (
            "ooosxssx\nxoosxsosx\n",
            "error\nx\n",
            vec!["line 1, column 9: a board has 9"],
        ),
        (
            "ooosxssxss\nxoosxsosx\n",
            "error\nx\n",
            vec!["line 1, column 10: a board has 9"],
        ),
        (
            "xoosxsosx\nooodxssxs\nxoosxsosx\n",
            "x\nerror\nx\n",
            vec!["line 2, column 4: a cell is"],
        ),
        (
            "xoosxsosx\n\n\nxoosxsosx\n\n",
            "x\nerror\nerror\nx\n",
            vec!["line 2, column 1: a board has 9"],
        ),
        (
            "OOOSXSSXS\n",
            "error\n",
            vec!["line 1, column 1: a cell is"],
        ),
        (
            " ooosxssxs\n",
            "error\n",
            vec!["line 1, column 1: a cell is"],
        ),
    ] {
        let said = run("aoj0066", input, &Options::default());
        assert_eq!(said.output, output, "{input:?}");
        let perfect = run("aoj0066", input, &PERFECT);
        assert_eq!((perfect.done, &perfect.notes), (said.done, &said.notes));
        check_notes(&said.notes, &notes, said.done.bad.min(notes.len() as u64));
    }
}

fn check_notes(notes: &str, expected: &[&str], bad: u64) {
    assert_eq!(
        (notes.lines().count(), bad),
        (expected.len(), expected.len() as u64),
        "{notes}"
    );
    for (line, expected) in notes.lines().zip(expected) {
        assert!(line.starts_with(&format!("error: {expected}")), "{line}");
    }
}

/// Hands out a byte at a time.
struct Dropwise<'a>(&'a [u8]);

impl Read for Dropwise<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(buffer.len()).min(1);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

impl Input for Dropwise<'_> {}

#[test]
fn how_the_input_is_cut_into_reads_changes_nothing() {
    for id in ["abc349e", "abc201d", "aoj0066"] {
        let problem = get(id);
        let about = problem.about();
        let mut input = String::new();
        let mut random = Random::new(66);
        for round in 0..40 {
            let corner = problem.corners()[round % 3];
            input += &problem.generate(&mut random, corner);
            if round % 5 == 0 {
                input += "x y 1\n";
            }
        }
        let options = Options {
            many: about.many,
            ..Options::default()
        };
        let whole = run(about.id, &input, &options);
        let drops = run_bytes(about.id, &mut Dropwise(input.as_bytes()), &options).unwrap();
        assert!(whole.done.bad > 0 && whole.done.answered > 0);
        assert_eq!(
            (whole.done, whole.output, whole.notes),
            (drops.done, drops.output, drops.notes)
        );
    }
}

#[test]
fn options_that_mean_nothing_are_refused() {
    for (id, options) in [
        ("abc349e", PERFECT),
        ("abc201d", PERFECT),
        ("agc002e", MANY),
        (
            "aoj0066",
            Options {
                method: Some(Method::Memo),
                ..Options::default()
            },
        ),
        (
            "abc349e",
            Options {
                method: Some(Method::Direct),
                ..Options::default()
            },
        ),
    ] {
        let input = get(id).about().example;
        let error = run_bytes(id, &mut input.as_bytes(), &options).err();
        assert!(
            matches!(error, Some(ContestError::Option(_))),
            "{id} {options:?}"
        );
    }
}

#[test]
fn limits_stop_and_what_is_too_deep_is_refused() {
    let grid = get("abc201d").generate(&mut Random::new(1), Corner::Largest);
    let plain = Options {
        method: Some(Method::Plain),
        ..Options::default()
    };
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    for input in [&grid, "20 20\n++++++++++++++++++++\n"] {
        let input = match input.len() {
            0..100 => format!("20 20\n{}", "++++++++++++++++++++\n".repeat(20)),
            _ => input.to_owned(),
        };
        let mut streams = yomikiri_contest::problems::Streams {
            input: &mut input.as_bytes(),
            output: &mut io::sink(),
            notes: &mut io::sink(),
        };
        let result = get("abc201d").run(&mut streams, &plain, &mut Control::new().limited(limits));
        assert!(
            matches!(
                result,
                Err(ContestError::Stopped(Stop::Nodes) | ContestError::Refused(_))
            ),
            "{result:?}"
        );
    }
}

#[test]
fn errors_of_the_streams_are_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    impl Input for Broken {}
    impl io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for problem in problems() {
        let about = problem.about();
        for many in [false, about.many] {
            let options = Options {
                many,
                ..Options::default()
            };
            let error = run_bytes(about.id, &mut Broken, &options).err();
            assert!(matches!(error, Some(ContestError::Io(_))), "{}", about.id);
            let mut streams = yomikiri_contest::problems::Streams {
                input: &mut about.example.as_bytes(),
                output: &mut Broken,
                notes: &mut io::sink(),
            };
            let error = problem
                .run(&mut streams, &options, &mut Control::new())
                .err();
            assert!(matches!(error, Some(ContestError::Io(_))), "{}", about.id);
        }
    }
}

/// Play is followed where it is small: of a large input, neither starts nor moves are listed before it is refused.
#[test]
fn large_inputs_are_refused_before_play_is_listed() {
    let ones = format!("50\n{}\n", ["1"; 50].join(" "));
    let castles = format!("1\n300000 1 5 5\n{}\n", ["5"; 300_000].join(" "));
    for (id, input) in [("cf1147c", ones), ("cf1312f", castles)] {
        let options = Options {
            method: Some(Method::Retrograde),
            ..Options::default()
        };
        let by_play = run_bytes(id, &mut input.as_bytes(), &options);
        assert!(matches!(&by_play, Err(ContestError::TooLarge)), "{id}");
        let explained = Options {
            explain: true,
            ..Options::default()
        };
        assert_ne!(run(id, &input, &explained).notes, "");
    }
}
