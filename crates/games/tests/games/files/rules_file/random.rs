//! Random rules files of every kind, all of them right.

use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::Write;

/// One of some words.
fn word(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    select(words)
}

/// True so many times of ten.
fn seldom(of_ten: u32) -> impl Strategy<Value = bool> {
    prop::bool::weighted(f64::from(of_ten) / 10.0)
}

/// A list of words as TOML.
fn list(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = words
        .into_iter()
        .map(|word| format!("\"{}\"", word.as_ref()));
    format!("[{}]", quoted.collect::<Vec<_>>().join(", "))
}

prop_compose! {
    fn board(most_cols: usize)(rows in 1..=3usize, cols in 2..=most_cols, holes in prop::collection::vec(seldom(1), 12)) -> Vec<Vec<char>> {
        let cell = |place: usize| if holes[place] { '_' } else { '.' };
        let board: Vec<Vec<char>> = (0..rows).map(|row| (0..cols).map(|col| cell(row * 4 + col)).collect()).collect();
        match board.iter().flatten().any(|&cell| cell == '.') {
            true => board,
            false => vec![vec!['.'; 3]],
        }
    }
}

fn drawn(board: &[Vec<char>]) -> String {
    board
        .iter()
        .map(|row| row.iter().collect::<String>() + "\n")
        .collect()
}

/// The cells of a board, as row and column from 1.
fn cells(board: &[Vec<char>]) -> Vec<(usize, usize)> {
    let of_row = |(row, cells): (usize, &Vec<char>)| {
        let cells = cells.iter().enumerate().filter(|(_, cell)| **cell != '_');
        cells
            .map(move |(col, _)| (row + 1, col + 1))
            .collect::<Vec<_>>()
    };
    board.iter().enumerate().flat_map(of_row).collect()
}

/// Whether so many cells lie in a row somewhere.
fn fits(board: &[Vec<char>], length: usize) -> bool {
    let cells = cells(board);
    let on = |row: usize, col: usize| cells.contains(&(row, col));
    cells.iter().any(|&(row, col)| {
        (0..length).all(|step| on(row + step, col))
            || (0..length).all(|step| on(row, col + step))
            || (0..length).all(|step| on(row + step, col + step))
            || (0..length).all(|step| col > step && on(row + step, col - step))
    })
}

