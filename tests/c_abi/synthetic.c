/* Snapshots of noise and of games with a few squares spoilt, clocks at their ends: every function is defined on them, and those that
 * say the same thing in different ways agree. */
#include "check.h"

enum { ROUNDS = 60, LIMIT = 20000, MOST_MOVES = 4096, CHECKED_TURNS = 40 };

static uint64_t seed = 88172645463325252u;

static uint64_t word(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static unsigned below(unsigned limit) { return (unsigned)(word() >> 33) % limit; }

/* A bitboard on which one of 2^n squares is set. */
static uint64_t thin(unsigned n) {
    uint64_t board = word();
    while (n-- > 0) board &= word();
    return board;
}

static uint8_t any_man(void) { return (uint8_t)(below(2) * 8 + 1 + below(6)); }

static void fill_with_noise(dicechess_snapshot *snapshot) {
    const unsigned thinning = below(6);
    for (int i = 0; i < 2; i++) snapshot->by_color[i] = thin(thinning);
    for (int i = 0; i < 6; i++) snapshot->by_type[i] = thin(thinning);
    for (int i = 0; i < 64; i++) snapshot->mailbox[i] = below(thinning + 1) == 0 ? any_man() : 0;
}

/* Men of all sorts, or of few, on one of `sparseness` squares; three of them spoilt in every other snapshot. */
static void fill_with_men(dicechess_snapshot *snapshot) {
    static const char *const sorts[] = {"\1\2\3\4\5\6", "\5\5\5\5\5\5", "\1\6\1\6\1\6", "\5\1\5\1\5\6"};
    const char *sort = sorts[below(4)];
    const unsigned sparseness = 1 + below(6);
    for (int i = 0; i < 64; i++) {
        if (below(sparseness) != 0) continue;
        const unsigned color = below(2), type = (unsigned)sort[below(6)];
        snapshot->mailbox[i] = (uint8_t)(color * 8 + type);
        snapshot->by_color[color] |= UINT64_C(1) << i;
        snapshot->by_type[type - 1] |= UINT64_C(1) << i;
    }
    if (below(2) == 0) return;
    snapshot->by_color[below(2)] ^= UINT64_C(1) << below(64);
    snapshot->by_type[below(6)] ^= UINT64_C(1) << below(64);
    snapshot->mailbox[below(64)] = any_man();
}

static dicechess_snapshot any_snapshot(void) {
    dicechess_snapshot snapshot = {.struct_size = sizeof snapshot};
    if (below(3) == 0) {
        fill_with_noise(&snapshot);
    } else {
        fill_with_men(&snapshot);
    }
    snapshot.side_to_move = (int32_t)below(2);
    snapshot.en_passant = below(2) == 0 ? 0 : thin(below(4));
    for (int i = 0; i < 3; i++) snapshot.dice[i] = (uint8_t)below(7);
    snapshot.castling_rights = (uint8_t)below(16);
    snapshot.half_move_clock = below(2) == 0 ? 127 : (int32_t)below(128);
    snapshot.full_move_number = below(2) == 0 ? INT32_MAX : 1 + (int32_t)below(100);
    return snapshot;
}

static int32_t key_as_score(void *unused, const dicechess_snapshot *state, dicechess_color side, int32_t *score) {
    (void)unused, (void)side;
    *score = (int32_t)(state->key >> 33);
    return 0;
}

/* The state under test, whether its boards disagree, and room for others. */
static dicechess_state *state, *played, *listed;
static int disagrees;
static dicechess_turns *turns, *distinct;
static dicechess_rolls *rolls;
static dicechess_evaluator *evaluators[4];
static dicechess_eval_cache *caches[4];

static void check_texts_and_values(const dicechess_snapshot *snapshot) {
    dicechess_snapshot again = {.struct_size = sizeof again};
    char text[DICECHESS_DFEN_MAX], names[DICECHESS_FAULTS_MAX];
    uint32_t faults = 0;
    OK(dicechess_state_to_snapshot(state, &again, record));
    CHECK(memcmp(again.by_color, snapshot->by_color, sizeof again.by_color) == 0);
    CHECK(memcmp(again.by_type, snapshot->by_type, sizeof again.by_type) == 0);
    CHECK(memcmp(again.mailbox, snapshot->mailbox, sizeof again.mailbox) == 0);
    CHECK(again.en_passant == snapshot->en_passant && again.full_move_number == snapshot->full_move_number);
    OK(dicechess_state_to_dfen(state, text, sizeof text, NULL, record));
    OK(dicechess_state_to_normalised_dfen(state, text, sizeof text, NULL, record));
    OK(dicechess_state_faults(state, &faults, record));
    disagrees = (faults & DICECHESS_FAULT_BOARDS_DISAGREE) != 0;
    OK(dicechess_faults_to_text(faults, names, sizeof names, NULL, record));
    for (int i = 0; i < 4; i++) {
        for (dicechess_color side = 0; side < 2; side++) {
            int32_t plain = 0, cached = 1;
            OK(dicechess_evaluator_evaluate(evaluators[i], state, side, &plain, record));
            OK(dicechess_eval_cache_evaluate(caches[i], state, side, &cached, record));
            CHECK(plain == cached);
        }
    }
}

static void check_turn(size_t index, int takes, const dicechess_micro_move *moves, size_t length, uint64_t key, int32_t score) {
    char uci[DICECHESS_TURN_MAX];
    int32_t takes_king = -1, equal = 0, single = 0;
    OK(dicechess_turns_to_uci(turns, index, uci, sizeof uci, NULL, record));
    OK(dicechess_turns_final_state(turns, index, listed, record));
    CHECK(key_of(listed) == key);
    OK(dicechess_score_path(state, moves, length, evaluators[3], &single, record));
    CHECK(single == score);
    OK(dicechess_state_assign(played, state, record));
    const dicechess_status status = dicechess_state_play_turn(played, uci, DICECHESS_NUL_TERMINATED, &takes_king, &error);
    if (disagrees) {
        /* Several men on one square: a text may name several moves. */
        CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_ILLEGAL);
        return;
    }
    OK(dicechess_state_equals(played, listed, &equal, record));
    CHECK(status == DICECHESS_OK && takes_king == takes && equal == 1);
}

