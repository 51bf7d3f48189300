//! Reads the crate's own sources as text, for the tests that hold them to the project's rules.

use std::fs;
use std::path::Path;

/// Every file with one of the `extensions` below `directory`, as (path from the crate's root, text), sorted by path.
pub fn files(directory: &str, extensions: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pending = vec![root.join(directory)];
    let mut found = Vec::new();
    while let Some(current) = pending.pop() {
        let Ok(entries) = fs::read_dir(&current) else { continue };
        for entry in entries {
            let path = entry.expect("a readable directory").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|end| extensions.iter().any(|wanted| end == *wanted)) {
                let name =
                    path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("sources are UTF-8")));
            }
        }
    }
    found.sort();
    found
}

/// `text` with comments, strings and character literals blanked out. Line breaks stay, so line numbers still hold.
pub fn without_comments_and_strings(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut position = 0;
    while position < characters.len() {
        match blank_length(&characters, position) {
            0 => {
                code.push(characters[position]);
                position += 1;
            }
            length => {
                let blanked = &characters[position..position + length];
                code.extend(blanked.iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
                position += length;
            }
        }
    }
    code
}

/// How many characters from `start` on belong to a comment or literal that starts there; 0 if none does.
fn blank_length(text: &[char], start: usize) -> usize {
    let end = match (text[start], text.get(start + 1)) {
        ('/', Some('/')) => line_comment_end(text, start),
        ('/', Some('*')) => block_comment_end(text, start),
        ('"', _) => quoted_end(text, start, '"'),
        ('r', Some('"' | '#')) if !continues_word(text, start) => raw_string_end(text, start),
        // A lifetime has no closing quote two characters on.
        ('\'', Some('\\')) => quoted_end(text, start, '\''),
        ('\'', Some(_)) if text.get(start + 2) == Some(&'\'') => start + 3,
        _ => start,
    };
    end - start
}

/// Whether the character at `at` goes on with a word; the `b` of a raw byte string `br"…"` is no such word.
fn continues_word(text: &[char], at: usize) -> bool {
    let is_word = |index: usize| text[index].is_alphanumeric() || text[index] == '_';
    match at {
        0 => false,
        1 => is_word(0) && text[0] != 'b',
        _ => is_word(at - 1) && (text[at - 1] != 'b' || is_word(at - 2)),
    }
}

fn line_comment_end(text: &[char], start: usize) -> usize {
    (start..text.len()).find(|&at| text[at] == '\n').unwrap_or(text.len())
}

fn block_comment_end(text: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) if depth == 1 => return at + 2,
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    text.len()
}

fn quoted_end(text: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < text.len() {
        match text[at] {
            '\\' => at += 2,
            c if c == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// The end of `r"…"` or `r#"…"#`; `start` itself for a raw identifier.
fn raw_string_end(text: &[char], start: usize) -> usize {
    let hashes = text[start + 1..].iter().take_while(|c| **c == '#').count();
    let open = start + 1 + hashes;
    if text.get(open) != Some(&'"') {
        return start;
    }
    let closes = |at: &usize| {
        text[*at] == '"' && text[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes
    };
    (open + 1..text.len()).find(closes).map_or(text.len(), |at| at + 1 + hashes)
}
