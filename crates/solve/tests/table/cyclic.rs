//! A game whose play may cycle, with wide plies: what spills, what a kill leaves, what verifying finds.

use crate::memory::Memory;
use crate::{TIGHT, subject};
use yomikiri::capability::{Keyed, Reversible};
use yomikiri::table::{self, Built, FILE, Options, Subject, Table, TableError, Verified};
use yomikiri::{
    Ask, Capabilities, Control, Distance, Game, Limits, Margin, Outcome, Player, Retrograde, Score,
    Stop, Wdl,
};

/// A prime: the numbers below it are the places.
const PLACES: u64 = 50_021;
/// Play is over on the places below.
const ENDS: u64 = 1_000;
/// Places from there on are apart from the others, and lead to one another.
const PLACES_APART: u64 = 3;
/// Each move multiplies by the first and adds the second; and the inverse of the first.
const STEPS: [(u64, u64, u64); 3] = [(2, 1, 25_011), (3, 7, 16_674), (1, PLACES - 5, 1)];

/// One token goes from place to place; whoever moves it to a place below [`ENDS`] wins where that is even,
/// loses where it is odd.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stroll {
    /// Whether play may also start at a place apart.
    apart: bool,
    /// Whether the token ends with points, whoever moves it to a fifth place moves it again, and Second has won
    /// if it never ends.
    twisted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct At {
    place: u64,
    mover: Player,
}

impl Stroll {
    /// Who moves next where a player has moved the token to a place; and the other way round.
    fn turned(&self, player: Player, place: u64) -> Player {
        match self.twisted && place.is_multiple_of(5) {
            true => player,
            false => player.opponent(),
        }
    }

    fn to(place: u64, (by, plus, _): (u64, u64, u64)) -> u64 {
        match place.checked_sub(PLACES) {
            None => (place * by + plus) % PLACES,
            Some(apart) => PLACES + (apart + plus) % PLACES_APART,
        }
    }

    fn from(place: u64, (_, plus, inverse): (u64, u64, u64)) -> u64 {
        match place.checked_sub(PLACES) {
            None => (place + PLACES - plus) * inverse % PLACES,
            Some(apart) => PLACES + (apart + PLACES_APART * PLACES - plus) % PLACES_APART,
        }
    }
}

impl Game for Stroll {
    type Position = At;
    type Move = u8;
    fn start(&self) -> At {
        At {
            place: 7_777,
            mover: Player::First,
        }
    }
    fn starts(&self) -> Vec<At> {
        let apart = At {
            place: PLACES,
            mover: Player::First,
        };
        [self.start()]
            .into_iter()
            .chain(self.apart.then_some(apart))
            .collect()
    }
    fn endless(&self) -> Outcome {
        match self.twisted {
            true => Outcome::Win(Player::Second),
            false => Outcome::Draw,
        }
    }
    fn to_move(&self, at: &At) -> Player {
        at.mover
    }
    fn outcome(&self, at: &At) -> Option<Outcome> {
        if self.twisted {
            return (at.place < ENDS).then_some(Outcome::Margin(at.place as i64 / 250 - 2));
        }
        (at.place < ENDS).then(|| match at.place % 2 {
            0 => Outcome::Win(at.mover.opponent()),
            _ => Outcome::Win(at.mover),
        })
    }
    fn moves(&self, _: &At) -> impl Iterator<Item = u8> {
        0..3
    }
    fn play(&self, at: &At, mv: u8) -> At {
        let place = Stroll::to(at.place, STEPS[usize::from(mv)]);
        At {
            place,
            mover: self.turned(at.mover, place),
        }
    }
}

impl Keyed<Stroll> for Stroll {
    type Key = u64;
    fn bits(&self) -> u32 {
        40
    }
    fn key(&self, at: &At) -> u64 {
        let key = (at.place << 1) | u64::from(at.mover == Player::Second);
        // Wide keys, in another order than the places.
        ((key * 7_919 % (1 << 17)) << 23) | key
    }
    fn leads_back(&self) -> bool {
        true
    }
    fn position(&self, key: u64) -> Option<At> {
        let number = key & ((1 << 23) - 1);
        let at = At {
            place: number >> 1,
            mover: [Player::First, Player::Second][(number & 1) as usize],
        };
        (at.place < PLACES + PLACES_APART && self.key(&at) == key).then_some(at)
    }
}

