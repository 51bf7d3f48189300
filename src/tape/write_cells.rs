//! Changes a state and writes the cells that say so in one go. The cells are those of [`compile`](super::compile), read off
//! from what the change did.

use crate::board::{Bitboard, Piece, PieceType};
use crate::state::{CastlingRights, DicePool, GameState, MicroMove, MoveKind};

use super::cell::Cell;
use super::group::GROUP_MAX;
use super::move_fault::{MoveFault, check, rook_move};
use super::spending::spend;
use super::tape_state::saturates_move_number;

/// Cells on their way into a buffer.
struct Writer<'a> {
    cells: &'a mut [Cell; GROUP_MAX],
    length: usize,
}

impl Writer<'_> {
    #[inline]
    fn push(&mut self, cell: Cell) {
        self.push_if(true, cell);
    }

    /// Writes in any case, and keeps it if it is wanted: cheaper than asking first.
    #[inline]
    fn push_if(&mut self, wanted: bool, cell: Cell) {
        // No group is that long; the mask spares the check.
        self.cells[self.length % GROUP_MAX] = cell;
        self.length += usize::from(wanted);
    }

    /// The rights that are gone.
    #[inline]
    fn push_lost(&mut self, before: CastlingRights, state: &GameState) {
        let lost = before & !state.castling_rights();
        self.push_if(!lost.is_empty(), Cell::castling_lost(lost));
    }

    /// The targets that are gone or new.
    #[inline]
    fn push_targets(&mut self, before: Bitboard, state: &GameState) {
        if before != state.en_passant() {
            for square in before & !state.en_passant() {
                self.push(Cell::en_passant_clear(square));
            }
            for square in state.en_passant() & !before {
                self.push(Cell::en_passant_set(square));
            }
        }
    }
}

/// Plays a micro-move, pays for it from the pool if there are dice, and returns how many cells it wrote.
///
/// # Errors
/// If the board or the dice do not have what the move needs; nothing has changed then.
#[inline(always)]
pub fn make_micro_move(
    state: &mut GameState,
    micro_move: MicroMove,
    cells: &mut [Cell; GROUP_MAX],
) -> Result<usize, MoveFault> {
    match make_ordinary(state, micro_move, cells) {
        0 => make_any(state, micro_move, cells),
        written => Ok(written),
    }
}

/// A quiet move, a double push or a capture, which is what most are; 0, and nothing has changed, for others and for what does not fit.
#[inline(always)]
fn make_ordinary(state: &mut GameState, micro_move: MicroMove, cells: &mut [Cell; GROUP_MAX]) -> usize {
    let (origin, destination, flag) = (micro_move.origin(), micro_move.destination(), micro_move.flag());
    let (mover, victim) = (state.code_at(origin), state.code_at(destination));
    // White's men are 1..=6 and Black's 9..=14; seen from the other side, it is the other way round.
    let flip = (state.side_to_move() as u8) << 3;
    let takes = flag == MoveKind::Capture as u8;
    let destination_fits = if takes { victim ^ flip > 8 } else { victim == 0 };
    let (dice, clock) = (state.dice(), state.half_move_clock());
    let spent = spend(dice, mover);
    let fits = (1..=6).contains(&(mover ^ flip))
        & destination_fits
        & (ORDINARY >> flag & 1 != 0)
        & (flag != MoveKind::DoublePush as u8 || mover & 7 == PieceType::Pawn.face())
        & (dice.is_empty() | spent.is_some());
    if !fits {
        return 0;
    }
    let (targets, rights) = (state.en_passant(), state.castling_rights());
    state.move_one_man(micro_move, mover, victim);
    cells[0] = Cell::step(takes | (mover & 7 == PieceType::Pawn.face()), clock);
    let mut length = 1;
    if let Some((cell, rest)) = spent {
        cells[1] = cell;
        length = 2;
        state.set_dice(rest);
    }
    // Written in any case, and kept if it is wanted: cheaper than asking first.
    cells[length] = Cell::remove(victim, destination);
    length += usize::from(takes);
    cells[length] = Cell::remove(mover, origin);
    cells[length + 1] = Cell::place(mover, destination);
    let mut writer = Writer { cells, length: length + 2 };
    writer.push_lost(rights, state);
    writer.push_targets(targets, state);
    writer.length
}

