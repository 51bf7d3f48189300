//! Slow twin, part one: the position, its text, its Zobrist key, and what a micro-move and the end of a turn change.
//!
//! Written for obviousness, not speed. It knows letters on an 8 by 8 board, a set of en-passant squares and plain loops,
//! and uses no item of the crate under test.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Rank and file, both 0 to 7; a1 is (0, 0). The derived order is the order of square indices.
pub type Square = (i8, i8);

/// Marks a square without a piece.
pub const EMPTY: u8 = b'.';

/// Lower-case piece letters by die face: face 1 is a pawn, face 6 a king.
pub const LETTERS: [u8; 6] = *b"pnbrqk";

/// Castling letters in the order of the rights.
const RIGHTS: [u8; 4] = *b"KQkq";

pub const DOUBLE_PUSH: u8 = 1;
pub const KING_SIDE: u8 = 2;
pub const QUEEN_SIDE: u8 = 3;
pub const CAPTURE: u8 = 4;
pub const EN_PASSANT: u8 = 5;
pub const PROMOTION: u8 = 8;

/// A micro-move; what a pawn becomes follows from the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub flag: u8,
}

impl Move {
    pub fn is_castling(&self) -> bool {
        self.flag == KING_SIDE || self.flag == QUEEN_SIDE
    }

    /// Lower-case letter of the piece that the pawn becomes.
    pub fn promotion(&self) -> Option<u8> {
        (self.flag >= PROMOTION).then(|| b"nbrq"[usize::from(self.flag % 4)])
    }

    pub fn uci(&self) -> String {
        let mut text = square_name(self.from) + &square_name(self.to);
        text.extend(self.promotion().map(char::from));
        text
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Letters as in DFEN, `board[rank][file]`.
    pub board: [[u8; 8]; 8],
    pub black_to_move: bool,
    /// Rights K, Q, k, q.
    pub castling: [bool; 4],
    pub en_passant: BTreeSet<Square>,
    pub half_moves: u32,
    pub full_moves: u32,
    /// Faces 1 to 6, ascending.
    pub dice: Vec<u8>,
}

pub fn square_name((rank, file): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

pub fn on_board((rank, file): Square) -> bool {
    (0..8).contains(&rank) && (0..8).contains(&file)
}

pub fn is_black(piece: u8) -> bool {
    piece.is_ascii_lowercase()
}

/// Die face that moves the piece.
pub fn face_of(piece: u8) -> u8 {
    let letter = piece.to_ascii_lowercase();
    1 + LETTERS.iter().position(|&l| l == letter).expect("a piece letter") as u8
}

/// Rank step of a pawn.
pub fn forward(black: bool) -> i8 {
    if black { -1 } else { 1 }
}

/// All squares in ascending order.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)))
}

impl Position {
    pub fn initial() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    }

    pub fn at(&self, (rank, file): Square) -> u8 {
        self.board[rank as usize][file as usize]
    }

    pub fn put(&mut self, (rank, file): Square, piece: u8) {
        self.board[rank as usize][file as usize] = piece;
    }

    pub fn is_empty(&self, square: Square) -> bool {
        self.at(square) == EMPTY
    }

    pub fn holds(&self, square: Square, black: bool) -> bool {
        !self.is_empty(square) && is_black(self.at(square)) == black
    }

    /// The letter as a piece of the given color.
    pub fn piece(letter: u8, black: bool) -> u8 {
        if black { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    }

    pub fn has_king(&self, black: bool) -> bool {
        squares().any(|square| self.at(square) == Self::piece(b'k', black))
    }

    /// Reads a valid text; anything else is a mistake in the test.
    pub fn parse(text: &str) -> Self {
        let fields: Vec<&str> = text.trim_end_matches(' ').split(' ').collect();
        let mut board = [[EMPTY; 8]; 8];
        for (line, row) in fields[0].trim_end_matches('/').split('/').zip(board.iter_mut().rev()) {
            let mut file = 0;
            for letter in line.bytes() {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    row[file] = letter;
                    file += 1;
                }
            }
            assert_eq!(file, 8, "{text}");
        }
        let mut en_passant = BTreeSet::new();
        if fields[3] != "-" {
            for name in fields[3].as_bytes().chunks(2) {
                en_passant.insert(((name[1] - b'1') as i8, (name[0] - b'a') as i8));
            }
        }
        let mut dice: Vec<u8> = match fields.get(6) {
            None | Some(&"-") => Vec::new(),
            Some(letters) => letters.bytes().map(face_of).collect(),
        };
        dice.sort();
        Self {
            board,
            black_to_move: fields[1] == "b",
            castling: RIGHTS.map(|letter| fields[2].contains(char::from(letter))),
            en_passant,
            half_moves: fields.get(4).map_or(0, |digits| digits.parse().expect("a half-move clock")),
            full_moves: fields.get(5).map_or(1, |digits| digits.parse().expect("a full-move number")),
            dice,
        }
    }

    pub fn dfen(&self) -> String {
        let mut lines = Vec::new();
        for row in self.board.iter().rev() {
            let mut line = String::new();
            let mut gap = 0;
            for &piece in row {
                if piece == EMPTY {
                    gap += 1;
                    continue;
                }
                if gap > 0 {
                    line += &gap.to_string();
                    gap = 0;
                }
                line.push(char::from(piece));
            }
            if gap > 0 {
                line += &gap.to_string();
            }
            lines.push(line);
        }
        let dash_if_empty = |text: String| if text.is_empty() { "-".to_string() } else { text };
        let rights = RIGHTS.iter().zip(self.castling).filter(|(_, kept)| *kept);
        let mut fields = vec![
            lines.join("/"),
            if self.black_to_move { "b" } else { "w" }.to_string(),
            dash_if_empty(rights.map(|(&letter, _)| char::from(letter)).collect()),
            dash_if_empty(self.en_passant.iter().map(|&square| square_name(square)).collect()),
            self.half_moves.to_string(),
            self.full_moves.to_string(),
        ];
        if !self.dice.is_empty() {
            let letter = |&face: &u8| Self::piece(LETTERS[usize::from(face) - 1], self.black_to_move);
            fields.push(self.dice.iter().map(|face| char::from(letter(face))).collect());
        }
        fields.join(" ")
    }

