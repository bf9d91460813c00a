//! The reasons why requests are refused.

/// The reason why a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// No room has this key any more.
    Gone,
    /// There are too many rooms.
    Full,
    /// Too many pages watch.
    Crowded,
    /// The room's texts are too long.
    TooLong,
    /// Spectators cannot act.
    Watches,
    /// The game has changed meanwhile.
    Late,
    /// There is no move to take back.
    Nothing,
    /// Another wish is still open.
    Open,
    /// A player has resigned.
    Over,
}
