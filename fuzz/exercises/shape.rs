//! What the fuzzer does with a shape.

use yomikiri_contest::problems::{Corner, Random};
use yomikiri_contest::shape::Shape;

/// Reads a shape, and an input after the first byte 0; makes inputs of the shape and smaller ones of these.
///
/// # Panics
///
/// When an input that was made is not of the shape.
pub(crate) fn use_shape(bytes: &[u8]) {
    let (text, input) = match bytes.iter().position(|&byte| byte == 0) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &bytes[..0]),
    };
    let Some(shape) = std::str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse::<Shape>().ok())
    else {
        return;
    };
    let valid = shape.check(input).is_ok();
    for (seed, corner) in [(1, Corner::Small), (2, Corner::Smallest), (3, Corner::Row)] {
        let Ok(made) = shape.generate(&mut Random::new(seed), corner) else {
            continue;
        };
        assert!(
            shape.check(made.as_bytes()).is_ok(),
            "{} {made:?}",
            shape.text()
        );
        if made.len() < 400 {
            each_smaller(&shape, &made);
        }
    }
    if valid
        && input.len() < 400
        && let Ok(input) = std::str::from_utf8(input)
    {
        each_smaller(&shape, input);
    }
}

fn each_smaller(shape: &Shape, input: &str) {
    for next in shape.smaller(input).take(20) {
        assert!(
            shape.check(next.as_bytes()).is_ok(),
            "{} {input:?} {next:?}",
            shape.text()
        );
    }
}
