/* Legal turns at a position's head: the same as without a memory, whether computed, remembered, or found in a cache that positions and
   threads share. */
#include <pthread.h>

#include "tape.h"

enum { ROUNDS = 1500, MOST = 70000 };

/* One list as arrays. */
typedef struct {
    size_t count, king_captures;
    dicechess_micro_move moves[MOST][3];
    uint8_t lengths[MOST];
    uint64_t keys[MOST];
} Listed;

/* Fails in a way that is the same on every thread. */
static int list(const dicechess_turns *turns, Listed *listed) {
    return dicechess_turns_fill(turns, listed->moves[0], listed->lengths, listed->keys, MOST, &listed->count, NULL) ==
               DICECHESS_OK &&
           dicechess_turns_king_captures(turns, &listed->king_captures, NULL) == DICECHESS_OK;
}

static int same(const dicechess_turns *found, const dicechess_turns *expected) {
    Listed *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    const int equal = a != NULL && b != NULL && list(found, a) && list(expected, b) && a->count == b->count &&
                      a->king_captures == b->king_captures &&
                      memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0 &&
                      memcmp(a->lengths, b->lengths, a->count) == 0 &&
                      memcmp(a->keys, b->keys, a->count * sizeof *a->keys) == 0;
    free(a);
    free(b);
    return equal;
}

static dicechess_turns *empty_list(void) {
    dicechess_turns *turns = NULL;
    OK(dicechess_turns_new(&turns, record));
    return turns;
}

static size_t count_of(const dicechess_turns *turns) {
    size_t count = 99;
    OK(dicechess_turns_count(turns, &count, record));
    return count;
}

/* The final states are those of the state at the head, clocks included: a cached list may come from other clocks. */
static void check_final_states(const dicechess_turns *found, const dicechess_turns *expected) {
    dicechess_state *a = state_of(INITIAL), *b = state_of(INITIAL);
    for (size_t i = 0; i < count_of(expected); i += 1 + below(40)) {
        OK(dicechess_turns_final_state(found, i, a, record));
        OK(dicechess_turns_final_state(expected, i, b, record));
        CHECK(equal(a, b));
    }
    dicechess_state_free(a);
    dicechess_state_free(b);
}

/* Random games, forth and back, without a cache, with one that keeps all, and with one that forgets at once. */
static void random_games(void) {
    dicechess_chunk_store *store = small_store();
    dicechess_position_cache *large = NULL, *tiny = NULL;
    OK(dicechess_position_cache_new(1 << 22, &large, record));
    OK(dicechess_position_cache_new(0, &tiny, record));
    dicechess_position *positions[] = {position_of(NULL, store, NULL), position_of(NULL, store, large),
                                       position_of(NULL, store, large), position_of(NULL, store, tiny)};
    dicechess_state *state = state_of(INITIAL);
    dicechess_turns *expected = empty_list(), *found = empty_list();
    for (int round = 0; round < ROUNDS; round++) {
        dicechess_state *walker = state_of(INITIAL);
        OK(dicechess_position_state(positions[0], walker, record));
        if (below(4) > 0) {
            random_group(walker, positions[0], positions[1]);
        } else {
            const int64_t groups = -1 - (int64_t)below(6);
            OK(dicechess_position_step(positions[0], groups, NULL, record));
            OK(dicechess_position_step(positions[1], groups, NULL, record));
            OK(dicechess_position_state(positions[0], walker, record));
        }
        OK(dicechess_position_state(positions[0], state, record));
        CHECK(equal(state, walker));
        /* The other two come to the same place as copies. */
        for (int i = 2; i < 4; i++) {
            if (below(3) > 0) continue;
            dicechess_position_free(positions[i]);
            OK(dicechess_position_fork(positions[0], &positions[i], record));
            OK(dicechess_position_attach_cache(positions[i], i == 2 ? large : tiny, record));
        }
        for (int i = 0; i < 4; i++) {
            OK(dicechess_position_state(positions[i], state, record));
            OK(dicechess_turns_generate(expected, state, DICECHESS_NO_LIMIT, record));
            OK(dicechess_position_turns(positions[i], found, DICECHESS_NO_LIMIT, record));
            CHECK(same(found, expected));
            check_final_states(found, expected);
        }
        dicechess_state_free(walker);
    }
    dicechess_position_cache_counts counts = {.struct_size = sizeof counts};
    OK(dicechess_position_cache_stats(large, &counts, record));
    CHECK(counts.hits > ROUNDS / 2 && counts.misses > 100);
    for (int i = 0; i < 4; i++) dicechess_position_free(positions[i]);
    dicechess_turns_free(expected);
    dicechess_turns_free(found);
    dicechess_state_free(state);
    dicechess_position_cache_release(large);
    dicechess_position_cache_release(tiny);
    dicechess_chunk_store_release(store);
}

