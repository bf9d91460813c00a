//! Games of pieces as TOML.

use crate::pieces::{
    Captures, Ends, Hands, How, Kind, Made, May, Named, Onto, Over, Passed, PieceMove, PieceRules,
    Stuck, Trap, direction_words,
};
use crate::positional::{CellSet, Shape};
use crate::rules_file::pieces::{CUSTODIAL, WAYS};
use crate::rules_file::quotation::quoted;
use std::fmt::Write;
use yomikiri_core::{Outcome, Player};

/// Writes the whole declaration. `None` if no file can state it.
pub(super) fn text(rules: &PieceRules) -> Option<String> {
    let piece = |cell: usize| {
        let Some((owner, kind)) = rules.start[cell] else {
            return '.';
        };
        let letter = rules.kinds[kind].letter;
        match owner {
            Player::First => letter.to_ascii_uppercase(),
            Player::Second => letter,
        }
    };
    let drawn = rules.shape.text(piece).replace('/', "\n");
    let mut text = format!("kind = \"pieces\"\n\n[board]\nstart = '''\n{drawn}\n'''\n");
    if !rules.shape.given_names().is_empty() {
        let _ = writeln!(text, "names = '''\n{}\n'''", names(&rules.shape)?);
    }
    for (key, pairs) in [("links", &rules.links), ("oneway", &rules.arrows)] {
        let name = |cell: usize| quoted(&rules.shape.name(cell));
        let pairs = pairs
            .iter()
            .map(|&(a, b)| format!("[{}, {}]", name(a), name(b)));
        let pairs: Vec<String> = pairs.collect();
        if !pairs.is_empty() {
            let _ = writeln!(text, "{key} = [{}]", pairs.join(", "));
        }
    }
    if rules.mover == Player::Second {
        text.push_str("mover = \"second\"\n");
    }
    for kind in &rules.kinds {
        text.push_str(&of_kind(kind, rules)?);
    }
    text.push_str(&hand(rules));
    text.push_str(&captures(rules.captures));
    text.push_str(&moves(rules));
    let [first, second] = Player::BOTH.map(|player| ends(rules, player));
    let passed = match rules.passes.twice {
        Passed::Draw => String::new(),
        Passed::Win(player) => format!("passed = {}\n", quoted(player.name())),
        Passed::Points => "passed = \"points\"\n".to_owned(),
    };
    let endless = match rules.endless {
        Outcome::Win(player) => format!("{passed}endless = {}\n", quoted(player.name())),
        _ => passed,
    };
    match first == second {
        true => {
            let _ = write!(text, "\n[end]\n{first}{endless}");
        }
        false => {
            if !endless.is_empty() {
                let _ = write!(text, "\n[end]\n{endless}");
            }
            let _ = write!(text, "\n[end.first]\n{first}\n[end.second]\n{second}");
        }
    }
    Some(text)
}

/// Writes the names of the cells as a drawing. `None` if a cell has no name.
fn names(shape: &Shape) -> Option<String> {
    let mut drawn = String::new();
    for (before, cell) in shape.places() {
        match before {
            "" if !drawn.is_empty() => drawn.push(' '),
            "" => {}
            _ => drawn.push('\n'),
        }
        drawn.push_str(cell.map_or(Some("_"), |cell| shape.given_name(cell))?);
    }
    Some(drawn)
}

fn list(words: Vec<String>) -> String {
    match &words[..] {
        [word] => word.clone(),
        _ => format!("[{}]", words.join(", ")),
    }
}

/// Writes a player's set of cells.
fn cells(shape: &Shape, set: CellSet, player: Player) -> String {
    if set == shape.far_row(player) {
        return "\"far\"".to_owned();
    }
    cells_of(shape, set)
}

/// Writes a set of cells as a list.
fn cells_of(shape: &Shape, set: CellSet) -> String {
    let cells = (0..shape.cells().len()).filter(|cell| set >> cell & 1 == 1);
    let names: Vec<String> = cells.map(|cell| quoted(&shape.name(cell))).collect();
    format!("[{}]", names.join(", "))
}

