//! Codeforces 787 C: a piece moved round a circle.

use super::simpler::{fewer, nearer};
use super::single::{Asked, Single, at_start, different, failed, joined, refused, written};
use super::{About, ContestError, Corner, Random, Scan, Subject};
use std::collections::HashSet;
use yomikiri::capability::Direct;
use yomikiri::{Ask, Distance, Game, Method, Player, Retrograde, Score, TextError, Value};
use yomikiri_catalog::lang::Message;
use yomikiri_games::circle::{Circle, Position};

const MOST: i64 = 7000;

/// Codeforces 787 C.
pub(super) struct Cf787C;

/// The places, and the steps of Rick, who is First, and of Morty.
#[derive(Clone)]
pub(super) struct Round {
    places: i64,
    steps: [Vec<i64>; 2],
}

impl Single for Cf787C {
    type Case = Round;

    const ABOUT: About = About {
        id: "cf787c",
        judge: "Codeforces 787 C",
        title: "Berzerk",
        game: "circle",
        input: "n, then Rick's steps and Morty's steps: a line of their number and as many integers \
                each",
        shape: "n 2..7000 | 2*{k 1..n-1 k*{s 1..n-1} distinct |}",
        seconds: 4,
        constraints: &[
            "2 <= n <= 7000",
            "each number of steps 1 to n-1",
            "each step 1 to n-1",
            "no step of a player twice",
        ],
        output: "for Rick moving first and for Morty, a line: Win, Lose or Loop from places 2 to n",
        solvers: &[Method::Direct, Method::Retrograde],
        words: &["Win", "Lose", "Loop"],
        example: "5\n2 3 2\n3 1 2 3\n",
        ..About::USUAL
    };
    const NAMES: [&'static str; 2] = ["Rick", "Morty"];
    const CORNERS: &'static [Corner] = &[
        Corner::Uniform,
        Corner::Small,
        Corner::Negative,
        Corner::Extreme,
        Corner::Equal,
        Corner::Sorted,
        Corner::Largest,
    ];

    fn read(scan: &mut Scan<'_>) -> Result<Round, TextError> {
        let places = scan.integer("n", 2..=MOST)?;
        scan.end_line()?;
        let mut line = || {
            let count = scan.integer("the number of steps", 1..=places - 1)?;
            let mut known = vec![false; places as usize];
            let mut steps = Vec::with_capacity(count as usize);
            for _ in 0..count {
                let (span, step) = scan.integer_at("a step", 1..=places - 1)?;
                if std::mem::replace(&mut known[step as usize], true) {
                    return Err(TextError::new(span, format!("{step} is listed twice")));
                }
                steps.push(step);
            }
            scan.end_line()?;
            Ok(steps)
        };
        let steps = [line()?, line()?];
        Ok(Round { places, steps })
    }

    fn write(round: &Round) -> String {
        let line = |steps: &Vec<i64>| format!("{} {}", steps.len(), written(steps));
        let [first, second] = round.steps.each_ref().map(line);
        format!("{}\n{first}{second}", round.places)
    }

    fn answer(round: &Round, asked: &mut Asked<'_, '_>) -> Result<String, ContestError> {
        // All numbers fit, because the limits have been checked.
        let [first, second] = round
            .steps
            .each_ref()
            .map(|steps| steps.iter().map(|&step| step as u32).collect());
        let game = Circle::new(round.places as u32, first, second).map_err(refused)?;
        let values = values(&game, asked)?;
        let lang = asked.lang;
        let from = |at: &Position| {
            let (place, player) = (
                &(at.place + 1).to_string(),
                Self::NAMES[at.to_move as usize],
            );
            Message::BeginsFrom { place, player }.text(lang)
        };
        match asked.word.and_then(|word| values.get(word)) {
            Some((at, _)) => asked.explain_one(&from(at), &game, at)?,
            None => asked.explain_each(values.iter().map(|(at, value)| (from(at), *value)))?,
        }
        let line = |player: Player| {
            let own = values.iter().filter(|(at, _)| at.to_move == player);
            let words = own.map(|(_, value)| match value.winner() {
                None => "Loop",
                Some(winner) if winner == player => "Win",
                Some(_) => "Lose",
            });
            words.collect::<Vec<_>>().join(" ") + "\n"
        };
        Ok(Player::BOTH.map(line).concat())
    }