/* Two positions that differ in their clocks only. The second one finds the list of the first. */
static void other_clocks(void) {
    dicechess_position_cache *cache = NULL;
    OK(dicechess_position_cache_new(1 << 22, &cache, record));
    dicechess_position *young = position_of("4k3/8/8/8/8/8/4P3/4K2R w K - 7 20 PKR", NULL, cache);
    dicechess_position *old = position_of("4k3/8/8/8/8/8/4P3/4K2R w K - 99 33 PKR", NULL, cache);
    dicechess_turns *first = empty_list(), *second = empty_list(), *expected = empty_list();
    dicechess_position_cache_counts before = {.struct_size = sizeof before}, after = before;
    OK(dicechess_position_turns(young, first, DICECHESS_NO_LIMIT, record));
    OK(dicechess_position_cache_stats(cache, &before, record));
    OK(dicechess_position_turns(old, second, DICECHESS_NO_LIMIT, record));
    OK(dicechess_position_cache_stats(cache, &after, record));
    CHECK(after.hits == before.hits + 1 && after.misses == before.misses);
    dicechess_state *state = state_of("4k3/8/8/8/8/8/4P3/4K2R w K - 99 33 PKR");
    OK(dicechess_turns_generate(expected, state, DICECHESS_NO_LIMIT, record));
    CHECK(same(second, expected) && same(first, expected));
    check_final_states(second, expected);
    /* Asked again, the position itself remembers. */
    OK(dicechess_position_turns(old, second, DICECHESS_NO_LIMIT, record));
    OK(dicechess_position_cache_stats(cache, &before, record));
    CHECK(same(second, expected) && before.hits == after.hits);
    dicechess_state_free(state);
    dicechess_turns_free(first);
    dicechess_turns_free(second);
    dicechess_turns_free(expected);
    dicechess_position_free(young);
    dicechess_position_free(old);
    dicechess_position_cache_release(cache);
}

/* A limit is refused in the same way whether the list is computed or remembered, and the refusal is not remembered. */
static void limits(void) {
    dicechess_position *position = position_of(INITIAL " PNB", NULL, NULL);
    dicechess_turns *turns = empty_list();
    for (int i = 0; i < 2; i++) {
        FAILS(dicechess_position_turns(position, turns, 339, record), DICECHESS_ERR_LIMIT, 2, -1, "more than 339");
        CHECK(count_of(turns) == 0);
        OK(dicechess_position_turns(position, turns, 340, record));
        CHECK(count_of(turns) == 340);
    }
    dicechess_position_free(position);

    /* A list that is too long to be remembered is right all the same: twice, and one turn less is refused. */
    static const char queens[] = "3qk3/8/8/8/1Q4Q1/8/3Q2Q1/Q3K1QQ w - - 0 1 QQQ";
    dicechess_position_cache *cache = NULL;
    OK(dicechess_position_cache_new(1 << 20, &cache, record));
    position = position_of(queens, NULL, cache);
    dicechess_state *state = state_of(queens);
    dicechess_turns *expected = empty_list();
    OK(dicechess_turns_generate(expected, state, DICECHESS_NO_LIMIT, record));
    const size_t count = count_of(expected);
    CHECK(count > 32768);
    for (int i = 0; i < 2; i++) {
        OK(dicechess_position_turns(position, turns, count, record));
        CHECK(count_of(turns) == count);
        check_final_states(turns, expected);
        FAILS(dicechess_position_turns(position, turns, count - 1, record), DICECHESS_ERR_LIMIT, 2, -1, "more than");
    }

    FAILS(dicechess_position_turns(NULL, turns, 1, record), DICECHESS_ERR_NULL, 0, -1, "position");
    FAILS(dicechess_position_turns(position, NULL, 1, record), DICECHESS_ERR_NULL, 1, -1, "turns");
    FAILS(dicechess_position_turns(position, (dicechess_turns *)state, 1, record), DICECHESS_ERR_HANDLE, 1, -1, "no live");
    dicechess_state_free(state);
    dicechess_turns_free(turns);
    dicechess_turns_free(expected);
    dicechess_position_free(position);
    dicechess_position_cache_release(cache);
}

/* Rolls, lists and takes back in another order than the other threads, with a cache that is too small for all. */
static void *look_around(void *cache) {
    static const char *const dfens[] = {INITIAL, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3"};
    dicechess_turns *found = NULL, *expected = NULL;
    int right = dicechess_turns_new(&found, NULL) == DICECHESS_OK && dicechess_turns_new(&expected, NULL) == DICECHESS_OK;
    for (int dfen = 0; right && dfen < 2; dfen++) {
        dicechess_state *state = NULL;
        dicechess_position *position = NULL;
        right = dicechess_state_from_dfen(dfens[dfen], DICECHESS_NUL_TERMINATED, &state, NULL) == DICECHESS_OK &&
                dicechess_position_new(state, NULL, cache, &position, NULL) == DICECHESS_OK;
        for (uint8_t i = 0; right && i < 216; i++) {
            const uint8_t faces[] = {(uint8_t)(1 + i % 6), (uint8_t)(1 + i / 6 % 6), (uint8_t)(1 + i / 36)};
            right = dicechess_position_roll(position, faces, 3, NULL) == DICECHESS_OK &&
                    dicechess_position_turns(position, found, DICECHESS_NO_LIMIT, NULL) == DICECHESS_OK &&
                    dicechess_state_set_dice(state, faces, 3, NULL) == DICECHESS_OK &&
                    dicechess_turns_generate(expected, state, DICECHESS_NO_LIMIT, NULL) == DICECHESS_OK &&
                    same(found, expected) && dicechess_position_undo(position, NULL) == DICECHESS_OK;
        }
        dicechess_position_free(position);
        dicechess_state_free(state);
    }
    dicechess_turns_free(found);
    dicechess_turns_free(expected);
    return right ? cache : NULL;
}

static void threads(void) {
    dicechess_position_cache *cache = NULL;
    OK(dicechess_position_cache_new(300000, &cache, record));
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) CHECK(pthread_create(&threads[i], NULL, look_around, cache) == 0);
    for (int i = 0; i < 3; i++) {
        void *result = NULL;
        CHECK(pthread_join(threads[i], &result) == 0 && result == cache);
    }
    dicechess_position_cache_release(cache);
}

int main(void) {
    random_games();
    other_clocks();
    limits();
    threads();
    return 0;
}
