//! Questions as types, so that each is compiled to its own code.

use crate::{Coded, Window};
use std::marker::PhantomData;
use yomikiri_core::{Margin, Score, Wdl};

/// A question, together with the score that is searched for its answer.
pub trait Question: 'static {
    /// What solvers work with.
    type Score: Coded;
    /// What the asker sees of it.
    type Seen: Score;

    /// What the asker sees of a score, for a mover who is `lead` points ahead already. `None` when
    /// the points pass the limit.
    fn see(score: Self::Score, lead: i64) -> Option<Self::Seen>;

    /// The scores that have to be told apart, for a mover who is `lead` points ahead.
    fn window(lead: i64) -> Window<Self::Score>;
}

/// The question that a score type answers by itself.
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

/// Who wins a game whose moves gain points: a window of the margin around 0.
///
/// The sign of a sum is not the sum of signs, so the recursion runs on margins; but only whether the
/// margin is above, at or below 0 has to be proven.
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
