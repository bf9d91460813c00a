//! A half of version 2 or 4: a tree of moves with strategies as its leaves, and in version 4 with threats.

use crate::claim::{Claim, WON, Worth, worth};
use crate::fault::{Fault, Reason};
use crate::hashed::Hashed;
use crate::play::Play;
use crate::rules::{Places, State, Step};
use crate::strategy::{Rule, Strategy, View};
use crate::stream::Stream;
use crate::threats;
use crate::value::{Outcome, Player};
use std::collections::HashSet;
use std::io::Read;

/// A permutation of the places: the image of each.
pub(crate) type Symmetry = Vec<u8>;

/// A half as it was read.
pub(crate) struct Grown {
    claim: Claim,
    strategies: Vec<Strategy>,
    walk: Vec<u64>,
    /// Whether the walk contains sequences of threats.
    has_threats: bool,
    /// The bytes left for positions in playing leaves out.
    left: u64,
}

/// The bytes of such a position in a growing set.
const PLAYED: u64 = 96;

/// The tree of a half of version 2 or 4: its positions in the order of the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The player who keeps the claim.
    pub claimant: Player,
    /// The strategies of its leaves.
    pub strategies: Vec<Strategy>,
    /// Whether the tree has threats (version 4).
    pub has_threats: bool,
    /// The positions of the tree.
    pub nodes: Vec<Node>,
}

/// A position of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its code, which is the least of those of its images.
    pub code: u128,
    /// The number of moves from the root to it, by the line on which it was first reached.
    pub depth: u32,
    /// The choice there.
    pub does: Does,
    /// In version 4, sequences of threats. After each reply for which the tree has no position, the claimant wins by
    /// one of them, or completes a line at once.
    pub threats: Option<Vec<Vec<u8>>>,
}

/// The choice at a position of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// The claimant makes this move.
    Move(u32),
    /// The other side moves, and every reply has an answer or loses by threats.
    Replies,
    /// From here on the claimant follows this strategy.
    Follows(usize),
}

impl Tree {
    /// Returns the number of positions with moves of their own, and the number of leaves.
    pub fn sizes(&self) -> (u64, u64) {
        let is_leaf = |node: &&Node| matches!(node.does, Does::Follows(_));
        let leaves = self.nodes.iter().filter(is_leaf).count();
        ((self.nodes.len() - leaves) as u64, leaves as u64)
    }

    /// Returns the number of sequences of threats; `None` in version 2, which has no threats.
    pub fn sequences(&self) -> Option<u64> {
        let threats = self.nodes.iter().filter_map(|node| node.threats.as_ref());
        let count = threats.map(|sequences| sequences.len() as u64).sum();
        self.has_threats.then_some(count)
    }
}

impl Grown {
    /// Reads a stream of a game with this many places.
    pub(crate) fn read(
        source: &mut Hashed<impl Read>,
        claim: Claim,
        places: usize,
        has_threats: bool,
    ) -> Result<Grown, Fault> {
        let mut left = source.memory;
        let mut need = |bytes: u64| {
            left = left.checked_sub(bytes).ok_or(Fault::Limit("memory"))?;
            Ok::<(), Fault>(())
        };
        let mut stream = Stream::open(source)?;
        let mut strategies = Vec::new();
        for _ in 0..stream.number()? {
            let strategy = Strategy::read(&mut stream, places)?;
            need(strategy.size())?;
            strategies.push(strategy);
        }
        let count = stream.number()?;
        // The bytes of a number, of its position in the set, and of its node.
        need(count.saturating_mul(8 + 48 + 72))?;
        let walk = stream.list(count)?;
        stream.end()?;
        Ok(Grown {
            claim,
            strategies,
            walk,
            has_threats,
            left,
        })
    }

    pub(crate) fn claim(&self) -> Claim {
        self.claim
    }

