//! Points gained along play, in every game whose moves gain any: what moves gain, what positions are worth from
//! there on and how the whole game ends fit together, whoever plays.

use std::sync::Arc;
use yomikiri_catalog::asked::{Arena, Fault};
use yomikiri_catalog::grade::{Grader, Played};
use yomikiri_catalog::play::{Random, natural_ask};
use yomikiri_catalog::{
    AnyGame, Ask, Bound, Control, Files, Limits, Outcome, Points, Program, QueryError, Refusal,
    START, Shipped, Stop, Value, Want, infos, open,
};

/// Lines that pay while cells count at the end, and a graph with gains of both signs and turns that stay.
const MORE: [&str; 2] = [
    "lines-and-cells.toml",
    "graph:text=a first: b+3 c-1; b second: d e+5; c first: e-2 d+4; d = +1; e second: f-3; f = draw",
];
const LINES_AND_CELLS: &str = "rules = 1\nkind = \"positional\"\n[board]\nrows = 2\ncols = 3\n[lines]\nrow = 2\n\
     make = \"points\"\npoints = 3\n[full]\nis = \"points\"\nweights = [4, -1, 2, 0, 3, -2]\n";

/// The files of the examples, and the one here.
struct Known;

impl Files for Known {
    fn read(&self, path: &str) -> Result<String, String> {
        match path == MORE[0] {
            true => Ok(LINES_AND_CELLS.to_owned()),
            false => Shipped.read(path),
        }
    }
    fn program(&self, program: &Program<'_>) -> Result<Arc<Arena>, Fault> {
        Shipped.program(program)
    }
}

/// The positions that may be looked at for a value.
const FEW: u64 = 10_000;
/// The games played at random, and the plies of each at most: play may cycle.
const GAMES: u64 = 6;
const PLIES: usize = 150;

/// The moves of a position and its value, whatever is asked about the whole game; `None` where it is too large.
fn whole(
    game: &dyn AnyGame,
    at: &str,
    points: Points,
    ask: Ask,
) -> Option<yomikiri_catalog::Moves> {
    let mut session = match game.session(Points::question(true, ask), None) {
        Ok(session) => session,
        Err(Refusal::GainsWithCycles) => return None,
        Err(refusal) => panic!("{}: {refusal}", game.name()),
    };
    let mut control = Control::new().limited(Limits {
        nodes: Some(FEW),
        ..Limits::default()
    });
    match session.moves(at, &mut control) {
        Ok(found) if found.answer.stopped == Some(Stop::Nodes) => None,
        Ok(found) => Some(points.moves(found, ask)),
        Err(QueryError::Refused(Refusal::GainsWithCycles)) => None,
        Err(error) => panic!("{} {at}: {error}", game.name()),
    }
}

fn exact(bound: Bound) -> Value {
    match bound {
        Bound::Exact(value) => value,
        Bound::Range { .. } => panic!("nothing has stopped it"),
    }
}

/// Plays at random. Says whether the game came to an end, and whether values were known.
fn play(game: &Arc<dyn AnyGame>, random: &mut Random) -> (bool, bool) {
    let name = game.name();
    let mut held = Arc::clone(game).hold(START).unwrap();
    let (mut at, mut points) = (START.to_owned(), Points::default());
    // What the whole game is worth as it stands, after each move anew.
    let mut worth: Option<Value> = None;
    let mut valued = false;
    // First's gains less Second's, added up here.
    let mut ahead = 0;
    // The line of play as a text tells it.
    let mut line = String::from("start after");
    for _ in 0..PLIES {
        let board = game.board(&at).unwrap();
        assert!(board.has_gains, "{name}");
        assert_eq!(Points::of(&held.gains()), points, "{name} {at}");
        assert_eq!(points.ahead(), ahead, "{name} {at}");
        let found = whole(&**game, &at, points, Ask::Margin);
        if let Some(found) = &found {
            let value = exact(found.answer.bound);
            assert_eq!(worth.unwrap_or(value), value, "{name} {at} after {points}");
            worth = Some(value);
            valued = true;
            let told = yomikiri_catalog::whole::session(&**game, Ask::Margin, None);
            let told = told.unwrap().moves(&line, &mut Control::new()).unwrap();
            let played = !line.ends_with("after");
            let known = played.then(|| points.both());
            assert_eq!(told.answer.points, known, "{name} {line}");
            assert_eq!(told.answer.bound, found.answer.bound, "{name} {line}");
            assert_eq!(told.moves, found.moves, "{name} {line}");
            let winners = whole(&**game, &at, points, Ask::Winner).unwrap();
            assert_eq!(exact(winners.answer.bound).winner(), value.winner());
            for mv in &winners.moves {
                let kept = mv.value.winner() == value.winner();
                assert_eq!(mv.best, kept, "{name} {at} {}", mv.mv);
            }
        }
        if let Some(end) = board.outcome {
            // The board alone tells no result of points: it does not know what was gained.
            let told = board
                .diagram
                .notes
                .iter()
                .find(|note| note.starts_with("over"));
            if !matches!(end, Outcome::Win(_)) {
                let told = told.map_or("over", |note| note.as_str());
                assert_eq!(told, "over", "{name} {at}");
            }
            let total = points.outcome(end);
            let margin = |outcome| match outcome {
                Outcome::Margin(points) => Some(points),
                Outcome::Draw => Some(0),
                Outcome::Win(_) => None,
            };
            assert_eq!(
                margin(total),
                margin(end).map(|end| ahead + end),
                "{name} {at}"
            );
            if let Some(Value::Margin(worth)) = worth {
                assert_eq!(margin(worth), margin(total), "{name} {at}");
                assert_eq!(worth.winner(), total.winner(), "{name} {at}");
            }
            return (true, valued);
        }
        let index = random.below(board.moves.len() as u64) as usize;
        let mv = &board.moves[index];
        let gain = mv.gain.expect("moves gain points in this game");
        let known = found.and_then(|found| found.moves.into_iter().find(|one| one.mv == mv.mv));
        worth = known.map(|known| {
            assert_eq!(
                (known.gain, &known.position),
                (mv.gain, &mv.position),
                "{name} {at}"
            );
            known.value
        });
        points = points.after(board.to_move, gain);
        ahead += match board.to_move {
            yomikiri_catalog::Player::First => gain,
            yomikiri_catalog::Player::Second => -gain,
        };
        assert!(held.push_nth(index));
        line = format!("{line} {}", mv.mv);
        at = mv.position.clone();
    }
    (false, valued)
}

