// A library that simulates a failing disk. It is preloaded into touchtracker-crash-subject
// (LD_PRELOAD).
//
// The faults affect the files in the folder TOUCHTRACKER_DISK_FOLDER. TOUCHTRACKER_DISK_CONTROL
// names a file with one `struct control`, which the library maps into memory and shares with
// DiskFaultInjector.swift. Access to mapped files (-shm) cannot fail here, only their enlargement.
#include "intercepted-calls.h"

// The files that a fault affects, as bits.
enum { DATABASE = 1, LOG = 2, INDEX = 4, OTHER = 8 };
// The system calls that a fault affects, as bits. NAME stands for unlink and rename.
enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, TRUNCATE = 16, NAME = 32 };

struct control {
    _Atomic uint32_t error;        // errno of failing calls, or 0 if no call fails
    _Atomic uint32_t left;         // remaining number of failures, or UINT32_MAX without limit
    _Atomic uint32_t files;        // affected files
    _Atomic uint32_t calls;        // affected calls
    _Atomic uint32_t per_mille;    // share of the affected calls that fail, in per mille
    _Atomic uint32_t is_short;     // whether writes are shortened, in place of some failures
    _Atomic uint32_t milliseconds; // duration of affected calls
    _Atomic uint32_t hits;         // number of calls that failed or were shortened
    _Atomic uint32_t random;       // state of the random number generator
};

static struct control *control;
// The kind of file behind each descriptor, or 0 for files outside the folder.
static _Atomic unsigned char kinds[MAX_DESCRIPTORS];

__attribute__((constructor)) static void map_control(void) {
    const char *file = getenv("TOUCHTRACKER_DISK_CONTROL");
    if (!file || !find_folder()) return;
    int descriptor = REAL(open)(file, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    REAL(close)(descriptor);
    if (memory == MAP_FAILED) return;
    control = memory;
}

static int ends_with(const char *path, const char *suffix) {
    size_t length = strlen(path), suffix_length = strlen(suffix);
    return length >= suffix_length && !strcmp(path + length - suffix_length, suffix);
}

// Returns the kind of a file, or 0 for files outside the folder.
static int kind_of(const char *path) {
    if (!control || !is_in_folder(path)) return 0;
    if (ends_with(path, "-wal")) return LOG;
    if (ends_with(path, "-shm")) return INDEX;
    if (ends_with(path, ".sqlite")) return DATABASE;
    return OTHER;
}

// Returns the kind of a file whose name is relative to an open folder, or to the working directory.
static int kind_in(int parent, const char *name) {
    char buffer[2 * PATH_MAX];
    const char *path = path_in(parent, name, buffer);
    return path ? kind_of(path) : 0;
}

static int kind(int descriptor) {
    return descriptor >= 0 && descriptor < MAX_DESCRIPTORS ? atomic_load(&kinds[descriptor]) : 0;
}

// Returns a random number from xorshift32 (Marsaglia 2003). Threads may get equal numbers.
static uint32_t next_random(void) {
    uint32_t value = atomic_load(&control->random);
    if (!value) value = 2463534242u;
    value ^= value << 13;
    value ^= value >> 17;
    value ^= value << 5;
    atomic_store(&control->random, value);
    return value;
}

// Delays an affected call, and returns whether the call must fail or be shortened.
static int is_hit(int kind, uint32_t call) {
    if (!kind || !control) return 0;
    if (!(atomic_load(&control->files) & (uint32_t)kind)) return 0;
    if (!(atomic_load(&control->calls) & call)) return 0;
    uint32_t pause = atomic_load(&control->milliseconds);
    if (pause) usleep(pause * 1000);
    if (!atomic_load(&control->error) && !atomic_load(&control->is_short)) return 0;
    if (next_random() % 1000 >= atomic_load(&control->per_mille)) return 0;
    uint32_t left = atomic_load(&control->left);
    do {
        if (!left) return 0;
    } while (left != UINT32_MAX && !atomic_compare_exchange_weak(&control->left, &left, left - 1));
    atomic_fetch_add(&control->hits, 1);
    return 1;
}

// Returns whether a call must fail, and sets errno.
static int fails(int kind, uint32_t call) {
    if (!is_hit(kind, call)) return 0;
    int error = (int)atomic_load(&control->error);
    if (!error) return 0;
    errno = error;
    return 1;
}

// Returns the number of bytes to write, or -1 with errno set if the write must fail.
static ssize_t permitted_count(int kind, size_t count) {
    if (!is_hit(kind, WRITE)) return (ssize_t)count;
    int error = (int)atomic_load(&control->error);
    if (atomic_load(&control->is_short) && count > 1 && (!error || next_random() & 16))
        return (ssize_t)(1 + next_random() % (count - 1));
    if (!error) return (ssize_t)count;
    errno = error;
    return -1;
}

static int open_file(int parent, const char *path, int flags, mode_t mode) {
    int kind = kind_in(parent, path);
    if (fails(kind, OPEN)) return -1;
    int descriptor = REAL(openat)(parent, path, flags, mode);
    if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS)
        atomic_store(&kinds[descriptor], (unsigned char)kind);
    return descriptor;
}

int close(int descriptor) {
    if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS) atomic_store(&kinds[descriptor], 0);
    return REAL(close)(descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    return fails(kind(descriptor), READ) ? -1 : REAL(read)(descriptor, bytes, count);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    return fails(kind(descriptor), READ) ? -1 : REAL(pread64)(descriptor, bytes, count, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    return pread64(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    ssize_t permitted = permitted_count(kind(descriptor), count);
    return permitted < 0 ? -1 : REAL(write)(descriptor, bytes, (size_t)permitted);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    ssize_t permitted = permitted_count(kind(descriptor), count);
    return permitted < 0 ? -1 : REAL(pwrite64)(descriptor, bytes, (size_t)permitted, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite64(descriptor, bytes, count, offset);
}

int fsync(int descriptor) { return fails(kind(descriptor), SYNC) ? -1 : REAL(fsync)(descriptor); }

int fdatasync(int descriptor) {
    return fails(kind(descriptor), SYNC) ? -1 : REAL(fdatasync)(descriptor);
}

int ftruncate64(int descriptor, off64_t length) {
    return fails(kind(descriptor), TRUNCATE) ? -1 : REAL(ftruncate64)(descriptor, length);
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

int unlink(const char *path) {
    return fails(kind_of(path), NAME) ? -1 : REAL(unlink)(path);
}

int unlinkat(int parent, const char *name, int flags) {
    return fails(kind_in(parent, name), NAME) ? -1 : REAL(unlinkat)(parent, name, flags);
}

int rename(const char *from, const char *to) {
    return fails(kind_of(from), NAME) ? -1 : REAL(rename)(from, to);
}

int renameat(int from_parent, const char *from, int to_parent, const char *to) {
    if (fails(kind_in(from_parent, from), NAME)) return -1;
    return REAL(renameat)(from_parent, from, to_parent, to);
}
