// How much stack the current thread has left. Java must know before it lets C call back: see StackRoom.

#define _GNU_SOURCE
#include <jni.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

// The lowest address of the thread's stack; 0: not asked for yet.
static __thread uintptr_t lowest;

static void find_lowest(void) {
    lowest = 1;
#ifdef __linux__
    pthread_attr_t attributes;
    void *address = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = (uintptr_t)address;
    pthread_attr_destroy(&attributes);
#endif
}

// For java.lang.foreign. More than there is where it cannot be found out.
JNIEXPORT int64_t dicechess_jni_stack_room(void);
JNIEXPORT int64_t dicechess_jni_stack_room(void) {
    char here = 0;
    if (lowest == 0) find_lowest();
    return (int64_t)((uintptr_t)&here - lowest);
}

JNIEXPORT jlong JNICALL Java_org_dicechess_internal_JniStack_bytes(JNIEnv *env, jobject self) {
    (void)env, (void)self;
    return dicechess_jni_stack_room();
}
