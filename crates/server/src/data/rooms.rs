//! The data of rooms, and of the server's address.

use super::VERSION;
use crate::room::Seen;
use serde::Serialize;
use yomikiri_catalog::Player;

/// A room, as the owner of one of its keys sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct RoomData {
    version: u32,
    /// The canonical spec.
    game: String,
    /// The position at the start of the game.
    position: String,
    /// The moves so far.
    moves: Vec<String>,
    /// `first` or `second`: the side of the client. Absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    /// `first` or `second`: the player who has resigned, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<&'static str>,
    /// The open request of a player, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    wish: Option<WishData>,
    /// The visitors of a room.
    here: HereData,
    /// The key of the client, when the room is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The key of the friend's seat, for the maker of the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    friend: Option<String>,
    /// The key for spectators.
    watch: String,
    /// The number of changes so far.
    change: u64,
}

/// A request of one player to the other.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct WishData {
    /// `first` or `second`.
    by: &'static str,
    /// `undo` or `again`.
    wish: &'static str,
}

/// The visitors of a room.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct HereData {
    first: bool,
    second: bool,
    /// The number of pages of spectators.
    watching: usize,
}

impl RoomData {
    pub(crate) fn new(seen: Seen, key: Option<String>) -> RoomData {
        let [first, second] = seen.here;
        RoomData {
            version: VERSION,
            game: seen.game,
            position: seen.start,
            moves: seen.moves,
            side: seen.side.map(Player::name),
            resigned: seen.resigned.map(Player::name),
            wish: seen.wish.map(|(by, wish)| WishData {
                by: by.name(),
                wish: wish.name(),
            }),
            here: HereData {
                first,
                second,
                watching: seen.watching,
            },
            key,
            friend: seen.friend,
            watch: seen.watch,
            change: seen.change,
        }
    }
}

/// The addresses of this server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct HostData {
    pub(crate) version: u32,
    /// The address for other machines; absent if they cannot reach the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) others: Option<String>,
}
