//! Reasons are true: every tree that is told is played out by the rules, every reply that needs no answer is
//! answered at once, every pair is held to by exhaustive play, every comparison is asked for again.

use crate::TestFiles;
use std::collections::HashSet;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::why::{Node, Part, Points, Steal};
use yomikiri_catalog::{
    AnyGame, Ask, Board, Bound, Control, Method, Outcome, Player, Value, Want, Why, open, why,
};

/// What a tree says of its player.
#[derive(Clone, Copy, PartialEq)]
enum Aim {
    Win(Value),
    Hold,
}

struct Replay<'g> {
    game: &'g dyn AnyGame,
    player: Player,
    aim: Aim,
}

impl Replay<'_> {
    fn board(&self, position: &str) -> Board {
        self.game.board(position).unwrap()
    }

    fn is_good(&self, outcome: Outcome) -> bool {
        match self.aim {
            Aim::Win(Value::Margin(_)) => outcome == Outcome::Win(self.player),
            Aim::Win(_) => outcome.winner() == Some(self.player),
            Aim::Hold => outcome.winner() != Some(self.player.opponent()),
        }
    }

    /// Plays a tree out from the position in which its answer is made; the most plies that it takes.
    fn node(&self, before: &str, node: &Node) -> u32 {
        let (at, made) = match &node.answer {
            Some(mv) => {
                assert_eq!(self.board(before).to_move, self.player);
                let next = self.game.play(before, mv).unwrap();
                (next, 1)
            }
            None => (before.to_owned(), 0),
        };
        let board = self.board(&at);
        assert_eq!(
            self.board(&node.position),
            Board {
                position: node.position.clone(),
                ..board.clone()
            }
        );
        assert_eq!(node.over, board.outcome.is_some(), "{at}");
        if let Some(outcome) = board.outcome {
            assert!(self.is_good(outcome), "{at}");
            return made;
        }
        assert_eq!(board.to_move, self.player.opponent(), "{at}");
        if node.follows || !node.pairs.is_empty() {
            assert!(self.aim == Aim::Hold);
            let held = &mut HashSet::new();
            if node.follows {
                self.follow(&at, held);
            } else {
                self.pairs(&at, &node.pairs, held);
            }
            return made;
        }
        assert_eq!(node.replies.len() + node.others, board.moves.len(), "{at}");
        let is_over = |position: &str| self.board(position).outcome.is_some();
        let ending = board.moves.iter().filter(|mv| is_over(&mv.position));
        assert_eq!(node.ending, ending.count(), "{at}");
        let mut most = 0;
        let mut threatened: Vec<usize> = vec![0; node.threats.len()];
        for mv in &board.moves {
            if let Some(reply) = node.replies.iter().find(|reply| reply.mv == mv.mv) {
                most = most.max(1 + self.node(&mv.position, &reply.then));
                continue;
            }
            let next = self.board(&mv.position);
            if let Some(outcome) = next.outcome {
                assert!(self.is_good(outcome), "{at} {}", mv.mv);
                most = most.max(1);
                continue;
            }
            let wins = |mv: &str| {
                let after = self.game.play(&next.position, mv);
                let over = after.ok().and_then(|after| self.board(&after).outcome);
                over.and_then(Outcome::winner) == Some(self.player)
            };
            assert!(next.moves.iter().any(|mv| wins(&mv.mv)), "{at} {}", mv.mv);
            most = most.max(2);
            for (count, threat) in threatened.iter_mut().zip(&node.threats) {
                *count += usize::from(wins(threat));
            }
        }
        for (count, threat) in threatened.iter().zip(&node.threats) {
            assert!(2 * count > board.moves.len(), "{at}: {threat} is no threat");
        }
        made + most
    }

    /// That answering within pairs holds, whatever else is played.
    fn pairs(&self, at: &str, pairs: &[[String; 2]], held: &mut HashSet<String>) {
        if !held.insert(at.to_owned()) {
            return;
        }
        for mv in &self.board(at).moves {
            let next = self.board(&mv.position);
            if let Some(outcome) = next.outcome {
                assert!(self.is_good(outcome), "{at} {}", mv.mv);
                continue;
            }
            let pair = pairs.iter().find(|pair| pair.contains(&mv.mv));
            let partner = pair.map(|[a, b]| if *a == mv.mv { b } else { a });
            let answers = next.moves.iter().filter(|known| partner == Some(&known.mv));
            let mut answers: Vec<_> = answers.collect();
            if answers.is_empty() {
                // Any will do: all are tried.
                answers = next.moves.iter().collect();
            }
            for answer in answers {
                match self.board(&answer.position).outcome {
                    Some(outcome) => assert!(self.is_good(outcome)),
                    None => self.pairs(&answer.position, pairs, held),
                }
            }
        }
    }

    /// That answering in the same column holds.
    fn follow(&self, at: &str, held: &mut HashSet<String>) {
        if !held.insert(at.to_owned()) {
            return;
        }
        for mv in &self.board(at).moves {
            let next = self.board(&mv.position);
            assert_eq!(next.outcome, None, "{at} {}", mv.mv);
            let answer = next.moves.iter().find(|known| known.mv == mv.mv).unwrap();
            match self.board(&answer.position).outcome {
                Some(outcome) => assert!(self.is_good(outcome)),
                None => self.follow(&answer.position, held),
            }
        }
    }
}

