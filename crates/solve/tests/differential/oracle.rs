//! The naive truth about tables: recursion where play cannot cycle, sets and sweeps repeated until
//! nothing changes where it can. Numbers from First's side throughout; shares no code with the
//! solvers.

use crate::table::{Edge, Table};
use yomikiri::{Ask, Outcome, Player, Plies, Value};

/// The worth of an outright win among margins.
pub(crate) const OUTRIGHT: i128 = 1 << 100;
/// The distance of a win in no plies; each ply takes 1 off, and 1 is a win owed to endless play.
pub(crate) const AT_ONCE: i128 = 1 << 40;

/// What is true of every position that play can reach from one root.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    /// Whether play can cycle from there.
    pub(crate) cyclic: bool,
    /// By position; `None` where the solvers have to refuse.
    margins: Option<Vec<i128>>,
    /// By position; `None` in a game with gains.
    distances: Option<Vec<i128>>,
}

impl Truth {
    pub(crate) fn new(table: &Table, root: usize) -> Truth {
        let part = table.reach(root);
        let leads_back = |&at: &usize| {
            let moves = &table.nodes[at].moves;
            moves.iter().any(|edge| table.reach(edge.to).contains(&at))
        };
        let cyclic = part.iter().any(leads_back);
        let margins = match (cyclic, payer(table, &part)) {
            (false, _) => Some(margins_by_recursion(table, &part)),
            (true, Payer::Nobody) => Some(margins_by_thresholds(table, &part)),
            (true, Payer::One(payer)) if table.endless == Outcome::Win(payer.opponent()) => {
                Some(margins_by_sweeps(table, &part, payer))
            }
            (true, _) => None,
        };
        let distances = (!table.gains).then(|| match cyclic {
            false => distances_by_recursion(table, &part),
            true => distances_by_sets(table, &part),
        });
        Truth {
            cyclic,
            margins,
            distances,
        }
    }

    /// Whether the question has an answer here.
    pub(crate) fn answers(&self, ask: Ask) -> bool {
        self.raw(ask).is_some()
    }

    /// What is added up along a line: margins for `winner` too.
    pub(crate) fn raw(&self, ask: Ask) -> Option<&[i128]> {
        match ask {
            Ask::Winner | Ask::Margin => self.margins.as_deref(),
            Ask::Distance => self.distances.as_deref(),
        }
    }

    /// The answer as solvers give it. Only where there is one.
    pub(crate) fn value(&self, ask: Ask, at: usize) -> Value {
        let raw = self.raw(ask).expect("an answer")[at];
        let winner = match raw.signum() {
            0 => None,
            1 => Some(Player::First),
            _ => Some(Player::Second),
        };
        match ask {
            Ask::Winner => Value::Winner(winner),
            Ask::Margin if raw.abs() == OUTRIGHT => {
                Value::Margin(Outcome::Win(winner.expect("not 0")))
            }
            Ask::Margin => Value::Margin(Outcome::Margin(raw as i64)),
            Ask::Distance => Value::Distance(winner.map(|winner| {
                let plies = match raw.abs() {
                    1 => Plies::Endless,
                    raw => Plies::Count((AT_ONCE - raw) as u32),
                };
                (winner, plies)
            })),
        }
    }
}

/// A solver's answer as the number that it is here.
pub(crate) fn number(value: Value) -> i128 {
    let sign = match value.winner() {
        None => 0,
        Some(Player::First) => 1,
        Some(Player::Second) => -1,
    };
    match value {
        Value::Winner(_) | Value::Distance(None) => sign,
        Value::Margin(Outcome::Win(_)) => sign * OUTRIGHT,
        Value::Margin(Outcome::Margin(points)) => points.into(),
        Value::Margin(Outcome::Draw) => panic!("a margin is never `Draw`"),
        Value::Distance(Some((_, Plies::Endless))) => sign,
        Value::Distance(Some((_, Plies::Count(plies)))) => sign * (AT_ONCE - i128::from(plies)),
    }
}

