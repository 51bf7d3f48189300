/* Chunk stores and position caches: options, references, policies, storage that fails, sharing. */
#include "tape.h"

#include <pthread.h>

enum { PLACES = 4096, GROUPS = 4000 };

/* The caller's storage: keeps frames in memory, and fails when told to. */
typedef struct {
    uint8_t *frames[PLACES];
    size_t lengths[PLACES];
    uint64_t used;
    int32_t write_failure, read_failure;
    int damages, reads, drops;
    /* The upper half of every cell of forged frames; -1: none are forged. */
    int forges;
    dicechess_position *reenters;
    dicechess_status reentered;
} Storage;

static int32_t write_frame(void *user_data, uint64_t chunk_id, const uint8_t *frame, size_t length, uint64_t *place) {
    Storage *storage = user_data;
    if (storage->write_failure != 0) return storage->write_failure;
    if (chunk_id == 0 || storage->used == PLACES) return -77;
    uint8_t *copy = malloc(length);
    if (copy == NULL) return -78;
    memcpy(copy, frame, length);
    storage->frames[storage->used] = copy;
    storage->lengths[storage->used] = length;
    *place = storage->used++;
    return 0;
}

/* Makes all cells of a frame 0, which is none, or notes of 0, and its checksum right again. */
static void forge(uint8_t *frame, size_t length, uint8_t high) {
    const size_t cells = 24 + DICECHESS_KEYFRAME_SIZE, end = length - 4;
    for (size_t i = cells; i < end; i++) frame[i] = i % 2 ? high : 0;
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < end; i++) {
        crc ^= frame[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0x82F63B78) : 0);
    }
    for (int i = 0; i < 4; i++) frame[end + (size_t)i] = (uint8_t)(~crc >> 8 * i);
}

static int32_t read_frame(void *user_data, uint64_t place, uint8_t *frame, size_t length) {
    Storage *storage = user_data;
    storage->reads++;
    if (storage->reenters != NULL) storage->reentered = dicechess_position_undo(storage->reenters, NULL);
    if (storage->read_failure != 0) return storage->read_failure;
    if (place >= storage->used || storage->lengths[place] != length) return -79;
    memcpy(frame, storage->frames[place], length);
    if (storage->damages) frame[length / 2] ^= 1;
    if (storage->forges >= 0) forge(frame, length, (uint8_t)storage->forges);
    return 0;
}

static void drop_storage(void *user_data) {
    Storage *storage = user_data;
    while (storage->used > 0) free(storage->frames[--storage->used]);
    storage->drops++;
}

static dicechess_chunk_store *store_of(int32_t policy, uint64_t capacity, uint64_t budget, Storage *storage) {
    dicechess_chunk_store_options options = {.struct_size = sizeof options, .policy = policy};
    options.capacity = capacity;
    options.budget = budget;
    dicechess_chunk_store *store = NULL;
    if (storage != NULL) {
        options.user_data = storage;
        options.write = write_frame;
        options.read = read_frame;
        options.drop_user_data = drop_storage;
    }
    OK(dicechess_chunk_store_new(&options, &store, record));
    return store;
}

static dicechess_chunk_store_counts counts_of(const dicechess_chunk_store *store) {
    dicechess_chunk_store_counts counts = {.struct_size = sizeof counts};
    OK(dicechess_chunk_store_stats(store, &counts, record));
    return counts;
}

