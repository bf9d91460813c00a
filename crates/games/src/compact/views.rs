//! The capabilities of the one game, from those that its rules offer.

use super::{Compact, Moves, Rules, Table};
use yomikiri_core::capability::{
    Acyclic, Bounded, Declared, Direct, Expand, Forced, Indexed, Keyed, Merged, Normal,
    NumberAndNimber, Ordered, Reversible, Symmetric,
};
use yomikiri_core::declared::Declaration;
use yomikiri_core::{Ask, Capabilities, Distance, Margin, Score, Value, Wdl};

impl Capabilities for Compact {
    const ALWAYS_KEYED: bool = true;

    fn acyclic(&self) -> Option<impl Acyclic<Self>> {
        self.rules.offers().acyclic.then_some(self)
    }
    fn keyed(&self) -> Option<impl Keyed<Self>> {
        Some(self)
    }
    fn merged(&self) -> Option<impl Merged<Self>> {
        self.rules.offers().merged.then_some(self)
    }
    fn expand(&self) -> Option<impl Expand<Self>> {
        self.rules.offers().expand.then_some(self)
    }
    fn indexed(&self) -> Option<impl Indexed<Self>> {
        self.rules.indices().map(|_| self)
    }
    fn reversible(&self) -> Option<impl Reversible<Self>> {
        self.rules.offers().reversible.then_some(self)
    }
    fn symmetric(&self) -> Option<impl Symmetric<Self>> {
        (self.rules.symmetries() > 1).then_some(self)
    }
    fn bounded(&self) -> Option<impl Bounded<Self>> {
        self.rules.offers().bounded.then_some(self)
    }
    fn ordered(&self) -> Option<impl Ordered<Self>> {
        self.rules.offers().ordered.then_some(self)
    }
    fn direct(&self) -> Option<impl Direct<Self>> {
        self.rules.offers().direct.then_some(self)
    }
    fn normal(&self) -> Option<impl Normal<Self>> {
        self.rules.offers().normal.then_some(self)
    }
    fn declared(&self) -> Option<impl Declared<Self>> {
        let rules = &*self.rules;
        let declaration = rules.declaration()?;
        Some(AsDeclared { rules, declaration })
    }
}

impl Acyclic<Compact> for Compact {
    #[inline]
    fn rank(&self, position: &u128) -> u64 {
        self.rules.rank(*position)
    }
    fn draws(&self) -> bool {
        self.rules.draws()
    }
}

impl Keyed<Compact> for Compact {
    type Key = u128;
    fn bits(&self) -> u32 {
        self.rules.bits()
    }
    #[inline]
    fn key(&self, position: &u128) -> u128 {
        self.rules.key(*position)
    }
    fn leads_back(&self) -> bool {
        self.rules.leads_back()
    }
    fn position(&self, key: u128) -> Option<u128> {
        self.rules.of_key(key)
    }
}

impl Merged<Compact> for Compact {
    type Key = u128;
    fn bits(&self) -> u32 {
        self.rules.bits()
    }
    #[inline]
    fn merged_key(&self, position: &u128) -> u128 {
        self.rules.merged_key(*position)
    }
}

impl Expand<Compact> for Compact {
    type Scratch = Moves;
    #[inline]
    fn expand(&self, position: &u128, scratch: &mut Moves) -> impl Iterator<Item = (u32, u128)> {
        scratch.clear();
        self.rules.relevant(*position, scratch);
        let position = *position;
        scratch
            .iter()
            .map(move |&mv| (mv, self.rules.play(position, mv)))
    }
    #[inline]
    fn forced(&self, position: &u128) -> Forced<u128> {
        self.rules.forced(*position)
    }
}

impl Indexed<Compact> for Compact {
    fn len(&self) -> u64 {
        self.rules.indices().unwrap_or_default()
    }
    fn index(&self, position: &u128) -> u64 {
        self.rules.index(*position)
    }
    fn position(&self, index: u64) -> Option<u128> {
        self.rules.of_index(index)
    }
}

impl Reversible<Compact> for Compact {
    fn predecessors(&self, position: &u128) -> impl Iterator<Item = u128> {
        let mut before = Vec::new();
        self.rules.predecessors(*position, &mut before);
        before.into_iter()
    }
}

