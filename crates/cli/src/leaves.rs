//! The trees of a certificate, and the strategies at their leaves, as signs on the cells and in words.

use std::io::{self, Write};
use yomikiri_catalog::lang::{Lang, Message, said};
use yomikiri_check::{Checked, Does, Guard, Rule, Rules, Strategy, Tree};

/// The cells by the names that the game's moves use, in the order of a drawn board.
struct Cells {
    names: Vec<String>,
    /// Whether marks have no owner, and (`either`) whether a player chooses between two marks.
    common: bool,
    either: bool,
}

impl Cells {
    fn new(rules: &dyn Rules) -> Cells {
        let drawing = &rules.show(0);
        let mut names = Vec::new();
        let layers: Vec<&str> = drawing.split("//").collect();
        for (layer, rows) in layers.iter().enumerate() {
            for (row, signs) in rows.split('/').enumerate() {
                for (column, sign) in signs.chars().enumerate() {
                    if sign != '_' {
                        let place = format!("{},{}", row + 1, column + 1);
                        names.push(match layers.len() {
                            1 => place,
                            _ => format!("{},{place}", layer + 1),
                        });
                    }
                }
            }
        }
        let places = rules.places();
        let either = places.as_ref().is_some_and(|places| places.have_choice());
        if either {
            let with = |mark: char| names.iter().map(move |name| format!("{mark}{name}"));
            names = with('x').chain(with('o')).collect();
        }
        let common = places.is_some_and(|places| places.are_common());
        Cells {
            names,
            common,
            either,
        }
    }

    fn name(&self, cell: u8) -> &str {
        self.names
            .get(usize::from(cell))
            .map_or("?", String::as_str)
    }

    fn list(&self, cells: impl IntoIterator<Item = u8>) -> String {
        let names: Vec<&str> = cells.into_iter().map(|cell| self.name(cell)).collect();
        names.join(" ")
    }

    fn pairs(&self, pairs: &[[u8; 2]]) -> String {
        let pair = |&[one, two]: &[u8; 2]| format!("{}-{}", self.name(one), self.name(two));
        pairs.iter().map(pair).collect::<Vec<_>>().join(" ")
    }
}

fn members(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |cell| set >> cell & 1 == 1)
}

/// Prints the trees of a certificate in a language; with `why`, also what the strategies mean.
pub(crate) fn print(
    checked: &Checked,
    why: bool,
    lang: Lang,
    out: &mut impl Write,
) -> io::Result<()> {
    let cells = Cells::new(&*checked.rules);
    for (tree, (claim, _)) in checked.trees.iter().zip(&checked.proved.claims) {
        let claim = &said(&claim.to_string(), lang);
        writeln!(out, "{}", Message::TreeOf { claim }.text(lang))?;
        let mut told = vec![false; tree.strategies.len()];
        for node in &tree.nodes {
            let indent = "  ".repeat(node.depth as usize);
            let board = checked.rules.show(node.code);
            match node.does {
                Does::Replies => {
                    let replies = Message::TreeReplies {}.text(lang);
                    writeln!(out, "{indent}{board} {replies}")?;
                }
                Does::Move(cell) => {
                    let takes = Message::TreeTakes {
                        player: &said(&tree.claimant.to_string(), lang),
                        // Such games have at most 64 cells.
                        cell: cells.name(cell as u8),
                    };
                    writeln!(out, "{indent}{board} {}", takes.text(lang))?;
                }
                Does::Follows(index) => {
                    let number = index as u64 + 1;
                    let follows = Message::TreeFollows { number }.text(lang);
                    writeln!(out, "{indent}{board} {follows}")?;
                    let strategy = &tree.strategies[index];
                    for row in signs(&board, strategy) {
                        writeln!(out, "{indent}  {row}")?;
                    }
                    if why && !told[index] {
                        told[index] = true;
                        for line in words(strategy, tree, &cells, lang) {
                            writeln!(out, "{indent}  {line}")?;
                        }
                    }
                }
            }
            let threats = node.threats.iter().flatten();
            let threats: Vec<String> = threats
                .map(|sequence| cells.list(sequence.iter().copied()))
                .collect();
            if !threats.is_empty() {
                let cells = &threats.join("; ");
                writeln!(
                    out,
                    "{indent}  {}",
                    Message::TreeThreats { cells }.text(lang)
                )?;
            }
        }
    }
    if checked.trees.iter().any(|tree| !tree.strategies.is_empty()) {
        writeln!(out, "{}", Message::TreeSigns {}.text(lang))?;
    }
    Ok(())
}

