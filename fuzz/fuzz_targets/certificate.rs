//! Certificates out of any bytes whatever.

#![no_main]

#[path = "../exercises/certificate.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::check_certificate(bytes));
