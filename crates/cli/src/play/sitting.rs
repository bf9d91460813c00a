//! The state of a game in play: the moves made, the players, and the known values of the position.

use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_catalog::play::{self, Level, Random, Slip};
use yomikiri_catalog::{
    AnyGame, Ask, Board, Bound, Moves, Outcome, Player, Points, TextError, Value,
};

/// A position of the game being played.
struct Reached {
    board: Board,
    /// The points gained before the position.
    points: Points,
    /// If play came back to a position: the ply at which it first occurred.
    returned: Option<usize>,
}

/// A game being played.
pub(crate) struct Sitting<'g> {
    game: &'g dyn AnyGame,
    /// The question that shown values answer, about the whole game as far as its gained points are known.
    ask: Ask,
    /// Whether the points gained before play began here are unknown.
    set_up: bool,
    /// The positions from the first on; those after `at` were taken back.
    reached: Vec<Reached>,
    /// The moves between them.
    moves: Vec<String>,
    /// The loss that each move caused, if it is known.
    slips: Vec<Option<Slip>>,
    at: usize,
    levels: [Option<Level>; 2],
    random: Random,
    /// Whether values are shown.
    pub(crate) analysis: bool,
    /// The language of the texts.
    pub(crate) lang: Lang,
    /// The values of the current position.
    known: Option<Moves>,
}

fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

