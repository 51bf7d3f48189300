//! The C and C++ examples print what the recorded positions say, cope with bad lines, and agree with each other; the program of the
//! README compiles and runs.

#[path = "support/native.rs"]
mod native;

use std::fs;
use std::process::{Command, Stdio};

use dicechess::board::{Color, PieceType, Square};
use dicechess::dfen;
use dicechess::eval::Evaluator;
use dicechess::scoring::TERMINAL_WIN_SCORE;
use dicechess::search::{Expectimax, ExpectimaxOptions, JvmRandom, KingRisk, SearchControl, TableUse};
use dicechess::state::{DicePool, GameState};
use dicechess::tt::TranspositionTable;
use dicechess::turns::{Turn, play_turn};
use serde_json::Value;

const EXAMPLES: [(&str, &str); 2] =
    [("examples/c/legal_turns.c", "c11"), ("examples/cpp/legal_turns.cpp", "c++17")];

/// Recorded positions with few enough turns to be listed.
fn recorded() -> Vec<Value> {
    let lines = include_str!("data/positions_public.jsonl").lines();
    let positions = lines.map(|line| serde_json::from_str::<Value>(line).expect("a JSON object"));
    positions.filter(|position| position["turns_list"].is_array()).collect()
}

/// What an example prints about a recorded position below its board.
fn expected(position: &Value) -> String {
    let captures = position["king_captures"].as_u64().expect("a number");
    let turns = position["turns_list"].as_array().expect("a list");
    let mut text = String::new();
    for (turn, number) in turns.iter().zip(0..) {
        let moves: Vec<&str> = match turn {
            Value::String(text) => vec![text],
            moves => {
                moves.as_array().expect("moves").iter().map(|text| text.as_str().expect("text")).collect()
            }
        };
        text += &format!("{}{}\n", moves.join(" "), if number < captures { " takes the king" } else { "" });
    }
    text + &format!(
        "{} legal turns, {captures} take a king; {} distinct final positions; key {}\n",
        position["turns"],
        position["finals"],
        position["zobrist"].as_str().expect("a key")
    )
}

#[test]
fn examples_print_the_recorded_turns() {
    let directory = native::directory("examples_recorded");
    let positions = recorded();
    assert!(positions.len() > 100);
    let input = directory.join("positions.dfen");
    let lines = positions.iter().map(|position| format!("{}\n", position["dfen"].as_str().expect("a DFEN")));
    fs::write(&input, lines.collect::<String>()).expect("the target directory can be written");
    for (source, standard) in EXAMPLES {
        let mut command = Command::new(native::build(source, standard, &directory));
        command.arg(&input);
        let output = String::from_utf8(native::succeed(command).stdout).expect("ASCII");
        let shown: Vec<&str> = output.split_terminator("\n\n").collect();
        assert_eq!(shown.len(), positions.len(), "{source}");
        for (shown, position) in shown.iter().zip(&positions) {
            let lines: Vec<&str> = shown.lines().collect();
            assert_eq!(Some(lines[0]), position["canonical"].as_str(), "{source}");
            assert_eq!(board(&lines[1..9]), lines[0].split(' ').next().expect("a placement"), "{source}");
            assert_eq!(lines[10..].join("\n") + "\n", expected(position), "{source}: {}", lines[0]);
        }
    }
}

/// The placement field of a drawn board.
fn board(lines: &[&str]) -> String {
    let rank = |line: &&str| {
        let mut text = String::new();
        let mut empty = 0;
        for man in line[4..].chars().filter(|c| *c != ' ').chain(['/']) {
            if man == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(man);
        }
        text
    };
    lines.iter().map(rank).collect::<String>().trim_end_matches('/').to_owned()
}

