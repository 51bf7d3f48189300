//! States that neither a text nor play can bring about: bitboards and mailbox disagree.

use dicechess::board::{Bitboard, Piece, Square};
use dicechess::state::{CastlingRights, DicePool, GameState, StateParts};

use super::random_positions::Random;

/// The state with one to four squares changed on one board or in the mailbox only, mostly where men stand or may go.
pub fn disagreeing(random: &mut Random, state: &GameState) -> GameState {
    let mut parts = state.to_parts();
    let near: Vec<Square> = nearby(state.occupied()).into_iter().collect();
    for _ in 0..1 + random.below(4) {
        let square =
            if near.is_empty() { Square::masked(random.below(64) as u8) } else { random.pick(&near) };
        match random.below(3) {
            0 => parts.by_color[random.below(2)] ^= square.bitboard(),
            1 => parts.by_type[random.below(6)] ^= square.bitboard(),
            _ => parts.mailbox[square.index()] = Piece::from_code(random.below(16) as u8),
        }
    }
    GameState::from_parts(&parts)
}

/// Men and the squares in front of and behind them.
fn nearby(men: Bitboard) -> Bitboard {
    men | Bitboard(men.0 << 8) | Bitboard(men.0 >> 8)
}

/// Every field at random and independent of the others; the boards get sparser with `thinning`.
pub fn random_parts(random: &mut Random, thinning: usize) -> StateParts {
    let mut parts = StateParts::empty();
    for board in parts.by_color.iter_mut().chain(&mut parts.by_type) {
        *board = random_board(random, thinning);
    }
    for square in random_board(random, thinning) {
        parts.mailbox[square.index()] = Piece::from_code(random.below(16) as u8);
    }
    parts.side_to_move = random.pick(&dicechess::board::Color::ALL);
    parts.castling_rights = CastlingRights::from_bits_retain(random.below(256) as u8);
    parts.en_passant = random_board(random, thinning);
    parts.dice = random.pick(&(0..=u16::MAX).filter_map(DicePool::from_bits).collect::<Vec<_>>());
    parts.half_move_clock = random.below(256) as u8;
    parts.full_move_number = random.pick(&[0, 1, 2, 70_000, i32::MAX as u32 - 1, i32::MAX as u32, u32::MAX]);
    parts
}

fn random_board(random: &mut Random, thinning: usize) -> Bitboard {
    (0..thinning).fold(Bitboard::ALL, |board, _| board & Bitboard(random.word()))
}
