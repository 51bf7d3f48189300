#![no_main]

#[path = "../../tests/tape/fuzz_bodies.rs"]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::decode_bytes(bytes));