#[test]
fn examples_report_bad_lines_and_go_on() {
    let directory = native::directory("examples_bad");
    let input = directory.join("bad.dfen");
    let text = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 P\r\n\n8/8/8/8/8/8/8/8 x - - 0 1\n8\0/8\nr\xC3\xA9\n\
        4k3/8/8/8/8/8/8/4K3 w - - 0 128b\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 K";
    fs::write(&input, text).expect("the target directory can be written");
    for (source, standard) in EXAMPLES {
        let program = native::build(source, standard, &directory);
        for standard_input in [false, true] {
            let mut command = Command::new(&program);
            if standard_input {
                command.stdin(Stdio::from(fs::File::open(&input).expect("just written")));
            } else {
                command.arg(&input);
            }
            let output = command.output().expect("the program starts");
            assert_eq!(output.status.code(), Some(1), "{source}");
            let printed = String::from_utf8(output.stdout).expect("ASCII");
            assert_eq!(printed.matches(" legal turns, ").count(), 2, "{source}");
            let complaints = String::from_utf8(output.stderr).expect("ASCII");
            let complaints: Vec<&str> = complaints.lines().collect();
            let starts = [
                "line 3: DFEN, field 1, offset 16: ",
                "line 4: TEXT, field 0, offset 1: ",
                "line 5: TEXT, field 0, offset 1: ",
                "line 6: DFEN, field 5, offset 31: ",
            ];
            assert_eq!(complaints.len(), starts.len(), "{source}: {complaints:?}");
            for (complaint, start) in complaints.iter().zip(starts) {
                assert!(
                    complaint.starts_with(start) && complaint.len() > start.len() + 10,
                    "{source}: {complaint}"
                );
            }
        }
        let mut missing = Command::new(&program);
        assert_eq!(
            missing.arg("no such file").output().expect("it starts").status.code(),
            Some(2),
            "{source}"
        );
    }
}

/// Turns, best turn, score, and calls without and with the cache: the turns of the recorded list, all of one value, and their
/// ends; the first position is that of the cache in `docs/search.md`.
#[test]
fn custom_evaluator_chooses_alike_with_and_without_cache() {
    let directory = native::directory("custom_evaluator");
    let program = native::build("examples/c/custom_evaluator.c", "c11", &directory);
    let input = directory.join("positions.dfen");
    let text = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP\n\
        k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR\n\
        4k3/8/8/8/8/8/8/4K3 w - - 0 1 PPP\n\
        nonsense\n";
    fs::write(&input, text).expect("the target directory can be written");
    let output = Command::new(&program).arg(&input).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).expect("ASCII");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "12 turns, best a2a3 h2h3, score 200; the same with the cache; 12 calls without it, 8 with it",
            "10 turns, best a1a8, score 2147483647; the same with the cache; 9 calls without it, 9 with it",
            "a pass",
        ]
    );
    assert_eq!(
        lines[3..],
        [
            "White: OK, code 0, score 0; 1 calls, 1 entries",
            "Black: CALLBACK, code 17, score 0; 2 calls, 1 entries",
            "message: the evaluator's callback returned 17",
            "White: OK, code 0, score 0; 2 calls, 1 entries",
            "Black: OK, code 0, score 0; 3 calls, 2 entries",
        ]
    );
    assert!(String::from_utf8(output.stderr).expect("ASCII").starts_with("line 4: DFEN: "));

    let mut demo = Command::new(&program);
    demo.arg("examples/data/positions.dfen");
    let output = String::from_utf8(native::succeed(demo).stdout).expect("ASCII");
    assert_eq!(
        output.matches("the same with the cache").count() + output.matches("a pass").count(),
        include_str!("../examples/data/positions.dfen").lines().count()
    );
}

/// The evaluator that the comments of the best_turn examples describe.
struct Opinion;

impl Evaluator for Opinion {
    type Error = std::convert::Infallible;

    fn ignores_clocks(&self) -> bool {
        true
    }

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Self::Error> {
        let bonus = |square: Square| {
            let Some(piece) = state.piece_at(square) else { return 0 };
            let (file, rank) = (square.index() % 8 + 1, square.index() / 8 + 1);
            let is_central = (3..=6).contains(&file) && (3..=6).contains(&rank);
            let steps = if piece.color == Color::White { 8 - rank } else { rank - 1 };
            let is_advanced = piece.piece_type == PieceType::Pawn && (1..=2).contains(&steps);
            let bonus = 10 * i32::from(is_central) + 40 * i32::from(is_advanced);
            if piece.color == perspective { bonus } else { -bonus }
        };
        let squares = (0..64).filter_map(Square::from_index);
        Ok(state.material(perspective) + squares.map(bonus).sum::<i32>())
    }
}

