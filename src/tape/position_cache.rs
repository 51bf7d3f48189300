use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use std::sync::{PoisonError, RwLock};

use arrayvec::ArrayVec;

use crate::board::{
    Bitboard, Color, PieceType, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks_of_set,
    queen_attacks, rook_attacks,
};
use crate::memory::{FallibleArc, NoMemory, list_with_room};
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

/// Positions and what was derived from them, shared by any number of [`Position`](super::Position)s and threads. Of fixed size: new entries
/// push out old ones.
///
/// An entry is found by two independent 64-bit keys, so that a wrong one is out of the question,
/// and holds no clocks, which the keys do not cover. `D` is a client's own data: whatever follows
/// from men, side to move, rights, targets and dice alone, such as the legal turns. Getting it
/// clones it, so it should be cheap to clone. Clones of a cache are the same cache.
pub struct PositionCache<D>(FallibleArc<Parts<D>>);

struct Parts<D> {
    shards: Vec<Shard<D>>,
    /// Bytes of client's data that one shard may hold.
    data_budget: usize,
}

/// A part of the cache with a lock of its own. The counts lie beside the lock, in a line that the thread has in any case.
#[repr(align(64))]
struct Shard<D> {
    entries: RwLock<Entries<D>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

struct Entries<D> {
    slots: Vec<Option<Entry<D>>>,
    data_bytes: usize,
    /// The slot whose data is next to go when there is too much of it.
    hand: usize,
}

/// One position, four cache lines.
struct Entry<D> {
    /// With clocks of no meaning. Its key is the first of the two.
    state: GameState,
    second_key: u64,
    attacks: Option<AttackMaps>,
    data: Option<Data<D>>,
}

/// A client's data and how many bytes it takes.
struct Data<D> {
    value: D,
    bytes: u32,
}

/// What was pushed out; dropping it may take long, and is the client's code, so no lock is held then.
type PushedOut<D> = ArrayVec<Data<D>, { MOST_PUSHED_OUT + 1 }>;

/// How often a [`PositionCache`] knew a position or what was asked of it. Where threads meet, some cases may go uncounted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCacheStats {
    /// Questions that were answered.
    pub hits: u64,
    /// Questions that were not, or whose part of the cache another thread was just changing.
    pub misses: u64,
}

const SHARDS: usize = 16;
/// Places where an entry can be: the first keeps what has derived data, the other takes anything.
const WAYS: usize = 2;
/// One value may take up this part of the room for data, so that it does not push out everything else.
const LARGEST_PART: usize = 8;
/// How many values one more may push out, and how many slots are searched for them.
const MOST_PUSHED_OUT: usize = 8;
const MOST_SEARCHED: usize = 256;

