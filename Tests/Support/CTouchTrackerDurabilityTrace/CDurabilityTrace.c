// The test executable defines these functions itself, so every library in the process comes through
// here; the kernel does the work.
#define _GNU_SOURCE
#include "CDurabilityTrace.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static __thread char calls[1024];
static __thread int is_recording;
static __thread int renames_until_failure;

void durability_trace_begin(void) {
    calls[0] = 0;
    is_recording = 1;
    renames_until_failure = 0;
}

void durability_trace_fail_rename(int number) {
    renames_until_failure = number;
}

const char *durability_trace_end(void) {
    is_recording = 0;
    return calls;
}

static void record(const char *name, const char *object) {
    if (!is_recording) return;
    size_t length = strlen(calls);
    snprintf(calls + length, sizeof calls - length, "%s%s%s", length ? ", " : "", name, object);
}

static const char *kind(int descriptor) {
    struct stat information;
    if (fstat(descriptor, &information) != 0) return " unknown";
    return S_ISDIR(information.st_mode) ? " folder" : " file";
}

int fsync(int descriptor) {
    record("fsync", kind(descriptor));
    return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
    record("fdatasync", kind(descriptor));
    return (int)syscall(SYS_fdatasync, descriptor);
}

int rename(const char *old, const char *new) {
    record("rename", "");
    if (is_recording && renames_until_failure > 0 && --renames_until_failure == 0) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int renameat(int from, const char *old, int to, const char *new) {
    record("rename", "");
    return (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    record("pwrite", "");
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}
