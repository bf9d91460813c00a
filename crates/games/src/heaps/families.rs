//! The named games of heaps, and all games with an octal code.

use super::{Heaps, Takeaway};
use crate::compact::Compact;
use crate::family::{Family, Info, Visitor};
use crate::lists;
use crate::spec::{Args, Kind, Param, SpecError};
use yomikiri_core::TextError;

const SIZES: Kind = Kind::Text("whole numbers joined by `/`");

const MISERE: Param = Param {
    name: "misere",
    kind: Kind::Flag,
    default: Some("no"),
    required: false,
    help: "whether a player who cannot move wins",
};

fn build<V: Visitor>(
    args: &Args<'_>,
    key: &str,
    takeaways: &[Takeaway],
    mut visitor: V,
) -> Result<V::Output, SpecError> {
    let text = args.get(key).unwrap_or_default();
    let sizes = lists::numbers(text, &['/'], 0..=i64::from(Heaps::MOST_STONES));
    let sizes = sizes.map_err(|error| args.error_within(key, error))?;
    // The range has been checked.
    let numbers = sizes.iter().map(|size| size.value as u32).collect();
    let heaps = Heaps::new(numbers, takeaways, args.flag("misere"));
    let heaps = heaps.map_err(|bad| args.error_within(key, bad.at(&sizes, text.len())))?;
    visitor.told(heaps.said());
    Ok(visitor.visit(Compact::new(heaps)))
}

/// The registry's entry of `nim`.
#[derive(Clone, Copy, Debug)]
pub struct NimFamily;

impl Family for NimFamily {
    const INFO: Info = Info {
        name: "nim",
        title: "Nim",
        summary: "take any number of stones from one heap; a player who cannot move loses, or wins",
        source: "Bouton, \"Nim, a game with a complete mathematical theory\", Annals of Mathematics 3 (1901)",
        rules_version: 1,
        params: &[
            Param {
                name: "heaps",
                kind: SIZES,
                default: Some("1/3/5/7"),
                required: false,
                help: "the stones of each heap",
            },
            MISERE,
        ],
        examples: &[
            "nim",
            "nim:misere=yes",
            "nim:heaps=2/2",
            "nim:heaps=1/1/1,misere=yes",
            "nim:heaps=0",
        ],
        files: &[],
        notation: "positions: the stones of each heap joined by `/`, then `:second` where Second is to move; moves: \
                   HEAP,STONES, the heap from 1 and the stones taken",
        capabilities: &["acyclic", "keyed", "direct", "normal", "declared"],
    };

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        build(
            args,
            "heaps",
            &[Takeaway::of(1, Heaps::MOST_STONES)],
            visitor,
        )
    }
}

/// The registry's entry of `heaps`.
#[derive(Clone, Copy, Debug)]
pub struct HeapsFamily;

impl Family for HeapsFamily {
    const INFO: Info = Info {
        name: "heaps",
        title: "Octal games",
        summary: "take stones from one heap and perhaps split it, by a code; a player who cannot move loses, or wins",
        source: "Guy and Smith, \"The G-values of various games\", Proceedings of the Cambridge Philosophical \
                 Society 52 (1956)",
        rules_version: 1,
        params: &[
            Param {
                name: "heaps",
                kind: SIZES,
                default: Some("9"),
                required: false,
                help: "the stones of each heap",
            },
            Param {
                name: "code",
                kind: Kind::Text("kayles, dawsons-kayles, grundy, or an octal code such as `0.77`"),
                default: Some("kayles"),
                required: false,
                help: "the octal code; kayles is 0.77, dawsons-kayles 0.07; grundy splits a heap into two of different sizes",
            },
            MISERE,
        ],
        examples: &[
            "heaps",
            "heaps:heaps=10,code=grundy",
            "heaps:heaps=9,code=dawsons-kayles",
            "heaps:heaps=5/4,misere=yes",
            "heaps:heaps=6/3,code=0.33",
            "heaps:heaps=7,code=4.56",
        ],
        files: &[],
        notation: "positions: the stones of each heap joined by `/`, then `:second` where Second is to move; moves: \
                   SIZE>LEFT or SIZE>LEFT+LEFT, or HEAP,STONES where no heap can be split",
        capabilities: &["acyclic", "keyed", "direct", "normal", "declared"],
    };

    const UNSAID: Option<&'static str> = Some(
        "the rest that a move may leave depends on the number of stones taken, which no rules file can express",
    );

    fn build<V: Visitor>(args: &Args<'_>, visitor: V) -> Result<V::Output, SpecError> {
        let takeaways = takeaways(args.get("code").unwrap_or_default());
        let takeaways = takeaways.map_err(|error| args.error_within("code", error))?;
        build(args, "heaps", &takeaways, visitor)
    }
}

/// Returns the moves that a code allows.
fn takeaways(code: &str) -> Result<Vec<Takeaway>, TextError> {
    let digits = match code {
        "kayles" => "0.77",
        "dawsons-kayles" => "0.07",
        "grundy" => {
            return Ok(vec![Takeaway {
                least: 0,
                most: 0,
                leaves: [false, false, true],
                unequal: true,
            }]);
        }
        digits => digits,
    };
    let mut takeaways = Vec::new();
    let Some((split, taken)) = digits.split_once('.') else {
        let why =
            "kayles, dawsons-kayles, grundy, or an octal code such as `0.77` is expected here";
        return Err(TextError::new(0..code.len(), why));
    };
    if !matches!(split, "0" | "4") {
        let why =
            "`0` or `4` is expected before the point: a move that takes nothing can only split";
        return Err(TextError::new(0..split.len(), why));
    }
    let all = split.chars().chain(taken.chars()).zip(0u32..);
    for (digit, stones) in all {
        let at = if stones == 0 { 0 } else { stones as usize + 1 };
        let Some(digit) = digit.to_digit(8) else {
            return Err(TextError::expected(digits, at, "a digit from 0 to 7"));
        };
        if stones > 64 {
            return Err(TextError::new(at..digits.len(), "no more than 64 digits"));
        }
        if digit == 0 {
            continue;
        }
        takeaways.push(Takeaway {
            least: stones,
            most: stones,
            leaves: [1, 2, 4].map(|bit| digit & bit != 0),
            unequal: false,
        });
    }
    if takeaways
        .iter()
        .all(|takeaway| takeaway.leaves == [false; 3])
    {
        return Err(TextError::new(0..code.len(), "this code allows no move"));
    }
    Ok(takeaways)
}