static void check_turns(void) {
    static dicechess_micro_move all[MOST_MOVES], first[MOST_MOVES], moves[LIMIT][3];
    static uint8_t lengths[LIMIT];
    static uint64_t keys[LIMIT];
    static int32_t scores[LIMIT];
    size_t all_count = 0, first_count = 0, count = 0, captures = 0;
    OK(dicechess_state_micro_moves(state, all, MOST_MOVES, &all_count, record));
    OK(dicechess_state_first_moves(state, first, MOST_MOVES, &first_count, record));
    CHECK(first_count <= all_count);
    for (size_t i = 0; i < first_count; i++) {
        OK(dicechess_state_assign(played, state, record));
        OK(dicechess_state_make_micro_move(played, first[i], record));
    }
    const dicechess_status status = dicechess_turns_generate(turns, state, LIMIT, &error);
    OK(dicechess_turns_count(turns, &count, record));
    if (status != DICECHESS_OK) {
        CHECK(status == DICECHESS_ERR_LIMIT && count == 0);
        return;
    }
    CHECK((count == 0) == (first_count == 0));
    OK(dicechess_turns_king_captures(turns, &captures, record));
    OK(dicechess_turns_fill(turns, moves[0], lengths, keys, LIMIT, NULL, record));
    OK(dicechess_score_turns(turns, evaluators[3], scores, LIMIT, NULL, record));
    for (size_t i = 0; i < count && i < CHECKED_TURNS; i++) {
        const size_t index = count <= CHECKED_TURNS ? i : below((unsigned)count);
        check_turn(index, index < captures, moves[index], lengths[index], keys[index], scores[index]);
    }
}

/* The expansion of all rolls knows as many end states of a roll as the list for that roll. */
static void check_rolls(void) {
    uint8_t faces[DICECHESS_ROLLS][3], weights[DICECHESS_ROLLS], takes_king[DICECHESS_ROLLS];
    size_t counts[DICECHESS_ROLLS], count = 0;
    double probability = -1;
    uint64_t captured = 0;
    for (dicechess_color side = 0; side < 2; side++) {
        OK(dicechess_king_capture_probability(state, side, &probability, record));
        OK(dicechess_king_capture_rolls(state, side, &captured, NULL, record));
        CHECK(probability >= 0 && probability <= 1 && (probability > 0) == (captured != 0));
    }
    dicechess_status status = dicechess_rolls_expand(rolls, state, LIMIT, &error);
    OK(dicechess_rolls_outcomes(rolls, takes_king, NULL, counts, record));
    if (status != DICECHESS_OK) {
        CHECK(status == DICECHESS_ERR_LIMIT && counts[0] == 0 && counts[55] == 0);
        return;
    }
    OK(dicechess_roll_table(faces[0], weights, record));
    const unsigned roll = below(DICECHESS_ROLLS);
    OK(dicechess_state_assign(played, state, record));
    OK(dicechess_state_set_dice(played, faces[roll], 3, record));
    OK(dicechess_turns_generate_distinct(distinct, played, LIMIT, record));
    OK(dicechess_turns_count(distinct, &count, record));
    CHECK(count == counts[roll]);
    status = dicechess_turns_generate(turns, played, LIMIT, &error);
    OK(dicechess_turns_king_captures(turns, &count, record));
    CHECK(status == DICECHESS_ERR_LIMIT || (count > 0) == takes_king[roll]);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    if (argc > 2) seed ^= strtoull(argv[2], NULL, 10) << 20;
    played = state_of(INITIAL);
    listed = state_of(INITIAL);
    OK(dicechess_turns_new(&turns, record));
    OK(dicechess_turns_new(&distinct, record));
    OK(dicechess_rolls_new(&rolls, record));
    for (int i = 0; i < 3; i++) OK(dicechess_evaluator_new(i + 1, &evaluators[i], record));
    OK(dicechess_evaluator_from_callback(NULL, key_as_score, NULL, 0, &evaluators[3], record));
    for (int i = 0; i < 4; i++) OK(dicechess_eval_cache_new(evaluators[i], &caches[i], record));
    for (int i = 0; i < rounds; i++) {
        const dicechess_snapshot snapshot = any_snapshot();
        OK(dicechess_state_from_snapshot(&snapshot, &state, record));
        check_texts_and_values(&snapshot);
        check_turns();
        check_rolls();
        dicechess_state_free(state);
    }
    for (int i = 0; i < 4; i++) {
        dicechess_eval_cache_free(caches[i]);
        dicechess_evaluator_free(evaluators[i]);
    }
    dicechess_state_free(played);
    dicechess_state_free(listed);
    dicechess_turns_free(turns);
    dicechess_turns_free(distinct);
    dicechess_rolls_free(rolls);
    return 0;
}
