//! The C ABI as C and C++ see it: the programs of `tests/c_abi` compile without a warning and hold.

#[path = "support/declarations.rs"]
mod declarations;
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

/// A program that is not linked with the library but loads it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_loaded_library_holds() {
    let directory = native::directory("c_abi_loaded");
    let program = directory.join("no_memory");
    let mut build = native::compiler(Path::new("tests/c_abi/loaded/no_memory.c"), "c11");
    build.arg("-o").arg(&program).arg("-ldl");
    native::succeed(build);
    let mut run = Command::new(program);
    run.arg(directory.join("libdicechess.so"));
    native::succeed(run);
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

/// The functions of the header that can fail, with the types of their parameters.
fn signatures() -> Vec<(String, Vec<String>)> {
    let declared = declarations::declarations().into_iter();
    let signature = |line: String| {
        let (name, parameters) = line.strip_prefix("dicechess_status ")?.split_once('(')?;
        let (parameters, _) = parameters.split_once(')')?;
        let types = parameters.split(", ").filter_map(|parameter| Some(parameter.rsplit_once([' ', '*'])?.0));
        let with_stars = parameters.split(", ").zip(types).map(|(whole, stem)| {
            let stars = whole.matches('*').count();
            format!("{}{}", stem.trim_end_matches([' ', '*']), "*".repeat(stars))
        });
        Some((name.to_owned(), with_stars.collect()))
    };
    declared.filter_map(signature).collect()
}

/// A parameter that is a handle, and one that gets a new handle, each have their line in the table of handles.
#[test]
fn every_handle_is_in_the_table() {
    let table = include_str!("c_abi/handles.c");
    let signatures = signatures();
    let made = |types: &[String]| {
        let new = types.iter().filter_map(|name| name.strip_suffix("**"));
        new.filter(|name| !name.starts_with("const ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let handles: Vec<String> = signatures.iter().flat_map(|(_, types)| made(types)).collect();
    let (mut uses, mut makers) = (0, 0);
    for (name, types) in &signatures {
        if !made(types).is_empty() {
            assert!(table.contains(&format!("MAKES({name},")), "tests/c_abi/handles.c does not fail {name}");
            makers += 1;
        }
        for (index, parameter) in types.iter().enumerate() {
            let stem = parameter.trim_start_matches("const ").strip_suffix('*').unwrap_or_default();
            if handles.iter().any(|handle| handle == stem) {
                let row = format!("HANDLE({name}, {index},");
                assert!(table.contains(&row), "tests/c_abi/handles.c has no {row}");
                uses += 1;
            }
        }
    }
    assert!(uses > 100 && makers > 20, "{uses} handles, {makers} functions that make some");
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
