//! Tests of rooms.

use super::game::BLINK;
use super::*;

const HERE: &str = "127.0.0.1:1000";
const THERE: &str = "192.0.2.7:1000";

fn client(address: &str) -> Client {
    Client::from(address.parse::<std::net::SocketAddr>().unwrap())
}

fn rooms(bounds: Bounds) -> Arc<Rooms> {
    Arc::new(Rooms::new(bounds))
}

fn open(rooms: &Rooms, address: &str, now: Instant) -> Result<String, Refused> {
    let (game, start) = ("tictactoe".to_owned(), "start".to_owned());
    rooms.open(client(address), game, start, Player::First, now)
}

fn play(rooms: &Rooms, key: &str, ply: usize, mv: &str) -> Result<Seen, Refused> {
    let position = format!("after {mv}");
    rooms.play(key, ply, mv.to_owned(), position, Instant::now())
}

#[test]
fn each_key_has_a_seat_of_its_own() {
    let (rooms, now) = (rooms(BOUNDS), Instant::now());
    let maker = open(&rooms, HERE, now).unwrap();
    let seen = rooms.look(&maker, now).unwrap();
    assert_eq!(seen.side, Some(Player::First));
    let friend = seen.friend.unwrap();
    let other = rooms.look(&friend, now).unwrap();
    assert_eq!((other.side, other.friend), (Some(Player::Second), None));
    let watch = rooms.look(&seen.watch, now).unwrap();
    assert_eq!((watch.side, watch.friend), (None, None));
    assert!(
        [&maker, &friend, &seen.watch]
            .iter()
            .all(|key| key.len() == 32)
    );
    assert_ne!(maker, friend);
    assert_eq!(
        play(&rooms, &seen.watch, 0, "a").unwrap_err(),
        Refused::Watches
    );
    assert_eq!(rooms.look("", now).unwrap_err(), Refused::Gone);
}

#[test]
fn what_was_asked_is_done_only_when_both_agree() {
    let (rooms, now) = (rooms(BOUNDS), Instant::now());
    let maker = open(&rooms, HERE, now).unwrap();
    let friend = rooms.look(&maker, now).unwrap().friend.unwrap();
    let wish = |key: &str, wish, agree| rooms.wish(key, wish, agree, now);
    assert_eq!(
        wish(&maker, Wish::Undo, true).unwrap_err(),
        Refused::Nothing
    );
    play(&rooms, &maker, 0, "a").unwrap();
    assert_eq!(play(&rooms, &friend, 0, "b").unwrap_err(), Refused::Late);
    play(&rooms, &friend, 1, "b").unwrap();
    let asked = wish(&maker, Wish::Undo, true).unwrap();
    assert_eq!(asked.wish, Some((Player::First, Wish::Undo)));
    // A repeated wish is no agreement.
    assert_eq!(wish(&maker, Wish::Undo, true).unwrap().moves.len(), 2);
    assert_eq!(wish(&friend, Wish::Again, true).unwrap_err(), Refused::Open);
    let refused = wish(&friend, Wish::Undo, false).unwrap();
    assert_eq!((refused.wish, refused.moves.len()), (None, 2));
    assert_eq!(wish(&friend, Wish::Undo, false).unwrap_err(), Refused::Late);
    wish(&maker, Wish::Undo, true).unwrap();
    assert!(
        wish(&friend, Wish::Undo, true).unwrap().moves.is_empty(),
        "both moves"
    );
    // Without a reply, only the last move is taken back.
    play(&rooms, &maker, 0, "a").unwrap();
    play(&rooms, &friend, 1, "b").unwrap();
    wish(&friend, Wish::Undo, true).unwrap();
    assert_eq!(wish(&maker, Wish::Undo, true).unwrap().moves, ["a"]);
    // A move declines a wish.
    play(&rooms, &friend, 1, "c").unwrap();
    wish(&friend, Wish::Undo, true).unwrap();
    assert_eq!(play(&rooms, &maker, 2, "d").unwrap().wish, None);
    wish(&maker, Wish::Again, true).unwrap();
    let again = wish(&friend, Wish::Again, true).unwrap();
    assert_eq!((again.moves.len(), again.side), (0, Some(Player::First)));
    assert_eq!(rooms.look(&maker, now).unwrap().side, Some(Player::Second));
}

