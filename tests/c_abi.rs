//! The C ABI as C and C++ see it: the programs of `tests/c_abi` compile without a warning and hold.

#[path = "support/native.rs"]
mod native;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The programs of tests/c_abi in this language, by the end of their names, as paths from the crate's root.
fn programs(extension: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c_abi");
    let names = fs::read_dir(directory)
        .expect("tests/c_abi is there")
        .map(|entry| entry.expect("readable").file_name());
    let names = names.filter_map(|name| name.into_string().ok()).filter(|name| name.ends_with(extension));
    let mut paths: Vec<String> = names.map(|name| format!("tests/c_abi/{name}")).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no {extension} in tests/c_abi");
    paths
}

#[test]
fn programs_hold() {
    let directory = native::directory("c_abi");
    for path in programs(".c") {
        native::succeed(Command::new(native::build(&path, "c11", &directory)));
    }
    for path in programs(".cpp") {
        native::succeed(Command::new(native::build(&path, "c++17", &directory)));
    }
}

/// Checks that a source compiles under a language standard such as `c99`.
fn check_syntax(source: &str, standard: &str) {
    let mut command = native::compiler(Path::new(source), standard);
    command.arg("-fsyntax-only");
    native::succeed(command);
}

#[test]
fn header_compiles_under_every_standard() {
    check_syntax("include/dicechess.h", "c99");
    for standard in ["c11", "c17", "c2x"] {
        check_syntax("tests/c_abi/header.c", standard);
    }
    for standard in ["c++11", "c++14", "c++17", "c++20"] {
        check_syntax("tests/c_abi/header.cpp", standard);
    }
    check_syntax("tests/c_abi/cpp.cpp", "c++20");
}

/// The functions that the header declares.
fn functions() -> Vec<String> {
    let header = include_str!("../include/dicechess.h");
    let declared = header.lines().filter(|line| !line.starts_with([' ', '/', '#']));
    let name = |line: &str| {
        let before = line.split('(').next()?;
        let name = before.rsplit([' ', '*']).next()?;
        (line.contains('(') && name.starts_with("dicechess_")).then(|| name.to_owned())
    };
    declared.filter_map(name).collect()
}

#[test]
fn programs_call_every_function() {
    let functions = functions();
    assert!(functions.len() > 30, "the header declares functions");
    let read = |path: String| {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("readable")
    };
    let programs: String = programs(".c").into_iter().map(read).collect();
    let getters = "dicechess_state_";
    for name in functions {
        let through_macro =
            name.strip_prefix(getters).is_some_and(|rest| programs.contains(&format!("GETTER({rest},")));
        assert!(
            programs.contains(&format!("{name}(")) || through_macro,
            "no test in tests/c_abi calls {name}"
        );
    }
}
