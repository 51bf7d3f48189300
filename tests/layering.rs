//! Dependencies between the layers point one way: every `crate::x` in `src/` is an arrow, and only those of the table
//! below are allowed. Unit tests inside the layers are not counted; they may write their positions as DFEN.

#[path = "support/source.rs"]
mod source;

use source::{files, without_comments_and_strings};

/// Each layer with the layers that it may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("memory", &[]),
    ("threads", &["memory"]),
    ("board", &[]),
    ("state", &["board"]),
    ("dfen", &["board", "state"]),
    ("tape", &["memory", "board", "state"]),
    ("turns", &["memory", "board", "state"]),
    ("eval", &["board", "state", "turns"]),
    ("scoring", &["memory", "board", "state", "turns", "eval"]),
    ("cache", &["board", "state", "eval", "memory"]),
    ("tt", &["memory"]),
    ("search", &["memory", "threads", "board", "state", "turns", "eval", "scoring", "cache", "tt"]),
    (
        "ffi",
        &["memory", "board", "state", "dfen", "tape", "turns", "eval", "scoring", "cache", "tt", "search"],
    ),
];

/// The layer that a file such as `src/state/zobrist.rs` or `src/dfen.rs` belongs to.
fn layer_of(path: &str) -> &str {
    let inside = path.strip_prefix("src/").expect("a source file");
    inside.split(['/', '.']).next().expect("split yields at least one part")
}

/// The first path segments that follow `prefix` in `code`, groups such as `crate::{board::Square, state}` included.
fn segments_after<'a>(code: &'a str, prefix: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (start, _) in code.match_indices(prefix) {
        let rest = code[start + prefix.len()..].trim_start();
        match rest.strip_prefix('{') {
            Some(group) => found.extend(group_heads(group)),
            None => found.push(leading_word(rest)),
        }
    }
    found
}

/// The leading words of the items of a `use` group, up to the brace that closes it.
fn group_heads(group: &str) -> Vec<&str> {
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut item_start = 0;
    for (position, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                heads.push(leading_word(group[item_start..position].trim_start()));
                item_start = position + 1;
                if character == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn leading_word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

/// `code` without the items under `#[cfg(test)]`. Braces in literals must have been blanked out before.
fn without_unit_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = String::new();
    let mut rest = code;
    while let Some(start) = rest.find(MARK) {
        kept.push_str(&rest[..start]);
        rest = &rest[start + MARK.len()..];
        rest = &rest[item_length(rest)..];
    }
    kept + rest
}

/// The length of the item at the start of `code`: up to its semicolon, or up to the brace that closes it.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (position, character) in code.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => return position + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return position + 1,
            _ => {}
        }
    }
    code.len()
}

/// What is wrong with the arrows of one file.
fn violations(path: &str, code: &str) -> Vec<String> {
    let layer = layer_of(path);
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{path}: layer `{layer}` has no row in the table of tests/layering.rs")];
    };
    let is_layer = |name: &str| ALLOWED.iter().any(|(known, _)| *known == name);
    let through_root = segments_after(code, "crate::").into_iter().map(|used| {
        if used == layer || allowed.contains(&used) {
            None
        } else if is_layer(used) {
            Some(format!("{path}: `{layer}` may not use `{used}`"))
        } else {
            Some(format!("{path}: `crate::{used}` names no layer; write the path through its layer"))
        }
    });
    let around_root = segments_after(code, "super::")
        .into_iter()
        .filter(|used| *used != layer && is_layer(used))
        .map(|used| Some(format!("{path}: write `crate::{used}` instead of reaching it through `super`")));
    through_root.chain(around_root).flatten().collect()
}

#[test]
fn arrows_point_one_way() {
    let mut problems = Vec::new();
    for (path, text) in files("src", &["rs"]) {
        if path == "src/lib.rs" || path.starts_with("src/bin/") {
            continue;
        }
        let code = without_unit_tests(&without_comments_and_strings(&text));
        problems.extend(violations(&path, &code));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn table_lists_each_layer_after_those_it_uses() {
    for (position, (layer, allowed)) in ALLOWED.iter().enumerate() {
        for used in *allowed {
            let known = ALLOWED[..position].iter().any(|(earlier, _)| earlier == used);
            assert!(known, "`{layer}` uses `{used}`, which is not above it in the table");
        }
    }
}

#[test]
fn wrong_arrows_are_found() {
    let found = |path: &str, text: &str| {
        violations(path, &without_unit_tests(&without_comments_and_strings(text))).len()
    };
    assert_eq!(found("src/state/dice.rs", "use crate::board::Square; // crate::turns"), 0);
    assert_eq!(found("src/state/dice.rs", "use crate::turns::Path;"), 1);
    assert_eq!(found("src/board.rs", "use crate::{\n  state::{GameState, Dice}, dfen, board::Color};"), 2);
    assert_eq!(found("src/turns/mod.rs", "fn f() { crate::ffi::status(); super::dfen::parse() }"), 2);
    assert_eq!(found("src/dfen.rs", "use crate::GameState;"), 1);
    assert_eq!(found("src/elsewhere.rs", ""), 1);
    let tested = "#[cfg(test)]\nmod tests { use crate::dfen; const S: &str = \"{\"; }\nuse crate::ffi;";
    assert_eq!(found("src/turns/list.rs", tested), 1);
}
