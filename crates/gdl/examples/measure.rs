//! Measures sheets: how long it takes to read each, how many random moves a second its network makes, and how many new
//! states a second breadth-first search finds, up to a number of states. Seconds are seconds of the processor, as
//! others may work on the machine.
//!
//! `cargo run --release -p yomikiri-gdl --example measure -- SECONDS STATES SHEET...`

use std::error::Error;
use std::fs::read_to_string;
use std::io::Write;
use std::sync::Arc;
use yomikiri_gdl::{Expander, Limits, Playouts, Rows, Scoring, Sheet, Turn, play_out};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let time: f64 = args.next().unwrap_or_default().parse()?;
    let most: u32 = args.next().unwrap_or_default().parse()?;
    let mut out = std::io::stdout();
    for path in args {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let start = seconds()?;
        let sheet = match Sheet::read(&text, &Limits::default(), &|| false) {
            Ok(sheet) => Arc::new(sheet),
            Err(error) => {
                writeln!(out, "{path}\t{:.2} s\t{error}", seconds()? - start)?;
                continue;
            }
        };
        let read = seconds()? - start;
        let mut playouts = Playouts::new(&sheet, 1);
        let (start, mut moves) = (seconds()?, 0);
        while seconds()? - start < time {
            moves += playouts.step().0;
        }
        let speed = moves as f64 / (seconds()? - start);
        let scoring = Scoring::of(&sheet, &play_out(&sheet, 32, 500, |_| false));
        let start = seconds()?;
        let (states, end) = search(&sheet, scoring, most);
        let rate = f64::from(states) / (seconds()? - start);
        let size = sheet.size();
        writeln!(
            out,
            "{path}\t{read:.2} s\t{speed:.0} moves/s\t{states} states, {rate:.0}/s\t{end}\t{} propositions, {} moves, {} \
             literals, {} steps",
            size.propositions, size.moves, size.literals, size.steps
        )?;
    }
    Ok(())
}

/// Searches breadth first. Returns the number of states and how the search ended.
fn search(sheet: &Arc<Sheet>, scoring: Scoring, most: u32) -> (u32, String) {
    let mut expander = Expander::new(sheet);
    let mut states = Rows::new(sheet.words());
    states.insert(sheet.start());
    let mut at = 0;
    while at < states.len() {
        if states.len() > most {
            return (states.len(), "more".to_owned());
        }
        let end = states.len().min(at + expander.at_once() as u32);
        let batch: Vec<u64> = (at..end)
            .flat_map(|number| states.row(number))
            .copied()
            .collect();
        expander.expand(&batch);
        for turn in expander.turns() {
            let refused = match turn {
                Turn::Refused(refused) => Some(refused.clone()),
                Turn::Over(goals) => scoring.outcome(*goals).err(),
                Turn::Moves { .. } => None,
            };
            if let Some(refused) = refused {
                return (states.len(), refused.tell(sheet.roles()));
            }
        }
        for mv in 0..expander.moves().len() {
            states.insert(expander.next(mv));
        }
        at = end;
    }
    (states.len(), format!("all, {scoring:?}"))
}

/// The seconds that this thread has had.
fn seconds() -> Result<f64, Box<dyn Error>> {
    let text = read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: u64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds as f64 * 1e-9)
}
