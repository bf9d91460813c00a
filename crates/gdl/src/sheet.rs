//! A sheet that was read: the game as states, moves and goals.

use crate::check::{Checked, Doubtful, check, doubtful};
use crate::ground::ground;
use crate::limits::{Budget, Limits, Unread};
use crate::net::{Network, build};
use crate::places::Places;
use crate::read::read;
use crate::rules::rules;
use crate::steps::{Counter, Steps};
use crate::text::Texts;
use std::fmt;
use std::ops::Range;

/// A game for two players from a rule sheet, ready to be played.
#[derive(Debug)]
pub struct Sheet {
    pub(crate) network: Network,
    pub(crate) texts: Texts,
    pub(crate) counter: Option<Counter>,
    doubtful: Doubtful,
    places: Places,
    roles: [String; 2],
    size: Size,
}

/// The size of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of rules after `or`s are split.
    pub rules: usize,
    /// The number of atoms that can hold and that a rule requests.
    pub atoms: usize,
    /// The number of instances of rules among these atoms.
    pub instances: usize,
    /// The number of propositions that make up a state.
    pub propositions: usize,
    /// The number of propositions that were left out because no move, goal or end of play ever depends on them.
    pub idle: usize,
    /// The number of moves of both roles.
    pub moves: usize,
    /// The number of gates of the network.
    pub gates: usize,
    /// The number of literals in the gates.
    pub literals: usize,
    /// The number of steps that grounding took.
    pub steps: u64,
}

