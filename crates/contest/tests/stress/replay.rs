//! Explanations are played through: every move has to be legal, and the play has to come to what is
//! said of it.

use crate::programs::has_line;
use yomikiri_catalog::lang::Lang;
use yomikiri_catalog::{AnySession, Bound, Control, Files, Limits, Method, Player, Want, open};
use yomikiri_contest::problems::{Options, Problem};
use yomikiri_contest::stress::{Found, Line, Play};

/// The file of a game that has one.
struct Own(Option<String>);

impl Files for Own {
    fn read(&self, path: &str) -> Result<String, String> {
        self.0.clone().ok_or_else(|| format!("no file {path}"))
    }
}

pub(crate) fn replay(problem: &dyn Problem, found: &Found) {
    let id = problem.about().id;
    let explanation = found
        .explanation
        .as_ref()
        .expect("wrong answers are explained");
    assert!(!explanation.notes.is_empty(), "{id}");
    for lang in Lang::ALL {
        let lines = explanation.text(lang).lines().count();
        assert!((1..=10).contains(&lines), "{id}: {lines} lines");
    }
    if id == "aoj0066" {
        // Not a matter of play.
        assert_eq!(explanation.play, None);
        return;
    }
    let play = explanation
        .play
        .as_ref()
        .unwrap_or_else(|| panic!("{id}: no play"));
    by_the_catalog(problem, found, play);
    match id {
        "abc349e" => play
            .lines
            .iter()
            .for_each(|line| on_nine_cells(found, play, line)),
        "abc201d" => play.lines.iter().for_each(|line| on_the_grid(found, line)),
        _ => {}
    }
    // Where the answer is a name, it is the name of who wins.
    let answer = String::from_utf8_lossy(found.expected.as_deref().unwrap_or_default());
    if ["abc349e", "abc201d", "edpc-k", "abc354e", "abc278f"].contains(&id) {
        let name = play
            .value
            .winner()
            .map_or("Draw", |winner| play.names[winner as usize]);
        let said = match answer.trim_end() {
            "First" => play.names[0],
            "Second" => play.names[1],
            said => said,
        };
        assert_eq!(name, said, "{id}");
    }
}

/// Every move is legal and made by whose turn it is, the board is the one that is drawn, and the
/// value is what plain recursion says, a memo where that is too slow, or retrograde analysis where
/// play goes round.
fn by_the_catalog(problem: &dyn Problem, found: &Found, play: &Play) {
    let words = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text)
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    let (printed, truth) = (
        words(&found.output),
        words(found.expected.as_deref().unwrap_or_default()),
    );
    let word = truth
        .iter()
        .zip(&printed)
        .position(|(a, b)| a != b)
        .expect("they differ");
    let subject = problem
        .subject(&found.input, word, &Options::default())
        .expect("there is play to show");
    assert_eq!(subject.position, play.position);
    let game = open(&subject.game, &Own(subject.file)).expect("the game is one of ours");
    let (to_move, moves) = game.legal(&play.position).expect("a position");
    assert_eq!(play.to_move, to_move);
    let answer = found.expected.as_ref().expect("the truth is known");
    assert!(answer.len() > 1 && (moves.is_empty() == play.lines.is_empty()));
    let methods = match game.offered().contains(&"acyclic") {
        true => [Method::Plain, Method::Memo],
        false => [Method::Retrograde; 2],
    };
    let sessions = methods.map(|method| game.session(subject.ask, Some(method)));
    let [mut plain, mut quicker] = sessions.map(|session| session.expect("it applies"));
    let mut value = |position: &str| {
        let few = Limits {
            nodes: Some(1_000_000),
            ..Limits::default()
        };
        let ask = |session: &mut dyn AnySession, limits| {
            let mut control = Control::new().limited(limits);
            match session
                .answer(position, Want::VALUE, &mut control)
                .map(|answer| answer.bound)
            {
                Ok(Bound::Exact(value)) => Some(value),
                _ => None,
            }
        };
        ask(&mut *plain, few)
            .or_else(|| ask(&mut *quicker, Limits::default()))
            .expect("no limit was set")
    };
    assert_eq!(value(&play.position), play.value);
    if play.value.winner() == Some(to_move.opponent()) {
        assert_eq!(
            play.lines.len() + play.more,
            moves.len(),
            "each move is answered"
        );
    }
    for line in &play.lines {
        let mut at = play.position.clone();
        let mut gained = [0, 0];
        for (player, mv) in &line.moves {
            let board = game.board(&at).expect("a position");
            let played = board.moves.iter().find(|one| one.mv == *mv);
            let played = played.unwrap_or_else(|| panic!("{mv} in {at}"));
            assert_eq!(*player, board.to_move, "{mv} in {at}");
            gained[*player as usize] += played.gain.unwrap_or(0);
            at = game.play(&at, mv).expect("a legal move");
        }
        let board = game.board(&at).expect("a position");
        let drawn = board.diagram.to_string();
        if !game.has_gains() {
            assert_eq!((&line.board, line.points), (&drawn, None));
            assert_eq!(value(&at).winner(), line.value.winner());
            continue;
        }
        let (points, outcome) = line.points.expect("points are added up");
        assert_eq!(points.both(), gained, "{at}");
        assert_eq!(outcome.is_some(), board.outcome.is_some(), "{at}");
        match outcome {
            // The end by itself is not told: it leaves out what was gained.
            Some(outcome) => {
                assert_eq!(outcome, line.value, "{at}");
                let status = drawn.strip_prefix(&line.board);
                let status = status.expect("all of the board but how it ends");
                assert!(status.starts_with("over"), "{status}");
            }
            None => assert_eq!(line.board, drawn),
        }
    }
}

