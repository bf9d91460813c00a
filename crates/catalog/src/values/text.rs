//! Values in words and as JSON.

use super::{Found, TermValue, ValuedMove};
use crate::answer::JSON_VERSION;
use crate::lang::{Lang, Message};
use serde::Serialize;
use std::cmp::Ordering;
use yomikiri::Counted;
use yomikiri_cgt::Outcome;

/// The most moves of a player that are put into words.
const TOLD: usize = 8;

impl Found {
    /// Describes the facts in words, one a line.
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let say = |message: Message<'_>| message.text(lang);
        let long = say(Message::TooLongToWrite {});
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| long.clone());
        let mut lines = Vec::new();
        if self.terms.len() > 1 {
            for term in &self.terms {
                let sign = if term.minus { "-" } else { "+" };
                lines.push(format!("{sign} {} = {}", told(term), name(&term.value)));
            }
        }
        let value = name(&self.value);
        lines.push(say(Message::CanonicalForm { value: &value }));
        lines.push(match self.outcome {
            Outcome::Left => say(Message::LeftWins {}),
            Outcome::Right => say(Message::RightWins {}),
            Outcome::Next => say(Message::NextWins {}),
            Outcome::Previous => say(Message::PreviousWins {}),
        });
        if let Some(grundy) = self.grundy {
            lines.push(say(Message::GrundyValue { grundy }));
        }
        let graph = &self.thermograph;
        lines.push(say(Message::MeanAndTemperature {
            mean: &graph.mean.to_string(),
            temperature: &graph.temperature.to_string(),
        }));
        lines.push(say(Message::Stops {
            left: &self.left_stop.to_string(),
            right: &self.right_stop.to_string(),
        }));
        lines.push(say(Message::BornOnDay { day: self.birthday }));
        if let Some(weight) = &self.atomic_weight {
            lines.push(say(Message::AtomicWeight { weight }));
        }
        if self.reduced != self.value {
            let value = name(&self.reduced);
            lines.push(say(Message::ReducedForm { value: &value }));
        }
        if let Some(compared) = self.compared {
            lines.push(match compared {
                Some(Ordering::Equal) => say(Message::SumsEqual {}),
                Some(Ordering::Less) => say(Message::SumIsLess {}),
                Some(Ordering::Greater) => say(Message::SumIsGreater {}),
                None => say(Message::SumsConfused {}),
            });
        }
        let players = match lang {
            Lang::En => ["First", "Second"],
            Lang::Ja => ["先手", "後手"],
        };
        for (moves, player) in self.moves.iter().zip(players) {
            lines.extend(self.told_moves(moves, player, lang));
        }
        lines
    }

    /// Describes the best moves of a player.
    fn told_moves(&self, moves: &[ValuedMove], player: &str, lang: Lang) -> Vec<String> {
        let say = |message: Message<'_>| message.text(lang);
        if moves.is_empty() {
            return vec![say(Message::NoMove { player })];
        }
        let best: Vec<&ValuedMove> = moves.iter().filter(|mv| mv.best).collect();
        let mut lines = vec![match moves.len() {
            1 => say(Message::OnlyMoveOf { player }),
            count => say(Message::BestMovesOf {
                player,
                best: best.len() as u64,
                moves: Counted(count as u64, "move"),
            }),
        }];
        for mv in best.iter().take(TOLD) {
            lines.push(self.told_move(mv, lang));
        }
        if best.len() > TOLD {
            lines.push(format!(
                "  {}",
                say(Message::MoreMoves {
                    count: best.len() - TOLD
                })
            ));
        }
        if self.has_incentives {
            lines.extend(self.told_hotstrat(moves, player, lang));
        }
        lines
    }

    /// A move in words: where, what it leaves, what it gains, and whether it wins.
    fn told_move(&self, mv: &ValuedMove, lang: Lang) -> String {
        let say = |message: Message<'_>| message.text(lang);
        let long = say(Message::TooLongToWrite {});
        let value = mv.value.as_ref().unwrap_or(&long);
        let place = match self.terms.len() {
            1 => String::new(),
            _ => format!("{}: ", told(&self.terms[mv.term])),
        };
        // A move in a typed value is what it becomes.
        let becomes = match self.terms[mv.term].position {
            Some(_) => format!("{} -> {value}", mv.mv),
            None => value.clone(),
        };
        let gain = match self.has_incentives {
            true => {
                let gain = mv.incentive.as_ref().unwrap_or(&long);
                say(Message::MoveGains { gain })
            }
            false => String::new(),
        };
        let wins = match mv.wins {
            true => say(Message::ItWins {}),
            false => String::new(),
        };
        format!("  {place}{becomes}{gain}{wins}")
    }

    /// Describes the moves of hotstrat, and compares them with best play.
    fn told_hotstrat(&self, moves: &[ValuedMove], player: &str, lang: Lang) -> Vec<String> {
        let say = |message: Message<'_>| message.text(lang);
        let hot: Vec<&ValuedMove> = moves.iter().filter(|mv| mv.is_hot).collect();
        let temperature = hot.first().and_then(|mv| mv.temperature);
        let temperature = temperature.map_or_else(String::new, |heat| heat.to_string());
        let mut lines = vec![say(Message::HotstratOf {
            player,
            temperature: &temperature,
        })];
        lines.extend(hot.iter().take(TOLD).map(|mv| self.told_move(mv, lang)));
        if hot.len() > TOLD {
            let count = hot.len() - TOLD;
            lines.push(format!("  {}", say(Message::MoreMoves { count })));
        }
        lines.push(match hotstrat(moves) {
            Some(Hotstrat::Wins) => say(Message::HotstratWins {}),
            Some(Hotstrat::Mixed) => say(Message::HotstratMayErr {}),
            Some(Hotstrat::Errs) => {
                let winning = moves.iter().find(|mv| mv.wins);
                let winning = winning.map_or_else(String::new, |mv| self.told_move(mv, lang));
                say(Message::HotstratErrs {
                    mv: winning.trim_start(),
                })
            }
            Some(Hotstrat::Loses) | None => say(Message::HotstratLoses {}),
        });
        lines
    }

    /// Returns the facts as JSON, with the seconds that they took, if these are given.
    pub fn json(&self, seconds: Option<f64>) -> Json<'_> {
        let graph = &self.thermograph;
        let sides = |moves: &'_ [ValuedMove]| -> Vec<JsonMove> {
            let told = |mv: &ValuedMove| JsonMove {
                term: mv.term,
                r#move: mv.mv.clone(),
                value: mv.value.clone(),
                wins: mv.wins,
                best: mv.best,
                incentive: self.has_incentives.then(|| mv.incentive.clone()),
                temperature: mv.temperature.map(|heat| heat.to_string()),
                hotstrat: self.has_incentives.then_some(mv.is_hot),
            };
            moves.iter().map(told).collect()
        };
        Json {
            version: JSON_VERSION,
            terms: self.terms.iter().map(JsonTerm::of).collect(),
            value: self.value.as_deref(),
            outcome: match self.outcome {
                Outcome::Left => "first",
                Outcome::Right => "second",
                Outcome::Next => "next",
                Outcome::Previous => "previous",
            },
            grundy: self.grundy,
            mean: graph.mean.to_string(),
            temperature: graph.temperature.to_string(),
            left_stop: self.left_stop.to_string(),
            right_stop: self.right_stop.to_string(),
            birthday: self.birthday,
            atomic_weight: self.atomic_weight.as_deref(),
            reduced: self.reduced.as_deref(),
            compared: self.compared.map(|compared| match compared {
                Some(Ordering::Equal) => "equal",
                Some(Ordering::Less) => "less",
                Some(Ordering::Greater) => "greater",
                None => "confused",
            }),
            left_wall: points(&graph.left),
            right_wall: points(&graph.right),
            first: sides(&self.moves[0]),
            second: sides(&self.moves[1]),
            hotstrat: self.has_incentives.then(|| {
                let [first, second] = self.moves.each_ref().map(|moves| hotstrat(moves));
                JsonHotstrat { first, second }
            }),
            nodes: self.positions,
            forms: self.forms,
            seconds,
        }
    }
}

