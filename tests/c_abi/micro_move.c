/* Micro-moves: packed form and text. */
#include "check.h"

static uint16_t packed(unsigned origin, unsigned destination, unsigned flag) {
    return (uint16_t)(destination | origin << 6 | flag << 12);
}

static void parts(void) {
    for (unsigned flag = 0; flag < 16; flag++) {
        const dicechess_micro_move micro_move = packed(52, 61, flag);
        CHECK(dicechess_micro_move_origin(micro_move) == 52);
        CHECK(dicechess_micro_move_destination(micro_move) == 61);
        CHECK(dicechess_micro_move_flag(micro_move) == flag);
        CHECK(dicechess_micro_move_promotion(micro_move) ==
              (flag < 8 ? 0 : (int32_t)(DICECHESS_KNIGHT + flag % 4)));
    }
}

static void text(void) {
    char uci[DICECHESS_MICRO_MOVE_MAX];
    size_t required = 0;
    OK(dicechess_micro_move_to_uci(packed(12, 28, 1), uci, sizeof uci, &required, record));
    CHECK(strcmp(uci, "e2e4") == 0 && required == 5);
    OK(dicechess_micro_move_to_uci(packed(52, 61, 14), uci, sizeof uci, &required, record));
    CHECK(strcmp(uci, "e7f8r") == 0 && required == 6);
    OK(dicechess_micro_move_to_uci(packed(4, 6, 2), uci, sizeof uci, NULL, record));
    CHECK(strcmp(uci, "e1g1") == 0);
}

static void bad(void) {
    char uci[DICECHESS_MICRO_MOVE_MAX] = "12345";
    size_t required = 7;
    FAILS(dicechess_micro_move_to_uci(packed(52, 61, 6), uci, sizeof uci, &required, record), DICECHESS_ERR_RANGE, 0,
          -1, "micro_move is 0x6d3d");
    CHECK(uci[0] == 0 && required == 0);
    FAILS(dicechess_micro_move_to_uci(0xFFFF & 0x7FFF, uci, sizeof uci, NULL, record), DICECHESS_ERR_RANGE, 0, -1,
          "micro_move");
    FAILS(dicechess_micro_move_to_uci(packed(12, 28, 1), NULL, 6, &required, record), DICECHESS_ERR_NULL, 1, -1,
          "buffer is NULL");
    CHECK(required == 0);
    FAILS(dicechess_micro_move_to_uci(packed(12, 28, 1), NULL, 0, &required, record), DICECHESS_ERR_BUFFER, 1, -1,
          "buffer holds 0");
    CHECK(required == 5);
    memset(uci, 'x', sizeof uci);
    FAILS(dicechess_micro_move_to_uci(packed(12, 28, 1), uci, 4, &required, record), DICECHESS_ERR_BUFFER, 1, -1,
          "buffer holds 4");
    CHECK(uci[0] == 0 && uci[4] == 'x' && required == 5);
    OK(dicechess_micro_move_to_uci(packed(12, 28, 1), uci, 5, NULL, record));
    CHECK(uci[5] == 'x');
    FAILS(dicechess_micro_move_to_uci(packed(12, 28, 1), uci, SIZE_MAX, NULL, record), DICECHESS_ERR_RANGE, 1, -1,
          "buffer cannot have");
}

int main(void) {
    parts();
    text();
    bad();
    return 0;
}
