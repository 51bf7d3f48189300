//! An endless, reproducible stream of positions, from ordinary play to boards that no game could reach.

use super::slow_rules::{LETTERS, Position, SplitMix64, Square, squares};
use super::slow_turns::moves;

pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64(seed))
    }

    /// A number below `bound`; the bias of the remainder is far below what these tests could notice.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.draw() % bound as u64) as usize
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0.draw()
    }

    /// True once in `odds` on average.
    pub fn once_in(&mut self, odds: usize) -> bool {
        self.below(odds) == 0
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn square(&mut self) -> Square {
        (self.below(8) as i8, self.below(8) as i8)
    }

    fn dice(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| 1 + self.below(6) as u8).collect()
    }

    /// Mostly whole rolls, sometimes what is left in the middle of a turn, or nothing.
    fn pool(&mut self) -> Vec<u8> {
        let count = self.pick(&[0, 1, 2, 2, 3, 3, 3, 3, 3, 3]);
        self.dice(count)
    }
}

/// Half of the positions come from random play, half from random placement.
pub struct RandomPositions {
    random: Random,
    game: Position,
}

impl RandomPositions {
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), game: Position::initial() }
    }

    /// A position some random micro-moves further in the current game, between turns or in the middle of one.
    fn played(&mut self) -> Position {
        for _ in 0..1 + self.random.below(4) {
            self.play_one();
        }
        let mut position = self.game.clone();
        if self.random.once_in(2) {
            position = position.with_dice(&self.random.pool());
        }
        position
    }

    /// One random payable micro-move, or the end of the turn and the next roll if there is none.
    fn play_one(&mut self) {
        let game = &self.game;
        let payable: Vec<_> =
            moves(game).into_iter().filter(|step| game.dice_after(step).is_some()).collect();
        let over = !game.has_king(false) || !game.has_king(true) || game.full_moves > 60;
        self.game = if over {
            Position::initial().with_dice(&self.random.dice(3))
        } else if payable.is_empty() {
            game.end_turn().with_dice(&self.random.dice(3))
        } else {
            game.make(&self.random.pick(&payable))
        };
    }

    fn placed(&mut self) -> Position {
        let random = &mut self.random;
        let mut position = Position::parse("8/8/8/8/8/8/8/8 w - - 0 1");
        position.black_to_move = random.once_in(2);
        position.dice = random.pool();
        position.dice.sort();
        match random.below(5) {
            0 => promotions(random, &mut position),
            1 => castlings(random, &mut position),
            2 => en_passants(random, &mut position),
            _ => {}
        }
        let limit = 2 + random.below(24);
        for _ in 0..random.below(limit) {
            let letter = random.pick(&LETTERS);
            put_if_empty(random, &mut position, letter);
        }
        for _ in 0..random.pick(&[0, 1, 1, 2, 2, 2, 2, 4]) {
            put_if_empty(random, &mut position, b'k');
        }
        if random.once_in(4) {
            position.castling = std::array::from_fn(|_| random.once_in(2));
        }
        if random.once_in(4) {
            for _ in 0..1 + random.below(4) {
                position.en_passant.insert(random.square());
            }
        }
        position.half_moves = random.below(40) as u32;
        position.full_moves = 1 + random.below(200) as u32;
        position
    }
}

impl Iterator for RandomPositions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let mut position = if self.random.once_in(2) { self.played() } else { self.placed() };
        if self.random.once_in(8) {
            position.half_moves = 99 + self.random.below(29) as u32;
        }
        if self.random.once_in(8) {
            position.full_moves = self.random.pick(&[65_535, 65_536, 2_147_483_646, 2_147_483_647]);
        }
        Some(position)
    }
}

fn put_if_empty(random: &mut Random, position: &mut Position, letter: u8) {
    let square = random.square();
    if position.is_empty(square) {
        position.put(square, Position::piece(letter, random.once_in(2)));
    }
}

