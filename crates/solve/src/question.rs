//! Questions as types, so that the compiler generates code for each of them.

use crate::{Coded, Window};
use std::marker::PhantomData;
use yomikiri_core::{Margin, Score, Wdl};

/// A question, together with the kind of score that a solver computes to answer it.
pub trait Question: 'static {
    /// The score that solvers compute.
    type Score: Coded;
    /// The score that the asker sees.
    type Seen: Score;

    /// Converts a score to the asker's view, for a mover who is already `lead` points ahead. `None`
    /// if the points exceed the limit.
    fn see(score: Self::Score, lead: i64) -> Option<Self::Seen>;

    /// Returns the window of scores that the question has to tell apart, for a mover who is `lead`
    /// points ahead.
    fn window(lead: i64) -> Window<Self::Score>;
}

/// A question whose answer is the score itself.
pub struct Exactly<S>(PhantomData<S>);

impl<S: Coded> Question for Exactly<S> {
    type Score = S;
    type Seen = S;
    #[inline]
    fn see(score: S, _lead: i64) -> Option<S> {
        Some(score)
    }
    fn window(_lead: i64) -> Window<S> {
        Window::full()
    }
}

/// The question who wins a game whose moves gain points: a search of the margin within a window
/// around 0.
///
/// The sign of a sum is not the sum of the signs, so the recursion runs on margins. But it has to
/// prove only whether the margin is above, at or below 0.
pub struct SignOfMargin;

impl Question for SignOfMargin {
    type Score = Margin;
    type Seen = Wdl;
    #[inline]
    fn see(score: Margin, lead: i64) -> Option<Wdl> {
        score.after_ply(lead).map(Margin::sign)
    }
    fn window(lead: i64) -> Window<Margin> {
        Window {
            lower: Margin::Points((-1i64).saturating_sub(lead)),
            upper: Margin::Points(1i64.saturating_sub(lead)),
        }
    }
}