prop_compose! {
    /// A game of claiming cells, within the family or beyond it.
    pub fn positional()(
        board in board(3),
        row in prop::option::weighted(0.75, 1..=3usize),
        shape in prop::option::weighted(0.5, word(&["xx", "x/.x", "xx/x.", "xxx"])),
        turned in any::<bool>(),
        make in word(&["win", "win", "loss", "first", "second", "points"]),
        marks in word(&["own", "own", "either", "one"]),
        split in seldom(2),
        gravity in any::<bool>(),
        placements in select(vec![1, 1, 1, 2, 3]),
        opening in 1..=3usize,
        swap in seldom(2),
        pass in word(&["false", "false", "false", "false", "false", "true", "\"first\"", "\"second\""]),
        full in word(&["draw", "first", "second", "points"]),
        weights in prop::collection::vec(-9..=9i64, 9),
        by_side in prop::option::weighted(0.3, (word(&["first", "second"]), 1..=2usize, word(&["win", "loss", "points"]))),
        (hexes, wrap, exact) in (seldom(3), word(&["false", "false", "true", "\"across\"", "\"upright\""]), seldom(3)),
        join in prop::option::weighted(0.3, word(&["\"top\", \"bottom\"", "\"left\", \"right\"", "\"left\", \"top\", \"right\""])),
        (apart, liberties, tile) in (prop::option::weighted(0.2, word(&["alike", "unlike", "all"])), seldom(1), seldom(2)),
        stuck in prop::option::weighted(0.3, word(&["loss", "win"])),
        popout in any::<bool>(),
        captures in prop::option::weighted(0.4, (1..=2usize, 1..=3usize)),
    ) -> String {
        let count = cells(&board).len();
        let apart = apart.filter(|apart| *apart != "unlike" || marks != "one" || split);
        // What may leave a player without a move needs turns of one mark.
        let tile = tile && count > 1;
        let restricts = apart.is_some() || liberties || tile;
        let placements = if restricts { 1 } else { placements };
        let gravity = gravity && !hexes && !tile;
        let swap = swap && !tile;
        let pass = if stuck.is_none() { pass } else { "false" };
        let own = marks == "own" && !split;
        // With marks of one's own it takes a section for each player to say it.
        let make = if own && ["first", "second"].contains(&make) { "win" } else { make };
        let form = if hexes { "hexes" } else { "squares" };
        let mut text = format!("rules = 1\nkind = \"positional\"\n[board]\nmap = '''\n{}'''\nwrap = {wrap}\ncells = \"{form}\"\n", drawn(&board));
        let head = text.len();
        let _ = writeln!(text, "[lines]\nmake = \"{make}\"");
        let unmade = text.len();
        // On hexagons, some rows of squares are none.
        if let Some(row) = row.filter(|&row| fits(&board, row) && (!hexes || row == 1)) {
            let _ = writeln!(text, "row = {row}\nexact = {exact}");
        }
        let points = make == "points" || by_side.as_ref().is_some_and(|(_, _, make)| *make == "points");
        // A side needs a cell.
        let ends = [&board[0], &board[board.len() - 1]];
        let sides = ends.iter().all(|row| row.contains(&'.'));
        if let Some(join) = join.filter(|_| sides && !points) {
            let _ = writeln!(text, "join = [{join}]");
        }
        // A shape that fits nowhere would be refused.
        if let Some(shape) = shape.filter(|_| board.len() == 3 && count == 9) {
            let _ = writeln!(text, "shapes = [\"{shape}\"]\nturned = {turned}");
        }
        let has_lines = text.len() > unmade;
        // Marks are taken out where a turn is a mark of one's own and nothing else.
        let turns = placements > 1 || pass != "false" || swap || restricts;
        let popout = popout && gravity && own && !turns && !points;
        let exact = exact && row.is_some_and(|row| fits(&board, row) && (!hexes || row == 1));
        if let Some((length, win)) = captures.filter(|_| own && !turns && !points && !gravity && !exact) {
            let _ = writeln!(text, "[captures]\nlength = {length}\nwin = {win}");
        }
        let by_side = by_side.filter(|(_, row, _)| fits(&board, *row) && (!hexes || *row == 1));
        if let Some((player, row, make)) = &by_side {
            let _ = writeln!(text, "[lines.{player}]\nrow = {row}\nmake = \"{make}\"");
        }
        // A section without lines would be refused.
        if by_side.is_none() && !has_lines {
            text.replace_range(head..unmade, "");
        }
        if tile {
            let places = cells(&board);
            let name = |cell: usize| format!("{},{}", places[cell].0, places[cell].1);
            let pairs = (1..count).map(|cell| list([name(cell - 1), name(cell)]));
            let _ = writeln!(text, "[tiles]\nsets = [{}]", pairs.collect::<Vec<_>>().join(", "));
        }
        text.push_str("[moves]\n");
        if let Some(apart) = apart {
            let _ = writeln!(text, "apart = \"{apart}\"");
        }
        if liberties {
            text.push_str("liberties = true\n");
        }
        match split {
            true => text.push_str("first = [\"x\"]\nsecond = [\"x\", \"o\"]\n"),
            false => { let _ = writeln!(text, "marks = \"{marks}\""); }
        }
        let _ = writeln!(text, "gravity = {gravity}\npopout = {popout}\nplacements = {placements}\nopening = {}\npass = {pass}\nswap = {}",
            opening.min(placements), swap && own && by_side.is_none());
        match (full, stuck) {
            (_, Some(stuck)) => { let _ = writeln!(text, "[full]\nis = \"{stuck}\""); }
            ("points", _) if own => {
                let _ = writeln!(text, "[full]\nis = \"points\"\nweights = {:?}", &weights[..count]);
            }
            ("points", _) => {}
            _ => { let _ = writeln!(text, "[full]\nis = \"{full}\""); }
        }
        text
    }
}

