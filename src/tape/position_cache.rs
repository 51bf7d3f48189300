use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use arrayvec::ArrayVec;

use crate::memory::{FallibleArc, FixedVec, NoMemory, list_with_room, prefetch};
use crate::state::GameState;

/// Positions that were met and what was derived from them, shared by any number of
/// [`Position`](super::Position)s and threads. Of fixed size: new entries push out old ones.
///
/// Derived data are found by the exact state without its clocks. `D` is a client's own type: whatever
/// follows from pieces, side to move, rights, targets and dice alone, such as the legal turns.
/// Getting a value clones it, so it should be cheap to clone. Clones of a cache are the same cache.
///
/// ```
/// use dicechess::state::GameState;
/// use dicechess::tape::{ChunkStore, Position, PositionCache};
///
/// let cache = PositionCache::new(1 << 16)?;
/// let mut position = Position::new(ChunkStore::lossless()?, &GameState::initial())?;
/// position.attach(Some(cache.clone()));
/// position.remember(20, size_of::<i32>());
/// let mut other = Position::new(ChunkStore::lossless()?, &GameState::initial())?;
/// other.attach(Some(cache));
/// assert_eq!(other.data(), Some(20));
/// # Ok::<(), dicechess::tape::TapeError>(())
/// ```
pub struct PositionCache<D>(FallibleArc<Parts<D>>);

struct Parts<D> {
    /// For each place, in order of the shards, the key of the position that was met there, whose
    /// bit 0 tells instead whether it was given data. Read and written without the shard's lock: a
    /// tag that is out of date costs a hit, never a wrong value.
    tags: FixedVec<AtomicU64>,
    places_per_shard: usize,
    shards: Vec<Shard<D>>,
    /// Bytes of client's data that one shard may hold.
    data_budget: usize,
}

/// A part of the cache with a lock of its own. The counts lie beside the lock, in a line that the thread has in any case.
#[repr(align(64))]
struct Shard<D> {
    data: RwLock<ShardData<D>>,
    /// The key of the position that was met last, with bit 0 set, or 0 if it is counted already. It
    /// is counted when the next one is met, so that its tags have time to arrive from memory.
    uncounted: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
}

struct ShardData<D> {
    /// A place for each tag.
    places: Vec<Option<Derived<D>>>,
    bytes: usize,
    /// The place whose data are next to go when there are too many.
    hand: usize,
}

/// A client's data of one position.
struct Derived<D> {
    /// The state without clocks.
    identity: [u64; 6],
    value: D,
    bytes: u32,
}

/// A shard and its tags.
struct TaggedShard<'a, D> {
    shard: &'a Shard<D>,
    tags: &'a [AtomicU64],
}

/// What was pushed out; dropping it may take long, and is the client's code, so no lock is held then.
type PushedOut<D> = ArrayVec<Derived<D>, { MOST_PUSHED_OUT + 1 }>;

/// How often a [`PositionCache`] knew a position or what was asked of one. Where threads meet, some cases may go uncounted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCacheStats {
    /// Questions that were answered.
    pub hits: u64,
    /// Questions that were not, or whose part of the cache another thread was just changing.
    pub misses: u64,
}