/// A line of weighted tic-tac-toe by rules written here.
fn on_nine_cells(found: &Found, play: &Play, line: &Line) {
    let weights: Vec<i64> = found
        .input
        .split_whitespace()
        .map(|word| word.parse().expect("a number"))
        .collect();
    let (mut board, mut totals) = ([0_u8; 9], [0_i64; 2]);
    for (ply, (player, mv)) in line.moves.iter().enumerate() {
        assert_eq!(*player as usize, ply % 2);
        assert!(
            !has_line(&board, 1, "") && !has_line(&board, 2, ""),
            "play goes on"
        );
        let (row, col) = mv.split_once(',').expect("row,column");
        let cell =
            3 * row.parse::<usize>().expect("a row") + col.parse::<usize>().expect("a column") - 4;
        assert_eq!(board[cell], 0, "{mv} is free");
        board[cell] = ply as u8 % 2 + 1;
        totals[ply % 2] += weights[cell];
    }
    let winner = if has_line(&board, 1, "") {
        Player::First
    } else if has_line(&board, 2, "") {
        Player::Second
    } else {
        assert!(
            board.iter().all(|&mark| mark != 0),
            "play ends when the board is full"
        );
        if totals[0] > totals[1] {
            Player::First
        } else {
            Player::Second
        }
    };
    assert_eq!(line.value.winner(), Some(winner));
    assert_eq!(play.value.winner(), Some(winner));
}

/// A line on the grid by rules written here.
fn on_the_grid(found: &Found, line: &Line) {
    let rows: Vec<&[u8]> = found.input.lines().skip(1).map(str::as_bytes).collect();
    let (mut at, mut margin) = ((1, 1), 0);
    for (player, mv) in &line.moves {
        let (row, col) = mv.split_once(',').expect("row,column");
        let to: (usize, usize) = (row.parse().expect("a row"), col.parse().expect("a column"));
        assert!(
            to == (at.0 + 1, at.1) || to == (at.0, at.1 + 1),
            "{at:?} to {to:?}"
        );
        let sign = if *player == Player::First { 1 } else { -1 };
        margin += if rows[to.0 - 1][to.1 - 1] == b'+' {
            sign
        } else {
            -sign
        };
        at = to;
    }
    assert_eq!(at, (rows.len(), rows[0].len()), "play ends in the corner");
    assert_eq!(line.value.margin(), Some(margin));
}