    /// Zobrist key, computed from nothing but the position.
    pub fn key(&self) -> u64 {
        let tables = &*TABLES;
        let mut key = 0;
        for (index, square) in squares().enumerate() {
            let piece = self.at(square);
            if piece != EMPTY {
                let row = usize::from(face_of(piece)) - 1 + if is_black(piece) { 6 } else { 0 };
                key ^= tables.piece[row * 64 + index];
            }
        }
        if self.black_to_move {
            key ^= tables.active_color[0];
        }
        let rights: usize = (0..4).filter(|&right| self.castling[right]).map(|right| 1 << right).sum();
        key ^= tables.castling[rights];
        for &(rank, file) in &self.en_passant {
            key ^= tables.en_passant[rank as usize * 8 + file as usize];
        }
        let pool = self.dice.iter().fold(0, |index, &face| index * 7 + usize::from(face));
        key ^ tables.dice[pool]
    }

    /// The dice that are left after paying for the move, or `None` if they do not suffice.
    pub fn dice_after(&self, step: &Move) -> Option<Vec<u8>> {
        let price = if step.is_castling() { vec![6, 4] } else { vec![face_of(self.at(step.from))] };
        let mut left = self.dice.clone();
        for face in price {
            let slot = left.iter().position(|&die| die == face)?;
            left.remove(slot);
        }
        Some(left)
    }

    pub fn captures_king(&self, step: &Move) -> bool {
        self.at(step.to) == Self::piece(b'k', !self.black_to_move)
    }

    /// The position after a payable micro-move, in the middle of the turn, with the surviving dice.
    pub fn make(&self, step: &Move) -> Self {
        let mut next = self.clone();
        next.dice = self.dice_after(step).expect("a payable move");

        let black = self.black_to_move;
        let ahead = forward(black);
        let (from, to) = (step.from, step.to);
        let mover = self.at(from);
        let is_pawn = face_of(mover) == 1;
        let target = if step.flag == EN_PASSANT { EMPTY } else { self.at(to) };

        next.put(from, EMPTY);
        next.put(to, step.promotion().map_or(mover, |letter| Self::piece(letter, black)));
        let victim_square = (to.0 - ahead, to.1);
        if step.flag == EN_PASSANT {
            next.put(victim_square, EMPTY);
        }
        if step.is_castling() {
            let (corner, beside) = if step.flag == KING_SIDE { (7, 5) } else { (0, 3) };
            next.put((from.0, corner), EMPTY);
            next.put((from.0, beside), Self::piece(b'r', black));
        }

        const ROOK_HOMES: [Square; 4] = [(0, 7), (0, 0), (7, 7), (7, 0)];
        for (right, &home) in ROOK_HOMES.iter().enumerate() {
            let right_of_black = right >= 2;
            let rook_taken = target.eq_ignore_ascii_case(&b'r') && to == home;
            let king_taken = target == Self::piece(b'k', right_of_black);
            let king_moved = mover == Self::piece(b'k', right_of_black);
            let rook_moved = mover == Self::piece(b'r', right_of_black) && from == home;
            if rook_taken || king_taken || king_moved || rook_moved {
                next.castling[right] = false;
            }
        }

        let captured = target != EMPTY || step.flag == EN_PASSANT;
        next.half_moves = if is_pawn || captured { 0 } else { (self.half_moves + 1).min(127) };

        if step.flag == EN_PASSANT {
            next.en_passant.remove(&to);
        }
        if is_pawn && step.flag != DOUBLE_PUSH {
            next.en_passant.remove(&(from.0 - ahead, from.1));
        }
        if target.eq_ignore_ascii_case(&b'p') {
            next.en_passant.remove(&(to.0 + ahead, to.1));
        }
        if step.flag == DOUBLE_PUSH {
            next.en_passant.insert((to.0 - ahead, to.1));
        }
        next
    }

    /// The position with the other side to move and no dice.
    pub fn end_turn(&self) -> Self {
        let mut next = self.clone();
        next.black_to_move = !self.black_to_move;
        let own_rank = if next.black_to_move { 5 } else { 2 };
        next.en_passant.retain(|square| square.0 != own_rank);
        next.dice.clear();
        if self.black_to_move && self.full_moves < 2_147_483_647 {
            next.full_moves += 1;
        }
        next
    }

    /// The same position with other dice, in any order.
    pub fn with_dice(&self, dice: &[u8]) -> Self {
        let mut next = self.clone();
        next.dice = dice.to_vec();
        next.dice.sort();
        next
    }
}

/// The key tables, each a run of draws from one generator.
pub struct Tables {
    pub piece: Vec<u64>,
    pub active_color: Vec<u64>,
    pub castling: Vec<u64>,
    pub en_passant: Vec<u64>,
    pub dice: Vec<u64>,
}

pub static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut generator = SplitMix64(0x32a4_b892_f1c6_d7e0);
    let mut draw = |size: usize| (0..size).map(|_| generator.draw()).collect();
    Tables {
        piece: draw(12 * 64),
        active_color: draw(1),
        castling: draw(16),
        en_passant: draw(64),
        dice: draw(343),
    }
});

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
