/*
 * A game record: plays a random game, undoes and redoes it, and keeps it as a stream of bytes.
 *
 *   cc -std=c11 record_game.c $(pkg-config --cflags --libs dicechess) -o record_game
 *   ./record_game play game.dct 2026     # plays the game of this seed and writes it to the file
 *   ./record_game show game.dct          # reads the file and shows the same boards
 *
 * For every turn: its text, the board after it, and the identifier of the history so far. The exit code is 1 if something failed and 2 for
 * wrong arguments.
 */
#include <dicechess.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 40, GAMES = 16 };

static dicechess_error error = {.struct_size = sizeof error};

/* Ends the program if a call has failed. */
static void must(dicechess_status status) {
    if (status == DICECHESS_OK) return;
    fprintf(stderr, "%s at %" PRId64 ": %s\n", dicechess_status_name(status), error.offset, error.message);
    exit(1);
}

/* Xorshift: a seed gives the same game everywhere. */
static uint64_t seed;

static size_t below(size_t limit) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (size_t)((seed >> 11) % limit);
}

static dicechess_position_extent info(const dicechess_position *position) {
    dicechess_position_extent extent = {.struct_size = sizeof extent};
    must(dicechess_position_info(position, &extent, &error));
    return extent;
}

static uint64_t chain(const dicechess_position *position) {
    dicechess_position_identity identity = {.struct_size = sizeof identity};
    must(dicechess_position_hashes(position, &identity, &error));
    return identity.chain;
}

/* Plays a random legal turn. 0 if it takes the king, which ends the game within the turn. */
static int play_turn(dicechess_position *position, dicechess_state *state, dicechess_turns *turns) {
    const uint8_t dice[] = {(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))};
    dicechess_micro_move moves[3];
    size_t count = 0, captures = 0, length = 0, chosen = 0;
    must(dicechess_position_roll(position, dice, 3, &error));
    must(dicechess_position_state(position, state, &error));
    must(dicechess_turns_generate(turns, state, DICECHESS_NO_LIMIT, &error));
    must(dicechess_turns_count(turns, &count, &error));
    must(dicechess_turns_king_captures(turns, &captures, &error));
    if (count > 0) {
        /* Turns that take the king come first. */
        chosen = below(captures > 0 ? captures : count);
        must(dicechess_turns_get(turns, chosen, moves, &length, &error));
    }
    for (size_t i = 0; i < length; i++) must(dicechess_position_make_micro_move(position, moves[i], &error));
    if (count > 0 && captures > 0) return 0;
    must(dicechess_position_end_turn(position, &error));
    return 1;
}

/* Takes the whole game back, group by group, and redoes it; nothing may differ then. */
static void undo_and_redo(dicechess_position *position) {
    const uint64_t identifier = chain(position), end = info(position).end;
    uint64_t undone = 0, redone = 0;
    while (dicechess_position_undo(position, &error) == DICECHESS_OK) undone++;
    if (error.code != DICECHESS_ERR_TAPE_START) must(error.code);
    must(dicechess_position_step(position, INT64_MAX, &redone, &error));
    if (undone != redone || chain(position) != identifier || info(position).head != end) {
        fprintf(stderr, "undoing and redoing changed the game\n");
        exit(1);
    }
}

static void draw(const dicechess_state *state) {
    static const char letters[] = ".PNBRQK??pnbrqk?";
    dicechess_snapshot snapshot = {.struct_size = sizeof snapshot};
    must(dicechess_state_to_snapshot(state, &snapshot, &error));
    for (int rank = 7; rank >= 0; rank--) {
        printf("  ");
        for (int file = 0; file < 8; file++) printf(" %c", letters[snapshot.mailbox[8 * rank + file] & 15]);
        putchar('\n');
    }
}

/* Text, board and identifier of every turn. */
static void show(dicechess_position *position, dicechess_state *state) {
    size_t required = 0;
    (void)dicechess_position_to_text(position, NULL, 0, &required, NULL);
    char *text = malloc(required + 1);
    if (text == NULL) {
        fprintf(stderr, "no memory for the text\n");
        exit(1);
    }
    must(dicechess_position_to_text(position, text, required, NULL, &error));
    const uint64_t turns = info(position).turns, end = info(position).end;
    char *line = text;
    for (uint64_t turn = 1; *line != 0; turn++) {
        const size_t length = strcspn(line, "\n");
        /* The last turn of a game that ended by taking the king is not over. */
        if (turn <= turns) {
            must(dicechess_position_seek_turn(position, turn, NULL, &error));
        } else {
            must(dicechess_position_seek(position, end, NULL, &error));
        }
        must(dicechess_position_state(position, state, &error));
        printf("%" PRIu64 ". %.*s\n", turn, (int)length, line);
        draw(state);
        printf("   %016" PRIx64 "\n", chain(position));
        line += length + (line[length] != 0);
    }
    free(text);
}

static int32_t write_bytes(void *file, const uint8_t *bytes, size_t length) {
    return fwrite(bytes, 1, length, file) == length ? 0 : -1;
}

static int play(const char *path) {
    dicechess_position *position = NULL;
    dicechess_state *state = NULL;
    dicechess_turns *turns = NULL;
    must(dicechess_position_new(NULL, NULL, NULL, &position, &error));
    must(dicechess_state_new(&state, &error));
    must(dicechess_turns_new(&turns, &error));
    for (int turn = 0; turn < MOST_TURNS && play_turn(position, state, turns); turn++) undo_and_redo(position);
    undo_and_redo(position);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    const dicechess_position *const games[] = {position};
    must(dicechess_stream_encode_to(games, 1, 0, file, write_bytes, &error));
    if (fclose(file) != 0) {
        perror(path);
        return 1;
    }
    show(position, state);
    dicechess_turns_free(turns);
    dicechess_state_free(state);
    dicechess_position_free(position);
    return 0;
}

static int read_and_show(const char *path) {
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    dicechess_position *games[GAMES];
    dicechess_state *state = NULL;
    size_t count = 0;
    must(dicechess_state_new(&state, &error));
    /* What stands before a fault in the bytes is there all the same. */
    const dicechess_status status =
        dicechess_stream_decode(bytes, length, NULL, NULL, games, GAMES, &count, NULL, &error);
    const dicechess_error fault = error;
    if (status == DICECHESS_ERR_BUFFER) count = 0;
    for (size_t game = 0; game < count; game++) {
        show(games[game], state);
        dicechess_position_free(games[game]);
    }
    dicechess_state_free(state);
    error = fault;
    must(status);
    return 0;
}

int main(int argument_count, char **arguments) {
    if (argument_count == 4 && strcmp(arguments[1], "play") == 0) {
        /* 0 would stay 0 for ever. */
        seed = strtoull(arguments[3], NULL, 10) * 2 + 1;
        return play(arguments[2]);
    }
    if (argument_count == 3 && strcmp(arguments[1], "show") == 0) return read_and_show(arguments[2]);
    fprintf(stderr, "usage: %s play FILE SEED | show FILE\n", arguments[0]);
    return 2;
}
