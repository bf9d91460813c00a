//! Promotions of pieces, and the squares where they may be dropped.

use super::{Variant, of_player};
use crate::pieces::{Becomes, Direction, Hands, Kind};
use crate::positional::CellSet;
use yomikiri_core::{Player, TextError};

impl Variant<'_> {
    /// Sets the promotion of each piece.
    pub(super) fn promote(&mut self) -> Result<(), TextError> {
        let regions = [
            self.squares("promotionRegionWhite", self.rank(8))?,
            self.squares("promotionRegionBlack", self.rank(1))?,
        ];
        let pawn = self.pawn.map_or(0, |pawn| 1 << pawn);
        let pawns = self.set("pawnTypes", pawn)?;
        let pawns = self.set("promotionPawnTypes", pawns)?;
        let usual = self.kinds.iter().enumerate();
        let usual = usual.filter(|(_, kind)| {
            matches!(
                kind.name.as_deref(),
                Some("knight" | "bishop" | "rook" | "queen")
            )
        });
        let usual = usual.fold(0, |set, (number, _)| set | 1 << number);
        let types = self.set("promotionPieceTypes", usual)?;
        let both = |key: &str, default: u32| -> Result<[u32; 2], TextError> {
            Ok([
                self.set(&of_player(key, Player::First), default)?,
                self.set(&of_player(key, Player::Second), default)?,
            ])
        };
        let (pawns, types) = (
            both("promotionPawnTypes", pawns)?,
            both("promotionPieceTypes", types)?,
        );
        if types[0] != types[1] {
            let key = ["promotionPieceTypesBlack", "promotionPieceTypesWhite"];
            let key = key
                .into_iter()
                .find(|key| self.settings.get(key).is_some())
                .unwrap_or(key[0]);
            return Err(self
                .settings
                .error(key, "pieces of both players become the same here"));
        }
        let may = !self.settings.flag("mandatoryPawnPromotion", true)?;
        let becomes = |kind: usize| {
            let at = [0, 1].map(|player: usize| match pawns[player] >> kind & 1 {
                1 => regions[player],
                _ => 0,
            });
            let kinds = types[0] & !(1 << kind);
            (kinds != 0 && at != [0, 0]).then_some(Becomes { kinds, at, may })
        };
        let mut all: Vec<Option<Becomes>> = (0..self.kinds.len()).map(becomes).collect();
        let must = self.settings.flag("mandatoryPiecePromotion", false)?;
        // A base has pawns for variants without any.
        let placed = self
            .letters()
            .filter_map(|((_, small), _)| self.kind(small));
        let mut there = placed.fold(types[0], |set, kind| set | 1 << kind);
        for (from, to, _) in self.promoted()? {
            all[from] = Some(Becomes {
                kinds: 1 << to,
                at: regions,
                may: !must,
            });
            there |= 1 << to;
        }
        for (number, becomes) in all.into_iter().enumerate() {
            let becomes = becomes.filter(|_| there >> number & 1 == 1);
            // The usual regions are those of a board of eight ranks.
            if let Some(Becomes { at, .. }) = becomes
                && let Some(player) = Player::BOTH
                    .into_iter()
                    .find(|player| at[*player as usize] == 0)
                && regions[player as usize] == 0
                && let key = of_player("promotionRegion", player)
                && self.settings.get(&key).is_none()
            {
                let message = format!("`{key}` has no square of this board");
                let error = self.settings.error(&key, message);
                return Err(error.help(format!("write `{key} = *{}`", self.size.ranks)));
            }
            self.kinds[number].becomes = becomes;
        }
        Ok(())
    }

    /// Reads `promotedPieceType`: pairs of a piece and its promotion.
    fn promoted(&self) -> Result<Vec<(usize, usize, String)>, TextError> {
        let Some(value) = self.settings.get("promotedPieceType") else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for word in value.text.split_whitespace().filter(|word| *word != "-") {
            let letters: Vec<char> = word.chars().collect();
            let [from, ':', to] = letters[..] else {
                return Err(value.error_in(word, "two letters are expected here: `p:g`"));
            };
            if to == '-' {
                continue;
            }
            let kind = |letter: char| {
                let found = self.kind(letter.to_ascii_lowercase());
                found.ok_or_else(|| value.error_in(word, format!("there is no piece `{letter}`")))
            };
            all.push((kind(from)?, kind(to)?, word.to_owned()));
        }
        Ok(all)
    }

    /// Refuses a piece of `promotedPieceType` that could move unpromoted from its region, because it could then also
    /// promote where it leaves the region.
    pub(super) fn none_leaves(&self, hands: &Hands) -> Result<(), TextError> {
        for (from, _, value) in self.promoted()? {
            let Some(becomes) = self.kinds[from].becomes else {
                continue;
            };
            if !self.can_go_on(from, &becomes.at) {
                continue;
            }
            let help = match () {
                () if becomes.may => {
                    format!("write `mandatoryPiecePromotion = true`, or leave `{value}` out")
                }
                () if self.stands(from, &becomes.at)? => {
                    format!("put none there at the start, or leave `{value}` out")
                }
                () if self.is_dropped(from, &becomes.at, hands) => format!(
                    "let `dropRegionWhite` and `dropRegionBlack` leave the region out, or leave `{value}` out"
                ),
                () if self.comes_of_another(from) => {
                    format!("let no other piece become it, or leave `{value}` out")
                }
                () => continue,
            };
            let message = format!(
                "`{}` could become another piece where it leaves the region, too: this is not supported",
                self.kinds[from].letter
            );
            let error = self.settings.error("promotedPieceType", message);
            return Err(error.help(help));
        }
        Ok(())
    }

    /// Returns whether a piece stands in its region at the start.
    fn stands(&self, kind: usize, regions: &[CellSet; 2]) -> Result<bool, TextError> {
        for (place, square) in self.fen.board.iter().enumerate() {
            if let Ok(Some((letter, text))) = square
                && regions[letter.0 as usize] >> place & 1 == 1
                && self.piece(*letter, text)? == kind
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a piece may be dropped in its region.
    fn is_dropped(&self, kind: usize, regions: &[CellSet; 2], hands: &Hands) -> bool {
        let at_hand = |player: Player| {
            let mut start = hands.start.iter();
            hands.captures || start.any(|(owner, other, _)| (*owner, *other) == (player, kind))
        };
        let drops = |player: Player| match self.kinds[kind].drops {
            Some(drops) => drops[player as usize] & regions[player as usize] != 0,
            None => regions[player as usize] != 0,
        };
        let mut players = Player::BOTH.into_iter();
        players.any(|player| at_hand(player) && drops(player))
    }

    /// Returns whether another piece can promote to this one.
    fn comes_of_another(&self, kind: usize) -> bool {
        let mut becomes = self.kinds.iter().filter_map(|kind| kind.becomes);
        becomes.any(|becomes| becomes.kinds >> kind & 1 == 1)
    }

    /// Returns whether a piece that stands in its region can move.
    fn can_go_on(&self, kind: usize, regions: &[CellSet; 2]) -> bool {
        let (ranks, files) = (self.size.ranks as i32, self.size.files as i32);
        let goes = |player: Player, place: usize| {
            let (row, file) = (place as i32 / files, place as i32 % files);
            let mut ways = self.kinds[kind].moves.iter().flat_map(|mv| &mv.directions);
            ways.any(|direction| match *direction {
                Direction::Link => true,
                Direction::Offset(forward, right) => {
                    let (up, right) = match player {
                        Player::First => (-forward, right),
                        Player::Second => (forward, -right),
                    };
                    (0..ranks).contains(&(row + up)) && (0..files).contains(&(file + right))
                }
            })
        };
        Player::BOTH.into_iter().any(|player| {
            let places = 0..self.size.ranks * self.size.files;
            let mut places = places.filter(|place| regions[player as usize] >> place & 1 == 1);
            places.any(|place| goes(player, place))
        })
    }

    /// Sets the squares where pieces may be dropped.
    pub(super) fn drop_regions(&mut self) -> Result<(), TextError> {
        let all =
            (0..self.size.ranks * self.size.files).fold(0, |set: CellSet, place| set | 1 << place);
        let first = self.settings.flag("firstRankPawnDrops", false)?;
        let zone = self.settings.flag("promotionZonePawnDrops", false)?;
        let mut of_pieces = [all; 2];
        let mut of_pawns = [all; 2];
        for player in Player::BOTH {
            let (last, own) = match player {
                Player::First => (8, self.rank(1)),
                Player::Second => (1, self.rank(self.size.ranks)),
            };
            let region = self.squares(&of_player("promotionRegion", player), self.rank(last))?;
            let drops = self.squares(&of_player("dropRegion", player), all)?;
            of_pieces[player as usize] = drops;
            let out = if first { 0 } else { own } | if zone { 0 } else { region };
            of_pawns[player as usize] = drops & !out;
        }
        let pawn = self.pawn;
        for (number, kind) in self.kinds.iter_mut().enumerate() {
            let drops = if Some(number) == pawn {
                of_pawns
            } else {
                of_pieces
            };
            kind.drops = (drops != [all; 2]).then_some(drops);
        }
        Ok(())
    }

    /// Gives promoted pieces their own kinds, which become the original kind again in the hand.
    pub(super) fn demote(&mut self) -> Result<(), TextError> {
        for from in 0..self.kinds.len() {
            let Some(becomes) = self.kinds[from].becomes else {
                continue;
            };
            let mut kinds = 0;
            for to in (0..self.kinds.len()).filter(|to| becomes.kinds >> to & 1 == 1) {
                let free = ('a'..='z').find(|&letter| self.kind(letter).is_none());
                let Some(letter) = free else {
                    return Err(self.settings.error(
                        "capturesToHand",
                        "there are no letters left for pieces that have become others",
                    ));
                };
                let name = self.kinds[to]
                    .name
                    .clone()
                    .unwrap_or_else(|| self.kinds[to].letter.to_string());
                kinds |= 1 << self.kinds.len();
                self.copies.push((self.kinds.len(), to));
                self.kinds.push(Kind {
                    letter,
                    name: Some(format!("promoted {name}")),
                    held: Some(from),
                    becomes: None,
                    ..self.kinds[to].clone()
                });
            }
            self.kinds[from].becomes = Some(Becomes { kinds, ..becomes });
        }
        Ok(())
    }
}
