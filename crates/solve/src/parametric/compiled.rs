//! The value of one position, ready for any weights.

use super::nodes::{Form, Kind, Node, Nodes};
use yomikiri_core::{Margin, Outcome, Player};

/// The most forms for which a table is made: 2<sup>20</sup> bits, 128 KiB.
const MOST_TABULATED: usize = 20;

/// The most word operations that making a table may take.
const MOST_WORK: u64 = 1 << 28;

/// The logarithm of the number of table bits computed at once, so that the intermediate results of
/// all nodes fit a cache.
const BLOCK: usize = 10;

/// The number of weights in a group. The products of a group's weights are added up once for all
/// forms that share them.
const SHARED: usize = 3;

/// The value of one position as a function of the weights.
#[derive(Clone, Debug)]
pub struct Compiled {
    forms: Vec<Form>,
    weights: usize,
    /// For each group of [`SHARED`] weights, the different counts that occur.
    partial: Vec<Vec<[i64; SHARED]>>,
    /// For each form, the counts of each group, as a number in the list of all groups' counts.
    chosen: Vec<u32>,
    /// The constants of the forms.
    constants: Vec<i64>,
    decider: Decider,
}

/// The way in which the forms' points decide.
#[derive(Clone, Debug)]
enum Decider {
    /// One bit for each set of forms: whether the value exceeds a threshold that exactly these forms
    /// exceed.
    Table(Box<[u64]>),
    /// The expression itself; the value is that of the last node.
    Diagram(Nodes),
}

impl Compiled {
    /// Compiles the expression of a node.
    pub(super) fn new(all: &Nodes, forms: &[Form], weights: usize, root: Node) -> Compiled {
        let mut needed = vec![false; all.len()];
        needed[root as usize] = true;
        for node in (0..=root as usize).rev() {
            for &part in all.parts(node as Node) {
                needed[part as usize] |= needed[node];
            }
        }
        let mut nodes = Nodes::new();
        let mut kept = Vec::new();
        let mut renamed: Vec<Node> = (0..all.len() as Node).collect();
        for node in (2..=root as usize).filter(|&node| needed[node]) {
            let kind = match all.kinds[node] {
                Kind::Form(form) => {
                    kept.push(forms[form as usize].clone());
                    Kind::Form(kept.len() as u32 - 1)
                }
                kind => kind,
            };
            let parts = all
                .parts(node as Node)
                .iter()
                .map(|&part| renamed[part as usize]);
            renamed[node] = nodes.push(kind, &parts.collect::<Vec<_>>());
        }
        let root = renamed[root as usize];
        let decider = match table(&nodes, root, kept.len()) {
            Some(table) => Decider::Table(table),
            None => Decider::Diagram(nodes),
        };
        let (partial, chosen) = share(&kept, weights);
        Compiled {
            constants: kept.iter().map(|form| form.constant).collect(),
            forms: kept,
            weights,
            partial,
            chosen,
            decider,
        }
    }

    /// Returns the sums of weights that matter.
    pub fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// Returns whether the winner is looked up in a table of bits (otherwise a diagram of minima and
    /// maxima is evaluated).
    pub fn is_table(&self) -> bool {
        matches!(self.decider, Decider::Table(_))
    }

    /// Returns the number of minima, maxima and forms to be evaluated; 0 if there is a table.
    pub fn nodes(&self) -> usize {
        match &self.decider {
            Decider::Table(_) => 0,
            Decider::Diagram(nodes) => nodes.len(),
        }
    }

