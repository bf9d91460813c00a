use super::super::{Move, Position, Positional, Shape};
use super::*;
use std::collections::HashMap;
use yomikiri_core::{Game, Outcome};

/// Returns the lines of 3 x 4 cells with three in a row.
fn three_in_a_row() -> (Positional<u32>, Vec<u32>) {
    let shape = Shape::full(1, 3, 4).expect("a board");
    let lines = shape.lines(3, [false; 3]).into_iter();
    let lines = lines.map(|line| line as u32).collect();
    let rules = Rules {
        line: Some(3),
        ..Rules::new(shape)
    };
    (Positional::new(rules).expect("a game"), lines)
}

/// Finds threats by their definition, line by line.
fn by_lines(lines: &[u32], own: u32, other: u32) -> bool {
    let last = |set: u32, against: u32| {
        let missing = lines.iter().map(move |line| line & !set);
        let ends = missing.filter(|rest| rest.is_power_of_two() && rest & against == 0);
        ends.fold(0, |all, end| all | end)
    };
    (0..12).map(|cell| 1 << cell).any(|cell| {
        let is_free = (own | other) & cell == 0;
        let parries = last(other, own) & !cell == 0;
        let answers = last(own | cell, other);
        is_free
            && parries
            && match answers.count_ones() {
                0 => false,
                1 => by_lines(lines, own | cell, other | answers),
                _ => true,
            }
    })
}

/// Returns the result of a position, and of all that follow from it.
fn value(
    game: &Positional<u32>,
    at: &Position<u32>,
    known: &mut HashMap<Position<u32>, Outcome>,
) -> Outcome {
    if let Some(outcome) = game.outcome(at).or_else(|| known.get(at).copied()) {
        return outcome;
    }
    let next = game.moves(at).map(|mv| game.play(at, mv));
    let values: Vec<Outcome> = next.map(|next| value(game, &next, known)).collect();
    let mover = Outcome::Win(at.turn);
    let best = match values {
        _ if values.contains(&mover) => mover,
        _ if values.contains(&Outcome::Draw) => Outcome::Draw,
        _ => Outcome::Win(at.turn.opponent()),
    };
    known.insert(*at, best);
    best
}

/// Checks every position that play reaches, with lines in few words and in many: positions won by threats are
/// also won by their definition (which ignores a threat that only takes a cell from the opponent), a removed
/// move loses, and a player whom a pairing keeps from all lines does not win.
#[test]
fn threats_of_every_board() {
    let (game, lines) = three_in_a_row();
    let in_few = Numbered::new(&lines, 12).expect("few lines");
    let in_many = Numbered::new(&lines, 12).expect("room for more");
    let few = Threats::Few(in_few.clone());
    let many = Threats::Many(in_many.clone());
    let cell = |mv: &Move| mv.cell();
    let mut known = HashMap::new();
    value(&game, &game.start(), &mut known);
    let (mut won, mut missed, mut lost, mut gone, mut paired) = (0, 0, 0, 0, 0);
    for (at, outcome) in &known {
        let [mover, opponent] = [at.turn, at.turn.opponent()].map(Outcome::Win);
        let at_once = game
            .moves(at)
            .any(|mv| game.outcome(&game.play(at, mv)) == Some(mover));
        let by_threats = few.win(at.own, at.other);
        let by_definition = at_once || by_lines(&lines, at.own, at.other);
        assert!(!by_threats || by_definition, "{at:?}");
        missed += u32::from(by_definition && !by_threats);
        let all: Vec<Move> = game.moves(at).collect();
        let mut kept = all.clone();
        let found = few.sift(at.own, at.other, true, &mut kept, cell);
        assert_eq!(found == Sifted::Wins, by_threats, "{at:?}");
        let paired_off = in_few.kept(&in_few.board(at.own, at.other));
        match found {
            Sifted::Wins => assert_eq!(*outcome, mover, "{at:?}"),
            Sifted::Loses => assert_eq!(*outcome, opponent, "{at:?}"),
            Sifted::Open(pairings) => {
                assert!(!kept.is_empty(), "{at:?}");
                assert_eq!(pairings, paired_off, "{at:?}");
            }
        }
        for mv in all.iter().filter(|mv| !kept.contains(mv)) {
            let next = game.play(at, *mv);
            let outcome = game.outcome(&next).unwrap_or_else(|| known[&next]);
            assert_eq!(outcome, opponent, "{at:?} {mv:?}");
            gone += 1;
        }
        won += u32::from(by_threats);
        lost += u32::from(found == Sifted::Loses);
        let [own, other] = paired_off;
        assert!(!own || *outcome != mover, "{at:?}");
        assert!(!other || *outcome != opponent, "{at:?}");
        assert_eq!(in_many.kept(&in_many.board(at.own, at.other)), paired_off);
        paired += u32::from(own) + u32::from(other);
        let mut again = all;
        assert_eq!(many.win(at.own, at.other), by_threats);
        assert_eq!(
            (many.sift(at.own, at.other, true, &mut again, cell), again),
            (found, kept)
        );
    }
    assert_eq!(
        (known.len(), won, missed, lost, gone, paired),
        (79_563, 64_723, 2, 11_779, 74_996, 5_832)
    );
}

/// Checks more lines than a set holds, longer lines, and none at all.
#[test]
fn what_is_no_board_of_threats() {
    assert!(Numbered::<u32, 2, 3>::new(&[], 32).is_none());
    assert!(Numbered::<u32, 2, 3>::new(&[0xFF], 32).is_none());
    assert!(Numbered::<u32, 6, 4>::new(&[0x7FFF], 32).is_some());
    assert!(Numbered::<u32, 6, 4>::new(&[0xFFFF], 32).is_none());
    let pairs: Vec<u64> = (0..64)
        .flat_map(|a| (0..a).map(move |b| 1 << a | 1 << b))
        .collect();
    assert!(Numbered::<u64, 2, 3>::new(&pairs[..128], 64).is_some());
    assert!(Numbered::<u64, 2, 3>::new(&pairs[..129], 64).is_none());
    assert!(Numbered::<u64, 6, 4>::new(&pairs[..384], 64).is_some());
    assert!(Numbered::<u64, 6, 4>::new(&pairs[..385], 64).is_none());
}
