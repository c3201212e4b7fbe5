// Linked into each program of a build with the thread sanitizer (`scripts/test --all`).
//
// A thread that has to wait for a Swift Mutex is synchronized by uninstrumented code of
// libswiftSynchronization.so and by the kernel. The sanitizer then misses that the unlock happens
// before the next lock, and reports a race in correct code. The functions below replace the
// library's functions for a contended Mutex, call them, and report that order to the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void lock_function(
    uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) bool try_lock_function(
    __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void unlock_function(__attribute__((swift_context)) void *mutex);

lock_function lock __asm__(LOCK);
try_lock_function try_lock __asm__(TRY_LOCK);
unlock_function unlock __asm__(UNLOCK);

static lock_function *library_lock;
static try_lock_function *library_try_lock;
static unlock_function *library_unlock;

__attribute__((constructor)) static void find_library_functions(void) {
    library_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
    library_try_lock = (try_lock_function *)dlsym(RTLD_NEXT, TRY_LOCK);
    library_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
}

__attribute__((swiftcall)) void lock(
    uint32_t thread, __attribute__((swift_context)) void *mutex) {
    library_lock(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) bool try_lock(__attribute__((swift_context)) void *mutex) {
    bool is_locked = library_try_lock(mutex);
    if (is_locked) __tsan_acquire(mutex);
    return is_locked;
}

__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *mutex) {
    __tsan_release(mutex);
    library_unlock(mutex);
}