fn points(wall: &yomikiri_cgt::Wall) -> Vec<[String; 2]> {
    let point = |(heat, value): &(_, _)| -> [String; 2] { pair(heat, value) };
    wall.0.iter().map(point).collect()
}

fn pair(heat: &yomikiri_cgt::Dyadic, value: &yomikiri_cgt::Dyadic) -> [String; 2] {
    [heat.to_string(), value.to_string()]
}

fn told(term: &TermValue) -> String {
    match term.position.as_deref() {
        None | Some(crate::START) => term.text.clone(),
        Some(position) => format!("{} {position}", term.text),
    }
}

/// A term as JSON.
#[derive(Debug, Serialize)]
struct JsonTerm {
    term: String,
    position: Option<String>,
    minus: bool,
    value: Option<String>,
}

impl JsonTerm {
    fn of(term: &TermValue) -> JsonTerm {
        JsonTerm {
            term: term.text.clone(),
            position: term.position.clone(),
            minus: term.minus,
            value: term.value.clone(),
        }
    }
}

/// A move as JSON.
#[derive(Debug, Serialize)]
pub struct JsonMove {
    term: usize,
    r#move: String,
    value: Option<String>,
    wins: bool,
    best: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    incentive: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hotstrat: Option<bool>,
}

/// The result of the moves of hotstrat against best replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Hotstrat {
    /// Each of them wins.
    Wins,
    /// Some of them win.
    Mixed,
    /// None of them wins, but another move does.
    Errs,
    /// No move wins.
    Loses,
}

/// Returns the result of the moves of hotstrat, if the player has a move.
fn hotstrat(moves: &[ValuedMove]) -> Option<Hotstrat> {
    let hot = || moves.iter().filter(|mv| mv.is_hot);
    hot().next()?;
    let any = moves.iter().any(|mv| mv.wins);
    Some(match (hot().all(|mv| mv.wins), hot().any(|mv| mv.wins)) {
        (true, _) => Hotstrat::Wins,
        (false, true) => Hotstrat::Mixed,
        (false, false) if any => Hotstrat::Errs,
        (false, false) => Hotstrat::Loses,
    })
}

/// The result of hotstrat for each player.
#[derive(Debug, Serialize)]
struct JsonHotstrat {
    first: Option<Hotstrat>,
    second: Option<Hotstrat>,
}

/// The facts as JSON. Values are texts.
#[derive(Debug, Serialize)]
pub struct Json<'f> {
    version: u32,
    terms: Vec<JsonTerm>,
    value: Option<&'f str>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u32>,
    mean: String,
    temperature: String,
    left_stop: String,
    right_stop: String,
    birthday: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    atomic_weight: Option<&'f str>,
    reduced: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<&'static str>,
    left_wall: Vec<[String; 2]>,
    right_wall: Vec<[String; 2]>,
    first: Vec<JsonMove>,
    second: Vec<JsonMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hotstrat: Option<JsonHotstrat>,
    nodes: u64,
    forms: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}
