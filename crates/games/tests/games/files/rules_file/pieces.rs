//! Pieces: royal ones kept safe, few of them on many cells, and bounds of play.

use super::Shared;
use super::laws::hold;
use super::twins::of_file;
use yomikiri::{Control, Distance, Plies, Retrograde};
use yomikiri_core::capability::{Acyclic, Keyed};
use yomikiri_core::laws::Sample;
use yomikiri_core::{Capabilities, Game, Outcome, Player};
use yomikiri_games::compact::Compact;
use yomikiri_games::rules_file::RulesFile;

const KINGS: &str = "[[piece]]\nletter = \"k\"\nmoves = [{ step = \"all\" }]\n\
     [[piece]]\nletter = \"r\"\nmoves = [{ slide = \"orthogonal\" }]\n\
     [end]\nroyal = \"k\"\nsafe = true\nstuck = \"draw\"\n";

#[test]
fn royal_pieces_are_kept_safe() {
    // The start, with Second to move.
    let at = |start: &str| {
        let tree = of_file(&format!(
            "rules = 1\nkind = \"pieces\"\n[board]\nmover = \"second\"\nstart = '''\n{}\n'''\n{KINGS}",
            start.replace('/', "\n")
        ));
        let (_, outcome, moves) = tree[&format!("{start}:second")].clone();
        let moves: Vec<String> = moves.into_iter().map(|(mv, ..)| mv).collect();
        (outcome, moves.join(" "))
    };
    // No king may go next to the other, or where the rook looks.
    assert_eq!(at("k.R/.../..K"), (None, "1,1-2,1".to_owned()));
    // Without a move a king that could be captured is mated, another in stalemate.
    let first = Some(Outcome::Win(Player::First));
    assert_eq!(at("k.R/.../.K."), (first, String::new()));
    assert_eq!(at("k../.R./..K"), (Some(Outcome::Draw), String::new()));
    // A rook that nothing guards is taken.
    assert_eq!(at("kR./.../..K").1, "1,1-2,1 1,1x1,2");
}

/// A player who has to put down a piece first cannot capture, so that nothing is exposed.
#[test]
fn a_piece_to_be_put_down_first_leaves_royal_pieces_safe() {
    let moves = |first: bool| {
        let tree = of_file(&format!(
            "rules = 1\nkind = \"pieces\"\n[board]\nmover = \"second\"\nstart = '''\nk.\n.R\n'''\n\
             [[piece]]\nletter = \"k\"\nmoves = [{{ step = [\"left\", \"right\"] }}]\n\
             [[piece]]\nletter = \"r\"\nmoves = [{{ step = \"forward\" }}]\n\
             [hand]\nstart = \"R\"\nfirst = {first}\n\
             [end.second]\nroyal = \"k\"\nsafe = true\nstuck = \"draw\"\n"
        ));
        let (_, outcome, moves) = tree["k./.R+R:second"].clone();
        (
            outcome,
            moves.into_iter().map(|(mv, ..)| mv).collect::<Vec<_>>(),
        )
    };
    assert_eq!(moves(true), (None, vec!["1,1-1,2".to_owned()]));
    assert_eq!(moves(false), (Some(Outcome::Draw), Vec::new()));
}

/// What a player has brought about who has just moved counts before what the opponent has.
#[test]
fn of_several_ends_that_of_the_last_player_counts() {
    let tree = of_file(
        "rules = 1\nkind = \"pieces\"\n[board]\nstart = \"R.RrR\"\n\
         [[piece]]\nletter = \"r\"\nmoves = [{ step = \"all\" }]\n\
         [end]\nroyal = \"r\"\nline = 2\nmake = \"loss\"\n",
    );
    let outcome = |at: &str| tree[at].1;
    // A line alone loses.
    assert_eq!(outcome(".RRrR:second"), Some(Outcome::Win(Player::Second)));
    // Here the move that makes it takes the last royal piece of the opponent.
    assert_eq!(outcome("R..RR:second"), Some(Outcome::Win(Player::First)));
}

/// The ending on a whole chessboard.
fn king_and_rook() -> String {
    format!(
        "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n....k...\n{}R...K...\n'''\n{KINGS}",
        "........\n".repeat(6)
    )
}

#[test]
fn few_pieces_fit_on_many_cells() {
    let sample = Sample {
        positions: 300,
        values: 100,
        ..Sample::default()
    };
    hold(&king_and_rook(), &sample);
    let file = RulesFile::parse(&king_and_rook()).unwrap();
    let game = file.build(Shared).unwrap();
    let bits = game.keyed().unwrap().bits();
    let moves = game.moves(&game.start()).count();
    // Three pieces, each a cell of 64 and one of three codes, and who is to move. The rook has three cells
    // beside it and seven before it, the king five.
    assert_eq!((bits, moves), (3 * (6 + 2) + 1, 15));
}

/// King and rook against king, the longest mate: 16 moves, as in every book of endgames.
#[test]
fn king_and_rook_mate_within_sixteen_moves() {
    let file = RulesFile::parse(&king_and_rook()).unwrap();
    let game = file.build(Shared).unwrap();
    let mut solver: Retrograde<'_, Compact, Distance> = Retrograde::new(&game);
    let solved = solver.solve_all(&[game.start()], &mut Control::new());
    let Ok(solved) = solved else {
        panic!("nothing stops it");
    };
    let plies = |score: &Distance| match score {
        Distance::Win(Plies::Count(plies)) => Some(*plies),
        _ => None,
    };
    let longest = solved.scores.iter().filter_map(plies).max();
    assert_eq!(longest, Some(2 * 16 - 1));
}

/// The longest line of play that a file lets nobody exceed.
fn bound(text: &str) -> Option<u64> {
    let game = RulesFile::parse(text).unwrap().build(Shared).unwrap();
    game.acyclic().map(|view| view.rank(&game.start()))
}

#[test]
fn a_bound_of_play_is_found_where_there_is_one() {
    let example = |name: &str| {
        let info = yomikiri_games::make::info("rules").unwrap();
        let file = info.files.iter().find(|(path, _)| path.ends_with(name));
        bound(file.unwrap().1)
    };
    // Six pawns of two rows to go each.
    assert_eq!(example("hexapawn.toml"), Some(12));
    // Three sheep of three rows each, the wolf between their moves and before the first.
    assert_eq!(example("wolf-and-sheep.toml"), Some(19));
    // Toads have seven, six and five cells before them, and so have frogs.
    assert_eq!(example("toads-and-frogs.toml"), Some(36));
    // The fox goes about as it likes, and so do the geese, sideways.
    assert_eq!(example("fox-and-geese.toml"), None);
    assert_eq!(example("draughts.toml"), None);
    let pieces = |start: &str, moves: &str| {
        bound(&format!(
            "rules = 1\nkind = \"pieces\"\n[board]\nstart = '''\n{start}\n'''\n[[piece]]\nletter = \"a\"\nmoves = [{moves}]\n"
        ))
    };
    // A capture may go back, for it takes a piece off the board.
    let back =
        "{ step = \"forward\", onto = \"empty\" }, { step = \"backward\", onto = \"enemy\" }";
    assert!(pieces("a\n.\nA", back).is_some());
    // Left and right again goes on for ever; who has no piece cannot move.
    assert_eq!(pieces("A..a", "{ step = \"sideways\" }"), None);
    assert_eq!(pieces("A..", "{ step = \"right\" }"), Some(1));
}
