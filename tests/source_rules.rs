//! Rules for the sources that no lint checks: how long a file may be and where `unsafe` may stand.

#[path = "support/source.rs"]
mod source;

use source::{files, without_comments_and_strings};

/// No file may be longer than this, whatever it holds, unless a test writes it.
const MOST_LINES: usize = 700;

/// How many lines above an unsafe block its `SAFETY:` comment may begin.
const SAFETY_COMMENT_REACH: usize = 6;

/// The paths of `tests/data/unsafe_allowed.txt`.
fn allowed_unsafe() -> Vec<&'static str> {
    let lines = include_str!("data/unsafe_allowed.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_whitespace().next()).collect()
}

/// The numbers, from 0, of the lines of `code` that hold the keyword `unsafe`.
fn unsafe_lines(code: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let holds = |line: &str| line.split(|c| !is_word(c)).any(|word| word == "unsafe");
    code.lines().enumerate().filter(|(_, line)| holds(line)).map(|(number, _)| number).collect()
}

/// The numbers, from 0, of the lines on which an unsafe block or an unsafe impl starts without a `SAFETY:` comment.
fn unexplained_unsafe(text: &str) -> Vec<usize> {
    let code = without_comments_and_strings(text);
    let code_lines: Vec<&str> = code.lines().collect();
    let lines: Vec<&str> = text.lines().collect();
    let opens = |line: &str| {
        line.match_indices("unsafe").any(|(at, word)| {
            let after = line[at + word.len()..].trim_start();
            after.starts_with('{') || after.starts_with("impl ") || after.starts_with("impl<")
        })
    };
    let explained = |number: usize| {
        let from = number.saturating_sub(SAFETY_COMMENT_REACH);
        lines[from..=number].iter().any(|line| line.contains("SAFETY:"))
    };
    unsafe_lines(&code)
        .into_iter()
        .filter(|&number| opens(code_lines[number]) && !explained(number))
        .collect()
}

#[test]
fn files_are_short() {
    let extensions = ["rs", "c", "cpp", "hpp", "java", "kt", "sh"];
    for directory in ["src", "tests", "benches", "examples", "include", "bindings", "fuzz", "tools"] {
        for (path, text) in files(directory, &extensions) {
            if text.starts_with("// Generated from ") {
                continue;
            }
            let lines = text.lines().count();
            assert!(lines <= MOST_LINES, "{path} has {lines} lines, {MOST_LINES} are allowed");
        }
    }
}

#[test]
fn unsafe_code_stays_at_the_boundary() {
    let allowed = allowed_unsafe();
    for (path, text) in files("src", &["rs"]) {
        let found = unsafe_lines(&without_comments_and_strings(&text));
        let expected = path.starts_with("src/ffi/") || allowed.contains(&path.as_str());
        if let (Some(line), false) = (found.first(), expected) {
            panic!("{path}:{}: unsafe code outside src/ffi", line + 1);
        }
    }
    for path in allowed {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let found = unsafe_lines(&without_comments_and_strings(&text));
        assert!(!found.is_empty(), "{path} is allowed unsafe code and has none: take it off the list");
    }
}

#[test]
fn unsafe_blocks_say_why_they_are_sound() {
    for (path, text) in files("src", &["rs"]) {
        if let Some(line) = unexplained_unsafe(&text).first() {
            panic!("{path}:{}: an unsafe block needs a SAFETY: comment above it", line + 1);
        }
    }
}

#[test]
fn unexplained_blocks_are_found() {
    let text = "\
#![deny(unsafe_code)]
// unsafe { in_a_comment() }
const S: &str = \"unsafe {\";
unsafe extern \"C\" fn f() {}
let a = unsafe { g() };




// SAFETY: `g` has no precondition.
let b = unsafe { g() };
unsafe impl Send for X {}
";
    assert_eq!(unsafe_lines(&without_comments_and_strings(text)), [3, 4, 10, 11]);
    assert_eq!(unexplained_unsafe(text), [4]);
    assert_eq!(unexplained_unsafe("unsafe impl Send for X {}"), [0]);
}
