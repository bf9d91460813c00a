//! A game as one file, written by the command line. It equals the page's own export, and the same code, which the file
//! contains, draws it. It needs no server and no outside resources. If no script may run, the file shows its positions
//! as text.

use crate::data::{BoardData, PositionData};
use crate::{web, written};
use serde::Serialize;
use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_catalog::{
    AFTER, AnyGame, AnySession, Ask, Board, Control, Moves, Points, QueryError, play, read,
};

/// The most positions of a file, as in `export.js`.
const MOST: usize = 200;
/// The modules that draw a file; each may use those before it.
const MODULES: [&str; 13] = [
    "svg.js",
    "past.js",
    "dom.js",
    "ja.js",
    "text.js",
    "value.js",
    "tree.js",
    "pieces.js",
    "ground.js",
    "board.js",
    "picture.js",
    "export.js",
    "alone.js",
];

/// A position of the file.
#[derive(Serialize)]
struct Entry {
    /// The move that led here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    board: BoardData,
    /// The values; absent if the game is over, or if nothing was proven in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<PositionData>,
}

/// The content of a file.
#[derive(Serialize)]
struct Shown {
    language: &'static str,
    title: String,
    line: Vec<Entry>,
    /// The entry that is shown first.
    at: usize,
    /// The positions as text, in HTML.
    #[serde(skip)]
    text: String,
}

/// A page with counts of its positions.
pub struct Exported {
    /// The page.
    pub html: String,
    /// The number of its positions.
    pub positions: usize,
    /// The positions whose values are proven, or where the game is over.
    pub proven: usize,
}

/// Writes a game as a page: the moves in the position's text, and best play after them. Every position has the proven
/// value of each move.
///
/// # Errors
///
/// If the text is not a position, or if the question does not apply. If a limit is reached, the page ends there.
pub fn export(
    game: &dyn AnyGame,
    position: &str,
    lang: Lang,
    control: &mut Control<'_>,
) -> Result<Exported, QueryError> {
    let ask = play::natural_ask(game);
    // Check the whole text before anything is solved.
    game.board(position)?;
    let mut words = position.split_whitespace();
    let start: Vec<&str> = words.by_ref().take_while(|word| *word != AFTER).collect();
    let mut given: Vec<String> = words.map(str::to_owned).collect();
    given.reverse();
    let at = given.len();
    let mut board = game.board(&start.join(" "))?;
    let title = title(&board, lang);
    let mut session = game.session(Points::question(board.has_gains, ask), None)?;
    let mut points = Points::default();
    let (mut mv, mut line) = (None, Vec::new());
    let mut met = vec![board.position.clone()];
    let (mut proven, mut text) = (0, String::new());
    loop {
        let found = valued(session.as_mut(), &board, points, ask, control)?;
        let so_far = board.has_gains.then_some(points);
        let step = mv.as_deref().map(|mv| (line.len(), mv));
        text += &written::position(step, &board, points, found.as_ref(), lang);
        let value = found.and_then(|found| PositionData::new(&board, &found, so_far, lang));
        let best = value.as_ref().and_then(PositionData::best);
        proven += usize::from(value.is_some() || board.outcome.is_some());
        line.push(Entry {
            mv: mv.take(),
            board: BoardData::new(&board, so_far, ask, lang),
            value,
        });
        let Some(next) = given.pop().or(best).filter(|_| line.len() < MOST) else {
            break;
        };
        let Some(made) = board.moves.iter().find(|made| made.mv == next) else {
            break;
        };
        // If best play returns to a position, it would repeat for ever.
        if line.len() > at && met.contains(&made.position) {
            break;
        }
        met.push(made.position.clone());
        points = points.after(board.to_move, made.gain.unwrap_or(0));
        mv = Some(next);
        let after = made.position.clone();
        board = game.board(&after)?;
    }
    let positions = line.len();
    let shown = Shown {
        language: lang.name(),
        title,
        at: at.min(positions - 1),
        line,
        text,
    };
    Ok(Exported {
        html: html(&shown, lang),
        positions,
        proven,
    })
}

