//! The identity of a game for tables and certificates, wherever the files of its spec are.

use sha2::{Digest, Sha256};
use std::any::Any;
use std::fmt::Write;
use std::sync::OnceLock;
use yomikiri::capability::{Acyclic, Declared, Symmetric};
use yomikiri::declared::Declaration;
use yomikiri::table::{RulesDigest, key_of};
use yomikiri_games::compact::Compact;
use yomikiri_games::make::{file_form, written_out};
use yomikiri_games::registry::{Family, Info, Playable};
use yomikiri_games::rule_sheet::RuleSheetFamily;
use yomikiri_games::rules_file::write::one_form;
use yomikiri_games::spec::Spec;

/// The family of rule sheets.
const SHEET: &str = RuleSheetFamily::INFO.name;

/// The parts that a game was made of.
pub(super) struct Identity {
    pub(super) info: Info,
    spec: Spec,
    /// The text of the file that the spec names, as it was read.
    read: Option<String>,
    /// The name of the game, if no spec leads to it.
    called: Option<String>,
    /// Computed on first use, because most callers that open a game do not need it.
    rules: OnceLock<Rules>,
}

/// The data that identify the rules.
pub(super) struct Rules {
    /// The file in its normal form.
    pub(super) file: Option<String>,
    /// The digest that every game of these rules has.
    pub(super) digest: [u8; 32],
    /// The digests in earlier tables: of the spec and the file in its normal form, and before that (in version 1) of
    /// the spec as written and of every byte of the file.
    before: [[u8; 32]; 2],
}

impl Identity {
    /// Creates the identity of a game from its spec and the file that it names.
    pub(super) fn new(info: Info, spec: Spec, read: Option<String>) -> Identity {
        Identity {
            info,
            spec,
            read,
            called: None,
            rules: OnceLock::new(),
        }
    }

    /// Sets the name of a game that no spec leads to, for certificates.
    pub(super) fn called(self, name: &str) -> Identity {
        Identity {
            called: Some(name.to_owned()),
            ..self
        }
    }

    /// Returns the spec without the folders of its files: a spec of the same game in a folder with the files.
    pub(super) fn name(&self) -> String {
        self.spec.without_folders(&self.info).to_string()
    }

    /// Returns the name of the game in certificates. A certificate of a rule sheet holds a graph, so the name
    /// includes the digest of the sheet, by which a reader with the sheet can recognise it.
    pub(super) fn claimed(&self) -> String {
        let mut name = self.called.clone().unwrap_or_else(|| self.name());
        if let Some(sheet) = self.read.as_ref().filter(|_| self.info.name == SHEET) {
            name.push_str(" (the sheet's SHA-256: ");
            for byte in Sha256::digest(sheet.as_bytes()) {
                // Writing to a string cannot fail.
                let _ = write!(name, "{byte:02x}");
            }
            name.push(')');
        }
        name
    }

    /// Returns the data that identify the rules, given the game. The first call takes time linear in the file, and in
    /// the game's declaration.
    pub(super) fn rules<G: Playable>(&self, game: &G) -> &Rules {
        self.rules.get_or_init(|| self.rules_of(played(game)))
    }

    /// Computes these data, given the digest of a game that states its rules itself.
    fn rules_of(&self, played: Option<[u8; 32]>) -> Rules {
        let version = self.info.rules_version.to_string();
        let digest = |spec: &Spec, text: Option<&str>| {
            let mut digest = RulesDigest::default();
            digest.add(&spec.to_string());
            digest.add(&version);
            text.inspect(|text| digest.add(text));
            digest.finish()
        };
        let read = self.read.as_deref();
        let form = read.map(|text| file_form(self.info.name, text));
        let rules = form.as_ref().map(|form| form.rules.as_str());
        let spec = self.spec.without_files(&self.info);
        let by_spec = digest(&spec, rules);
        // Rules written out in the spec count as the same rules in a file.
        let setting = written_out(self.info.name);
        let mut settings = spec.settings();
        let written = setting.and_then(|key| settings.find(|(name, _)| *name == key));
        let listed = written.map(|(key, text)| {
            let form = file_form(self.info.name, text);
            digest(&spec.without(key), Some(&form.rules))
        });
        Rules {
            digest: played.or(listed).unwrap_or(by_spec),
            before: [by_spec, digest(&self.spec, read)],
            file: form.map(|form| form.text()),
        }
    }

    /// Returns whether a digest is one of these rules.
    pub(super) fn has<G: Playable>(&self, game: &G, digest: &[u8; 32]) -> bool {
        let rules = self.rules(game);
        rules.digest == *digest || rules.before.contains(digest)
    }
}

/// The lines of play that are followed to see how a game numbers its positions.
const LINES: u64 = 16;

/// The most plies of each line, and the most moves of a position to choose from.
const MOST_PLIES: usize = 64;
const MOST_MOVES: usize = 64;

/// Returns the digest of a game that states its rules itself, under any spec. It covers the rules, and the keys and
/// ranks along some lines of play, since different code for the same rules may number positions in another way.
/// `None` if only the spec states the rules.
fn played<G: Playable>(game: &G) -> Option<[u8; 32]> {
    let declared = game.declared().map(|view| match view.declaration() {
        Declaration::Cells(mut cells) => {
            cells.lines.sort_unstable();
            Declaration::Cells(cells)
        }
        declaration => declaration,
    });
    let compact = (game as &dyn Any).downcast_ref::<Compact>();
    let rules = match declared {
        Some(rules) => rules.to_string(),
        None => one_form(compact?)?,
    };
    let mut digest = RulesDigest::default();
    digest.add("rules 1");
    digest.add(&rules);
    for line in 0..LINES {
        let mut random = line;
        let mut at = game.start();
        for _ in 0..MOST_PLIES {
            let canonical = game.symmetric().map(|view| view.canonical(&at));
            let keys = [
                key_of(game, &at),
                key_of(game, canonical.as_ref().unwrap_or(&at)),
            ];
            let rank = game.acyclic().map(|view| view.rank(&at));
            let outcome = game.outcome(&at);
            digest.add(&format!("{keys:?} {rank:?} {outcome:?}"));
            if outcome.is_some() {
                break;
            }
            let moves: Vec<G::Move> = game.moves(&at).take(MOST_MOVES).collect();
            random = random
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(0x1405_7B7E_F767_814F);
            let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                break;
            };
            at = game.play(&at, mv);
        }
    }
    Some(digest.finish())
}
