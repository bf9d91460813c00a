//! AtCoder ABC201 D: a piece on a grid of signs.

mod backward;
mod board;
mod many;
mod packed;
#[cfg(test)]
mod samples;

use super::simpler::stretches;
use super::{
    About, ContestError, Corner, Done, Fault, Options, Problem, Random, Streams, Subject,
    check_options,
};
use board::{Board, MOST, header, name, write_board};
use packed::Input;
use yomikiri::{Ask, Control, Method, Outcome};
use yomikiri_catalog::START;

/// AtCoder ABC201 D.
pub(super) struct Abc201D;

static ABOUT: About = About {
    id: "abc201d",
    judge: "AtCoder ABC201 D",
    title: "Game in Momotetsu World",
    game: "grid-walk",
    input: "H W, then H lines of W characters + or -",
    shape: "H 1..2000 W 1..2000 | grid(H, W, +-)",
    seconds: 2,
    constraints: &["1 <= H <= 2000", "1 <= W <= 2000", "each character + or -"],
    output: "Takahashi (moves first), Aoki or Draw",
    many: true,
    words: &["Takahashi", "Aoki", "Draw"],
    example: "3 3\n---\n+-+\n+--\n",
    ..About::USUAL
};

impl Problem for Abc201D {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn run(
        &self,
        streams: &mut Streams<'_>,
        options: &Options,
        control: &mut Control<'_>,
    ) -> Result<Done, ContestError> {
        check_options(&ABOUT, options)?;
        if options.many {
            return many::many(streams, options, control);
        }
        let mut text = Vec::new();
        if matches!(options.method, None | Some(Method::Direct)) && !options.explain {
            let mut margin = match streams.input.file() {
                Some(file) => backward::margin(file, header)?,
                None => None,
            };
            if margin.is_none() {
                match packed::read(streams.input, header)? {
                    Input::Text(unusual) => text = unusual,
                    Input::Packed(bands) => margin = Some(bands.margin()),
                }
            }
            if let Some(margin) = margin {
                control.visit().map_err(ContestError::Stopped)?;
                return judged(streams, name(Outcome::Margin(margin).winner()));
            }
        } else {
            streams.input.read_to_end(&mut text)?;
        }
        let board = Board::read(&text).map_err(|error| Fault::locate(error, &text))?;
        let name = board.winner(options, control)?;
        if options.explain {
            board.explain(options, streams.notes, control)?;
        }
        judged(streams, name)
    }

    fn corners(&self) -> &'static [Corner] {
        &[
            Corner::Uniform,
            Corner::Small,
            Corner::Negative,
            Corner::Ties,
            Corner::Row,
            Corner::Column,
            Corner::Equal,
            Corner::Sorted,
            Corner::Largest,
        ]
    }

    fn generate(&self, random: &mut Random, corner: Corner) -> String {
        let most = match corner {
            Corner::Small => 4,
            Corner::Largest => MOST,
            _ => *random.pick(&[5, 10, 40]).unwrap_or(&10),
        };
        let mut side = |least: i64| random.within(least..=most);
        let (rows, cols) = match corner {
            Corner::Row => (1, side(1)),
            Corner::Column => (side(1), 1),
            Corner::Largest => (MOST, MOST),
            _ => (side(1), side(1)),
        };
        // One cell in `rare` has the other sign, on average.
        let (usual, rare) = match corner {
            Corner::Negative => (b'-', 5),
            Corner::Equal => (*random.pick(b"+-").unwrap_or(&b'+'), u64::MAX),
            _ => (b'-', 2),
        };
        let mut cells: Vec<u8> = (0..rows * cols)
            .map(|cell| match corner {
                // Alternating signs: each player is offered the same, and decisions are narrow.
                Corner::Ties if !random.one_in(8) => {
                    b"+-"[((cell / cols + cell % cols) & 1) as usize]
                }
                _ if random.one_in(rare) => b'+',
                _ => usual,
            })
            .collect();
        if corner == Corner::Sorted {
            cells.sort_unstable();
            if random.one_in(2) {
                cells.reverse();
            }
        }
        write_board(&cells, cols as usize)
    }

    fn subject(&self, input: &str, _: usize, _: &Options) -> Option<Subject> {
        let board = Board::read(input.as_bytes()).ok()?;
        let rows: Vec<_> = board
            .cells
            .chunks(board.cols)
            .map(String::from_utf8_lossy)
            .collect();
        Some(Subject {
            game: format!("{}:cells={}", ABOUT.game, rows.join("/")),
            file: None,
            position: START.to_owned(),
            ask: Ask::Margin,
            names: ["Takahashi", "Aoki"],
        })
    }

    fn takes(&self, input: &str) -> bool {
        Board::read(input.as_bytes()).is_ok()
    }

    fn smaller<'a>(&'a self, input: &'a str) -> Box<dyn Iterator<Item = String> + 'a> {
        match Board::read(input.as_bytes()) {
            Ok(board) => Box::new(smaller(board.cells.into_owned(), board.cols)),
            Err(_) => Box::new(std::iter::empty()),
        }
    }
}

/// Returns boards without a stretch of rows or columns (from half of them down to one), then boards
/// with the `-` of such a stretch turned into `+`.
fn smaller(cells: Vec<u8>, cols: usize) -> impl Iterator<Item = String> {
    let rows = cells.len() / cols;
    let some = |size| stretches(size).filter(move |gone| gone.len() < size);
    let (by_row, by_col, by_sign) = (cells.clone(), cells.clone(), cells);
    let fewer_rows = some(rows).map(move |gone| {
        let kept = by_row
            .chunks(cols)
            .enumerate()
            .filter(|(row, _)| !gone.contains(row));
        write_board(
            &kept.flat_map(|(_, row)| row).copied().collect::<Vec<_>>(),
            cols,
        )
    });
    let fewer_cols = some(cols).map(move |gone| {
        let kept = by_col
            .iter()
            .enumerate()
            .filter(|(cell, _)| !gone.contains(&(cell % cols)));
        let kept: Vec<u8> = kept.map(|(_, &sign)| sign).collect();
        write_board(&kept, cols - gone.len())
    });
    let minuses: Vec<usize> = (0..by_sign.len())
        .filter(|&cell| by_sign[cell] == b'-')
        .collect();
    let fewer_minuses = stretches(minuses.len()).map(move |turned| {
        let mut cells = by_sign.clone();
        for &cell in &minuses[turned] {
            cells[cell] = b'+';
        }
        write_board(&cells, cols)
    });
    fewer_rows.chain(fewer_cols).chain(fewer_minuses)
}

fn judged(streams: &mut Streams<'_>, name: &str) -> Result<Done, ContestError> {
    streams.output.write_all(format!("{name}\n").as_bytes())?;
    streams.output.flush()?;
    Ok(Done::ONE)
}