prop_compose! {
    /// A game of claiming cells that only lack of room ends.
    pub fn room()(
        board in board(3),
        marks in word(&["own", "own", "either", "one", "x", "o"]),
        apart in prop::option::weighted(0.7, word(&["alike", "unlike", "all"])),
        tiles in prop::option::weighted(0.4, word(&["shapes = [\"xx\"]", "[tiles.first]\nshapes = [\"xx\"]\n[tiles.second]\nshapes = [\"xx/x.\"]"])),
        (hexes, wrap) in (seldom(3), word(&["false", "true", "\"across\""])),
        forbidden in seldom(3),
        stuck in word(&["loss", "win"]),
    ) -> String {
        // One mark alone does not differ from others.
        let apart = apart.filter(|apart| *apart != "unlike" || marks != "one");
        let whole = board.len() == 3 && cells(&board).len() == 9;
        let form = if hexes { "hexes" } else { "squares" };
        let mut text = format!("rules = 1\nkind = \"positional\"\n[board]\nmap = '''\n{}'''\nwrap = {wrap}\ncells = \"{form}\"\n", drawn(&board));
        // A tile that fits nowhere would be refused.
        let tiles = tiles.filter(|_| whole);
        if let Some(tiles) = tiles {
            let _ = writeln!(text, "[tiles]\n{tiles}");
        }
        text.push_str("[moves]\n");
        let _ = match marks {
            "x" => writeln!(text, "first = [\"x\"]\nsecond = [\"x\", \"o\"]"),
            "o" => writeln!(text, "first = [\"x\", \"o\"]\nsecond = [\"o\"]"),
            _ => writeln!(text, "marks = \"{marks}\""),
        };
        if let Some(apart) = apart {
            let _ = writeln!(text, "apart = \"{apart}\"");
        }
        if forbidden && whole && tiles.is_none() {
            text.push_str("forbidden = [\"2,2\"]\n");
        }
        let _ = writeln!(text, "[full]\nis = \"{stuck}\"");
        text
    }
}

/// Where a piece may go.
const DIRECTIONS: &[&str] = &[
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "forward-left",
    "diagonal",
    "orthogonal",
    "all",
    "link",
];

prop_compose! {
    fn way()(
        how in word(&["step", "slide", "jump"]),
        directions in prop::collection::vec(word(DIRECTIONS), 1..=2),
        leap in prop::option::weighted(0.2, (1..=2i32, -2..=2i32)),
        onto in word(&["empty", "enemy", "any"]),
        over in word(&["enemy", "own", "any"]),
        takes in any::<bool>(),
    ) -> String {
        let mut to: Vec<String> = directions.iter().map(|word| format!("\"{word}\"")).collect();
        to.extend(leap.map(|(forward, right)| format!("[{forward}, {right}]")));
        let jump = match how {
            "jump" => format!(", over = \"{over}\", takes = {takes}"),
            "slide" if takes => ", most = 2".to_owned(),
            "slide" if over == "own" => ", far = true".to_owned(),
            _ => String::new(),
        };
        format!("{{ {how} = [{}], onto = \"{onto}\"{jump} }}", to.join(", "))
    }
}