/// What the best_turn examples print about the demonstration's positions, but for the speed.
fn best_turns(positions: &str) -> String {
    let table = TranspositionTable::with_capacity(TranspositionTable::DEFAULT_CAPACITY).expect("memory");
    let search = Expectimax {
        options: ExpectimaxOptions { cache_leaves: true, ..ExpectimaxOptions::default() },
        table: Some(TableUse { table: &table, evaluator_id: 1 }),
        ..Expectimax::new(&Opinion)
    };
    let mut random = JvmRandom::new(0);
    let mut text = String::new();
    for line in positions.lines() {
        let state = dfen::parse(line.as_bytes()).expect("a DFEN");
        let report = search.search(&state, &SearchControl::unbounded(), &mut random).expect("a report");
        let turn = report.turn.unwrap_or(Turn::PASS);
        let risk = KingRisk::after_turn(&state, &turn);
        text += &format!("{}\n", dfen::write(&state));
        text += &format!("  best turn  {}\n", report.turn.map_or("pass".to_owned(), |turn| turn.to_string()));
        let takes_king = report.score == TERMINAL_WIN_SCORE;
        let score = if takes_king { "takes the king".to_owned() } else { report.score.to_string() };
        text += &format!("  score      {score}\n");
        let statistics = report.statistics;
        text += &format!(
            "  search     depth {}, work {}, {} of {} turns, complete\n",
            report.depth, report.work_used, statistics.candidates_selected, statistics.legal_turns
        );
        text += &format!(
            "  risk       {:.1} % to lose the king to the next roll, {:.1} % to take one with the roll after it\n\n",
            100.0 * risk.map_or(0.0, |risk| risk.loss.probability()),
            100.0 * risk.map_or(1.0, |risk| risk.win.probability()),
        );
    }
    text
}

const BEST_TURN: [(&str, &str); 2] =
    [("examples/c/best_turn.c", "c11"), ("examples/cpp/best_turn.cpp", "c++17")];

#[test]
fn best_turn_prints_what_the_search_finds() {
    let directory = native::directory("best_turn");
    let positions = "examples/data/positions.dfen";
    let expected = best_turns(include_str!("../examples/data/positions.dfen"));
    for (source, standard) in BEST_TURN {
        let program = native::build(source, standard, &directory);
        let mut command = Command::new(&program);
        command.arg(positions);
        let output = String::from_utf8(native::succeed(command).stdout).expect("ASCII");
        let (speeds, rest): (Vec<&str>, Vec<&str>) =
            output.split_inclusive('\n').partition(|line| line.starts_with("  speed "));
        assert_eq!(rest.concat(), expected, "{source}");
        assert_eq!(speeds.len(), expected.matches("best turn").count(), "{source}");

        // With next to no time there is a turn all the same, the first candidate if need be.
        let mut hurried = Command::new(&program);
        hurried.args(["-t", "1", positions]);
        let output = String::from_utf8(native::succeed(hurried).stdout).expect("ASCII");
        assert_eq!(output.matches("best turn").count(), speeds.len(), "{source}");
    }
}

#[test]
fn best_turn_reports_what_is_wrong() {
    let directory = native::directory("best_turn_bad");
    let input = directory.join("bad.dfen");
    fs::write(&input, "nonsense\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 K\n")
        .expect("the target directory can be written");
    for (source, standard) in BEST_TURN {
        let program = native::build(source, standard, &directory);
        let run = |arguments: &[&str]| {
            let output =
                Command::new(&program).args(arguments).arg(&input).output().expect("the program starts");
            let complaints = String::from_utf8(output.stderr).expect("ASCII");
            (output.status.code(), complaints, output.stdout.is_empty())
        };
        let (code, complaints, is_silent) = run(&[]);
        assert!(
            complaints.starts_with("line 1: DFEN: ") && complaints.lines().count() == 1,
            "{source}: {complaints}"
        );
        assert_eq!((code, is_silent), (Some(1), false), "{source}");
        let (code, complaints, is_silent) = run(&["-d", "9"]);
        assert!(complaints.contains("line 2: RANGE: depth is 9, expected 2 to 8"), "{source}: {complaints}");
        assert_eq!((code, is_silent), (Some(1), true), "{source}");
        for wrong in [&["-t", "0"][..], &["-d", "x"], &["-x", "1"]] {
            assert_eq!(run(wrong).0, Some(2), "{source}: {wrong:?}");
        }
    }
}

/// The first C program of a page.
fn program_of(page: &str) -> &str {
    page.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a C program")
}