/// What the asker sees of a raw number, `lead` points having been collected before.
pub(crate) fn seen(ask: Ask, lead: i128, raw: i128) -> i128 {
    match ask {
        Ask::Winner => add(raw, lead).signum(),
        Ask::Margin => add(raw, lead),
        Ask::Distance => raw,
    }
}

/// The raw number of a move by `owner` into a position worth `next`.
pub(crate) fn after(ask: Ask, owner: Player, edge: &Edge, next: i128) -> i128 {
    match ask {
        Ask::Winner | Ask::Margin => add(next, gain(owner, edge)),
        Ask::Distance => later(next),
    }
}

/// The points that a move brings First.
pub(crate) fn gain(owner: Player, edge: &Edge) -> i128 {
    match owner {
        Player::First => edge.gain.into(),
        Player::Second => -i128::from(edge.gain),
    }
}

/// The best of some numbers for a player.
pub(crate) fn best(owner: Player, numbers: impl Iterator<Item = i128>) -> Option<i128> {
    match owner {
        Player::First => numbers.max(),
        Player::Second => numbers.min(),
    }
}

fn add(margin: i128, points: i128) -> i128 {
    if margin.abs() == OUTRIGHT {
        margin
    } else {
        margin + points
    }
}

fn later(distance: i128) -> i128 {
    match distance {
        -1..=1 => distance,
        won => won - won.signum(),
    }
}

pub(crate) fn margin_of(outcome: Outcome) -> i128 {
    match outcome {
        Outcome::Win(Player::First) => OUTRIGHT,
        Outcome::Win(Player::Second) => -OUTRIGHT,
        Outcome::Draw => 0,
        Outcome::Margin(points) => points.into(),
    }
}

pub(crate) fn distance_of(outcome: Outcome) -> i128 {
    AT_ONCE * margin_of(outcome).signum()
}

enum Payer {
    Nobody,
    One(Player),
    Both,
}

fn payer(table: &Table, part: &[usize]) -> Payer {
    let points = || {
        let nodes = part.iter().map(|&at| &table.nodes[at]);
        nodes.flat_map(|node| node.moves.iter().map(|edge| gain(node.owner, edge)))
    };
    match (points().any(|g| g < 0), points().any(|g| g > 0)) {
        (false, false) => Payer::Nobody,
        (true, false) => Payer::One(Player::First),
        (false, true) => Payer::One(Player::Second),
        (true, true) => Payer::Both,
    }
}

fn margins_by_recursion(table: &Table, part: &[usize]) -> Vec<i128> {
    by_recursion(table, part, Ask::Margin, margin_of)
}

fn distances_by_recursion(table: &Table, part: &[usize]) -> Vec<i128> {
    by_recursion(table, part, Ask::Distance, distance_of)
}

/// *The best over the moves of what the move is worth*, each position once.
fn by_recursion(
    table: &Table,
    part: &[usize],
    ask: Ask,
    of_outcome: fn(Outcome) -> i128,
) -> Vec<i128> {
    fn of(
        table: &Table,
        at: usize,
        ask: Ask,
        of_outcome: fn(Outcome) -> i128,
        known: &mut [Option<i128>],
    ) -> i128 {
        if let Some(number) = known[at] {
            return number;
        }
        let node = &table.nodes[at];
        let worth = |edge: &Edge| {
            let next = of(table, edge.to, ask, of_outcome, known);
            after(ask, node.owner, edge, next)
        };
        let worths: Vec<i128> = node.moves.iter().map(worth).collect();
        let number = best(node.owner, worths.into_iter()).unwrap_or_else(|| of_outcome(node.end));
        *known[at].insert(number)
    }
    let mut known = vec![None; table.nodes.len()];
    for &at in part {
        of(table, at, ask, of_outcome, &mut known);
    }
    known
        .into_iter()
        .map(|number| number.unwrap_or(0))
        .collect()
}

