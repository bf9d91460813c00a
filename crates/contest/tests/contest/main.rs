//! Contest problems: samples, exhaustive counts, bad inputs, generators, and brute force.

mod bad;
mod broken;
mod brute;
mod inputs;
mod lang;
mod plan;
mod shape;
mod siblings;
mod truths;
mod words;

use yomikiri_catalog::Control;
use yomikiri_catalog::lang::Lang;
use yomikiri_contest::problems::{ContestError, Done, Input, Options, Problem, Streams, problem};

/// What a run said.
struct Said {
    output: String,
    notes: String,
    done: Done,
}

fn get(id: &str) -> &'static dyn Problem {
    problem(id).unwrap()
}

fn run_bytes(id: &str, input: &mut dyn Input, options: &Options) -> Result<Said, ContestError> {
    let (mut output, mut notes) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input,
        output: &mut output,
        notes: &mut notes,
    };
    let result = get(id).run(&mut streams, options, &mut Control::new());
    let (output, notes) = (
        String::from_utf8(output).unwrap(),
        String::from_utf8(notes).unwrap(),
    );
    if result.is_err() && !matches!(result, Err(ContestError::Io(_))) {
        assert_eq!(output, "", "nothing is printed where nothing is answered");
    }
    result.map(|done| Said {
        output,
        notes,
        done,
    })
}

/// Runs a problem on an input that must be good.
fn run(id: &str, input: &str, options: &Options) -> Said {
    match run_bytes(id, &mut input.as_bytes(), options) {
        Ok(said) => said,
        Err(error) => panic!("{id}: {error} in {:?}", input.get(..200).unwrap_or(input)),
    }
}

fn answer(id: &str, input: &str) -> String {
    run(id, input, &Options::default()).output
}

const MANY: Options = Options {
    method: None,
    perfect_play: false,
    many: true,
    explain: false,
    word: None,
    lang: Lang::En,
};
const PERFECT: Options = Options {
    method: None,
    perfect_play: true,
    many: false,
    explain: false,
    word: None,
    lang: Lang::En,
};
