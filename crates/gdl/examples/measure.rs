//! Measures sheets: how long it takes to read each, and how many random moves a second its network makes.
//! Seconds are seconds of the processor, as others may work on the machine.
//!
//! `cargo run --release -p yomikiri-gdl --example measure -- SECONDS SHEET...`

use std::error::Error;
use std::fs::read_to_string;
use yomikiri_gdl::{Limits, Playouts, Sheet};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let time: f64 = args.next().unwrap_or_default().parse()?;
    for path in args {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let start = seconds()?;
        let sheet = match Sheet::read(&text, &Limits::default(), &|| false) {
            Ok(sheet) => sheet,
            Err(error) => {
                say(format_args!(
                    "{path}\t{:.2} s\t{error}",
                    (seconds()? - start)
                ))?;
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
        say(format_args!(
            "{path}\t{read:.2} s\t{speed:.0}/s\t{:?}",
            sheet.size()
        ))?;
    }
    Ok(())
}

fn say(line: std::fmt::Arguments<'_>) -> std::io::Result<()> {
    use std::io::Write;
    writeln!(std::io::stdout(), "{line}")
}

/// The seconds that this thread has had.
fn seconds() -> Result<f64, Box<dyn Error>> {
    let text = read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: u64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds as f64 * 1e-9)
}
