//! Variants by files in the format of `variants.ini`.

use crate::files::rules_file::Shared;
use crate::shared::shared;
use std::collections::{BTreeMap, VecDeque};
use yomikiri_core::laws::{self, Sample};
use yomikiri_core::{Game, Notation, Outcome, Player};
use yomikiri_games::compact::Compact;
use yomikiri_games::family::{Family, Playable, Visitor};
use yomikiri_games::make::{Shipped, make};
use yomikiri_games::rules_file::RulesFile;
use yomikiri_games::rules_file::write::show;
use yomikiri_games::spec::{NoFiles, OneFile, SpecError};
use yomikiri_games::variants::{VariantsFamily, names};

/// Positions that play can reach, up to so many: who moves, how play has ended, and the moves with what they lead to.
type Tree = BTreeMap<String, (Player, Option<Outcome>, Vec<(String, String)>)>;

fn whole(game: &Compact, most: usize) -> Tree {
    let mut tree = Tree::new();
    let mut open = VecDeque::from([game.start()]);
    while let Some(at) = open.pop_front() {
        let text = game.position_text(&at);
        if tree.len() >= most || tree.contains_key(&text) {
            continue;
        }
        let outcome = game.outcome(&at);
        let mut moves = Vec::new();
        if outcome.is_none() {
            for mv in game.moves(&at) {
                let next = game.play(&at, mv);
                moves.push((game.move_text(&at, mv), game.position_text(&next)));
                open.push_back(next);
            }
        }
        moves.sort();
        tree.insert(text, (game.to_move(&at), outcome, moves));
    }
    tree
}

/// How the start has ended, and its moves.
fn start(text: &str) -> (Option<Outcome>, String) {
    let game = shared("x.ini", &OneFile(text));
    let game = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let start = game.start();
    let outcome = game.outcome(&start);
    if outcome.is_some() {
        return (outcome, String::new());
    }
    let moves = game.moves(&start).map(|mv| game.move_text(&start, mv));
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    (None, moves.join(" "))
}

fn wrong(spec: &str, text: &str) -> SpecError {
    shared(spec, &OneFile(text)).expect_err(text)
}

#[test]
fn the_examples_are_the_rules_files_that_they_are_shown_as() {
    for spec in VariantsFamily::INFO.examples {
        let text = show(spec, &Shipped).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let file = RulesFile::parse(&text);
        let file = file.unwrap_or_else(|error| panic!("{spec}: {error}\n{text}"));
        let ours = shared(spec, &Shipped).expect("it is a game");
        let ours = whole(&ours, usize::MAX);
        let theirs = file.build(Shared).expect("it is a game");
        let theirs = whole(&theirs, usize::MAX);
        // A file names cells by rows and columns where no names are drawn; here they are.
        assert_eq!(ours, theirs, "{spec}\n{text}");
        assert!(ours.len() > 100, "{spec}: {}", ours.len());
    }
}

#[test]
fn the_laws_hold_on_what_is_read() {
    let sample = Sample {
        positions: 150,
        values: 300,
        ..Sample::default()
    };
    for text in [
        "[x:gardner]\n",
        "[x:clobber]\n",
        "[x:crazyhouse]\nmaxRank = 5\nmaxFile = 4\nstartFen = rnk1/3p/4/P3/1KNR[] w\npromotionRegionWhite = *5\ndoubleStep = false\n",
        "[x]\nmaxRank = 3\nmaxFile = 4\nking = k:KN\nsilver = s\nstartFen = k1*s/4/S*1K b\n",
    ] {
        let game = shared("x.ini", &OneFile(text));
        let game = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let checked = laws::all(&game, &sample);
        checked.unwrap_or_else(|broken| panic!("{broken}\n{text}"));
    }
}

