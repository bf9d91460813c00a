//! How the toy is written and drawn.

use super::{Flaw, Heaps, State, Take, state};
use yomikiri_core::diagram::{Hand, Link, Mark, Place};
use yomikiri_core::{Diagram, Game, Notation, Pictured, Player, TextError};

const NAMES: [&str; 2] = ["a", "b"];

impl Heaps {
    /// A record of play: `@` and the moves.
    fn replay(&self, text: &str) -> Result<State, TextError> {
        let mut position = self.start();
        let mut at = 1;
        while at < text.len() {
            let end = at + 2;
            let Some(name) = text.get(at..end) else {
                return Err(TextError::new(at..text.len(), "a move is expected here"));
            };
            let mv = self
                .parse_move(&position, name)
                .map_err(|error| error.shifted(at))?;
            position = self.play(&position, mv);
            at = end;
        }
        Ok(position)
    }

    /// `HEAP-HEAP:MOVER`.
    fn read(&self, text: &str) -> Result<State, TextError> {
        let wrong = |from: usize, to: usize, what: &str| {
            Err(match self.flaw {
                Flaw::SpanOutside => TextError::new(from..text.len() + 1, what),
                Flaw::SpanSplits => TextError::new(0..text.len().min(1), what),
                Flaw::ErrorSilent => TextError::new(from..to, ""),
                _ => TextError::new(from..to, what),
            })
        };
        let Some((heaps, mover)) = text.split_once(':') else {
            return wrong(text.len(), text.len(), "a colon and who moves are missing");
        };
        let Some(mover) = Player::BOTH
            .into_iter()
            .find(|player| player.to_string() == mover)
        else {
            return wrong(
                heaps.len() + 1,
                text.len(),
                "`first` or `second` is expected here",
            );
        };
        let Some((a, b)) = heaps.split_once('-') else {
            return wrong(0, heaps.len(), "two heaps are expected here");
        };
        let careless = self.has(Flaw::ParseTooMuch) || self.has(Flaw::ParseStuck);
        let most = if careless { 9 } else { self.size };
        let stones = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|&stones| stones <= most),
            _ => None,
        };
        match (stones(a), stones(b)) {
            (Some(a), Some(b)) => Ok(state([a, b], mover)),
            (None, _) => wrong(0, a.len(), "a number of stones is expected here"),
            _ => wrong(
                a.len() + 1,
                heaps.len(),
                "a number of stones is expected here",
            ),
        }
    }
}

impl Notation for Heaps {
    fn position_text(&self, position: &State) -> String {
        let State {
            heaps: [a, b],
            mover,
            ..
        } = position;
        match self.flaw {
            Flaw::TextNotRead => format!("{a}:{b}-{mover}"),
            Flaw::TextReadOtherwise => format!("{b}-{a}:{mover}"),
            Flaw::TextSpaced => format!("{a}-{b}: {mover}"),
            Flaw::TextIsStart if *position == self.start() => "start".to_owned(),
            _ if self.flickers(Flaw::TextFlickers) => "1-1:first".to_owned(),
            _ => format!("{a}-{b}:{mover}"),
        }
    }
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        assert!(
            !(self.has(Flaw::ParsePanics) && text.contains('é')),
            "planted"
        );
        match self.flaw {
            Flaw::TextIsStart if text == "start" => Ok(self.start()),
            Flaw::TextSpaced => self.read(&text.replace(' ', "")),
            _ if text.starts_with('@') => self.replay(text),
            _ => self.read(text),
        }
    }
    fn move_text(&self, _: &State, (heap, stones): Take) -> String {
        match self.flaw {
            Flaw::MoveAmbiguous => NAMES[heap].to_owned(),
            Flaw::MoveNotRead => format!("{stones}{}", NAMES[heap]),
            Flaw::MoveSpaced => format!("{} {stones}", NAMES[heap]),
            _ => format!("{}{stones}", NAMES[heap]),
        }
    }
    fn text_number(&self, (heap, stones): Take) -> Option<u32> {
        match self.flaw {
            Flaw::MoveAmbiguous => None,
            Flaw::NumbersForgetHeap => Some(stones as u32),
            _ => Some(2 * heap as u32 + stones as u32),
        }
    }
    fn parse_move(&self, position: &State, text: &str) -> Result<Take, TextError> {
        assert!(
            !(self.has(Flaw::MoveParsePanics) && text.contains('é')),
            "planted"
        );
        let named = |&(heap, stones): &Take| format!("{}{stones}", NAMES[heap]) == text;
        let all = (0..2).flat_map(|heap| (1..=2).map(move |stones| (heap, stones)));
        match self.moves(position).find(named) {
            Some((_, stones)) if self.has(Flaw::MoveReadOtherwise) => Ok((0, stones)),
            Some(mv) => Ok(mv),
            None if self.has(Flaw::MoveGuessed) => Ok(all.last().unwrap_or((0, 1))),
            None if self.has(Flaw::MoveSpanOutside) => Err(TextError::new(1..9999999, "wrong")),
            None => Err(TextError::new(0..text.len(), "not a legal move here")),
        }
    }
    fn extend_text(&self, text: &str, position: &State, mv: Take) -> Option<String> {
        text.starts_with('@').then(|| match self.flaw {
            Flaw::ExtendWrong => text.to_owned(),
            _ => format!("{text}{}", self.move_text(position, mv)),
        })
    }
}

impl Pictured for Heaps {
    fn diagram(&self, position: &State) -> Diagram {
        let places = (0..2)
            .map(|heap| Place {
                name: NAMES[if self.has(Flaw::NamesRepeat) { 0 } else { heap }].to_owned(),
                at: (0, 0, heap as u16),
                mark: Some(Mark {
                    symbol: '*',
                    owner: None,
                }),
                label: Some(position.heaps[heap].to_string()),
            })
            .collect();
        let to = if self.has(Flaw::LinkOutside) { 2 } else { 1 };
        let links = vec![Link {
            from: 0,
            to,
            directed: false,
            label: None,
        }];
        let notes = if self.flickers(Flaw::DiagramFlickers) {
            vec!["!".to_owned()]
        } else {
            vec![]
        };
        Diagram {
            places,
            links,
            notes,
        }
    }
    fn target(&self, _: &State, (heap, _): Take) -> Option<usize> {
        match self.flaw {
            Flaw::TargetOutside => Some(heap + 1),
            _ if self.flickers(Flaw::TargetFlickers) => None,
            _ => Some(heap),
        }
    }
    fn source(&self, state: &State, (heap, _): Take) -> Option<usize> {
        let outside = self.diagram(state).places.len();
        Some(match self.flaw {
            Flaw::SourceOutside => outside,
            _ => heap,
        })
    }
    fn hands(&self, _: &State) -> Vec<Hand> {
        let mark = Mark {
            symbol: '*',
            owner: None,
        };
        let held = self.has(Flaw::HandsWithoutRoom);
        held.then_some(Hand { mark, count: 1 })
            .into_iter()
            .collect()
    }
    fn choice(&self, state: &State, _: Take) -> Option<usize> {
        let outside = self.diagram(state).places.len();
        (self.flaw == Flaw::ChoiceOutside).then_some(outside)
    }
    fn covers(&self, _: &State, (heap, _): Take) -> Vec<usize> {
        match self.flaw {
            Flaw::CoversOutside => vec![heap, usize::MAX],
            _ => vec![heap],
        }
    }
}
