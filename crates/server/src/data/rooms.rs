//! The data of rooms, and of the server's address.

use super::VERSION;
use crate::room::Seen;
use serde::Serialize;
use yomikiri_catalog::Player;

/// A room, as whoever has one of its keys sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct RoomData {
    version: u32,
    /// The canonical spec.
    game: String,
    /// Where the game began.
    position: String,
    /// The moves so far.
    moves: Vec<String>,
    /// `first` or `second`: the side of whoever asks. Absent for whoever looks on.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    /// `first` or `second`: who has resigned, if somebody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<&'static str>,
    /// What a player asks of the other one, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    wish: Option<WishData>,
    /// Who is there.
    here: HereData,
    /// The key of whoever asks, when the room is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The key of the friend's seat, for whoever made the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    friend: Option<String>,
    /// The key with which others look on.
    watch: String,
    /// How many changes there have been.
    change: u64,
}

/// What a player asks of the other one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct WishData {
    /// `first` or `second`.
    by: &'static str,
    /// `undo` or `again`.
    wish: &'static str,
}

/// Who is there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct HereData {
    first: bool,
    second: bool,
    /// The pages that look on.
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

/// Where this server is found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct HostData {
    pub(crate) version: u32,
    /// The address for other machines; absent where they cannot reach it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) others: Option<String>,
}