/// Returns the values of a position's moves; `None` if the game is over, or if a limit is reached first.
fn valued(
    session: &mut dyn AnySession,
    board: &Board,
    points: Points,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Option<Moves>, QueryError> {
    if board.outcome.is_some() {
        return Ok(None);
    }
    let found = session.moves(&board.position, control)?;
    let is_whole = found.answer.stopped.is_none();
    Ok(is_whole.then(|| points.moves(found, ask)))
}

/// Returns the game's title.
fn title(board: &Board, lang: Lang) -> String {
    let family = || read(&board.game).map_or(board.game.as_str(), |(info, _)| info.title);
    said(board.title.as_deref().unwrap_or_else(family), lang)
}

/// Returns the file.
fn html(shown: &Shown, lang: Lang) -> String {
    // Serialization cannot fail, because all keys are strings. A `<` could end the element.
    let data = serde_json::to_string(shown).unwrap_or_default();
    let data = data.replace('<', "\\u003c");
    let (title, text) = (written::escaped(&shown.title), &shown.text);
    let (language, style) = (shown.language, web::text("style.css"));
    let note = Message::NoScript {}.text(lang);
    let code = bundle();
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<noscript><main class=\"written\">\n<h1>{title}</h1>\n{text}<p class=\"quiet\">{note}</p>\n</main></noscript>\n\
         <script type=\"application/json\" id=\"game\">{data}</script>\n<script type=\"module\">\n{code}\
         modules[\"/alone.js\"].show(JSON.parse(document.getElementById(\"game\").textContent));\n</script>\n</body>\n</html>\n"
    )
}

/// Joins the modules into one script. Each becomes a block that stores its exports where the others find them.
fn bundle() -> String {
    let mut code = String::from("const modules = {};\n");
    for name in MODULES {
        let mut names = Vec::new();
        code += "{\n";
        for line in web::text(name).lines() {
            code += &plain(line, &mut names);
            code.push('\n');
        }
        let names = names.join(", ");
        code += &format!("modules[\"/{name}\"] = {{ {names} }};\n}}\n");
    }
    code
}

/// Removes `import` and `export` from a line of a module; adds its exports to `names`.
fn plain(line: &str, names: &mut Vec<String>) -> String {
    if let Some(rest) = line.strip_prefix("import ")
        && let Some((what, from)) = rest.split_once(" from ")
    {
        let (what, from) = (what.replace(" as ", ": "), from.trim_end_matches(';'));
        return format!("const {what} = modules[{from}];");
    }
    let Some(rest) = line.strip_prefix("export ") else {
        return line.replace("import(\"/ja.js\")", "modules[\"/ja.js\"]");
    };
    let after = rest.strip_prefix("async ").unwrap_or(rest);
    let named = after.split_once(' ').map_or("", |(_, named)| named);
    let end = named.find(|letter: char| !(letter.is_alphanumeric() || "$_".contains(letter)));
    names.push(named[..end.unwrap_or(named.len())].to_owned());
    rest.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_one() {
        let code = bundle();
        for line in code.lines() {
            assert!(
                !line.starts_with("import ") && !line.starts_with("export "),
                "{line}"
            );
        }
        assert!(!code.contains("import(") && !code.contains("</script"));
        // Every module must come after those it uses.
        for (index, name) in MODULES.iter().enumerate() {
            for line in web::text(name)
                .lines()
                .filter(|line| line.starts_with("import "))
            {
                let from = line
                    .split('"')
                    .nth(1)
                    .expect("an address")
                    .trim_start_matches('/');
                assert!(MODULES[..index].contains(&from), "{name}: {line}");
            }
        }
        let mut names = Vec::new();
        assert_eq!(
            plain("export const $ = (id) => 1;", &mut names),
            "const $ = (id) => 1;"
        );
        assert_eq!(
            plain("export async function a(b) {", &mut names),
            "async function a(b) {"
        );
        assert_eq!(plain("export class Tree {", &mut names), "class Tree {");
        assert_eq!(names, ["$", "a", "Tree"]);
    }
}
