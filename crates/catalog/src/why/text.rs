//! Writes reasons as lines in a language.

use super::{Choice, HeapRule, Heaps, Node, Part, Points, Steal, Why};
use crate::lang::{Lang, Message};
use yomikiri::{Counted, Player, Value};

impl Why {
    /// Returns the reasons, line by line.
    pub fn text(&self, lang: Lang) -> Vec<String> {
        let mut teller = Teller {
            lang,
            lines: Vec::new(),
        };
        for part in &self.parts {
            teller.part(part, self.value);
        }
        if self.to_come {
            teller.say(&Message::PointsToCome {});
        }
        teller.lines
    }
}

/// The lines written so far.
struct Teller {
    lang: Lang,
    lines: Vec<String>,
}

fn name(player: Player, lang: Lang) -> String {
    match player {
        Player::First => Message::FirstPlayer {},
        Player::Second => Message::SecondPlayer {},
    }
    .text(lang)
}

impl Teller {
    fn say(&mut self, message: &Message<'_>) {
        let text = message.text(self.lang);
        self.lines.push(text);
    }

    fn name(&self, player: Player) -> String {
        name(player, self.lang)
    }

    fn part(&mut self, part: &Part, value: Value) {
        match part {
            Part::Over(outcome) => {
                let outcome = outcome.to_string();
                self.say(&Message::WhyOver { outcome: &outcome });
            }
            Part::Wins(player, tree) => {
                let name = self.name(*player);
                match value.plies() {
                    Some(plies) => self.say(&Message::WhyWinsIn {
                        player: &name,
                        plies: Counted(plies.into(), "ply"),
                    }),
                    None => self.say(&Message::WhyWins { player: &name }),
                }
                self.node(tree, *player, 1, None);
            }
            Part::Holds(player, tree) => {
                let name = self.name(*player);
                self.say(&Message::WhyHolds { player: &name });
                self.node(tree, *player, 1, None);
            }
            Part::Points(points) => self.points(points),
            Part::Heaps(heaps) => self.heaps(heaps),
            Part::Steals(player, steal) => self.steals(*player, steal),
            Part::Long { player, positions } => {
                let player = self.name(*player);
                let player = player.as_str();
                match positions {
                    Some(positions) => self.say(&Message::WhyLong {
                        player,
                        positions: Counted(*positions, "position"),
                    }),
                    None => self.say(&Message::WhyTooLong { player }),
                }
            }
        }
    }

    /// Writes a line for the node, then its replies. `after` is the reply that the node answers, if
    /// there are others.
    fn node(&mut self, node: &Node, player: Player, depth: usize, after: Option<&str>) {
        let (own, other) = (self.name(player), self.name(player.opponent()));
        let (own, other) = (own.as_str(), other.as_str());
        let threats = self.listed(&node.threats);
        let forced = match node.replies.as_slice() {
            // A player who may end the game instead is not forced to reply.
            [reply] if node.ending == 0 => Some(reply),
            _ => None,
        };
        let pairs: Vec<String> = node.pairs.iter().map(|[a, b]| format!("{a}-{b}")).collect();
        let pairs = pairs.join(" ");
        let then = if node.over {
            Some(Message::WhyEnds {})
        } else if node.follows {
            Some(Message::WhyFollows { player: own })
        } else if !node.pairs.is_empty() {
            Some(Message::WhyPairs {
                player: own,
                pairs: &pairs,
            })
        } else if node.replies.is_empty() {
            let threats = threats.as_str();
            // The other player makes the last move of the game by these replies.
            let ending = node.ending;
            Some(match node.threats.is_empty() {
                _ if ending > 0 && ending == node.others => Message::WhyOtherEnds { other },
                true if ending > 0 => Message::WhyEitherEnds { other, player: own },
                true => Message::WhyWhatever { other, player: own },
                false if ending > 0 => Message::WhyThreatsOrEnds {
                    threats,
                    other,
                    player: own,
                },
                false => Message::WhyAllThreats {
                    threats,
                    other,
                    player: own,
                },
            })
        } else {
            match (forced, node.threats.is_empty(), node.others) {
                (Some(reply), false, _) => Some(Message::WhyForces {
                    threats: &threats,
                    other,
                    reply: &reply.mv,
                }),
                (Some(reply), true, 0) => Some(Message::WhyOnly {
                    other,
                    reply: &reply.mv,
                }),
                (Some(reply), true, _) => Some(Message::WhyMust {
                    other,
                    reply: &reply.mv,
                }),
                (None, false, _) => Some(Message::WhyThreatens { threats: &threats }),
                (None, true, _) => None,
            }
        };
        let mut line = "  ".repeat(depth);
        if let Some(reply) = after {
            let reply = Message::WhyIf { other, reply };
            line.push_str(&reply.text(self.lang));
        }
        if let Some(mv) = &node.answer {
            line.push_str(&format!("{own} {mv}"));
        }
        if let Some(then) = then {
            if node.answer.is_some() {
                let comma = Message::WhyThen {};
                line.push_str(&comma.text(self.lang));
            }
            line.push_str(&then.text(self.lang));
        }
        // At the root, where the other player is to move, there may be nothing to say but the
        // replies.
        let said = !line.trim().is_empty();
        if said {
            self.lines.push(line);
        }
        let deeper = depth + usize::from(said && (forced.is_none() || after.is_some()));
        for reply in &node.replies {
            let told = forced.is_none().then_some(reply.mv.as_str());
            self.node(&reply.then, player, deeper, told);
        }
    }

