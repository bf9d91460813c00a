//! Games on the shelf are solved within so many nodes, by whichever solver is picked: what they tell a search about
//! bounds and order does that. Each number is some three tenths above what was counted.

use yomikiri_catalog::{Answer, Ask, Control, Limits, NoFiles, Want, open};

#[test]
fn few_nodes_are_enough() {
    // Published: whoever starts wins hex on square boards (Nash 1952), and domineering on these squares but 5 x 5
    // (Breuker, Uiterwijk and van den Herik 2000). The others are what every solver here finds.
    for (spec, value, most) in [
        ("domineering:rows=5,cols=5", "second", 200),
        ("domineering:rows=6,cols=6", "first", 1_400),
        ("domineering:rows=7,cols=7", "first", 15_000),
        ("hex:rows=4,cols=4", "first", 1),
        ("hex:rows=5,cols=5", "first", 1),
        ("hex:rows=6,cols=6", "first", 10),
        ("clobber:rows=4,cols=4", "first", 16_000),
        ("clobber:rows=3,cols=7", "first", 400_000),
        ("breakthrough:rows=6,cols=3", "first", 550_000),
        ("hexapawn:rows=5,cols=4", "second", 4_000),
    ] {
        let found = found(spec, Ask::Winner, most);
        assert_eq!(found.to_string(), value, "{spec}: {}", found.nodes);
        let raced = found
            .reason
            .is_some_and(|reason| reason.ends_with("quicker one here"));
        assert_eq!(raced, found.solver != "alpha_beta", "{spec}");
    }
}

/// Published: 3 x 3 boxes (E. Berlekamp, The Dots and Boxes Game, 2000).
#[test]
fn few_nodes_are_enough_for_points() {
    for (spec, value, most) in [
        ("dots-and-boxes:rows=2,cols=4", "+2", 44_000),
        ("dots-and-boxes:rows=3,cols=3", "-3", 72_000),
        ("kalah:pits=5,seeds=3", "+6", 212_000),
    ] {
        let found = found(spec, Ask::Margin, most);
        assert_eq!(found.to_string(), value, "{spec}: {}", found.nodes);
    }
}

fn found(spec: &str, ask: Ask, most: u64) -> Answer {
    let game = open(spec, &NoFiles).unwrap();
    let mut session = game.session(ask, None).unwrap();
    let mut control = Control::new().limited(Limits {
        nodes: Some(most),
        ..Limits::default()
    });
    session.answer("start", Want::VALUE, &mut control).unwrap()
}
