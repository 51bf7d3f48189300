/* Transposition tables: sizes, what is kept, telemetry, several threads, bad arguments. */
#include "check.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, ROUNDS = 20000, KEYS = 64 };

static dicechess_tt *table_of(size_t capacity) {
    dicechess_tt *tt = NULL;
    OK(dicechess_tt_new(capacity, &tt, record));
    return tt;
}

static dicechess_tt_entry entry_of(uint64_t key, double value, int32_t bound, int32_t depth) {
    return (dicechess_tt_entry){.struct_size = sizeof(dicechess_tt_entry), .bound = bound, .key = key, .value = value, .depth = depth};
}

static void store(dicechess_tt *tt, dicechess_tt_entry entry) { OK(dicechess_tt_store(tt, &entry, record)); }

static dicechess_tt_entry probe(dicechess_tt *tt, uint64_t key) {
    dicechess_tt_entry entry = {.struct_size = sizeof entry, .bound = 99};
    OK(dicechess_tt_probe(tt, key, &entry, record));
    return entry;
}

/* Whether the table counted so much. */
static int has_counted(const dicechess_tt *tt, uint64_t stores, uint64_t overwrites, uint64_t collisions, uint64_t hits,
                       uint64_t misses) {
    dicechess_telemetry t = {.struct_size = sizeof t};
    OK(dicechess_tt_telemetry(tt, &t, record));
    return t.stores == stores && t.overwrites == overwrites && t.collisions == collisions && t.hits == hits &&
           t.misses == misses;
}

static void sizes(void) {
    size_t capacity = 0, bytes = 0;
    dicechess_tt *tt = NULL;
    OK(dicechess_tt_new(1, &tt, record));
    OK(dicechess_tt_capacity(tt, &capacity, record));
    OK(dicechess_tt_bytes(tt, &bytes, record));
    CHECK(capacity == 1 && bytes == 32);
    dicechess_tt_free(tt);
    OK(dicechess_tt_new_with_bytes(100000, &tt, record));
    OK(dicechess_tt_capacity(tt, &capacity, record));
    OK(dicechess_tt_bytes(tt, &bytes, record));
    CHECK(capacity == 2048 && bytes == 65536);
    dicechess_tt_free(tt);
    OK(dicechess_tt_new(DICECHESS_TT_DEFAULT_CAPACITY, &tt, record));
    OK(dicechess_tt_bytes(tt, &bytes, record));
    CHECK(bytes == 8u << 20);
    dicechess_tt_free(tt);
    dicechess_tt_free(NULL);
}

static void contents(void) {
    dicechess_tt *tt = table_of(16);
    const double values[] = {-0.0, 1.7976931348623157e308, -1e9, 10001, 5e-324, -4629320.833333334};
    CHECK(probe(tt, 0).bound == DICECHESS_BOUND_NONE && probe(tt, 7).key == 7);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        dicechess_tt_entry entry = entry_of(i << 60 | 3, values[i], (int32_t)(1 + i % 3), 255);
        entry.loss_tainted = i % 2;
        store(tt, entry);
        const dicechess_tt_entry found = probe(tt, entry.key);
        CHECK(memcmp(&found, &entry, sizeof found) == 0);
    }
    CHECK(probe(tt, 3).bound == DICECHESS_BOUND_NONE);
    store(tt, entry_of(5, 0.5, DICECHESS_BOUND_EXACT, 0));
    const double refused[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const dicechess_tt_entry entry = entry_of(5, refused[i], DICECHESS_BOUND_EXACT, 1);
        FAILS(dicechess_tt_store(tt, &entry, record), DICECHESS_ERR_RANGE, 1, offsetof(dicechess_tt_entry, value),
              "value is");
    }
    CHECK(probe(tt, 5).value == 0.5);
    CHECK(has_counted(tt, 7, 0, 5, 7, 3));
    /* An exact value gives way to an equally deep one, no shallower one; a bound to anything of its position. */
    store(tt, entry_of(5, 1, DICECHESS_BOUND_EXACT, 2));
    store(tt, entry_of(5, 2, DICECHESS_BOUND_EXACT, 1));
    CHECK(probe(tt, 5).value == 1);
    store(tt, entry_of(5, 3, DICECHESS_BOUND_UPPER, 2));
    store(tt, entry_of(5, 4, DICECHESS_BOUND_LOWER, 0));
    CHECK(probe(tt, 5).value == 4 && probe(tt, 5).bound == DICECHESS_BOUND_LOWER);
    CHECK(has_counted(tt, 11, 3, 5, 10, 3));
    OK(dicechess_tt_reset_telemetry(tt, record));
    CHECK(has_counted(tt, 0, 0, 0, 0, 0) && probe(tt, 5).depth == 0 && has_counted(tt, 0, 0, 0, 1, 0));
    OK(dicechess_tt_clear(tt, record));
    CHECK(has_counted(tt, 0, 0, 0, 0, 0) && probe(tt, 5).bound == DICECHESS_BOUND_NONE);
    dicechess_tt_free(tt);
}

static dicechess_tt *shared_table;
static atomic_int wrong;

/* Every entry that is found was stored as a whole: value and depth follow from the key and each other. */
static void *use_together(void *offset) {
    for (uint64_t i = 0; i < ROUNDS; i++) {
        const uint64_t key = i * 7 % KEYS;
        const int32_t depth = (int32_t)((i + (uintptr_t)offset) % 256);
        dicechess_tt_entry entry = entry_of(key, (double)key * 256 + depth, DICECHESS_BOUND_UPPER, depth);
        if (dicechess_tt_store(shared_table, &entry, NULL) != DICECHESS_OK ||
            dicechess_tt_probe(shared_table, key, &entry, NULL) != DICECHESS_OK ||
            (entry.bound != DICECHESS_BOUND_NONE && entry.value != (double)key * 256 + entry.depth)) {
            wrong++;
        }
    }
    return NULL;
}

