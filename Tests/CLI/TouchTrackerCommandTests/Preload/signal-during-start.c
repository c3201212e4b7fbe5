// Preloaded into the program (LD_PRELOAD): sends SIGTERM to the process at the memory allocation
// with the number TOUCHTRACKER_TEST_ALLOCATION since the start of main(), or when the program calls
// signalfd(2), whichever is earlier.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

void *__libc_malloc(size_t size);

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(
    main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
typedef int (*signalfd_function)(int, const sigset_t *, int);

static main_function program_main;
static atomic_long remaining;

static int counted_main(int count, char **arguments, char **environment) {
    const char *text = getenv("TOUCHTRACKER_TEST_ALLOCATION");
    remaining = text ? atol(text) : 0;
    // The test process may have blocked the signal.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    return program_main(count, arguments, environment);
}

void *malloc(size_t size) {
    if (remaining > 0 && --remaining == 0) kill(getpid(), SIGTERM);
    return __libc_malloc(size);
}

int signalfd(int descriptor, const sigset_t *mask, int flags) {
    if (atomic_exchange(&remaining, 0) > 0) kill(getpid(), SIGTERM);
    signalfd_function next = (signalfd_function)dlsym(RTLD_NEXT, "signalfd");
    return next(descriptor, mask, flags);
}

int __libc_start_main(
    main_function main, int count, char **arguments, void (*init)(void), void (*fini)(void),
    void (*rtld_fini)(void), void *stack_end
) {
    start_function start = (start_function)dlsym(RTLD_NEXT, "__libc_start_main");
    program_main = main;
    return start(counted_main, count, arguments, init, fini, rtld_fini, stack_end);
}
