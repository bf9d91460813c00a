//! Rates and means with confidence intervals by game.
//!
//! The moves of a game are not independent: a lost player stays lost. So the intervals are those of a
//! sample of games. A rate has Wilson's score interval (Wilson, 1927) of 95 %, with the number of moves
//! divided by the design effect of the games (Kish, 1965): the variance of the rate as a ratio over games,
//! over the variance that as many independent moves would have, and never below 1. A mean has the normal
//! interval with the variance as a ratio over games.

use serde::Serialize;

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A share of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rate {
    /// The moves that count, and all of them.
    pub counted: (u64, u64),
    /// The share; 0 if there are no moves.
    pub rate: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Rate {
    /// Computes the rate over games, each given by the moves that count and all its moves.
    pub fn of(games: &[(u64, u64)]) -> Rate {
        let hits: u64 = games.iter().map(|(hits, _)| hits).sum();
        let all: u64 = games.iter().map(|(_, all)| all).sum();
        if all == 0 {
            return Rate {
                high: 1.0,
                ..Rate::default()
            };
        }
        let (total, rate) = (all as f64, hits as f64 / all as f64);
        let residuals = games
            .iter()
            .map(|&(hits, all)| hits as f64 - rate * all as f64);
        let alone = rate * (1.0 - rate) / total;
        let effect = match variance(residuals, total) {
            Some(between) if alone > 0.0 => (between / alone).max(1.0),
            _ => 1.0,
        };
        let n = total / effect;
        let middle = rate + Z * Z / (2.0 * n);
        let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Rate {
            counted: (hits, all),
            rate,
            low: ((middle - half) / scale).max(0.0),
            high: ((middle + half) / scale).min(1.0),
        }
    }
}

/// The mean of a number of points over moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The moves.
    pub moves: u64,
    /// The mean; 0 if there are no moves.
    pub mean: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Mean {
    /// Computes the mean over games, each given by its sum and its number of moves; `None` without moves.
    pub fn of(games: &[(f64, u64)]) -> Option<Mean> {
        let sum: f64 = games.iter().map(|(sum, _)| sum).sum();
        let moves: u64 = games.iter().map(|(_, moves)| moves).sum();
        if moves == 0 {
            return None;
        }
        let (total, mean) = (moves as f64, sum / moves as f64);
        let residuals = games.iter().map(|&(sum, moves)| sum - mean * moves as f64);
        let half = Z * variance(residuals, total).unwrap_or(0.0).sqrt();
        Some(Mean {
            moves,
            mean,
            low: mean - half,
            high: mean + half,
        })
    }
}

/// Computes the variance of a ratio over games from each game's residual; `None` for a single game.
fn variance(residuals: impl ExactSizeIterator<Item = f64>, total: f64) -> Option<f64> {
    let games = residuals.len();
    if games < 2 {
        return None;
    }
    let squares: f64 = residuals.map(|one| one * one).sum();
    Some(games as f64 / (games - 1) as f64 * squares / (total * total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-4
    }

    /// Games of one move are independent moves: the textbook's interval of 8 out of 10.
    #[test]
    fn single_moves_have_wilson_s_interval() {
        let games: Vec<(u64, u64)> = (0..10).map(|game| (u64::from(game < 8), 1)).collect();
        let rate = Rate::of(&games);
        // The design effect of ten such games is 10/9.
        let n = 9.0;
        let scale = 1.0 + Z * Z / n;
        let middle = 0.8 + Z * Z / (2.0 * n);
        let half = Z * (0.16 / n + Z * Z / (4.0 * n * n)).sqrt();
        assert!(near(rate.low, (middle - half) / scale), "{rate:?}");
        assert!(near(rate.high, (middle + half) / scale), "{rate:?}");
        // One game of ten moves tells nothing of other games, so its moves are taken as independent.
        let single = Rate::of(&[(8, 10)]);
        assert!(
            near(single.low, 0.490) && near(single.high, 0.943),
            "{single:?}"
        );
    }

    #[test]
    fn moves_that_go_together_widen_the_interval() {
        let mixed: Vec<(u64, u64)> = vec![(5, 10); 20];
        let together: Vec<(u64, u64)> = (0..20).map(|game| (game % 2 * 10, 10)).collect();
        let (mixed, together) = (Rate::of(&mixed), Rate::of(&together));
        assert_eq!(mixed.rate, together.rate);
        assert!(together.high - together.low > 2.0 * (mixed.high - mixed.low));
    }

    #[test]
    fn ends_and_nothing() {
        let all = Rate::of(&[(7, 7), (3, 3)]);
        assert!(all.rate == 1.0 && near(all.high, 1.0), "{all:?}");
        assert!(near(all.low, 0.722), "{all:?}");
        let none = Rate::of(&[]);
        assert_eq!((none.counted, none.low, none.high), ((0, 0), 0.0, 1.0));
        assert_eq!(Mean::of(&[]), None);
        let mean = Mean::of(&[(1.0, 2), (3.0, 2)]).unwrap();
        assert_eq!((mean.moves, mean.mean), (4, 1.0));
        // Residuals -1 and 1: a variance of 2 * 2 / 16.
        assert!(near(mean.high, 1.0 + Z * 0.5), "{mean:?}");
    }
}
