use std::hint::black_box;
use std::ops::ControlFlow;

use dicechess::tape::Chain;
use dicechess::tape::stream::{Event, ReplayOptions, StreamWriter, Trust, decode, replay};

use crate::games::{Random, games, store};
use crate::paired::{Harness, Timing};

pub fn streams(harness: &Harness) {
    harness.section("streams");
    let (tapes, _) = games(if harness.is_measuring() { 300 } else { 2 }, 1024);
    let turns: u64 = tapes.iter().map(|tape| tape.info().turns).sum();
    let cells: u64 = tapes.iter().map(|tape| tape.info().end).sum();
    let encode = || {
        let mut writer = StreamWriter::new().expect("memory");
        tapes.iter().for_each(|tape| writer.game(tape).expect("a whole tape"));
        writer.finish().expect("memory")
    };
    let bytes = encode();
    let run = |trust: Trust| {
        let options = ReplayOptions { trust, salvage: false };
        let mut key = 0;
        let report = replay(&bytes, options, |event| {
            if let Event::Group(_, state) = event {
                key ^= state.state().key();
            }
            ControlFlow::Continue(())
        });
        assert!(report.is_clean());
        key
    };
    let rates = |timing: Option<Timing>| {
        if let Some(Timing { min, .. }) = timing {
            let per_turn = min * cells as f64 / turns as f64;
            println!("    {:.1} M turns/s, {:.2} GB/s", 1e3 / per_turn, 2.0 / min);
        }
    };
    rates(harness.measure("replay trusted, per cell", cells, || run(Trust::Trusted)));
    rates(harness.measure("replay checked, per cell", cells, || run(Trust::Checked)));
    harness.measure("encode, per cell", cells, encode);
    let store = store(1024);
    harness.measure("decode into a store, per cell", cells, || {
        decode(&bytes, ReplayOptions::default(), &store, usize::MAX).expect("room").tapes.len()
    });
    let read: Vec<_> = tapes.iter().flat_map(|tape| tape.read(0, tape.head()).expect("whole")).collect();
    let start = Chain::from_id(tapes[0].hashes().expect("whole").chain).expect("an identifier");
    harness.measure("chain over many cells, per cell", cells, || start.extended(&read));
    harness.measure("chain one by one, per cell", cells, || {
        read.iter().fold(start, |chain, &cell| chain.pushed(cell))
    });
    harness.measure("checksum, per cell", cells, || crc32c::crc32c(&bytes));
}

pub fn moving(harness: &Harness) {
    for capacity in [32, 1024] {
        harness.section(&format!("moving, chunks of {capacity} cells"));
        let (mut tapes, _) = games(if harness.is_measuring() { 300 } else { 2 }, capacity);
        let mut random = Random(2);
        harness.measure("seek to a random address", tapes.len() as u64, || {
            for tape in &mut tapes {
                let end = tape.info().end as usize;
                tape.seek(random.below(end + 1) as u64).expect("an address on the tape");
            }
        });
        harness.measure("fork", tapes.len() as u64, || {
            tapes.iter().for_each(|tape| drop(black_box(tape.fork().expect("memory"))));
        });
        let (tape, store) = (tapes[0].fork().expect("memory"), store(capacity));
        let groups = capacity as u64 * 8;
        harness.measure("write a note, sealing included", groups, || {
            let mut fresh = dicechess::tape::Tape::at(store.clone(), *tape.tape_state());
            (0..groups).for_each(|group| fresh.note(group as u16).expect("room"));
            store.clear_index();
        });
    }
}
