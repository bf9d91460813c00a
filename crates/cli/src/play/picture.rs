//! Draws a board as lines of styled text, and records where its places are in them.

use super::sitting::sign;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use std::collections::BTreeMap;
use yomikiri_catalog::diagram::{Glyph, Mark};
use yomikiri_catalog::{Board, Moves, Player};

/// The board and the things to point out on it.
pub(crate) struct Shown<'a> {
    pub(crate) board: &'a Board,
    /// Values to write under the places that moves touch.
    pub(crate) values: Option<&'a Moves>,
    /// The place that is selected.
    pub(crate) selected: Option<usize>,
    /// Places to mark as hints.
    pub(crate) hinted: &'a [usize],
    /// Whether colours may be used.
    pub(crate) colors: bool,
}

/// The lines, and the rectangle of each place in them.
pub(crate) struct Picture {
    pub(crate) lines: Vec<Line<'static>>,
    pub(crate) places: Vec<Rect>,
}

/// Returns the chosen form of a piece: full for First, hollow for Second, since not every terminal has
/// colours.
fn form(board: &Board, mark: Mark) -> Option<char> {
    if !board.look.chosen.contains(&mark.symbol) {
        return None;
    }
    let forms = board.look.glyphs.iter();
    let (_, glyph) = forms.clone().find(|(symbol, _)| *symbol == mark.symbol)?;
    let [first, second] = match glyph {
        Glyph::Disc => ['●', '○'],
        Glyph::Pawn => ['♟', '♙'],
        Glyph::King => ['♚', '♔'],
        Glyph::Queen => ['♛', '♕'],
        _ => return None,
    };
    Some(match mark.owner? {
        Player::First => first,
        Player::Second => second,
    })
}

/// Returns the texts of the places, as in the boards of other verbs, with pieces in their chosen form.
fn texts(board: &Board) -> Vec<String> {
    let places = board.diagram.places.iter();
    places
        .map(|place| match (&place.mark, &place.label) {
            (None, None) => "·".to_owned(),
            (None, Some(label)) => label.clone(),
            (Some(mark), None) => form(board, *mark).unwrap_or(mark.symbol).to_string(),
            (Some(mark), Some(label)) => format!("{}:{label}", mark.symbol),
        })
        .collect()
}

/// Centres a text in a width. Wide letters count as two.
fn centred(text: &str, width: usize) -> String {
    let room = width.saturating_sub(Span::raw(text).width());
    let left = room / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(room - left))
}

