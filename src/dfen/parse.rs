use std::ops::RangeInclusive;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Color, Piece, PieceType, Square};
use crate::state::{CastlingRights, DicePool, GameState, StateParts};

use super::{DfenError, DfenField, Found, StrictDfenError};

/// Reads a DFEN. Any bytes are allowed; the time is linear in their number.
///
/// Lenient: clocks and dice may be missing (0, 1 and none), rights, targets and dice may come in any order and the dice in either
/// case, trailing spaces and slashes after rank 1 are ignored, and no state is too odd. [`parse_strict`] also judges the state.
///
/// # Errors
/// The first failing check in this order: bytes (0x01..=0x7E only), number of fields, side to move, castling rights,
/// en-passant targets, half-move clock, full-move number, dice, placement.
pub fn parse(text: &[u8]) -> Result<GameState, DfenError> {
    check_bytes(text)?;
    let fields = split(text)?;
    let mut parts = StateParts::empty();
    parts.side_to_move = side_to_move(fields[1])?;
    parts.castling_rights = castling_rights(fields[2])?;
    parts.en_passant = en_passant(fields[3])?;
    if let Some(&field) = fields.get(4) {
        let range = 0..=u32::from(GameState::MAX_HALF_MOVE_CLOCK);
        parts.half_move_clock = number(field, range, "a number from 0 to 127")? as u8;
    }
    if let Some(&field) = fields.get(5) {
        let range = 1..=GameState::MAX_FULL_MOVE_NUMBER;
        parts.full_move_number = number(field, range, "a number from 1 to 2147483647")?;
    }
    if let Some(&field) = fields.get(6) {
        parts.dice = dice(field)?;
    }
    place_men(fields[0], &mut parts)?;
    Ok(GameState::from_parts(&parts))
}

/// Reads a DFEN of a state that a game can show before a king falls: [`parse`], then [`GameState::faults`].
///
/// # Errors
/// Those of [`parse`], and all faults of the state if it has any.
pub fn parse_strict(text: &[u8]) -> Result<GameState, StrictDfenError> {
    let state = parse(text)?;
    let faults = state.faults();
    if faults.is_empty() { Ok(state) } else { Err(StrictDfenError::Faults(faults)) }
}

/// [`parse`].
impl FromStr for GameState {
    type Err = DfenError;

    fn from_str(text: &str) -> Result<Self, DfenError> {
        parse(text.as_bytes())
    }
}

#[derive(Clone, Copy)]
struct Field<'a> {
    name: DfenField,
    /// Offset of the first byte in the text.
    start: usize,
    bytes: &'a [u8],
}

impl Field<'_> {
    fn error(self, index: usize, expected: &'static str) -> DfenError {
        DfenError { field: self.name, offset: self.start + index, expected, found: None }
    }

    fn is_dash(self) -> bool {
        self.bytes == b"-"
    }
}

fn check_bytes(text: &[u8]) -> Result<(), DfenError> {
    let forbidden = |byte: u8| !(0x01..=0x7E).contains(&byte);
    // Without an early exit the loop over a good text runs on vectors.
    if text.iter().fold(false, |found, &byte| found | forbidden(byte)) {
        let offset = text.iter().position(|&byte| forbidden(byte)).unwrap_or_default();
        let expected = "ASCII without the bytes 0x00 and 0x7F";
        let found = Some(Found::at(text, offset));
        return Err(DfenError { field: DfenField::Text, offset, expected, found });
    }
    Ok(())
}

/// Four to seven fields.
fn split(text: &[u8]) -> Result<ArrayVec<Field<'_>, 7>, DfenError> {
    let error = |offset| DfenError {
        field: DfenField::Count,
        offset,
        expected: "4 to 7 fields with one space between",
        found: None,
    };
    let text = without_trailing(text, b' ');
    let mut fields = ArrayVec::new();
    let mut start = 0;
    for bytes in text.split(|&byte| byte == b' ') {
        let &name = DfenField::IN_TEXT_ORDER.get(fields.len()).ok_or_else(|| error(start))?;
        fields.push(Field { name, start, bytes });
        start += bytes.len() + 1;
    }
    if fields.len() < 4 { Err(error(text.len())) } else { Ok(fields) }
}

fn without_trailing(bytes: &[u8], unwanted: u8) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != unwanted).map_or(0, |last| last + 1);
    &bytes[..end]
}

