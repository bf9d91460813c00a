//! The game, as rules on packed positions.

use super::alike::Alike;
use super::graph::{Colour, Edge, Graph, MOST_EDGES};
use super::picture::Picture;
use super::worth::{is_plain, worth};
use crate::bits::Bits;
use crate::compact::{Moves, Offers, Rules};
use crate::lists::{BadItem, edge_names};
use crate::spec::quoted;
use crate::turn::{mover_suffix, split_mover, status_of};
use yomikiri_core::capability::NumberAndNimber;
use yomikiri_core::diagram::{Glyph, Ground, Look, Mark, Place};
use yomikiri_core::{Ask, Counted, Diagram, Outcome, Player, Score, TextError, Value, Wdl};

const UNJOINED: &str = "this edge is not joined to the ground";

/// The game on one graph. A position is the set of standing edges, with the turn in the bit above them.
#[derive(Debug)]
pub(super) struct Hackenbush {
    graph: Graph,
    alike: Alike,
    /// Whether every position's worth is a number plus a nimber.
    is_plain: bool,
    picture: Picture,
    /// The name of each edge: its nodes, and a number if other edges join the same ones.
    names: Vec<String>,
}

impl Hackenbush {
    pub(super) fn new(edges: Vec<Edge>) -> Result<Hackenbush, BadItem> {
        if !(1..=MOST_EDGES).contains(&edges.len()) {
            let why = format!("from 1 to {MOST_EDGES} edges are needed");
            return Err(BadItem::new(MOST_EDGES.min(edges.len()), why));
        }
        let nodes: Vec<(u32, u32)> = edges.iter().map(|edge| edge.nodes).collect();
        let names = edge_names(&nodes);
        let graph = Graph::new(edges);
        let fallen = graph.all() & !graph.standing(graph.all());
        if fallen != 0 {
            return Err(BadItem::new(fallen.trailing_zeros() as usize, UNJOINED));
        }
        Ok(Hackenbush {
            alike: Alike::new(&graph),
            is_plain: is_plain(&graph, 0, graph.all()),
            picture: Picture::new(&graph),
            names,
            graph,
        })
    }

    #[inline]
    fn edges(&self) -> u32 {
        self.graph.edges.len() as u32
    }

    /// Returns the standing edges.
    #[inline]
    fn standing(&self, state: u128) -> u64 {
        state as u64 & self.graph.all()
    }

    #[inline]
    fn pack(&self, standing: u64, to_move: Player) -> u128 {
        u128::from(standing) | (to_move as u128) << self.edges()
    }

    /// Returns the edges that the player to move may cut.
    #[inline]
    fn own(&self, state: u128) -> u64 {
        let own = self.graph.colours[self.to_move(state) as usize];
        let standing = self.standing(state);
        own & standing | self.graph.green(standing)
    }

    /// Returns the winner, if the worth decides it.
    fn winner(&self, state: u128) -> Option<Player> {
        let worth = worth(&self.graph, 0, self.standing(state));
        let mover = self.to_move(state);
        match worth.known() {
            Some(known) => Some(known.winner(mover)),
            None if worth.least > 0 => Some(Player::First),
            None if worth.most < 0 => Some(Player::Second),
            None => None,
        }
    }

    fn letter(&self, edge: u32) -> char {
        match self.graph.edges[edge as usize].colour {
            Colour::Blue => 'b',
            Colour::Red => 'r',
            Colour::Green => 'g',
        }
    }

    fn mark(&self, edge: u32) -> Mark {
        Mark {
            symbol: self.letter(edge),
            owner: match self.graph.edges[edge as usize].colour {
                Colour::Blue => Some(Player::First),
                Colour::Red => Some(Player::Second),
                Colour::Green => None,
            },
        }
    }
}

impl Rules for Hackenbush {
    fn offers(&self) -> Offers {
        Offers {
            acyclic: true,
            bounded: !self.is_plain,
            merged: !self.alike.is_empty(),
            direct: self.is_plain,
            normal: true,
            ..Offers::default()
        }
    }
    fn bits(&self) -> u32 {
        self.edges() + 1
    }
    fn holds(&self, state: u128) -> bool {
        let standing = self.standing(state);
        state >> self.bits() == 0 && self.graph.standing(standing) == standing
    }

    fn start(&self) -> u128 {
        self.pack(self.graph.all(), Player::First)
    }
    fn to_move(&self, state: u128) -> Player {
        Player::after((state >> self.edges()) as u32 & 1)
    }
    fn outcome(&self, state: u128) -> Option<Outcome> {
        let stuck = self.own(state) == 0;
        stuck.then(|| Outcome::Win(self.to_move(state).opponent()))
    }
    fn moves(&self, state: u128, moves: &mut Moves) {
        moves.extend(self.own(state).cells());
    }
    fn play(&self, state: u128, mv: u32) -> u128 {
        let left = self.standing(state) & !(1 << mv);
        self.pack(self.graph.standing(left), self.to_move(state).opponent())
    }

