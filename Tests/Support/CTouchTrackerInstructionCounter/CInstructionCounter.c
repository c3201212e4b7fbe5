#include "CInstructionCounter.h"
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int counter = -1;

int instruction_counter_start(void) {
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    counter = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0);
    return counter < 0 ? errno : 0;
}

uint64_t instruction_counter_value(void) {
    uint64_t value = 0;
    if (counter < 0 || read(counter, &value, sizeof value) != (ssize_t)sizeof value) return 0;
    return value;
}