fn side_to_move(field: Field<'_>) -> Result<Color, DfenError> {
    match field.bytes {
        b"w" => Ok(Color::White),
        b"b" => Ok(Color::Black),
        [b'w' | b'b', ..] => Err(field.error(1, "a space after \"w\" or \"b\"")),
        _ => Err(field.error(0, "\"w\" or \"b\"")),
    }
}

fn castling_rights(field: Field<'_>) -> Result<CastlingRights, DfenError> {
    let error = |index| field.error(index, "\"-\" or distinct letters of KQkq");
    let mut rights = CastlingRights::empty();
    if field.is_dash() {
        return Ok(rights);
    }
    for (index, byte) in field.bytes.iter().enumerate() {
        let right = match byte {
            b'K' => CastlingRights::WHITE_KING_SIDE,
            b'Q' => CastlingRights::WHITE_QUEEN_SIDE,
            b'k' => CastlingRights::BLACK_KING_SIDE,
            b'q' => CastlingRights::BLACK_QUEEN_SIDE,
            _ => return Err(error(index)),
        };
        if rights.contains(right) {
            return Err(error(index));
        }
        rights |= right;
    }
    if rights.is_empty() { Err(error(0)) } else { Ok(rights) }
}

fn en_passant(field: Field<'_>) -> Result<Bitboard, DfenError> {
    let error = |index| field.error(index, "\"-\" or distinct squares");
    let mut targets = Bitboard::EMPTY;
    if field.is_dash() {
        return Ok(targets);
    }
    for (pair, square) in field.bytes.chunks(2).enumerate() {
        let index = 2 * pair;
        if !(b'a'..=b'h').contains(&square[0]) {
            return Err(error(index));
        }
        let rank = square.get(1).ok_or_else(|| error(index + 1))?;
        let target = Square::from_text([square[0], *rank]).ok_or_else(|| error(index + 1))?;
        if targets.contains(target) {
            return Err(error(index));
        }
        targets |= target.bitboard();
    }
    if targets.is_empty() { Err(error(0)) } else { Ok(targets) }
}

fn number(field: Field<'_>, range: RangeInclusive<u32>, expected: &'static str) -> Result<u32, DfenError> {
    let mut value = 0u32;
    for (index, byte) in field.bytes.iter().enumerate() {
        if !byte.is_ascii_digit() {
            return Err(field.error(index, expected));
        }
        value = value.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
    }
    if field.bytes.is_empty() || !range.contains(&value) { Err(field.error(0, expected)) } else { Ok(value) }
}

fn dice(field: Field<'_>) -> Result<DicePool, DfenError> {
    if field.is_dash() {
        return Ok(DicePool::EMPTY);
    }
    field.bytes.iter().enumerate().try_fold(DicePool::EMPTY, |pool, (index, &letter)| {
        let pool = PieceType::from_letter(letter).and_then(|face| pool.with(face));
        pool.ok_or_else(|| field.error(index, "\"-\" or one to three letters of PNBRQK"))
    })
}

fn place_men(field: Field<'_>, parts: &mut StateParts) -> Result<(), DfenError> {
    const FILES: &str = "eight files in each rank";
    const RANKS: &str = "eight ranks";
    let placement = without_trailing(field.bytes, b'/');
    let (mut rank, mut file) = (7, 0);
    for (index, &byte) in placement.iter().enumerate() {
        match byte {
            b'/' if file != 8 => return Err(field.error(index, FILES)),
            b'/' if rank == 0 => return Err(field.error(index, RANKS)),
            b'/' => (rank, file) = (rank - 1, 0),
            b'0'..=b'9' => {
                file += byte - b'0';
                if file > 8 {
                    return Err(field.error(index, FILES));
                }
            }
            letter => {
                let piece = Piece::from_letter(letter)
                    .ok_or_else(|| field.error(index, "a letter of PNBRQKpnbrqk, a digit or \"/\""))?;
                let square = Square::from_file_rank(file, rank).ok_or_else(|| field.error(index, FILES))?;
                // `StateParts::put` would first clear the square everywhere, which takes longer than all the rest.
                parts.by_color[piece.color.index()] |= square.bitboard();
                parts.by_type[piece.piece_type.index()] |= square.bitboard();
                parts.mailbox[square.index()] = Some(piece);
                file += 1;
            }
        }
    }
    if file != 8 || rank != 0 {
        return Err(field.error(placement.len(), if file == 8 { RANKS } else { FILES }));
    }
    Ok(())
}