impl Sheet {
    /// Reads a sheet and builds its network. Calls `is_stopped` regularly to ask whether to stop.
    ///
    /// # Errors
    ///
    /// Returns an error for a mistake in the sheet, with its place; for a game with chance or without exactly two
    /// roles; and if a limit is exceeded.
    pub fn read(
        text: &str,
        limits: &Limits,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Sheet, Unread> {
        let mut program = rules(&read(text)?)?;
        let Checked { roles, doubt } = check(&program)?;
        let count = program.rules.len();
        let doubtful = doubtful(&program);
        let places = Places::of(&program, roles);
        let mut budget = Budget::new(*limits, is_stopped);
        let grounded = ground(&mut program, limits.all, &mut budget)?;
        let network = build(&program, &grounded, roles, doubt, &mut budget)?;
        let texts = Texts::new(&program.terms, &network, &mut budget)?;
        let gates = [&network.state, &network.step];
        Ok(Sheet {
            texts,
            counter: Counter::find(&network),
            doubtful,
            places,
            roles: roles.map(|role| program.terms.show(role)),
            size: Size {
                rules: count,
                atoms: grounded.atoms,
                instances: grounded.instances.len(),
                propositions: network.base.len(),
                idle: network.idle,
                moves: network.moves.len(),
                gates: gates.iter().map(|gates| gates.len()).sum(),
                literals: gates.iter().map(|gates| gates.literals()).sum(),
                steps: budget.steps(),
            },
            network,
        })
    }

    /// Returns the two roles, in the order of the sheet.
    pub fn roles(&self) -> [&str; 2] {
        [&self.roles[0], &self.roles[1]]
    }

    /// Returns a sentence about names that no rule ever derives or no condition uses, or `None` if there are none.
    /// In a sheet that cannot be played, such names are mostly misspelt.
    pub fn misspelt(&self) -> Option<String> {
        self.doubtful.tell()
    }

    /// Returns the place in the text of the rule that a refusal is about: the first of several.
    pub fn place_of(&self, refused: &Refused) -> Range<usize> {
        let places = &self.places;
        let place = match refused {
            Refused::Simultaneous | Refused::Large => &places.legal[0],
            Refused::NoMove(role) => &places.legal[*role],
            Refused::NoGoal(role) | Refused::TwoGoals(role, _) => &places.goal[*role],
            Refused::Outcome { .. } | Refused::Sum { .. } => &places.goal[0],
            Refused::Cut => &places.terminal,
        };
        place.clone()
    }

    /// Returns the size of the sheet.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of words of a state.
    pub fn words(&self) -> usize {
        self.network.words()
    }

    /// Returns the initial state, with a bit for each proposition.
    pub fn start(&self) -> &[u64] {
        &self.network.start
    }

    /// Returns the role, 0 or 1, that a move belongs to.
    pub fn role_of(&self, mv: u32) -> usize {
        self.network.moves[mv as usize].0
    }

    /// Returns all goal values that a role can have, in ascending order.
    pub fn goal_values(&self, role: usize) -> Vec<i32> {
        let of_role =
            |&&(who, _, literal): &&(usize, i32, u32)| who == role && literal != crate::net::FALSE;
        let goals = self.network.goals.iter().filter(of_role);
        let mut values: Vec<i32> = goals.map(|&(_, value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

impl Sheet {
    /// Returns the text of a state: the propositions that hold, with a `+` between names. Propositions of the same
    /// name share it: `cell(1,1,x)(1,2,o)+control(x)`. A state in which nothing holds is `-`.
    pub fn state_text(&self, state: &[u64]) -> String {
        self.texts.state_text(state)
    }

    /// Reads the text of a state.
    ///
    /// # Errors
    ///
    /// Returns the range, in bytes, of a text that is not a proposition of this game.
    pub fn parse_state(&self, text: &str) -> Result<Vec<u64>, std::ops::Range<usize>> {
        self.texts.parse_state(text, self.words())
    }

    /// Returns the text of a move.
    pub fn move_text(&self, mv: u32) -> &str {
        self.texts.mv(mv)
    }

    /// Returns the text of a proposition, such as `cell(1,2,x)`.
    pub fn proposition(&self, number: usize) -> String {
        self.texts.proposition(number)
    }

    /// Returns the longest step counter of the sheet.
    pub fn steps(&self) -> Option<Steps> {
        let counter = self.counter.as_ref()?;
        Some(Steps {
            first: self.proposition(counter.props[0]),
            last: self.proposition(*counter.props.last()?),
            moves: counter.props.len() - 1,
            can_drop: counter.can_drop,
            ends_play: counter.ends_play,
        })
    }

    /// Returns the number of moves that the step counter leaves in a state: 0 if the counter is at its last
    /// proposition or at none.
    pub fn steps_left(&self, state: &[u64]) -> u64 {
        self.counter
            .as_ref()
            .map_or(0, |counter| counter.left(state))
    }
}

/// The reason why a state of a sheet cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Both roles have a choice.
    Simultaneous,
    /// A role has no legal move, and play is not over.
    NoMove(usize),
    /// Play is over, and a role has no goal value.
    NoGoal(usize),
    /// Play is over, and a role has two goal values.
    TwoGoals(usize, [i32; 2]),
    /// The sheet has at most three goal values, and those of both roles are neither the highest and the lowest nor
    /// both the one between.
    Outcome {
        /// The goal values here.
        here: [i32; 2],
        /// The lowest value and the highest of the sheet.
        range: [i32; 2],
    },
    /// The sheet has more than three goal values, and those of both roles do not have the usual sum.
    Sum {
        /// The goal values here.
        here: [i32; 2],
        /// The expected sum.
        sum: i32,
    },
    /// The game is played without the step counter, and the end of play by the counter would not be a draw here.
    Cut,
    /// The states that the moves lead to take more bytes than the limit of the [expander](crate::Expander::holding).
    Large,
}

impl Refused {
    /// Describes the reason with the names of the roles, in one sentence without a full stop.
    pub fn tell(&self, roles: [&str; 2]) -> String {
        struct Told<'t>(&'t Refused, [&'t str; 2]);
        impl fmt::Display for Told<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Told(refused, roles) = self;
                match refused {
                    Refused::Simultaneous => {
                        write!(
                            f,
                            "both roles have a choice of moves at once: only games of turns are solved"
                        )
                    }
                    Refused::NoMove(role) => {
                        write!(
                            f,
                            "the role `{}` has no legal move, and play is not over",
                            roles[*role]
                        )
                    }
                    Refused::NoGoal(role) => {
                        write!(
                            f,
                            "play is over, and the role `{}` has no goal value: a number from 0 to 100",
                            roles[*role]
                        )
                    }
                    Refused::TwoGoals(role, [a, b]) => {
                        write!(
                            f,
                            "play is over, and the role `{}` has two goals, {a} and {b}",
                            roles[*role]
                        )
                    }
                    Refused::Cut => write!(
                        f,
                        "the step counter would not end play with a draw here: it cannot be dropped"
                    ),
                    Refused::Large => write!(
                        f,
                        "the positions that the moves of one position lead to take too much memory"
                    ),
                    Refused::Outcome {
                        here: [a, b],
                        range: [low, high],
                    } => write!(
                        f,
                        "the goals {a} and {b} are no win and no draw: who wins has {high} while the other has {low}"
                    ),
                    Refused::Sum { here: [a, b], sum } => write!(
                        f,
                        "the goals {a} and {b} do not add up to {sum}: only games of constant sum are solved"
                    ),
                }
            }
        }
        Told(self, roles).to_string()
    }
}
