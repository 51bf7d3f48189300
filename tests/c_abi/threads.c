/* Threads: reading together, and changing one handle together, which no call may survive damaged. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 2000 };

static dicechess_state *shared_state;
static dicechess_turns *shared_turns;
static atomic_int wrong;

static void *read_together(void *unused) {
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t key = 0;
        size_t count = 0;
        char uci[DICECHESS_TURN_MAX];
        if (dicechess_state_key(shared_state, &key, NULL) != DICECHESS_OK || key != 0xeb8d58a211d0c8c7u ||
            dicechess_turns_count(shared_turns, &count, NULL) != DICECHESS_OK || count != 340 ||
            dicechess_turns_to_uci(shared_turns, 339, uci, sizeof uci, NULL, NULL) != DICECHESS_OK) {
            wrong++;
        }
    }
    return unused;
}

static void *change_together(void *unused) {
    const uint8_t faces[] = {1, 2, 3};
    for (int i = 0; i < ROUNDS; i++) {
        const dicechess_status status = dicechess_state_set_dice(shared_state, faces, (size_t)(i % 4), NULL);
        if (status != DICECHESS_OK && status != DICECHESS_ERR_BUSY) wrong++;
    }
    return unused;
}

static void run(void *(*body)(void *)) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, body, NULL) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(wrong == 0);
}

int main(void) {
    shared_state = state_of(INITIAL " PNB");
    OK(dicechess_turns_new(&shared_turns, record));
    OK(dicechess_turns_generate(shared_turns, shared_state, DICECHESS_NO_LIMIT, record));
    run(read_together);
    run(change_together);
    /* Whatever was refused, the state is one that some call has set. */
    OK(dicechess_state_set_dice(shared_state, NULL, 0, record));
    CHECK(has_dfen(shared_state, INITIAL));
    dicechess_turns_free(shared_turns);
    dicechess_state_free(shared_state);
    return 0;
}