#[test]
fn pieces_move_as_their_letters_say() {
    for (pieces, fen, all) in [
        (
            "customPiece1 = a:mfWcfF\nimmobile = p",
            "4/4/ppp1/1A2",
            "b1xa2 b1xc2",
        ),
        ("customPiece1 = a:R2", "4/4/4/A3", "a1-a2 a1-a3 a1-b1 a1-c1"),
        ("knight = a", "4/4/4/A3", "a1-b3 a1-c2"),
        ("customPiece1 = a:fN", "4/4/4/1A2", "b1-a3 b1-c3"),
        ("customPiece1 = a:rlW", "4/4/1A2/4", "b2-a2 b2-c2"),
        ("lance = a", "3a/4/4/A3", "a1-a2 a1-a3 a1-a4"),
        // A wall is no square.
        ("rook = a", "4/4/*3/A*2", ""),
        ("rook = a", "4/*3/4/A*2", "a1-a2"),
    ] {
        let text = format!(
            "[x]\nmaxRank = 4\nmaxFile = 4\n{pieces}\nstartFen = {fen} w\nstalemateValue = win\n"
        );
        let (outcome, moves) = start(&text);
        assert_eq!(moves, all, "{pieces}");
        let first = Outcome::Win(Player::First);
        assert_eq!(outcome, all.is_empty().then_some(first), "{pieces}");
    }
}

#[test]
fn kings_are_kept_safe_and_mated() {
    let at = |fen: &str| {
        start(&format!(
            "[x]\nmaxRank = 3\nmaxFile = 3\nking = k\nrook = r\nstartFen = {fen} b\n"
        ))
    };
    assert_eq!(at("k1R/3/2K"), (None, "a3-a2".to_owned()));
    assert_eq!(at("k1R/3/1K1").0, Some(Outcome::Win(Player::First)));
    assert_eq!(at("k2/1R1/2K").0, Some(Outcome::Draw));
}

#[test]
fn pieces_that_have_become_others_come_back_as_what_they_were() {
    // The pawn becomes a queen, is captured, and lies in the hand as a pawn.
    let text = "[x:crazyhouse]\nmaxRank = 3\nmaxFile = 3\nstartFen = 1k1/P2/2K[] w\npromotionRegionWhite = *3\n\
                promotionPieceTypes = q\ndoubleStep = false\n";
    let tree = shared("x.ini", &OneFile(text)).expect("it is a game");
    let tree = whole(&tree, 5_000);
    let (_, _, moves) = &tree[".k./P../..K"];
    let (_, promoted) = moves
        .iter()
        .find(|(mv, _)| mv == "a2-a3")
        .expect("it goes there");
    let (_, _, answers) = &tree[promoted];
    let (_, after) = answers
        .iter()
        .find(|(mv, _)| mv == "b3xa3")
        .expect("it is taken");
    assert_eq!(after, "k../.../..K+p");
    // A pawn is not put on the last ranks.
    let (_, _, moves) = &tree[after];
    let (_, next) = &moves[0];
    let drops = tree[next].2.iter().filter(|(mv, _)| mv.starts_with("p*"));
    assert!(drops.clone().count() > 0);
    assert!(
        drops.clone().all(|(mv, _)| !mv.ends_with(['1', '3'])),
        "{next}"
    );
}

#[test]
fn a_variant_has_what_its_base_has() {
    let file = "[one]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = m:mK\nstartFen = 3/3/3[MMmm] w\npieceDrops = true\n\
                connectN = 3\n[two:one]\nmustDrop = true\n[three:two]\nstartFen = 3/3/3[Mm] w\n";
    let all = ["one", "two", "three"].map(str::to_owned);
    assert_eq!(names(file), Ok(all.to_vec()));
    let made = shared("some/x.ini#three", &OneFile(file)).expect("it is a game");
    let made = whole(&made, 10);
    assert!(made.contains_key(".../.../...+Mm"));
    // Without a name there have to be no others.
    let error = wrong("x.ini", file);
    assert_eq!(
        error.error.help.as_deref(),
        Some("there are one, two, three")
    );
    let error = wrong("some/x.ini#tow", file).error;
    assert_eq!(
        (error.span, error.help.as_deref()),
        (11..14, Some("did you mean `two`?"))
    );
    assert!(shared("x.ini#y", &NoFiles).is_err());
}

