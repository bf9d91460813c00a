//! The best line that a search tells.

use super::*;

/// The positions along a line, which has to be one of legal moves.
fn along(game: &Four, line: &[u32]) -> Vec<Position> {
    let mut at = vec![game.start()];
    for &number in line {
        let here = at[at.len() - 1];
        assert_eq!(game.outcome(&here), None, "{line:?}");
        let mv = game
            .moves(&here)
            .nth(number as usize)
            .expect("a legal move");
        at.push(game.play(&here, mv));
    }
    at
}

/// When all is solved, the line told is one of perfect play from its first move to its last.
#[test]
fn the_line_of_a_solved_position_is_perfect_play() {
    for (cols, rows) in [(4, 4), (5, 4), (5, 5)] {
        let game = four(cols, rows);
        let mut search = AlphaBeta::<_, Distance, _>::new(&game, views(&game));
        let value = search.score(&game.start(), Window::full(), &mut Control::new());
        let mut value = value.unwrap();
        let line = search.line(&game.start());
        assert!(line.moves().len() > 4, "{cols}x{rows}: {line:?}");
        let mut other = solver(&game);
        for at in &along(&game, line.moves())[1..] {
            let next = other
                .score(at, Window::full(), &mut Control::new())
                .unwrap();
            assert_eq!(
                next.turned().after_ply(0),
                Some(value),
                "{cols}x{rows}: {line:?}"
            );
            value = next;
        }
    }
}

/// While a search goes on it tells a line, by the moves' numbers.
#[test]
fn a_line_is_told_while_the_search_goes_on() {
    let game = four(7, 6);
    let (told, cancel) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let mut control = Control::new()
        .cancelled_by(&cancel)
        .on_progress(|progress| {
            if !progress.line.moves().is_empty() {
                told.lock().unwrap().push(progress.line);
                cancel.store(true, Ordering::Relaxed);
            }
        });
    let stopped = solver(&game).score(&game.start(), Window::full(), &mut control);
    assert!(matches!(
        stopped,
        Err(Failure::Stopped {
            why: Stop::Cancelled,
            ..
        })
    ));
    drop(control);
    for line in told.into_inner().unwrap() {
        along(&game, line.moves());
    }
}

/// So it does how full the table is, also while one question takes long.
#[test]
fn what_is_stored_is_told_while_the_search_goes_on() {
    let game = four(7, 6);
    let (told, cancel) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let mut control = Control::new()
        .cancelled_by(&cancel)
        .on_progress(|progress| {
            let mut told = told.lock().unwrap();
            told.push(progress.stored);
            cancel.store(told.len() == 6, Ordering::Relaxed);
            assert!(progress.stored <= progress.room);
        });
    let stopped = solver(&game).score(&game.start(), Window::full(), &mut control);
    assert!(stopped.is_err());
    drop(control);
    let told = told.into_inner().unwrap();
    assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "{told:?}");
}