/// The kinds, by flag, of [`make_ordinary`].
const ORDINARY: u16 =
    1 << MoveKind::Quiet as u8 | 1 << MoveKind::DoublePush as u8 | 1 << MoveKind::Capture as u8;

/// Any move.
#[cold]
#[inline(never)]
fn make_any(
    state: &mut GameState,
    micro_move: MicroMove,
    cells: &mut [Cell; GROUP_MAX],
) -> Result<usize, MoveFault> {
    check(state, micro_move)?;
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let (mover, victim) = (state.code_at(origin), state.code_at(destination));
    let (dice, targets, rights) = (state.dice(), state.en_passant(), state.castling_rights());
    let clock = state.half_move_clock();
    state.move_men(micro_move, mover, victim);

    let mut writer = Writer { cells, length: 0 };
    writer.push(Cell::step(state.half_move_clock() == 0, clock));
    if let Some((cell, rest)) = spend(dice, mover) {
        writer.push(cell);
        state.set_dice(rest);
    }
    if micro_move.flag() & 0b1010 == 0b0010 || micro_move.flag() == MoveKind::EnPassant as u8 {
        write_two_men(state, mover, micro_move, &mut writer);
    } else {
        writer.push_if(victim != 0, Cell::remove(victim, destination));
        writer.push(Cell::remove(mover, origin));
        let flag = micro_move.flag();
        let placed = if flag & 8 == 0 { mover } else { mover & 8 | (2 + (flag & 3)) };
        writer.push(Cell::place(placed, destination));
    }
    writer.push_lost(rights, state);
    writer.push_targets(targets, state);
    Ok(writer.length)
}

/// Castling's second die, and the men of castling and en passant.
#[cold]
fn write_two_men(state: &mut GameState, mover: u8, micro_move: MicroMove, writer: &mut Writer<'_>) {
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let side = state.side_to_move();
    match rook_move(micro_move) {
        Some((corner, target)) => {
            if let Some((cell, rest)) = spend(state.dice(), PieceType::Rook.face()) {
                writer.push(cell);
                state.set_dice(rest);
            }
            let rook = Piece::new(side, PieceType::Rook).code();
            writer.push(Cell::remove(mover, origin));
            writer.push(Cell::remove(rook, corner));
            writer.push(Cell::place(mover, destination));
            writer.push(Cell::place(rook, target));
        }
        None => {
            let victim = Piece::new(!side, PieceType::Pawn).code();
            for square in destination.bitboard().backward(side) {
                writer.push(Cell::remove(victim, square));
            }
            writer.push(Cell::remove(mover, origin));
            writer.push(Cell::place(mover, destination));
        }
    }
}

/// Replaces the dice by a new roll and returns how many cells it wrote.
#[inline]
pub fn roll(state: &mut GameState, dice: DicePool, cells: &mut [Cell; GROUP_MAX]) -> usize {
    let mut writer = Writer { cells, length: 0 };
    if !state.dice().is_empty() {
        writer.push(Cell::dice_dropped(state.dice()));
    }
    writer.push(Cell::dice_rolled(dice));
    state.set_dice(dice);
    writer.length
}

/// Ends the turn and returns how many cells it wrote.
#[inline]
pub fn end_turn(state: &mut GameState, cells: &mut [Cell; GROUP_MAX]) -> usize {
    let mut writer = Writer { cells, length: 0 };
    if !state.dice().is_empty() {
        writer.push(Cell::dice_dropped(state.dice()));
    }
    let (targets, end) =
        (state.en_passant(), Cell::turn_end(state.side_to_move(), saturates_move_number(state)));
    state.end_turn();
    for square in targets & !state.en_passant() {
        writer.push(Cell::en_passant_expire(square));
    }
    writer.push(end);
    writer.length
}
