//! Counts: positions by ply, sizes, lines of play.

use super::data::{Choices, Count, Endings, Ply, Size};
use super::solved::{Solved, is_cycle};
use yomikiri::{Control, Outcome, Player, Stop};

/// A set of the players who can come out ahead, as bits.
type Ends = u8;

fn bit(ahead: Option<Player>) -> Ends {
    match ahead {
        Some(Player::First) => 1,
        None => 2,
        Some(Player::Second) => 4,
    }
}

/// Returns for each position whether it is settled: all play from it leads to the same winner, or to none.
/// `None` if moves gain points.
pub(super) fn settled(
    solved: &Solved,
    control: &mut Control<'_>,
) -> Result<Option<Vec<bool>>, Stop> {
    if solved.gains {
        return Ok(None);
    }
    let reached = &solved.reached;
    control.may_use(solved.bytes() + reached.len() as u64)?;
    let endless = bit(reached.endless().winner());
    let mut ends: Vec<Ends> = vec![0; reached.len()];
    for ids in solved.components.iter() {
        // From a cycle, play can reach all ends below any of its positions, or never stop.
        let mut all = match is_cycle(reached, ids) {
            true => endless,
            false => 0,
        };
        for &id in ids {
            control.visit()?;
            let id = id as usize;
            all |= reached.outcome(id).map_or(0, |over| bit(over.winner()));
            let moves = reached.edges().moves(id);
            all = moves.fold(all, |all, (to, _)| all | ends[to as usize]);
        }
        ids.iter().for_each(|&id| ends[id as usize] = all);
    }
    let is_one = |&ends: &Ends| ends.count_ones() == 1;
    Ok(Some(ends.iter().map(is_one).collect()))
}

/// Counts the positions by ply.
pub(super) fn by_ply(
    solved: &Solved,
    settled: Option<&[bool]>,
    control: &mut Control<'_>,
) -> Result<Vec<Ply>, Stop> {
    let tiers = solved.reached.tiers().iter().enumerate();
    let mut plies = Vec::new();
    for (ply, tier) in tiers {
        let mut counted = Ply {
            ply,
            positions: tier.len() as u64,
            settled: settled
                .map(|settled| settled[tier.clone()].iter().map(|&is| u64::from(is)).sum()),
            ..Ply::default()
        };
        let mut finished = Count::default();
        for id in tier.clone() {
            control.visit()?;
            *counted.values.of(solved.ahead(id)) += 1;
            match solved.reached.outcome(id) {
                Some(over) => *finished.of(over.winner()) += 1,
                None => *choice(solved, id, &mut counted.choices) += 1,
            }
        }
        counted.finished = Endings::new(finished, solved.gains);
        plies.push(counted);
    }
    Ok(plies)
}

/// Returns the counter to which an unfinished position belongs.
fn choice<'c>(solved: &Solved, id: usize, choices: &'c mut Choices) -> &'c mut u64 {
    let kept = &solved.kept[solved.reached.edges().numbers(id)];
    match (kept.len(), kept.iter().filter(|&&kept| kept).count()) {
        (0 | 1, _) => &mut choices.forced,
        (_, 1) => &mut choices.only,
        (all, some) if some < all => &mut choices.some,
        _ => &mut choices.free,
    }
}

/// Returns the size of the game, except for its symmetry.
pub(super) fn size(solved: &Solved, control: &mut Control<'_>) -> Result<Size, Stop> {
    let reached = &solved.reached;
    let edges = reached.edges();
    let mut finished = Count::default();
    for id in 0..reached.len() {
        if let Some(over) = reached.outcome(id) {
            *finished.of(over.winner()) += 1;
        }
    }
    let unfinished = reached.len() as u64 - finished.all();
    let over = |tier: &std::ops::Range<usize>| tier.clone().any(|id| reached.outcome(id).is_some());
    let (lines, tree_nodes) = lines(solved, control)?.unzip();
    Ok(Size {
        positions: reached.len() as u64,
        up_to_symmetry: None,
        finished: Endings::new(finished, solved.gains),
        moves: edges.len() as u64,
        branching: edges.len() as f64 / unfinished.max(1) as f64,
        most_moves: (0..reached.len())
            .map(|id| edges.degree(id))
            .max()
            .unwrap_or(0),
        lines: lines.map(|lines| Endings::new(lines, solved.gains)),
        tree_nodes,
        // A tier holds the positions at the same shortest distance from the start.
        shortest: reached.tiers().iter().position(over).map(|ply| ply as u64),
        longest: longest(solved),
    })
}

/// Returns the most plies that play can last.
fn longest(solved: &Solved) -> Option<u64> {
    if solved.cyclic {
        return None;
    }
    let mut plies = vec![0u32; solved.reached.len()];
    for &id in solved.components.order() {
        let moves = solved.reached.edges().moves(id as usize);
        let next = moves.map(|(to, _)| plies[to as usize].saturating_add(1));
        plies[id as usize] = next.max().unwrap_or(0);
    }
    Some(plies[0].into())
}

/// Counts lines of play by outcome, and nodes of the tree: the number of ways to each position is carried
/// forward.
fn lines(solved: &Solved, control: &mut Control<'_>) -> Result<Option<(Count<u128>, u128)>, Stop> {
    if solved.cyclic {
        return Ok(None);
    }
    let reached = &solved.reached;
    // The flags of settled positions are in memory too.
    let each = size_of::<u128>() + 1;
    control.may_use(solved.bytes() + (reached.len() * each) as u64)?;
    let mut ways = vec![0u128; reached.len()];
    ways[0] = 1;
    let (mut lines, mut nodes) = (Count::default(), 0u128);
    for &id in solved.components.order().iter().rev() {
        control.visit()?;
        let id = id as usize;
        let here = ways[id];
        let Some(sum) = nodes.checked_add(here) else {
            return Ok(None);
        };
        nodes = sum;
        // The count of lines cannot overflow, since it is at most the number of nodes.
        if let Some(ahead) = reached.outcome(id).map(Outcome::winner) {
            *lines.of(ahead) += here;
        }
        for (to, _) in reached.edges().moves(id) {
            let Some(sum) = ways[to as usize].checked_add(here) else {
                return Ok(None);
            };
            ways[to as usize] = sum;
        }
    }
    Ok(Some((lines, nodes)))
}
