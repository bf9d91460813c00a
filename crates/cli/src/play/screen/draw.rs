//! The drawing of the screen: the head, the board, the moves.

use super::Screen;
use crate::play::picture::{Picture, Shown, value_style, wrapped};
use crate::play::sitting::{level_text, sign, words};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use yomikiri_catalog::lang::Message;
use yomikiri_catalog::play::Slip;
use yomikiri_catalog::{Bound, Counted, Player};

/// From this width on the moves are beside the board, otherwise below it.
const WIDE: u16 = 64;

impl Screen<'_> {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let [head, middle, foot] = Layout::vertical([
            Constraint::Length(3),
            Constraint::Min(1),
            Constraint::Length(2),
        ])
        .areas(frame.area());
        let [board, side] = match frame.area().width >= WIDE {
            true => Layout::horizontal([Constraint::Percentage(60), Constraint::Percentage(40)]),
            false => Layout::vertical([Constraint::Percentage(65), Constraint::Percentage(35)]),
        }
        .areas(middle);
        let keys = Message::Keys {}.text(self.sitting.lang);
        frame.render_widget(Paragraph::new(self.head()), head);
        self.draw_board(frame, board);
        self.draw_moves(frame, side);
        frame.render_widget(Paragraph::new(keys).wrap(Wrap { trim: true }), foot);
    }

    fn head(&self) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let lang = self.sitting.lang;
        let who = |player| level_text(self.sitting.level(player), lang);
        let players = Message::Players {
            game: self.sitting.title(),
            first: &who(Player::First),
            second: &who(Player::Second),
        };
        let mut status = self.sitting.status();
        if self.solver.is_busy() {
            status = Message::Thinking { status: &status }.text(lang);
        }
        let last = self.sitting.record().next_back();
        let said = match (&self.message, last) {
            (Some(message), _) => message.clone(),
            (None, Some((player, mv, slip))) => {
                let player = &self.sitting.name(player);
                let slip = slip.filter(|slip| slip.costs());
                match slip.map(|slip| self.said(slip)) {
                    Some(slip) => Message::PlayedBadly {
                        player,
                        mv,
                        slip: &slip,
                    }
                    .text(lang),
                    None => Message::Played { player, mv }.text(lang),
                }
            }
            (None, None) => String::new(),
        };
        vec![
            Line::raw(players.text(lang)),
            Line::styled(status, bold),
            Line::raw(self.hint().unwrap_or(said)),
        ]
    }

    /// Returns the current level of the requested hint.
    fn hint(&self) -> Option<String> {
        let known = self.sitting.known().filter(|_| self.hints > 0)?;
        let Bound::Exact(value) = known.answer.bound else {
            return None;
        };
        let player = known.to_move;
        let keeping = known
            .moves
            .iter()
            .filter(|mv| !Slip::between(value, mv.value, player).is_some_and(Slip::is_blunder));
        let lang = self.sitting.lang;
        let message = match self.hints {
            1 => &Message::HintValue {
                player: &self.sitting.name(player),
                value: &words(value, player, lang),
            },
            2 => &Message::HintCount {
                moves: Counted(keeping.count() as u64, "move"),
            },
            _ => &Message::HintMove {
                mv: &known.moves.first()?.mv,
            },
        };
        Some(message.text(lang))
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let moves = self.moves();
        let selected = moves.get(self.selected).and_then(|(_, target)| *target);
        let hinted: Vec<usize> = match (self.hints, self.sitting.known()) {
            (3, Some(known)) => known
                .moves
                .first()
                .and_then(|mv| mv.target)
                .into_iter()
                .collect(),
            _ => Vec::new(),
        };
        let shown = Shown {
            board: self.sitting.board(),
            values: self.values(),
            selected,
            hinted: &hinted,
            colors: self.colors,
        };
        let Picture { mut lines, places } = shown.picture();
        let room = usize::from(area.width);
        let notes = self.sitting.notes();
        lines.extend(notes.flat_map(|note| wrapped(&note, room)).map(Line::raw));
        // Keep the selected place visible, however small the terminal is.
        let sight = selected.and_then(|index| places.get(index));
        let beyond = |end: u16, room: u16| end.saturating_sub(room);
        self.scroll = sight.map_or((0, 0), |place| {
            (
                beyond(place.y.saturating_add(place.height), area.height),
                beyond(place.x.saturating_add(place.width), area.width),
            )
        });
        (self.area, self.places) = (area, places);
        frame.render_widget(Paragraph::new(lines).scroll(self.scroll), area);
    }

    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.sitting.lang;
        let values = self.values();
        let mut lines = Vec::new();
        if let Some(known) = values
            && let Bound::Exact(value) = known.answer.bound
        {
            let message = Message::PlayerValue {
                player: &self.sitting.name(known.to_move),
                value: &words(value, known.to_move, lang),
            };
            let sign = sign(value, known.to_move);
            lines.push(Line::raw(format!("{sign} {}", message.text(lang))));
        }
        let moves = self.moves();
        let room = usize::from(area.height).saturating_sub(lines.len()).max(1);
        let from = (self.selected + 1).saturating_sub(room);
        for (index, (mv, _)) in moves.iter().enumerate().skip(from).take(room) {
            let pointer = if index == self.selected { '>' } else { ' ' };
            let found = values.and_then(|known| known.moves.get(index).map(|mv| (known, mv)));
            lines.push(match found {
                Some((known, found)) => {
                    let sign = sign(found.value, known.to_move);
                    let text = words(found.value, known.to_move, lang);
                    let best = if found.best { '*' } else { ' ' };
                    let style = value_style(sign, self.colors);
                    Line::from(vec![
                        Span::raw(format!("{pointer}{best}{mv}  ")),
                        Span::styled(format!("{sign} {text}"), style),
                    ])
                }
                None => Line::raw(format!("{pointer} {mv}")),
            });
        }
        frame.render_widget(Paragraph::new(lines), area);
    }
}
