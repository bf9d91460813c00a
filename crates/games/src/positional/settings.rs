//! The way from a spec's settings to rules, and from rules to the game for a visitor.

use super::said::said;
use super::shape::spans;
use super::{Bits, CellSet, Marks, Positional, Rules, RulesError, Shape};
use crate::family::Visitor;
use crate::spec::{Args, SpecError, quoted};
use std::ops::Range;
use yomikiri_core::TextError;

/// Compiles the rules made from a spec's settings, and hands the game to the visitor.
pub(super) fn compile<V: Visitor>(
    rules: Rules,
    args: &Args<'_>,
    mut visitor: V,
) -> Result<V::Output, SpecError> {
    if let Some(line) = rules.line
        && rules.shape.lines(line, rules.wrap).is_empty()
    {
        return Err(no_line(args));
    }
    visitor.told(said(&rules));
    compiled(rules, visitor).map_err(|error| located(args, error))
}

/// Compiles the rules for the narrowest integer that holds the cells, and hands the game to the visitor.
pub(crate) fn compiled<V: Visitor>(rules: Rules, visitor: V) -> Result<V::Output, RulesError> {
    fn made<B: Bits, const COMMON: bool, V: Visitor>(
        rules: Rules,
        visitor: V,
    ) -> Result<V::Output, RulesError> {
        Positional::<B, COMMON>::new(rules).map(|game| visitor.visit(game))
    }
    match rules.cells() {
        _ if rules.are_common() => made::<u16, true, V>(rules, visitor),
        0..=32 => made::<u32, false, V>(rules, visitor),
        33..=64 => made::<u64, false, V>(rules, visitor),
        _ => made::<u128, false, V>(rules, visitor),
    }
}

/// Returns the error that the board has no room for a line.
pub(crate) fn no_line(args: &Args<'_>) -> SpecError {
    let line = args.int("line");
    args.error("line", format!("the board has no {line} cells in a row"))
}

/// Returns the value of a number with a default. Its kind was checked, so it is positive.
pub(super) fn size(args: &Args<'_>, key: &str) -> usize {
    usize::try_from(args.int(key)).unwrap_or_default()
}

/// Returns a board without holes, from its numbers of layers, rows and columns.
pub(super) fn boxed(args: &Args<'_>, size: [usize; 3]) -> Result<Shape, SpecError> {
    let [layers, rows, cols] = size;
    Shape::full(layers, rows, cols).map_err(|error| located(args, error))
}

/// Returns the marks of a game with the setting `wild`.
pub(super) fn marks(args: &Args<'_>) -> Marks {
    if args.flag("wild") {
        Marks::Either
    } else {
        Marks::Own
    }
}

/// Returns the rules of lines on a rectangle given by `rows`, `cols` and `line`.
pub(super) fn rectangle(args: &Args<'_>) -> Result<Rules, SpecError> {
    let shape = boxed(args, [1, size(args, "rows"), size(args, "cols")])?;
    Ok(Rules {
        line: Some(size(args, "line")),
        ..Rules::new(shape)
    })
}

/// Returns the board of `positional`: drawn, or a box. If both are given, they must agree.
pub(super) fn shape(args: &Args<'_>) -> Result<Shape, SpecError> {
    let given = |key: &str| {
        args.int_if_given(key)
            .and_then(|size| usize::try_from(size).ok())
    };
    if let Some(text) = args.get("shape") {
        let shape = Shape::drawn(text).map_err(|error| args.error_within("shape", error))?;
        let [layers, rows, cols] = shape.size();
        // `layers` has a default, so one layer may not have been given explicitly.
        let stated = given("layers").filter(|layers| *layers > 1);
        for (key, stated, drawn) in [
            ("rows", given("rows"), rows),
            ("cols", given("cols"), cols),
            ("layers", stated, layers),
        ] {
            if stated.is_some_and(|stated| stated != drawn) {
                return Err(args.error(key, format!("the drawn board has {drawn} {key}")));
            }
        }
        return Ok(shape);
    }
    let needed = |key: &'static str| {
        given(key).ok_or_else(|| args.error(key, format!("a board needs `{key}=`, or `shape=`")))
    };
    boxed(
        args,
        [size(args, "layers"), needed("rows")?, needed("cols")?],
    )
}

/// Returns the points of the cells, if given.
pub(super) fn weights(args: &Args<'_>) -> Result<Vec<i64>, SpecError> {
    let Some(text) = args.get("weights") else {
        return Ok(Vec::new());
    };
    let weight = |span: Range<usize>| {
        let item = &text[span.clone()];
        item.parse::<i64>().map_err(|_| {
            let message = format!(
                "a whole number of 64 bits is expected here, not {}",
                quoted(item)
            );
            args.error_within("weights", TextError::new(span, message))
        })
    };
    spans(text, 0, "/").into_iter().map(weight).collect()
}

/// Reads the sets of cells given as lines, on a board of `cells` cells.
pub(super) fn patterns(args: &Args<'_>, cells: usize) -> Result<Vec<CellSet>, SpecError> {
    let Some(text) = args.get("patterns") else {
        return Ok(Vec::new());
    };
    let mut patterns = Vec::new();
    for pattern in spans(text, 0, "/") {
        let mut set: CellSet = 0;
        for span in spans(&text[pattern.clone()], pattern.start, "+") {
            let wrong = |message: String| {
                args.error_within("patterns", TextError::new(span.clone(), message))
            };
            let cell = text[span.clone()].parse::<usize>().ok();
            let Some(cell) = cell.filter(|cell| (1..=cells).contains(cell)) else {
                return Err(wrong(format!("a cell from 1 to {cells} is expected here")));
            };
            if set >> (cell - 1) & 1 != 0 {
                return Err(wrong(format!("cell {cell} is in this set twice")));
            }
            set |= 1 << (cell - 1);
        }
        patterns.push(set);
    }
    Ok(patterns)
}

/// Maps an error of the rules to the setting that caused it.
fn located(args: &Args<'_>, error: RulesError) -> SpecError {
    let message = error.to_string();
    match error {
        RulesError::Points(cell) => {
            let text = args.get("weights").unwrap_or_default();
            let span = spans(text, 0, "/")
                .into_iter()
                .nth(cell)
                .unwrap_or(0..text.len());
            args.error_within("weights", TextError::new(span, message))
        }
        RulesError::WeightCount { .. } | RulesError::WeightsUnused => {
            args.error("weights", message)
        }
        RulesError::PointsOfNobody => args.error("full", message),
        RulesError::Pattern(_) => args.error("patterns", message),
        RulesError::NoCells
        | RulesError::TooManyCells { .. }
        | RulesError::Boards(_)
        | RulesError::Uncommon => {
            // The largest explicit size among those that make up the number of cells is at fault.
            const SIZES: [&str; 5] = ["rows", "cols", "layers", "size", "boards"];
            let largest = SIZES
                .into_iter()
                .filter(|key| args.get(key).is_some())
                .map(|key| (args.int(key), args.error(key, message.clone())))
                .max_by_key(|(size, error)| (!error.error.span.is_empty(), *size));
            largest.map_or_else(|| args.error("shape", message), |(_, error)| error)
        }
    }
}
