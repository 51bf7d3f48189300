/* What the C test programs share. Each of them is one source file; the first check that does not hold ends it. */
#ifndef CHECK_H
#define CHECK_H

#include <dicechess.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* The record that `OK` and `FAILS` look at, and what a call passes as its last argument: its address or NULL. */
static dicechess_error error = {.struct_size = sizeof error};
static dicechess_error *record = &error;

#define CHECK(condition) check((condition), __FILE__, __LINE__, #condition)

static inline void check(int holds, const char *file, int line, const char *condition) {
    if (!holds) {
        fprintf(stderr, "%s:%d: %s\n  last error: %d field %d detail %d offset %lld \"%s\"\n", file, line, condition,
                error.code, error.field, error.detail, (long long)error.offset, error.message);
        exit(1);
    }
}

/* The call succeeds and says so in the record. */
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        error.code = 1;                                                                                                \
        CHECK((call) == DICECHESS_OK);                                                                                 \
        CHECK(error.code == DICECHESS_OK && error.field == -1 && error.offset == -1 && error.message[0] == 0);         \
    } while (0)

/* The call fails with this status, without a record as with one, and the record says which field, where and why. */
#define FAILS(call, status, number, place, part)                                                                       \
    do {                                                                                                               \
        record = NULL;                                                                                                 \
        CHECK((call) == (status));                                                                                     \
        record = &error;                                                                                               \
        memset(&error, 'x', sizeof error);                                                                             \
        error.struct_size = sizeof error;                                                                              \
        CHECK((call) == (status));                                                                                     \
        CHECK(error.code == (status));                                                                                 \
        CHECK(error.field == (number));                                                                                \
        CHECK(error.offset == (place));                                                                                \
        CHECK(memchr(error.message, 0, sizeof error.message) != NULL && strstr(error.message, (part)) != NULL);        \
    } while (0)

static inline dicechess_state *state_of(const char *dfen) {
    dicechess_state *state = NULL;
    OK(dicechess_state_from_dfen(dfen, DICECHESS_NUL_TERMINATED, &state, record));
    return state;
}

static inline uint64_t key_of(const dicechess_state *state) {
    uint64_t key = 0;
    OK(dicechess_state_key(state, &key, record));
    return key;
}

/* Whether the state's DFEN is this text. */
static inline int has_dfen(const dicechess_state *state, const char *dfen) {
    char text[DICECHESS_DFEN_MAX];
    OK(dicechess_state_to_dfen(state, text, sizeof text, NULL, record));
    return strcmp(text, dfen) == 0;
}

#endif
