//! The keys of rules files as a JSON Schema (draft 2020-12).

use serde_json::{Map, Value, json};
use yomikiri_games::rules_file::keys::{FileKind, KINDS, Key, Section, Takes};

/// The schema of rules files: one alternative for every kind of game.
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Yomikiri rules file, version 1",
        "type": "object",
        "required": ["rules", "kind"],
        "oneOf": KINDS.iter().map(of_kind).collect::<Vec<_>>(),
    })
}

fn of_kind(kind: &FileKind) -> Value {
    let mut file = section(kind.file);
    file["title"] = json!(kind.name);
    file["description"] = json!(kind.help);
    file["properties"]["kind"] = json!({ "const": kind.name });
    file
}

fn section(section: &Section) -> Value {
    let mut properties = Map::new();
    for key in section.keys {
        let mut value = takes(key);
        value["description"] = json!(key.help);
        properties.insert(key.name.to_owned(), value);
    }
    json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn takes(key: &Key) -> Value {
    let text = || json!({ "type": "string" });
    let list = |items: Value| json!({ "type": "array", "items": items });
    match key.takes {
        Takes::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Takes::Flag => json!({ "type": "boolean" }),
        Takes::Choice(words) => json!({ "enum": words }),
        Takes::Text => text(),
        Takes::Words | Takes::Cells(_) => json!({ "anyOf": [text(), list(text())] }),
        Takes::FlagOr(words) => {
            json!({ "anyOf": [{ "type": "boolean" }, { "enum": words }] })
        }
        Takes::CellSets([]) => list(list(text())),
        Takes::CellSets(words) => list(json!({ "anyOf": [list(text()), { "enum": words }] })),
        Takes::Numbers => {
            let number = || json!({ "type": "integer" });
            list(json!({ "anyOf": [number(), list(number())] }))
        }
        Takes::Directions => {
            let pair = || {
                json!({
                    "type": "array",
                    "items": { "type": "integer" },
                    "minItems": 2,
                    "maxItems": 2,
                })
            };
            let direction = || json!({ "anyOf": [text(), pair()] });
            json!({ "anyOf": [direction(), list(direction())] })
        }
        Takes::Section(within) => section(within),
        Takes::Sections(within) => list(section(within)),
    }
}
