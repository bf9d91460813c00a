//! Play without a terminal: reads a move a line, and writes boards.

use super::args::PlayArgs;
use super::sitting::{Sitting, words};
use crate::answers::mark;
use crate::console::Console;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::interrupt;
use crate::lines::Lines;
use crate::outcome::{Exit, Failure};
use std::io::Write;
use std::sync::atomic::Ordering;
use yomikiri_catalog::lang::Message;
use yomikiri_catalog::play::Level;
use yomikiri_catalog::{AnyGame, AnySession, Moves, Player, TextError};

pub(crate) fn run(
    args: &PlayArgs,
    game: &dyn AnyGame,
    mut sitting: Sitting<'_>,
    console: &mut Console,
) -> Result<Exit, Failure> {
    let mut session = game.session(sitting.question(), args.solver.solver.0)?;
    let mut exit = Exit::Answered;
    let mut lines = Lines::new(files::open("-")?);
    loop {
        let stopped = turn(args, &mut sitting, &mut *session, console)?;
        exit = exit.max(stopped);
        if exit == Exit::Interrupted {
            return Ok(exit);
        }
        console.flush()?;
        // No person plays, and the game has been played.
        if !sitting.has_person() {
            return Ok(exit);
        }
        loop {
            let Some(line) = lines.next(|| Ok(()))? else {
                return Ok(exit);
            };
            let line = match line.text() {
                Ok(text) => text.trim(),
                Err(why) => {
                    exit = exit.max(Exit::BadInput);
                    console.flush()?;
                    console.say_error(&Diagnostic::bare(why).in_language(sitting.lang));
                    continue;
                }
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match say(line, &mut sitting, args, &mut *session, console)? {
                Said::Moved => break,
                Said::Shown => console.flush()?,
                Said::Quit => return Ok(exit),
                Said::Wrong(error) => {
                    exit = exit.max(Exit::BadInput);
                    console.flush()?;
                    let wrong = Diagnostic::at("move", line, &error);
                    console.say_error(&wrong.in_language(sitting.lang));
                }
            }
        }
    }
}

/// The result of a line.
enum Said {
    Moved,
    Shown,
    Quit,
    Wrong(TextError),
}

/// Lets opponents move, and shows the positions after their moves.
fn turn(
    args: &PlayArgs,
    sitting: &mut Sitting<'_>,
    session: &mut dyn AnySession,
    console: &mut Console,
) -> Result<Exit, Failure> {
    loop {
        show(sitting, console)?;
        if sitting.board().moves.is_empty() {
            return Ok(Exit::Answered);
        }
        // Two opponents play without input, but the user may interrupt between their moves.
        if interrupt::flag().load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let opponent = sitting.opponent().is_some();
        if !opponent && !sitting.analysis {
            return Ok(Exit::Answered);
        }
        let found = values(sitting, args, session, console)?;
        let stopped = Exit::from(found.answer.stopped);
        sitting.learn(found);
        if sitting.analysis {
            values_out(sitting, console)?;
        }
        if !opponent {
            return Ok(stopped);
        }
        let Some(mv) = sitting.choose() else {
            console.say(Message::NoReply {}.text(sitting.lang));
            // A person may still move for the opponent, or take back; two opponents cannot go on.
            return Ok(stopped);
        };
        let player = &sitting.name(sitting.board().to_move);
        let plays = Message::Plays { player, mv: &mv };
        writeln!(console.out(), "{}", plays.text(sitting.lang))?;
        sitting
            .play(&mv)
            .map_err(|error| Failure::in_query(&mv, error.into()))?;
        console.flush()?;
    }
}

fn values(
    sitting: &Sitting<'_>,
    args: &PlayArgs,
    session: &mut dyn AnySession,
    console: &Console,
) -> Result<Moves, Failure> {
    let position = &sitting.board().position;
    session
        .moves(position, &mut console.control(&args.limits))
        .map_err(|error| Failure::in_query(position, error))
}

fn show(sitting: &Sitting<'_>, console: &mut Console) -> Result<(), Failure> {
    let out = console.out();
    let mut diagram = sitting.board().diagram.clone();
    diagram.notes = sitting.notes().collect();
    write!(out, "{diagram}")?;
    writeln!(out, "position {}", sitting.board().position)?;
    writeln!(out, "{}", sitting.status())?;
    Ok(())
}

/// Writes the values of the position and of its moves.
fn values_out(sitting: &Sitting<'_>, console: &mut Console) -> Result<(), Failure> {
    let Some(found) = sitting.known() else {
        return Ok(());
    };
    let out = console.out();
    writeln!(out, "value {}", found.answer.bound)?;
    for mv in &found.moves {
        let best = mark(Some(mv.best));
        let text = words(mv.value, found.to_move, sitting.lang);
        writeln!(out, "{best} {} {} ({text})", mv.mv, mv.value)?;
    }
    for mv in &found.bounds {
        writeln!(out, "{} {} {}", mark(mv.best), mv.mv, mv.bound)?;
    }
    Ok(())
}

fn say(
    line: &str,
    sitting: &mut Sitting<'_>,
    args: &PlayArgs,
    session: &mut dyn AnySession,
    console: &mut Console,
) -> Result<Said, Failure> {
    let Some(command) = line.strip_prefix(':') else {
        return Ok(match sitting.play(line) {
            Ok(()) => Said::Moved,
            Err(error) => Said::Wrong(error),
        });
    };
    let (command, rest) = command.split_once(' ').unwrap_or((command, ""));
    match command {
        "undo" => sitting.undo(),
        "redo" => sitting.redo(),
        "new" => sitting.again(),
        "quit" => return Ok(Said::Quit),
        "moves" | "hint" => {
            let found = values(sitting, args, session, console)?;
            sitting.learn(found);
            let best = sitting.known().and_then(|known| known.moves.first());
            match (command, best) {
                ("hint", Some(best)) => writeln!(console.out(), "hint {} {}", best.mv, best.value)?,
                _ => values_out(sitting, console)?,
            }
            return Ok(Said::Shown);
        }
        "first" | "second" => {
            let player = match command {
                "first" => Player::First,
                _ => Player::Second,
            };
            let level = match rest.trim() {
                "human" => None,
                level => match level.parse::<Level>() {
                    Ok(level) => Some(level),
                    Err(why) => {
                        let from = line.len() - rest.len();
                        return Ok(Said::Wrong(TextError::new(from..line.len(), why)));
                    }
                },
            };
            sitting.set_level(player, level);
        }
        "help" => {
            writeln!(console.out(), "{}", Message::Commands {}.text(sitting.lang))?;
            return Ok(Said::Shown);
        }
        _ => {
            let error = TextError::new(0..line.len(), "there is no such command");
            let error = error.help(Message::Commands {}.text(sitting.lang));
            return Ok(Said::Wrong(error));
        }
    }
    Ok(Said::Moved)
}
