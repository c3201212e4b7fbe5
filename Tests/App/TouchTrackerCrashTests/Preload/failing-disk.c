// Preloaded into touchtracker-crash-subject (LD_PRELOAD): a disk that fails when it is told to.
//
// TOUCHTRACKER_DISK_FOLDER names the folder whose files are on that disk, TOUCHTRACKER_DISK_CONTROL a file
// of one `struct control`, which is shared with whoever tells the disk what to do (DiskControl.swift).
// What is mapped into memory (the -shm file) can't be failed here, only what makes it larger.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

// Which files a failure is about.
enum { DATABASE = 1, LOG = 2, INDEX = 4, OTHER = 8 };
// Which calls.
enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, TRUNCATE = 16, NAME = 32 };

struct control {
    _Atomic uint32_t error;        // errno of what fails; 0: nothing does
    _Atomic uint32_t left;         // so many calls fail yet; UINT32_MAX: no end
    _Atomic uint32_t files;        // which files
    _Atomic uint32_t calls;        // which calls
    _Atomic uint32_t per_mille;    // how many of them
    _Atomic uint32_t is_short;     // writes are cut short, sometimes instead of failing
    _Atomic uint32_t milliseconds; // how long those calls take
    _Atomic uint32_t hits;         // calls that have failed or were cut short
    _Atomic uint32_t random;
};

static struct control *control;
static char folder[4096];
static size_t folder_length;
enum { MOST_FILES = 4096 };
static _Atomic unsigned char kinds[MOST_FILES];

#define REAL(name) ((__typeof__(&name))real(&real_##name, #name))
static void *_Atomic real_open, *_Atomic real_close, *_Atomic real_read, *_Atomic real_pread64,
    *_Atomic real_write, *_Atomic real_pwrite64, *_Atomic real_fsync, *_Atomic real_fdatasync,
    *_Atomic real_ftruncate64, *_Atomic real_unlink, *_Atomic real_rename;

static void *real(void *_Atomic *place, const char *name) {
    void *found = atomic_load(place);
    if (!found) atomic_store(place, found = dlsym(RTLD_NEXT, name));
    return found;
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("TOUCHTRACKER_DISK_FOLDER");
    const char *file = getenv("TOUCHTRACKER_DISK_CONTROL");
    if (!path || !file || strlen(path) >= sizeof folder) return;
    int number = REAL(open)(file, O_RDWR | O_CLOEXEC);
    if (number < 0) return;
    void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    REAL(close)(number);
    if (memory == MAP_FAILED) return;
    strcpy(folder, path);
    folder_length = strlen(path);
    control = memory;
}

static int ends_with(const char *path, const char *end) {
    size_t length = strlen(path), most = strlen(end);
    return length >= most && !strcmp(path + length - most, end);
}

// What a file is on the disk; 0 where it is on another.
static int kind_of(const char *path) {
    if (!control || strncmp(path, folder, folder_length)) return 0;
    if (path[folder_length] && path[folder_length] != '/') return 0;
    if (ends_with(path, "-wal")) return LOG;
    if (ends_with(path, "-shm")) return INDEX;
    if (ends_with(path, ".sqlite")) return DATABASE;
    return OTHER;
}

static int kind(int number) {
    return number >= 0 && number < MOST_FILES ? atomic_load(&kinds[number]) : 0;
}

static uint32_t dice(void) {
    // xorshift32 (Marsaglia 2003); a number that two threads share does no harm.
    uint32_t value = atomic_load(&control->random);
    if (!value) value = 2463534242u;
    value ^= value << 13;
    value ^= value >> 17;
    value ^= value << 5;
    atomic_store(&control->random, value);
    return value;
}

// Whether a call on such a file is one that goes wrong.
static int is_hit(int kind, uint32_t call) {
    if (!kind || !control) return 0;
    if (!(atomic_load(&control->files) & (uint32_t)kind)) return 0;
    if (!(atomic_load(&control->calls) & call)) return 0;
    uint32_t pause = atomic_load(&control->milliseconds);
    if (pause) usleep(pause * 1000);
    if (!atomic_load(&control->error) && !atomic_load(&control->is_short)) return 0;
    if (dice() % 1000 >= atomic_load(&control->per_mille)) return 0;
    uint32_t left = atomic_load(&control->left);
    do {
        if (!left) return 0;
    } while (left != UINT32_MAX && !atomic_compare_exchange_weak(&control->left, &left, left - 1));
    atomic_fetch_add(&control->hits, 1);
    return 1;
}

// Whether it fails: with errno set.
static int fails(int kind, uint32_t call) {
    if (!is_hit(kind, call)) return 0;
    int error = (int)atomic_load(&control->error);
    if (!error) return 0;
    errno = error;
    return 1;
}

// The same for a write: -1 where it fails, else how much of it is done.
static ssize_t room(int kind, size_t count) {
    if (!is_hit(kind, WRITE)) return (ssize_t)count;
    int error = (int)atomic_load(&control->error);
    if (atomic_load(&control->is_short) && count > 1 && (!error || dice() & 16))
        return (ssize_t)(1 + dice() % (count - 1));
    if (!error) return (ssize_t)count;
    errno = error;
    return -1;
}

static int opened(const char *path, int flags, mode_t mode) {
    int kind = kind_of(path);
    if (fails(kind, OPEN)) return -1;
    int number = REAL(open)(path, flags, mode);
    if (number >= 0 && number < MOST_FILES) atomic_store(&kinds[number], (unsigned char)kind);
    return number;
}

static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(list, int) : 0;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return opened(path, flags | O_LARGEFILE, mode);
}

int close(int number) {
    if (number >= 0 && number < MOST_FILES) atomic_store(&kinds[number], 0);
    return REAL(close)(number);
}

ssize_t read(int number, void *bytes, size_t count) {
    return fails(kind(number), READ) ? -1 : REAL(read)(number, bytes, count);
}

ssize_t pread64(int number, void *bytes, size_t count, off64_t place) {
    return fails(kind(number), READ) ? -1 : REAL(pread64)(number, bytes, count, place);
}

ssize_t pread(int number, void *bytes, size_t count, off_t place) {
    return pread64(number, bytes, count, place);
}

ssize_t write(int number, const void *bytes, size_t count) {
    ssize_t most = room(kind(number), count);
    return most < 0 ? -1 : REAL(write)(number, bytes, (size_t)most);
}

ssize_t pwrite64(int number, const void *bytes, size_t count, off64_t place) {
    ssize_t most = room(kind(number), count);
    return most < 0 ? -1 : REAL(pwrite64)(number, bytes, (size_t)most, place);
}

ssize_t pwrite(int number, const void *bytes, size_t count, off_t place) {
    return pwrite64(number, bytes, count, place);
}

int fsync(int number) { return fails(kind(number), SYNC) ? -1 : REAL(fsync)(number); }

int fdatasync(int number) { return fails(kind(number), SYNC) ? -1 : REAL(fdatasync)(number); }

int ftruncate64(int number, off64_t length) {
    return fails(kind(number), TRUNCATE) ? -1 : REAL(ftruncate64)(number, length);
}

int ftruncate(int number, off_t length) { return ftruncate64(number, length); }

int unlink(const char *path) {
    return fails(kind_of(path), NAME) ? -1 : REAL(unlink)(path);
}

int rename(const char *from, const char *to) {
    return fails(kind_of(from), NAME) ? -1 : REAL(rename)(from, to);
}
