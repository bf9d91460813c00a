//! For each law, games that break it: one line each, with the law and the words that must be in the
//! explanation.

use crate::heaps::{self, Flaw, Heaps};
use crate::ring::{self, Ring};
use crate::sample;
use yomikiri_core::laws::{self, Broken, Law, Report, Sample};
use yomikiri_core::{Outcome, Player};

const UNPAID: &[(Flaw, Law, &str)] = &[
    (Flaw::NoMoves, Law::Rules, "there are no moves"),
    (Flaw::MovesRepeat, Law::Rules, "listed twice"),
    (Flaw::MovesFlicker, Law::Rules, ", the moves were"),
    (Flaw::PlayFlickers, Law::Rules, ", the positions after"),
    (Flaw::OutcomeFlickers, Law::Rules, ", the outcome was"),
    (Flaw::TurnFlickers, Law::Rules, ", the player to move was"),
    (Flaw::TurnStays, Law::Rules, "does not pass the turn"),
    (
        Flaw::EndUnnoticed,
        Law::Rules,
        "`outcome_after_move` is None",
    ),
    (
        Flaw::EqualButOtherFuture,
        Law::Rules,
        "reached by another path, the moves",
    ),
    (Flaw::EqualButOtherHash, Law::Rules, "different hashes"),
    (Flaw::GainInSecret, Law::Rules, "`has_gains` is false"),
    (
        Flaw::MarginBeyondLimit,
        Law::Rules,
        "final margin is beyond",
    ),
    (Flaw::EndlessBeyondLimit, Law::Rules, "`endless` is beyond"),
    (Flaw::StartsWithoutStart, Law::Rules, "does not begin with"),
    (
        Flaw::RankStalls,
        Law::Acyclic,
        "leads from rank 4 to rank 4",
    ),
    (Flaw::RankFlickers, Law::Acyclic, "differs when asked again"),
    (
        Flaw::DrawsDenied,
        Law::Acyclic,
        "draws are denied, but this is one",
    ),
    (Flaw::KeyForgetsMover, Law::Keyed, "is also that of"),
    (Flaw::KeyIsWide, Law::Keyed, "uses more than 4 bits"),
    (Flaw::KeyFlickers, Law::Keyed, "differs when asked again"),
    (Flaw::KeyLeadsAstray, Law::Keyed, "leads back to"),
    (Flaw::KeyLeadsNowhere, Law::Keyed, "leads back to None"),
    (
        Flaw::MergeBySum,
        Law::Merged,
        "with the same key has, for its player to move,",
    ),
    (Flaw::MergeIsWide, Law::Merged, "has more than 4 bits"),
    (
        Flaw::ExpandDropsBest,
        Law::Expand,
        "the best of the children yielded",
    ),
    (Flaw::ExpandDropsAll, Law::Expand, "leaves out every child"),
    (Flaw::ExpandRepeats, Law::Expand, "twice"),
    (Flaw::ExpandInvents, Law::Expand, "no legal move (7, 7)"),
    (Flaw::ExpandMismatches, Law::Expand, "no legal move"),
    (Flaw::IndexOutside, Law::Indexed, "not below the length"),
    (Flaw::IndexCollides, Law::Indexed, "is that of"),
    (Flaw::IndexIsGap, Law::Indexed, "is a gap"),
    (
        Flaw::IndexUnnamed,
        Law::Indexed,
        "the position with index 50 has index",
    ),
    (
        Flaw::PredecessorMissing,
        Law::Reversible,
        "not listed as a predecessor",
    ),
    (
        Flaw::PredecessorInvented,
        Law::Reversible,
        "no legal move leads here",
    ),
    (
        Flaw::PredecessorFinished,
        Law::Reversible,
        "no legal move leads here",
    ),
    (Flaw::PredecessorRepeats, Law::Reversible, "listed twice"),
    (
        Flaw::CanonicalWanders,
        Law::Symmetric,
        "another canonical form",
    ),
    (
        Flaw::CanonicalTurns,
        Law::Symmetric,
        "another player to move",
    ),
    (Flaw::CanonicalEnds, Law::Symmetric, "another outcome"),
    (Flaw::CanonicalWorth, Law::Symmetric, "is worth"),
    (
        Flaw::CanonicalChildren,
        Law::Symmetric,
        "its children are not",
    ),
    (
        Flaw::OrbitAlwaysWhole,
        Law::Symmetric,
        "an orbit of 2, but 1 different images",
    ),
    (
        Flaw::OrbitAlwaysOne,
        Law::Symmetric,
        "an orbit of 1, but 2 different images",
    ),
    (
        Flaw::OrbitNotDividing,
        Law::Symmetric,
        "an orbit of 2 does not divide",
    ),
    (
        Flaw::ImageElsewhere,
        Law::Symmetric,
        "has another canonical form",
    ),
    (
        Flaw::ImageMissing,
        Law::Symmetric,
        "an orbit of 2, but 1 different images",
    ),
    (Flaw::BoundWinner, Law::Bounded, "winner: Loss lies outside"),
    (Flaw::BoundMargin, Law::Bounded, "margin: Win lies outside"),
    (
        Flaw::BoundDistance,
        Law::Bounded,
        "distance: Win(Count(1)) lies outside",
    ),
    (Flaw::BoundsCrossed, Law::Bounded, "are crossed"),
    (
        Flaw::ForcedHalfWay,
        Law::Expand,
        "from which play is forced",
    ),
    (
        Flaw::OpenOther,
        Law::Bounded,
        "and of an open position (Loss(Count(0)), Win(Count(0)))",
    ),
    (
        Flaw::NearWrong,
        Law::Bounded,
        "lies outside Win(Count(1))..Win(Count(0))",
    ),
    (
        Flaw::NearUndecided,
        Law::Bounded,
        "do not tell whether it is at least Win(Count(1))",
    ),
    (
        Flaw::SiftWinner,
        Law::Bounded,
        "is taken away, but reaches Win, more than Loss",
    ),
    (Flaw::SiftAdds, Law::Bounded, "where it is no move"),
    (Flaw::ThreatsNone, Law::Bounded, "is no threat"),
    (Flaw::ThreatsMore, Law::Bounded, "more moves follow on"),
    (
        Flaw::ThreatsElsewhere,
        Law::Bounded,
        "(0, 9) is no move in a win by threats",
    ),
    (
        Flaw::ThreatsUnsaid,
        Law::Bounded,
        "no win by threats, but by",
    ),
    (Flaw::HintFlickers, Law::Ordered, "differs when asked again"),
    (Flaw::FormWrong, Law::Parametric, "the form says 3"),
    (
        Flaw::FormFlickers,
        Law::Parametric,
        "differs when asked again",
    ),
    (Flaw::CodeForgetsMover, Law::Declared, "is also that of"),
    (
        Flaw::CodeFlickers,
        Law::Declared,
        "differs when asked again",
    ),
    (Flaw::NumberRepeats, Law::Declared, "stands for two moves"),
    (Flaw::DirectWrong, Law::Direct, "`value` is"),
    (Flaw::DirectTableWrong, Law::Direct, "its table has"),
    (Flaw::DirectOtherQuestion, Law::Direct, "asked for margin"),
    (
        Flaw::TurnedStays,
        Law::Normal,
        "it is the same player's turn",
    ),
    (Flaw::TurnedChanges, Law::Normal, "turned twice"),
    (Flaw::PartMissing, Law::Normal, "do not lead where"),
    (Flaw::PartOfOther, Law::Normal, "another player's turn"),
    (
        Flaw::NegativeOfOther,
        Law::Normal,
        "it is another player's turn",
    ),
    (Flaw::NegativeOther, Law::Normal, "has other moves"),
    (Flaw::ValueOfMover, Law::Normal, "and turned"),
    (Flaw::ValueOfFirstHeap, Law::Normal, "and its parts"),
    (Flaw::ValueZero, Law::Normal, "no value has such an option"),
    (Flaw::ValueDoubled, Law::Normal, "not enough for that"),
    (Flaw::TextNotRead, Law::Notation, "not read back"),
    (Flaw::TextReadOtherwise, Law::Notation, "read back as"),
    (Flaw::TextSpaced, Law::Notation, "white space"),
    (Flaw::TextIsStart, Law::Notation, "the word `start`"),
    (
        Flaw::TextFlickers,
        Law::Notation,
        "differs when asked again",
    ),
    (Flaw::MoveAmbiguous, Law::Notation, "stands for two moves"),
    (
        Flaw::NumbersForgetHeap,
        Law::Notation,
        "the text number 1 is that of",
    ),
    (Flaw::MoveNotRead, Law::Notation, "but not read"),
    (Flaw::MoveReadOtherwise, Law::Notation, "read as"),
    (Flaw::MoveGuessed, Law::Notation, "which is not legal"),
    (Flaw::MoveSpaced, Law::Notation, "white space"),
    (Flaw::SpanOutside, Law::Notation, "does not lie within"),
    (Flaw::SpanSplits, Law::Notation, "does not lie within"),
    (Flaw::MoveSpanOutside, Law::Notation, "does not lie within"),
    (Flaw::ErrorSilent, Law::Notation, "says nothing"),
    (
        Flaw::ParsePanics,
        Law::Notation,
        "`parse_position` panics on",
    ),
    (
        Flaw::MoveParsePanics,
        Law::Notation,
        "`parse_move` panics on",
    ),
    (Flaw::ParseStuck, Law::Rules, "there are no moves"),
    (Flaw::ParseTooMuch, Law::Keyed, "key"),
    (Flaw::ExtendWrong, Law::Notation, "extended by"),
    (
        Flaw::NamesRepeat,
        Law::Pictured,
        "two places are named \"a\"",
    ),
    (Flaw::LinkOutside, Law::Pictured, "that there is not"),
    (Flaw::TargetOutside, Law::Pictured, "that there is not"),
    (Flaw::SourceOutside, Law::Pictured, "the source of"),
    (Flaw::ChoiceOutside, Law::Pictured, "the choice of"),
    (Flaw::CoversOutside, Law::Pictured, "covers a place"),
    (Flaw::HandsWithoutRoom, Law::Pictured, "no room for them"),
    (
        Flaw::TargetFlickers,
        Law::Pictured,
        "differs when asked again",
    ),
    (
        Flaw::DiagramFlickers,
        Law::Pictured,
        "differs when asked again",
    ),
];

