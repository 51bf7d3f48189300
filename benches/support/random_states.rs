//! States from random play, all different, the same ones in every run.

use std::collections::HashSet;

use dicechess::state::GameState;
use dicechess::turns::{Roll, micro_moves};

/// `SplitMix64` of Steele, Lea and Flood.
pub struct Random(pub u64);

impl Random {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// `count` different states between turns, from random games of at most 40 moves a side.
pub fn between_turns(count: usize, seed: u64) -> Vec<GameState> {
    let mut random = Random(seed);
    let mut seen = HashSet::new();
    let mut states = Vec::with_capacity(count);
    let mut state = GameState::initial();
    while states.len() < count {
        if state.full_move_number() > 40 || !play_turn(&mut state, &mut random) {
            state = GameState::initial();
        }
        if seen.insert((state.key(), state.half_move_clock(), state.full_move_number())) {
            states.push(state);
        }
    }
    states
}

/// Plays up to three random payable micro-moves and ends the turn. False if a king fell.
fn play_turn(state: &mut GameState, random: &mut Random) -> bool {
    *state = state.with_dice(Roll::ALL[random.below(Roll::COUNT)].dice);
    loop {
        let mut moves = micro_moves(state);
        moves.retain(|&micro_move| state.dice_after(micro_move).is_some());
        if moves.is_empty() {
            state.end_turn();
            return true;
        }
        let chosen = moves[random.below(moves.len())];
        if state.has_enemy_king_at(chosen.destination()) {
            return false;
        }
        let left = state.dice_after(chosen).expect("only payable moves were kept");
        state.make_micro_move(chosen);
        *state = state.with_dice(left);
    }
}
