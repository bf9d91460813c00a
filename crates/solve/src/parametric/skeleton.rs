//! The skeleton: a game as minima and maxima over sums of weights.

use super::compiled::Compiled;
use super::nodes::{FIRST_WINS, Form, Kind, Node, Nodes, SECOND_WINS};
use crate::deep::{NoStack, with_stack};
use crate::map::{Map, grow, map_bytes};
use crate::{Control, Failure, Identify, Refusal};
use rustc_hash::FxHashMap;
use yomikiri_core::capability::{Acyclic, Parametric};
use yomikiri_core::{Game, Margin, Outcome, Player, Stop};

/// The most parts of all nodes together. One more node has fewer parts than this, so 32-bit numbers
/// still suffice.
const MOST_EDGES: usize = 1 << 30;

/// Derives the values of positions from the rules of a game, as expressions in its weights.
///
/// The results are kept, so positions that follow from an earlier question are known.
pub struct Skeleton<'g, G: Game, A, I: Identify<G>, P> {
    game: &'g G,
    acyclic: A,
    identify: I,
    parametric: P,
    known: Map<I::Id, Node>,
    nodes: Nodes,
    forms: Vec<Form>,
    /// For each form, a finished position of that worth.
    examples: Vec<G::Position>,
    form_nodes: FxHashMap<Form, Node>,
    /// The nodes by their parts, so that equal expressions share a node.
    made: FxHashMap<(bool, Box<[Node]>), Node>,
}

/// The reason why there is no skeleton.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    Refused(Refusal),
    Stopped(Stop),
}

impl Why {
    pub(super) fn failure<S: yomikiri_core::Score>(self) -> Failure<S> {
        match self {
            Why::Refused(refusal) => Failure::Refused(refusal),
            Why::Stopped(why) => Failure::stopped(why),
        }
    }
}