impl Reversible<Stroll> for Stroll {
    fn predecessors(&self, at: &At) -> impl Iterator<Item = At> {
        let place = at.place;
        let mover = self.turned(at.mover, place);
        let before = STEPS.map(|step| At {
            place: Stroll::from(place, step),
            mover,
        });
        before.into_iter().filter(|at| self.outcome(at).is_none())
    }
}

impl Capabilities for Stroll {
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        Some(self)
    }
}

/// The same without moves back.
struct OneWay(Stroll);

impl Game for OneWay {
    type Position = At;
    type Move = u8;
    fn start(&self) -> At {
        self.0.start()
    }
    fn to_move(&self, at: &At) -> Player {
        self.0.to_move(at)
    }
    fn outcome(&self, at: &At) -> Option<Outcome> {
        self.0.outcome(at)
    }
    fn moves(&self, at: &At) -> impl Iterator<Item = u8> {
        self.0.moves(at)
    }
    fn play(&self, at: &At, mv: u8) -> At {
        self.0.play(at, mv)
    }
}

impl Keyed<OneWay> for OneWay {
    type Key = u64;
    fn bits(&self) -> u32 {
        40
    }
    fn key(&self, at: &At) -> u64 {
        self.0.key(at)
    }
    fn leads_back(&self) -> bool {
        true
    }
    fn position(&self, key: u64) -> Option<At> {
        self.0.position(key)
    }
}

impl Capabilities for OneWay {
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
}

/// What the tables of these tests are of.
fn stroll(ask: Ask) -> Subject {
    subject("stroll", ask, false)
}

const PLAIN: Stroll = Stroll {
    apart: false,
    twisted: false,
};
const APART: Stroll = Stroll {
    apart: true,
    twisted: false,
};
const TWISTED: Stroll = Stroll {
    apart: true,
    twisted: true,
};

fn build_with(
    game: &Stroll,
    storage: &Memory,
    options: &Options,
    ask: Ask,
    control: &mut Control<'_>,
) -> Result<Built, TableError> {
    table::build(game, &stroll(ask), storage, options, control, &mut |_| {})
}

/// Builds a table within little memory.
pub(crate) fn build_tight(storage: &Memory) -> Result<Built, TableError> {
    build_with(&PLAIN, storage, &TIGHT, Ask::Distance, &mut Control::new())
}

fn verify(game: &Stroll, bytes: Vec<u8>) -> Result<Verified, TableError> {
    let table = Table::from_bytes(bytes).unwrap();
    let (scratch, control) = (Memory::default(), &mut Control::new());
    let verified = table::verify(game, &table, &scratch, &TIGHT, control, &mut |_| {});
    assert!(scratch.made("run-") > 0, "it does not fit");
    assert!(table::Storage::names(&scratch).unwrap().is_empty());
    verified
}

#[test]
fn moves_are_taken_back_as_they_are_made() {
    for game in [APART, TWISTED] {
        for place in (ENDS..PLACES + PLACES_APART).step_by(7) {
            let mover = Player::First;
            let at = At { place, mover };
            for mv in game.moves(&at) {
                let next = game.play(&at, mv);
                assert!(game.predecessors(&next).any(|before| before == at));
            }
            assert_eq!(game.position(game.key(&at)), Some(at));
        }
    }
}

#[test]
fn what_spills_comes_to_the_same_bytes() {
    for (game, ask, threads) in [
        (PLAIN, Ask::Winner, 1),
        (PLAIN, Ask::Distance, 3),
        (TWISTED, Ask::Margin, 1),
    ] {
        let roomy = Memory::default();
        let (options, control) = (Options::default(), &mut Control::new());
        build_with(&game, &roomy, &options, ask, control).unwrap();
        assert_eq!(roomy.made("run-"), 0, "it fits");
        let expected = roomy.file(FILE).unwrap();
        let storage = Memory::default();
        let options = Options { threads, ..TIGHT };
        build_with(&game, &storage, &options, ask, &mut Control::new()).unwrap();
        let made = storage.made("run-");
        assert!(made > 0, "it does not fit");
        // There are thousands of layers, and most of them have few positions: no shard is loaded for one.
        assert!(made < 100, "{made} files");
        assert!(storage.file(FILE).unwrap() == expected);
    }
}

