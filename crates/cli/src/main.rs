//! The `yomikiri` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    yomikiri_cli::App::new().main()
}
