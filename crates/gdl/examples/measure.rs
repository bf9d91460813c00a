//! Measures sheets: how long it takes to read each, and how many random moves a second its network makes.
//!
//! `cargo run --release -p yomikiri-gdl --example measure -- SECONDS SHEET...`

use std::error::Error;
use std::time::{Duration, Instant};
use yomikiri_gdl::{Limits, Playouts, Sheet};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let time = Duration::from_secs_f64(args.next().unwrap_or_default().parse()?);
    for path in args {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let start = Instant::now();
        let sheet = match Sheet::read(&text, &Limits::default(), &|| false) {
            Ok(sheet) => sheet,
            Err(error) => {
                say(format_args!(
                    "{path}\t{:.2} s\t{error}",
                    start.elapsed().as_secs_f64()
                ))?;
                continue;
            }
        };
        let read = start.elapsed().as_secs_f64();
        let mut playouts = Playouts::new(&sheet, 1);
        let (start, mut moves) = (Instant::now(), 0);
        while start.elapsed() < time {
            moves += playouts.step().0;
        }
        let speed = moves as f64 / start.elapsed().as_secs_f64();
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
