//! A sheet as a source: states get numbers, and the network computes their successors in batches.

use super::board::Board;
use super::falling::Falling;
use crate::asked::{About, Arena, Fault, KINDS, Known, Source, Unfound};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomikiri_core::{Outcome, Player, Stop, TextError};
use yomikiri_gdl::{Ended, Expander, Refused, Rows, Scoring, Sheet, Turn, play_out};

/// A game by a rule sheet. The first role of the sheet is First.
#[derive(Debug)]
pub struct RuleSheet {
    about: About,
    sheet: Arc<Sheet>,
    scoring: Scoring,
    /// Whether the step counter is dropped.
    drops: bool,
    /// The propositions that determine ranks, if ranks are wanted and there is no step counter.
    falling: Option<Falling>,
    board: Option<Board>,
    inner: Mutex<Inner>,
}

/// The evaluator and the states known so far.
#[derive(Debug)]
struct Inner {
    expander: Expander,
    /// The states, by position number.
    states: Rows<u64>,
    /// The position whose moves are stored, with these moves.
    named: Option<(u32, Vec<u32>)>,
}

/// The options of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the step counter is dropped.
    pub drops_steps: bool,
    /// Whether positions get a rank from the propositions that vanish or appear for good, so that searches work too.
    pub is_ranked: bool,
}

/// The reason why a readable sheet is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// The failure of play, or of an option.
    pub fault: Fault,
    /// The rule at fault, in bytes of the sheet's text. `None` if an option is at fault.
    pub place: Option<Range<usize>>,
}

impl From<Fault> for Unplayed {
    fn from(fault: Fault) -> Unplayed {
        Unplayed { fault, place: None }
    }
}

/// The number of random games that test whether a sheet is playable. `MOST_MOVES` is the most moves of each.
const GAMES: usize = 32;
const MOST_MOVES: usize = 500;

