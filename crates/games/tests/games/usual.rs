//! Connect Four as this machine has it.

/// Does something with the game on a board of columns that lie in bytes and lines of four, as it is played on this
/// machine: with vectors, where there are some. (No function could: what it is done with has one of two types.)
macro_rules! as_usual {
    (($cols:expr, $rows:expr), $game:ident => $run:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let vectors = yomikiri_games::connect4::Vectors::find($cols * $rows);
        #[cfg(not(target_arch = "x86_64"))]
        let vectors: Option<yomikiri_games::connect4::Steps> = None;
        if let Some(vectors) = vectors {
            let board =
                yomikiri_games::connect4::Board::<8, 4, _>::with(vectors, $cols, $rows, 8, 4);
            let $game = yomikiri_games::connect4::Connect4::new(board.expect("fits"));
            $run
        } else {
            let $game = yomikiri_games::connect4::Connect4::new(
                yomikiri_games::connect4::Board::<8, 4>::new($cols, $rows, 8, 4).expect("fits"),
            );
            $run
        }
    }};
}