#[test]
fn a_variant_is_called_by_its_name() {
    struct Title(String);
    impl Visitor for Title {
        type Output = String;
        fn titled(&mut self, title: &str) {
            title.clone_into(&mut self.0);
        }
        fn visit<G: Playable>(self, _: G) -> String {
            self.0
        }
    }
    let one = "[one]\nmaxRank = 3\nmaxFile = 3\nknight = n\nstartFen = 3/3/N2 w\n";
    let two = format!("{one}[two:one]\n");
    for (spec, text, title) in [
        ("x.ini#two", &two[..], "two"),
        ("x.ini#one", &two, "one"),
        // The only one need not be named.
        ("x.ini", one, "one"),
    ] {
        let made = make(spec, &OneFile(text), Title(String::new()));
        assert_eq!(made.expect("it is a game"), title);
        let shown = show(spec, &OneFile(text)).expect("it is a game");
        assert!(shown.contains(&format!("title = \"{title}\"\n")), "{shown}");
    }
}

#[test]
fn a_variant_may_give_a_letter_to_another_piece() {
    let base = "[one]\nmaxRank = 3\nmaxFile = 3\nknight = n\nstartFen = 3/3/N2 w\n";
    let file = format!("{base}[two:one]\ncustomPiece1 = n:fW\n");
    let made = shared("x.ini#two", &OneFile(&file)).expect("it is a game");
    let made = whole(&made, 1);
    assert_eq!(made[".../.../N.."].2.len(), 1);
    let text = format!("{base}rook = n\n");
    assert_eq!(&text[wrong("x.ini", &text).error.span], "n");
}

#[test]
fn a_mistake_in_one_variant_leaves_the_others() {
    let file = "[one]\nmaxRank = 3\nmaxFile = 3\nknight = n\nstartFen = 3/3/N2 w\n[two:one]\nmaxRank 4\n[three:two]\n";
    whole(
        &shared("x.ini#one", &OneFile(file)).expect("it is a game"),
        1,
    );
    for spec in ["x.ini#two", "x.ini#three"] {
        assert_eq!(&file[wrong(spec, file).error.span], "maxRank 4");
    }
    let text = "[x:gardner]\nmaxRank = 5 # as it is\n";
    assert_eq!(&text[wrong("x.ini", text).error.span], "# as it is");
}

#[test]
fn keys_may_have_their_names_of_old() {
    let file = |white: &str, drops: &str| {
        format!(
            "[x]\nmaxRank = 4\nmaxFile = 3\ncustomPiece1 = w:W\nstartFen = 3/3/3/W2[W] w\npieceDrops = true\n\
             flagPiece = w\n{white} = *4\nflagRegionBlack = *1\n{drops} = *1\n"
        )
    };
    let (old, new) = (
        file("whiteFlag", "whiteDropRegion"),
        file("flagRegionWhite", "dropRegionWhite"),
    );
    let [old, new] = [old, new].map(|text| {
        let game = shared("x.ini", &OneFile(&text));
        game.map(|game| whole(&game, 1000))
    });
    assert_eq!(old.expect("it is a game"), new.expect("it is a game"));
}

#[test]
fn pieces_that_nobody_has_need_no_squares_to_become_others() {
    // A board with one rank, and no pawns.
    let file = "[x:chess]\nmaxRank = 1\nmaxFile = h\ncustomPiece1 = n:D\nstartFen = KNR2rnk w\n";
    whole(&shared("x.ini", &OneFile(file)).expect("it is a game"), 1);
}

