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

use crate::board::{Color, PieceType, Square};
use crate::state::{DicePool, GameState, MicroMove, MoveKind};

use super::cell::{Alteration, Cell, op};
use super::compile::compile_micro_move;
use super::error::TapeError;
use super::fitting::MoveFault;
use super::store::ChunkStore;
use super::stream::{DecodeReport, ReplayOptions, StreamWriter, decode};
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

/// A game as text, and where it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The state before the first turn, or in the middle of it.
    pub root: TapeState,
    /// The turns.
    pub turns: String,
}

/// The turns of a tape as text, wherever its head is, undone ones included. Linear in cells.
///
/// # Errors
/// [`TapeError::Move`] for cells that no micro-move makes, [`TapeError::Horizon`] if the tape has lost its beginning, or if a spilled chunk
/// cannot be read.
pub fn write_turns(tape: &Tape) -> Result<String, TapeError> {
    let mut walker = tape.fork();
    walker.seek(0)?;
    let (mut text, mut line) = (String::new(), String::new());
    loop {
        let (start, before) = (walker.head(), *walker.tape_state());
        if !walker.redo()? {
            break;
        }
        let group = walker.read(start, walker.head())?;
        match group.last().and_then(|cell| cell.alteration()) {
            Some(Alteration::TurnStart(_)) => {}
            Some(Alteration::TurnEnd { .. }) => {
                text += or_dash(&line);
                text += "\n";
                line.clear();
            }
            Some(Alteration::DiceRolled(dice)) => {
                push(&mut line, &roll_text(dice, before.state.side_to_move()))
            }
            Some(Alteration::Note(data)) if before.in_turn => {
                line = or_dash(&line).to_owned();
                push(&mut line, &format!("@{data}"));
            }
            Some(Alteration::Note(data)) => text += &format!("@{data}\n"),
            _ => push(&mut line, &step_text(&before.state, &group).ok_or(MoveFault::Kind)?),
        }
    }
    if walker.tape_state().in_turn {
        text += or_dash(&line);
        text += " ...\n";
    }
    Ok(text)
}

fn push(line: &mut String, token: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(token);
}

const fn or_dash(line: &str) -> &str {
    if line.is_empty() { "-" } else { line }
}

fn roll_text(dice: DicePool, side: Color) -> String {
    let text = dice.to_string();
    if side == Color::White { text.to_ascii_uppercase() } else { text }
}

/// The micro-move that these cells are; `None` if none makes them.
fn step_text(state: &GameState, group: &[Cell]) -> Option<String> {
    let of = |wanted: u16| group.iter().filter(move |cell| cell.op() == wanted);
    let (place, second) = (of(op::PLACE).next()?, of(op::PLACE).nth(1));
    // Castling removes the king first, any other move its man last.
    let remove = if second.is_some() { of(op::REMOVE).next()? } else { of(op::REMOVE).next_back()? };
    let promoted = place.piece()?.piece_type;
    let promotion = (remove.piece()?.piece_type != promoted).then(|| promoted.letter() as char);
    let uci =
        format!("{}{}{}", remove.square(), place.square(), promotion.map_or(String::new(), String::from));
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
            } else if let Some(faces) = token.bytes().map(PieceType::from_letter).collect::<Option<Vec<_>>>()
            {
                tape.roll(DicePool::from_faces(&faces).ok_or(TextFault::Token)?)?;
            } else {
                tape.make(micro_move_from_uci(tape.state(), token).ok_or(TextFault::Token)?)?;
            }
        }
    }
    Ok(())
}

/// The games of a stream as text, as far as they can be read.
///
/// # Errors
/// [`TapeError::Move`] for cells that no micro-move makes. A fault in the bytes is in the report.
pub fn texts_of_stream(bytes: &[u8]) -> Result<(Vec<GameText>, DecodeReport), TapeError> {
    let decoded = decode(bytes, ReplayOptions::default(), &ChunkStore::unlimited())?;
    let games = decoded.tapes.into_iter().map(|mut tape| {
        let turns = write_turns(&tape)?;
        tape.seek(0)?;
        Ok(GameText { root: *tape.tape_state(), turns })
    });
    Ok((games.collect::<Result<_, TapeError>>()?, decoded.report))
}

/// The games of these texts as a stream.
///
/// # Errors
/// The first token that is none or does not fit, with the number of its game.
pub fn stream_of_texts(games: &[GameText]) -> Result<Vec<u8>, (usize, TextError)> {
    let mut writer = StreamWriter::new();
    for (index, game) in games.iter().enumerate() {
        let failed = |fault: TapeError| (index, TextError { offset: 0, fault: fault.into() });
        let mut tape = Tape::at(ChunkStore::unlimited(), game.root);
        read_turns(&mut tape, &game.turns).map_err(|error| (index, error))?;
        writer.game(&tape).map_err(failed)?;
    }
    Ok(writer.finish())
}