prop_compose! {
    /// What ends a game, but for endless play.
    fn ends()(
        goal in prop::option::weighted(0.4, word(&["far", "1,1"])),
        runners in seldom(3),
        royal in seldom(4),
        safe in seldom(5),
        least in prop::option::weighted(0.2, 1..=2u8),
        stuck in prop::option::weighted(0.7, word(&["loss", "draw", "win", "points"])),
        line in prop::option::weighted(0.3, (1..=3u8, word(&["across", "upright", "aslant"]), word(&["win", "loss", "take"]))),
        (square, set) in (seldom(8), prop::option::weighted(0.2, any::<bool>())),
        trap in prop::option::weighted(0.2, word(&["win", "loss"])),
        count in seldom(4),
    ) -> String {
        let mut text = String::new();
        if let Some(goal) = goal {
            let _ = writeln!(text, "goal = \"{goal}\"");
            if runners {
                text.push_str("runners = \"a\"\n");
            }
            if count {
                text.push_str("count = 2\n");
            }
        }
        if let Some((row, way, make)) = line {
            let _ = writeln!(text, "line = {row}\nways = \"{way}\"\nliners = \"a\"\nmake = \"{make}\"");
        }
        if square {
            text.push_str("square = 2\n");
        }
        if let Some(set) = set {
            let sets = if set { "[[\"1,1\"]]" } else { "[]" };
            let _ = writeln!(text, "sets = {sets}");
        }
        if let Some(trap) = trap {
            let _ = writeln!(text, "trapped = [[\"1,1\", \"1,2\"]]\ntrap = \"{trap}\"");
        }
        if royal {
            let _ = writeln!(text, "royal = [\"a\"]\nsafe = {safe}");
        }
        if let Some(least) = least {
            let _ = writeln!(text, "least = {least}");
        }
        if let Some(stuck) = stuck {
            let _ = writeln!(text, "stuck = \"{stuck}\"");
        }
        text
    }
}

