// The parts of libraries for LD_PRELOAD that intercept system calls on the files in the folder
// TOUCHTRACKER_DISK_FOLDER. Each library includes this file and defines `open_file` and the other
// calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[4096];
static size_t folder_length;
enum { MAX_DESCRIPTORS = 4096 };

// Evaluates to the C library's function with this name, which is looked up once.
#define REAL(name) ((__typeof__(&name))real(&real_##name, #name))
static void *_Atomic real_open, *_Atomic real_openat, *_Atomic real_close, *_Atomic real_read,
    *_Atomic real_pread64, *_Atomic real_write, *_Atomic real_pwrite64, *_Atomic real_fsync,
    *_Atomic real_fdatasync, *_Atomic real_ftruncate64, *_Atomic real_unlink,
    *_Atomic real_unlinkat, *_Atomic real_rename, *_Atomic real_renameat;

static void *real(void *_Atomic *cache, const char *name) {
    void *function = atomic_load(cache);
    if (!function) atomic_store(cache, function = dlsym(RTLD_NEXT, name));
    return function;
}

// Reads the folder's path from the environment. Returns whether it is valid.
static int find_folder(void) {
    const char *path = getenv("TOUCHTRACKER_DISK_FOLDER");
    if (!path || strlen(path) >= sizeof folder) return 0;
    strcpy(folder, path);
    folder_length = strlen(path);
    return 1;
}

// Returns whether a path is the folder or a file in it.
static int is_in_folder(const char *path) {
    if (!folder_length || strncmp(path, folder, folder_length)) return 0;
    return !path[folder_length] || path[folder_length] == '/';
}

// Returns the path of a file whose name is relative to an open folder or to the working directory,
// or NULL. `buffer` has 2 * PATH_MAX bytes.
static const char *path_in(int parent, const char *name, char *buffer) {
    if (parent == AT_FDCWD || name[0] == '/') return name;
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", parent);
    ssize_t length = readlink(link, buffer, PATH_MAX);
    if (length < 0 || strlen(name) >= PATH_MAX) return NULL;
    buffer[length] = '/';
    strcpy(buffer + length + 1, name);
    return buffer;
}

static int open_file(int parent, const char *path, int flags, mode_t mode);

static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(list, int) : 0;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_file(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int parent, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_file(parent, path, flags, mode);
}

int openat64(int parent, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = mode_of(flags, list);
    va_end(list);
    return open_file(parent, path, flags | O_LARGEFILE, mode);
}
