use dicechess::tape::Tape;
use dicechess::tape::stream::StreamWriter;
use dicechess::tape::text::write_turns;

use crate::games::games;
use crate::paired::Harness;

/// What one turn takes, as cells, as a stream, as a DFEN behind each turn and as text of rolls and moves.
pub fn bytes_per_turn(harness: &Harness) {
    let (mut tapes, _) = games(if harness.is_measuring() { 400 } else { 2 }, 1024);
    let turns: u64 = tapes.iter().map(|tape| tape.info().turns).sum();
    let cells: u64 = tapes.iter().map(|tape| tape.info().end).sum();
    let mut writer = StreamWriter::new().expect("memory");
    tapes.iter().for_each(|tape| writer.game(tape).expect("a whole tape"));
    let stream = writer.finish().expect("memory").len();
    let mut text = String::new();
    tapes.iter().for_each(|tape| write_turns(tape, &mut text).expect("a whole tape"));
    let dfen: usize = tapes.iter_mut().map(dfens).sum();
    if harness.is_measuring() {
        let per_turn = |bytes: usize| bytes as f64 / turns as f64;
        println!("\nbytes a turn, {turns} turns of random play");
        println!("cells {:.1}", per_turn(2 * cells as usize));
        println!("stream {:.1}", per_turn(stream));
        println!("one DFEN {:.1}", per_turn(dfen));
        println!("text of rolls and moves {:.1}", per_turn(text.len()));
    }
}

fn dfens(tape: &mut Tape) -> usize {
    let turns = tape.info().turns;
    let line = |turn| {
        tape.seek_turn(turn).expect("a turn on the tape");
        tape.state().to_string().len() + 1
    };
    (1..=turns).map(line).sum()
}