prop_compose! {
    /// Two kinds of pieces on a small board.
    pub fn pieces()(
        board in board(3),
        fill in prop::collection::vec(word(&[".", ".", ".", "a", "A", "b", "B"]), 12),
        corner in word(&[".", "a", "A"]),
        ways in prop::collection::vec(prop::collection::vec(way(), 1..=2), 2),
        links in prop::collection::vec((0..12usize, 0..12usize), 0..=3),
        mover in word(&["first", "first", "second"]),
        becomes in prop::option::weighted(0.3, word(&["far", "1,1"])),
        ends in prop::array::uniform3(ends()),
        by_side in (seldom(2), seldom(2)),
        endless in word(&["draw", "first", "second"]),
        hand in prop::option::weighted(0.4, (word(&["", "aA", "abB", "AAbb"]), any::<bool>(), any::<bool>(), seldom(4))),
        (may, choice) in (any::<bool>(), any::<bool>()),
        passing in prop::array::uniform2(word(&["false", "false", "true", "\"stuck\""])),
        (one_way, passed) in (any::<bool>(), word(&["draw", "first", "second", "points"])),
        points in prop::option::weighted(0.5, -3..=3i64),
        fly in prop::option::weighted(0.2, 1..=3u8),
        captures in prop::option::weighted(0.4, (any::<bool>(), any::<bool>(), word(&["[]", "\"orthogonal\"", "\"diagonal\"", "[\"orthogonal\", \"diagonal\"]"]))),
    ) -> String {
        let mut board = board;
        board[0][0] = '.';
        let places = cells(&board);
        let mut start = board.clone();
        // A turn that goes on makes a game large, and so do pieces beside the board.
        let most = if captures.is_some() { 5 } else { fill.len() };
        for (&(row, col), piece) in places.iter().zip(&fill[..most]) {
            start[row - 1][col - 1] = piece.chars().next().unwrap_or('.');
        }
        start[0][0] = corner.chars().next().unwrap_or('.');
        let mut text = format!("rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n{}'''\nmover = \"{mover}\"\n", drawn(&start));
        let mut pairs: Vec<(usize, usize)> = links.iter().map(|&(a, b)| (a % places.len(), b % places.len())).collect();
        pairs.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
        pairs.retain(|(a, b)| a != b);
        pairs.sort_unstable();
        pairs.dedup();
        let name = |cell: usize| format!("{},{}", places[cell].0, places[cell].1);
        let pairs: Vec<String> = pairs.into_iter().map(|(a, b)| list([name(a), name(b)])).collect();
        let _ = writeln!(text, "links = [{}]", pairs.join(", "));
        // Ways there and not back, for some boards.
        if links.len() == 3 && links[0].0 % places.len() != links[0].1 % places.len() {
            let [from, to] = [links[0].0, links[0].1].map(|cell| name(cell % places.len()));
            let _ = writeln!(text, "oneway = [{}]", list([from, to]));
        }
        for (letter, ways) in ["a", "b"].iter().zip(&ways) {
            let _ = writeln!(text, "[[piece]]\nletter = \"{letter}\"\nmoves = [{}]", ways.join(", "));
            if let Some(at) = becomes.filter(|_| *letter == "a") {
                let becomes = if choice { "[\"a\", \"b\"]" } else { "\"b\"" };
                let _ = writeln!(text, "becomes = {becomes}\nat = \"{at}\"\nmay = {may}");
            }
            if *letter == "b" && hand.as_ref().is_some_and(|hand| hand.3) {
                text.push_str("held = \"a\"\nundrop = \"far\"\n");
            }
        }
        if let Some((start, captures, first, _)) = hand {
            let _ = writeln!(text, "[hand]\nstart = \"{start}\"\ncaptures = {captures}\nfirst = {first}");
        }
        // Lines that take go with no other captures but those by moving onto an enemy.
        let clear = |ends: &String| {
            let takes = |line: &str| line != "make = \"take\"";
            ends.lines().filter(|line| takes(line)).map(|line| format!("{line}\n")).collect::<String>()
        };
        let beside = captures.is_some() || text.contains("takes = true") || ends.iter().any(|ends| ends.contains("safe = true"));
        let ends = if beside { ends.each_ref().map(clear) } else { ends };
        // A trap needs its cells.
        let untrapped = |ends: &String| {
            let kept = ends.lines().filter(|line| !line.starts_with("trap"));
            kept.map(|line| format!("{line}\n")).collect::<String>()
        };
        let ends = if places.contains(&(1, 2)) { ends } else { ends.each_ref().map(untrapped) };
        // A line and a square need room.
        let along = |row: usize, right: i32, down: usize| {
            let at = |(top, left): (usize, usize), far: usize| (top + down * far, left as i32 + right * far as i32);
            let is_there = |(row, col): (usize, i32)| places.iter().any(|place| (place.0, place.1 as i32) == (row, col));
            places.iter().any(|&place| (0..row).all(|far| is_there(at(place, far))))
        };
        let fits = |row| along(row, 1, 0) && along(row, 0, 1) && (along(row, 1, 1) || along(row, -1, 1));
        let is_square = |&(row, col): &(usize, usize)| [(0, 1), (1, 0), (1, 1)].iter().all(|more| places.contains(&(row + more.0, col + more.1)));
        let roomy = |ends: &String| {
            let fit = |line: &str| match line.split_once(" = ") {
                Some(("line", row)) if !fits(row.parse().unwrap_or(1)) => "line = 1\n".to_owned(),
                Some(("square", _)) if !places.iter().any(is_square) => String::new(),
                _ => format!("{line}\n"),
            };
            ends.lines().map(fit).collect::<String>()
        };
        let ends = ends.each_ref().map(roomy);
        if let Some((forced, again, custodial)) = captures {
            let _ = writeln!(text, "[captures]\nforced = {forced}\nagain = {again}\ncustodial = {custodial}");
        }
        // Both players pass alike, or each in a way of their own.
        let passing = if one_way { [passing[0]; 2] } else { passing };
        let pass = passing.map(|pass| pass != "false");
        match passing {
            [first, second] if first == second => { let _ = writeln!(text, "[moves]\npass = {first}"); }
            [first, second] => { let _ = writeln!(text, "[moves]\npass = {first}\n[moves.second]\npass = {second}"); }
        }
        // This stands in the last of these sections.
        if let Some(fly) = fly {
            let _ = writeln!(text, "fly = {fly}");
        }
        let passes = pass == [true; 2];
        // Who may pass is never stuck.
        let mut of = [passes, pass[0], pass[1]].into_iter();
        let ends = ends.map(|ends| {
            let passes = of.next().unwrap_or(false);
            let kept = |line: &&str| !passes || !line.starts_with("stuck");
            ends.lines().filter(kept).map(|line| format!("{line}\n")).collect::<String>()
        });
        let of_points = |ends: &str| ends.contains("\"points\"");
        let stuck = [(true, 0), (by_side.0, 1), (by_side.1, 2)];
        let in_force = |player: usize| !pass[player - 1] && match stuck[player].0 && ends[player].contains("stuck") {
            true => of_points(&ends[player]),
            false => of_points(&ends[0]),
        };
        if let Some(points) = points.filter(|_| if passes { passed == "points" } else { in_force(1) || in_force(2) }) {
            text = text.replacen("letter = \"a\"\n", &format!("letter = \"a\"\npoints = {points}\n"), 1);
        }
        let passed = if passes { format!("passed = \"{passed}\"\n") } else { String::new() };
        let _ = writeln!(text, "[end]\nendless = \"{endless}\"\n{passed}{}", ends[0]);
        for (player, given, ends) in [("first", by_side.0, &ends[1]), ("second", by_side.1, &ends[2])] {
            if given {
                let _ = writeln!(text, "[end.{player}]\n{ends}");
            }
        }
        text
    }
}