impl<'g, G, A, I, P> Skeleton<'g, G, A, I, P>
where
    G: Game,
    A: Acyclic<G>,
    I: Identify<G>,
    P: Parametric<G>,
{
    /// Creates the skeleton of a game, without any expression yet.
    pub fn new(game: &'g G, acyclic: A, identify: I, parametric: P) -> Self {
        Skeleton {
            game,
            acyclic,
            identify,
            parametric,
            known: Map::default(),
            nodes: Nodes::new(),
            forms: Vec::new(),
            examples: Vec::new(),
            form_nodes: FxHashMap::default(),
            made: FxHashMap::default(),
        }
    }

    /// Returns the number of positions looked at.
    pub fn positions(&self) -> u64 {
        self.known.len() as u64
    }

    /// Returns the first finished position with this form, in the order of play; `None` if no
    /// position looked at has it.
    pub fn example(&self, form: &Form) -> Option<&G::Position> {
        match self.nodes.kinds[*self.form_nodes.get(form)? as usize] {
            Kind::Form(number) => self.examples.get(number as usize),
            _ => None,
        }
    }

    /// Returns the number of different expressions among the values, including forms and outright
    /// results.
    pub fn expressions(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the value of a position, ready for any weights.
    ///
    /// # Errors
    ///
    /// If a limit was reached, or the game is too deep to recurse.
    pub fn compile(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Compiled, Failure<Margin>>
    where
        I: Send + Sync,
    {
        let root = self.node(position, control).map_err(Why::failure)?;
        Ok(Compiled::new(
            &self.nodes,
            &self.forms,
            self.parametric.weights().len(),
            root,
        ))
    }

    /// Returns the node of a position.
    pub(super) fn node(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<Node, Why>
    where
        I: Send + Sync,
    {
        let game = self.game;
        let plies = match self.known.contains_key(&self.identify.id(position)) {
            true => 0,
            false => self.acyclic.rank(position),
        };
        let result = with_stack(game, position, plies, || self.recurse(position, control));
        control.set_stored(self.positions());
        match result {
            Ok(found) => found.map_err(Why::Stopped),
            Err(NoStack::Refused(refusal)) => Err(Why::Refused(refusal)),
            Err(NoStack::Stopped(why)) => Err(Why::Stopped(why)),
        }
    }

    /// Computes the values of all nodes that have none yet, with the game's own weights.
    pub(super) fn evaluate(&self, values: &mut Vec<Margin>) {
        let weights = self.parametric.weights();
        self.nodes
            .evaluate(|form| self.forms[form as usize].points(weights), values);
    }

    fn recurse(&mut self, position: &G::Position, control: &mut Control<'_>) -> Result<Node, Stop> {
        control.visit()?;
        let id = self.identify.id(position);
        if let Some(&node) = self.known.get(&id) {
            return Ok(node);
        }
        if self.nodes.edges() > MOST_EDGES {
            return Err(Stop::Memory);
        }
        let game = self.game;
        let node = match game.outcome(position) {
            Some(outcome) => self.finished(position, outcome),
            None => {
                let mut parts = Vec::new();
                for mv in game.moves(position) {
                    parts.push(self.recurse(&game.play(position, mv), control)?);
                }
                self.choice(game.to_move(position) == Player::First, parts)
            }
        };
        if self.known.len() == self.known.capacity() {
            let nodes = 8 * (self.nodes.len() + self.nodes.edges()) as u64;
            control.may_use(nodes + map_bytes::<(I::Id, Node)>(self.known.capacity()))?;
            grow(&mut self.known, control)?;
        }
        self.known.insert(id, node);
        Ok(node)
    }

    fn finished(&mut self, position: &G::Position, outcome: Outcome) -> Node {
        let mut counts = vec![0; self.parametric.weights().len()].into_boxed_slice();
        let form = if self.parametric.form(position, &mut counts) {
            Form {
                constant: 0,
                counts,
            }
        } else {
            let constant = match outcome {
                Outcome::Win(Player::First) => return FIRST_WINS,
                Outcome::Win(Player::Second) => return SECOND_WINS,
                Outcome::Draw => 0,
                Outcome::Margin(points) => points,
            };
            Form {
                constant,
                counts: vec![0; self.parametric.weights().len()].into(),
            }
        };
        let (forms, nodes) = (&mut self.forms, &mut self.nodes);
        let examples = &mut self.examples;
        *self.form_nodes.entry(form).or_insert_with_key(|form| {
            forms.push(form.clone());
            examples.push(position.clone());
            nodes.push(Kind::Form(forms.len() as u32 - 1), &[])
        })
    }

    /// Returns the simplified greatest or least of the parts. (The comments describe the greatest.)
    fn choice(&mut self, most: bool, mut parts: Vec<Node>) -> Node {
        let (best, worst) = if most {
            (FIRST_WINS, SECOND_WINS)
        } else {
            (SECOND_WINS, FIRST_WINS)
        };
        let (same, other) = if most {
            (Kind::Most, Kind::Least)
        } else {
            (Kind::Least, Kind::Most)
        };
        if parts.contains(&best) {
            return best;
        }
        // The maximum of maxima is the maximum of all their parts.
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts.drain(..).filter(|&part| part != worst) {
            match self.nodes.kinds[part as usize] {
                kind if kind == same => flat.extend_from_slice(self.nodes.parts(part)),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        // The minimum of a set is at most the minimum of a subset. So of two such parts, the one with
        // the larger set adds nothing. A part that is no minimum is that of itself alone.
        let choices = |part: &Node| match self.nodes.kinds[*part as usize] {
            kind if kind == other => self.nodes.parts(*part).to_vec(),
            _ => vec![*part],
        };
        let within: Vec<Vec<Node>> = flat.iter().map(choices).collect();
        let absorbed = |index: usize| {
            let absorbs = |by: usize| by != index && subset(&within[by], &within[index]);
            (0..within.len()).any(absorbs)
        };
        let kept: Vec<Node> = (0..flat.len())
            .filter(|&index| !absorbed(index))
            .map(|index| flat[index])
            .collect();
        match kept.as_slice() {
            [] => worst,
            [only] => *only,
            _ => {
                let nodes = &mut self.nodes;
                let made = self.made.entry((most, kept.into()));
                *made.or_insert_with_key(|(_, parts)| nodes.push(same, parts))
            }
        }
    }
}

/// Returns whether every number of one sorted list is in another. (Different nodes have different
/// lists.)
fn subset(few: &[Node], many: &[Node]) -> bool {
    let mut rest = many.iter();
    few.len() <= many.len() && few.iter().all(|one| rest.any(|other| other == one))
}
