//! By what a game is known to tables and certificates, wherever the files lie that its spec names.

use std::sync::OnceLock;
use yomikiri::table::RulesDigest;
use yomikiri_games::make::file_form;
use yomikiri_games::registry::Info;
use yomikiri_games::spec::Spec;

/// What a game was made of.
pub(super) struct Identity {
    pub(super) info: Info,
    spec: Spec,
    /// The text of the file that the spec names, as it was read.
    read: Option<String>,
    /// Made when first asked for: most who open a game want nothing of it.
    rules: OnceLock<Rules>,
}

/// What is kept of the rules beside what was worked out by them.
pub(super) struct Rules {
    /// The file in its one form.
    pub(super) file: Option<String>,
    /// The digest that every game of these rules has.
    pub(super) digest: [u8; 32],
    /// The digest in tables of version 1, which went by the spec as written and by every byte of the
    /// file.
    as_read: [u8; 32],
}

impl Identity {
    /// What a spec made, with the file that it names.
    pub(super) fn new(info: Info, spec: Spec, read: Option<String>) -> Identity {
        Identity {
            info,
            spec,
            read,
            rules: OnceLock::new(),
        }
    }

    /// The spec without the folders of its files: a spec of the same game where the files lie.
    pub(super) fn name(&self) -> String {
        self.spec.without_folders(&self.info).to_string()
    }

    /// What is kept of the rules. The first call takes time linear in the file.
    pub(super) fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| {
            let version = self.info.rules_version.to_string();
            let digest = |spec: &Spec, file: Option<&str>| {
                let mut digest = RulesDigest::default();
                digest.add(&spec.to_string());
                digest.add(&version);
                file.inspect(|file| digest.add(file));
                digest.finish()
            };
            let read = self.read.as_deref();
            let form = read.map(|text| file_form(self.info.name, text));
            let rules = form.as_ref().map(|form| form.rules.as_str());
            Rules {
                digest: digest(&self.spec.without_files(&self.info), rules),
                as_read: digest(&self.spec, read),
                file: form.map(|form| form.text()),
            }
        })
    }

    /// Whether a digest is one of these rules.
    pub(super) fn has(&self, digest: &[u8; 32]) -> bool {
        let rules = self.rules();
        [rules.digest, rules.as_read].contains(digest)
    }
}
