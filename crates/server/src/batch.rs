//! The answers of a batch over the wire: positions with their values, and problems.

use crate::data::{PositionData, VERSION};
use crate::problem::Problem;
use serde::Serialize;

/// One answer of a batch: a position, or a problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(crate) enum BatchItem {
    Answer(Box<PositionData>),
    Problem(Box<Problem>),
}

/// The answers of a batch, in the order of the questions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct BatchData {
    version: u32,
    answers: Vec<BatchItem>,
}

impl BatchData {
    pub(crate) fn new(answers: Vec<BatchItem>) -> BatchData {
        BatchData {
            version: VERSION,
            answers,
        }
    }
}
