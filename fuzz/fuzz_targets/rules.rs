//! Rules files out of any bytes whatever.

#![no_main]

#[path = "../exercises/rules.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::read_rules(bytes));