impl<'g> Sitting<'g> {
    /// Makes a game that continues from a board, with the points gained before it if they are known.
    pub(crate) fn new(
        game: &'g dyn AnyGame,
        ask: Ask,
        (board, gained): (Board, Option<Points>),
        levels: [Option<Level>; 2],
        random: Random,
        analysis: bool,
        lang: Lang,
    ) -> Sitting<'g> {
        Sitting {
            game,
            ask,
            set_up: gained.is_none(),
            reached: vec![Reached {
                board,
                points: gained.unwrap_or_default(),
                returned: None,
            }],
            moves: Vec::new(),
            slips: Vec::new(),
            at: 0,
            levels,
            random,
            analysis,
            lang,
            known: None,
        }
    }

    /// Returns the current position.
    pub(crate) fn board(&self) -> &Board {
        &self.reached[self.at].board
    }

    /// Returns the game's title, or else its spec.
    pub(crate) fn title(&self) -> &str {
        self.game.title().unwrap_or(&self.board().game)
    }

    /// Returns the points gained so far, as far as they are known.
    fn points(&self) -> Points {
        self.reached[self.at].points
    }

    /// Returns the question for the solver, whose answers go to [`learn`](Sitting::learn).
    pub(crate) fn question(&self) -> Ask {
        Points::question(self.game.has_gains(), self.ask)
    }

    /// Returns the opponent to move, if it is an opponent's turn.
    pub(crate) fn opponent(&self) -> Option<Level> {
        match self.board().moves.is_empty() {
            true => None,
            false => self.levels[index(self.board().to_move)],
        }
    }

    /// Returns the player of a side; `None` for a person.
    pub(crate) fn level(&self, player: Player) -> Option<Level> {
        self.levels[index(player)]
    }

    /// Changes the player of a side.
    pub(crate) fn set_level(&mut self, player: Player, level: Option<Level>) {
        self.levels[index(player)] = level;
    }

    /// Returns whether a person plays.
    pub(crate) fn has_person(&self) -> bool {
        self.levels.contains(&None)
    }

    /// Returns the moves made so far, with the loss that each caused.
    pub(crate) fn record(&self) -> impl DoubleEndedIterator<Item = (Player, &str, Option<Slip>)> {
        let made = self.reached.iter().zip(&self.moves).zip(&self.slips);
        made.take(self.at)
            .map(|((at, mv), slip)| (at.board.to_move, mv.as_str(), *slip))
    }

    /// Returns the values of the current position, if they are known.
    pub(crate) fn known(&self) -> Option<&Moves> {
        self.known.as_ref()
    }

    /// Stores the values of the current position, converted to those of the whole game.
    pub(crate) fn learn(&mut self, found: Moves) {
        if found.answer.position == self.board().position {
            self.known = Some(self.points().moves(found, self.ask));
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), TextError> {
        let board = self.board();
        if self.reached[self.at].returned.is_some() {
            let wrong = format!("`{mv}` is not a legal move here");
            return Err(TextError::new(0..mv.len(), wrong).help("the game is over"));
        }
        let mut next = match self.game.play(&board.position, mv) {
            Ok(position) => self.game.board(&position)?,
            Err(Ok(error) | Err(error)) => return Err(error),
        };
        let returned = self.returned(&next);
        if returned.is_some() {
            // Play could cycle for ever, so the game is over with the outcome of endless play.
            next.outcome = next.endless;
            next.moves.clear();
        }
        let moves = || board.moves.iter();
        let named = moves().find(|made| made.mv == mv);
        // A move in another notation is recognised by its position.
        let made = named.or_else(|| moves().find(|made| made.position == next.position));
        let gain = made.and_then(|made| made.gain).unwrap_or(0);
        let points = self.points().after(board.to_move, gain);
        let slip = self.slip(mv);
        self.reached.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.slips.truncate(self.at);
        self.reached.push(Reached {
            board: next,
            points,
            returned,
        });
        self.moves.push(mv.to_owned());
        self.slips.push(slip);
        self.go(self.at + 1);
        Ok(())
    }

    /// Returns the ply at which the same position occurred before, if the game may cycle and is not over.
    fn returned(&self, board: &Board) -> Option<usize> {
        board.endless.filter(|_| board.outcome.is_none())?;
        self.plies_to(&board.position).or_else(|| {
            // The first position may be written in another form, such as `start`, so compare the boards.
            let first = &self.reached.first()?.board;
            let alike = (first.to_move, &first.diagram, &first.moves)
                == (board.to_move, &board.diagram, &board.moves);
            alike.then_some(0)
        })
    }

    /// Returns the ply of a position with this text, if it occurred.
    fn plies_to(&self, position: &str) -> Option<usize> {
        let mut before = self.reached[..=self.at].iter();
        before.position(|known| known.board.position == position)
    }

    /// Returns what a move of the current position gives away, if that is known.
    fn slip(&self, mv: &str) -> Option<Slip> {
        let known = self.known.as_ref()?;
        let Bound::Exact(value) = known.answer.bound else {
            return None;
        };
        let found = known.moves.iter().find(|found| found.mv == mv)?;
        Slip::between(value, found.value, known.to_move)
    }

    /// Returns the opponent's move, once the values are known.
    pub(crate) fn choose(&mut self) -> Option<String> {
        let level = self.opponent()?;
        let known = self.known.as_ref()?;
        let mut found = level.choose(known, &mut self.random)?;
        // A return to a position ends the game, so an imperfect opponent could lose by it.
        if self.board().endless.is_some() && self.plies_to(&found.position).is_some() {
            found = Level::Perfect.choose(known, &mut self.random)?;
        }
        Some(found.mv.clone())
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.known = None;
    }

    /// Takes back the last move; against an opponent, back to the last turn of a person.
    pub(crate) fn undo(&mut self) {
        let person = self.has_person();
        while self.at > 0 {
            self.go(self.at - 1);
            if !person || self.level(self.board().to_move).is_none() {
                break;
            }
        }
    }

    /// Repeats moves that were taken back.
    pub(crate) fn redo(&mut self) {
        while self.at + 1 < self.reached.len() {
            self.go(self.at + 1);
            if self.opponent().is_none() {
                break;
            }
        }
    }

    /// Restarts the game.
    pub(crate) fn again(&mut self) {
        self.reached.truncate(1);
        self.moves.clear();
        self.slips.clear();
        self.go(0);
    }

    /// Returns a player's name.
    pub(crate) fn name(&self, player: Player) -> String {
        said(player.name(), self.lang)
    }

    /// Returns who is to move, or how the game ended.
    pub(crate) fn status(&self) -> String {
        let board = self.board();
        let Some(end) = board.outcome else {
            let player = &self.name(board.to_move);
            return Message::Turn { player }.text(self.lang);
        };
        let whole = self.points().outcome(end);
        let player = &self.name(whole.winner().unwrap_or(board.to_move));
        if let Some(ply) = self.reached[self.at].returned {
            let message = match whole.winner() {
                None => Message::OverCircle { ply },
                Some(_) => Message::OverCircleWon { player, ply },
            };
            return message.text(self.lang);
        }
        let tally = &self.tally(end);
        let message = match whole {
            Outcome::Win(winner) => match board.lined() {
                None => Message::OverWon { player },
                Some(lined) if lined == winner => Message::OverLine { player },
                Some(lined) => Message::OverLineLost {
                    player,
                    other: &self.name(lined),
                },
            },
            Outcome::Draw | Outcome::Margin(0) if board.has_gains => Message::OverEvenBy { tally },
            Outcome::Draw => Message::OverDraw {},
            Outcome::Margin(0) => Message::OverEven {},
            Outcome::Margin(points) => {
                let points = points.unsigned_abs();
                match board.has_gains {
                    true => Message::OverBy {
                        player,
                        points,
                        tally,
                    },
                    false => Message::OverPoints { player, points },
                }
            }
        };
        message.text(self.lang)
    }

    /// Returns the points that decided a game whose moves gain points: those gained, and those that count at
    /// the end.
    fn tally(&self, end: Outcome) -> String {
        let [first, second] = self.points().both();
        let message = match end {
            Outcome::Margin(points) if points != 0 => Message::TallyAndEnd {
                first,
                second,
                points: points.unsigned_abs(),
                player: &self.name(end.winner().unwrap_or(Player::First)),
            },
            _ => Message::Tally { first, second },
        };
        match self.set_up {
            true => Message::TallySetUp {
                tally: &message.text(self.lang),
            }
            .text(self.lang),
            false => message.text(self.lang),
        }
    }

    /// Returns the lines of text beside the board: the game's notes, without those on the turn and the end,
    /// and the points gained.
    pub(crate) fn notes(&self) -> impl Iterator<Item = String> {
        let notes = play::notes(&self.board().diagram);
        let notes = notes.map(|note| said(note, self.lang));
        notes.chain(self.board().has_gains.then(|| self.score()))
    }

    /// Returns the points gained so far.
    fn score(&self) -> String {
        let [first, second] = self.points().both();
        let message = match (self.set_up, self.at) {
            (false, _) => Message::Score { first, second },
            // At first the only fact is that the points gained before are unknown.
            (true, 0) => Message::PointsToCome {},
            (true, _) => Message::ScoreSetUp { first, second },
        };
        message.text(self.lang)
    }
}