/// The positions from which `side` can force play into `goal`, by sweeps that add a ply each: where
/// `side` moves into the set, or the opponent cannot but move into it.
fn forced(table: &Table, part: &[usize], side: Player, goal: &[bool]) -> Vec<Vec<bool>> {
    let mut sweeps = vec![goal.to_vec()];
    loop {
        let inside = sweeps.last().expect("at least the goal");
        let mut wider = inside.clone();
        for &at in part {
            let node = &table.nodes[at];
            let mut moves = node.moves.iter().map(|edge| inside[edge.to]);
            wider[at] |= match node.owner == side {
                true => moves.any(|into| into),
                false => !node.moves.is_empty() && moves.all(|into| into),
            };
        }
        if wider == *inside {
            return sweeps;
        }
        sweeps.push(wider);
    }
}

/// The finished positions of a part whose result is good enough.
fn finished(table: &Table, part: &[usize], good: impl Fn(Outcome) -> bool) -> Vec<bool> {
    let mut goal = vec![false; table.nodes.len()];
    for &at in part {
        let node = &table.nodes[at];
        goal[at] = node.moves.is_empty() && good(node.end);
    }
    goal
}

/// Without gains: a position is worth at least `v` exactly when First can force an end worth that,
/// or, where endless play is good enough, when Second cannot force an end worth less.
fn margins_by_thresholds(table: &Table, part: &[usize]) -> Vec<i128> {
    let endless = margin_of(table.endless);
    let mut levels: Vec<i128> = part
        .iter()
        .filter(|&&at| table.nodes[at].moves.is_empty())
        .map(|&at| margin_of(table.nodes[at].end))
        .chain([endless])
        .collect();
    levels.sort_unstable();
    let mut margins = vec![levels[0]; table.nodes.len()];
    for &level in &levels {
        let reaches: Vec<bool> = if level > endless {
            let goal = finished(table, part, |end| margin_of(end) >= level);
            forced(table, part, Player::First, &goal)
                .pop()
                .expect("one")
        } else {
            let goal = finished(table, part, |end| margin_of(end) < level);
            let denied = forced(table, part, Player::Second, &goal).pop();
            denied
                .expect("one")
                .into_iter()
                .map(|denied| !denied)
                .collect()
        };
        for &at in part {
            if reaches[at] {
                margins[at] = level;
            }
        }
    }
    margins
}

/// Gains that one side pays, endless play the worst for it: what it can get within 0, 1, 2, ...
/// plies, taking unfinished play for lost, until longer play brings no more.
fn margins_by_sweeps(table: &Table, part: &[usize], payer: Player) -> Vec<i128> {
    let lost = margin_of(Outcome::Win(payer.opponent()));
    let mut margins = vec![lost; table.nodes.len()];
    loop {
        let mut better = margins.clone();
        for &at in part {
            let node = &table.nodes[at];
            let worth = |edge: &Edge| after(Ask::Margin, node.owner, edge, margins[edge.to]);
            let moves = best(node.owner, node.moves.iter().map(worth));
            better[at] = moves.unwrap_or_else(|| margin_of(node.end));
        }
        if better == margins {
            return margins;
        }
        margins = better;
    }
}

/// Without gains: a win takes as many plies as sweeps are needed before its winner can force it.
fn distances_by_sets(table: &Table, part: &[usize]) -> Vec<i128> {
    let endless = distance_of(table.endless).signum();
    let mut distances = vec![endless; table.nodes.len()];
    for (side, sign) in [(Player::First, 1), (Player::Second, -1)] {
        // A draw that can be forced saves whom endless play loses.
        if endless == -sign {
            let saved = finished(table, part, |end| end.winner().is_none());
            let won = finished(table, part, |end| end.winner() == Some(side));
            let goal: Vec<bool> = saved.iter().zip(won).map(|(&a, b)| a || b).collect();
            let forced = forced(table, part, side, &goal).pop().expect("one");
            for &at in part.iter().filter(|&&at| forced[at]) {
                distances[at] = 0;
            }
        }
    }
    for (side, sign) in [(Player::First, 1), (Player::Second, -1)] {
        let won = finished(table, part, |end| end.winner() == Some(side));
        let sweeps = forced(table, part, side, &won);
        for &at in part {
            if let Some(plies) = sweeps.iter().position(|within| within[at]) {
                distances[at] = sign * (AT_ONCE - plies as i128);
            }
        }
    }
    distances
}