#[test]
fn who_resigns_ends_the_game_until_both_want_another() {
    let (rooms, now) = (rooms(BOUNDS), Instant::now());
    let maker = open(&rooms, HERE, now).unwrap();
    let seen = rooms.look(&maker, now).unwrap();
    let friend = seen.friend.unwrap();
    let resign = |key: &str, ply| rooms.resign(key, ply, now);
    assert_eq!(resign(&seen.watch, 0).unwrap_err(), Refused::Watches);
    assert_eq!(resign(&maker, 1).unwrap_err(), Refused::Late);
    play(&rooms, &maker, 0, "a").unwrap();
    // A player may resign in the other's turn, which also declines a wish.
    rooms.wish(&maker, Wish::Undo, true, now).unwrap();
    let given_up = resign(&maker, 1).unwrap();
    assert_eq!(
        (given_up.resigned, given_up.wish),
        (Some(Player::First), None)
    );
    assert_eq!(
        rooms.look(&friend, now).unwrap().resigned,
        Some(Player::First)
    );
    assert_eq!(play(&rooms, &friend, 1, "b").unwrap_err(), Refused::Over);
    assert_eq!(resign(&friend, 1).unwrap_err(), Refused::Over);
    assert_eq!(
        rooms.wish(&maker, Wish::Undo, true, now).unwrap_err(),
        Refused::Over
    );
    rooms.wish(&friend, Wish::Again, true, now).unwrap();
    let again = rooms.wish(&maker, Wish::Again, true, now).unwrap();
    assert_eq!((again.resigned, again.moves.len()), (None, 0));
    assert!(play(&rooms, &friend, 0, "a").is_ok());
}

#[test]
fn rooms_are_few_short_and_forgotten() {
    let bounds = Bounds {
        rooms: 3,
        each: 2,
        bytes: 60,
        ..BOUNDS
    };
    let (rooms, now) = (rooms(bounds), Instant::now());
    let first = open(&rooms, THERE, now).unwrap();
    open(&rooms, THERE, now).unwrap();
    assert_eq!(open(&rooms, THERE, now).unwrap_err(), Refused::Full);
    open(&rooms, HERE, now).unwrap();
    assert_eq!(open(&rooms, HERE, now).unwrap_err(), Refused::Full);
    // A room with somebody in it is never removed for a new one, however quiet it is.
    let (presence, _) = rooms.enter(&first, now).unwrap();
    let later = now + bounds.quiet;
    open(&rooms, HERE, later).unwrap();
    open(&rooms, HERE, later).unwrap();
    assert_eq!(open(&rooms, HERE, later).unwrap_err(), Refused::Full);
    assert!(rooms.look(&first, later).is_ok());
    // The texts have a limit.
    assert!(play(&rooms, &first, 0, "a long move").is_ok());
    let friend = rooms.look(&first, later).unwrap().friend.unwrap();
    assert_eq!(
        play(&rooms, &friend, 1, "a long answer").unwrap_err(),
        Refused::TooLong
    );
    drop(presence);
    let idle = Instant::now() + bounds.idle;
    assert_eq!(rooms.look(&first, idle).unwrap_err(), Refused::Gone);
    assert_eq!(rooms.look(&friend, idle).unwrap_err(), Refused::Gone);
    let state = rooms.state(idle);
    assert!(state.rooms.len() <= 2 && state.keys.len() == 3 * state.rooms.len());
}

#[test]
fn who_is_there_is_known_and_told_once() {
    let (rooms, now) = (rooms(BOUNDS), Instant::now());
    let maker = open(&rooms, HERE, now).unwrap();
    let friend = rooms.look(&maker, now).unwrap().friend.unwrap();
    let (maker_here, news) = rooms.enter(&maker, now).unwrap();
    let before = *news.borrow();
    let (friend_here, _) = rooms.enter(&friend, now).unwrap();
    assert_eq!(*news.borrow(), before + 1);
    assert_eq!(rooms.look(&maker, now).unwrap().here, [true, true]);
    // A page that asks again at once has not left.
    drop(friend_here);
    let friend_here = rooms.enter(&friend, Instant::now()).unwrap().0;
    assert_eq!(*news.borrow(), before + 1);
    drop((friend_here, maker_here));
    let later = Instant::now() + BLINK;
    assert_eq!(rooms.look(&maker, later).unwrap().here, [false, false]);
}
