//! Rule sheets out of any bytes whatever.

#![no_main]

#[path = "../exercises/sheet.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::read_sheet(bytes));