    /// Returns buffers for evaluating a weighting, which can be reused for the next.
    pub fn scratch(&self) -> Scratch {
        Scratch {
            partial: vec![0; self.partial.iter().map(Vec::len).sum()],
            points: vec![0; self.forms.len()],
            sorted: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Returns who wins with these weights; `None` for a draw.
    ///
    /// There must be as many weights as in the game, and sums must stay within 2<sup>62</sup>. It
    /// allocates nothing once the scratch space has grown.
    pub fn winner(&self, weights: &[i64], scratch: &mut Scratch) -> Option<Player> {
        self.fill(weights, scratch);
        match &self.decider {
            Decider::Table(table) => {
                let points = &scratch.points;
                if look_up(table, set(points, |points| points > 0)) {
                    Some(Player::First)
                } else if look_up(table, set(points, |points| points >= 0)) {
                    None
                } else {
                    Some(Player::Second)
                }
            }
            Decider::Diagram(nodes) => diagram(nodes, scratch).winner(),
        }
    }

    /// Returns the final margin with these weights, or who wins outright, under the conditions of
    /// [`winner`](Compiled::winner).
    pub fn margin(&self, weights: &[i64], scratch: &mut Scratch) -> Outcome {
        self.fill(weights, scratch);
        let table = match &self.decider {
            Decider::Table(table) => table,
            Decider::Diagram(nodes) => return diagram(nodes, scratch),
        };
        if look_up(table, 0) {
            return Outcome::Win(Player::First);
        }
        if !look_up(table, (1 << self.forms.len()) - 1) {
            return Outcome::Win(Player::Second);
        }
        // The value is the greatest form that it reaches, and it reaches the least form.
        let Scratch { points, sorted, .. } = scratch;
        sorted.clone_from(points);
        sorted.sort_unstable();
        let reached =
            sorted.partition_point(|&least| look_up(table, set(points, |points| points >= least)));
        Outcome::Margin(sorted[reached - 1])
    }

    /// Computes the points of every form.
    #[inline]
    fn fill(&self, weights: &[i64], scratch: &mut Scratch) {
        let mut weights = weights[..self.weights].chunks(SHARED);
        let mut partial = scratch.partial.iter_mut();
        for ways in &self.partial {
            let mut three = [0; SHARED];
            let group = weights.next().unwrap_or(&[]);
            three[..group.len()].copy_from_slice(group);
            for (way, sum) in ways.iter().zip(&mut partial) {
                let terms = way.iter().zip(three);
                *sum = terms.fold(0, |sum: i64, (&count, weight)| {
                    sum.wrapping_add(count.wrapping_mul(weight))
                });
            }
        }
        // Three groups are nine weights, the board for which millions of weightings are evaluated.
        match self.partial.len() {
            3 => self.add_up(scratch, self.chosen.as_chunks::<3>().0),
            0 => self.add_up(scratch, self.forms.iter().map(|_| [0; 0])),
            groups => self.add_up(scratch, self.chosen.chunks_exact(groups)),
        }
    }

    /// Adds up the partial sums of each form.
    #[inline]
    fn add_up<Chosen: AsRef<[u32]>>(
        &self,
        scratch: &mut Scratch,
        chosen: impl IntoIterator<Item = Chosen>,
    ) {
        let Scratch {
            partial, points, ..
        } = scratch;
        for ((constant, points), chosen) in self.constants.iter().zip(points).zip(chosen) {
            *points = chosen.as_ref().iter().fold(*constant, |sum, &way| {
                sum.wrapping_add(partial[way as usize])
            });
        }
    }
}

/// The intermediate results for a weighting.
#[derive(Clone, Debug)]
pub struct Scratch {
    partial: Vec<i64>,
    points: Vec<i64>,
    sorted: Vec<i64>,
    values: Vec<Margin>,
}

fn diagram(nodes: &Nodes, scratch: &mut Scratch) -> Outcome {
    scratch.values.clear();
    nodes.evaluate(|form| scratch.points[form as usize], &mut scratch.values);
    match scratch.values.last() {
        Some(Margin::Points(points)) => Outcome::Margin(*points),
        Some(Margin::Loss) => Outcome::Win(Player::Second),
        _ => Outcome::Win(Player::First),
    }
}

/// Returns the forms whose points satisfy a condition, as a set of bits.
#[inline]
fn set(points: &[i64], asked: impl Fn(i64) -> bool) -> usize {
    (0..).zip(points).fold(0, |set, (form, &points)| {
        set | usize::from(asked(points)) << form
    })
}

#[inline]
fn look_up(table: &[u64], set: usize) -> bool {
    table[set >> 6] >> (set & 63) & 1 != 0
}

/// Returns the different counts of each group of weights in all forms, and the ones that each form
/// has.
fn share(forms: &[Form], weights: usize) -> (Vec<Vec<[i64; SHARED]>>, Vec<u32>) {
    let groups = weights.div_ceil(SHARED);
    let way = |form: &Form, group: usize| -> [i64; SHARED] {
        std::array::from_fn(|at| form.counts.get(group * SHARED + at).copied().unwrap_or(0))
    };
    let mut partial = Vec::with_capacity(groups);
    let mut before = 0;
    let mut chosen = vec![0; forms.len() * groups];
    for group in 0..groups {
        let mut ways: Vec<[i64; SHARED]> = forms.iter().map(|form| way(form, group)).collect();
        ways.sort_unstable();
        ways.dedup();
        for (index, form) in forms.iter().enumerate() {
            let at = ways.partition_point(|other| *other < way(form, group));
            chosen[index * groups + group] = (before + at) as u32;
        }
        before += ways.len();
        partial.push(ways);
    }
    (partial, chosen)
}

/// Returns the expression of a node as a table with one bit for each set of forms, if there are few
/// enough. The bit is the result if exactly these forms are true, with *or* for the greatest and
/// *and* for the least.
fn table(nodes: &Nodes, root: Node, forms: usize) -> Option<Box<[u64]>> {
    if forms > MOST_TABULATED {
        return None;
    }
    let words = 1_usize << forms.saturating_sub(6);
    if (nodes.len() + nodes.edges()) as u64 * words as u64 > MOST_WORK {
        return None;
    }
    let width = words.min(1 << (BLOCK - 6));
    let mut table = vec![0; words];
    let mut filled = vec![0_u64; nodes.len() * width];
    for (block, out) in table.chunks_mut(width).enumerate() {
        for node in 0..nodes.len() {
            let (before, here) = filled.split_at_mut(node * width);
            let here = &mut here[..width];
            let part = |part: &Node| &before[*part as usize * width..][..width];
            match nodes.kinds[node] {
                Kind::Outright => here.fill(if node == 0 { 0 } else { u64::MAX }),
                Kind::Form(form) => {
                    for (word, here) in here.iter_mut().enumerate() {
                        *here = truth(form, block * width + word);
                    }
                }
                Kind::Most => {
                    here.fill(0);
                    for part in nodes.parts(node as Node).iter().map(part) {
                        here.iter_mut()
                            .zip(part)
                            .for_each(|(here, part)| *here |= part);
                    }
                }
                Kind::Least => {
                    here.fill(u64::MAX);
                    for part in nodes.parts(node as Node).iter().map(part) {
                        here.iter_mut()
                            .zip(part)
                            .for_each(|(here, part)| *here &= part);
                    }
                }
            }
        }
        out.copy_from_slice(&filled[root as usize * width..][..width]);
    }
    Some(table.into())
}

/// Returns the sets among the 64 of a word that contain a form.
fn truth(form: u32, word: usize) -> u64 {
    const WITHIN: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match WITHIN.get(form as usize) {
        Some(&bits) => bits,
        None if word >> (form - 6) & 1 != 0 => u64::MAX,
        None => 0,
    }
}
