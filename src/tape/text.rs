//! Games as text: a line for each turn, with the roll and the micro-moves in UCI, e.g. `PPN e2e4 e4e5 g1f3`.
//!
//! | token | meaning |
//! |---|---|
//! | `PPN`, `ppn` | a roll, in either case; written in capitals for White |
//! | `e2e4`, `a7a8q` | a micro-move; castling is the king's move |
//! | `-` | the turn begins, where nothing else would say so |
//! | `@123` | a note; on a line that starts with one, between turns |
//! | `...` | at the very end: the last turn is not over |
//!
//! Reading needs no rules: what kind of move it is follows from the men on the board. Whether it is legal is not asked.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use arrayvec::ArrayString;

use crate::board::{Color, PieceType, Square};
use crate::memory::NoMemory;
use crate::state::{DicePool, GameState, MicroMove, MoveKind};

use super::cell::{Alteration, Cell, op};
use super::compile::compile_micro_move;
use super::error::TapeError;
use super::move_fault::MoveFault;
use super::store::ChunkStore;
use super::stream::{DecodeReport, Event, ReplayOptions, StreamWriter, replay};
use super::tape::Tape;
use super::tape_state::TapeState;

/// Why a text is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset}: {fault}")]
pub struct TextError {
    /// Where the token begins.
    pub offset: usize,
    /// What is wrong with it.
    pub fault: TextFault,
}

/// What is wrong with a token of a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// It is none of the kinds of token.
    #[error("expected a roll, a micro-move, `-`, `@` with 0..=2047, or `...`")]
    Token,
    /// The mark of an open turn is not the last token.
    #[error("expected nothing behind `...`")]
    BehindOpenTurn,
    /// It cannot be put on the tape.
    #[error(transparent)]
    Tape(#[from] TapeError),
}

impl From<NoMemory> for TextError {
    fn from(no_memory: NoMemory) -> Self {
        Self { offset: 0, fault: TapeError::from(no_memory).into() }
    }
}

/// Writes the turns of a tape as text into `out`, wherever its head is, undone ones included.
/// Linear in cells.
///
/// # Errors
/// [`TapeError::Move`] for cells that no micro-move makes, [`TapeError::Horizon`] if the tape has
/// lost its beginning, [`TapeError::Memory`] if `out` takes no more, or if a spilled chunk cannot
/// be read. Some of the text may be written then.
pub fn write_turns(tape: &Tape, out: &mut dyn Write) -> Result<(), TapeError> {
    let (history, horizon) = (tape.history(), tape.history().horizon());
    if horizon > 0 {
        return Err(TapeError::Horizon { horizon });
    }
    let (mut place, end) = (history.chunk_start(0), history.end());
    let mut writer = TurnWriter::new(&place.tape_state, out);
    loop {
        let start = place.address;
        if !history.step_forward(&mut place, end)? {
            return writer.finish();
        }
        let (base, cells) = history.span_from(start)?;
        writer.group(&cells[(start - base) as usize..(place.address - base) as usize], &place.tape_state)?;
    }
}

