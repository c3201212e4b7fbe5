// A library that records the requests of a process to change files on the disk. It is preloaded
// into touchtracker-store-writer (LD_PRELOAD).
//
// Each request on a file in the folder TOUCHTRACKER_DISK_FOLDER is appended to the file
// TOUCHTRACKER_DISK_RECORD as one `struct request`, followed by a name and data. Lines on standard
// output are recorded, too, as marks. DiskRequest.swift reads the file. Changes of mapped files
// (-shm) are not recorded.
#include "intercepted-calls.h"

#include <sys/stat.h>
#include <sys/uio.h>

enum kind { CREATE = 1, WRITE, TRUNCATE, SYNC, SYNC_FOLDER, REMOVE, RENAME, MARK };

struct request {
    uint32_t kind;
    uint32_t name_length;
    uint64_t inode;  // the file, or 0 if there is only a name
    uint64_t offset; // of a write, or the new length of a truncated file
    uint64_t data_length;
};

static int record = -1;
// Whether each descriptor belongs to a file in the folder (1) or to the folder (2).
static _Atomic unsigned char kinds[MAX_DESCRIPTORS];

__attribute__((constructor)) static void open_record(void) {
    const char *path = getenv("TOUCHTRACKER_DISK_RECORD");
    if (!path || !find_folder()) return;
    record = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void append(
    enum kind kind, uint64_t inode, const char *name, uint64_t offset, const void *data,
    size_t length
) {
    struct request request = {kind, name ? (uint32_t)strlen(name) : 0, inode, offset, length};
    struct iovec parts[] = {
        {&request, sizeof request}, {(void *)name, request.name_length}, {(void *)data, length}};
    if (writev(record, parts, 3) != (ssize_t)(sizeof request + request.name_length + length))
        abort();
}

static int kind(int descriptor) {
    return descriptor >= 0 && descriptor < MAX_DESCRIPTORS ? atomic_load(&kinds[descriptor]) : 0;
}

static uint64_t inode_of(int descriptor) {
    struct stat information;
    if (fstat(descriptor, &information)) abort();
    return information.st_ino;
}

// Returns the name of a file in the folder, or NULL for other files.
static const char *name_in(int parent, const char *name, char *buffer) {
    const char *path = record < 0 ? NULL : path_in(parent, name, buffer);
    return path && is_in_folder(path) && path[folder_length] ? path + folder_length + 1 : NULL;
}

static int open_file(int parent, const char *path, int flags, mode_t mode) {
    char buffer[2 * PATH_MAX];
    const char *full = path_in(parent, path, buffer);
    int is_inside = record >= 0 && full && is_in_folder(full);
    int is_missing = is_inside && faccessat(parent, path, F_OK, AT_SYMLINK_NOFOLLOW);
    int descriptor = REAL(openat)(parent, path, flags, mode);
    if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS || !is_inside) return descriptor;
    int is_folder = !full[folder_length];
    atomic_store(&kinds[descriptor], is_folder ? 2 : 1);
    if (is_folder) return descriptor;
    if (is_missing)
        append(CREATE, inode_of(descriptor), full + folder_length + 1, 0, NULL, 0);
    else if (flags & O_TRUNC)
        append(TRUNCATE, inode_of(descriptor), NULL, 0, NULL, 0);
    return descriptor;
}

int close(int descriptor) {
    if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS) atomic_store(&kinds[descriptor], 0);
    return REAL(close)(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    off64_t offset = kind(descriptor) ? lseek64(descriptor, 0, SEEK_CUR) : 0;
    ssize_t written = REAL(write)(descriptor, bytes, count);
    if (written <= 0) return written;
    if (kind(descriptor))
        append(WRITE, inode_of(descriptor), NULL, (uint64_t)offset, bytes, (size_t)written);
    else if (descriptor == STDOUT_FILENO && record >= 0)
        append(MARK, 0, NULL, 0, bytes, (size_t)written);
    return written;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    ssize_t written = REAL(pwrite64)(descriptor, bytes, count, offset);
    if (written > 0 && kind(descriptor))
        append(WRITE, inode_of(descriptor), NULL, (uint64_t)offset, bytes, (size_t)written);
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite64(descriptor, bytes, count, offset);
}

// Records that the data of a file or the entries of the folder are durable. The data is not written
// to the disk, because the process is not killed by a power cut.
static int synchronize(int descriptor) {
    switch (kind(descriptor)) {
        case 1: append(SYNC, inode_of(descriptor), NULL, 0, NULL, 0); break;
        case 2: append(SYNC_FOLDER, 0, NULL, 0, NULL, 0); break;
    }
    return 0;
}

int fsync(int descriptor) { return synchronize(descriptor); }

int fdatasync(int descriptor) { return synchronize(descriptor); }

int ftruncate64(int descriptor, off64_t length) {
    int result = REAL(ftruncate64)(descriptor, length);
    if (!result && kind(descriptor))
        append(TRUNCATE, inode_of(descriptor), NULL, (uint64_t)length, NULL, 0);
    return result;
}

int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

int unlinkat(int parent, const char *name, int flags) {
    char buffer[2 * PATH_MAX];
    int result = REAL(unlinkat)(parent, name, flags);
    const char *inside = result ? NULL : name_in(parent, name, buffer);
    if (inside) append(REMOVE, 0, inside, 0, NULL, 0);
    return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int renameat(int from_parent, const char *from, int to_parent, const char *to) {
    char from_buffer[2 * PATH_MAX], to_buffer[2 * PATH_MAX];
    int result = REAL(renameat)(from_parent, from, to_parent, to);
    const char *source = result ? NULL : name_in(from_parent, from, from_buffer);
    const char *target = result ? NULL : name_in(to_parent, to, to_buffer);
    if (source && target) append(RENAME, 0, source, 0, target, strlen(target));
    return result;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }
