//! Reports: against counts in print, against fractions worked out by hand, against a recursion over texts
//! and elimination that share nothing with them, and as pages.

mod by_hand;
mod cycles;
mod oracle;
mod pages;

use yomikiri_catalog::report::{Report, report};
use yomikiri_catalog::{AnyGame, Control, NoFiles, open};

fn opened(spec: &str) -> Box<dyn AnyGame> {
    open(spec, &NoFiles).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn reported(spec: &str) -> Report {
    report(&*opened(spec), &mut Control::new()).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Whether two numbers are the same but for rounding.
#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}
