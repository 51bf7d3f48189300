/* Versions, names of statuses, and the error record itself. */
#include "check.h"

static void versions(void) {
    char text[32];
    CHECK(dicechess_version_number() == DICECHESS_VERSION_NUMBER);
    CHECK(dicechess_abi_version() == DICECHESS_ABI_VERSION);
    snprintf(text, sizeof text, "%d.%d.%d", DICECHESS_VERSION_MAJOR, DICECHESS_VERSION_MINOR, DICECHESS_VERSION_PATCH);
    CHECK(strcmp(dicechess_version_string(), text) == 0);
}

static void names(void) {
    CHECK(strcmp(dicechess_status_name(DICECHESS_OK), "OK") == 0);
    CHECK(strcmp(dicechess_status_name(DICECHESS_ERR_NULL), "NULL") == 0);
    CHECK(strcmp(dicechess_status_name(DICECHESS_ERR_GAME_OVER), "GAME_OVER") == 0);
    CHECK(strcmp(dicechess_status_name(DICECHESS_ERR_CALLBACK), "CALLBACK") == 0);
    CHECK(strcmp(dicechess_status_name(1), "UNKNOWN") == 0);
    CHECK(strcmp(dicechess_status_name(INT32_MIN), "UNKNOWN") == 0);
    CHECK(strcmp(dicechess_status_name(INT32_MAX), "UNKNOWN") == 0);
}

/* A record of the wrong size is not written to, and the call does nothing. */
static void record_size(void) {
    static const uint32_t sizes[] = {0, 1, 4, sizeof(dicechess_error) - 1, 4097, UINT32_MAX};
    dicechess_state *state = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        dicechess_error small;
        memset(&small, 'x', sizeof small);
        small.struct_size = sizes[i];
        CHECK(dicechess_state_new(&state, &small) == DICECHESS_ERR_STRUCT_SIZE);
        CHECK(state == NULL && small.code == 0x78787878 && small.message[0] == 'x');
    }
    /* A newer program has a larger record: what this library does not know of it stays as it is. */
    struct {
        dicechess_error error;
        uint64_t newer;
    } large;
    memset(&large, 'x', sizeof large);
    large.error.struct_size = sizeof large;
    CHECK(dicechess_state_new(NULL, &large.error) == DICECHESS_ERR_NULL);
    CHECK(large.error.code == DICECHESS_ERR_NULL && strcmp(large.error.message, "out is NULL") == 0);
    CHECK(large.error.struct_size == sizeof large && large.newer == 0x7878787878787878);
}

int main(void) {
    versions();
    names();
    record_size();
    return 0;
}