const SHARDS: usize = 16;
/// Places where one position can be.
const WAYS: usize = 2;
/// Bit of a tag: the position was given data, and gives way only to another such.
const HAS_DATA: u64 = 1;
/// Bit of the key of a position that was met and is not counted yet.
const UNCOUNTED: u64 = 1;
/// One value may take up this part of the room for data, so that it does not push out everything else.
const LARGEST_PART: usize = 8;
/// How many values one more may push out, and how many places are searched for them.
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
        let places = bytes / (size_of::<AtomicU64>() + size_of::<Option<Derived<D>>>()) / SHARDS;
        // A power of two at most as large.
        let places_per_shard = 1 << places.max(WAYS).ilog2();
        let tags = FixedVec::zeroed(SHARDS * places_per_shard).ok_or(NoMemory)?;
        let mut shards = list_with_room(SHARDS)?;
        for _ in 0..SHARDS {
            let data = ShardData { places: list_with_room(places_per_shard)?, bytes: 0, hand: 0 };
            let [uncounted, hits, misses] = [0; 3].map(AtomicU64::new);
            shards.push(Shard { data: RwLock::new(data), uncounted, hits, misses });
        }
        // All memory is there before any of it is touched.
        for shard in &mut shards {
            let data = shard.data.get_mut().unwrap_or_else(PoisonError::into_inner);
            data.places.resize_with(places_per_shard, || None);
        }
        let data_budget = bytes / SHARDS;
        Ok(Self(FallibleArc::new(Parts { tags, places_per_shard, shards, data_budget })?))
    }

    /// Current counts.
    #[must_use]
    pub fn stats(&self) -> PositionCacheStats {
        self.count_all();
        let sum = |count: fn(&Shard<D>) -> &AtomicU64| {
            self.0.shards.iter().map(|shard| count(shard).load(Ordering::Relaxed)).sum()
        };
        PositionCacheStats { hits: sum(|shard| &shard.hits), misses: sum(|shard| &shard.misses) }
    }

    /// Number of positions that fit.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.0.tags.len()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.count_all();
        self.0.tags.iter().for_each(|tag| tag.store(0, Ordering::Relaxed));
        for shard in &self.0.shards {
            let mut data = shard.data.write().unwrap_or_else(PoisonError::into_inner);
            data.places.iter_mut().for_each(|place| *place = None);
            data.bytes = 0;
        }
    }

    /// Counts whether this position was met before, and notes that it was met now. Takes no lock and
    /// does not wait for memory.
    #[inline]
    pub(super) fn meet(&self, state: &GameState) {
        let part = self.0.part(state.key());
        prefetch(&part.tags[part.first_place(state.key())]);
        part.count_last(state.key() | UNCOUNTED);
    }

    fn count_all(&self) {
        for shard in 0..SHARDS {
            self.0.tagged(shard).count_last(0);
        }
    }

    /// The data of this position. Never waits for another thread: what cannot be read at once counts as missing.
    pub(super) fn data(&self, state: &GameState) -> Option<D> {
        let part = self.0.part(state.key());
        part.count_last(0);
        let found = part.place_of(state.key()).and_then(|place| {
            let data = part.shard.data.try_read().ok()?;
            let derived = data.places[place].as_ref()?;
            (derived.identity == state.identity_without_clocks()).then(|| derived.value.clone())
        });
        part.shard.count(found.is_some());
        found
    }

    /// Keeps data of this position, which take so many bytes, unless they are very many or another
    /// thread is just using that part of the cache.
    pub(super) fn keep(&self, state: &GameState, value: &D, bytes: usize) {
        let budget = self.0.data_budget;
        let Ok(data_bytes) = u32::try_from(bytes) else { return };
        if bytes > budget / LARGEST_PART {
            return;
        }
        let part = self.0.part(state.key());
        part.count_last(0);
        let Ok(mut data) = part.shard.data.try_write() else { return };
        let mut pushed_out = data.make_room(bytes, budget, part.tags);
        if data.bytes + bytes <= budget {
            let (identity, value) = (state.identity_without_clocks(), value.clone());
            let place = part.place_for_data(state.key());
            let old = data.places[place].replace(Derived { identity, value, bytes: data_bytes });
            part.set_tag(place, state.key() | HAS_DATA);
            data.bytes += bytes;
            data.bytes -= old.as_ref().map_or(0, |old| old.bytes as usize);
            pushed_out.extend(old);
        }
        drop(data);
        drop(pushed_out);
    }
}

