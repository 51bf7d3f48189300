//! `include/dicechess.h` is what cbindgen makes of `src/ffi`, no more and no less.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn header_path() -> PathBuf {
    root().join("include/dicechess.h")
}

/// Only the boundary is read, its files in the order in which `mod.rs` declares them: given the whole crate, cbindgen
/// would turn every public constant of the other layers into a macro.
fn generate() -> String {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml is valid");
    let boundary = root().join("src/ffi/mod.rs");
    let mut builder = cbindgen::Builder::new().with_config(config);
    if boundary.exists() {
        builder = builder.with_src(boundary);
    }
    let mut text = Vec::new();
    builder.generate().expect("cbindgen reads src/ffi").write(&mut text);
    String::from_utf8(text).expect("the header is UTF-8")
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
