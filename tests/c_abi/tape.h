/* What the C test programs of the tape share. */
#ifndef TAPE_H
#define TAPE_H

#include "check.h"

static inline dicechess_position *position_of(const char *dfen, dicechess_chunk_store *store,
                                              dicechess_position_cache *cache) {
    dicechess_position *position = NULL;
    dicechess_state *state = dfen == NULL ? NULL : state_of(dfen);
    OK(dicechess_position_new(state, store, cache, &position, record));
    dicechess_state_free(state);
    return position;
}

/* A store with chunks of 32 cells, so that a few turns fill several. */
static inline dicechess_chunk_store *small_store(void) {
    dicechess_chunk_store_options options = {.struct_size = sizeof options, .capacity = 32};
    dicechess_chunk_store *store = NULL;
    OK(dicechess_chunk_store_new(&options, &store, record));
    return store;
}

static inline dicechess_position_extent extent_of(const dicechess_position *position) {
    dicechess_position_extent extent = {.struct_size = sizeof extent};
    OK(dicechess_position_info(position, &extent, record));
    return extent;
}

static inline dicechess_position_identity identity_of(const dicechess_position *position) {
    dicechess_position_identity identity = {.struct_size = sizeof identity};
    OK(dicechess_position_hashes(position, &identity, record));
    return identity;
}

static inline void play(dicechess_position *position, const char *text) {
    OK(dicechess_position_play_text(position, text, DICECHESS_NUL_TERMINATED, record));
}

static inline int has_text(const dicechess_position *position, const char *text) {
    char found[1000];
    OK(dicechess_position_to_text(position, found, sizeof found, NULL, record));
    return strcmp(found, text) == 0;
}

/* Whether the state at the head has this DFEN. */
static inline int stands(const dicechess_position *position, const char *dfen) {
    dicechess_state *state = state_of(INITIAL);
    OK(dicechess_position_state(position, state, record));
    const int equal = has_dfen(state, dfen);
    dicechess_state_free(state);
    return equal;
}

static inline uint64_t key_of_dfen(const char *dfen) {
    dicechess_state *state = state_of(dfen);
    const uint64_t key = key_of(state);
    dicechess_state_free(state);
    return key;
}

static inline int equal(const dicechess_state *a, const dicechess_state *b) {
    int32_t equal = 0;
    OK(dicechess_state_equals(a, b, &equal, record));
    return equal;
}

static inline dicechess_micro_move move_of(int origin, int destination, int flag) {
    return (dicechess_micro_move)(destination | origin << 6 | flag << 12);
}

static inline unsigned below(unsigned limit) {
    static uint64_t seed = UINT64_C(0x9E3779B97F4A7C15);
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % limit;
}

/* Rolls, makes some micro-move or ends the turn: the rules do it on `walker`, and the positions are told. Starts no new game: without kings
   it goes on as well. `second` may be NULL. */
static inline void random_group(dicechess_state *walker, dicechess_position *first, dicechess_position *second) {
    dicechess_micro_move moves[256];
    size_t count = 0;
    OK(dicechess_state_micro_moves(walker, moves, 256, &count, record));
    if (count > 0 && below(8) > 0) {
        const dicechess_micro_move micro_move = moves[below((unsigned)count)];
        if (dicechess_state_make_micro_move(walker, micro_move, NULL) == DICECHESS_OK) {
            OK(dicechess_position_make_micro_move(first, micro_move, record));
            if (second != NULL) OK(dicechess_position_make_micro_move(second, micro_move, record));
            return;
        }
    }
    if (extent_of(first).in_turn && below(4) > 0) {
        OK(dicechess_state_end_turn(walker, record));
        OK(dicechess_position_end_turn(first, record));
        if (second != NULL) OK(dicechess_position_end_turn(second, record));
        return;
    }
    const uint8_t faces[] = {(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))};
    OK(dicechess_state_set_dice(walker, faces, 3, record));
    OK(dicechess_position_roll(first, faces, 3, record));
    if (second != NULL) OK(dicechess_position_roll(second, faces, 3, record));
}

#endif