/// The value of a position under a question, by another solver than the one that was asked.
fn value(game: &dyn AnyGame, position: &str, ask: Ask) -> Value {
    value_by(Method::Retrograde, game, position, ask)
}

fn value_by(method: Method, game: &dyn AnyGame, position: &str, ask: Ask) -> Value {
    let mut session = game.session(ask, Some(method)).unwrap();
    let answer = session.answer(position, Want::VALUE, &mut Control::new());
    match answer.unwrap().bound {
        Bound::Exact(value) => value,
        range => panic!("{position}: {range}"),
    }
}

fn compare(game: &dyn AnyGame, position: &str, points: &Points) {
    assert_eq!(value(game, position, Ask::Margin), points.margin);
    let mut session = game.session(Ask::Margin, Some(Method::Retrograde)).unwrap();
    let mut at = position.to_owned();
    for (index, mv) in points.line.iter().enumerate() {
        let found = session.moves(&at, &mut Control::new()).unwrap();
        // Counted from the first position: best play comes to the same after each move.
        let here = match found.answer.bound {
            Bound::Exact(here) => here.margin(),
            range => panic!("{at}: {range}"),
        };
        let counted = |value: Value| match (value.margin(), here, points.margin.margin()) {
            (Some(to_come), Some(here), Some(all)) => {
                Value::Margin(Outcome::Margin(to_come + all - here))
            }
            _ => value,
        };
        let made = found.moves.iter().find(|known| known.mv == *mv).unwrap();
        assert!(made.best, "{at} {mv}");
        if let Some(choice) = points.choices.get(index) {
            let best = counted(made.value);
            assert_eq!((&choice.best.0, choice.best.1), (mv, best), "{at}");
            assert_eq!(
                (choice.player, choice.moves),
                (found.to_move, found.moves.len())
            );
            let next = found.moves.iter().find(|known| !known.best);
            assert_eq!(
                choice.next.as_ref().map(|next| next.1),
                next.map(|next| counted(next.value))
            );
        }
        at = game.play(&at, mv).unwrap();
    }
    assert_eq!(points.complete, game.board(&at).unwrap().outcome.is_some());
    if let Some([first, second]) = points.gained {
        let end = match game.board(&at).unwrap().outcome {
            Some(Outcome::Margin(end)) => end,
            _ => 0,
        };
        assert_eq!(
            points.margin,
            Value::Margin(Outcome::Margin(first - second + end))
        );
    }
}

fn told(spec: &str, position: &str, ask: Ask) -> Why {
    told_beside(Method::Retrograde, spec, position, ask)
}

/// What is told, its value held against that of another solver.
fn told_beside(other: Method, spec: &str, position: &str, ask: Ask) -> Why {
    let game = open(spec, &TestFiles).unwrap();
    let told = why(game.as_ref(), position, ask, &mut Control::new());
    let told = told.unwrap_or_else(|error| panic!("{spec} {position} {ask}: {error}"));
    assert_eq!(
        told.value,
        value_by(other, game.as_ref(), position, ask),
        "{spec} {position}"
    );
    for part in &told.parts {
        match part {
            Part::Over(outcome) => {
                assert_eq!(game.board(position).unwrap().outcome, Some(*outcome))
            }
            Part::Wins(player, tree) => {
                assert_eq!(told.value.winner(), Some(*player));
                let aim = Aim::Win(told.value);
                let replay = Replay {
                    game: game.as_ref(),
                    player: *player,
                    aim,
                };
                let plies = replay.node(position, tree);
                assert!(tree.lines() <= 20);
                assert!(
                    told.value.plies().is_none_or(|claimed| plies <= claimed),
                    "{spec} {position}"
                );
            }
            Part::Holds(player, tree) => {
                assert_eq!(told.value.winner(), None);
                let replay = Replay {
                    game: game.as_ref(),
                    player: *player,
                    aim: Aim::Hold,
                };
                replay.node(position, tree);
                assert!(tree.lines() <= 20);
            }
            Part::Points(points) => compare(game.as_ref(), position, points),
            Part::Heaps(heaps) => {
                assert_eq!(told.value.winner(), Some(heaps.player));
                let sum = heaps.numbers.iter().fold(0, |sum, number| sum ^ number);
                let mover = game.board(position).unwrap().to_move;
                assert_eq!(sum != 0, heaps.player == mover, "{spec} {position}");
                if let Some(mv) = &heaps.answer {
                    let next = game.play(position, mv).unwrap();
                    let after = value(game.as_ref(), &next, Ask::Winner);
                    assert_eq!(after.winner(), Some(heaps.player), "{spec} {position} {mv}");
                }
            }
            Part::Steals(player, steal) => {
                assert_eq!(game.board(position).unwrap().to_move, *player);
                let loses = told.value.winner() == Some(player.opponent());
                let wins = told.value.winner() == Some(*player);
                assert!(
                    !loses && (wins || *steal == Steal::Holds),
                    "{spec} {position}"
                );
                if let Steal::Spare(mv) = steal {
                    let at_once = game.board(position).unwrap().moves;
                    let next = game.play(position, mv).unwrap();
                    for reply in game.board(&next).unwrap().moves {
                        let direct = at_once.iter().find(|direct| direct.mv == reply.mv).unwrap();
                        let [here, there] = [&direct.position, &reply.position]
                            .map(|at| game.board(at).unwrap().diagram.places);
                        assert_eq!(here, there, "{spec} {mv} {}", reply.mv);
                    }
                }
            }
            Part::Long { .. } => {}
        }
    }
    for lang in Lang::ALL {
        assert!(!told.text(lang).is_empty());
    }
    told
}

