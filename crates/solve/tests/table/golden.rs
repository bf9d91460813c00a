//! Tables of all versions stay readable, and are still written byte for byte. (A compressor of another
//! version may come to other bytes some day; then what is read decides, and new files join these.)

use crate::few::few;
use crate::memory::Memory;
use crate::{Build, TIGHT, TestFiles, Verify};
use yomikiri::table::{FILE, Table};
use yomikiri_games::registry::Visitor;
use yomikiri_games::spec::Files;

/// The file that a table holds; tables of version 1 hold none.
struct Held<'t>(Option<&'t str>);

impl Files for Held<'_> {
    fn read(&self, path: &str) -> Result<String, String> {
        self.0
            .map_or_else(|| TestFiles.read(path), |text| Ok(text.to_owned()))
    }
}

/// The version, the value of the start and the file. Built with the command, by `table build`; the names
/// say of what.
const GOLDEN: &[(u32, &str, &[u8])] = &[
    (
        1,
        "draw",
        include_bytes!("golden/tictactoe-distance.yomikiri"),
    ),
    (1, "+2", include_bytes!("golden/grid-walk-margin.yomikiri")),
    (
        1,
        "first",
        include_bytes!("golden/connect-k-winner.yomikiri"),
    ),
    (1, "draw", include_bytes!("golden/graph-distance.yomikiri")),
    (
        2,
        "draw",
        include_bytes!("golden/graph-distance-2.yomikiri"),
    ),
    (
        2,
        "second 6",
        include_bytes!("golden/rules-distance-2.yomikiri"),
    ),
    (
        3,
        "draw",
        include_bytes!("golden/tictactoe-winner-3.yomikiri"),
    ),
    (
        3,
        "second",
        include_bytes!("golden/rules-winner-3.yomikiri"),
    ),
    (
        4,
        "draw",
        include_bytes!("golden/tictactoe-distance-4.yomikiri"),
    ),
    (
        4,
        "second",
        include_bytes!("golden/rules-winner-4.yomikiri"),
    ),
];

fn with<V: Visitor>(spec: &str, files: &Held<'_>, visitor: V) -> V::Output {
    few(spec, files, visitor).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn golden_files_are_read_and_written_again() {
    for (version, start, bytes) in GOLDEN {
        let table = Table::from_bytes(bytes.to_vec()).unwrap();
        assert_eq!(table.version(), *version);
        let holds_file = table.subject().file.is_some();
        // Version 3 is that of semi-strong tables, and version 4 that of parts, whether they hold a file or not.
        assert!(*version >= 3 || holds_file == (*version == 2));
        let semi_strong = table.subject().extent.is_semi_strong();
        assert!(*version > 3 || semi_strong == (*version == 3));
        assert_eq!(table.subject().is_part(), *version == 4);
        let subject = table.subject().clone();
        let game = subject.game.as_str();
        let files = Held(subject.file.as_deref());
        let verify = Verify {
            table: &table,
            options: TIGHT,
        };
        with(game, &files, verify).unwrap_or_else(|error| panic!("{game}: {error}"));
        let mut first = None;
        let each = |entry: yomikiri::table::Entry| {
            first = Some(entry.value.to_string());
            Ok::<bool, yomikiri::table::TableError>(false)
        };
        table.for_each(each).unwrap();
        if !table.cyclic() {
            // The start is alone in the tier of the greatest rank.
            assert_eq!(first.as_deref(), Some(*start), "{game}");
        }
        let storage = Memory::default();
        let build = Build {
            subject: &subject,
            storage: &storage,
            options: TIGHT,
        };
        with(game, &files, build).unwrap();
        assert!(storage.file(FILE).unwrap() == *bytes, "{game}");
    }
}