/// Returns the sign of a value from a player's side; its colour says the same.
pub(crate) fn sign(value: Value, player: Player) -> char {
    match value.winner() {
        Some(winner) if winner == player => '▲',
        Some(_) => '▼',
        None => '=',
    }
}

/// Describes a value from a player's side.
pub(crate) fn words(value: Value, player: Player, lang: Lang) -> String {
    let points = value.margin().map(i64::unsigned_abs);
    let plies = value.plies().map(u64::from);
    let message = match (sign(value, player), points, plies) {
        ('▲', Some(points), _) => Message::WinBy { points },
        ('▲', None, Some(plies)) => Message::WinIn { plies },
        ('▲', None, None) => Message::Win {},
        ('▼', Some(points), _) => Message::LossBy { points },
        ('▼', None, Some(plies)) => Message::LossIn { plies },
        ('▼', None, None) => Message::Loss {},
        _ => Message::Even {},
    };
    message.text(lang)
}

/// Describes the player of a side.
pub(crate) fn level_text(level: Option<Level>, lang: Lang) -> String {
    let message = match level {
        None => Message::Person {},
        Some(Level::Perfect) => Message::Perfect {},
        Some(Level::Sound) => Message::Sound {},
        Some(Level::Errs(percent)) => Message::Errs { percent },
    };
    message.text(lang)
}