    fn listed(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [rest @ .., last] => Message::WhyAnd {
                rest: &rest.join(", "),
                last,
            }
            .text(self.lang),
        }
    }

    fn heaps(&mut self, heaps: &Heaps) {
        let joined = |numbers: &[u64], by: &str| {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            numbers.join(by)
        };
        let (own, other) = (self.name(heaps.player), self.name(heaps.player.opponent()));
        let (own, other) = (own.as_str(), other.as_str());
        let sum = heaps.numbers.iter().fold(0, |sum, number| sum ^ number);
        let sizes = joined(&heaps.sizes, ", ");
        let numbers = joined(&heaps.numbers, " ⊕ ");
        let (sizes, numbers) = (sizes.as_str(), numbers.as_str());
        self.say(&Message::WhyWins { player: own });
        match heaps.rule {
            HeapRule::Stones => self.say(&Message::WhyNimSum { numbers, sum }),
            HeapRule::Misere => {
                self.say(&Message::WhyNimSum { numbers, sum });
                self.say(&Message::WhyMisere {});
            }
            HeapRule::Rest(base) if heaps.sizes.len() == 1 => self.say(&Message::WhyRest {
                size: heaps.sizes[0],
                base,
                rest: sum,
            }),
            HeapRule::RestMisere(base) => self.say(&Message::WhyRestMisere {
                size: heaps.sizes[0],
                base,
                rest: sum,
            }),
            HeapRule::Rest(base) => {
                self.say(&Message::WhyRests { sizes, base });
                self.say(&Message::WhyNimSum { numbers, sum });
            }
            HeapRule::Grundy => {
                self.say(&Message::WhyGrundy { sizes });
                self.say(&Message::WhyNimSum { numbers, sum });
            }
        }
        let is_rest = heaps.sizes.len() == 1
            && matches!(heaps.rule, HeapRule::Rest(_) | HeapRule::RestMisere(_));
        match (&heaps.answer, sum, is_rest) {
            (Some(mv), _, true) => self.say(&Message::WhyMakesMultiple { player: own, mv }),
            (Some(mv), _, false) => self.say(&Message::WhyMakesZero { player: own, mv }),
            (None, 0, true) => self.say(&Message::WhyKeepsMultiple { player: own, other }),
            (None, 0, false) => self.say(&Message::WhyKeepsZero { player: own, other }),
            // Near the end of a misère game, the tree tells more.
            (None, _, _) => {}
        }
    }

    fn steals(&mut self, player: Player, steal: &Steal) {
        let (own, other) = (self.name(player), self.name(player.opponent()));
        let (player, other) = (own.as_str(), other.as_str());
        match steal {
            Steal::Wins => self.say(&Message::WhyStealsWin { player, other }),
            Steal::Holds => self.say(&Message::WhyStealsDraw { player, other }),
            Steal::Spare(mv) => self.say(&Message::WhyStealsSpare { player, other, mv }),
        }
    }

    fn points(&mut self, points: &Points) {
        let margin = points.margin.to_string();
        let mut line = points.line.join(" ");
        if !points.complete {
            line.push_str(" ...");
        }
        self.say(&Message::WhyPoints {
            margin: &margin,
            line: &line,
        });
        let [first, second] = points.before.unwrap_or_default();
        if points.before.is_some() {
            self.say(&Message::WhyGainedBefore { first, second });
        }
        let before = first - second;
        if let Some([first, second]) = points.gained {
            // The rest of the margin counts at the end.
            match points
                .margin
                .margin()
                .map(|margin| margin - before - (first - second))
            {
                None | Some(0) => self.say(&Message::WhyGained { first, second }),
                Some(end) => self.say(&Message::WhyGainedAndEnd {
                    first,
                    second,
                    points: end.unsigned_abs(),
                    player: &self.name(if end > 0 {
                        Player::First
                    } else {
                        Player::Second
                    }),
                }),
            }
        }
        for choice in &points.choices {
            self.choice(choice);
        }
    }

    fn choice(&mut self, choice: &Choice) {
        let player = self.name(choice.player);
        let (mv, value) = (choice.best.0.as_str(), choice.best.1.to_string());
        let (player, value) = (player.as_str(), value.as_str());
        match &choice.next {
            Some((other, worth)) => self.say(&Message::WhyBetter {
                player,
                mv,
                value,
                other,
                worth: &worth.to_string(),
            }),
            None if choice.moves == 1 => self.say(&Message::WhyOnlyMove { player, mv, value }),
            None => self.say(&Message::WhyEqual { player, value }),
        }
    }
}