fn of_kind(kind: &Kind, rules: &PieceRules) -> Option<String> {
    let mut text = format!("\n[[piece]]\nletter = \"{}\"\n", kind.letter);
    if let Some(name) = &kind.name {
        let _ = writeln!(text, "name = {}", quoted(name));
    }
    if let Some(glyph) = kind.glyph {
        let _ = writeln!(text, "glyph = \"{}\"", glyph.name());
    }
    if let Some(becomes) = kind.becomes {
        let _ = writeln!(text, "becomes = {}", letters(rules, becomes.kinds));
        let _ = writeln!(text, "at = {}", both(rules, becomes.at)?);
        if becomes.may {
            text.push_str("may = true\n");
        }
    }
    if let Some(held) = kind.held {
        let _ = writeln!(text, "held = \"{}\"", rules.kinds[held].letter);
    }
    if let Some(drops) = kind.drops {
        let all = (0..rules.shape.cells().len()).fold(0, |set, cell| set | 1 << cell);
        let _ = match both(rules, drops) {
            Some(cells) => writeln!(text, "drop = {cells}"),
            None => writeln!(
                text,
                "undrop = {}",
                both(rules, drops.map(|set| all & !set))?
            ),
        };
    }
    if kind.points != 1 {
        let _ = writeln!(text, "points = {}", kind.points);
    }
    text.push_str("moves = [\n");
    for mv in &kind.moves {
        let _ = writeln!(text, "  {{ {} }},", of_move(mv));
    }
    text.push_str("]\n");
    Some(text)
}

/// Writes sets of cells of both players, if one text states both.
fn both(rules: &PieceRules, sets: [CellSet; 2]) -> Option<String> {
    let [first, second] =
        Player::BOTH.map(|player| cells(&rules.shape, sets[player as usize], player));
    (first == second).then_some(first)
}

/// Writes the letters of a set of pieces.
fn letters(rules: &PieceRules, set: u32) -> String {
    let kinds = rules.kinds.iter().enumerate();
    let kinds = kinds.filter(|(kind, _)| set >> kind & 1 == 1);
    list(
        kinds
            .map(|(_, kind)| format!("\"{}\"", kind.letter))
            .collect(),
    )
}

/// Writes the pieces in hand.
fn hand(rules: &PieceRules) -> String {
    let hands = &rules.hands;
    let mut text = String::new();
    if *hands == Hands::default() {
        return text;
    }
    text.push_str("\n[hand]\n");
    let piece = |&(owner, kind, count): &(Player, usize, u32)| {
        let letter = rules.kinds[kind].letter;
        let letter = match owner {
            Player::First => letter.to_ascii_uppercase(),
            Player::Second => letter,
        };
        letter.to_string().repeat(count as usize)
    };
    let start: String = hands.start.iter().map(piece).collect();
    if !start.is_empty() {
        let _ = writeln!(text, "start = \"{start}\"");
    }
    for (key, flag) in [("captures", hands.captures), ("first", hands.first)] {
        if flag {
            let _ = writeln!(text, "{key} = true");
        }
    }
    text
}

/// Writes the rules of passing and flying.
fn moves(rules: &PieceRules) -> String {
    let of = |section: &str, player: Player| {
        let mut text = match rules.passes.may[player as usize] {
            May::Never => String::new(),
            May::Stuck => "pass = \"stuck\"\n".to_owned(),
            May::Always => "pass = true\n".to_owned(),
        };
        let most = rules.fly[player as usize];
        if most > 0 {
            let _ = writeln!(text, "fly = {most}");
        }
        match text.is_empty() {
            true => text,
            false => format!("\n[{section}]\n{text}"),
        }
    };
    let [pass, fly] = [
        rules.passes.may[0] == rules.passes.may[1],
        rules.fly[0] == rules.fly[1],
    ];
    match pass && fly {
        true => of("moves", Player::First),
        false => of("moves.first", Player::First) + &of("moves.second", Player::Second),
    }
}

/// Writes the rules of capture, besides the moves of pieces.
fn captures(captures: Captures) -> String {
    if captures == Captures::default() {
        return String::new();
    }
    let mut text = "\n[captures]\n".to_owned();
    for (key, flag) in [("forced", captures.forced), ("again", captures.again)] {
        if flag {
            let _ = writeln!(text, "{key} = true");
        }
    }
    let ways = CUSTODIAL.into_iter().zip(captures.custodial);
    let ways = ways.filter(|(_, counts)| *counts);
    let ways: Vec<String> = ways.map(|(way, _)| quoted(way)).collect();
    if !ways.is_empty() {
        let _ = writeln!(text, "custodial = {}", list(ways));
    }
    text
}

