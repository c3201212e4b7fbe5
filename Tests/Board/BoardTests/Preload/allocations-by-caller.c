// An allocation counter for the kiosk on a board, loaded with LD_PRELOAD. It counts allocations by
// the object file of the calling code, and prints one line to standard error when the process ends:
//     allocations touchtracker=1234 libinput.so.10=567 …
// The program's file includes the statically linked Swift runtime.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { FILES = 64 };
static struct {
    void *base;
    const char *name;
    unsigned long count;
} files[FILES];

static void count(void *caller) {
    Dl_info information;
    if (!dladdr(caller, &information)) return;
    for (int i = 0; i < FILES; i++) {
        if (!files[i].base) {
            files[i].base = information.dli_fbase;
            files[i].name = information.dli_fname;
        }
        if (files[i].base == information.dli_fbase) {
            files[i].count++;
            return;
        }
    }
}

void *malloc(size_t size) {
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(__builtin_return_address(0));
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count(__builtin_return_address(0));
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count(__builtin_return_address(0));
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

__attribute__((destructor)) static void report(void) {
    char line[2048] = "allocations";
    size_t length = strlen(line);
    for (int i = 0; i < FILES && files[i].base && length < sizeof line - 128; i++) {
        const char *slash = strrchr(files[i].name, '/');
        length += (size_t)snprintf(
            line + length, sizeof line - length, " %.80s=%lu",
            slash ? slash + 1 : files[i].name, files[i].count);
    }
    line[length++] = '\n';
    if (write(STDERR_FILENO, line, length) < 0) return;
}
