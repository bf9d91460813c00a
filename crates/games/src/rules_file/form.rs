//! One form for all rules files with the same content: without comments, keys in order, one line each.

use super::board::rows_of;
use super::quotation::quoted;
use super::read;
use crate::graph::Graph;
use crate::spec::FileForm;
use std::fmt::Write;
use toml::de::{DeTable, DeValue};

/// Returns the form of a rules file: a line for each key of the file, sections in braces, all keys in ascending
/// order. The title is kept apart, because it is not a rule. A text that is not TOML is its own form.
pub(super) fn file_form(text: &str) -> FileForm {
    let Ok(document) = read::document(text) else {
        return FileForm::of_rules(text);
    };
    let mut form = FileForm::default();
    for (key, value) in ascending(document.get_ref()) {
        let into = match key {
            "title" => &mut form.asides,
            _ => &mut form.rules,
        };
        let graph = value.as_str().filter(|_| key == "graph").map(Graph::parse);
        let value = match graph {
            Some(Ok(graph)) => quoted(&graph.to_text()),
            _ => written(value),
        };
        // To write to a string cannot fail.
        let _ = writeln!(into, "{key} = {value}");
    }
    form
}

/// Returns keys and values in ascending order of the keys.
fn ascending<'t>(table: &'t DeTable<'_>) -> Vec<(&'t str, &'t DeValue<'t>)> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(key, value)| (&**key.get_ref(), value.get_ref()))
        .collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries
}

/// Returns a value on one line.
fn written(value: &DeValue<'_>) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match value {
        DeValue::String(text) => quoted(&without_blanks(text)),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => number.to_string(),
            Err(_) => number.to_string(),
        },
        // No key takes the next two types.
        DeValue::Float(number) => number.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| written(item.get_ref()));
            format!("[{}]", list(items.collect()))
        }
        DeValue::Table(table) => {
            let entries = ascending(table).into_iter();
            let entries = entries.map(|(key, value)| format!("{key} = {}", written(value)));
            format!("{{{}}}", list(entries.collect()))
        }
    }
}

/// Returns a drawing (only drawings and graphs have several lines) as its reader sees it: one blank between words,
/// and one empty line where there are several.
fn without_blanks(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut drawn = String::new();
    let mut parted = false;
    for (_, row) in rows_of(text) {
        if row.is_empty() {
            parted = !drawn.is_empty();
            continue;
        }
        if std::mem::take(&mut parted) {
            drawn.push('\n');
        }
        let words: Vec<&str> = row.split_whitespace().collect();
        drawn.push_str(&words.join(" "));
        drawn.push('\n');
    }
    drawn
}
