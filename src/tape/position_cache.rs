use std::collections::TryReserveError;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;

use crate::board::{
    Bitboard, Color, PieceType, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks_of_set,
    queen_attacks, rook_attacks,
};
use crate::state::GameState;

/// Squares that men attack, by their color and type; whose turn it is plays no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackMaps {
    by_type: [[Bitboard; 6]; 2],
}

impl AttackMaps {
    /// Computes the maps. Linear in men.
    #[must_use]
    pub fn of(state: &GameState) -> Self {
        let occupied = state.occupied();
        let of_type = |color: Color, piece_type: PieceType| {
            let men = state.men(color, piece_type);
            let union = |attacks: &dyn Fn(Square) -> Bitboard| {
                men.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
            };
            match piece_type {
                PieceType::Pawn => pawn_attacks_of_set(color, men),
                PieceType::Knight => union(&knight_attacks),
                PieceType::Bishop => union(&|square| bishop_attacks(square, occupied)),
                PieceType::Rook => union(&|square| rook_attacks(square, occupied)),
                PieceType::Queen => union(&|square| queen_attacks(square, occupied)),
                PieceType::King => union(&king_attacks),
            }
        };
        Self { by_type: Color::ALL.map(|color| PieceType::ALL.map(|piece_type| of_type(color, piece_type))) }
    }

    /// Squares that at least one of `color`'s men of this type attacks.
    #[must_use]
    pub const fn of_type(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_type[color.index()][piece_type.index()]
    }

    /// Squares that at least one of `color`'s men attacks.
    #[must_use]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.by_type[color.index()].iter().fold(Bitboard::EMPTY, |all, &map| all | map)
    }
}

/// What follows from a state, clocks aside, computed when it is first asked for and then shared by all that come to the state.
pub(super) struct Derived<D> {
    attacks: OnceLock<AttackMaps>,
    data: OnceLock<D>,
}

impl<D> Derived<D> {
    pub(super) const fn empty() -> Self {
        Self { attacks: OnceLock::new(), data: OnceLock::new() }
    }

    pub(super) fn attacks(&self, state: &GameState) -> &AttackMaps {
        self.attacks.get_or_init(|| AttackMaps::of(state))
    }

    pub(super) fn data(&self, compute: impl FnOnce() -> D) -> &D {
        self.data.get_or_init(compute)
    }
}

/// Positions and what was derived from them, shared by any number of [`Position`](super::Position)s and threads. Of fixed size: new entries
/// push out old ones.
///
/// An entry is found by two independent 64-bit keys, so that a wrong one is out of the question, and holds no clocks, which the keys
/// do not cover. `D` is a client's own data: whatever follows from men, side to move, rights, targets and dice alone,
/// such as the legal turns.
pub struct PositionCache<D> {
    shards: Box<[Shard<D>]>,
    hits: AtomicU64,
    misses: AtomicU64,
}

type Shard<D> = RwLock<Box<[Option<Entry<D>>]>>;

/// One position. Cheap to copy out.
pub(super) struct Entry<D> {
    keys: [u64; 2],
    /// With clocks of no meaning.
    pub state: GameState,
    pub derived: Option<Arc<Derived<D>>>,
}

impl<D> Clone for Entry<D> {
    fn clone(&self) -> Self {
        Self { keys: self.keys, state: self.state, derived: self.derived.clone() }
    }
}

/// How often a [`PositionCache`] knew a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCacheStats {
    /// Positions that were found.
    pub hits: u64,
    /// Positions that were not, or whose part of the cache another thread was just using.
    pub misses: u64,
}

const SHARDS: usize = 16;
/// Places where an entry can be: the first keeps what has derived data, the other takes anything.
const WAYS: usize = 2;

impl<D> PositionCache<D> {
    /// A cache of at most `bytes`, though never of less than 32 entries. What derived data takes on the heap is not counted.
    ///
    /// # Panics
    /// If there is no memory for it; see [`try_new`](Self::try_new).
    #[must_use]
    pub fn new(bytes: usize) -> Arc<Self> {
        Self::try_new(bytes).expect("memory for the cache")
    }

    /// The same.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn try_new(bytes: usize) -> Result<Arc<Self>, TryReserveError> {
        let entries = bytes / size_of::<Option<Entry<D>>>() / SHARDS;
        // A power of two at most as large.
        let entries = 1 << entries.max(WAYS).ilog2();
        let reserved = (0..SHARDS).map(|_| {
            let mut slots = Vec::new();
            slots.try_reserve_exact(entries).map(|()| slots)
        });
        // All memory is there before any of it is touched.
        let reserved = reserved.collect::<Result<Vec<_>, _>>()?;
        let shards = reserved.into_iter().map(|mut slots| {
            slots.resize_with(entries, || None);
            RwLock::new(slots.into_boxed_slice())
        });
        Ok(Arc::new(Self { shards: shards.collect(), hits: AtomicU64::new(0), misses: AtomicU64::new(0) }))
    }

    /// Current counts.
    #[must_use]
    pub fn stats(&self) -> PositionCacheStats {
        PositionCacheStats {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
        }
    }

    /// Number of entries that fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.shards.iter().map(|shard| shard.read().len()).sum()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for shard in &self.shards {
            shard.write().iter_mut().for_each(|slot| *slot = None);
        }
    }

    /// Looks a position up. Never waits for another thread: what cannot be read at once counts as missing.
    pub(super) fn probe(&self, keys: [u64; 2]) -> Option<Entry<D>> {
        let found = self.shard(keys).try_read().and_then(|slots| {
            let bucket = bucket(slots.len(), keys);
            slots[bucket..bucket + WAYS].iter().flatten().find(|entry| entry.keys == keys).cloned()
        });
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Keeps a position, unless another thread is just using its part of the cache.
    pub(super) fn store(&self, keys: [u64; 2], state: &GameState, derived: Option<&Arc<Derived<D>>>) {
        let entry = Entry { keys, state: *state, derived: derived.cloned() };
        // What is pushed out may be large, and dropping it is the client's code.
        let mut pushed_out = None;
        if let Some(mut slots) = self.shard(keys).try_write() {
            let bucket = bucket(slots.len(), keys);
            let slots = &mut slots[bucket..bucket + WAYS];
            let same = slots.iter().position(|slot| slot.as_ref().is_some_and(|known| known.keys == keys));
            let valuable =
                |slot: &Option<Entry<D>>| slot.as_ref().is_some_and(|known| known.derived.is_some());
            let way = same.unwrap_or_else(|| usize::from(derived.is_none() && valuable(&slots[0])));
            pushed_out = slots[way].replace(entry);
        }
        drop(pushed_out);
    }

    fn shard(&self, keys: [u64; 2]) -> &Shard<D> {
        &self.shards[(keys[0] >> 60) as usize % SHARDS]
    }
}

fn bucket(length: usize, keys: [u64; 2]) -> usize {
    keys[0] as usize & (length - 1) & !(WAYS - 1)
}

impl<D> fmt::Debug for PositionCache<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionCache").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