#[test]
fn gains_and_ends_make_up_what_the_whole_game_is_worth() {
    let infos = infos();
    let examples = infos.iter().flat_map(|info| info.examples).copied();
    let (mut games, mut ended, mut valued) = (0, 0, 0);
    for spec in examples.chain(MORE) {
        let game: Arc<dyn AnyGame> = Arc::from(open(spec, &Known).unwrap());
        if !game.has_gains() {
            let board = game.board(START).unwrap();
            assert!(!board.has_gains && board.moves.iter().all(|mv| mv.gain.is_none()));
            continue;
        }
        games += 1;
        for seed in 0..GAMES {
            let (over, known) = play(&game, &mut Random::new(seed));
            ended += u64::from(over);
            valued += u64::from(known);
        }
    }
    // Else it has tested nothing.
    assert!(games > 25, "{games}");
    assert!(ended > games * GAMES * 9 / 10, "{ended} of {games}");
    assert!(valued > games * GAMES / 2, "{valued} of {games}");
}

/// The session tells who wins by the margin, and all moves that win.
#[test]
fn a_text_that_tells_the_line_of_play_is_answered_for_the_whole_game() {
    let game = open("take-ends:numbers=3/9/1/2", &Known).unwrap();
    for (ask, text, value, best, to_come) in [
        (Ask::Margin, "after left", "-5", "left", false),
        (Ask::Winner, "after left", "second", "left", false),
        // Even on points to come, and six behind: no move wins, and all are alike.
        (
            Ask::Winner,
            "start after left left",
            "second",
            "left right",
            false,
        ),
        (
            Ask::Winner,
            "after left left left left",
            "second",
            "",
            false,
        ),
        // What was gained before this is not known.
        (Ask::Margin, "2-4 after left", "+1", "right", true),
        (Ask::Winner, "3-4", "first", "right", true),
    ] {
        let mut session = yomikiri_catalog::whole::session(&*game, ask, None).unwrap();
        let want = Want {
            best: true,
            line: true,
        };
        let found = session.answer(text, want, &mut Control::new()).unwrap();
        let told = found.best.unwrap_or_default().join(" ");
        assert_eq!(
            (
                found.bound.to_string().as_str(),
                told.as_str(),
                found.to_come,
                found.ask
            ),
            (value, best, to_come, ask),
            "{ask:?} {text}"
        );
        let known = session.value(text, &mut Control::new()).unwrap();
        assert_eq!(known, (found.bound, None));
    }
}

/// Behind by thirty points, whatever Second takes loses the game: points are given away, and no win.
#[test]
fn moves_are_graded_by_the_whole_game() {
    let game: Arc<dyn AnyGame> = Arc::from(open("take-ends:numbers=1/2/30", &Known).unwrap());
    let grade = |ask| {
        let mut grader = Grader::new(&game, ask, None, Box::new(Control::new)).unwrap();
        let played = Played::read("right left left").unwrap().unwrap();
        grader.game(&played).unwrap();
        grader.report().all
    };
    let by_points = grade(Ask::Margin);
    assert_eq!(by_points.perfect.counted, (2, 3));
    assert_eq!(by_points.keeping.counted, (3, 3));
    assert_eq!(by_points.points.unwrap().mean, 2.0 / 3.0);
    let by_winner = grade(Ask::Winner);
    assert_eq!(by_winner.perfect.counted, (3, 3));
    // What could be lost was lost before.
    assert_eq!(by_winner.perfect_decisions.counted, (1, 1));
}

/// If an end of a game is worth points, or a move gains some, people are asked how many.
#[test]
fn points_that_count_are_asked_for() {
    let mut random = Random::new(0);
    for example in infos().iter().flat_map(|info| info.examples) {
        let game = open(example, &Shipped).expect("an example");
        for _ in 0..20 {
            let mut at = "start".to_owned();
            let counts = loop {
                let board = game.board(&at).expect("a position");
                let worth = |outcome| matches!(outcome, Outcome::Margin(points) if points != 0);
                if board.has_gains || board.outcome.is_some_and(worth) {
                    break true;
                }
                let moves = &board.moves;
                if moves.is_empty() || at.len() > 2_000 {
                    break false;
                }
                let mv = &moves[random.below(moves.len() as u64) as usize];
                at = mv.position.clone();
                // Play may go round.
                if random.below(200) == 0 {
                    break false;
                }
            };
            let ask = natural_ask(&*game);
            assert!(!counts || ask == Ask::Margin, "{example}: {at}");
        }
    }
}

/// A rule sheet whose goals differ by more than winning is asked for points.
#[test]
fn sheets_with_margins_count_points() {
    for (name, counts) in [("coins", true), ("tictactoe", false)] {
        let spec = format!("gdl:file=examples/gdl/{name}.kif");
        let game = open(&spec, &Shipped).expect("a sheet of ours");
        assert_eq!(game.counts_points(), counts, "{name}");
    }
}
