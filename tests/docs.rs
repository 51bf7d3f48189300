//! The positions in `docs/` say what is true, and what the pages of the repository point at is there.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use dicechess::dfen;
use support::slow_rules::Position;
use support::slow_turns::{Turn, finals, legal_turns};

/// The ```` ```dfen ```` blocks of a page, as lines; the first line is the position and the rest are facts about it.
fn dfen_blocks(page: &str) -> Vec<Vec<&str>> {
    let after_openings = page.split("```dfen\n").skip(1);
    after_openings
        .map(|rest| rest.split("```").next().expect("split yields a part").lines().collect())
        .collect()
}

/// The numbers of a line such as `turns 12, king captures 0, final positions 8`.
fn numbers(line: &str) -> Vec<usize> {
    line.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn rules_page_tells_the_truth() {
    let blocks = dfen_blocks(include_str!("../docs/rules.md"));
    assert!(blocks.len() >= 10, "only {} positions found", blocks.len());
    for block in blocks {
        let [position, counts, facts @ ..] = block.as_slice() else { panic!("too few lines: {block:?}") };
        let turns = legal_turns(&Position::parse(position));
        let captures = turns.iter().filter(|turn| turn.captures_king).count();
        assert_eq!(numbers(counts), [turns.len(), captures, finals(&turns).len()], "{position}");
        let texts: Vec<String> = turns.iter().map(Turn::text).collect();
        for fact in facts {
            let (verdict, turn) = fact.split_once(' ').expect("a verdict and a turn");
            let holds = match verdict {
                "legal" => texts.iter().any(|text| text == turn),
                "illegal" => texts.iter().all(|text| text != turn),
                "first" => texts.first().is_some_and(|text| text == turn),
                "last" => texts.last().is_some_and(|text| text == turn),
                _ => panic!("{position}: unknown fact `{fact}`"),
            };
            assert!(holds, "{position}: {fact}");
        }
    }
}

#[test]
fn dfen_page_shows_texts_as_they_are_written() {
    let page = include_str!("../docs/dfen.md");
    let examples =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |").map(|(text, _)| text));
    let mut count = 0;
    for example in examples {
        let state = dfen::parse(example.as_bytes()).unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(dfen::write(&state).to_string(), example);
        count += 1;
    }
    assert_eq!(count, 4);
}

/// The first two columns of the rows of `page` whose column `column` is code, without the code marks.
fn rows(page: &str, column: usize) -> Vec<[&str; 2]> {
    let cells = page.lines().filter(|line| line.starts_with("| ")).map(|line| {
        let mut cells = line.split(" | ").map(|cell| cell.trim_matches(['|', ' ']));
        [cells.next().expect("split yields a part"), cells.next().unwrap_or("")]
    });
    let code = cells.filter(|cells| cells[column].starts_with('`'));
    code.map(|cells| cells.map(|cell| cell.trim_matches('`'))).collect()
}

#[test]
fn abi_page_lists_the_statuses_of_the_header() {
    let listed = rows(include_str!("../docs/abi.md"), 1);
    let defined: Vec<[&str; 2]> = include_str!("../include/dicechess.h")
        .lines()
        .filter_map(|line| line.strip_prefix("#define DICECHESS_")?.split_once(' '))
        .filter(|(name, _)| name.starts_with("ERR_") || *name == "OK")
        .map(|(name, number)| [number.trim_matches(['(', ')']), name])
        .collect();
    assert_eq!(listed, defined);
}

#[test]
fn threading_page_lists_the_handles_of_the_header() {
    let listed = rows(include_str!("../docs/threading.md"), 0);
    let mut listed: Vec<&str> = listed.iter().map(|[handle, _]| *handle).collect();
    let declared = include_str!("../include/dicechess.h").lines();
    let declared = declared.filter_map(|line| line.strip_prefix("typedef struct ")?.strip_suffix(';'));
    let mut declared: Vec<&str> = declared.filter_map(|names| Some(names.split_once(' ')?.0)).collect();
    listed.sort_unstable();
    declared.sort_unstable();
    assert_eq!(listed, declared);
}

/// The pages of the repository.
fn pages() -> Vec<PathBuf> {
    let names = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "bindings/java/README.md",
        "bindings/kotlin/README.md",
        "bindings/kotlin-native/README.md",
        "examples/bots/README.md",
        "tests/data/README.md",
    ];
    let docs = fs::read_dir("docs").expect("a directory").map(|entry| entry.expect("readable").path());
    names.map(PathBuf::from).into_iter().chain(docs).collect()
}

/// What a page points at: the targets of its links, relative to `directory`, and the paths that it names as code.
fn targets(directory: &Path, page: &str) -> Vec<String> {
    const TREES: [&str; 10] =
        ["benches", "bindings", "docs", "examples", "fuzz", "include", "packaging", "src", "tests", "tools"];
    let links = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let relative = links.filter(|link| !link.is_empty() && !link.contains("://"));
    let relative = relative.map(|link| directory.join(link).display().to_string());
    let is_path = |code: &&str| {
        let tree = code.split_once('/').map(|(tree, _)| tree);
        let is_built = code.contains("/target/");
        tree.is_some_and(|tree| TREES.contains(&tree)) && !code.contains([' ', '<', '*']) && !is_built
    };
    let code = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    relative.chain(code.filter(is_path).map(str::to_owned)).collect()
}

#[test]
fn pages_point_at_what_is_there() {
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for target in targets(path.parent().expect("a file"), &page) {
            assert!(Path::new(&target).exists(), "{} points at {target}", path.display());
            count += 1;
        }
    }
    assert!(count > 50, "only {count} targets found");
}

#[test]
fn targets_are_found() {
    let page = "[a](b.md#c) [d](https://e) [f](#g) `src/h.rs` `i/j` `docs/<k>` `make l`";
    assert_eq!(targets(Path::new("docs"), page), ["docs/b.md", "src/h.rs"]);
}