prop_compose! {
    pub fn heaps()(
        sizes in prop::collection::vec(0..=6u32, 1..=3),
        take in prop::option::weighted(0.7, prop::collection::vec(1..=4u32, 1..=3)),
        leave in prop::option::weighted(0.7, select(vec![vec![0], vec![1], vec![0, 1], vec![0, 2], vec![1, 2], vec![2], vec![0, 1, 2]])),
        nothing in any::<bool>(),
        unequal in any::<bool>(),
        together in prop::option::weighted(0.3, 1..=3u32),
        stuck in word(&["loss", "win"]),
        (own, by_side) in (prop::collection::vec(1..=5u32, 1..=2), word(&["", "", "first", "second"])),
        (opening, times, repeat) in (prop::option::of(1..=3u32), prop::option::of(1..=2u32), any::<bool>()),
        remembers in seldom(4),
    ) -> String {
        let mut text = format!("rules = 1\nkind = \"heaps\"\n[heaps]\nsizes = {sizes:?}\nstuck = \"{stuck}\"\n");
        let splits = leave.as_ref().is_some_and(|leave| leave.contains(&2));
        if let Some(mut take) = take {
            if splits && nothing {
                take.push(0);
            }
            let _ = writeln!(text, "take = {take:?}");
        }
        if let Some(leave) = leave {
            let _ = writeln!(text, "leave = {leave:?}");
        }
        if splits {
            let _ = writeln!(text, "unequal = {unequal}");
        } else if remembers {
            let _ = writeln!(text, "repeat = {repeat}");
            for (key, number) in [("opening", opening), ("times", times)] {
                if let Some(number) = number {
                    let _ = writeln!(text, "{key} = {number}");
                }
            }
        } else if let Some(together) = together {
            let _ = writeln!(text, "together = {together}");
        }
        if !by_side.is_empty() {
            let _ = writeln!(text, "[heaps.{by_side}]\ntake = {own:?}");
        }
        text
    }
}

prop_compose! {
    /// Six nodes, of which the last two are ends.
    pub fn graph()(
        movers in prop::collection::vec(word(&["first", "second"]), 4),
        moves in prop::collection::vec(prop::collection::vec((0..6usize, -3..=3i64), 1..=3), 4),
        onward in any::<bool>(),
        gains in any::<bool>(),
        endless in word(&["draw", "first", "second"]),
        ends in prop::collection::vec(word(&["draw", "first", "second", "0", "-2"]), 2),
    ) -> String {
        let mut text = format!("rules = 1\nkind = \"graph\"\ngraph = '''\nendless {endless}\n");
        for (node, (mover, moves)) in movers.iter().zip(&moves).enumerate() {
            let _ = write!(text, "n{node} {mover}:");
            for (to, gain) in moves {
                let to = if onward { to % (5 - node) + node + 1 } else { *to };
                let _ = match gains && *gain != 0 {
                    true => write!(text, " n{to}{gain:+}"),
                    false => write!(text, " n{to}"),
                };
            }
            text.push('\n');
        }
        for (node, end) in (4..).zip(&ends) {
            let _ = writeln!(text, "n{node} = {end}");
        }
        text + "'''\n"
    }
}
