//! Shapes of inputs, and inputs, out of any bytes whatever.

#![no_main]

#[path = "../exercises/shape.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::use_shape(bytes));
