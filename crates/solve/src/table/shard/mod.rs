//! A table made task by task: each task reads files of a store and makes one, so that any number of workers on
//! any number of machines can do them, in any order that [`standing()`] allows.
//!
//! The stages are those of [`build`](super::build()), on a part of a tier at a time. A tier is cut into ranges of keys
//! ([`Task::Cut`]). For each range a task merges what shards of higher tiers lead to, writes these keys, and expands them:
//! what they lead to is sorted and kept beside them as *questions* ([`Task::Keys`]). Once all keys are known, values go up:
//! a task reads the *answers* to a shard's questions, finds the values of its positions, and answers what shards of
//! higher tiers ask about these ([`Task::Values`]). So each question and each answer is written once, and nobody
//! reads a whole tier. [`Task::Finish`] copies keys and values into the table, which has the bytes that `build` writes.
//!
//! Where play may cycle, tiers are plies, and values go backward in rounds once all positions are known: see
//! the module `cyclic`.
//!
//! A file gets its name when it is whole and lasting. A task that is done twice writes the same bytes twice. A file
//! that is damaged, or that belongs elsewhere, is set aside by the task that comes upon it, and its own task can be
//! done again.

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
