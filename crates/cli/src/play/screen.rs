//! Play on a terminal: keys and mouse, a board, and the moves with their values.

mod draw;

use super::args::PlayArgs;
use super::opponent::Solver;
use super::sitting::Sitting;
use crate::console::Console;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io::{self, stdout};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use yomikiri_catalog::lang::{Message, said, said_error};
use yomikiri_catalog::play::Level;
use yomikiri_catalog::{AnyGame, Bound, Player};

/// The time between two checks of the solver and the signals while no key is pressed.
const GLANCE: Duration = Duration::from_millis(50);
/// The state of the screen.
struct Screen<'g> {
    sitting: Sitting<'g>,
    solver: Solver,
    colors: bool,
    /// The selected move, by its index in the list shown.
    selected: usize,
    hints: u8,
    /// Whether the user stopped the search: then nothing is asked until something changes.
    idle: bool,
    message: Option<String>,
    level: Level,
    /// The area of the drawn board; below, its scroll offset and its places.
    area: Rect,
    scroll: (u16, u16),
    places: Vec<Rect>,
}

/// Plays until the player leaves.
pub(crate) fn run(
    args: &PlayArgs,
    game: &Arc<dyn AnyGame>,
    sitting: Sitting<'_>,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let solver = Solver::new(
        Arc::clone(game),
        sitting.question(),
        args.solver.solver.0,
        args.limits.limits(),
    );
    let mut screen = Screen {
        sitting,
        solver,
        colors: console.has_colors(),
        selected: 0,
        hints: 0,
        idle: false,
        message: None,
        level: args.level,
        area: Rect::default(),
        scroll: (0, 0),
        places: Vec::new(),
    };
    console.flush()?;
    let failed = |error: &io::Error| Failure::system("cannot use the terminal", error);
    let mut terminal = ratatui::try_init().map_err(|error| failed(&error))?;
    // A terminal without a mouse still has keys.
    let _ = execute!(stdout(), EnableMouseCapture);
    let exit = screen.play(&mut terminal);
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    exit.map_err(|error| failed(&error))
}

/// Waits a moment for input. Returns false if the terminal is gone: then there will be no input,
/// and a wait for events would spin.
fn is_there(moment: Duration) -> io::Result<bool> {
    let stdin = io::stdin();
    let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
    let moment = Timespec::try_from(moment).map_err(io::Error::other)?;
    match poll(&mut polled, Some(&moment)) {
        // The signal may mean a new size.
        Ok(0) | Err(Errno::INTR) => Ok(true),
        Ok(_) => Ok(!polled[0]
            .revents()
            .intersects(PollFlags::HUP | PollFlags::ERR)),
        Err(error) => Err(error.into()),
    }
}

