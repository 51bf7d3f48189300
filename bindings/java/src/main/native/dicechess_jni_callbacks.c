// The functions that the library calls back: each passes its numbers on to the static method of Callbacks of the same
// purpose.

#include <jni.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "dicechess.h"

#define METHOD(result, name) JNIEXPORT result JNICALL Java_org_dicechess_internal_JniTrampolines_##name
#define ADDRESS(pointer) ((jlong)(uintptr_t)(pointer))

// Set once, before any function of the library gets to know a trampoline.
static JavaVM *machine;
static jclass callbacks;
static jmethodID evaluate_batch_method, clock_method, progress_method, drop_method;
static jmethodID spill_write_method, spill_read_method;
static jmethodID visit_cell_method, write_bytes_method, hear_event_method;

// Has a value on the threads that were attached here, so that they are detached when they end.
static pthread_key_t attached;

static void detach(void *unused) {
    (void)unused;
    (*machine)->DetachCurrentThread(machine);
}

// Of the current thread, which may be one that a search has started. NULL if the machine does not take it.
static JNIEnv *environment(void) {
    void *env = NULL;
    if ((*machine)->GetEnv(machine, &env, JNI_VERSION_1_8) == JNI_OK) return env;
    if ((*machine)->AttachCurrentThreadAsDaemon(machine, &env, NULL) != JNI_OK) return NULL;
    pthread_setspecific(attached, &attached);
    return env;
}

// What a callback returns if its method could not run: it lets nothing out, but may find no stack to begin on.
enum { LOST = -1 };

static int is_lost(JNIEnv *env) {
    if (!(*env)->ExceptionCheck(env)) return 0;
    (*env)->ExceptionClear(env);
    return 1;
}

static int32_t evaluate_batch(void *user_data, const dicechess_snapshot *states, size_t count,
                              dicechess_color perspective, int32_t *scores) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code = (*env)->CallStaticIntMethod(env, callbacks, evaluate_batch_method, ADDRESS(user_data),
                                                  ADDRESS(states), (jlong)count, (jint)perspective,
                                                  ADDRESS(scores));
    return is_lost(env) ? LOST : code;
}

static int64_t read_clock(void *user_data) {
    JNIEnv *env = environment();
    if (env == NULL) return INT64_MAX;
    const jlong nanoseconds = (*env)->CallStaticLongMethod(env, callbacks, clock_method, ADDRESS(user_data));
    return is_lost(env) ? INT64_MAX : nanoseconds;
}

static int32_t tell_progress(void *user_data, const dicechess_search_progress *progress) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code = (*env)->CallStaticIntMethod(env, callbacks, progress_method, ADDRESS(user_data),
                                                  ADDRESS(progress));
    return is_lost(env) ? LOST : code;
}

static int32_t spill_write(void *user_data, uint64_t chunk_id, const uint8_t *frame, size_t length,
                           uint64_t *place) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code = (*env)->CallStaticIntMethod(env, callbacks, spill_write_method, ADDRESS(user_data),
                                                  (jlong)chunk_id, ADDRESS(frame), (jlong)length, ADDRESS(place));
    return is_lost(env) ? LOST : code;
}

static int32_t spill_read(void *user_data, uint64_t place, uint8_t *frame, size_t length) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code = (*env)->CallStaticIntMethod(env, callbacks, spill_read_method, ADDRESS(user_data),
                                                  (jlong)place, ADDRESS(frame), (jlong)length);
    return is_lost(env) ? LOST : code;
}

static int32_t visit_cell(void *user_data, uint64_t address, dicechess_cell cell) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code = (*env)->CallStaticIntMethod(env, callbacks, visit_cell_method, ADDRESS(user_data),
                                                  (jlong)address, (jint)cell);
    return is_lost(env) ? LOST : code;
}

static int32_t write_bytes(void *user_data, const uint8_t *bytes, size_t length) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code = (*env)->CallStaticIntMethod(env, callbacks, write_bytes_method, ADDRESS(user_data),
                                                  ADDRESS(bytes), (jlong)length);
    return is_lost(env) ? LOST : code;
}

static int32_t hear_event(void *user_data, const dicechess_stream_event *event) {
    JNIEnv *env = environment();
    if (env == NULL) return LOST;
    const jint code =
        (*env)->CallStaticIntMethod(env, callbacks, hear_event_method, ADDRESS(user_data), ADDRESS(event));
    return is_lost(env) ? LOST : code;
}

static void drop(void *user_data) {
    JNIEnv *env = environment();
    if (env == NULL) return;
    (*env)->CallStaticVoidMethod(env, callbacks, drop_method, ADDRESS(user_data));
    is_lost(env);
}

METHOD(void, prepare)(JNIEnv *env, jclass self, jclass type) {
    (void)self;
    (*env)->GetJavaVM(env, &machine);
    pthread_key_create(&attached, detach);
    callbacks = (*env)->NewGlobalRef(env, type);
    evaluate_batch_method = (*env)->GetStaticMethodID(env, type, "evaluateBatch", "(JJJIJ)I");
    clock_method = (*env)->GetStaticMethodID(env, type, "clock", "(J)J");
    progress_method = (*env)->GetStaticMethodID(env, type, "progress", "(JJ)I");
    spill_write_method = (*env)->GetStaticMethodID(env, type, "spillWrite", "(JJJJJ)I");
    spill_read_method = (*env)->GetStaticMethodID(env, type, "spillRead", "(JJJJ)I");
    visit_cell_method = (*env)->GetStaticMethodID(env, type, "visitCell", "(JJC)I");
    write_bytes_method = (*env)->GetStaticMethodID(env, type, "writeBytes", "(JJJ)I");
    hear_event_method = (*env)->GetStaticMethodID(env, type, "hearEvent", "(JJ)I");
    drop_method = (*env)->GetStaticMethodID(env, type, "drop", "(J)V");
}

METHOD(jlong, evaluateBatch)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(evaluate_batch);
}

METHOD(jlong, clock)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(read_clock);
}

METHOD(jlong, progress)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(tell_progress);
}

METHOD(jlong, spillWrite)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(spill_write);
}

METHOD(jlong, spillRead)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(spill_read);
}

METHOD(jlong, visitCell)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(visit_cell);
}

METHOD(jlong, writeBytes)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(write_bytes);
}

METHOD(jlong, hearEvent)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(hear_event);
}

METHOD(jlong, drop)(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return ADDRESS(drop);
}