impl RuleSheet {
    /// Builds the game of a sheet.
    ///
    /// # Errors
    ///
    /// If some random game reaches a state that is not supported, if there is no step counter that can be dropped,
    /// or if there is no rank. The random games end once `is_stopped` returns true.
    pub fn new(
        sheet: Sheet,
        title: String,
        options: Options,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<RuleSheet, Unplayed> {
        let drops = options.drops_steps;
        let sheet = Arc::new(sheet);
        let is_refused = |game: &Ended| matches!(game.turn, Turn::Refused(_));
        let games = play_out(&sheet, GAMES, MOST_MOVES, |games| {
            is_stopped() || games.iter().flatten().any(is_refused)
        });
        let scoring = Scoring::of(&sheet, &games);
        for game in games.iter().flatten() {
            let refused = match &game.turn {
                Turn::Refused(refused) => Some(refused.clone()),
                Turn::Over(goals) => scoring.outcome(*goals).err(),
                Turn::Moves { .. } => None,
            };
            if let Some(refused) = refused {
                return Err(Unplayed {
                    fault: fault(&sheet, &refused, &game.state),
                    place: Some(sheet.place_of(&refused)),
                });
            }
        }
        let steps = sheet.steps();
        let mut expander = match (drops, &steps) {
            (false, _) => Expander::new(&sheet),
            (true, None) => return Err(Fault::new("this sheet has no step counter").into()),
            (true, Some(steps)) => Expander::without_steps(&sheet, scoring).ok_or_else(|| {
                let (first, last) = (&steps.first, &steps.last);
                let fault = Fault::new("the step counter of this sheet cannot be dropped");
                fault.help(format!(
                    "something else than the end of play depends on `{first}` to `{last}`"
                ))
            })?,
        };
        let counts = !drops && steps.is_some_and(|steps| steps.ends_play);
        let falling = match options.is_ranked && !counts {
            true => {
                let falling = Falling::find(&sheet, &mut expander);
                let help = "it falls in games in which men are placed for good, not in games in which they move";
                let none = || Fault::new("no rank of this sheet falls with every move").help(help);
                Some(falling.ok_or_else(none)?)
            }
            false => None,
        };
        let by_points = matches!(scoring, Scoring::Margins { .. });
        let mut states = Rows::new(sheet.words());
        states.insert(sheet.start());
        Ok(RuleSheet {
            about: About {
                title: Some(title),
                endless: match by_points {
                    true => Outcome::Margin(0),
                    false => Outcome::Draw,
                },
                // Goals count only at the end.
                has_gains: false,
                is_ranked: counts || falling.is_some(),
            },
            board: Board::find(&sheet),
            sheet,
            scoring,
            drops,
            falling,
            inner: Mutex::new(Inner {
                expander,
                states,
                named: None,
            }),
        })
    }

    /// Returns the sheet.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the reading of the sheet's goals.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Returns whether play ignores the step counter.
    pub fn drops_steps(&self) -> bool {
        self.drops
    }

    /// Returns whether the step counter is the rank.
    fn counts(&self) -> bool {
        self.about.is_ranked && self.falling.is_none()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the facts about a position, from the expander's answer. Its successors get numbers.
    fn known(
        &self,
        turn: &Turn,
        number: u32,
        inner: &mut Inner,
        arena: &Arena,
    ) -> Result<Known, Fault> {
        match turn {
            Turn::Refused(refused) => Err(fault(&self.sheet, refused, inner.states.row(number))),
            Turn::Over(goals) => {
                let outcome = self.scoring.outcome(*goals);
                let here = |refused| fault(&self.sheet, &refused, inner.states.row(number));
                Ok(Known::over(outcome.map_err(here)?))
            }
            &Turn::Moves { role, first, count } => {
                let Inner {
                    expander, states, ..
                } = inner;
                let moves = &expander.moves()[first..first + count];
                let kinds = moves
                    .iter()
                    .map(|&mv| (mv as usize % KINDS) as u16)
                    .collect();
                let mut targets = Vec::with_capacity(count);
                for mv in first..first + count {
                    let (target, is_new) = states.insert(expander.next(mv));
                    if is_new {
                        // The factor 2 accounts for tables that grow by doubling.
                        arena.grow(16 * self.sheet.words() as u64)?;
                    }
                    targets.push(target);
                }
                Ok(Known {
                    to_move: player(role),
                    outcome: None,
                    rank: match (&self.falling, self.about.is_ranked) {
                        (Some(falling), _) => falling.rank(states.row(number)),
                        (None, true) => self.sheet.steps_left(states.row(number)),
                        (None, false) => 0,
                    },
                    targets: targets.into(),
                    gains: Box::default(),
                    names: Box::default(),
                    kinds,
                })
            }
        }
    }

    /// Expands one position.
    fn expand(&self, number: u32, inner: &mut Inner) -> Turn {
        let state = inner.states.row(number).to_vec();
        inner.expander.expand(&state);
        inner.expander.turns()[0].clone()
    }
}

/// Returns the fault for a refusal, with its state.
fn fault(sheet: &Sheet, refused: &Refused, state: &[u64]) -> Fault {
    let message = refused.tell(sheet.roles());
    let fault = match refused {
        Refused::Large => Fault::limit(Stop::Memory, message),
        _ => Fault::new(message),
    };
    let state = sheet.state_text(state);
    fault.help(match sheet.misspelt() {
        None => format!("in {state}"),
        Some(misspelt) => format!("in {state}; {misspelt}"),
    })
}

fn player(role: usize) -> Player {
    match role {
        0 => Player::First,
        _ => Player::Second,
    }
}

impl Source for RuleSheet {
    fn about(&self) -> &About {
        &self.about
    }

    fn advice(&self) -> Option<&'static str> {
        if self.about.is_ranked {
            return None;
        }
        let advice = "with `rank=falling` behind the sheet's name, positions of it can be searched";
        let found = Falling::find(&self.sheet, &mut self.lock().expander);
        found.map(|_| advice)
    }

    fn ask(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        let mut inner = self.lock();
        let numbers = arena.batch(number, u32::MAX);
        for numbers in numbers.chunks(inner.expander.at_once()) {
            let states = numbers.iter().flat_map(|&number| inner.states.row(number));
            let states: Vec<u64> = states.copied().collect();
            inner.expander.expand(&states);
            let turns = inner.expander.turns().to_vec();
            for (turn, &number) in turns.iter().zip(numbers) {
                let known = self.known(turn, number, &mut inner, arena)?;
                arena.learn(number, known)?;
            }
        }
        Ok(())
    }

    fn text(&self, number: u32) -> Result<String, Fault> {
        Ok(self.sheet.state_text(self.lock().states.row(number)))
    }

    fn find(&self, text: &str, arena: &Arena) -> Result<u32, Unfound> {
        let state = self.sheet.parse_state(text).map_err(|span| {
            let what = text.get(span.clone()).unwrap_or_default();
            let message = match what.is_empty() {
                true => "a proposition is expected here".to_owned(),
                false => format!(
                    "{} is no proposition of this game",
                    crate::spec::quoted(what)
                ),
            };
            Unfound::Text(TextError::new(span, message))
        })?;
        let mut inner = self.lock();
        if let Some(number) = inner.states.find(&state) {
            return Ok(number);
        }
        let no = |message: String| Unfound::Text(TextError::new(0..text.len(), message));
        inner.expander.expand(&state);
        match &inner.expander.turns()[0] {
            Turn::Refused(refused) => return Err(no(refused.tell(self.sheet.roles()))),
            Turn::Moves { .. } if self.counts() && self.sheet.steps_left(&state) == 0 => {
                return Err(no("the position has no step counter".to_owned()));
            }
            _ => {}
        }
        let (number, _) = inner.states.insert(&state);
        arena.grow(16 * self.sheet.words() as u64)?;
        Ok(number)
    }

    fn cells(&self, number: u32) -> Option<Vec<String>> {
        Some(self.board.as_ref()?.rows(self.lock().states.row(number)))
    }

    fn beside(&self, number: u32) -> Option<String> {
        let others = self.board.as_ref()?.others(self.lock().states.row(number));
        Some(self.sheet.state_text(&others))
    }

    fn move_text(&self, number: u32, mv: u32) -> Option<String> {
        let mut inner = self.lock();
        if inner
            .named
            .as_ref()
            .is_none_or(|(named, _)| *named != number)
        {
            let moves = match self.expand(number, &mut inner) {
                Turn::Moves { first, count, .. } => {
                    inner.expander.moves()[first..first + count].to_vec()
                }
                _ => Vec::new(),
            };
            inner.named = Some((number, moves));
        }
        let (_, moves) = inner.named.as_ref()?;
        let mv = moves.get(mv as usize)?;
        Some(self.sheet.move_text(*mv).to_owned())
    }

    fn ask_again(&self, number: u32, arena: &Arena) -> Result<(), Fault> {
        let mut inner = self.lock();
        let turn = self.expand(number, &mut inner);
        let known = self.known(&turn, number, &mut inner, arena)?;
        match arena.get(number) {
            Some(before) if *before != known => {
                let fault = Fault::new("other moves follow than before");
                Err(fault.help(format!(
                    "in {}",
                    self.sheet.state_text(inner.states.row(number))
                )))
            }
            _ => Ok(()),
        }
    }
}
