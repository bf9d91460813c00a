//! Games that are asked of a source: the numbering, and what a source may do wrong.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use yomikiri_core::capability::Ordered;
use yomikiri_core::laws::{self, Sample};
use yomikiri_core::{Capabilities, Game, Notation, Outcome, Player};
use yomikiri_games::asked::{
    About, Arena, Asked, ByText, Fault, Said, SaidMove, Source, Speaker, Unfound, WriteError,
};
use yomikiri_games::compact::Compact;

/// What is said of each text, and how often each was asked about.
#[derive(Debug)]
struct Book {
    pages: HashMap<&'static str, Page>,
    asked: Arc<Mutex<HashMap<String, usize>>>,
    batches: Arc<AtomicUsize>,
}

#[derive(Debug, Clone)]
enum Page {
    Over(Outcome),
    Turn(Player, u64, Vec<(Option<&'static str>, &'static str, i64)>),
}

impl Speaker for Book {
    fn answers(
        &mut self,
        asked: &[&str],
        _: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.batches.fetch_add(1, Ordering::Relaxed);
        for text in asked {
            *self
                .asked
                .lock()
                .unwrap()
                .entry((*text).to_owned())
                .or_default() += 1;
            take(match self.pages.get(text) {
                None => Said::Wrong("no page"),
                Some(Page::Over(outcome)) => Said::Over(*outcome),
                Some(Page::Turn(to_move, rank, moves)) => Said::Turn {
                    to_move: *to_move,
                    rank: Some(*rank).filter(|&rank| rank > 0),
                    moves: moves
                        .iter()
                        .map(|&(text, next, gain)| SaidMove { text, next, gain })
                        .collect(),
                },
            })?;
        }
        Ok(())
    }
}

struct Made {
    arena: Arc<Arena>,
    asked: Arc<Mutex<HashMap<String, usize>>>,
    batches: Arc<AtomicUsize>,
}