static void options(void) {
    dicechess_chunk_store *store = NULL;
    Storage storage = {.forges = -1};
    dicechess_chunk_store_options bad = {.struct_size = sizeof bad, .policy = 3};
    FAILS(dicechess_chunk_store_new(&bad, &store, record), DICECHESS_ERR_RANGE, 0, 4, "policy");
    bad.policy = DICECHESS_CHUNK_STORE_SPILL;
    bad.user_data = &storage;
    bad.drop_user_data = drop_storage;
    FAILS(dicechess_chunk_store_new(&bad, &store, record), DICECHESS_ERR_NULL, 0, 32, "no callback");
    bad.write = write_frame;
    FAILS(dicechess_chunk_store_new(&bad, &store, record), DICECHESS_ERR_NULL, 0, 40, "no callback");
    bad.read = read_frame;
    const uint64_t capacities[] = {1, 31, 65521, UINT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        bad.capacity = capacities[i];
        FAILS(dicechess_chunk_store_new(&bad, &store, record), DICECHESS_ERR_RANGE, 0, 8, "capacity");
    }
    bad.struct_size = 20;
    FAILS(dicechess_chunk_store_new(&bad, &store, record), DICECHESS_ERR_STRUCT_SIZE, 0, 0, "struct_size 20");
    CHECK(storage.drops == 0 && store == NULL);
    FAILS(dicechess_chunk_store_new(NULL, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out");
    struct {
        dicechess_chunk_store_options known;
        uint64_t unknown;
    } newer = {.known = {.struct_size = sizeof newer}, .unknown = 1};
    FAILS(dicechess_chunk_store_new(&newer.known, &store, record), DICECHESS_ERR_UNSUPPORTED, 0, 56, "does not know");

    OK(dicechess_chunk_store_new(NULL, &store, record));
    CHECK(counts_of(store).capacity == 1024 && counts_of(store).chunks == 0 && counts_of(store).bytes == 0);
    OK(dicechess_chunk_store_retain(store, record));
    dicechess_chunk_store_release(store);
    CHECK(counts_of(store).capacity == 1024);
    FAILS(dicechess_chunk_store_stats(store, NULL, record), DICECHESS_ERR_NULL, 1, -1, "counts");
    FAILS(dicechess_chunk_store_stats(NULL, NULL, record), DICECHESS_ERR_NULL, 1, -1, "counts");
    FAILS(dicechess_chunk_store_retain(NULL, record), DICECHESS_ERR_NULL, 0, -1, "store");
    FAILS(dicechess_chunk_store_clear_index(NULL, record), DICECHESS_ERR_NULL, 0, -1, "store");
    FAILS(dicechess_chunk_store_successors(NULL, 1, NULL, 0, NULL, record), DICECHESS_ERR_NULL, 0, -1, "store");
    dicechess_chunk_store_release(store);
    dicechess_chunk_store_release(NULL);
    /* What another policy does not use stays with the caller. */
    dicechess_chunk_store_release(store_of(DICECHESS_CHUNK_STORE_RING, 32, 0, &storage));
    CHECK(storage.drops == 0);
}

/* Two positions with one history have one set of chunks, and any chunk leads to the whole history. */
static void sharing(void) {
    dicechess_chunk_store *store = small_store();
    dicechess_position *a = position_of(NULL, store, NULL), *b = position_of(NULL, store, NULL);
    dicechess_state *walker = state_of(INITIAL);
    for (int i = 0; i < 100; i++) random_group(walker, a, b);
    CHECK(identity_of(a).chain == identity_of(b).chain);
    const dicechess_position_extent extent = extent_of(a);
    CHECK(extent.chunks > 5 && counts_of(store).chunks == extent.chunks && counts_of(store).shared == extent.chunks);
    CHECK(counts_of(store).collisions == 0 && counts_of(store).spilled == 0);

    uint64_t id = identity_of(a).previous, successors[DICECHESS_SUCCESSORS_MAX];
    size_t required = 0;
    dicechess_position *rebuilt = NULL;
    OK(dicechess_position_from_chunk(store, id, &rebuilt, record));
    CHECK(identity_of(rebuilt).chain == id);
    OK(dicechess_position_seek(a, extent_of(rebuilt).end, NULL, record));
    CHECK(identity_of(a).chain == id && identity_of(a).key == identity_of(rebuilt).key);
    OK(dicechess_position_seek(rebuilt, 0, NULL, record));
    CHECK(stands(rebuilt, INITIAL));
    /* From the root on, each chunk but the last is continued by exactly one. */
    id = identity_of(rebuilt).chain;
    for (uint64_t i = 0; i < extent.chunks; i++) {
        OK(dicechess_chunk_store_successors(store, id, successors, DICECHESS_SUCCESSORS_MAX, &required, record));
        CHECK(required == 1);
        id = successors[0];
    }
    OK(dicechess_chunk_store_successors(store, id, NULL, 0, &required, record));
    CHECK(required == 0);
    id = identity_of(rebuilt).chain;
    FAILS(dicechess_chunk_store_successors(store, id, NULL, 0, &required, record), DICECHESS_ERR_BUFFER, 2, -1, "1 are required");
    dicechess_position_free(rebuilt);
    FAILS(dicechess_position_from_chunk(store, 12345, &rebuilt, record), DICECHESS_ERR_RANGE, 1, -1, "id");
    CHECK(rebuilt == NULL);
    FAILS(dicechess_position_from_chunk(NULL, id, &rebuilt, record), DICECHESS_ERR_NULL, 0, -1, "store");
    FAILS(dicechess_position_from_chunk(store, id, NULL, record), DICECHESS_ERR_NULL, 2, -1, "out");

    /* Without the index the positions are whole; the store outlives its last reference as long as they need it. */
    OK(dicechess_chunk_store_clear_index(store, record));
    CHECK(counts_of(store).chunks == 0 && counts_of(store).bytes > 0);
    dicechess_chunk_store_release(store);
    OK(dicechess_position_seek(b, 0, NULL, record));
    CHECK(stands(b, INITIAL));
    random_group(walker, a, NULL);
    dicechess_position_free(a);
    dicechess_position_free(b);
    dicechess_state_free(walker);
}

/* Writes notes until something fails; the status and how far it got. */
static dicechess_status note_until_failure(dicechess_position *position, uint64_t *head) {
    for (unsigned i = 0; i < GROUPS; i++) {
        *head = extent_of(position).head;
        error.struct_size = sizeof error;
        const dicechess_status status = dicechess_position_note(position, (uint16_t)(i % 2048), &error);
        if (status != DICECHESS_OK) return status;
    }
    return DICECHESS_OK;
}

static void lossless(void) {
    dicechess_chunk_store *store = store_of(DICECHESS_CHUNK_STORE_LOSSLESS, 32, 1000, NULL);
    dicechess_position *position = position_of(NULL, store, NULL);
    uint64_t head = 0, horizon = 0;
    CHECK(note_until_failure(position, &head) == DICECHESS_ERR_TAPE_FULL);
    const dicechess_position_identity identity = identity_of(position);
    CHECK(extent_of(position).head == head && head > 32);
    FAILS(dicechess_position_end_turn(position, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    FAILS(dicechess_position_make_micro_move(position, move_of(12, 28, 1), record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    FAILS(dicechess_position_roll(position, (const uint8_t *)"\1", 1, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    FAILS(dicechess_position_play_text(position, "e2e4\n", 5, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    CHECK(identity_of(position).chain == identity.chain && identity_of(position).key == identity.key);
    CHECK(extent_of(position).end == head && extent_of(position).in_turn == 0);
    /* The caller may give up the oldest chunks and go on. */
    OK(dicechess_position_drop_before(position, head, &horizon, record));
    CHECK(horizon > 0 && extent_of(position).horizon == horizon);
    OK(dicechess_position_end_turn(position, record));
    FAILS(dicechess_position_seek(position, 0, NULL, record), DICECHESS_ERR_TAPE_HORIZON, -1, (int64_t)horizon, "given up");
    const dicechess_position *const list[] = {position};
    size_t required = 0;
    FAILS(dicechess_stream_encode(list, 1, 0, NULL, 0, &required, record), DICECHESS_ERR_TAPE_HORIZON, -1, (int64_t)horizon, "given up");
    dicechess_position_free(position);
    CHECK(counts_of(store).bytes <= 1000);
    dicechess_chunk_store_release(store);
}

static void ring(void) {
    dicechess_chunk_store *store = store_of(DICECHESS_CHUNK_STORE_RING, 32, 1000, NULL);
    dicechess_position *position = position_of(NULL, store, NULL);
    uint64_t head = 0;
    CHECK(note_until_failure(position, &head) == DICECHESS_OK);
    const dicechess_position_extent extent = extent_of(position);
    CHECK(extent.end == GROUPS && extent.horizon > 0 && extent.horizon < extent.head);
    FAILS(dicechess_position_seek(position, 0, NULL, record), DICECHESS_ERR_TAPE_HORIZON, -1, (int64_t)extent.horizon, "given up");
    FAILS(dicechess_position_unwind_turn(position, record), DICECHESS_ERR_TAPE_HORIZON, -1, (int64_t)extent.horizon, "given up");
    CHECK(extent_of(position).head == GROUPS);
    OK(dicechess_position_seek(position, extent.horizon, NULL, record));
    FAILS(dicechess_position_undo(position, record), DICECHESS_ERR_TAPE_HORIZON, -1, (int64_t)extent.horizon, "given up");
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
}

/* A ring whose budget others use up refuses, and has given up nothing then. */
static void ring_with_others(void) {
    dicechess_chunk_store *store = store_of(DICECHESS_CHUNK_STORE_RING, 32, 1000, NULL);
    dicechess_position *position = position_of(NULL, store, NULL), *forks[GROUPS / 16] = {0};
    size_t count = 0;
    /* Notes fill a chunk of 32 with 17: each of these forks shares one more. */
    for (uint64_t head = 0; dicechess_position_note(position, 5, NULL) == DICECHESS_OK; head++) {
        if (head % 17 == 0) OK(dicechess_position_fork(position, &forks[count++], record));
    }
    OK(dicechess_position_undo(position, record));
    const dicechess_position_extent extent = extent_of(position);
    const dicechess_position_identity identity = identity_of(position);
    CHECK(extent.horizon == 0 && extent.chunks > 3 && extent.end == extent.head + 1);
    OK(dicechess_position_step(position, 1, NULL, record));
    const char notes[] = "@1\n@2\n@3\n@4\n@5\n@6\n@7\n@8\n@9\n@1\n@2\n@3\n@4\n@5\n@6\n@7\n@8\n@9\n";
    FAILS(dicechess_position_note(position, 5, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    FAILS(dicechess_position_play_text(position, notes, sizeof notes - 1, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    OK(dicechess_position_undo(position, record));
    FAILS(dicechess_position_play_text(position, notes, sizeof notes - 1, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    CHECK(extent_of(position).horizon == 0 && extent_of(position).chunks == extent.chunks);
    CHECK(extent_of(position).head == extent.head && extent_of(position).end == extent.end);
    CHECK(identity_of(position).chain == identity.chain);
    while (count > 0) dicechess_position_free(forks[--count]);
    /* Alone it goes on, text included, though not with a text that is wrong in the end. */
    for (int i = 0; i < 20; i++) {
        const dicechess_position_extent before = extent_of(position);
        FAILS(dicechess_position_play_text(position, "@1\n@2\n@3\n@4\n@5\n@6\n@7\n@8\n@9\n@1\n@2\n@3\n@4\n@5\n@6\n@7\n@8\n@9\nx",
                                           55, record),
              DICECHESS_ERR_TEXT, 1, 54, "expected a roll");
        CHECK(extent_of(position).horizon == before.horizon && extent_of(position).end == before.end);
        play(position, notes);
        CHECK(extent_of(position).head == before.head + 18);
    }
    CHECK(extent_of(position).horizon > 0);
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
}

/* Whatever the storage does wrong, nothing changes, and once it works again so does the position. */
static void spilling(void) {
    Storage storage = {.write_failure = 28, .forges = -1};
    dicechess_chunk_store *store = store_of(DICECHESS_CHUNK_STORE_SPILL, 256, 7000, &storage);
    dicechess_position *position = position_of(NULL, store, NULL);
    dicechess_state *walker = state_of(INITIAL);
    uint64_t head = 0;
    CHECK(note_until_failure(position, &head) == DICECHESS_ERR_TAPE_IO && error.detail == 28);
    CHECK(extent_of(position).head == head && storage.used == 0);
    FAILS(dicechess_position_note(position, 3, record), DICECHESS_ERR_TAPE_IO, -1, -1, "28");
    storage.write_failure = 0;
    while (extent_of(position).head < head + 2500) random_group(walker, position, NULL);
    CHECK(storage.used > 8 && counts_of(store).spilled == storage.used && counts_of(store).bytes <= 7000);
    const dicechess_position_identity identity = identity_of(position);
    head = extent_of(position).head;

    storage.read_failure = -5;
    FAILS(dicechess_position_seek(position, 9, NULL, record), DICECHESS_ERR_TAPE_IO, -1, -1, "-5");
    CHECK(error.detail == -5 && extent_of(position).head == head);
    FAILS(dicechess_position_step(position, -100000, NULL, record), DICECHESS_ERR_TAPE_IO, -1, -1, "-5");
    CHECK(extent_of(position).head == head && identity_of(position).chain == identity.chain);
    storage.read_failure = 0;
    storage.damages = 1;
    FAILS(dicechess_position_seek(position, 9, NULL, record), DICECHESS_ERR_TAPE_IO, -1, -1, "code 0");
    CHECK(extent_of(position).head == head);
    storage.damages = 0;
    /* Nor are cells taken that are not those of the chunk, whatever the checksum says. */
    OK(dicechess_position_seek(position, 900, NULL, record));
    const uint8_t operations[] = {0, DICECHESS_CELL_TURN_START << 4, DICECHESS_CELL_NOTE << 4};
    for (size_t i = 0; i < 3; i++) {
        storage.forges = operations[i];
        FAILS(dicechess_position_seek(position, 9, NULL, record), DICECHESS_ERR_TAPE_IO, -1, -1, "code 0");
        FAILS(dicechess_position_step(position, -100000, NULL, record), DICECHESS_ERR_TAPE_IO, -1, -1, "code 0");
        FAILS(dicechess_position_read(position, 0, 100, NULL, 0, NULL, record), DICECHESS_ERR_TAPE_IO, -1, -1, "code 0");
        CHECK(extent_of(position).head > 880 && extent_of(position).head <= 900);
    }
    storage.forges = -1;
    OK(dicechess_position_seek(position, head, NULL, record));
    storage.reenters = position;
    OK(dicechess_position_seek(position, 9, NULL, record));
    CHECK(storage.reentered == DICECHESS_ERR_BUSY && storage.reads > 3);
    storage.reenters = NULL;
    OK(dicechess_position_seek(position, 0, NULL, record));
    CHECK(stands(position, INITIAL));
    OK(dicechess_position_seek(position, head, NULL, record));
    CHECK(identity_of(position).chain == identity.chain && identity_of(position).key == key_of(walker));

    /* The data is released with the last user, which is the position. */
    dicechess_chunk_store_release(store);
    CHECK(storage.drops == 0);
    dicechess_position_free(position);
    CHECK(storage.drops == 1 && storage.used == 0);
    dicechess_state_free(walker);
}

static void caches(void) {
    dicechess_position_cache *cache = NULL;
    dicechess_position_cache_counts counts = {.struct_size = sizeof counts};
    FAILS(dicechess_position_cache_new(UINT64_MAX, &cache, record), DICECHESS_ERR_MEMORY, -1, -1, "memory");
    FAILS(dicechess_position_cache_new(UINT64_MAX / 4, &cache, record), DICECHESS_ERR_MEMORY, -1, -1, "memory");
    CHECK(cache == NULL);
    FAILS(dicechess_position_cache_new(0, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out");
    OK(dicechess_position_cache_new(0, &cache, record));
    OK(dicechess_position_cache_stats(cache, &counts, record));
    CHECK(counts.capacity == 32 && counts.hits == 0 && counts.misses == 0);
    FAILS(dicechess_position_cache_stats(NULL, &counts, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    FAILS(dicechess_position_cache_stats(cache, NULL, record), DICECHESS_ERR_NULL, 1, -1, "counts");
    FAILS(dicechess_position_cache_clear(NULL, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    FAILS(dicechess_position_cache_retain(NULL, record), DICECHESS_ERR_NULL, 0, -1, "cache");
    dicechess_position *position = position_of(NULL, NULL, cache);
    OK(dicechess_position_make_micro_move(position, move_of(12, 28, 1), record));
    OK(dicechess_position_unmake(position, record));
    OK(dicechess_position_make_micro_move(position, move_of(12, 28, 1), record));
    OK(dicechess_position_cache_stats(cache, &counts, record));
    CHECK(counts.hits >= 1);
    const uint64_t before = counts.misses;
    OK(dicechess_position_cache_clear(cache, record));
    OK(dicechess_position_unmake(position, record));
    OK(dicechess_position_make_micro_move(position, move_of(12, 28, 1), record));
    OK(dicechess_position_cache_stats(cache, &counts, record));
    CHECK(counts.misses > before);
    OK(dicechess_position_cache_retain(cache, record));
    dicechess_position_cache_release(cache);
    dicechess_position_cache_release(cache);
    dicechess_position_cache_release(NULL);
    /* The position keeps what it needs. */
    OK(dicechess_position_unmake(position, record));
    CHECK(stands(position, INITIAL));
    dicechess_position_free(position);
}

typedef struct {
    dicechess_chunk_store *store;
    dicechess_position_cache *cache;
    uint64_t initial;
} Shared;

/* Plays the same notes and moves as every other thread does, with references of its own. */
static void *play_together(void *shared) {
    const Shared *both = shared;
    dicechess_position *position = NULL;
    int right = dicechess_chunk_store_retain(both->store, NULL) == DICECHESS_OK &&
                dicechess_position_cache_retain(both->cache, NULL) == DICECHESS_OK &&
                dicechess_position_new(NULL, both->store, both->cache, &position, NULL) == DICECHESS_OK;
    for (uint16_t i = 0; right && i < 200; i++) {
        right = dicechess_position_play_text(position, "g1f3\ng8f6\nf3g1\nf6g8\n", 20, NULL) == DICECHESS_OK &&
                dicechess_position_note(position, i, NULL) == DICECHESS_OK;
    }
    /* All men are back where they started. */
    dicechess_position_identity identity = {.struct_size = sizeof identity};
    right = right && dicechess_position_hashes(position, &identity, NULL) == DICECHESS_OK && identity.key == both->initial;
    dicechess_position_free(position);
    dicechess_chunk_store_release(both->store);
    dicechess_position_cache_release(both->cache);
    return right ? shared : NULL;
}

static void threads(void) {
    Shared shared = {.store = small_store(), .initial = key_of_dfen(INITIAL)};
    OK(dicechess_position_cache_new(100000, &shared.cache, record));
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, play_together, &shared) == 0);
    for (int i = 0; i < 4; i++) {
        void *result = NULL;
        CHECK(pthread_join(threads[i], &result) == 0 && result == &shared);
    }
    CHECK(counts_of(shared.store).shared > 0 && counts_of(shared.store).collisions == 0);
    dicechess_chunk_store_release(shared.store);
    dicechess_position_cache_release(shared.cache);
}

int main(void) {
    options();
    sharing();
    lossless();
    ring();
    ring_with_others();
    spilling();
    caches();
    threads();
    return 0;
}