    fn against_first(_: &Round, answer: &str) -> bool {
        answer
            .lines()
            .next()
            .is_some_and(|line| line.contains("Lose"))
    }

    fn does(_: &Round, place: &str, _: i64) -> String {
        format!("moves to place {place}")
    }

    fn subject(round: &Round, word: usize) -> Option<Subject> {
        let [first, second] = round.steps.each_ref().map(|steps| joined(steps));
        let places = round.places;
        let game = format!("circle:places={places},first={first},second={second}");
        let starts = places as usize - 1;
        let player = Player::BOTH.get(word / starts)?;
        Some(Subject {
            position: format!("{}:{player}", word % starts + 2),
            ..at_start::<Self>(game, Ask::Distance)?
        })
    }

    fn generate(random: &mut Random, corner: Corner) -> Round {
        let places = match corner {
            Corner::Largest => MOST,
            Corner::Small | Corner::Negative => random.within(2..=7),
            _ => *random.pick(&[2, 10, 30, 100]).unwrap_or(&10) + random.within(0..=10),
        };
        let most = places - 1;
        let mut line = || -> Vec<i64> {
            let count = match corner {
                Corner::Largest => most,
                Corner::Extreme if random.one_in(2) => most,
                Corner::Extreme => 1,
                // Few steps make play go round.
                _ if random.one_in(2) => random.within(1..=most.min(3)),
                _ => random.within(1..=most),
            };
            let mut steps = different(random, count as usize, 1..=most);
            if corner != Corner::Sorted {
                random.shuffle(&mut steps);
            }
            steps
        };
        let first = line();
        let second = if corner == Corner::Equal {
            first.clone()
        } else {
            line()
        };
        Round {
            places,
            steps: [first, second],
        }
    }

    /// Returns circles with fewer steps, fewer places, or lower steps.
    fn smaller(round: Round) -> Box<dyn Iterator<Item = Round>> {
        let with = |round: &Round, player: usize, steps: Vec<i64>| {
            let mut next = round.clone();
            next.steps[player] = steps;
            next
        };
        let (one, two, three) = (round.clone(), round.clone(), round);
        let fewer_steps = (0..2).flat_map(move |player| {
            let round = one.clone();
            fewer(one.steps[player].clone(), 1).map(move |steps| with(&round, player, steps))
        });
        // Leaves out the steps that are too long for fewer places.
        let fewer_places = nearer(two.places, 2).filter_map(move |places| {
            let steps = two.steps.each_ref().map(|steps| {
                let kept = steps.iter().copied().filter(|&step| step < places);
                kept.collect::<Vec<i64>>()
            });
            let left = steps.iter().all(|steps| !steps.is_empty());
            left.then_some(Round { places, steps })
        });
        let lower_steps = (0..2).flat_map(move |player| {
            let round = three.clone();
            let steps = &round.steps[player];
            let known: HashSet<i64> = steps.iter().copied().collect();
            // Filter at once: if nearly all steps are present, few are new.
            let new: Vec<(usize, i64)> = (0..steps.len())
                .flat_map(|at| nearer(steps[at], 1).map(move |step| (at, step)))
                .filter(|(_, step)| !known.contains(step))
                .collect();
            new.into_iter().map(move |(at, step)| {
                let mut next = round.clone();
                next.steps[player][at] = step;
                next
            })
        });
        Box::new(fewer_steps.chain(fewer_places).chain(lower_steps))
    }
}

/// Returns the values of all places but place 1, for Rick moving first and then for Morty.
fn values(
    game: &Circle,
    asked: &mut Asked<'_, '_>,
) -> Result<Vec<(Position, Value)>, ContestError> {
    asked.control.visit().map_err(ContestError::Stopped)?;
    let starts = game.starts();
    if asked.method == Method::Direct {
        let table = game.table(&game.start(), Ask::Distance);
        let look_up = |at: Position| (at, game.look_up(&table, &at, Ask::Distance));
        return Ok(starts.into_iter().map(look_up).collect());
    }
    let mut solver = Retrograde::<_, Distance>::new(game);
    let solved = solver.solve_all(&starts, asked.control).map_err(failed)?;
    // The first nodes of a space are its roots, in order.
    let scores = starts.into_iter().zip(&solved.scores);
    Ok(scores
        .map(|(at, score)| (at, score.absolute(game.to_move(&at))))
        .collect())
}
