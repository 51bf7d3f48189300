//! The positions in `docs/` say what is true.

mod support;

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
            let expected = match verdict {
                "legal" => true,
                "illegal" => false,
                _ => panic!("{position}: unknown fact `{fact}`"),
            };
            assert_eq!(texts.iter().any(|text| text == turn), expected, "{position}: {fact}");
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
