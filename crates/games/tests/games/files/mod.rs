//! Games that a text describes, by files or in a spec.

mod declared;
mod file_form;
mod graph;
mod positional_text;
mod rule_sheet;
mod rules_file;
mod spec;
mod variants;
