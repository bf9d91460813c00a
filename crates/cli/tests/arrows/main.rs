//! Who may know whom: the modules of a crate without circles (see [`circles`]), and the crates only along the
//! arrows drawn in ARCHITECTURE.md:
//!
//! ```text
//! core  <-  solve, games  <-  face  <-  catalog  <-  contest  <-  cli, python
//! catalog  <-  server
//! core  <-  gdl  <-  games
//! check (depends on none of ours)  <-  cli, python
//! cgt (depends on none of ours)  <-  solve, games, catalog
//! server  <-  cli
//! ```
//!
//! Siblings (solve and games; cli and python) know each other as dev-dependencies only. The tests
//! of games and catalog also hold what they declare and prove to the checker.
//! Benches and fuzz targets may know everybody; nobody may know them.

mod circles;
mod modules;
mod tokens;

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand};

/// One of our packages naming another in its manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arrow {
    from: String,
    to: String,
    /// Whether only tests, examples and benches of `from` see `to`.
    dev: bool,
}

/// A package, what it may depend on, and what its tests may see besides.
struct Room {
    package: &'static str,
    /// What the drawing lets it name.
    below: &'static [&'static str],
    /// What its tests may name as well: siblings, and what lies further below.
    in_tests: &'static [&'static str],
}

const fn room(
    package: &'static str,
    below: &'static [&'static str],
    in_tests: &'static [&'static str],
) -> Room {
    Room {
        package,
        below,
        in_tests,
    }
}

const CORE: &str = "yomikiri-core";
const SOLVE: &str = "yomikiri";
const GAMES: &str = "yomikiri-games";
const GDL: &str = "yomikiri-gdl";
const CHECK: &str = "yomikiri-check";
const CGT: &str = "yomikiri-cgt";
const FACE: &str = "yomikiri-face";
const CATALOG: &str = "yomikiri-catalog";
const CONTEST: &str = "yomikiri-contest";
const CLI: &str = "yomikiri-cli";
const SERVER: &str = "yomikiri-server";
const PYTHON: &str = "yomikiri-python";

/// The drawing, as a list. The catalogue sees the core through what the solvers re-export, so that
/// both speak of the same version of it.
const ROOMS: &[Room] = &[
    room(CORE, &[], &[]),
    room(SOLVE, &[CORE, CGT], &[GAMES]),
    room(GDL, &[CORE], &[]),
    room(GAMES, &[CORE, GDL, CGT], &[SOLVE, CHECK]),
    room(CHECK, &[], &[]),
    room(CGT, &[], &[]),
    room(FACE, &[SOLVE, GAMES], &[CORE, CHECK]),
    room(CATALOG, &[SOLVE, GAMES, FACE, CGT], &[CORE, CHECK]),
    room(CONTEST, &[SOLVE, GAMES, FACE, CGT, CATALOG], &[CORE]),
    room(
        CLI,
        &[CATALOG, CONTEST, CHECK, SERVER],
        &[CORE, SOLVE, GAMES, PYTHON],
    ),
    room(SERVER, &[CATALOG], &[CORE, SOLVE, GAMES, PYTHON]),
    room(
        PYTHON,
        &[CATALOG, CONTEST, CHECK],
        &[CORE, SOLVE, GAMES, CLI, SERVER],
    ),
];

/// Packages that measure or attack the others and ship nothing.
const OUTSIDE: &[&str] = &["yomikiri-bench", "yomikiri-fuzz"];

/// The packages that have no place in the drawing.
fn unknown<'a>(packages: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let known =
        |name: &str| OUTSIDE.contains(&name) || ROOMS.iter().any(|room| room.package == name);
    packages.into_iter().filter(|name| !known(name)).collect()
}

/// The arrows that the drawing does not allow.
fn forbidden(arrows: &[Arrow]) -> Vec<&Arrow> {
    let allowed = |arrow: &Arrow| {
        let (from, to) = (arrow.from.as_str(), arrow.to.as_str());
        if OUTSIDE.contains(&from) {
            return unknown([to]).is_empty();
        }
        ROOMS
            .iter()
            .find(|room| room.package == from)
            .is_some_and(|room| {
                room.below.contains(&to) || (arrow.dev && room.in_tests.contains(&to))
            })
    };
    arrows.iter().filter(|arrow| !allowed(arrow)).collect()
}

/// Every dependency that lies in a folder: those are ours, members of the workspace or not.
fn arrows(metadata: &Metadata) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for package in &metadata.packages {
        for dependency in package
            .dependencies
            .iter()
            .filter(|found| found.path.is_some())
        {
            arrows.push(Arrow {
                from: package.name.to_string(),
                to: dependency.name.clone(),
                dev: dependency.kind == DependencyKind::Development,
            });
        }
    }
    arrows
}

fn workspace() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .no_deps()
        .features(CargoOpt::AllFeatures)
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo metadata answers for this workspace")
}

#[test]
fn every_arrow_is_drawn() {
    let metadata = workspace();
    let names: Vec<&str> = metadata
        .packages
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    assert_eq!(
        unknown(names.iter().copied()),
        [""; 0],
        "packages that the drawing does not show"
    );
    let arrows = arrows(&metadata);
    assert_eq!(
        forbidden(&arrows),
        [&arrows[0]; 0],
        "dependencies against the drawing"
    );
    // The list was really read: the binary stands on the catalogue.
    let known = Arrow {
        from: CLI.to_owned(),
        to: CATALOG.to_owned(),
        dev: false,
    };
    assert!(arrows.contains(&known), "{arrows:?}");
    let from = PYTHON.to_owned();
    assert!(arrows.contains(&Arrow { from, ..known }), "{arrows:?}");
}

#[test]
fn bad_arrows_are_rejected() {
    let arrow = |from: &str, to: &str, dev| Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        dev,
    };
    let good = [
        arrow(SOLVE, CORE, false),
        arrow(GAMES, CORE, false),
        arrow(CATALOG, SOLVE, false),
        arrow(CATALOG, GAMES, false),
        arrow(CATALOG, CGT, false),
        arrow(CLI, CATALOG, false),
        arrow(CLI, CHECK, false),
        arrow(CLI, SERVER, false),
        arrow(GAMES, SOLVE, true),
        arrow(SOLVE, GAMES, true),
        arrow("yomikiri-bench", CLI, false),
    ];
    assert!(forbidden(&good).is_empty(), "{:?}", forbidden(&good));

    let bad = [
        arrow(CORE, SOLVE, false),
        arrow(CORE, SOLVE, true),
        arrow(SOLVE, GAMES, false),
        arrow(GAMES, SOLVE, false),
        arrow(GAMES, CATALOG, true),
        arrow(CHECK, CORE, false),
        arrow(CGT, CORE, false),
        arrow(FACE, CGT, false),
        arrow(CHECK, CORE, true),
        arrow(CATALOG, CORE, false),
        arrow(CATALOG, CHECK, false),
        arrow(CATALOG, CLI, true),
        arrow(CLI, SOLVE, false),
        arrow(SERVER, CLI, false),
        arrow(SERVER, CLI, true),
        arrow(SERVER, CHECK, false),
        arrow(CLI, "yomikiri-bench", true),
        arrow(CLI, "yomikiri-extras", false),
        arrow("yomikiri-extras", CORE, false),
        arrow("yomikiri-fuzz", "yomikiri-extras", false),
    ];
    assert_eq!(forbidden(&bad), bad.iter().collect::<Vec<_>>());
    assert_eq!(unknown([CORE, "yomikiri-extras"]), ["yomikiri-extras"]);
}
