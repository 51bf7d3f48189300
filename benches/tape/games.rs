//! Random games, as the calls that play them.

use dicechess::state::{DicePool, GameState, MicroMove};
use dicechess::tape::{ChunkStore, Policy, Tape};
use dicechess::turns::micro_moves;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    fn roll(&mut self) -> DicePool {
        let faces: [_; 3] = std::array::from_fn(|_| dicechess::board::PieceType::ALL[self.below(6)]);
        DicePool::from_faces(&faces).expect("three dice")
    }
}

/// A position with dice and a micro-move that they pay.
pub type Made = (GameState, MicroMove);

/// All micro-moves that the dice pay.
pub fn payable(state: &GameState) -> Vec<MicroMove> {
    micro_moves(state).into_iter().filter(|&step| state.dice_after(step).is_some()).collect()
}

/// Plays one random turn on the tape; false if a king fell.
fn play_turn(tape: &mut Tape, random: &mut Random, made: &mut Vec<Made>) -> bool {
    tape.roll(random.roll()).expect("room");
    loop {
        let state = *tape.state();
        let payable = payable(&state);
        if payable.is_empty() {
            tape.end_turn().expect("room");
            return true;
        }
        let step = payable[random.below(payable.len())];
        made.push((state, step));
        tape.make(step).expect("room");
        if state.has_enemy_king_at(step.destination()) {
            return false;
        }
    }
}

pub fn store(capacity: usize) -> ChunkStore {
    ChunkStore::new(capacity, 1 << 30, Policy::Lossless).expect("a capacity in range")
}

/// This many random games of up to 100 turns, and all micro-moves in them.
pub fn games(count: usize, capacity: usize) -> (Vec<Tape>, Vec<Made>) {
    let (store, mut random, mut made) = (store(capacity), Random(1), Vec::new());
    let tapes = (0..count)
        .map(|_| {
            let mut tape = Tape::new(store.clone(), &GameState::initial()).expect("a consistent state");
            for _ in 0..100 {
                if !play_turn(&mut tape, &mut random, &mut made) {
                    break;
                }
            }
            tape
        })
        .collect();
    (tapes, made)
}
