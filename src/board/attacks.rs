use super::{Bitboard, Color, Square, magic};

static KNIGHT: [Bitboard; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

const fn leaper<const N: usize>(steps: &[(i8, i8); N]) -> [Bitboard; 64] {
    let mut attacks = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            let (file, rank) = (square as i8 % 8 + steps[step].0, square as i8 / 8 + steps[step].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                attacks[square].0 |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        square += 1;
    }
    attacks
}

/// Squares that a knight on `square` attacks.
#[inline]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares that a king on `square` attacks.
#[inline]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares one rank forward and one file aside of a pawn of `color` on `square`.
#[inline]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Squares that at least one pawn of `color` in `pawns` attacks.
#[inline]
#[must_use]
pub fn pawn_attacks_of_set(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = pawns.forward(color);
    Bitboard((forward & !Bitboard::FILE_A).0 >> 1 | (forward & !Bitboard::FILE_H).0 << 1)
}

/// Squares that a bishop on `square` attacks: up to and including the first occupied one of each diagonal.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    magic::bishop(square, occupied)
}

/// Squares that a rook on `square` attacks: up to and including the first occupied one of each line.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    magic::rook(square, occupied)
}

/// Squares that a queen on `square` attacks.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    magic::bishop(square, occupied) | magic::rook(square, occupied)
}

/// The squares strictly between two squares of one line or diagonal; empty for any other pair.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    let ends = a.bitboard() | b.bitboard();
    let lines = rook_attacks(a, ends);
    if lines.contains(b) {
        return lines & rook_attacks(b, ends);
    }
    let diagonals = bishop_attacks(a, ends);
    if diagonals.contains(b) { diagonals & bishop_attacks(b, ends) } else { Bitboard::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        Square::from_text(text.as_bytes().try_into().unwrap()).unwrap()
    }

    fn set(squares: &[&str]) -> Bitboard {
        squares.iter().map(|text| square(text)).collect()
    }

    #[test]
    fn leapers_at_the_rim() {
        assert_eq!(knight_attacks(square("a1")), set(&["b3", "c2"]));
        assert_eq!(king_attacks(square("h8")), set(&["g8", "g7", "h7"]));
        assert_eq!(pawn_attacks(Color::White, square("a2")), set(&["b3"]));
        assert_eq!(pawn_attacks(Color::Black, square("h2")), set(&["g1"]));
        assert_eq!(pawn_attacks(Color::White, square("e8")), Bitboard::EMPTY);
    }

    #[test]
    fn set_of_pawns_attacks_what_its_pawns_attack() {
        for color in Color::ALL {
            for pawn in Bitboard::ALL {
                assert_eq!(pawn_attacks_of_set(color, pawn.bitboard()), pawn_attacks(color, pawn));
            }
        }
        assert_eq!(
            pawn_attacks_of_set(Color::White, set(&["a2", "h2"])),
            set(&["b3", "g3"]),
            "no pawn attacks around the rim"
        );
    }

    #[test]
    fn between_is_strict_and_symmetric() {
        assert_eq!(between(square("a1"), square("d4")), set(&["b2", "c3"]));
        assert_eq!(between(square("h5"), square("e5")), set(&["f5", "g5"]));
        assert_eq!(between(square("e4"), square("e5")), Bitboard::EMPTY);
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
    }
}
