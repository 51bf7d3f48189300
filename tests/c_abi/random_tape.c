/* Random calls on positions that share stores of every policy, with a storage that fails now and then: every status is a documented one, a
   call that fails changes nothing, and what a position has recorded always leads to its state. */
#include "tape.h"

enum { POSITIONS = 6, STORES = 3, CALLS = 20000, PLACES = 20000 };

typedef struct {
    uint8_t *frames[PLACES];
    size_t lengths[PLACES];
    uint64_t used;
} Storage;

static Storage storage;

static int32_t write_frame(void *user_data, uint64_t chunk_id, const uint8_t *frame, size_t length, uint64_t *place) {
    Storage *kept = user_data;
    (void)chunk_id;
    if (below(4) == 0 || kept->used == PLACES) return 11;
    kept->frames[kept->used] = malloc(length);
    if (kept->frames[kept->used] == NULL) return 12;
    memcpy(kept->frames[kept->used], frame, length);
    kept->lengths[kept->used] = length;
    *place = kept->used++;
    return 0;
}

static int32_t read_frame(void *user_data, uint64_t place, uint8_t *frame, size_t length) {
    const Storage *kept = user_data;
    if (below(10) == 0 || place >= kept->used || kept->lengths[place] != length) return 13;
    memcpy(frame, kept->frames[place], length);
    return 0;
}

static dicechess_chunk_store *store_of(int32_t policy) {
    dicechess_chunk_store_options options = {.struct_size = sizeof options, .policy = policy, .capacity = 32};
    dicechess_chunk_store *store = NULL;
    options.budget = 3000;
    options.user_data = &storage;
    options.write = write_frame;
    options.read = read_frame;
    OK(dicechess_chunk_store_new(&options, &store, record));
    return store;
}

static int is_documented(dicechess_status status) {
    return status == DICECHESS_OK || status == DICECHESS_ERR_RANGE || status == DICECHESS_ERR_ILLEGAL ||
           status == DICECHESS_ERR_TEXT || status == DICECHESS_ERR_TAPE_START || status == DICECHESS_ERR_TAPE_HORIZON ||
           status == DICECHESS_ERR_TAPE_FULL || status == DICECHESS_ERR_TAPE_IO;
}

/* A micro-move that the board allows, or any. */
static dicechess_status make(dicechess_position *position) {
    dicechess_state *state = state_of(INITIAL);
    dicechess_micro_move moves[256];
    size_t count = 0;
    OK(dicechess_position_state(position, state, record));
    OK(dicechess_state_micro_moves(state, moves, 256, &count, record));
    const dicechess_micro_move chosen = count > 0 && below(10) > 0 ? moves[below((unsigned)count)] : (dicechess_micro_move)below(0x10000);
    dicechess_state_free(state);
    return dicechess_position_make_micro_move(position, chosen, &error);
}

static dicechess_status call(dicechess_position *position) {
    static const char *const texts[] = {"g1f3\n", "- ...\n", "PPN e2e4 e7e5\n", "@7\n", "nnn ?\n", "ppp a7a6 b7b6\n"};
    const uint64_t end = extent_of(position).end;
    const uint8_t faces[] = {(uint8_t)below(8), (uint8_t)(1 + below(6)), (uint8_t)(1 + below(6)), 1};
    switch (below(20)) {
    case 0: return dicechess_position_roll(position, faces, below(5), &error);
    case 1:
    case 2:
    case 3:
    case 4: return dicechess_position_roll(position, faces + 1, 1 + below(2), &error);
    case 5:
    case 6: return dicechess_position_end_turn(position, &error);
    case 7: return dicechess_position_note(position, (uint16_t)below(2200), &error);
    case 8: return dicechess_position_undo(position, &error);
    case 9: return dicechess_position_unmake(position, &error);
    case 10: return below(4) ? DICECHESS_OK : dicechess_position_unwind_turn(position, &error);
    case 11: return dicechess_position_seek(position, end + 5 - below(below(4) ? 30 : (unsigned)end + 5), NULL, &error);
    case 12: return dicechess_position_seek_turn(position, below(40), NULL, &error);
    case 13: return dicechess_position_step(position, (int64_t)below(40) - 10, NULL, &error);
    case 14: return below(9) ? DICECHESS_OK : dicechess_position_truncate(position, &error);
    case 15: return dicechess_position_play_text(position, texts[below(6)], DICECHESS_NUL_TERMINATED, &error);
    default: return make(position);
    }
}