const PAID: &[(Flaw, Law, &str)] = &[
    (Flaw::GainBeyondLimit, Law::Rules, "the gain of"),
    (Flaw::LineBeyondLimit, Law::Rules, "a line of play"),
    (
        Flaw::DrawsDenied,
        Law::Acyclic,
        "draws are denied, but moves gain points",
    ),
    (
        Flaw::MergeBySum,
        Law::Merged,
        "with the same key has, for its player to move, margin",
    ),
    (
        Flaw::ExpandDropsBest,
        Law::Expand,
        "the best of the children yielded",
    ),
    (Flaw::CanonicalChildren, Law::Symmetric, "is worth"),
    (
        Flaw::BoundMargin,
        Law::Bounded,
        "margin: Points(1) lies outside",
    ),
    (
        Flaw::BoundGreatest,
        Law::Bounded,
        "is beyond the greatest, 0",
    ),
    (Flaw::OddWrong, Law::Bounded, "odd: true, and the margin is"),
    (Flaw::OddForgotten, Law::Bounded, "and after"),
    (
        Flaw::SiftPoints,
        Law::Bounded,
        "is taken away, but moves gain points",
    ),
    (Flaw::DirectOfGains, Law::Direct, "`value` is"),
    (Flaw::NormalOfGains, Law::Normal, "gain points"),
    (Flaw::FormOfGains, Law::Parametric, "moves gain points"),
];

