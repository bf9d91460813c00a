//! Programs for games that may go round.

use super::Tokens;
use std::collections::HashMap;

/// A game that may go round, solved backward from the positions in which whoever moves has `lost`,
/// given from where each position is reached and how many moves each `open`s. 1 where who moves wins,
/// -1 where who moves loses, 0 where play goes on for ever.
fn backward<I: Iterator<Item = usize>>(
    before: impl Fn(usize) -> I,
    mut open: Vec<usize>,
    lost: &[usize],
) -> Vec<i32> {
    let mut value = vec![0; open.len()];
    let mut queue: Vec<usize> = lost.to_vec();
    for &at in lost {
        value[at] = -1;
    }
    while let Some(at) = queue.pop() {
        for from in before(at) {
            if value[from] != 0 {
                continue;
            }
            open[from] -= 1;
            if value[at] == -1 {
                value[from] = 1;
            } else if open[from] == 0 {
                value[from] = -1;
            } else {
                continue;
            }
            queue.push(from);
        }
    }
    value
}

pub(super) fn abc209e(input: &mut Tokens<'_>, flaw: &str) -> String {
    let count = input.size();
    let words: Vec<&str> = (0..count).map(|_| input.word()).collect();
    let mut links: HashMap<String, usize> = HashMap::new();
    let mut before: Vec<Vec<usize>> = Vec::new();
    let mut open = Vec::new();
    let mut ends = Vec::new();
    for word in &words {
        let length = if flaw == "two-letters" { 2 } else { 3 };
        let mut link = |text: &str| {
            let text = if flaw == "caseless" {
                text.to_lowercase()
            } else {
                text.to_owned()
            };
            let number = links.len();
            *links.entry(text).or_insert_with(|| {
                before.push(Vec::new());
                open.push(0);
                number
            })
        };
        let (head, tail) = (link(&word[..length]), link(&word[word.len() - length..]));
        before[tail].push(head);
        open[head] += 1;
        ends.push(tail);
    }
    let stuck: Vec<usize> = (0..open.len()).filter(|&at| open[at] == 0).collect();
    let value = backward(|at| before[at].iter().copied(), open, &stuck);
    let answers = ends.iter().map(|&end| match value[end] {
        -1 => "Takahashi\n",
        1 => "Aoki\n",
        _ if flaw == "no-draw" => "Takahashi\n",
        _ => "Draw\n",
    });
    answers.collect()
}

pub(super) fn cf787c(input: &mut Tokens<'_>, flaw: &str) -> String {
    let places = input.size();
    let steps: Vec<Vec<usize>> = (0..2)
        .map(|_| {
            let count = input.size();
            input
                .numbers(count)
                .into_iter()
                .map(|step| step as usize)
                .collect()
        })
        .collect();
    // Place and player; whoever is to move in place 1 has lost.
    let node = |place: usize, player: usize| 2 * (place % places) + player;
    let open: Vec<usize> = (0..2 * places).map(|at| steps[at % 2].len()).collect();
    let before = |at: usize| {
        let (place, player) = (at / 2, 1 - at % 2);
        let from = steps[player].iter().map(move |step| match flaw {
            "backward" => (place + step) % places,
            _ => (place + places - step) % places,
        });
        // Play is over in place 1.
        from.filter(|&from| from > 0)
            .map(move |from| node(from, player))
    };
    let value = backward(before, open, &[node(0, 0), node(0, 1)]);
    let line = |player: usize| {
        let words = (1..places).map(|place| match value[node(place, player)] {
            1 => "Win",
            -1 => "Lose",
            _ if flaw == "no-loop" => "Lose",
            _ => "Loop",
        });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    line(0) + &line(1)
}

pub(super) fn abc261h(input: &mut Tokens<'_>, flaw: &str) -> String {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    let (vertices, edges, start) = (input.size(), input.size(), input.size() - 1);
    let mut before = vec![Vec::new(); vertices];
    let mut open = vec![0; vertices];
    for _ in 0..edges {
        let (a, b, cost) = (input.size() - 1, input.size() - 1, input.number());
        before[b].push((a, cost));
        open[a] += 1;
    }
    let cut = |cost: i64| {
        if flaw == "i32" {
            i64::from(cost as i32)
        } else {
            cost
        }
    };
    // The least cost where Takahashi moves, the greatest where Aoki does and cannot avoid the end.
    let mut cost = [vec![i64::MAX; vertices], vec![-1; vertices]];
    let mut left = open.clone();
    let mut done = [vec![false; vertices], vec![false; vertices]];
    let mut queue = BinaryHeap::new();
    for at in 0..vertices {
        if open[at] == 0 {
            cost[0][at] = 0;
            cost[1][at] = 0;
            queue.push(Reverse((0, 0, at)));
            queue.push(Reverse((0, 1, at)));
        }
    }
    while let Some(Reverse((_, player, at))) = queue.pop() {
        if std::mem::replace(&mut done[player][at], true) {
            continue;
        }
        let known = cost[player][at];
        for &(from, more) in &before[at] {
            let through = cut(known + more);
            if player == 1 {
                if through < cost[0][from] {
                    cost[0][from] = through;
                    queue.push(Reverse((through, 0, from)));
                }
            } else {
                left[from] -= 1;
                let better = match flaw {
                    // As if Aoki wanted the end too.
                    "no-opponent" => cost[1][from] < 0 || through < cost[1][from],
                    _ => through > cost[1][from],
                };
                if better {
                    cost[1][from] = through;
                }
                if left[from] == 0 || flaw == "no-opponent" {
                    queue.push(Reverse((cost[1][from], 1, from)));
                }
            }
        }
    }
    match done[0][start] {
        true => format!("{}\n", cost[0][start]),
        false if flaw == "no-infinity" => "0\n".to_owned(),
        false => "INFINITY\n".to_owned(),
    }
}