#[test]
fn what_cannot_be_said_is_refused_at_its_place() {
    let head = "[x:gardner]\n";
    for (line, at) in [
        ("mustCapture = true", "true"),
        ("blastOnCapture = true", "true"),
        ("customPiece1 = z:RcpR", "p"),
        ("customPiece1 = z", "z"),
        ("customPiece1 = zz:W", "zz"),
        ("knight = n:W", "W"),
        ("cannon = z", "z"),
        ("mobilityRegionWhiteRook = a1", "a1"),
        ("kingg = k", "kingg"),
        ("connectN = three", "three"),
        ("stalemateValue = lose", "lose"),
        ("castling = yes", "yes"),
        ("maxRank = 9", "9"),
        ("startFen = rnbqk/ppppp/5/PPPPP/RNBQ w", "RNBQ"),
        ("startFen = rnbqk/ppppp/5/PPPPP/RNBQKK w", "RNBQKK"),
        (
            "startFen = rnbqk/ppppp/PPPPP/RNBQK w",
            "rnbqk/ppppp/PPPPP/RNBQK",
        ),
        ("startFen = rnbqk/ppppp/5/PPPPP/RNBQX w", "X"),
        ("startFen = rnbqk/ppppp/5/PPPPP/RNBQK x", "x"),
        ("startFen = rnbqk/ppppp/5/PPPPP/RNBQK[P] w", "P"),
        ("doubleStep = true", "true"),
        ("flagRegionWhite = a1 z", "z"),
        ("flagPiece = y", "y"),
        ("promotedPieceType = n:q", "n:q"),
        ("extinctionValue = win\nextinctionPieceTypes = p", "win"),
        ("extinctionValue = loss\nextinctionPieceTypes = pn", "pn"),
        ("capturesToHand = true", "true"),
        ("nFoldValue = loss", "loss"),
        ("connectValue = draw", "draw"),
        ("connectN = 6", "6"),
        ("connectNxN = 6", "6"),
    ] {
        // A key that is not flagged unless it is needed.
        let text = match line.contains("flagPiece") {
            true => format!("{head}flagRegion = a1\n{line}\n"),
            false => format!("{head}{line}\n"),
        };
        let error = wrong("x.ini", &text);
        assert_eq!(&text[error.error.span.clone()], at, "{line}: {error}");
        assert!(error.file.is_some(), "{line}: the error is in the file");
    }
    // A piece that stands in its region as what it was becomes another one where it leaves.
    let small = "[x]\nmaxRank = 4\nmaxFile = 3\nking = k\ncustomPiece1 = s:FfW\ngold = g\npromotedPieceType = s:g\n\
                 promotionRegionWhite = *4\npromotionRegionBlack = *1\n";
    for (line, helps) in [
        ("startFen = 1k1/3/1S1/K2 w\n", "mandatoryPiecePromotion"),
        (
            "mandatoryPiecePromotion = true\nstartFen = 1Sk/3/3/K2 w\n",
            "at the start",
        ),
        (
            "mandatoryPiecePromotion = true\npieceDrops = true\nstartFen = 2k/3/3/K2[S] w\n",
            "dropRegionWhite",
        ),
        (
            "mandatoryPiecePromotion = true\nstartFen = 2k/3/P2/K2 w\npawn = p\ndoubleStep = false\npromotionPieceTypes = s\n",
            "no other piece",
        ),
    ] {
        let text = format!("{small}{line}");
        let error = wrong("x.ini", &text);
        assert_eq!(&text[error.error.span.clone()], "s:g", "{line}: {error}");
        let help = error.error.help.clone().unwrap_or_default();
        assert!(help.contains(helps), "{line}: {help}");
    }
    let fine = format!("{small}mandatoryPiecePromotion = true\nstartFen = 1k1/3/1S1/K2 w\n");
    whole(&shared("x.ini", &OneFile(&fine)).expect("it is a game"), 1);
    for (text, at) in [
        // The usual region of White is rank 8.
        (
            "[x]\nmaxRank = 4\nmaxFile = 3\nking = k\npawn = p\nrook = r\ndoubleStep = false\nstartFen = k2/p2/P2/K2 w\n",
            "x",
        ),
        ("[x:chess]\n", "x"),
        ("[x:atomic]\n", "atomic"),
        // Five kinds of pieces for each player do not fit in 128 bits on 36 squares.
        ("[x:losalamos]\n", "losalamos"),
        (
            "[x:gardner]\ncastling = true\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w KQkq\n",
            "KQkq",
        ),
        ("[x]\nmaxRank = 3\nmaxFile = 3\nking = k\n", "x"),
        ("[x]\nmaxRank = 3\nmaxFile = 3\nstartFen = 3/3/3 w\n", "x"),
    ] {
        let error = wrong("x.ini", text);
        assert_eq!(&text[error.error.span.clone()], at, "{text}: {error}");
    }
}