impl<D> Parts<D> {
    /// The part for positions with this key.
    #[inline]
    fn part(&self, key: u64) -> TaggedShard<'_, D> {
        self.tagged((key >> 60) as usize % SHARDS)
    }

    #[inline]
    fn tagged(&self, shard: usize) -> TaggedShard<'_, D> {
        let tags = &self.tags[shard * self.places_per_shard..][..self.places_per_shard];
        TaggedShard { shard: &self.shards[shard], tags }
    }
}

impl<D> TaggedShard<'_, D> {
    /// Counts the position that was met last, unless that was done, and notes it as met. The next
    /// one to be counted is `next`.
    #[inline]
    fn count_last(&self, next: u64) {
        let key = self.shard.uncounted.load(Ordering::Relaxed);
        self.shard.uncounted.store(next, Ordering::Relaxed);
        if key == 0 {
            return;
        }
        let is_known = self.is_known(key);
        self.shard.count(is_known);
        if !is_known && let Some(place) = self.place_without_data(key) {
            self.set_tag(place, key & !HAS_DATA);
        }
    }

    /// Whether the position with this key was met. Without a branch that depends on where.
    #[inline]
    fn is_known(&self, key: u64) -> bool {
        self.places(key).fold(false, |is_known, place| is_known | self.is_of(place, key))
    }

    /// Where the position with this key was met.
    fn place_of(&self, key: u64) -> Option<usize> {
        self.places(key).find(|&place| self.is_of(place, key))
    }

    #[inline]
    fn is_of(&self, place: usize, key: u64) -> bool {
        (self.tag(place) ^ key) | HAS_DATA == HAS_DATA
    }

    /// A place that may be taken without losing data. Keys begin with either, so that not all
    /// positions without data compete for one.
    fn place_without_data(&self, key: u64) -> Option<usize> {
        let preferred = self.preferred(key);
        [preferred, preferred ^ 1].into_iter().find(|&place| self.tag(place) & HAS_DATA == 0)
    }

    /// The place for the data of a position: where it was met, or else where the least is lost.
    fn place_for_data(&self, key: u64) -> usize {
        let place = self.place_of(key).or_else(|| self.place_without_data(key));
        place.unwrap_or_else(|| self.preferred(key))
    }

    #[inline]
    fn first_place(&self, key: u64) -> usize {
        key as usize & (self.tags.len() - 1) & !(WAYS - 1)
    }

    #[inline]
    fn places(&self, key: u64) -> Range<usize> {
        self.first_place(key)..self.first_place(key) + WAYS
    }

    fn preferred(&self, key: u64) -> usize {
        self.first_place(key) + (key >> 32) as usize % WAYS
    }

    #[inline]
    fn tag(&self, place: usize) -> u64 {
        self.tags[place].load(Ordering::Relaxed)
    }

    #[inline]
    fn set_tag(&self, place: usize, tag: u64) {
        self.tags[place].store(tag, Ordering::Relaxed);
    }
}

impl<D> Shard<D> {
    #[inline]
    fn count(&self, is_hit: bool) {
        let count = if is_hit { &self.hits } else { &self.misses };
        // Not one operation, which would cost more than all the rest.
        count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}

impl<D> ShardData<D> {
    /// Makes room for `bytes` of data, as far as a short search does it, and returns what had to go.
    fn make_room(&mut self, bytes: usize, budget: usize, tags: &[AtomicU64]) -> PushedOut<D> {
        let mut pushed_out = PushedOut::new();
        for _ in 0..MOST_SEARCHED {
            if self.bytes + bytes <= budget || pushed_out.len() == MOST_PUSHED_OUT {
                break;
            }
            if let Some(derived) = self.places[self.hand].take() {
                self.bytes -= derived.bytes as usize;
                pushed_out.push(derived);
                tags[self.hand].fetch_and(!HAS_DATA, Ordering::Relaxed);
            }
            self.hand = (self.hand + 1) % self.places.len();
        }
        pushed_out
    }
}

impl<D: Clone> fmt::Debug for PositionCache<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionCache").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