/* A clearing call is refused or done, and what meets it is refused or done. */
static void *clear_together(void *unused) {
    for (int i = 0; i < ROUNDS / 10; i++) {
        dicechess_tt_entry entry = {.struct_size = sizeof entry};
        const dicechess_status cleared = dicechess_tt_clear(shared_table, NULL);
        const dicechess_status probed = dicechess_tt_probe(shared_table, 1, &entry, NULL);
        if (cleared != DICECHESS_OK && cleared != DICECHESS_ERR_BUSY) wrong++;
        if (probed != DICECHESS_OK && probed != DICECHESS_ERR_BUSY) wrong++;
    }
    return unused;
}

static void threads(void) {
    pthread_t threads[THREADS];
    shared_table = table_of(KEYS / 4);
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, use_together, (void *)(i * 85)) == 0);
    }
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, clear_together, NULL) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(wrong == 0);
    dicechess_tt_free(shared_table);
}

static void bad(void) {
    dicechess_tt *tt = NULL, *table = table_of(4);
    dicechess_state *state = state_of(INITIAL);
    dicechess_tt_entry entry = entry_of(1, 1, DICECHESS_BOUND_EXACT, 1);
    dicechess_telemetry telemetry = {.struct_size = sizeof telemetry};
    size_t size = 5;
    FAILS(dicechess_tt_new(4, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out is NULL");
    FAILS(dicechess_tt_new(0, &tt, record), DICECHESS_ERR_RANGE, 0, -1, "capacity is 0 entries, expected a power of two");
    FAILS(dicechess_tt_new(3, &tt, record), DICECHESS_ERR_RANGE, 0, -1, "capacity is 3");
    FAILS(dicechess_tt_new((size_t)1 << 60, &tt, record), DICECHESS_ERR_MEMORY, 0, -1, "no memory");
    FAILS(dicechess_tt_new((size_t)1 << 50, &tt, record), DICECHESS_ERR_MEMORY, 0, -1, "no memory");
    FAILS(dicechess_tt_new_with_bytes(31, &tt, record), DICECHESS_ERR_RANGE, 0, -1, "size is 31 bytes");
    FAILS(dicechess_tt_new_with_bytes(SIZE_MAX, &tt, record), DICECHESS_ERR_MEMORY, 0, -1, "no memory");
    FAILS(dicechess_tt_new_with_bytes(64, NULL, record), DICECHESS_ERR_NULL, 1, -1, "out is NULL");
    CHECK(tt == NULL);
    FAILS(dicechess_tt_capacity(NULL, &size, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    FAILS(dicechess_tt_capacity((dicechess_tt *)state, &size, record), DICECHESS_ERR_HANDLE, 0, -1, "");
    FAILS(dicechess_tt_capacity(table, NULL, record), DICECHESS_ERR_NULL, 1, -1, "capacity is NULL");
    FAILS(dicechess_tt_bytes(NULL, &size, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    FAILS(dicechess_tt_bytes(table, NULL, record), DICECHESS_ERR_NULL, 1, -1, "bytes is NULL");
    CHECK(size == 5);
    FAILS(dicechess_tt_probe(NULL, 1, &entry, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    FAILS(dicechess_tt_probe(table, 1, NULL, record), DICECHESS_ERR_NULL, 2, -1, "entry is NULL");
    FAILS(dicechess_tt_store(NULL, &entry, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    FAILS(dicechess_tt_store(table, NULL, record), DICECHESS_ERR_NULL, 1, -1, "entry is NULL");
    entry.depth = 256;
    FAILS(dicechess_tt_store(table, &entry, record), DICECHESS_ERR_RANGE, 1, 24, "depth is 256");
    entry.depth = -1;
    FAILS(dicechess_tt_store(table, &entry, record), DICECHESS_ERR_RANGE, 1, 24, "depth is -1");
    entry = entry_of(1, 1, DICECHESS_BOUND_NONE, 1);
    FAILS(dicechess_tt_store(table, &entry, record), DICECHESS_ERR_RANGE, 1, 4, "bound is 0");
    entry = entry_of(1, 1, 4, 1);
    FAILS(dicechess_tt_store(table, &entry, record), DICECHESS_ERR_RANGE, 1, 4, "bound is 4");
    entry = entry_of(1, 1, DICECHESS_BOUND_EXACT, 1);
    entry.loss_tainted = 2;
    FAILS(dicechess_tt_store(table, &entry, record), DICECHESS_ERR_RANGE, 1, 28, "loss_tainted is 2");
    entry.struct_size = sizeof entry - 1;
    FAILS(dicechess_tt_store(table, &entry, record), DICECHESS_ERR_STRUCT_SIZE, 1, 0, "entry has struct_size 31");
    FAILS(dicechess_tt_probe(table, 1, &entry, record), DICECHESS_ERR_STRUCT_SIZE, 2, 0, "entry has struct_size 31");
    FAILS(dicechess_tt_telemetry(NULL, &telemetry, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    FAILS(dicechess_tt_telemetry(table, NULL, record), DICECHESS_ERR_NULL, 1, -1, "telemetry is NULL");
    FAILS(dicechess_tt_reset_telemetry(NULL, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    FAILS(dicechess_tt_clear(NULL, record), DICECHESS_ERR_NULL, 0, -1, "tt is NULL");
    CHECK(has_counted(table, 0, 0, 0, 0, 0));
    dicechess_tt_free(table);
    dicechess_state_free(state);
}

int main(void) {
    sizes();
    contents();
    threads();
    bad();
    return 0;
}
