//! `include/dicechess.h` is what `src/ffi` says, no more and no less: for each of its files the comment at its top, and what cbindgen
//! makes of it.

use std::fs;
use std::path::{Path, PathBuf};

const START: &str = "\
#ifndef DICECHESS_H
#define DICECHESS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif
";

const END: &str = "
#ifdef __cplusplus
}
#endif

#endif /* DICECHESS_H */
";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn header_path() -> PathBuf {
    root().join("include/dicechess.h")
}

fn source(module: &str) -> (PathBuf, String) {
    let path = root().join(format!("src/ffi/{module}.rs"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path, text)
}

/// The `//!` comment at the top of a source as a C comment.
fn comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let body: String = lines.map(|line| format!(" *{line}\n")).collect();
    format!("/*\n{body} */\n")
}

/// The names that follow `keyword` at the start of a line, such as those of all public structs.
fn names<'a>(text: &'a str, keyword: &'a str) -> impl Iterator<Item = String> + 'a {
    text.lines().filter_map(move |line| {
        let rest = line.strip_prefix(keyword)?;
        Some(rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default().to_owned())
    })
}

/// What cbindgen makes of one file alone. Types of other sections stay names, since it reads none of those.
fn declarations(path: &Path, text: &str) -> String {
    let mut config =
        cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml is valid");
    // Without this it drops types that no function of the same file mentions.
    config.export.include = names(text, "pub struct ").chain(names(text, "pub type ")).collect();
    let mut section = Vec::new();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(path).generate();
    bindings.unwrap_or_else(|error| panic!("{}: {error}", path.display())).write(&mut section);
    let section = String::from_utf8(section).expect("cbindgen writes UTF-8");
    // Uses of a type are written alike whether it is of this section or not, by its typedef, and values in parentheses.
    let tidy = |line: &str| {
        let line = match line.strip_prefix("#define ").and_then(|definition| definition.split_once(' ')) {
            Some((name, value)) if value.contains('-') => format!("#define {name} ({value})"),
            _ if line.starts_with("typedef") => line.to_owned(),
            _ => line.replace("struct dicechess_", "dicechess_"),
        };
        line + "\n"
    };
    compact(&section.lines().map(tidy).collect::<String>())
}

/// `section` with short comments on one line, and constants that carry one close together.
fn compact(section: &str) -> String {
    let lines: Vec<&str> = section.lines().collect();
    let mut text = String::new();
    let mut at = 0;
    while at < lines.len() {
        let indent = &lines[at][..lines[at].len() - lines[at].trim_start().len()];
        if lines[at].trim() == "/**" && lines.get(at + 2).is_some_and(|line| line.trim() == "*/") {
            let constant = lines.get(at + 3).is_some_and(|line| line.starts_with("#define"));
            if constant
                && text.ends_with("\n\n")
                && text.trim_end().rsplit('\n').next().is_some_and(|line| line.starts_with("#define"))
            {
                text.pop();
            }
            text += &format!("{indent}/** {} */\n", lines[at + 1].trim().trim_start_matches("* "));
            at += 3;
        } else {
            text += &format!("{}\n", lines[at]);
            at += 1;
        }
    }
    text
}

/// One section for each module of the boundary that exports something, in the order in which `mod.rs` declares them.
fn generate() -> String {
    let (_, module) = source("mod");
    let mut header = comment(&module) + "\n" + START;
    for name in names(&module, "mod ") {
        let (path, text) = source(&name);
        let declarations = declarations(&path, &text);
        if !declarations.trim().is_empty() {
            header += &format!("\n{}\n{}\n", comment(&text), declarations.trim());
        }
    }
    header + END
}

#[test]
fn committed_header_is_current() {
    let committed = fs::read_to_string(header_path()).expect("include/dicechess.h is committed");
    let generated = generate();
    let difference = committed.lines().zip(generated.lines()).position(|(old, new)| old != new);
    assert!(
        committed == generated,
        "include/dicechess.h is stale from line {} on: run `make header` and commit the result",
        difference.unwrap_or_else(|| committed.lines().count().min(generated.lines().count())) + 1
    );
}

#[test]
#[ignore = "rewrites the committed header; run through `make header`"]
fn bless() {
    fs::write(header_path(), generate()).expect("include/dicechess.h can be written");
}
