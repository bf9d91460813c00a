//! The optimisations that a search can do without.

/// The optimisations of a search, each of which can be switched off. None changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Look up and store proven bounds in the transposition table.
    pub table: bool,
    /// Leave out the moves that the game proves irrelevant.
    pub expand: bool,
    /// Play forced moves without counting a node for each.
    pub forced: bool,
    /// Prune by the game's own bounds.
    pub bounds: bool,
    /// Look positions up under one representative of their mirror images.
    pub symmetry: bool,
    /// Look up all children before searching any of them.
    pub lookahead: bool,
    /// Store positions near the end of the game in a small table of each thread's own.
    pub own: bool,
    /// Try moves in the order that the game suggests.
    pub order: bool,
    /// Try moves that caused cutoffs earlier first (history heuristic).
    pub history: bool,
    /// In sums: add up the values of small parts.
    pub values: bool,
    /// In sums: cancel a part and its negative.
    pub cancel: bool,
    /// In sums: decide who wins by who wins each part alone, if that is enough.
    pub outcomes: bool,
}

/// Sets one option.
type Switch = fn(&mut Options, bool);

impl Options {
    /// All options on.
    pub const ALL: Options = Options {
        table: true,
        expand: true,
        forced: true,
        bounds: true,
        symmetry: true,
        lookahead: true,
        own: true,
        order: true,
        history: true,
        values: true,
        cancel: true,
        outcomes: true,
    };

    /// Every switch: its name, a line of description, and its setter.
    pub const SWITCHES: [(&'static str, &'static str, Switch); 12] = [
        ("table", "look up and store proven bounds", |o, on| {
            o.table = on
        }),
        ("expand", "leave out moves proven irrelevant", |o, on| {
            o.expand = on
        }),
        (
            "forced",
            "play forced moves without counting a node for each",
            |o, on| o.forced = on,
        ),
        (
            "bounds",
            "prune by the game's own bounds, and test only margins that can occur",
            |o, on| o.bounds = on,
        ),
        ("symmetry", "treat mirror images as one", |o, on| {
            o.symmetry = on
        }),
        (
            "lookahead",
            "look up all children before searching any of them",
            |o, on| o.lookahead = on,
        ),
        (
            "own",
            "store positions near the end of the game in a separate table",
            |o, on| o.own = on,
        ),
        (
            "order",
            "try moves in the order that the game suggests",
            |o, on| o.order = on,
        ),
        (
            "history",
            "try moves that caused cutoffs earlier (history heuristic) first",
            |o, on| o.history = on,
        ),
        (
            "values",
            "in sums: add up the values of small parts, and the nimbers of all in impartial games",
            |o, on| o.values = on,
        ),
        (
            "cancel",
            "in sums: cancel a part and its negative",
            |o, on| o.cancel = on,
        ),
        (
            "outcomes",
            "in sums: decide who wins by who wins each part alone, if that is enough",
            |o, on| o.outcomes = on,
        ),
    ];

    /// Returns the options without the switch of this name; `None` if there is no such switch.
    #[must_use]
    pub fn without(mut self, name: &str) -> Option<Options> {
        let (_, _, set) = Options::SWITCHES
            .into_iter()
            .find(|(known, ..)| *known == name)?;
        set(&mut self, false);
        Some(self)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_switches_one_thing() {
        let off: Vec<Options> = Options::SWITCHES
            .iter()
            .map(|(name, ..)| Options::ALL.without(name).expect("known"))
            .collect();
        for (index, options) in off.iter().enumerate() {
            assert_ne!(*options, Options::ALL);
            assert!(!off[..index].contains(options));
        }
        assert_eq!(Options::ALL.without("luck"), None);
    }
}
