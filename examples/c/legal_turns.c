/*
 * Legal turns of positions, from a file with one DFEN a line or from standard input.
 *
 *   cc -std=c11 legal_turns.c $(pkg-config --cflags --libs dicechess) -o legal_turns
 *   ./legal_turns positions.dfen
 *
 * For each position: the board, every legal turn in UCI, the number of distinct final positions, the key. A bad line is reported on
 * standard error with field, offset and reason; the rest is still read, and the exit code is then 1.
 */
#include <dicechess.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Everything that the program needs for one position after the other. */
typedef struct {
    dicechess_state *state;
    dicechess_turns *turns;
    dicechess_error error;
} context;

static dicechess_status draw(context *c) {
    char dfen[DICECHESS_DFEN_MAX];
    dicechess_status status = dicechess_state_to_dfen(c->state, dfen, sizeof dfen, NULL, &c->error);
    if (status != DICECHESS_OK) return status;
    printf("%s\n", dfen);
    for (int rank = 7; rank >= 0; rank--) {
        printf("  %d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            uint8_t piece = 0;
            status = dicechess_state_piece_at(c->state, (dicechess_square)(rank * 8 + file), &piece, &c->error);
            if (status != DICECHESS_OK) return status;
            /* White's men are 1 to 6, Black's 9 to 14. */
            printf(" %c", ".PNBRQK..pnbrqk"[piece]);
        }
        printf("\n");
    }
    printf("     a b c d e f g h\n");
    return DICECHESS_OK;
}

static dicechess_status list(context *c) {
    size_t count = 0, king_captures = 0, finals = 0;
    uint64_t key = 0;
    dicechess_status status = dicechess_turns_generate_distinct(c->turns, c->state, DICECHESS_NO_LIMIT, &c->error);
    if (status == DICECHESS_OK) status = dicechess_turns_count(c->turns, &finals, &c->error);
    if (status == DICECHESS_OK) status = dicechess_turns_generate(c->turns, c->state, DICECHESS_NO_LIMIT, &c->error);
    if (status == DICECHESS_OK) status = dicechess_turns_count(c->turns, &count, &c->error);
    if (status == DICECHESS_OK) status = dicechess_turns_king_captures(c->turns, &king_captures, &c->error);
    if (status == DICECHESS_OK) status = dicechess_state_key(c->state, &key, &c->error);
    for (size_t i = 0; status == DICECHESS_OK && i < count; i++) {
        char uci[DICECHESS_TURN_MAX];
        status = dicechess_turns_to_uci(c->turns, i, uci, sizeof uci, NULL, &c->error);
        if (status == DICECHESS_OK) printf("%s%s\n", uci, i < king_captures ? " takes the king" : "");
    }
    if (status == DICECHESS_OK) {
        printf("%zu legal turns, %zu take a king; %zu distinct final positions; key 0x%016" PRIx64 "\n\n", count,
               king_captures, finals, key);
    }
    return status;
}

/* Shows the position of one line; says why if that is not possible. */
static int show(context *c, const char *line, size_t length, size_t number) {
    dicechess_state_free(c->state);
    dicechess_status status = dicechess_state_from_dfen(line, length, &c->state, &c->error);
    if (status == DICECHESS_OK) status = draw(c);
    if (status == DICECHESS_OK) status = list(c);
    if (status == DICECHESS_OK) return 1;
    fprintf(stderr, "line %zu: %s, field %" PRId32 ", offset %" PRId64 ": %s\n", number, dicechess_status_name(status),
            c->error.field, c->error.offset, c->error.message);
    return 0;
}

/* Reads one line of any length, without its end, zero bytes included. 0 at the end of the file. */
static int read_line(FILE *file, char **line, size_t *capacity, size_t *length) {
    int character;
    *length = 0;
    while ((character = fgetc(file)) != EOF && character != '\n') {
        if (*length == *capacity) {
            char *larger = realloc(*line, *capacity * 2 + 256);
            if (larger == NULL) {
                fprintf(stderr, "no memory for a line\n");
                exit(2);
            }
            *line = larger;
            *capacity = *capacity * 2 + 256;
        }
        (*line)[(*length)++] = (char)character;
    }
    if (*length > 0 && (*line)[*length - 1] == '\r') --*length;
    return character != EOF || *length > 0;
}

int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : stdin;
    if (file == NULL) {
        perror(arguments[1]);
        return 2;
    }
    context c = {.error = {.struct_size = sizeof c.error}};
    if (dicechess_turns_new(&c.turns, &c.error) != DICECHESS_OK) {
        fprintf(stderr, "%s\n", c.error.message);
        return 2;
    }
    char *line = NULL;
    size_t capacity = 0, length = 0;
    int all_good = 1;
    for (size_t number = 1; read_line(file, &line, &capacity, &length); number++) {
        if (length > 0 && !show(&c, line, length, number)) all_good = 0;
    }
    free(line);
    dicechess_turns_free(c.turns);
    dicechess_state_free(c.state);
    if (file != stdin) fclose(file);
    return all_good ? 0 : 1;
}