/// Of what kind the parts are.
fn kinds(told: &Why) -> Vec<&'static str> {
    let kind = |part: &Part| match part {
        Part::Over(_) => "over",
        Part::Wins(..) => "wins",
        Part::Holds(..) => "holds",
        Part::Points(_) => "points",
        Part::Heaps(_) => "heaps",
        Part::Steals(..) => "steals",
        Part::Long { .. } => "long",
    };
    told.parts.iter().map(kind).collect()
}

#[test]
fn what_is_told_is_true() {
    use Ask::{Distance, Margin, Winner};
    for (spec, position, ask, expected) in [
        ("tictactoe", "xo./.../...", Winner, &["wins"][..]),
        ("tictactoe", "xo./.../...", Distance, &["wins"]),
        ("tictactoe", "xox/.../...", Winner, &["holds", "holds"]),
        ("tictactoe", "xxx/oo./...", Winner, &["over"]),
        ("tictactoe", "xox/oxo/oxo", Winner, &["over"]),
        ("tictactoe", "xox/.o./.x.", Winner, &["holds", "holds"]),
        ("mnk:rows=3,cols=4,line=3", "start", Winner, &["wins"]),
        ("connect4:cols=4,rows=4,line=3", "start", Winner, &["wins"]),
        (
            "connect4:cols=3,rows=4,line=4",
            "start",
            Winner,
            &["long", "holds"],
        ),
        (
            "stones:stones=8,take=1/2/3",
            "start",
            Winner,
            &["heaps", "wins"],
        ),
        ("nim:heaps=3/4/5", "start", Winner, &["heaps"]),
        ("hex:rows=3,cols=3", "start", Winner, &["steals", "wins"]),
        ("hex:rows=2,cols=3", "start", Winner, &["wins"]),
        ("chomp:rows=3,cols=4", "start", Winner, &["steals"]),
        (
            "mnk:rows=3,cols=3,line=3",
            "start",
            Winner,
            &["steals", "holds", "long"],
        ),
        (
            "graph:text=a first: a b; b second: c d; c first: a d; d = first",
            "start",
            Winner,
            &["wins"],
        ),
        ("grid-walk:cells=---/+-+/+--", "start", Margin, &["points"]),
        ("grid-walk:cells=---/+-+/+--", "start", Winner, &["points"]),
        (
            "take-ends:numbers=10/80/90/30",
            "start",
            Winner,
            &["points"],
        ),
        ("kalah:pits=2,seeds=2", "start", Margin, &["points"]),
        (
            "weighted-tictactoe:weights=1/1/1/1/1/1/1/1/1",
            "start",
            Margin,
            &["points"],
        ),
    ] {
        let told = told(spec, position, ask);
        assert_eq!(
            kinds(&told),
            expected,
            "{spec} {position} {ask}: {:?}",
            told.text(Lang::En)
        );
    }
}

#[test]
fn where_there_is_no_short_reason_the_proof_is_counted() {
    let told = told("connect4:cols=4,rows=2", "start", Ask::Winner);
    let long = told.parts.iter().any(
        |part| matches!(part, Part::Long { positions: Some(positions), .. } if *positions > 20),
    );
    assert!(long, "{:?}", told.text(Lang::En));
}

