//! The verb `serve`: the board in the browser, and the API.

use crate::args::{ColorArgs, LimitArgs, whole};
use crate::console::Console;
use crate::examples;
use crate::interrupt;
use crate::outcome::{Exit, Failure};
use crate::sources;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use yomikiri_server::{LONGEST, Options, Server, TIME};

#[derive(Debug, Args)]
#[command(after_help = examples::SERVE)]
pub(crate) struct ServeArgs {
    /// The game to show first. If it is a file, the page can open that file and no other
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Read answers from a table (its directory, or its file) for the positions in it (may be repeated). A
    /// table answers its own question and `winner`, for its own game. The game's file need not exist any more
    #[arg(long, value_name = "PATH")]
    pub(crate) table: Vec<PathBuf>,
    /// The port; 0: any free port [default: 4649, or any free port if that is taken]
    #[arg(long, value_name = "PORT", value_parser = whole::<u16>(0..=u16::MAX.into()), allow_negative_numbers = true)]
    pub(crate) port: Option<u16>,
    /// The address to listen on. With the default, only this machine can reach the server
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

/// The default memory of the server's solvers and answers, in bytes.
const MEMORY: u64 = 1 << 30;

pub(crate) fn run(args: &ServeArgs, console: &mut Console) -> Result<Exit, Failure> {
    let tables = args.table.iter().map(|path| sources::open_table(path));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    if let Some(game) = &args.game {
        console.open_beside(game, &tables)?;
    }
    let limits = args.limits.limits();
    let time = limits.time.unwrap_or(TIME);
    if time > LONGEST {
        return Err(Failure::bad("--timeout may be at most one day"));
    }
    let server = Server::bind(Options {
        host: args.host.clone(),
        port: args.port,
        game: args.game.clone(),
        tables: tables.into(),
        threads: args.limits.threads,
        time,
        nodes: limits.nodes,
        memory: limits.memory.unwrap_or(MEMORY),
        ..Options::default()
    });
    let server = server.map_err(|error| cannot_listen(args, &error))?;
    let url = server.url();
    writeln!(console.out(), "{url}")?;
    console.flush()?;
    if !server.address().ip().is_loopback() {
        let others = server.url_for_others();
        let at = others.map_or(String::new(), |url| format!(", at {url}"));
        console.say(format_args!(
            "note: everybody who reaches this machine can ask this server{at}"
        ));
    }
    if !args.no_open
        && let Err(error) = open::that_detached(&url)
    {
        console.say(format_args!("note: cannot open a browser: {error}"));
    }
    server
        .run(interrupt::flag())
        .map_err(|error| Failure::system("cannot serve", &error))?;
    Ok(Exit::Answered)
}

/// Describes why the server cannot listen. An unknown host is bad input; a port in use is not.
fn cannot_listen(args: &ServeArgs, error: &io::Error) -> Failure {
    let port = args
        .port
        .map_or(String::new(), |port| format!(", port {port}"));
    let what = format!("cannot listen at {}{port}", args.host);
    match error.kind() {
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => Failure::system(&what, error),
        _ => Failure::bad(format!("{what}: {error}")),
    }
}