/// Returns the rows of a board, with a sign in each empty cell of a strategy: the rank in an order of preference,
/// `=` for one of a set, `@` for the only one of a set, `^` on top of the other's mark, `?` under a condition, a
/// letter for each pair.
fn signs(board: &str, strategy: &Strategy) -> Vec<String> {
    let cells = board.bytes().filter(|sign| !b"_/".contains(sign)).count();
    let mut signs: Vec<Option<char>> = vec![None; cells];
    // The two marks of a cell share its sign.
    let mut put = |cell: u8, sign: char| {
        signs[usize::from(cell) % cells].get_or_insert(sign);
    };
    let mut letters = ('a'..='n')
        .chain('p'..='w')
        .chain("yz".chars())
        .chain('A'..='Z');
    let mut pairs = |pairs: &[[u8; 2]], put: &mut dyn FnMut(u8, char)| {
        for pair in pairs {
            let letter = letters.next().unwrap_or('*');
            pair.iter().for_each(|&cell| put(cell, letter));
        }
    };
    match strategy {
        Strategy::Pairing {
            first,
            pairs: answers,
        } => {
            first.iter().for_each(|&cell| put(cell, '1'));
            pairs(answers, &mut put);
        }
        Strategy::List(rules) => {
            let mut place = 0u32;
            for rule in rules {
                match rule {
                    Rule::Take(list) => {
                        for &cell in list {
                            place += 1;
                            put(cell, char::from_digit(place, 10).unwrap_or('+'));
                        }
                    }
                    Rule::Lowest(set) => members(*set).for_each(|cell| put(cell, '=')),
                    Rule::Only(set) => members(*set).for_each(|cell| put(cell, '@')),
                    Rule::Follow(set) => members(*set).for_each(|cell| put(cell, '^')),
                    Rule::Pair(answers) => pairs(answers, &mut put),
                    Rule::When(cell, _) => put(*cell, '?'),
                    Rule::Win | Rule::Stop | Rule::Any => {}
                }
            }
        }
    }
    let mut cell = 0;
    let mut rows = vec![String::new()];
    for sign in board.chars() {
        if sign == '/' {
            rows.push(String::new());
            continue;
        }
        let own = (sign == '.')
            .then(|| signs.get(cell).copied().flatten())
            .flatten();
        cell += usize::from(sign != '_');
        if let Some(row) = rows.last_mut() {
            row.push(own.unwrap_or(sign));
        }
    }
    rows
}

/// Describes a strategy, line by line.
fn words(strategy: &Strategy, tree: &Tree, cells: &Cells, lang: Lang) -> Vec<String> {
    let player = &said(&tree.claimant.to_string(), lang);
    let all = cells.names.len() as u32;
    let mut lines = Vec::new();
    let mut say = |message: Message<'_>| lines.push(message.text(lang));
    match strategy {
        Strategy::Pairing { first, pairs } => {
            if let Some(cell) = first {
                let cell = cells.name(*cell);
                say(Message::LeafBegins { player, cell });
            }
            let pairs = &cells.pairs(pairs);
            say(Message::LeafPairing { player, pairs });
        }
        Strategy::List(list) => {
            say(Message::LeafList { player });
            for rule in list {
                match rule {
                    Rule::Win => say(Message::LeafWins {}),
                    // With common marks, a player who could stop a line can complete it.
                    Rule::Stop if cells.common => say(Message::LeafWins {}),
                    Rule::Stop => say(Message::LeafStops {}),
                    Rule::Take(list) => say(Message::LeafTakes {
                        cells: &cells.list(list.iter().copied()),
                    }),
                    Rule::Lowest(set) => {
                        let list = &cells.list(members(*set));
                        say(match cells.either {
                            true => Message::LeafTakes { cells: list },
                            false => Message::LeafLowest { cells: list },
                        });
                    }
                    Rule::Only(set) => say(Message::LeafOnly {
                        cells: &cells.list(members(*set)),
                    }),
                    Rule::Follow(set) => {
                        let list = &cells.list(members(*set));
                        say(match (cells.common, set.count_ones() == all) {
                            (true, true) => Message::LeafFollowsMarksAnywhere {},
                            (true, false) => Message::LeafFollowsMarks { cells: list },
                            (false, true) => Message::LeafFollowsAnywhere {},
                            (false, false) => Message::LeafFollows { cells: list },
                        });
                    }
                    Rule::Pair(pairs) => {
                        let pairs = &cells.pairs(pairs);
                        say(match cells.common {
                            true => Message::LeafAnswers { pairs },
                            false => Message::LeafPairs { pairs },
                        });
                    }
                    Rule::When(cell, guards) => {
                        let guard = |guard: &Guard| {
                            let cell = cells.name(guard.cell);
                            // With two marks to choose from, the name begins with the mark.
                            let (mark, bare) = cell.split_at(usize::from(cells.either));
                            match guard.is {
                                0 if cells.either => Message::GuardHasNo { mark, cell: bare },
                                _ if cells.either => Message::GuardHas { mark, cell: bare },
                                0 if cells.common => Message::GuardUnmarked { cell },
                                _ if cells.common => Message::GuardMarked { cell },
                                0 => Message::GuardEmpty { cell },
                                1 => Message::GuardOwn { cell },
                                _ => Message::GuardOther { cell },
                            }
                            .text(lang)
                        };
                        let guards: Vec<String> = guards.iter().map(guard).collect();
                        let and = match lang {
                            Lang::En => " and ",
                            Lang::Ja => "、",
                        };
                        say(Message::LeafWhen {
                            cell: cells.name(*cell),
                            guards: &guards.join(and),
                        });
                    }
                    Rule::Any if cells.either => say(Message::LeafAnyX {}),
                    Rule::Any => say(Message::LeafAny {}),
                }
            }
        }
    }
    lines
}