fn of_move(mv: &PieceMove) -> String {
    let word = |named: Named| match named {
        Named::Word(word) => quoted(word),
        Named::Leap(forward, right) => format!("[{forward}, {right}]"),
    };
    let words = direction_words(&mv.directions);
    let single_leap = matches!(words[..], [Named::Leap(..)]);
    let words: Vec<String> = words.into_iter().map(word).collect();
    let to = match single_leap {
        true => format!("[{}]", words.join(", ")),
        false => list(words),
    };
    let how = match mv.how {
        How::Step => "step",
        How::Slide => "slide",
        How::Jump => "jump",
    };
    let onto = match mv.onto {
        Onto::Empty => "empty",
        Onto::Enemy => "enemy",
        Onto::Any => "any",
    };
    let mut text = format!("{how} = {to}, onto = \"{onto}\"");
    if mv.how == How::Jump {
        let over = match mv.over {
            Over::Enemy => "enemy",
            Over::Own => "own",
            Over::Any => "any",
        };
        let _ = write!(text, ", over = \"{over}\", takes = {}", mv.takes);
    }
    if mv.most > 0 {
        let _ = write!(text, ", most = {}", mv.most);
    }
    if mv.far {
        text.push_str(", far = true");
    }
    text
}

/// Writes the ends of the game for a player.
fn ends(rules: &PieceRules, player: Player) -> String {
    let ends: &Ends = &rules.ends[player as usize];
    let letters = |set: u32| letters(rules, set);
    let mut text = String::new();
    if ends.goal != 0 {
        let _ = writeln!(text, "goal = {}", cells(&rules.shape, ends.goal, player));
        if ends.runners != u32::MAX {
            let _ = writeln!(text, "runners = {}", letters(ends.runners));
        }
        if ends.count > 1 {
            let _ = writeln!(text, "count = {}", ends.count);
        }
    }
    let lines = &ends.lines;
    for (key, number) in [("line", lines.row), ("square", lines.square)] {
        if number > 0 {
            let _ = writeln!(text, "{key} = {number}");
        }
    }
    if lines.row > 0 && lines.ways != [true; 3] {
        let ways = WAYS.into_iter().zip(lines.ways);
        let ways = ways
            .filter(|(_, counts)| *counts)
            .map(|(way, _)| quoted(way));
        let _ = writeln!(text, "ways = {}", list(ways.collect()));
    }
    let set = |set: &CellSet| cells_of(&rules.shape, *set);
    let sets: Vec<String> = lines.sets.iter().map(set).collect();
    if !sets.is_empty() {
        let _ = writeln!(text, "sets = [{}]", sets.join(", "));
    }
    if lines.exist() {
        if lines.kinds != u32::MAX {
            let _ = writeln!(text, "liners = {}", letters(lines.kinds));
        }
        match lines.made {
            Made::Wins => {}
            Made::Loses => text.push_str("make = \"loss\"\n"),
            Made::Takes => text.push_str("make = \"take\"\n"),
        }
    }
    if ends.royal != 0 {
        let _ = writeln!(text, "royal = {}", letters(ends.royal));
        if ends.safe {
            text.push_str("safe = true\n");
        }
    }
    if ends.least > 0 {
        let _ = writeln!(text, "least = {}", ends.least);
    }
    let trap = |&(cell, by): &Trap| {
        let at = (0..rules.shape.cells().len()).filter(|cell| by >> cell & 1 == 1);
        let names = std::iter::once(cell).chain(at);
        let names: Vec<String> = names.map(|cell| quoted(&rules.shape.name(cell))).collect();
        format!("[{}]", names.join(", "))
    };
    let traps: Vec<String> = ends.traps.iter().map(trap).collect();
    if !traps.is_empty() {
        let _ = writeln!(text, "trapped = [{}]", traps.join(", "));
        if ends.trapped_wins {
            text.push_str("trap = \"win\"\n");
        }
    }
    let stuck = match ends.stuck {
        Stuck::Loses => "loss",
        Stuck::Draws => "draw",
        Stuck::Wins => "win",
        Stuck::Points => "points",
    };
    // A player who may pass is never without a move.
    if !rules.passes.has(player) {
        let _ = writeln!(text, "stuck = \"{stuck}\"");
    }
    text
}
