//! Memory that runs out: whichever allocation of a call through the C ABI fails, alone or with all
//! after it, the call says so or does without, changes nothing, loses nothing, prints nothing, and
//! succeeds once there is memory again. Every function of the header is called. An allocation that
//! cannot report its failure would end the test process.

// A global allocator and calls of the C ABI cannot be written without.
#![allow(unsafe_code)]

mod allocator;
mod cached;
mod evaluators;
mod games;
mod harness;
mod lists;
mod positions;
mod searches;
mod states;
mod streams;
mod tables;

#[path = "../support/declarations.rs"]
mod declarations;
#[path = "../support/material_callback.rs"]
mod material_callback;

use std::fs;
use std::path::Path;

#[test]
fn every_function_is_called() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/out_of_memory");
    let files = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("readable").path());
    let code: String = files.map(|path| fs::read_to_string(path).expect("readable")).collect();
    let functions: Vec<String> = declarations::declarations()
        .iter()
        .filter(|line| !line.starts_with(['#', 't']))
        .filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next().map(str::to_owned))
        .collect();
    assert!(functions.len() > 140, "the header declares functions");
    for name in functions {
        // By its name, or handed to what calls it.
        let is_called = ["(", ",", ";", ")"].iter().any(|end| code.contains(&format!("{name}{end}")));
        assert!(is_called, "no test in tests/out_of_memory calls {name}");
    }
}
