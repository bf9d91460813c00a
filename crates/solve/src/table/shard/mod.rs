//! Building a table task by task. Each task reads files of a store and makes one, so any number of workers on any
//! number of machines can do the tasks, in any order that [`standing()`] allows.
//!
//! The stages are those of [`build`](super::build()), on a part of a tier at a time. A tier is cut into ranges of
//! keys ([`Task::Cut`]). For each range a task merges the children found by shards of higher tiers, writes these
//! keys, and expands them. It sorts their children and stores them beside the keys as *questions* ([`Task::Keys`]).
//! Once all keys are known, values go up: a task reads the *answers* to a shard's questions, finds the values of its
//! positions, and answers the questions of higher tiers about these positions ([`Task::Values`]). So each question
//! and each answer is written once, and no task reads a whole tier. [`Task::Finish`] copies keys and values into the
//! table, which has the bytes that `build` writes.
//!
//! If play may cycle, tiers are plies, and values go backward in rounds once all positions are known: see the module
//! `cyclic`.
//!
//! A file gets its final name when it is complete and durable. Doing a task twice writes the same bytes twice. A task
//! that finds a damaged or foreign file sets it aside, and then that file's own task can be done again.

mod aside;
mod check;
mod cut;
mod cyclic;
mod damage;
mod file;
mod finish;
mod forecast;
mod head;
mod held;
mod keys;
mod plan;
mod ranges;
mod run;
mod standing;
mod store;
mod subgame;
mod task;
mod tools;
mod trial;
mod values;

pub use check::{Checked, check};
pub use forecast::{Forecast, RoundForecast, forecast};
pub use held::Held;
pub use plan::plan;
pub use run::{CLAIM, Ran, TaskRoom, finish, run, tidy_up};
pub use standing::{Standing, Watch, all_done, standing};
pub use store::{Cutting, MOST_SHARDS, Plan};
pub use task::Task;