#[test]
fn values_are_those_of_another_solver() {
    fn check<S: Score>(game: Stroll, ask: Ask) {
        let storage = Memory::default();
        let options = Options::default();
        build_with(&game, &storage, &options, ask, &mut Control::new()).unwrap();
        let bytes = storage.file(FILE).unwrap();
        let table = Table::from_bytes(bytes.clone()).unwrap();
        let mut other = Retrograde::<_, S>::new(&game);
        let Ok(solved) = other.solve_all(&game.starts(), &mut Control::new()) else {
            panic!("nothing limits it");
        };
        let stored: u64 = table.tiers().map(|tier| tier.stored).sum();
        assert_eq!(stored, solved.space.len() as u64);
        for (id, at) in solved.space.positions().enumerate() {
            let value = solved.scores[id].absolute(game.to_move(at));
            assert_eq!(table.probe(&game, at).unwrap(), Some(value), "{at:?}");
        }
        // One of who wins is verified below, with keys that are missing.
        if ask != Ask::Winner {
            assert_eq!(verify(&game, bytes).unwrap().stored, stored);
        }
    }
    check::<Wdl>(PLAIN, Ask::Winner);
    check::<Distance>(PLAIN, Ask::Distance);
    check::<Margin>(TWISTED, Ask::Margin);
}

#[test]
fn a_build_goes_on_with_the_ply_that_was_under_way() {
    let options = Options::default();
    let build = |storage: &Memory, control: &mut Control<'_>| {
        build_with(
            &PLAIN,
            storage,
            &Options {
                checkpoint: 1,
                ..options
            },
            Ask::Winner,
            control,
        )
    };
    let undisturbed = Memory::default();
    let mut control = Control::new();
    build(&undisturbed, &mut control).unwrap();
    let all = control.done().nodes;
    // Enumerating looks at each position once: so much is done when all but the last plies are.
    let limits = Limits {
        nodes: Some(97_500),
        ..Limits::default()
    };
    let storage = Memory::default();
    let stopped = build(&storage, &mut Control::new().limited(limits));
    assert!(
        matches!(stopped, Err(TableError::Stopped(Stop::Nodes))),
        "{stopped:?}"
    );
    let mut control = Control::new();
    build(&storage, &mut control).unwrap();
    assert!(storage.file(FILE) == undisturbed.file(FILE));
    let again = control.done().nodes;
    assert!(
        again + 62_500 < all,
        "{again} of {all} positions were looked at again"
    );
}

#[test]
fn what_cannot_be_valued_is_refused_as_soon_as_that_is_known() {
    let game = OneWay(PLAIN);
    let (storage, control) = (Memory::default(), &mut Control::new());
    let subject = stroll(Ask::Winner);
    match table::build(&game, &subject, &storage, &TIGHT, control, &mut |_| {}) {
        Err(TableError::NoRoom {
            of: "memory",
            needed,
            ..
        }) => assert!(needed < 4 * TIGHT.memory, "{needed}"),
        other => panic!("{other:?}"),
    }
    // What was found is kept.
    assert!(storage.file("plies.part").unwrap().len() > 10_000);
}

#[test]
fn keys_that_are_missing_or_out_of_reach_are_found() {
    let mut tables = Vec::new();
    for apart in [false, true] {
        let storage = Memory::default();
        let game = Stroll { apart, ..PLAIN };
        let (subject, control) = (stroll(Ask::Winner), &mut Control::new());
        table::build(&game, &subject, &storage, &TIGHT, control, &mut |_| {}).unwrap();
        tables.push(storage.file(FILE).unwrap());
    }
    let [without, with] = &tables[..] else {
        panic!()
    };
    let verified = verify(&PLAIN, without.clone()).unwrap();
    assert_eq!(
        verify(&APART, with.clone()).unwrap().stored,
        verified.stored + 6
    );
    let missing = verify(&APART, without.clone()).unwrap_err();
    assert!(missing.to_string().contains("is missing"), "{missing}");
    let beyond = verify(&PLAIN, with.clone()).unwrap_err();
    assert!(beyond.to_string().contains("does not reach"), "{beyond}");
}