/// One or two men a side with the given letters, mostly a king too, and three dice: little enough for deep exhaustive searches.
pub fn few_men(random: &mut Random, letters: &[u8]) -> Position {
    let mut position = Position::parse("8/8/8/8/8/8/8/8 w - - 0 1");
    position.black_to_move = random.once_in(2);
    for black in [false, true] {
        let mut men: Vec<u8> = (0..1 + random.below(2)).map(|_| random.pick(letters)).collect();
        if !random.once_in(3) {
            men.push(b'k');
        }
        for letter in men {
            let free: Vec<Square> = squares().filter(|&square| position.is_empty(square)).collect();
            position.put(random.pick(&free), Position::piece(letter, black));
        }
    }
    if random.once_in(4) {
        position.en_passant.insert((random.pick(&[2, 5]), random.below(8) as i8));
    }
    position.half_moves = random.below(9) as u32;
    position.full_moves = 1 + random.below(9) as u32;
    position.with_dice(&random.dice(3))
}

/// Pawns one step from the last rank, with men, kings and corner rooks to take there.
fn promotions(random: &mut Random, position: &mut Position) {
    for file in 0..8 {
        for (pawn_rank, last_rank, black) in [(6, 7, false), (1, 0, true)] {
            if random.once_in(3) {
                position.put((pawn_rank, file), Position::piece(b'p', black));
            }
            if random.once_in(3) {
                let letter = if random.once_in(3) { b'k' } else { random.pick(&LETTERS) };
                position.put((last_rank, file), Position::piece(letter, !black));
            }
        }
    }
}

/// Kings and rooks at home, with rights that may or may not fit, and a few men between.
fn castlings(random: &mut Random, position: &mut Position) {
    for (rank, black) in [(0, false), (7, true)] {
        for (file, letter) in [(0, b'r'), (4, b'k'), (7, b'r')] {
            if !random.once_in(6) {
                let foreign = random.once_in(12);
                position.put((rank, file), Position::piece(letter, black != foreign));
            }
        }
        if random.once_in(3) {
            let file = random.pick(&[1, 2, 3, 5, 6]);
            position.put((rank, file), Position::piece(random.pick(&LETTERS), random.once_in(2)));
        }
    }
    position.castling = std::array::from_fn(|_| !random.once_in(4));
    if !random.once_in(3) {
        position.dice = vec![4, 1 + random.below(6) as u8, 6];
        position.dice.sort();
    }
}

/// Pawns side by side on the fourth and fifth ranks and several targets, some of them without a victim.
fn en_passants(random: &mut Random, position: &mut Position) {
    for file in 0..8 {
        for (rank, target_rank) in [(3, 2), (4, 5)] {
            if random.once_in(4) {
                continue;
            }
            position.put((rank, file), Position::piece(b'p', random.once_in(2)));
            if random.once_in(3) {
                position.en_passant.insert((target_rank, file));
            }
        }
        if random.once_in(4) {
            position.put((6, file), b'p');
        }
        if random.once_in(4) {
            position.put((1, file), b'P');
        }
    }
    if !position.dice.is_empty() && random.once_in(2) {
        position.dice[0] = 1;
    }
}

/// How often the stream shows what a test of the rules must see.
#[derive(Debug, Default)]
pub struct Coverage {
    pub several_kings: usize,
    pub no_king: usize,
    pub pawn_on_edge_rank: usize,
    pub right_without_king_or_rook: usize,
    pub target_without_victim: usize,
}

impl Coverage {
    pub fn count(&mut self, position: &Position) {
        let kings = |king: u8| squares().filter(|&square| position.at(square) == king).count();
        let edge = |square: &Square| square.0 == 0 || square.0 == 7;
        let idle = |&(rank, file): &Square| {
            let victim_stands = match rank {
                2 => position.at((3, file)) == b'P',
                5 => position.at((4, file)) == b'p',
                _ => false,
            };
            !victim_stands || !position.is_empty((rank, file))
        };
        let homes = [(0, 7, b'K', b'R'), (0, 0, b'K', b'R'), (7, 7, b'k', b'r'), (7, 0, b'k', b'r')];
        let hollow = homes.iter().zip(position.castling).any(|(&(rank, corner, king, rook), kept)| {
            kept && (position.at((rank, 4)) != king || position.at((rank, corner)) != rook)
        });
        self.several_kings += usize::from(kings(b'K') > 1 || kings(b'k') > 1);
        self.no_king += usize::from(kings(b'K') == 0 || kings(b'k') == 0);
        self.pawn_on_edge_rank +=
            usize::from(squares().filter(edge).any(|square| position.at(square).eq_ignore_ascii_case(&b'p')));
        self.right_without_king_or_rook += usize::from(hollow);
        self.target_without_victim += usize::from(position.en_passant.iter().any(idle));
    }
}
