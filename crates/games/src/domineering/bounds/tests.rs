use super::parts::MOST_WORTH;
use super::*;

type List = fn(&mut Parts) -> &mut Worths;
const SINGLES: List = |parts| &mut parts.singles;
const PAIRED: List = |parts| &mut parts.paired;
const OPTIONS: List = |parts| &mut parts.options;

/// Returns the parts of a list, by worth, each with the parts that are left without one like it.
fn without(parts: Parts, list: List) -> impl Iterator<Item = (u16, Parts)> {
    (1..=MOST_WORTH).filter_map(move |worth| {
        let mut rest = parts;
        let Worths(counts) = list(&mut rest);
        let better = counts.get(worth).copied().unwrap_or(0);
        if counts[worth - 1] == better {
            return None;
        }
        counts[..worth].iter_mut().for_each(|count| *count -= 1);
        Some((worth as u16, rest))
    })
}

/// Returns the total worth.
fn total(parts: Parts, block: u16) -> u16 {
    let lists = [parts.singles, parts.paired, parts.options];
    block * parts.blocks + lists.iter().flat_map(|Worths(counts)| counts).sum::<u16>()
}

/// Returns the worth that a player takes under best play.
fn best(parts: Parts, to_move: bool, block: u16) -> u16 {
    let fewer = |parts: Parts| Parts {
        blocks: parts.blocks - 1,
        ..parts
    };
    let lists = [SINGLES, PAIRED, OPTIONS];
    let mut taken = lists
        .into_iter()
        .flat_map(|list| without(parts, list))
        .map(|(worth, rest)| worth + best(rest, false, block))
        .collect::<Vec<_>>();
    if parts.blocks > 0 {
        taken.push(block + best(fewer(parts), false, block));
    }
    let own = taken.into_iter().max().unwrap_or(0);
    if to_move {
        return own;
    }
    let ends = |parts: Parts, list: List| without(parts, list).map(|(_, rest)| rest);
    let mut ended: Vec<Parts> = lists
        .into_iter()
        .flat_map(|list| ends(parts, list))
        .collect();
    ended.extend(ends(parts, PAIRED).flat_map(|rest| ends(rest, PAIRED)));
    if parts.blocks > 0 {
        let mut entered = fewer(parts);
        ended.push(entered);
        entered.singles.add(1, block / 2);
        ended.push(entered);
        ended.extend(ends(entered, PAIRED));
    }
    let ended = ended.into_iter().map(|rest| best(rest, true, block));
    ended.min().unwrap_or(0)
}

#[test]
fn no_more_is_counted_on_than_can_be_taken() {
    let mut seed = 1_u64;
    let mut random = |below: u64| {
        seed = seed
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (seed >> 33) % below
    };
    let mut exact = 0;
    for round in 0..ROUNDS {
        let block = BLOCK[round as usize % 2];
        let mut parts = Parts::default();
        for _ in 0..random(MOST_PARTS + 1) {
            let list = match random(4) {
                0 => {
                    parts.blocks += 1;
                    continue;
                }
                1 => SINGLES,
                2 => OPTIONS,
                _ => PAIRED,
            };
            list(&mut parts).add(1, 1 + random(block.into()) as u16);
        }
        for to_move in [true, false] {
            let counted = parts.taken(to_move, block) as u16;
            let best = best(parts, to_move, block);
            assert!(counted <= best, "{parts:?} {to_move}: {counted} of {best}");
            let half = block / 2;
            assert!(
                counted <= total(parts, block) / 2 + half,
                "{parts:?} {to_move}"
            );
            exact += u64::from(counted == best);
        }
    }
    // Otherwise the counts are too weak for the test to mean much.
    assert!(2 * exact > ROUNDS, "{exact} of {ROUNDS}");
}

/// Checks every set of free cells, connected or not, against the recursion over all positions that follow.
#[test]
fn all_positions_of_small_boards_are_told_truly() {
    for (rows, cols, least) in [
        (4, 4, 110_000),
        (3, 5, 55_000),
        (5, 3, 55_000),
        (2, 7, 27_000),
    ] {
        let board = Board::<u64>::new(rows, cols);
        let ways = [true, false].map(|upright| Way::new(&board, upright));
        let mut wins = vec![[false; 2]; 1 << board.cells()];
        let mut decided = 0;
        for free in 0..1_u64 << board.cells() {
            for (mover, own) in ways.iter().enumerate() {
                let (other, places) = (1 - mover, own.starts(free));
                let after = |start: u32| free & !(1 << start | 1 << (start + own.along));
                let win = places
                    .cells()
                    .any(|start| !wins[after(start) as usize][other]);
                wins[free as usize][mover] = win;
                let told = |way: &Way<u64>, to_move, against: &Way<u64>| {
                    way.mark(free).wins(to_move, against.most(free))
                };
                let (won, lost) = (
                    told(own, true, &ways[other]),
                    told(&ways[other], false, own),
                );
                assert!(
                    win && !lost || !win && !won,
                    "{rows}x{cols} {free:b} {mover}"
                );
                decided += u32::from(won || lost);
            }
        }
        assert!(decided > least, "{rows}x{cols}: {decided}");
    }
}

const ROUNDS: u64 = 400;
const MOST_PARTS: u64 = 5;
