/* Controls without a search: limits, cancelling from another thread, bad arguments. */
#include "check.h"

#include <pthread.h>

static dicechess_control *control_of(uint64_t budget, uint64_t nanoseconds) {
    dicechess_control *control = NULL;
    OK(dicechess_control_new(budget, nanoseconds, &control, record));
    return control;
}

/* Whether the control says stop, for this reason, before any work is done. */
static void stops(const dicechess_control *control, int32_t expected) {
    int32_t cancelled = -1, reason = -1;
    uint64_t work = 5;
    OK(dicechess_control_is_cancelled(control, &cancelled, record));
    OK(dicechess_control_stop_reason(control, &reason, record));
    OK(dicechess_control_work_used(control, &work, record));
    CHECK(cancelled == (expected != DICECHESS_STOP_NONE) && reason == expected && work == 0);
}

static void limits(void) {
    const struct {
        uint64_t budget, nanoseconds;
        int32_t reason;
    } cases[] = {
        {DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE, DICECHESS_STOP_NONE},
        {1, DICECHESS_NO_DEADLINE, DICECHESS_STOP_NONE},
        {DICECHESS_NO_BUDGET, UINT64_MAX - 1, DICECHESS_STOP_NONE},
        {DICECHESS_NO_BUDGET, (uint64_t)3600 * 1000000000, DICECHESS_STOP_NONE},
        {0, DICECHESS_NO_DEADLINE, DICECHESS_STOP_BUDGET},
        {DICECHESS_NO_BUDGET, 0, DICECHESS_STOP_DEADLINE},
        {0, 0, DICECHESS_STOP_BUDGET},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dicechess_control *control = control_of(cases[i].budget, cases[i].nanoseconds);
        stops(control, cases[i].reason);
        /* The first reason stays. */
        OK(dicechess_control_cancel(control, record));
        stops(control, cases[i].reason == DICECHESS_STOP_NONE ? DICECHESS_STOP_CANCELLED : cases[i].reason);
        dicechess_control_free(control);
    }
}

/* A clock that a test moves, and how often it was released. */
typedef struct {
    int64_t now;
    int released, read;
} test_clock;

static int64_t read_clock(void *clock) {
    ((test_clock *)clock)->read++;
    return ((test_clock *)clock)->now;
}

static void release_clock(void *clock) { ((test_clock *)clock)->released++; }

static void clocks(void) {
    test_clock clock = {.now = -1000};
    dicechess_control *control = NULL;
    OK(dicechess_control_new_with_clock(&clock, read_clock, release_clock, DICECHESS_NO_BUDGET, 500, &control, record));
    stops(control, DICECHESS_STOP_NONE);
    clock.now = -501;
    stops(control, DICECHESS_STOP_NONE);
    clock.now = -500;
    stops(control, DICECHESS_STOP_DEADLINE);
    clock.now = -1000;
    stops(control, DICECHESS_STOP_DEADLINE);
    CHECK(clock.released == 0);
    dicechess_control_free(control);
    CHECK(clock.released == 1);
    clock.now = INT64_MAX;
    const uint64_t forever[] = {DICECHESS_NO_DEADLINE, 5, (uint64_t)INT64_MAX};
    for (int i = 0; i < 3; i++) {
        OK(dicechess_control_new_with_clock(&clock, read_clock, NULL, 1, forever[i], &control, record));
        stops(control, DICECHESS_STOP_NONE);
        dicechess_control_free(control);
    }
    CHECK(clock.released == 1);
    FAILS(dicechess_control_new_with_clock(&clock, NULL, release_clock, 1, 1, &control, record), DICECHESS_ERR_NULL, 1, -1,
          "clock is NULL");
    FAILS(dicechess_control_new_with_clock(&clock, read_clock, release_clock, 1, 1, NULL, record), DICECHESS_ERR_NULL, 5, -1,
          "out is NULL");
    CHECK(control == NULL && clock.released == 1);
}

/* No time has passed whatever the clock says, and without a deadline it may say anything. */
static void clocks_at_their_ends(void) {
    const int64_t starts[] = {INT64_MIN, -5, 0, INT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        test_clock clock = {.now = starts[i]};
        dicechess_control *control = NULL;
        OK(dicechess_control_new_with_clock(&clock, read_clock, NULL, DICECHESS_NO_BUDGET, 0, &control, record));
        clock.now = INT64_MIN;
        stops(control, DICECHESS_STOP_DEADLINE);
        dicechess_control_free(control);
        clock.now = starts[i];
        OK(dicechess_control_new_with_clock(&clock, read_clock, NULL, DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE, &control,
                                            record));
        clock.read = 0;
        clock.now = INT64_MAX;
        stops(control, DICECHESS_STOP_NONE);
        CHECK(clock.read == 0);
        dicechess_control_free(control);
    }
}

static void *cancel(void *control) {
    return dicechess_control_cancel(control, NULL) == DICECHESS_OK ? control : NULL;
}

static void from_another_thread(void) {
    dicechess_control *control = control_of(DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) CHECK(pthread_create(&threads[i], NULL, cancel, control) == 0);
    /* Asking meanwhile is allowed and ends as soon as one of them is heard. */
    for (int32_t cancelled = 0; !cancelled;) OK(dicechess_control_is_cancelled(control, &cancelled, record));
    for (int i = 0; i < 3; i++) {
        void *result = NULL;
        CHECK(pthread_join(threads[i], &result) == 0 && result == control);
    }
    stops(control, DICECHESS_STOP_CANCELLED);
    dicechess_control_free(control);
}

static void bad(void) {
    dicechess_control *control = control_of(7, DICECHESS_NO_DEADLINE);
    dicechess_state *state = state_of(INITIAL);
    int32_t number = 5;
    uint64_t work = 5;
    FAILS(dicechess_control_new(1, 1, NULL, record), DICECHESS_ERR_NULL, 2, -1, "out is NULL");
    FAILS(dicechess_control_cancel(NULL, record), DICECHESS_ERR_NULL, 0, -1, "control is NULL");
    FAILS(dicechess_control_cancel((dicechess_control *)state, record), DICECHESS_ERR_HANDLE, 0, -1, "");
    FAILS(dicechess_control_is_cancelled(NULL, &number, record), DICECHESS_ERR_NULL, 0, -1, "control is NULL");
    FAILS(dicechess_control_is_cancelled(control, NULL, record), DICECHESS_ERR_NULL, 1, -1, "cancelled is NULL");
    FAILS(dicechess_control_work_used(NULL, &work, record), DICECHESS_ERR_NULL, 0, -1, "control is NULL");
    FAILS(dicechess_control_work_used(control, NULL, record), DICECHESS_ERR_NULL, 1, -1, "work is NULL");
    FAILS(dicechess_control_stop_reason(NULL, &number, record), DICECHESS_ERR_NULL, 0, -1, "control is NULL");
    FAILS(dicechess_control_stop_reason(control, NULL, record), DICECHESS_ERR_NULL, 1, -1, "reason is NULL");
    CHECK(number == 5 && work == 5);
    stops(control, DICECHESS_STOP_NONE);
    dicechess_control_free(control);
    dicechess_control_free(NULL);
    dicechess_state_free(state);
}

int main(void) {
    limits();
    clocks();
    clocks_at_their_ends();
    from_another_thread();
    bad();
    return 0;
}
