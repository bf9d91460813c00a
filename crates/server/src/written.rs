//! The positions of a page as text, for readers whose browser runs no script: in mails, feeds and restricted
//! frames.

use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_catalog::{Board, Bound, Moves, Outcome, Player, Points, Value};

/// Escapes a text for a page.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn name(player: Player, lang: Lang) -> String {
    match player {
        Player::First => Message::FirstPlayer {},
        Player::Second => Message::SecondPlayer {},
    }
    .text(lang)
}

/// Describes a value: who wins, and by how many points or in how many plies.
fn told(value: Value, lang: Lang) -> String {
    let Some(winner) = value.winner() else {
        return Message::Even {}.text(lang);
    };
    let how = match (value.margin(), value.plies()) {
        (Some(points), _) => Message::WinBy {
            points: points.unsigned_abs(),
        },
        (None, Some(plies)) => Message::WinIn {
            plies: u64::from(plies),
        },
        (None, None) => Message::Win {},
    };
    let (player, value) = (&name(winner, lang), &how.text(lang));
    Message::PlayerValue { player, value }.text(lang)
}

/// Describes how a game ended.
fn over(outcome: Outcome, lang: Lang) -> String {
    let player = &outcome
        .winner()
        .map_or_else(String::new, |it| name(it, lang));
    match outcome {
        Outcome::Win(_) => Message::OverWon { player },
        Outcome::Draw => Message::OverDraw {},
        Outcome::Margin(0) => Message::OverEven {},
        Outcome::Margin(points) => Message::OverPoints {
            player,
            points: points.unsigned_abs(),
        },
    }
    .text(lang)
}

/// Writes a position: its move with the number, the board, the value, and every move with its value, the best
/// first.
pub(crate) fn position(
    mv: Option<(usize, &str)>,
    board: &Board,
    points: Points,
    found: Option<&Moves>,
    lang: Lang,
) -> String {
    let mut drawn = board.diagram.clone();
    for note in &mut drawn.notes {
        *note = said(note, lang);
    }
    let player = &name(board.to_move, lang);
    let mut verdict = match board.outcome {
        Some(outcome) => over(points.outcome(outcome), lang),
        None => Message::Turn { player }.text(lang),
    };
    if let Some(Bound::Exact(value)) = found.map(|found| found.answer.bound) {
        verdict += ": ";
        verdict += &told(value, lang);
    }
    let mut text = String::from("<section>\n");
    if let Some((ply, mv)) = mv {
        text += &format!("<h2>{ply}. {}</h2>\n", escaped(mv));
    }
    let (drawn, verdict) = (escaped(&drawn.to_string()), escaped(&verdict));
    text += &format!("<pre>{drawn}</pre>\n<p>{verdict}</p>\n");
    if let Some(found) = found {
        text += "<ul>\n";
        for mv in &found.moves {
            let star = if mv.best { " ★" } else { "" };
            let (mv, value) = (escaped(&mv.mv), escaped(&told(mv.value, lang)));
            text += &format!("<li>{mv}{star} · {value}</li>\n");
        }
        text += "</ul>\n";
    }
    text + "</section>\n"
}
