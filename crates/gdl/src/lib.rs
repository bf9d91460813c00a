//! Rule sheets in GDL.
mod check;
mod ground;
mod limits;
mod order;
mod read;
mod rows;
mod rules;
mod terms;

pub use limits::{Limits, Unread};

/// Temporary.
pub fn try_ground(text: &str) -> Result<String, Unread> {
    let nodes = read::read(text)?;
    let mut program = rules::rules(&nodes)?;
    check::check(&program)?;
    let stop = || false;
    let mut budget = limits::Budget::new(Limits::default(), &stop);
    let g = ground::ground(&mut program, &mut budget)?;
    Ok(format!("atoms={} instances={} steps={}", g.store.len(), g.instances.len(), budget.steps()))
}