fn assert_rejected(
    result: Result<Report, Broken>,
    flaw: impl std::fmt::Debug,
    law: Law,
    words: &str,
) {
    match result {
        Ok(report) => panic!("{flaw:?} was not noticed\n{report}"),
        Err(broken) => {
            assert_eq!(broken.law, law, "{flaw:?}: {broken}");
            assert!(broken.explanation.contains(words), "{flaw:?}: {broken}");
        }
    }
}

/// Executes one law by its own function.
fn alone(game: &Heaps, law: Law) -> Result<Report, Broken> {
    let sample = &sample();
    match law {
        Law::Rules => laws::rules(game, sample),
        Law::Acyclic => laws::acyclic(game, &game, sample),
        Law::Keyed => laws::keyed(game, &game, sample),
        Law::Merged => laws::merged(game, &game, sample),
        Law::Expand => laws::expand(game, &game, sample),
        Law::Indexed => laws::indexed(game, &game, sample),
        Law::Reversible => laws::reversible(game, &game, sample),
        Law::Symmetric => laws::symmetric(game, &game, sample),
        Law::Bounded => laws::bounded(game, &game, Some(&game), sample),
        Law::Ordered => laws::ordered(game, &game, sample),
        Law::Direct => laws::direct(game, &game, sample),
        Law::Normal => laws::normal(game, &game, sample),
        Law::Parametric => laws::parametric(game, &game, sample),
        Law::Declared => laws::declared(game, &game, sample),
        Law::Notation => laws::notation(game, sample),
        Law::Pictured => laws::pictured(game, sample),
    }
}