impl<D> Clone for PositionCache<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<D: Clone> PositionCache<D> {
    /// A cache with at most `bytes` for positions, though never less than 32 of them, and as much
    /// again for the client's data.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(bytes: usize) -> Result<Self, NoMemory> {
        let entries = bytes / size_of::<Option<Entry<D>>>() / SHARDS;
        // A power of two at most as large.
        let entries = 1 << entries.max(WAYS).ilog2();
        let mut shards = list_with_room(SHARDS)?;
        for _ in 0..SHARDS {
            let entries = Entries { slots: list_with_room(entries)?, data_bytes: 0, hand: 0 };
            let (hits, misses) = (AtomicU64::new(0), AtomicU64::new(0));
            shards.push(Shard { entries: RwLock::new(entries), hits, misses });
        }
        // All memory is there before any of it is touched.
        for shard in &mut shards {
            let entries_of = shard.entries.get_mut().unwrap_or_else(PoisonError::into_inner);
            entries_of.slots.resize_with(entries, || None);
        }
        Ok(Self(FallibleArc::new(Parts { shards, data_budget: bytes / SHARDS })?))
    }

    /// Current counts.
    #[must_use]
    pub fn stats(&self) -> PositionCacheStats {
        let sum = |count: fn(&Shard<D>) -> &AtomicU64| {
            self.0.shards.iter().map(|shard| count(shard).load(Ordering::Relaxed)).sum()
        };
        PositionCacheStats { hits: sum(|shard| &shard.hits), misses: sum(|shard| &shard.misses) }
    }

    /// Number of positions that fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.0
            .shards
            .iter()
            .map(|shard| shard.entries.read().unwrap_or_else(PoisonError::into_inner).slots.len())
            .sum()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for shard in &self.0.shards {
            let mut entries = shard.entries.write().unwrap_or_else(PoisonError::into_inner);
            entries.slots.iter_mut().for_each(|slot| *slot = None);
            entries.data_bytes = 0;
        }
    }

    /// The position with these keys; its clocks have no meaning.
    #[inline]
    pub(super) fn state(&self, keys: [u64; 2]) -> Option<GameState> {
        self.find(keys, |entry| Some(entry.state))
    }

    pub(super) fn attacks(&self, keys: [u64; 2]) -> Option<AttackMaps> {
        self.find(keys, |entry| entry.attacks)
    }

    pub(super) fn data(&self, keys: [u64; 2]) -> Option<D> {
        self.find(keys, |entry| entry.data.as_ref().map(|data| data.value.clone()))
    }

    /// Looks a position up. Never waits for another thread: what cannot be read at once counts as missing.
    #[inline]
    fn find<T>(&self, keys: [u64; 2], read: impl FnOnce(&Entry<D>) -> Option<T>) -> Option<T> {
        let shard = self.shard(keys);
        let found = shard.entries.try_read().ok().and_then(|entries| {
            let bucket = entries.bucket(keys);
            let mut known = entries.slots[bucket..bucket + WAYS].iter().flatten();
            known.find(|entry| entry.has(keys)).and_then(read)
        });
        let count = if found.is_some() { &shard.hits } else { &shard.misses };
        // Not one operation, which would cost more than all the rest.
        count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        found
    }

    /// Keeps a position, unless another thread is just using its part of the cache.
    pub(super) fn keep(&self, keys: [u64; 2], state: &GameState) {
        if let Ok(mut entries) = self.shard(keys).entries.try_write() {
            let pushed_out = entries.entry(keys, state, false).1;
            drop(entries);
            drop(pushed_out);
        }
    }

    /// The same, and what its men attack.
    pub(super) fn keep_attacks(&self, keys: [u64; 2], state: &GameState, attacks: &AttackMaps) {
        if let Ok(mut entries) = self.shard(keys).entries.try_write() {
            let (entry, pushed_out) = entries.entry(keys, state, true);
            entry.attacks = Some(*attacks);
            drop(entries);
            drop(pushed_out);
        }
    }

    /// The same, and the client's data, which takes this many bytes. Not kept if it is very large.
    pub(super) fn keep_data(&self, keys: [u64; 2], state: &GameState, value: &D, bytes: usize) {
        let Ok(data_bytes) = u32::try_from(bytes) else { return };
        if bytes > self.0.data_budget / LARGEST_PART {
            return;
        }
        if let Ok(mut entries) = self.shard(keys).entries.try_write() {
            let mut pushed_out = entries.make_room(bytes, self.0.data_budget);
            if entries.data_bytes + bytes <= self.0.data_budget {
                entries.data_bytes += bytes;
                let (entry, old) = entries.entry(keys, state, true);
                let same = entry.data.replace(Data { value: value.clone(), bytes: data_bytes });
                entries.data_bytes -= same.as_ref().map_or(0, |data| data.bytes as usize);
                pushed_out.extend(old.or(same));
            }
            drop(entries);
            drop(pushed_out);
        }
    }

    fn shard(&self, keys: [u64; 2]) -> &Shard<D> {
        &self.0.shards[(keys[0] >> 60) as usize % SHARDS]
    }
}

impl<D> Entry<D> {
    #[inline]
    fn has(&self, keys: [u64; 2]) -> bool {
        self.state.key() == keys[0] && self.second_key == keys[1]
    }

    const fn is_valuable(&self) -> bool {
        self.attacks.is_some() || self.data.is_some()
    }
}

impl<D> Entries<D> {
    #[inline]
    fn bucket(&self, keys: [u64; 2]) -> usize {
        keys[0] as usize & (self.slots.len() - 1) & !(WAYS - 1)
    }

    /// The entry for a position, as it is or new, and what had to go for it.
    fn entry(
        &mut self,
        keys: [u64; 2],
        state: &GameState,
        valuable: bool,
    ) -> (&mut Entry<D>, Option<Data<D>>) {
        let bucket = self.bucket(keys);
        let slots = &mut self.slots[bucket..bucket + WAYS];
        let known = |slot: &Option<Entry<D>>| slot.as_ref().is_some_and(|entry| entry.has(keys));
        let same = slots.iter().position(known);
        let first_is_valuable = slots[0].as_ref().is_some_and(Entry::is_valuable);
        let slot = &mut slots[same.unwrap_or_else(|| usize::from(!valuable && first_is_valuable))];
        let old = if same.is_none() { slot.take().and_then(|entry| entry.data) } else { None };
        self.data_bytes -= old.as_ref().map_or(0, |data| data.bytes as usize);
        let new = || Entry { state: *state, second_key: keys[1], attacks: None, data: None };
        (slot.get_or_insert_with(new), old)
    }

    /// Makes room for `bytes` of data, as far as a short search does it, and returns what had to go.
    fn make_room(&mut self, bytes: usize, budget: usize) -> PushedOut<D> {
        let mut pushed_out = PushedOut::new();
        for _ in 0..MOST_SEARCHED {
            if self.data_bytes + bytes <= budget || pushed_out.len() == MOST_PUSHED_OUT {
                break;
            }
            let slot = &mut self.slots[self.hand];
            if let Some(data) = slot.as_mut().and_then(|entry| entry.data.take()) {
                self.data_bytes -= data.bytes as usize;
                pushed_out.push(data);
            }
            self.hand = (self.hand + 1) % self.slots.len();
        }
        pushed_out
    }
}

impl<D: Clone> fmt::Debug for PositionCache<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionCache").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