    /// Walks through the tree. `playout`: the number of positions that may still be reached in playing leaves out.
    pub(crate) fn check(
        self,
        root: Step,
        symmetries: &[Symmetry],
        play: &mut Play<'_>,
        places: &Places,
        playout: &mut u64,
    ) -> Result<Tree, Fault> {
        let mut walker = Walker {
            threshold: self.claim.threshold(),
            claimant: self.claim.claimant,
            symmetries,
            places,
            played: HashSet::new(),
            most: self.left / PLAYED,
            playout,
        };
        let nodes = match walker.threshold > -WON {
            true => walker.walk(&self, root, play)?,
            // A claim that nothing can contradict has an empty walk.
            false if self.walk.is_empty() && self.strategies.is_empty() => Vec::new(),
            false => return Err(Reason::BadNumbers.into()),
        };
        Ok(Tree {
            claimant: self.claim.claimant,
            strategies: self.strategies,
            has_threats: self.has_threats,
            nodes,
        })
    }
}

struct Walker<'w> {
    threshold: Worth,
    claimant: Player,
    symmetries: &'w [Symmetry],
    places: &'w Places,
    /// The claimant's positions that have been played out, each with the number of the strategy.
    played: HashSet<(usize, u128)>,
    /// The most of them that fit the memory.
    most: u64,
    playout: &'w mut u64,
}

/// The numbers of a walk that are still to be read.
struct Numbers<'n> {
    rest: std::slice::Iter<'n, u64>,
    has_threats: bool,
}

impl Numbers<'_> {
    fn next(&mut self) -> Result<u64, Reason> {
        self.rest.next().copied().ok_or(Reason::BadNumbers)
    }

    /// Reads the sequences of threats at this place, if the file has any.
    fn threats(&mut self, places: &Places) -> Result<Option<Vec<Vec<u8>>>, Reason> {
        if !self.has_threats {
            return Ok(None);
        }
        let sequences = (0..self.next()?).map(|_| self.sequence(places));
        sequences.collect::<Result<_, _>>().map(Some)
    }

    fn sequence(&mut self, places: &Places) -> Result<Vec<u8>, Reason> {
        let count = self.next()?;
        let cell = |_| match self.next()? {
            cell if cell < places.count() as u64 => Ok(cell as u8),
            _ => Err(Reason::BadNumbers),
        };
        (0..count).map(cell).collect()
    }
}

