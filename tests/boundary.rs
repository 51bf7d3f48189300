//! The boundary keeps its own rules: no function without a guard, no parameter under a wrong number, no change of the ABI by accident.

#[path = "support/declarations.rs"]
mod declarations;
#[path = "support/source.rs"]
mod source;

use std::fs;
use std::path::Path;

const RECORD: &str = "tests/data/abi.txt";

/// An exported function as its source has it.
struct Exported {
    name: String,
    parameters: Vec<String>,
    /// Those that get new handles.
    made: Vec<String>,
    body: String,
}

/// The end of the text in brackets that starts at the first `open` of `text`.
fn bracketed(text: &str, open: char, close: char) -> &str {
    let start = text.find(open).expect("an opening bracket") + 1;
    let mut depth = 1;
    for (at, character) in text[start..].char_indices() {
        depth += i32::from(character == open) - i32::from(character == close);
        if depth == 0 {
            return &text[start..start + at];
        }
    }
    panic!("no closing {close}");
}

fn exported(path: &str, code: &str) -> Vec<Exported> {
    let functions = code.split("#[unsafe(no_mangle)]").skip(1);
    functions
        .map(|function| {
            let (head, rest) = function.split_once("fn ").expect("a function follows");
            assert!(head.contains("extern"), "{path}: an exported function is not extern \"C\"");
            let parameters: Vec<(&str, &str)> = bracketed(rest, '(', ')')
                .split(',')
                .filter_map(|parameter| parameter.split_once(':'))
                .map(|(name, of_type)| (name.trim(), of_type.trim()))
                .collect();
            let made = parameters.iter().filter(|(_, of_type)| of_type.starts_with("*mut *mut "));
            Exported {
                name: rest.split('(').next().unwrap_or_default().to_owned(),
                made: made.map(|(name, _)| (*name).to_owned()).collect(),
                parameters: parameters.iter().map(|(name, _)| (*name).to_owned()).collect(),
                body: bracketed(rest, '{', '}').trim().to_owned(),
            }
        })
        .collect()
}

/// All exported functions. Strings are blanked out, comments too.
fn all_exported() -> Vec<(String, Exported)> {
    let sources = source::files("src", &["rs"]).into_iter();
    sources
        .flat_map(|(path, text)| {
            let functions = exported(&path, &source::without_comments_and_strings(&text));
            functions.into_iter().map(move |function| (path.clone(), function)).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_exported_function_is_guarded() {
    let functions = all_exported();
    assert!(functions.len() > 30);
    for (path, Exported { name, parameters, made, body }) in functions {
        assert!(path.starts_with("src/ffi/"), "{path}: {name} is exported outside src/ffi");
        let fallible = parameters.last().is_some_and(|last| last == "error");
        let start = if fallible { "boundary!(error," } else { "boundary!(else " };
        assert!(body.starts_with(start), "{path}: {name} has to start with `{start}`");
        for place in made {
            let cleared = [format!("{start} {place}, {{"), format!("{start} {place}[")];
            let is_cleared = cleared.iter().any(|start| body.starts_with(start));
            assert!(is_cleared, "{path}: {name} has to start with `{}`", cleared[0]);
        }
        let guarded = bracketed(&body, '(', ')').len() + "boundary!()".len();
        assert_eq!(guarded, body.len(), "{path}: {name} does something outside its guard");
    }
}

#[test]
fn parameters_carry_their_own_numbers() {
    for (path, Exported { name, parameters, body, .. }) in all_exported() {
        for used in body.split("argument!(").skip(1) {
            let (index, parameter) =
                used.split(')').next().and_then(|used| used.split_once(", ")).expect("two operands");
            let place = parameters.iter().position(|known| known == parameter);
            assert_eq!(place, index.parse().ok(), "{path}: {name}: {parameter}");
        }
    }
}

/// Every declaration of the header on one line, and the offsets that tests/c_abi/header.c asserts.
fn abi() -> String {
    let mut lines = declarations::declarations();
    let layouts = include_str!("c_abi/header.c").lines().filter_map(|line| line.strip_prefix("LAYOUT("));
    lines.extend(layouts.map(|line| format!("offset {}", line.trim_end_matches(");"))));
    lines.join("\n") + "\n"
}

#[test]
fn abi_is_the_recorded_one() {
    let recorded =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(RECORD)).expect("the record exists");
    let current = abi();
    let missing = |from: &str, other: &str, sign: char| -> String {
        let has = |line: &&str| other.lines().any(|known| known == *line);
        from.lines().filter(|line| !has(line)).map(|line| format!("{sign} {line}\n")).collect()
    };
    let changes = missing(&recorded, &current, '-') + &missing(&current, &recorded, '+');
    assert!(
        recorded == current,
        "the ABI is not that of {RECORD}:\n{changes}\n\
         If a line went or changed, raise DICECHESS_ABI_VERSION. In any case add the change to CHANGELOG.md, then rewrite the \
         record: cargo test --test boundary -- --ignored bless"
    );
}

#[test]
fn every_member_of_every_struct_has_its_offset_recorded() {
    let abi = abi();
    let structs = abi.lines().filter(|line| line.starts_with("typedef struct") && line.contains('{'));
    let mut members = 0;
    for line in structs {
        let name = line.rsplit(' ').next().expect("a name").trim_end_matches(';');
        for member in bracketed(line, '{', '}').split(';').filter(|member| !member.trim().is_empty()) {
            let member =
                member.split('[').next().and_then(|member| member.rsplit([' ', '*']).next()).expect("a name");
            assert!(
                abi.contains(&format!("offset {name}, {member}, ")),
                "tests/c_abi/header.c asserts nothing of {name}.{member}"
            );
            members += 1;
        }
    }
    assert!(members > 10);
}

#[test]
#[ignore = "rewrites the record of the ABI"]
fn bless() {
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(RECORD), abi()).expect("the record can be written");
}