#[test]
fn every_broken_law_is_named() {
    for (paid, mutants) in [(false, UNPAID), (true, PAID)] {
        for &(flaw, law, words) in mutants {
            assert_rejected(
                laws::all(&Heaps::new(paid, flaw), &sample()),
                flaw,
                law,
                words,
            );
        }
    }
}

#[test]
fn each_law_alone_rejects_what_breaks_it() {
    for (paid, mutants) in [(false, UNPAID), (true, PAID)] {
        for &(flaw, law, words) in mutants {
            // Positions found by reading are met where there is something to read.
            if [Flaw::ParseStuck, Flaw::ParseTooMuch].contains(&flaw) {
                continue;
            }
            assert_rejected(alone(&Heaps::new(paid, flaw), law), flaw, law, words);
        }
    }
}

#[test]
fn a_position_that_is_read_has_to_obey_the_rules() {
    let stuck = Heaps::new(false, Flaw::ParseStuck);
    let result = laws::notation(&stuck, &sample());
    assert_rejected(result, Flaw::ParseStuck, Law::Rules, "there are no moves");
    // No play reaches it, so nothing else notices.
    assert!(laws::capabilities(&stuck, &sample()).is_ok());
}

#[test]
fn a_game_that_is_always_keyed_has_keys() {
    let keyless = Heaps::new(false, Flaw::KeyMissing);
    let result = laws::capabilities(&keyless, &sample());
    assert_rejected(result, Flaw::KeyMissing, Law::Keyed, "hands out no keys");
}

#[test]
fn each_law_has_a_game_that_breaks_it_and_one_that_keeps_it() {
    for law in Law::ALL {
        assert!(UNPAID.iter().any(|(_, broken, _)| *broken == law), "{law}");
        let report = alone(&Heaps::new(false, Flaw::None), law).unwrap();
        assert!(report.count(law).checks > 0, "{law}");
    }
}

#[test]
fn a_game_that_cycles_is_held_to_what_endless_play_is_worth() {
    let mutants = [
        (ring::Flaw::Ranked, Law::Acyclic, "leads from rank"),
        (
            ring::Flaw::ForgetsEndless,
            Law::Bounded,
            "winner: Draw lies outside",
        ),
        (
            ring::Flaw::PredecessorMissing,
            Law::Reversible,
            "not listed",
        ),
    ];
    for (flaw, law, words) in mutants {
        let game = Ring {
            endless: Outcome::Draw,
            toll: false,
            flaw,
        };
        assert_rejected(
            laws::capabilities(&game, &Sample::default()),
            flaw,
            law,
            words,
        );
    }
    let first = Outcome::Win(Player::First);
    for (flaw, law, words) in [
        (
            ring::Flaw::EndlessSoon,
            Law::Bounded,
            "distance: Win(Endless) lies outside",
        ),
        (ring::Flaw::MergesMost, Law::Merged, "is worth"),
    ] {
        let game = Ring {
            endless: first,
            toll: false,
            flaw,
        };
        assert_rejected(
            laws::capabilities(&game, &Sample::default()),
            flaw,
            law,
            words,
        );
    }
}

#[test]
fn seeds_do_not_decide_what_is_noticed() {
    for seed in 1..8 {
        for &(flaw, law, words) in UNPAID {
            let sample = Sample { seed, ..sample() };
            assert_rejected(
                laws::all(&Heaps::new(false, flaw), &sample),
                flaw,
                law,
                words,
            );
        }
        let none = Heaps::new(true, heaps::Flaw::None);
        assert!(laws::all(&none, &Sample { seed, ..sample() }).is_ok());
    }
}