/// Every position of small games, under every question.
#[test]
fn what_is_told_of_all_positions_is_true() {
    let mut kinds_told = HashSet::new();
    for (spec, every) in [
        ("tictactoe", 37),
        ("tictactoe:misere=yes", 211),
        ("weighted-tictactoe:weights=0/1/2/3/4/5/6/7/-9", 211),
        ("connect4:cols=4,rows=3,line=3", 307),
        ("notakto:boards=1", 13),
        ("stones:stones=9,take=1/2/3", 1),
        ("circle:places=7,first=3/6,second=1/5", 1),
        ("card-pairs:cards=1:9/2:5/4:9/1:4/2:5", 1),
    ] {
        let game = open(spec, &TestFiles).unwrap();
        let mut met = HashSet::from([game.board("start").unwrap().position]);
        let mut waiting: Vec<String> = met.iter().cloned().collect();
        let mut number = 0;
        while let Some(at) = waiting.pop() {
            for mv in game.board(&at).unwrap().moves {
                if met.insert(mv.position.clone()) {
                    waiting.push(mv.position);
                }
            }
            number += 1;
            if number % every == 0 {
                for ask in Ask::ALL {
                    kinds_told.extend(kinds(&told(spec, &at, ask)));
                }
            }
        }
    }
    // That there is no short reason is told elsewhere.
    assert!(kinds_told.len() >= 4, "{kinds_told:?}");
}

/// What is well known of heaps, whoever is to move and however the last stone counts.
#[test]
fn heaps_are_told_by_their_sums() {
    for (spec, position, line) in [
        ("nim:heaps=3/4/5", "start", "the nim sum is 3 ⊕ 4 ⊕ 5 = 2"),
        ("nim:heaps=3/4/5", "start", "leaves a nim sum of 0"),
        ("nim:heaps=1/2/3", "start", "Second makes it 0 again"),
        (
            "nim:heaps=3/4/5,misere=yes",
            "start",
            "taking the last stone loses",
        ),
        (
            "stones:stones=10,take=1/2/3",
            "start",
            "10 is 2 more than a multiple of 4",
        ),
        (
            "stones:stones=12,take=1/2/3",
            "start",
            "Second leaves such a number again",
        ),
        ("stones:stones=9,take=1/3/4", "start", "Grundy numbers"),
        ("heaps:heaps=9/6,code=0.333", "start", "multiples of 4"),
    ] {
        let told = told(spec, position, Ask::Winner);
        let text = told.text(Lang::En).join("\n");
        assert!(text.contains(line), "{spec}: {line} is not in\n{text}");
        assert_eq!(kinds(&told)[0], "heaps");
    }
}

/// Every heap up to a size, by the rules: what is told has to agree with the values of another solver.
#[test]
fn heaps_are_told_of_all_sizes() {
    for take in ["1/2", "1/2/3", "2/3", "1/4"] {
        for size in 1..14 {
            told(
                &format!("stones:stones={size},take={take}"),
                "start",
                Ask::Winner,
            );
            told(
                &format!("stones:stones={size},take={take},aim=misere"),
                "start",
                Ask::Winner,
            );
        }
    }
    for a in 0..4 {
        for b in 0..4 {
            for misere in ["no", "yes"] {
                told(
                    &format!("nim:heaps={a}/{b}/2,misere={misere}"),
                    "start",
                    Ask::Distance,
                );
            }
        }
    }
}

#[test]
fn strategies_are_stolen() {
    for (other, spec, line) in [
        // (All of its 9 million positions would take ten seconds.)
        (Method::ProofNumber, "hex:rows=4,cols=4", "there is no draw"),
        (
            Method::Retrograde,
            "chomp:rows=4,cols=5",
            "could have played at once",
        ),
        (
            Method::Retrograde,
            "tictactoe",
            "First does not lose, since a strategy can be stolen",
        ),
    ] {
        let told = told_beside(other, spec, "start", Ask::Winner);
        let text = told.text(Lang::En).join("\n");
        assert!(text.contains(line), "{spec}: {line} is not in\n{text}");
        assert!(told.text(Lang::Ja).join("").contains("横取り"));
    }
    // Marks that fall, and a board with a mark on it, are no such boards.
    for (spec, position) in [
        ("connect4:cols=4,rows=4,line=3", "start"),
        ("hex:rows=3,cols=3", "start after 1,1"),
    ] {
        assert!(!kinds(&told(spec, position, Ask::Winner)).contains(&"steals"));
    }
}

#[test]
fn a_fork_is_named() {
    let told = told("tictactoe", "xo./.../...", Ask::Distance);
    let text = told.text(Lang::En).join("\n");
    assert!(
        text.contains("threatening") && text.contains("must answer"),
        "{text}"
    );
    let japanese = told.text(Lang::Ja).join("\n");
    assert!(
        japanese.contains("先手") && japanese.contains("狙う"),
        "{japanese}"
    );
}