/* Until the storage answers. All 0 if the turn began where the history has been given up. */
static dicechess_position_identity patient_identity(const dicechess_position *position) {
    dicechess_position_identity identity = {.struct_size = sizeof identity};
    dicechess_status status = DICECHESS_ERR_TAPE_IO;
    for (int i = 0; i < 1000 && status == DICECHESS_ERR_TAPE_IO; i++) {
        status = dicechess_position_hashes(position, &identity, &error);
    }
    if (status == DICECHESS_ERR_TAPE_HORIZON) {
        const int64_t horizon = error.offset;
        const dicechess_position_extent extent = extent_of(position);
        CHECK(extent.in_turn == 1 && horizon > 0 && extent.horizon == (uint64_t)horizon);
    } else {
        CHECK(status == DICECHESS_OK);
    }
    return identity;
}

/* From the start to the head, the recorded cells give the same identity. */
static void check_history(const dicechess_position *position) {
    const dicechess_position_extent extent = extent_of(position);
    const dicechess_position_identity identity = patient_identity(position);
    dicechess_position *fork = NULL;
    OK(dicechess_position_fork(position, &fork, record));
    dicechess_status status = DICECHESS_ERR_TAPE_IO;
    while (status == DICECHESS_ERR_TAPE_IO) status = dicechess_position_seek(fork, extent.horizon, NULL, &error);
    CHECK(status == DICECHESS_OK);
    status = DICECHESS_ERR_TAPE_IO;
    while (status == DICECHESS_ERR_TAPE_IO) status = dicechess_position_seek(fork, extent.head, NULL, &error);
    CHECK(status == DICECHESS_OK && extent_of(fork).head == extent.head);
    const dicechess_position_identity again = patient_identity(fork);
    CHECK(again.key == identity.key && again.chain == identity.chain && again.turn_key == identity.turn_key);
    dicechess_position_free(fork);
}

int main(void) {
    dicechess_chunk_store *stores[STORES];
    dicechess_position_cache *cache = NULL;
    dicechess_position *positions[POSITIONS];
    int failures = 0;
    for (int32_t policy = 0; policy < STORES; policy++) stores[policy] = store_of(policy);
    OK(dicechess_position_cache_new(50000, &cache, record));
    for (int i = 0; i < POSITIONS; i++) positions[i] = position_of(NULL, stores[i % STORES], i % 2 ? cache : NULL);
    for (int i = 0; i < CALLS; i++) {
        const unsigned chosen = below(POSITIONS);
        /* Mostly at the end, so that games grow. */
        if (below(20) > 0) (void)dicechess_position_step(positions[chosen], INT64_MAX, NULL, NULL);
        const dicechess_position_extent before = extent_of(positions[chosen]);
        const dicechess_position_identity identity = patient_identity(positions[chosen]);
        const dicechess_status status = call(positions[chosen]);
        CHECK(is_documented(status));
        if (status != DICECHESS_OK) {
            const dicechess_position_extent after = extent_of(positions[chosen]);
            failures++;
            CHECK(after.head == before.head && after.end == before.end && after.in_turn == before.in_turn);
            CHECK(patient_identity(positions[chosen]).chain == identity.chain);
            CHECK(patient_identity(positions[chosen]).key == identity.key);
        }
        if (below(100) == 0) check_history(positions[chosen]);
        /* A store that is full makes room for another game. */
        if (status == DICECHESS_ERR_TAPE_FULL || below(700) == 0) {
            dicechess_position *fork = NULL;
            OK(dicechess_position_fork(positions[below(POSITIONS)], &fork, record));
            dicechess_position_free(positions[chosen]);
            positions[chosen] = below(3) ? position_of(NULL, stores[chosen % STORES], cache) : fork;
            if (positions[chosen] != fork) dicechess_position_free(fork);
        }
    }
    CHECK(failures > 100 && storage.used > 0);
    for (int i = 0; i < POSITIONS; i++) dicechess_position_free(positions[i]);
    for (int i = 0; i < STORES; i++) dicechess_chunk_store_release(stores[i]);
    dicechess_position_cache_release(cache);
    while (storage.used > 0) free(storage.frames[--storage.used]);
    return 0;
}