impl Symmetric<Compact> for Compact {
    fn order(&self) -> usize {
        self.rules.symmetries()
    }
    #[inline]
    fn canonical(&self, position: &u128) -> u128 {
        self.rules.canonical(*position)
    }
    fn orbit(&self, position: &u128) -> u64 {
        self.rules.orbit(*position)
    }
    fn images(&self, position: &u128) -> Vec<u128> {
        self.rules.images(*position)
    }
}

impl Bounded<Compact> for Compact {
    #[inline]
    fn wdl(&self, position: &u128) -> (Wdl, Wdl) {
        let by_parts = || self.small_parts.as_ref()?.wdl(&*self.rules, *position);
        match self.rules.wdl(*position) {
            (lower, upper) if lower < upper => by_parts().map_or((lower, upper), |wdl| (wdl, wdl)),
            bounds => bounds,
        }
    }
    /// Leaves small parts out: a result shortens a search for the distance too little.
    fn distance(&self, position: &u128) -> (Distance, Distance) {
        match self.rules.bounds_distances() {
            true => Distance::by_result(self.rules.wdl(*position)),
            false => (Distance::WORST, Distance::BEST),
        }
    }
    fn sifts(&self) -> bool {
        self.rules.sifts()
    }
    fn sift(&self, position: &u128, moves: &mut Vec<u32>) -> (Wdl, Wdl) {
        self.rules.sift(*position, moves)
    }
    fn margin(&self, position: &u128) -> (Margin, Margin) {
        self.rules.margin(*position)
    }
    fn greatest_margin(&self) -> Option<u64> {
        self.rules.greatest_margin()
    }
    fn odd(&self, position: &u128) -> Option<bool> {
        self.rules.odd(*position)
    }
}

impl Ordered<Compact> for Compact {
    #[inline]
    fn hint(&self, position: &u128, mv: u32) -> i32 {
        self.rules.hint(*position, mv)
    }
    #[inline]
    fn hint_after(&self, position: &u128, mv: u32, next: &u128) -> i32 {
        self.rules.hint_after(*position, mv, *next)
    }
    #[inline]
    fn slot(&self, mv: u32) -> usize {
        (mv & self.slot_mask) as usize
    }
    fn slots(&self) -> usize {
        self.rules.slots()
    }
    fn quick_first(&self) -> bool {
        self.rules.quick_first()
    }
}

impl Normal<Compact> for Compact {
    fn turned(&self, position: &u128) -> u128 {
        self.rules.turned(*position)
    }
    fn impartial(&self) -> bool {
        self.rules.impartial()
    }
    fn parts(&self, position: &u128) -> Vec<u128> {
        self.rules.parts(*position)
    }
    fn negative(&self, position: &u128) -> Option<u128> {
        self.rules.negative(*position)
    }
    fn number_and_nimber(&self, position: &u128) -> Option<NumberAndNimber> {
        self.rules.number_and_nimber(*position)
    }
}

impl Direct<Compact> for Compact {
    type Table = Table;

    fn answers(&self, ask: Ask) -> bool {
        self.rules.answers(ask)
    }
    fn value(&self, position: &u128, ask: Ask) -> Value {
        self.rules.value(*position, ask)
    }
    fn table(&self, position: &u128, ask: Ask) -> Table {
        self.rules.table(*position, ask)
    }
    fn look_up(&self, table: &Table, position: &u128, ask: Ask) -> Value {
        self.rules.look_up(table, *position, ask)
    }
    fn cost(&self, position: &u128) -> u64 {
        self.rules.cost(*position)
    }
}

/// Rules together with their declaration.
struct AsDeclared<'c> {
    rules: &'c dyn Rules,
    declaration: Declaration,
}

impl Declared<Compact> for AsDeclared<'_> {
    fn declaration(&self) -> Declaration {
        self.declaration.clone()
    }
    fn code(&self, position: &u128) -> u128 {
        self.rules.code(*position)
    }
    fn number(&self, position: &u128, mv: u32) -> u32 {
        self.rules.number(*position, mv)
    }
}
