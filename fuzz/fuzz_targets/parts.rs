//! Files of parts out of any bytes whatever.

#![no_main]

#[path = "../exercises/parts.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::read(bytes));