    /// Returns the number of standing edges.
    fn rank(&self, state: u128) -> u64 {
        self.standing(state).count_ones().into()
    }
    /// Exchanges branches that look alike.
    fn merged_key(&self, state: u128) -> u128 {
        self.pack(self.alike.sorted(self.standing(state)), self.to_move(state))
    }
    fn wdl(&self, state: u128) -> (Wdl, Wdl) {
        match self.winner(state) {
            Some(winner) => {
                let result = Wdl::of_outcome(Outcome::Win(winner), self.to_move(state));
                (result, result)
            }
            None => (Wdl::Loss, Wdl::Win),
        }
    }
    fn answers(&self, ask: Ask) -> bool {
        ask != Ask::Distance
    }
    fn value(&self, state: u128, ask: Ask) -> Value {
        // If there is a direct method, the worth always decides.
        let winner = self.winner(state).unwrap_or_else(|| self.to_move(state));
        match ask {
            Ask::Winner => Value::Winner(Some(winner)),
            Ask::Margin | Ask::Distance => Value::Margin(Outcome::Win(winner)),
        }
    }
    fn turned(&self, state: u128) -> u128 {
        state ^ 1 << self.edges()
    }
    fn impartial(&self) -> bool {
        self.graph.green(self.graph.all()) == self.graph.all()
    }
    /// The parts are connected only through the ground.
    fn parts(&self, state: u128) -> Vec<u128> {
        let to_move = self.to_move(state);
        let parts = self.graph.branches(0, self.standing(state));
        parts
            .map(|part| self.pack(self.alike.sorted(part), to_move))
            .collect()
    }
    /// A graph of green edges is its own negative, because both players may cut them.
    fn negative(&self, state: u128) -> Option<u128> {
        let standing = self.standing(state);
        (self.graph.green(standing) == standing).then_some(state)
    }
    fn number_and_nimber(&self, state: u128) -> Option<NumberAndNimber> {
        worth(&self.graph, 0, self.standing(state)).known()
    }

    fn position_text(&self, state: u128) -> String {
        let standing = self.standing(state);
        let letters = (0..self.edges()).map(|edge| match standing >> edge & 1 {
            1 => self.letter(edge),
            _ => '.',
        });
        letters.collect::<String>() + mover_suffix(self.to_move(state))
    }
    fn parse_position(&self, text: &str) -> Result<u128, TextError> {
        let (letters, to_move) = split_mover(text)?;
        let mut standing = 0;
        let mut spans = Vec::new();
        for (at, letter) in letters.char_indices() {
            let edge = spans.len() as u32;
            let span = at..at + letter.len_utf8();
            if edge == self.edges() {
                let why = format!("the graph has {}", Counted(edge, "edge"));
                return Err(TextError::new(at..letters.len(), why));
            }
            if letter == self.letter(edge) {
                standing |= 1 << edge;
            } else if letter != '.' {
                let (known, found) = (self.letter(edge), quoted(&text[span.clone()]));
                let why = format!("one of `{known}`, `.` is expected here, not {found}");
                return Err(TextError::new(span, why));
            }
            spans.push(span);
        }
        if spans.len() < self.graph.edges.len() {
            let why = "a letter for a further edge is expected here";
            return Err(TextError::new(letters.len()..letters.len(), why));
        }
        match (standing & !self.graph.standing(standing)).cells().next() {
            Some(edge) => Err(TextError::new(spans[edge as usize].clone(), UNJOINED)),
            None => Ok(self.pack(standing, to_move)),
        }
    }
    fn move_text(&self, _: u128, mv: u32) -> String {
        self.names[mv as usize].clone()
    }
    fn text_number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
    fn diagram(&self, state: u128) -> Diagram {
        let standing = self.standing(state);
        let place = |((edge, name), &(row, col)): ((u32, &String), &(u16, u16))| {
            let stands = standing >> edge & 1 == 1;
            Place {
                name: name.clone(),
                at: (0, row, col),
                mark: stands.then(|| self.mark(edge)),
                label: stands.then(|| name.clone()),
            }
        };
        let edges = (0..).zip(&self.names).zip(&self.picture.cells);
        let status = status_of(self.outcome(state), self.to_move(state), self.has_gains());
        Diagram {
            places: edges.map(place).collect(),
            links: Vec::new(),
            notes: vec![status],
        }
    }
    fn look(&self) -> Look {
        Look {
            nodes: self.picture.nodes.clone(),
            edges: self.picture.edges.clone(),
            ..Look::new(Ground::Branches, Glyph::Token)
        }
    }
    fn target(&self, _: u128, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
    /// Returns the edges that fall.
    fn covers(&self, state: u128, mv: u32) -> Vec<usize> {
        let left = self.standing(self.play(state, mv));
        let fallen = (self.standing(state) & !left).cells();
        fallen.map(|edge| edge as usize).collect()
    }
}