impl Walker<'_> {
    fn walk(&mut self, half: &Grown, root: Step, play: &mut Play<'_>) -> Result<Vec<Node>, Fault> {
        let mut numbers = Numbers {
            rest: half.walk.iter(),
            has_threats: half.has_threats,
        };
        let (mut nodes, mut met, mut used) = (Vec::<Node>::new(), HashSet::new(), 0);
        let mut stack = vec![(root, 0)];
        while let Some((at, depth)) = stack.pop() {
            let State::Turn(mover) = at.state else {
                self.ends(at, root.code, None, play)?;
                continue;
            };
            if mover != self.claimant && depth > 0 {
                let threats = numbers.threats(self.places)?;
                self.replies(at.code, depth, threats.as_deref(), &mut stack, play)?;
                // The last number before was the claimant's move to this position.
                if let Some(node) = nodes.last_mut() {
                    node.threats = threats;
                }
                continue;
            }
            let code = self.least(at.code);
            if !met.insert(code) {
                continue;
            }
            let mut threats = None;
            let does = match numbers.next()? {
                number @ (0 | 1) => {
                    let index = if number == 0 {
                        used as u64
                    } else {
                        numbers.next()?
                    };
                    let known = half.strategies.len().min(used + usize::from(number == 0));
                    if index >= known as u64 {
                        return Err(Fault::at(Reason::BadStrategy, play.rules.show(code)));
                    }
                    used += usize::from(number == 0);
                    let index = index as usize;
                    self.follow(index, &half.strategies[index], code, play)?;
                    Does::Follows(index)
                }
                number if mover == self.claimant => {
                    play.count()?;
                    let number = u32::try_from(number - 2).ok();
                    let step = number.and_then(|number| play.rules.step(code, number));
                    let step = step.ok_or_else(|| play.fault(Reason::IllegalMove, code))?;
                    stack.push((step, depth + 1));
                    Does::Move(number.unwrap_or_default())
                }
                2 => {
                    threats = numbers.threats(self.places)?;
                    self.replies(code, depth, threats.as_deref(), &mut stack, play)?;
                    Does::Replies
                }
                _ => return Err(play.fault(Reason::IllegalMove, code)),
            };
            nodes.push(Node {
                code,
                depth,
                does,
                threats,
            });
        }
        match numbers.rest.next().is_none() && used == half.strategies.len() {
            true => Ok(nodes),
            false => Err(Reason::BadNumbers.into()),
        }
    }

    /// Pushes every move of the other side, the first one on top, except those after which threats win.
    fn replies(
        &self,
        code: u128,
        depth: u32,
        threats: Option<&[Vec<u8>]>,
        stack: &mut Vec<(Step, u32)>,
        play: &mut Play<'_>,
    ) -> Result<(), Fault> {
        let from = stack.len();
        for step in play.rules.steps(code) {
            play.count()?;
            let loses = match (threats, step.state) {
                (Some(threats), State::Turn(_)) => {
                    threats::win(threats, step.code, self.claimant, self.places, play)?
                }
                _ => false,
            };
            if !loses {
                stack.push((step, depth + 1));
            }
        }
        stack[from..].reverse();
        Ok(())
    }

    /// Returns the least of a position and its images.
    fn least(&self, code: u128) -> u128 {
        let image = |symmetry: &Symmetry| self.places.image(code, symmetry);
        self.symmetries.iter().map(image).fold(code, u128::min)
    }

    /// Checks the worth of an end of play.
    fn ends(
        &self,
        at: Step,
        leaf: u128,
        strategy: Option<usize>,
        play: &Play<'_>,
    ) -> Result<(), Fault> {
        match at.state {
            State::Over(outcome) if !self.reaches(outcome) => Err(match strategy {
                Some(_) => self.fault(Reason::StrategyFallsShort, at.code, leaf, play),
                None => play.fault(Reason::EndingFallsShort, at.code),
            }),
            _ => Ok(()),
        }
    }

    fn reaches(&self, outcome: Outcome) -> bool {
        worth(outcome, self.claimant, false) >= self.threshold
    }

    /// Returns a fault found at a position in the play from a leaf.
    fn fault(&self, reason: Reason, code: u128, leaf: u128, play: &Play<'_>) -> Fault {
        let (at, leaf) = (play.rules.show(code), play.rules.show(leaf));
        Fault::at(reason, format!("{at} in the leaf {leaf}"))
    }

    /// Returns the position as the claimant sees it.
    fn view(&self, code: u128) -> View {
        let (own, other) = self.places.seen_by(code, self.claimant);
        let open = self.places.open(code);
        View { own, other, open }
    }

    /// Checks a leaf.
    fn follow(
        &mut self,
        index: usize,
        strategy: &Strategy,
        leaf: u128,
        play: &mut Play<'_>,
    ) -> Result<(), Fault> {
        match strategy {
            Strategy::List(rules) => self.play_out(index, rules, leaf, play),
            Strategy::Pairing { first, pairs } => {
                match self.is_paired(*first, pairs, leaf, play)? {
                    true => Ok(()),
                    false => Err(play.fault(Reason::PairingFails, leaf)),
                }
            }
        }
    }

    /// Plays a list of rules against every reply.
    fn play_out(
        &mut self,
        index: usize,
        rules: &[Rule],
        leaf: u128,
        play: &mut Play<'_>,
    ) -> Result<(), Fault> {
        let mut stack = Vec::new();
        match play.turn(leaf)? == self.claimant {
            true => stack.push(leaf),
            false => self.answers(leaf, leaf, &mut stack, play)?,
        }
        while let Some(code) = stack.pop() {
            if self.played.contains(&(index, code)) {
                continue;
            }
            let left = self.playout.checked_sub(1);
            *self.playout =
                left.ok_or_else(|| self.fault(Reason::PlayoutTooLong, code, leaf, play))?;
            if self.played.len() as u64 >= self.most {
                return Err(Fault::Limit("memory"));
            }
            self.played.insert((index, code));
            let cell = Strategy::choose(rules, self.view(code), self.places)
                .map_err(|reason| self.fault(reason, code, leaf, play))?;
            play.count()?;
            // Rules give only open cells.
            let step = play.rules.step(code, cell as u32);
            let step = step.ok_or_else(|| self.fault(Reason::IllegalMove, code, leaf, play))?;
            match step.state {
                State::Over(_) => self.ends(step, leaf, Some(index), play)?,
                State::Turn(_) => self.answers(step.code, leaf, &mut stack, play)?,
            }
        }
        Ok(())
    }

    /// Pushes the claimant's positions after every move of the other side.
    fn answers(
        &self,
        code: u128,
        leaf: u128,
        stack: &mut Vec<u128>,
        play: &mut Play<'_>,
    ) -> Result<(), Fault> {
        for step in play.rules.steps(code) {
            play.count()?;
            match step.state {
                State::Over(_) => self.ends(step, leaf, Some(0), play)?,
                State::Turn(_) => stack.push(step.code),
            }
        }
        Ok(())
    }

    /// Returns whether a pairing answers every line of the other side, after the cell that is taken first.
    fn is_paired(
        &self,
        first: Option<u8>,
        pairs: &[[u8; 2]],
        leaf: u128,
        play: &mut Play<'_>,
    ) -> Result<bool, Fault> {
        let Some(cell) = first else {
            return self.is_answered(pairs, leaf, play);
        };
        play.count()?;
        let own = play.turn(leaf)? == self.claimant;
        let step = play.rules.step(leaf, cell.into()).filter(|_| own);
        match step {
            Some(step) if matches!(step.state, State::Turn(_)) => {
                self.is_answered(pairs, step.code, play)
            }
            _ => Ok(false),
        }
    }

    /// Returns whether a pairing answers every line of the other side.
    fn is_answered(&self, pairs: &[[u8; 2]], leaf: u128, play: &Play<'_>) -> Result<bool, Fault> {
        let View { own, other, open } = self.view(leaf);
        let places = self.places;
        let empty = places.all() & !(own | other);
        let (mut paired, mut sure) = (0u64, 0u64);
        let mut both = Vec::new();
        for &[one, two] in pairs {
            let set = 1u64 << one | 1 << two;
            paired |= set;
            if set & !open == 0 {
                both.push(set);
            } else if places.support[usize::from(two)] == 1 << one {
                sure |= 1 << two;
            } else {
                return Ok(false);
            }
        }
        // If cells have to wait for others, a move out of turn might open one. So then every cell needs its answer,
        // and the other side has to begin.
        let falls = open != empty;
        if paired & !empty != 0 || falls && (paired != empty || play.turn(leaf)? == self.claimant) {
            return Ok(false);
        }
        let is_answered = |line: &&u64| {
            let line = **line;
            line & own != 0 || line & sure != 0 || both.iter().any(|pair| line & pair == *pair)
        };
        let kept = places.full.is_some_and(|outcome| self.reaches(outcome));
        let makes = || {
            let wins = self.reaches(Outcome::Win(self.claimant));
            wins && places.lines.iter().any(|line| line & !(own | sure) == 0)
        };
        let speaks = places.are_own() && places.wins;
        Ok(speaks && (kept || makes()) && places.lines.iter().all(|line| is_answered(&line)))
    }
}