fn made(about: About, pages: impl IntoIterator<Item = (&'static str, Page)>) -> Made {
    let (asked, batches) = (Arc::default(), Arc::default());
    let book = Book {
        pages: pages.into_iter().collect(),
        asked: Arc::clone(&asked),
        batches: Arc::clone(&batches),
    };
    let source = ByText::new(about, "a", book).unwrap();
    let source: Box<dyn Source> = Box::new(source);
    let arena = Arc::new(Arena::new(source, 1 << 30));
    Made {
        arena,
        asked,
        batches,
    }
}

fn first(moves: &[&'static str]) -> Page {
    let moves = moves.iter().map(|&next| (None, next, 0));
    Page::Turn(Player::First, 0, moves.collect())
}

fn small() -> Vec<(&'static str, Page)> {
    let gains = vec![
        (Some("x"), "b", 2),
        (Some("y"), "c", -1),
        (Some("z"), "a", 0),
    ];
    vec![
        ("a", Page::Turn(Player::First, 0, gains)),
        (
            "b",
            Page::Turn(Player::Second, 0, vec![(None, "c", 0), (None, "a", 1)]),
        ),
        ("c", Page::Over(Outcome::Margin(3))),
        ("far", first(&["b"])),
    ]
}

fn gaining() -> About {
    About {
        has_gains: true,
        ..About::default()
    }
}

#[test]
fn each_position_is_asked_about_once_and_the_laws_hold() {
    let made = made(gaining(), small());
    let game = Compact::new(Asked::new(Arc::clone(&made.arena)));
    laws::all(&game, &Sample::default()).unwrap();
    assert_eq!(made.arena.fault(), None);
    let far = game.parse_position("far").unwrap();
    let only = game.moves(&far).next().unwrap();
    assert_eq!(game.position_text(&game.play(&far, only)), "b");
    for text in ["a", "b", "c", "far"] {
        assert_eq!(made.asked.lock().unwrap()[text], 1, "{text}");
    }
    let start = game.start();
    let texts: Vec<String> = game
        .moves(&start)
        .map(|mv| game.move_text(&start, mv))
        .collect();
    assert_eq!(texts, ["x", "y", "z"]);
    let moves: Vec<u32> = game.moves(&start).collect();
    assert_eq!(game.gain(&start, moves[1]), -1);
    let b = game.play(&start, moves[0]);
    // The search of a game of points remembers no moves, and those of `b` have no texts.
    assert!(game.ordered().is_none());
    let texts: Vec<String> = game.moves(&b).map(|mv| game.move_text(&b, mv)).collect();
    assert_eq!(texts, ["c", "a"]);
}

/// Moves with equal texts are of one kind, whatever their places. A move that is named after its target is of none.
#[test]
fn moves_are_remembered_by_their_texts() {
    let named = |moves: &[(&'static str, &'static str)]| {
        let moves = moves.iter().map(|&(text, next)| (Some(text), next, 0));
        Page::Turn(Player::First, 0, moves.collect())
    };
    let pages = [
        ("a", named(&[("left", "b"), ("right", "c")])),
        ("b", named(&[("stay", "b"), ("right", "c"), ("left", "d")])),
        ("c", Page::Over(Outcome::Draw)),
        ("d", first(&["a", "c"])),
    ];
    let game = Compact::new(Asked::new(made(About::default(), pages).arena));
    laws::all(&game, &Sample::default()).unwrap();
    let ordered = game.ordered().unwrap();
    let kinds = |text: &str| -> Vec<usize> {
        let position = game.parse_position(text).unwrap();
        game.moves(&position).map(|mv| ordered.slot(mv)).collect()
    };
    let (a, b) = (kinds("a"), kinds("b"));
    assert_eq!((a[0], a[1]), (b[2], b[1]));
    assert_ne!(a[0], a[1]);
    assert_eq!(kinds("d"), [0, 0]);
}

#[test]
fn a_game_is_written_down_in_the_same_way_whatever_was_asked_before() {
    let never = || Ok::<(), ()>(());
    let fresh = made(gaining(), small());
    let graph = fresh.arena.write(never).unwrap();
    let text = "a first: b+2 c-1 a\nb second: c a+1\nc = +3\n";
    assert_eq!(graph.to_text(), text);
    let used = made(gaining(), small());
    assert_eq!(used.arena.find("far"), Ok(1));
    assert_eq!(used.arena.find("c"), Ok(3));
    assert_eq!(used.arena.write(never).unwrap().to_text(), text);
    let mut left = 2;
    let stopped = fresh.arena.write(|| {
        left -= 1;
        (left > 0).then_some(()).ok_or("enough")
    });
    assert_eq!(stopped.unwrap_err(), WriteError::Stopped("enough"));
}

#[test]
fn what_is_no_game_is_a_fault_and_stays_one() {
    let turn = |moves| Page::Turn(Player::First, 0, moves);
    let ranked = About {
        is_ranked: true,
        ..About::default()
    };
    let over = ("b", Page::Over(Outcome::Draw));
    let cases = [
        (
            About::default(),
            vec![("a", first(&["b"]))],
            "there is no position `b`",
        ),
        (About::default(), vec![("a", first(&[]))], "has no moves"),
        (
            About::default(),
            vec![("a", first(&["b", "b"])), over.clone()],
            "two moves to `b`",
        ),
        (
            About::default(),
            vec![
                ("a", turn(vec![(Some("m"), "b", 0), (Some("m"), "a", 0)])),
                over.clone(),
            ],
            "two moves called `m`",
        ),
        (
            About::default(),
            vec![("a", turn(vec![(None, "b", 7)])), over.clone()],
            "a game that does not say so",
        ),
        (
            gaining(),
            vec![("a", turn(vec![(None, "b", 500_000_001)])), over.clone()],
            "a gain of 500000001",
        ),
        (
            About::default(),
            vec![("a", Page::Over(Outcome::Margin(i64::MIN)))],
            "a margin of",
        ),
        (
            About::default(),
            vec![("a", first(&["b c"]))],
            "white space",
        ),
        (About::default(), vec![("a", first(&[""]))], "it is empty"),
        (
            About::default(),
            vec![("a", first(&["start"]))],
            "a meaning of its own",
        ),
        (
            ranked.clone(),
            vec![("a", first(&["b"])), over.clone()],
            "has no rank",
        ),
        (
            ranked.clone(),
            vec![
                ("a", Page::Turn(Player::First, 1, vec![(None, "b", 0)])),
                ("b", Page::Turn(Player::First, 1, vec![(None, "c", 0)])),
                ("c", Page::Over(Outcome::Draw)),
            ],
            "rank 1, after a move from a position of rank 1",
        ),
        (
            ranked,
            vec![
                ("a", Page::Turn(Player::First, 9, vec![(None, "b", 0)])),
                ("b", Page::Turn(Player::First, 4, vec![(None, "a", 0)])),
            ],
            "rank 4, and a move to a position of rank 9",
        ),
    ];
    for (about, pages, part) in cases {
        let made = made(about, pages);
        let graph = made.arena.write(|| Ok::<(), ()>(()));
        let Err(WriteError::Fault(fault)) = graph else {
            panic!("{part}: {graph:?}");
        };
        assert!(fault.message.contains(part), "{part}: {fault}");
        assert_eq!(made.arena.fault(), Some(&fault));
        // Nothing is asked any more, and play is over everywhere that is not known.
        let batches = made.batches.load(Ordering::Relaxed);
        assert_eq!(made.arena.find("zzz"), Err(Unfound::Fault(fault)));
        let unknown = (0..made.arena.len()).find(|&number| made.arena.get(number).is_none());
        if let Some(unknown) = unknown {
            assert_eq!(made.arena.known(unknown).outcome, Some(Outcome::Draw));
        }
        assert_eq!(made.batches.load(Ordering::Relaxed), batches);
    }
}

/// A binary tree without end.
#[derive(Debug)]
struct Tree(Arc<AtomicUsize>);

impl Speaker for Tree {
    fn answers(
        &mut self,
        asked: &[&str],
        _: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Said<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.0.fetch_add(1, Ordering::Relaxed);
        for text in asked {
            let number: u64 = text.parse().unwrap();
            let nexts = [2 * number, 2 * number + 1].map(|next| next.to_string());
            let moves = nexts.iter().map(|next| SaidMove {
                text: None,
                next,
                gain: 0,
            });
            take(Said::Turn {
                to_move: Player::First,
                rank: None,
                moves: moves.collect(),
            })?;
        }
        Ok(())
    }
}

fn tree(most_bytes: u64) -> (Arena, Arc<AtomicUsize>) {
    let batches = Arc::default();
    let source = ByText::new(About::default(), "1", Tree(Arc::clone(&batches))).unwrap();
    (Arena::new(Box::new(source), most_bytes), batches)
}

#[test]
fn an_enumeration_asks_in_large_batches_and_a_search_in_small_ones() {
    let (arena, batches) = tree(1 << 30);
    for number in 0..100_000 {
        assert_eq!(arena.known(number).targets.len(), 2);
    }
    let count = batches.load(Ordering::Relaxed);
    assert!(count < 60, "{count} batches");
    // A line of play: a few positions are asked about for each that is wanted.
    let (arena, batches) = tree(1 << 30);
    let mut at = 0;
    for _ in 0..50 {
        at = arena.known(at).targets[0];
    }
    let known = (0..arena.len()).filter(|&number| arena.get(number).is_some());
    assert!(known.count() < 200 && batches.load(Ordering::Relaxed) <= 50);
}

#[test]
fn memory_is_limited() {
    let (arena, _) = tree(1 << 20);
    let mut number = 0;
    while arena.fault().is_none() {
        arena.known(number);
        number += 1;
    }
    assert!((1000..50_000).contains(&number), "{number}");
    assert!(arena.fault().is_some_and(|fault| fault.limit.is_some()));
}

#[test]
fn threads_agree_on_numbers() {
    let (arena, _) = tree(1 << 30);
    let sums: Vec<u64> = std::thread::scope(|scope| {
        let walk = |step: usize| {
            let arena = &arena;
            scope.spawn(move || {
                let numbers: Vec<u32> = match step {
                    0 => (0..5000).collect(),
                    _ => (0..5000).rev().collect(),
                };
                // Numbers are given out by whoever comes first: what they stand for is the same.
                let text = |number: u32| -> Option<u64> {
                    let known = (number < arena.len()).then(|| arena.known(number))?;
                    let next = |at: usize| arena.text(known.targets[at]).parse::<u64>().ok();
                    let own: u64 = arena.text(number).parse().ok()?;
                    assert_eq!((next(0), next(1)), (Some(2 * own), Some(2 * own + 1)));
                    Some(own)
                };
                numbers.into_iter().filter_map(text).sum()
            })
        };
        let walks: Vec<_> = (0..4).map(|step| walk(step % 2)).collect();
        walks.into_iter().map(|walk| walk.join().unwrap()).collect()
    });
    assert!(sums.iter().all(|&sum| sum > 0));
    assert_eq!(arena.fault(), None);
}