/// Wraps a text into lines of at most `room` columns at blanks, and inside a word that is longer.
pub(crate) fn wrapped(text: &str, room: usize) -> Vec<String> {
    let width = |text: &str| Span::raw(text).width();
    let mut lines = vec![String::new()];
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(' ').map_or(rest.len(), |blank| blank + 1);
        let (word, after) = rest.split_at(end);
        rest = after;
        let line = lines.last().map_or(0, |line| width(line));
        if line > 0 && line + width(word.trim_end()) > room {
            lines.push(String::new());
        }
        for letter in word.chars() {
            let mut bytes = [0; 4];
            let letter = &*letter.encode_utf8(&mut bytes);
            let line = lines.last().map_or(0, |line| width(line));
            if letter != " " && line > 0 && line + width(letter) > room {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(letter);
            }
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// Returns the colour of a value's sign.
pub(crate) fn value_style(sign: char, colors: bool) -> Style {
    match (colors, sign) {
        (false, _) => Style::new(),
        (true, '▲') => Style::new().fg(Color::Green),
        (true, '▼') => Style::new().fg(Color::Red),
        (true, _) => Style::new().fg(Color::Yellow),
    }
}

/// Returns the sign and number of the best move for each place that moves touch.
fn values_by_place(values: &Moves) -> BTreeMap<usize, (char, String, bool)> {
    let mut found = BTreeMap::new();
    // Best first, so the first move at a place is its best.
    for mv in &values.moves {
        let Some(target) = mv.target else { continue };
        let sign = sign(mv.value, values.to_move);
        let number = match (mv.value.margin(), mv.value.plies()) {
            (Some(0), _) | (None, None) => String::new(),
            (Some(points), _) => points.unsigned_abs().to_string(),
            (None, Some(plies)) => plies.to_string(),
        };
        found.entry(target).or_insert((sign, number, mv.best));
    }
    found
}

impl Shown<'_> {
    /// Draws the board. Costs a line for each row of places, two with values.
    pub(crate) fn picture(&self) -> Picture {
        let places = &self.board.diagram.places;
        let values = self.values.map(values_by_place).unwrap_or_default();
        let texts = texts(self.board);
        let written = texts.iter().map(|text| Span::raw(text.as_str()).width());
        // A blank on each side, or the brackets of the selected place.
        let width = written
            .max()
            .unwrap_or(1)
            .max(if values.is_empty() { 1 } else { 3 })
            + 2;
        let height = if values.is_empty() { 1 } else { 2 };
        let mut rows: BTreeMap<(u16, u16), BTreeMap<u16, usize>> = BTreeMap::new();
        for (index, place) in places.iter().enumerate() {
            let (layer, row, col) = place.at;
            rows.entry((layer, row)).or_default().insert(col, index);
        }
        let mut lines: Vec<Line<'static>> = Vec::new();
        let mut rects = vec![Rect::default(); places.len()];
        let mut layer_before = None;
        for ((layer, _), row) in rows {
            if layer_before.is_some_and(|before| before != layer) {
                lines.push(Line::default());
            }
            layer_before = Some(layer);
            let (mut marks, mut worths) = (Vec::new(), Vec::new());
            let mut column = 0;
            for (col, index) in row {
                let gap = " ".repeat(usize::from(col - column) * width);
                marks.push(Span::raw(gap.clone()));
                worths.push(Span::raw(gap));
                column = col + 1;
                marks.push(self.place(index, &texts[index], width));
                worths.push(match values.get(&index) {
                    Some((sign, number, best)) => {
                        let star = if *best { "*" } else { "" };
                        let text = centred(&format!("{sign}{number}{star}"), width);
                        Span::styled(text, value_style(*sign, self.colors))
                    }
                    None => Span::raw(" ".repeat(width)),
                });
                rects[index] = Rect {
                    x: u16::try_from(usize::from(col) * width).unwrap_or(u16::MAX),
                    y: u16::try_from(lines.len()).unwrap_or(u16::MAX),
                    width: width as u16,
                    height,
                };
            }
            lines.push(Line::from(marks));
            if !values.is_empty() {
                lines.push(Line::from(worths));
            }
        }
        Picture {
            lines,
            places: rects,
        }
    }

    fn place(&self, index: usize, text: &str, width: usize) -> Span<'static> {
        let mark = self.board.diagram.places[index].mark;
        let mut style = Style::new();
        if self.colors {
            style = match mark.and_then(|mark| mark.owner) {
                Some(Player::First) => style.fg(Color::Cyan),
                Some(Player::Second) => style.fg(Color::Yellow),
                None => style,
            };
        }
        if self.board.decisive.contains(&index) {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        if self.hinted.contains(&index) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        if self.selected == Some(index) {
            // Brackets show the selection on any terminal; style alone would not.
            let inside = centred(text, width - 2);
            let style = style.add_modifier(Modifier::BOLD);
            return Span::styled(format!("[{inside}]"), style);
        }
        Span::styled(centred(text, width), style)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_catalog::{NoFiles, open};

    fn drawn(spec: &str, position: &str, selected: Option<usize>) -> Vec<String> {
        let game = open(spec, &NoFiles).unwrap();
        let board = game.board(position).unwrap();
        let shown = Shown {
            board: &board,
            values: None,
            selected,
            hinted: &[],
            colors: false,
        };
        let picture = shown.picture();
        assert_eq!(picture.places.len(), board.diagram.places.len());
        picture.lines.iter().map(Line::to_string).collect()
    }

    #[test]
    fn a_board_and_what_is_selected() {
        assert_eq!(
            drawn("tictactoe", "xx./oo./...", Some(2)),
            [" x  x [·]", " o  o  · ", " ·  ·  · "]
        );
    }

    #[test]
    fn pieces_have_the_form_that_their_file_chooses() {
        let rules = include_str!("../../../../examples/rules/hexapawn.toml");
        let drawn = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("own.toml");
            std::fs::write(&path, text).unwrap();
            let game = open(path.to_str().unwrap(), &crate::files::Disk).unwrap();
            let board = game.board("start").unwrap();
            texts(&board).concat()
        };
        assert_eq!(drawn(rules), "ppp···PPP");
        let chosen = rules.replacen("name = \"pawn\"", "name = \"pawn\"\nglyph = \"king\"", 1);
        assert_eq!(drawn(&chosen), "♔♔♔···♚♚♚");
        // If the form is the letter, the text already has it.
        assert_eq!(drawn(&chosen.replace("\"king\"", "\"token\"")), "ppp···PPP");
    }

    #[test]
    fn wide_letters_take_two_columns() {
        let lines = drawn(
            "shiritori:words=しりとり/りす/すいか/かい/い",
            "start",
            None,
        );
        let widths: Vec<usize> = lines.iter().map(|line| Span::raw(line).width()).collect();
        assert_eq!(widths[0], 40, "four places of eight columns and two blanks");
        assert_eq!(lines[1], "    い    ");
    }
}
