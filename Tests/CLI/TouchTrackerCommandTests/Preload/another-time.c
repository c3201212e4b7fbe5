// Preloaded into the program (LD_PRELOAD): sets the wall clock of that process forward by
// TOUCHTRACKER_TEST_SECONDS, which may be negative. Clocks that nobody can set go on as they are.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long seconds(void) {
    const char *text = getenv("TOUCHTRACKER_TEST_SECONDS");
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
    int result = (int)syscall(SYS_clock_gettime, clock, moment);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)
        moment->tv_sec += seconds();
    return result;
}

int gettimeofday(struct timeval *restrict moment, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    moment->tv_sec = now.tv_sec;
    moment->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *moment) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (moment) *moment = now.tv_sec;
    return now.tv_sec;
}
