//! The Kotlin/Native binding and the header: what can be said without its compiler, which is too large for every test run.

#[path = "support/declarations.rs"]
mod declarations;

use std::fs;
use std::path::Path;
use std::process::Command;

use declarations::declarations;

const BINDING: &str = "bindings/kotlin-native";

/// The text of all Kotlin sources in a directory of the binding.
fn sources(directory: &str) -> String {
    let entries = fs::read_dir(Path::new(BINDING).join(directory)).expect("a directory");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "kt"));
    texts.map(|path| fs::read_to_string(path).expect("UTF-8")).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// Names and parameters of the functions of the header.
fn functions() -> Vec<(String, String)> {
    let functions = declarations().into_iter().filter_map(|line| {
        let (before, parameters) = line.strip_suffix(");")?.split_once('(')?;
        if before.starts_with("typedef") {
            return None;
        }
        Some((words(before).last()?.to_owned(), parameters.to_owned()))
    });
    functions.collect()
}

/// The values of a key of the definition file, whose lines may go on behind a backslash.
fn definition(key: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(BINDING).join("dicechess.def")).expect("it is there");
    let text = text.replace("\\\n", " ");
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
    let value = value.unwrap_or_else(|| panic!("dicechess.def has no {key}"));
    value.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn binding_calls_every_function() {
    let functions = functions();
    assert!(functions.len() >= 150, "only {} functions found", functions.len());
    let (binding, tests) = (sources("src"), sources("test"));
    let called: Vec<&str> = words(&binding).collect();
    let tested: Vec<&str> = words(&tests).collect();
    for (name, parameters) in &functions {
        assert!(called.contains(&name.as_str()), "{BINDING}/src does not call {name}");
        let can_be_null = parameters.contains('*');
        assert!(!can_be_null || tested.contains(&name.as_str()), "no test passes null to {name}");
    }
}

/// Text goes to C as bytes and length. A function whose text Kotlin turned into a C string would end it at a zero byte.
#[test]
fn definition_lists_the_functions_that_take_text() {
    let takes_text = |parameters: &str| parameters.contains("const char *");
    let expected: Vec<String> = functions()
        .into_iter()
        .filter(|(_, parameters)| takes_text(parameters))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(definition("noStringConversion"), expected);
}

/// Cinterop reads the header with clang; without clang, as outside `make test`, the C compiler has to do.
#[test]
fn clang_reads_the_header() {
    let headers = definition("headers");
    assert_eq!(headers, ["dicechess.h"]);
    assert_eq!(definition("headerFilter"), headers);
    let has_clang =
        Command::new("clang").arg("--version").output().is_ok_and(|output| output.status.success());
    for standard in ["c99", "c17"] {
        let mut command = Command::new(if has_clang { "clang" } else { "cc" });
        command.args(["-fsyntax-only", "-x", "c", &format!("-std={standard}")]);
        command.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror"]);
        let output =
            command.arg(Path::new("include").join(&headers[0])).output().expect("a C compiler starts");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaints.is_empty(), "{command:?}: {complaints}");
    }
}