fn compile(code: &str, name: &str) -> Command {
    let directory = native::directory(name);
    let source = directory.join("program.c");
    fs::write(&source, code).expect("the target directory can be written");
    Command::new(native::build(source.to_str().expect("UTF-8"), "c11", &directory))
}

/// What the first C program of a page prints.
fn output_of_program_of(page: &str, name: &str) -> String {
    String::from_utf8(native::succeed(compile(program_of(page), name)).stdout).expect("ASCII")
}

#[test]
fn program_of_the_search_page_finds_a_legal_turn() {
    let output = output_of_program_of(include_str!("../docs/search.md"), "search_page");
    let start = dfen::parse(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB").expect("a DFEN");
    assert!(play_turn(&start, output.trim()).is_ok(), "{output}");
}

#[test]
fn readme_program_lists_turns() {
    let page = include_str!("../README.md");
    let (code, output) = (program_of(page), output_of_program_of(page, "readme"));
    let position =
        recorded().into_iter().find(|position| code.contains(position["dfen"].as_str().expect("a DFEN")));
    let position = position.expect("the README shows a recorded position");
    assert!(page.contains(&format!("prints the {} legal turns of the position", position["turns"])));
    let known = expected(&position);
    assert_eq!(
        output.trim_end(),
        known.rsplit_once('\n').and_then(|(text, _)| text.rsplit_once('\n')).expect("lines").0
    );
}

#[test]
fn readme_program_fails_on_a_bad_position() {
    let code = program_of(include_str!("../README.md"));
    let bad = code.replace(" w KQkq - ", " x KQkq - ");
    assert_ne!(bad, code);
    let output = compile(&bad, "readme_bad").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).expect("ASCII");
    assert_eq!(message, "side to move at byte 44: expected \"w\" or \"b\"\n");
    assert!(output.stdout.is_empty());
}

/// The position after a turn's line of `record_game`, worked out by the rules alone.
fn played(before: &GameState, line: &str) -> GameState {
    let (roll, moves) = line.split_once(' ').unwrap_or((line, ""));
    let faces: Vec<PieceType> =
        roll.bytes().map(|letter| PieceType::from_letter(letter).expect("a face")).collect();
    let rolled = before.with_dice(DicePool::from_faces(&faces).expect("a roll"));
    play_turn(&rolled, moves.trim_end_matches("...").trim()).expect("a legal turn").state
}

#[test]
fn recorded_games_are_shown_as_they_were_played() {
    let directory = native::directory("record_game");
    let program = native::build("examples/c/record_game.c", "c11", &directory);
    let file = directory.join("game.dct");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).arg(&file);
        command
    };
    let mut games = Vec::new();
    for seed in 1..=8 {
        let mut play = run(&["play"]);
        play.arg(seed.to_string());
        let shown = String::from_utf8(native::succeed(play).stdout).expect("ASCII");
        assert_eq!(String::from_utf8(native::succeed(run(&["show"])).stdout).expect("ASCII"), shown);
        let lines: Vec<&str> = shown.lines().collect();
        let mut state = GameState::initial();
        for (turn, number) in lines.chunks(10).zip(1..) {
            let line = turn[0].strip_prefix(&format!("{number}. ")).expect("a numbered turn");
            state = played(&state, line);
            let drawn: Vec<String> = turn[1..9].iter().map(|rank| format!("  {rank}")).collect();
            let drawn: Vec<&str> = drawn.iter().map(String::as_str).collect();
            let text = state.to_string();
            assert_eq!(board(&drawn), text.split(' ').next().expect("a placement"), "{seed}: {line}");
        }
        games.push(shown);
    }
    games.sort();
    games.dedup();
    assert_eq!(games.len(), 8, "seeds give different games");

    let bytes = fs::read(&file).expect("just written");
    fs::write(&file, &bytes[..bytes.len() - 30]).expect("the target directory can be written");
    let output = run(&["show"]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).expect("ASCII").starts_with("TAPE_TRUNCATED at 16: "));
    assert_eq!(Command::new(&program).output().expect("the program starts").status.code(), Some(2));
}

#[test]
fn tape_page_program_runs() {
    let page = include_str!("../docs/tape.md");
    let expected =
        page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("its output");
    let output = output_of_program_of(page, "tape_page");
    assert_eq!(output, expected);
}
