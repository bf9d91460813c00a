//! Known facts about the first example of each game: how many positions play can reach, and who wins. A page of all
//! games shows them without solving any; tests count and solve the small ones again.

use yomikiri_games::registry::Info;

/// The number of positions that play can reach from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Exactly this many.
    Exactly(u64),
    /// More than this many, which were counted before a limit was reached.
    MoreThan(u64),
}

/// The known facts about a game.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The spec: the first example of its family.
    pub game: &'static str,
    /// Its size.
    pub size: Size,
    /// The result of perfect play from the start: `first`, `second` or `draw`.
    pub winner: &'static str,
    /// Whether the result is a published one that no solver here proves while a person waits.
    pub is_cited: bool,
    /// The moves from the start to a position that shows what the game looks like; empty for the start itself.
    pub scene: &'static str,
}

const fn of(
    game: &'static str,
    positions: u64,
    winner: &'static str,
    scene: &'static str,
) -> Known {
    Known {
        game,
        size: Size::Exactly(positions),
        winner,
        is_cited: false,
        scene,
    }
}

const fn cited(known: Known) -> Known {
    Known {
        is_cited: true,
        ..known
    }
}

const fn beyond(
    game: &'static str,
    counted: u64,
    winner: &'static str,
    scene: &'static str,
) -> Known {
    Known {
        size: Size::MoreThan(counted),
        ..of(game, 0, winner, scene)
    }
}

/// The games in the order of the registry. These facts are from publications and not checked by the tests: the
/// positions of Connect Four (Edelkamp and Kissmann 2008) and its value (Allen 1988, Allis 1988), six men's morris
/// (Gasser 1996), the values of dobutsu shogi (Tanaka 2009) and of Gobblet Gobblers (Laurent 2020). Our tables have
/// counted the positions of Gobblet Gobblers, and those of dobutsu shogi in which a lion must be captured if possible;
/// without that rule there are more.
static KNOWN: [Known; 48] = [
    of("tictactoe", 5_478, "draw", "2,2 1,1 1,3 3,1"),
    of(
        "weighted-tictactoe:weights=0/0/0/0/1/0/0/0/0",
        5_478,
        "first",
        "2,2 1,1 3,1",
    ),
    of(
        "mnk:rows=3,cols=4,line=3",
        111_973,
        "first",
        "2,2 2,3 1,2 3,2",
    ),
    of(
        "connect-k:cols=4,rows=3,line=3",
        7_157,
        "first",
        "3,2 3,3 2,2 1,2 3,1",
    ),
    of("connect4", 4_531_985_219_092, "first", "4 4 3 5 5 3 3 4 2"),
    of("notakto", 450, "first", "2,2 1,3"),
    beyond(
        "tictactoe-3d",
        6_743_129,
        "first",
        "2,2,2 1,1,1 1,3,3 3,1,1",
    ),
    of(
        "positional:rows=3,cols=3,line=3",
        5_478,
        "draw",
        "1,1 3,2 2,2",
    ),
    of("examples/rules/tictactoe.toml", 5_478, "draw", "2,2 1,2"),
    of(
        "variants:file=examples/variants/small.ini,variant=duel",
        9_576,
        "draw",
        "",
    ),
    of("grid-walk:cells=---/+-+/+--", 9, "first", "1,2"),
    of(
        "graph:text=a first: b+3 c-1; b second: d e+5; c second: e-2 d; d = +1; e = -4",
        5,
        "second",
        "",
    ),
    of(
        "examples/gdl/tictactoe.kif",
        5_478,
        "draw",
        "mark(2,2) mark(1,1)",
    ),
    of(
        "program:command=./examples/program/two_heaps.py",
        36,
        "first",
        "",
    ),
    of("take-ends:numbers=4/2/9/7/1/5", 22, "first", ""),
    of(
        "two-stacks:left=2/4/5/4/2,right=2/8/3/4/5",
        36,
        "first",
        "left",
    ),
    of("stones:stones=21,take=1/2/3", 42, "first", ""),
    of(
        "pair-board:vertical=0/15/0/0/0/25,horizontal=20/10/0/0/25/0",
        6_046,
        "second",
        "1,1 3,2 2,2 3,1",
    ),
    of("card-pairs:cards=1:9/2:5/4:9/1:4/2:5", 6, "second", ""),
    of(
        "shiritori:words=enum/float/if/modint/takahashi/template",
        42,
        "first",
        "modint",
    ),
    of("word-chain:words=abcd/bcda/ada", 6, "first", ""),
    of("circle:places=5,first=3/2,second=1/2/3", 10, "second", ""),
    of("three-mens-morris", 5_390, "first", "5 1 3 7 4"),
    cited(of(
        "six-mens-morris",
        42_372_745,
        "draw",
        "7 1 11 15 2 5 8 3",
    )),
    of("domineering", 455_317, "second", ""),
    of("clobber", 13_343, "second", "2,4-2,3 1,2-2,2"),
    of("amazons", 121_406, "first", "3,1-1,3x2,3 1,4-2,4x1,4"),
    of("toads-and-frogs", 48, "first", "3-4 6-5"),
    of("toppling-dominoes", 37, "first", ""),
    of("col", 1_021, "second", "1,1 3,3 2,2"),
    of("snort", 346, "first", "1,1 1,3 2,2"),
    of("nogo", 3_884, "first", "1,2 2,1 2,3"),
    of("cutcake", 9_536, "second", "4x6>4x1+4x5"),
    of("hackenbush", 324, "first", ""),
    of("dots-and-boxes", 4_209, "first", ""),
    of("hexapawn", 135, "second", "3,1-2,1 1,2-2,1"),
    beyond(
        "breakthrough",
        15_670_245,
        "second",
        "4,1-3,2 2,3-3,3 4,3-3,4",
    ),
    of("othello", 62_789, "second", "1,2 1,1 2,1 3,1"),
    of("nim", 752, "second", ""),
    of("heaps", 71, "first", "9>4+4"),
    of("chomp", 250, "first", "3,3"),
    of("kalah", 12_543, "first", ""),
    of("hex", 5_514, "first", "2,2 1,3 2,1 3,2 1,2"),
    of("shannon-switching", 88, "first", "1-2 3-4"),
    of("pong-hau-ki", 56, "draw", "1,3-2,2 3,3-1,3"),
    of("hare-and-hounds", 2_396, "first", "1,2-2,2 2,5-2,4"),
    cited(beyond(
        "dobutsu-shogi",
        1_293_071_650,
        "second",
        "4,2-3,3 1,2-2,3",
    )),
    cited(of(
        "gobblet-gobblers",
        5_453_659_590,
        "first",
        "S*2,2 M*1,1 L*1,1",
    )),
];

/// Returns the known facts about the first example of a family.
pub fn known(info: &Info) -> Option<&'static Known> {
    let example = info.examples.first()?;
    KNOWN.iter().find(|known| known.game == *example)
}