/// Writes one game of a stream, counted from 0, as text into `out`. Returns how far the stream
/// could be read, and where the game starts, if there is such a game. Linear in bytes; takes no
/// memory.
///
/// # Errors
/// [`TapeError::Move`] for cells that no micro-move makes, [`TapeError::Memory`] if `out` takes no
/// more. A fault in the bytes is in the report.
pub fn write_turns_of_game(
    bytes: &[u8],
    game: usize,
    out: &mut dyn Write,
) -> Result<(DecodeReport, Option<TapeState>), TapeError> {
    let mut games_before = game;
    let (mut root, mut out, mut writer, mut written) = (None, Some(out), None, Ok(()));
    let report = replay(bytes, ReplayOptions::default(), |event| {
        match event {
            Event::Game(_) if games_before > 0 => games_before -= 1,
            Event::Game(state) => {
                root = root.or(Some(*state));
                let finished = writer.take().map(TurnWriter::finish);
                written = written.and(finished.unwrap_or(Ok(())));
                writer = out.take().map(|out| TurnWriter::new(state, out));
            }
            Event::Group(cells, after) => {
                if let (Some(writer), Ok(())) = (&mut writer, written) {
                    written = writer.group(cells, after);
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    if report.fault.is_none() {
        written?;
        writer.map_or(Ok(()), TurnWriter::finish)?;
    }
    Ok((report, root))
}

/// Turns on their way into a text.
struct TurnWriter<'a> {
    out: &'a mut dyn Write,
    before: TapeState,
    line_is_empty: bool,
}

impl<'a> TurnWriter<'a> {
    fn new(root: &TapeState, out: &'a mut dyn Write) -> Self {
        Self { out, before: *root, line_is_empty: true }
    }

    /// Writes the next group, which leads to `after`.
    fn group(&mut self, group: &[Cell], after: &TapeState) -> Result<(), TapeError> {
        let before = std::mem::replace(&mut self.before, *after);
        match group.last().and_then(|cell| cell.alteration()) {
            Some(Alteration::TurnStart(_)) => return Ok(()),
            Some(Alteration::TurnEnd { .. }) => self.end_line("\n"),
            Some(Alteration::DiceRolled(dice)) => {
                self.token(format_args!("{}", roll_text(dice, before.state.side_to_move())))
            }
            Some(Alteration::Note(data)) if before.in_turn => {
                self.dash_if_empty().and_then(|()| self.token(format_args!("@{data}")))
            }
            Some(Alteration::Note(data)) => writeln!(self.out, "@{data}"),
            _ => {
                let uci = step_text(&before.state, group).ok_or(MoveFault::Kind)?;
                self.token(format_args!("{uci}"))
            }
        }
        .map_err(|fmt::Error| NoMemory.into())
    }

    /// Marks a turn that is not over.
    fn finish(mut self) -> Result<(), TapeError> {
        let ended = if self.before.in_turn { self.end_line(" ...\n") } else { Ok(()) };
        ended.map_err(|fmt::Error| NoMemory.into())
    }

    fn token(&mut self, token: fmt::Arguments<'_>) -> fmt::Result {
        if !self.line_is_empty {
            self.out.write_char(' ')?;
        }
        self.line_is_empty = false;
        self.out.write_fmt(token)
    }

    fn dash_if_empty(&mut self) -> fmt::Result {
        if self.line_is_empty { self.token(format_args!("-")) } else { Ok(()) }
    }

    fn end_line(&mut self, end: &str) -> fmt::Result {
        self.dash_if_empty()?;
        self.line_is_empty = true;
        self.out.write_str(end)
    }
}

/// The letters of a roll.
fn roll_text(dice: DicePool, side: Color) -> ArrayString<3> {
    let mut text = ArrayString::new();
    for face in dice.faces() {
        let letter = face.letter();
        text.push(if side == Color::White { letter.to_ascii_uppercase() } else { letter } as char);
    }
    text
}

/// The micro-move that these cells are; `None` if none makes them.
fn step_text(state: &GameState, group: &[Cell]) -> Option<ArrayString<5>> {
    let of = |wanted: u16| group.iter().filter(move |cell| cell.op() == wanted);
    let (place, second) = (of(op::PLACE).next()?, of(op::PLACE).nth(1));
    // Castling removes the king first, any other move its man last.
    let remove = if second.is_some() { of(op::REMOVE).next()? } else { of(op::REMOVE).next_back()? };
    let promoted = place.piece()?.piece_type;
    let mut uci = ArrayString::new();
    write!(uci, "{}{}", remove.square(), place.square()).ok()?;
    if remove.piece()?.piece_type != promoted {
        uci.push(promoted.letter() as char);
    }
    let micro_move = micro_move_from_uci(state, &uci)?;
    let same = compile_micro_move(state, micro_move).is_ok_and(|compiled| compiled[..] == *group);
    same.then_some(uci)
}

/// The micro-move that this text means on this board: castling if a king goes two files aside, two steps or en passant if a pawn moves
/// like that, otherwise what stands on the destination decides. `None` if it is no move's text.
fn micro_move_from_uci(state: &GameState, uci: &str) -> Option<MicroMove> {
    let (squares, promotion) = uci.as_bytes().split_at_checked(4)?;
    let origin = Square::from_text([squares[0], squares[1]])?;
    let destination = Square::from_text([squares[2], squares[3]])?;
    let files = destination.file().abs_diff(origin.file());
    let ranks = destination.rank().abs_diff(origin.rank());
    let mover = state.piece_at(origin).map(|piece| piece.piece_type);
    let takes = state.piece_at(destination).is_some();
    let kind = match (mover, promotion) {
        (_, [letter]) => {
            let promoted = PieceType::from_letter(*letter)?;
            let kinds = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
            let kind =
                8 + kinds.iter().position(|&kind| kind == promoted)? as u16 + if takes { 4 } else { 0 };
            let bits = MicroMove::new(origin, destination, MoveKind::Quiet).bits();
            return MicroMove::from_bits(bits | kind << 12);
        }
        (_, [_, ..]) => return None,
        (Some(PieceType::King), []) if files == 2 && ranks == 0 && destination.file() > origin.file() => {
            MoveKind::CastleKingSide
        }
        (Some(PieceType::King), []) if files == 2 && ranks == 0 => MoveKind::CastleQueenSide,
        (Some(PieceType::Pawn), []) if files == 0 && ranks == 2 => MoveKind::DoublePush,
        (Some(PieceType::Pawn), []) if files == 1 && !takes => MoveKind::EnPassant,
        _ if takes => MoveKind::Capture,
        _ => MoveKind::Quiet,
    };
    Some(MicroMove::new(origin, destination, kind))
}

/// Plays the turns of a text on a tape, behind its head.
///
/// # Errors
/// The first token that is none or does not fit. What came before it is on the tape.
pub fn read_turns(tape: &mut Tape, text: &str) -> Result<(), TextError> {
    let mut open_turn = false;
    for line in text.lines() {
        let tokens = line.split_ascii_whitespace();
        let mut is_turn = false;
        for (index, token) in tokens.enumerate() {
            // The token is a part of the text, so this is its offset.
            let offset = token.as_ptr() as usize - text.as_ptr() as usize;
            let failed = |fault| TextError { offset, fault };
            if open_turn {
                return Err(failed(TextFault::BehindOpenTurn));
            }
            is_turn |= index == 0 && !token.starts_with('@');
            open_turn = token == "...";
            read_token(tape, token).map_err(failed)?;
        }
        if is_turn && !open_turn {
            let offset = line.as_ptr() as usize - text.as_ptr() as usize;
            tape.end_turn().map_err(|fault| TextError { offset, fault: fault.into() })?;
        }
    }
    Ok(())
}

fn read_token(tape: &mut Tape, token: &str) -> Result<(), TextFault> {
    match token {
        "..." => {}
        "-" if tape.tape_state().in_turn => {}
        "-" => tape.write(&[Cell::turn_start(tape.state().side_to_move())])?,
        _ => {
            if let Some(data) = token.strip_prefix('@') {
                // A sign, which parsing would take, is no digit.
                let digits = Some(data).filter(|data| data.bytes().all(|byte| byte.is_ascii_digit()));
                let data = digits.and_then(|data| data.parse().ok()).filter(|&data| data < 1 << 11);
                let data = data.ok_or(TextFault::Token)?;
                tape.note(data)?;
            } else if let Some(dice) = dice_of(token) {
                tape.roll(dice)?;
            } else {
                tape.make(micro_move_from_uci(tape.state(), token).ok_or(TextFault::Token)?)?;
            }
        }
    }
    Ok(())
}

/// The roll that these letters are, if they are one.
fn dice_of(token: &str) -> Option<DicePool> {
    token.bytes().try_fold(DicePool::EMPTY, |dice, letter| dice.with(PieceType::from_letter(letter)?))
}

/// The game that starts at `root` and has these turns as a stream.
///
/// # Errors
/// The first token that is none or does not fit.
pub fn stream_of_text(root: &TapeState, turns: &str) -> Result<Vec<u8>, TextError> {
    let mut tape = Tape::at(ChunkStore::unlimited()?, *root);
    read_turns(&mut tape, turns)?;
    let mut writer = StreamWriter::new()?;
    writer.game(&tape).map_err(|fault| TextError { offset: 0, fault: fault.into() })?;
    Ok(writer.finish()?)
}
