//! Every crate we are built from must grant a licence that `deny.toml` allows.
//!
//! Looks at what Cargo downloads to test the workspace on this machine, so it needs no tool beyond
//! Cargo, and no network once that is there. cargo-deny, which reads the same list, sees the crates
//! of other platforms too.

use cargo_metadata::MetadataCommand;
use spdx::{Expression, ParseMode};
use std::process::Command;

/// The licences that `deny.toml` allows.
fn list() -> Vec<String> {
    let text = include_str!("../../../deny.toml");
    let file: toml::Table = text.parse().expect("deny.toml is TOML");
    let allow = file["licenses"]["allow"]
        .as_array()
        .expect("licenses.allow is a list");
    allow
        .iter()
        .map(|name| name.as_str().expect("a licence's name").to_owned())
        .collect()
}

/// Whether some choice of licences that the expression offers is on the list.
///
/// # Errors
///
/// When it is no SPDX expression.
fn allowed(expression: &str, list: &[String]) -> Result<bool, String> {
    // Lax: old manifests write `MIT/Apache-2.0`.
    let parsed = Expression::parse_mode(expression, ParseMode::LAX).map_err(|e| e.to_string())?;
    Ok(parsed.evaluate(|requirement| list.contains(&requirement.to_string())))
}

/// The platform that this machine's Cargo builds for.
fn host() -> String {
    let output = Command::new(env!("CARGO"))
        .arg("-vV")
        .output()
        .expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("cargo speaks UTF-8");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("cargo names its host").to_owned()
}

#[test]
fn every_dependency_grants_a_licence_on_the_list() {
    let metadata = MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .other_options(
            ["--locked", "--filter-platform", &host()]
                .map(str::to_owned)
                .to_vec(),
        )
        .exec()
        .expect("cargo metadata answers for this workspace");
    let list = list();
    let mut refused = Vec::new();
    for package in &metadata.packages {
        match package
            .license
            .as_deref()
            .map(|license| allowed(license, &list))
        {
            Some(Ok(true)) => {}
            verdict => refused.push((&package.name, &package.license, verdict)),
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(
        metadata.packages.len() > metadata.workspace_members.len(),
        "nothing was looked at"
    );
}

#[test]
fn the_list_decides() {
    let list = list();
    for good in [
        "MIT",
        "MIT OR GPL-3.0-only",
        "Apache-2.0/MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert_eq!(allowed(good, &list), Ok(true), "{good}");
    }
    for bad in [
        "GPL-3.0-only",
        "MIT AND GPL-3.0-only",
        "AGPL-3.0-or-later",
        "Apache-2.0 WITH GPL-3.0-linking-exception",
    ] {
        assert_eq!(allowed(bad, &list), Ok(false), "{bad}");
    }
    assert!(allowed("MINE", &list).is_err());
}
