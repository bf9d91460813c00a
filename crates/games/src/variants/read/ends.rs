//! The ends of the game, and the result of endless play.

use super::{Variant, of_player};
use crate::pieces::{Ends, Lines, Made, Stuck};
use crate::positional::{CellSet, Shape};
use yomikiri_core::{Outcome, Player, TextError};

impl Variant<'_> {
    /// Returns whether a player has a piece of a kind at the start.
    fn has(&self, player: Player, kind: usize) -> bool {
        let letter = self.kinds[kind].letter;
        self.letters()
            .any(|((owner, small), _)| owner == player && small == letter)
    }

    /// Reads the ends of the game for a player.
    pub(super) fn ends(
        &self,
        player: Player,
        shape: &Shape,
        within: &impl Fn(CellSet) -> CellSet,
    ) -> Result<Ends, TextError> {
        let settings = self.settings;
        let mut ends = Ends {
            stuck: match settings.result("stalemateValue", "draw")? {
                "win" => Stuck::Wins,
                "loss" => Stuck::Loses,
                _ => Stuck::Draws,
            },
            ..Ends::default()
        };
        if let Some(king) = self.king.filter(|&king| self.has(player, king)) {
            ends.royal = 1 << king;
            ends.safe = true;
        }
        self.extinction(player, &mut ends)?;
        let goal = self.squares("flagRegion", 0)?;
        ends.goal = within(self.squares(&of_player("flagRegion", player), goal)?);
        if ends.goal != 0 {
            let runners = self.set("flagPiece", u32::MAX)?;
            ends.runners = self.set(&of_player("flagPiece", player), runners)?;
            ends.count = settings.number("flagPieceCount", 1)?.max(1);
        }
        ends.lines = Lines {
            row: settings.number("connectN", 0)?,
            square: settings.number("connectNxN", 0)?,
            ways: [
                settings.flag("connectHorizontal", true)?,
                settings.flag("connectVertical", true)?,
                settings.flag("connectDiagonal", true)?,
            ],
            sets: Vec::new(),
            kinds: self.set("connectPieceTypes", u32::MAX)?,
            made: match settings.result("connectValue", "win")? {
                "win" => Made::Wins,
                "loss" => Made::Loses,
                _ => {
                    return Err(settings.error("connectValue", "a draw by a line is not supported"));
                }
            },
        };
        for (key, lacks) in [
            ("connectN", ends.lines.lacks_row(shape)),
            ("connectNxN", ends.lines.lacks_square(shape)),
        ] {
            if let Some(lacks) = lacks {
                return Err(settings.error(key, lacks));
            }
        }
        Ok(ends)
    }

    /// Reads the effect of the loss of pieces for a player.
    fn extinction(&self, player: Player, ends: &mut Ends) -> Result<(), TextError> {
        let settings = self.settings;
        let types = self.set("extinctionPieceTypes", 0)?;
        let value = settings.result("extinctionValue", "none")?;
        if types == 0 || value == "none" {
            return Ok(());
        }
        if value != "loss" {
            let message = format!("`{value}` by losing pieces is not supported");
            return Err(settings.error("extinctionValue", message));
        }
        let count = settings.number("extinctionPieceCount", 0)?;
        if types == self.all_kinds() && types.count_ones() > 1
            || settings
                .get("extinctionPieceTypes")
                .is_some_and(|value| value.text == "*")
        {
            ends.least = count + 1;
            return Ok(());
        }
        let kind = types.trailing_zeros() as usize;
        let is_one = types == self.with_copies(1 << kind) && count == 0;
        let others = ends.royal & !types;
        if !is_one || others != 0 {
            let message = match others {
                0 => "only the loss of all pieces of one kind, or of any pieces, can be said here",
                _ => "the loss of a kind of pieces beside that of a king is not supported",
            };
            return Err(settings.error("extinctionPieceTypes", message));
        }
        if self.has(player, kind) {
            ends.royal = types;
            ends.safe |= settings.flag("extinctionPseudoRoyal", false)?;
        }
        Ok(())
    }

    /// Reads the result of endless play.
    pub(super) fn endless(&self) -> Result<Outcome, TextError> {
        let settings = self.settings;
        let value = settings.result("nFoldValue", "draw")?;
        match (value, settings.flag("nFoldValueAbsolute", false)?) {
            ("win", true) => Ok(Outcome::Win(Player::First)),
            ("loss", true) => Ok(Outcome::Win(Player::Second)),
            ("win" | "loss", false) => {
                let message = "repetition that is won by who has repeated is not supported";
                Err(settings.error("nFoldValue", message))
            }
            _ => Ok(Outcome::Draw),
        }
    }
}