impl Screen<'_> {
    fn play(&mut self, terminal: &mut DefaultTerminal) -> io::Result<Exit> {
        loop {
            self.think();
            terminal.draw(|frame| self.draw(frame))?;
            if interrupt::flag().load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            if !is_there(GLANCE)? {
                return Ok(Exit::Interrupted);
            }
            if !event::poll(Duration::ZERO)? {
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let control = key.modifiers.contains(KeyModifiers::CONTROL);
                    match key.code {
                        KeyCode::Char('c') if control => return Ok(Exit::Interrupted),
                        KeyCode::Char('q') | KeyCode::Esc => return Ok(Exit::Answered),
                        _ => self.key(key),
                    }
                }
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    self.click(Position::new(mouse.column, mouse.row));
                }
                // The next drawing handles a new size.
                _ => {}
            }
        }
    }

    /// Asks for missing values, takes in results, and lets the opponent move.
    fn think(&mut self) {
        if let Some(found) = self.solver.found() {
            match found.result {
                Ok(moves) => {
                    self.sitting.learn(moves);
                    let answer = self.sitting.known().map(|known| &known.answer);
                    if let Some(answer) = answer
                        && let Some(why) = answer.stopped
                    {
                        self.message = Some(format!("{}: {}", self.said(why), answer.bound));
                        self.idle = true;
                    }
                }
                Err(error) => {
                    self.message = Some(self.said(error));
                    self.idle = true;
                }
            }
        }
        let opponent = self.sitting.opponent().is_some();
        if opponent && let Some(mv) = self.sitting.choose() {
            let player = &self.sitting.name(self.sitting.board().to_move);
            self.make(&mv);
            let message = Message::Plays { player, mv: &mv };
            self.message = Some(message.text(self.sitting.lang));
            return self.think_if_needed();
        }
        self.think_if_needed();
    }

    fn think_if_needed(&mut self) {
        let wanted = self.sitting.opponent().is_some() || self.sitting.analysis || self.hints > 0;
        let over = self.sitting.board().moves.is_empty();
        if wanted && !over && !self.idle && self.sitting.known().is_none() {
            self.solver.ask(&self.sitting.board().position);
        }
    }

    fn make(&mut self, mv: &str) {
        match self.sitting.play(mv) {
            Ok(()) => self.changed(),
            Err(error) => {
                self.message = Some(said_error(&error, self.sitting.lang).to_string());
            }
        }
    }

    /// Translates a solver's text.
    fn said(&self, text: impl ToString) -> String {
        said(&text.to_string(), self.sitting.lang)
    }

    /// Resets the state after the position or a player changed.
    fn changed(&mut self) {
        self.solver.stop();
        self.selected = 0;
        self.hints = 0;
        self.idle = false;
        self.message = None;
    }

    /// Returns the moves in the order shown, with the places that they touch.
    fn moves(&self) -> Vec<(String, Option<usize>)> {
        match self.values() {
            Some(known) => {
                let moves = known.moves.iter();
                moves.map(|mv| (mv.mv.clone(), mv.target)).collect()
            }
            None => {
                let moves = self.sitting.board().moves.iter();
                moves.map(|mv| (mv.mv.clone(), mv.target)).collect()
            }
        }
    }

    /// Returns the values, if they are known, exact and to be shown.
    fn values(&self) -> Option<&yomikiri_catalog::Moves> {
        let known = self.sitting.known().filter(|_| self.sitting.analysis)?;
        matches!(known.answer.bound, Bound::Exact(_)).then_some(known)
    }

    fn key(&mut self, key: KeyEvent) {
        let moves = self.moves();
        let count = moves.len().max(1);
        match key.code {
            KeyCode::Tab => self.selected = (self.selected + 1) % count,
            KeyCode::BackTab => self.selected = (self.selected + count - 1) % count,
            KeyCode::Left => self.step(&moves, -1, 0),
            KeyCode::Right => self.step(&moves, 1, 0),
            KeyCode::Up => self.step(&moves, 0, -1),
            KeyCode::Down => self.step(&moves, 0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some((mv, _)) = moves.get(self.selected) {
                    self.make(mv);
                }
            }
            KeyCode::Char('a') => {
                self.sitting.analysis = !self.sitting.analysis;
                self.selected = 0;
                self.idle = false;
            }
            KeyCode::Char('h') => {
                self.hints = (self.hints + 1).min(3);
                self.idle = false;
            }
            KeyCode::Char('u') => {
                self.sitting.undo();
                self.changed();
            }
            KeyCode::Char('r') => {
                self.sitting.redo();
                self.changed();
            }
            KeyCode::Char('n') => {
                self.sitting.again();
                self.changed();
            }
            KeyCode::Char('s') => {
                self.solver.stop();
                self.idle = true;
                self.message = Some(Message::Stopped {}.text(self.sitting.lang));
            }
            KeyCode::Char('1') => self.cycle(Player::First),
            KeyCode::Char('2') => self.cycle(Player::Second),
            _ => {}
        }
    }

    /// Switches a side to the next player: a person, perfect play, sound play, the level that errs,
    /// a person again.
    fn cycle(&mut self, player: Player) {
        let errs = match self.level {
            Level::Errs(percent) => Level::Errs(percent),
            _ => Level::Errs(30),
        };
        let next = match self.sitting.level(player) {
            None => Some(Level::Perfect),
            Some(Level::Perfect) => Some(Level::Sound),
            Some(Level::Sound) => Some(errs),
            Some(Level::Errs(_)) => None,
        };
        self.sitting.set_level(player, next);
        self.changed();
    }

    /// Selects the nearest place in a direction; a sideways distance counts double.
    fn step(&mut self, moves: &[(String, Option<usize>)], right: i32, down: i32) {
        let centre = |target: usize| {
            let place = self.places.get(target)?;
            let (x, y) = (i32::from(place.x), i32::from(place.y));
            Some((x + i32::from(place.width) / 2, y))
        };
        let here = moves
            .get(self.selected)
            .and_then(|(_, target)| centre((*target)?));
        let Some(here) = here else {
            // Moves without a place form a list.
            let count = moves.len().max(1) as i32;
            let next = self.selected as i32 + right + down;
            self.selected = next.rem_euclid(count) as usize;
            return;
        };
        let cost = |&(_, target): &&(String, Option<usize>)| {
            let (x, y) = centre((*target)?)?;
            let (dx, dy) = (x - here.0, y - here.1);
            let ahead = dx * right + dy * down;
            (ahead > 0).then(|| ahead + 2 * (dx * down + dy * right).abs())
        };
        let candidates = moves.iter().enumerate();
        let nearest = candidates
            .filter_map(|(index, mv)| Some((cost(&mv)?, index)))
            .min();
        if let Some((_, index)) = nearest {
            self.selected = index;
        }
    }

    fn click(&mut self, at: Position) {
        if !self.area.contains(at) {
            return;
        }
        let at = Position::new(
            at.x - self.area.x + self.scroll.1,
            at.y - self.area.y + self.scroll.0,
        );
        let Some(place) = self.places.iter().position(|place| place.contains(at)) else {
            return;
        };
        let moves = self.moves();
        let here: Vec<usize> = (0..moves.len())
            .filter(|&index| moves[index].1 == Some(place))
            .collect();
        match here.as_slice() {
            [] => {}
            [only] => {
                let mv = moves[*only].0.clone();
                self.make(&mv);
            }
            // Select the next of several moves; Enter plays it.
            several => {
                let now = several.iter().position(|&index| index == self.selected);
                self.selected = several[now.map_or(0, |now| (now + 1) % several.len())];
            }
        }
    }
}
