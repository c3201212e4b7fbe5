#include <fcntl.h>
#include <link.h>
#include <linux/kd.h>
#include <linux/uinput.h>
#include <linux/vt.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Swift does not import variadic functions.

/// Calls ioctl(2) with a number as the argument.
static inline int touchtracker_ioctl_number(int descriptor, unsigned long request, long number) {
    return ioctl(descriptor, request, number);
}

/// Calls ioctl(2) with a pointer as the argument.
static inline int touchtracker_ioctl_pointer(int descriptor, unsigned long request, void *pointer) {
    return ioctl(descriptor, request, pointer);
}

/// Reads the device number of an open terminal (TIOCGDEV), also if it was opened as /dev/tty.
/// Returns 0 or -1.
static inline int touchtracker_get_terminal_device(int descriptor, unsigned *device) {
    return ioctl(descriptor, TIOCGDEV, device);
}

/// Sets an exclusive record lock on the whole file without waiting (F_SETLK). Returns 0, or -1 and
/// errno.
static inline int touchtracker_lock_file(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_SETLK, &lock);
}

/// Returns the ID of the process whose record lock prevents an exclusive lock on the file
/// (F_GETLK), or a value of at most 0 if there is none or the process is not visible.
static inline pid_t touchtracker_lock_holder(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(descriptor, F_GETLK, &lock) == -1 || lock.l_type == F_UNLCK) return 0;
    return lock.l_pid;
}

/// Sets the name of the calling thread (PR_SET_NAME).
static inline void touchtracker_set_thread_name(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

// uinput: the description of a virtual device before its creation. Each function returns 0 or -1.

/// Adds a key or button to a uinput device (UI_SET_KEYBIT).
static inline int touchtracker_uinput_add_key(int descriptor, int code) {
    if (ioctl(descriptor, UI_SET_EVBIT, EV_KEY) == -1) return -1;
    return ioctl(descriptor, UI_SET_KEYBIT, code);
}

/// Adds an absolute axis to a uinput device (UI_ABS_SETUP).
static inline int touchtracker_uinput_add_axis(
    int descriptor, unsigned short code, int minimum, int maximum, int resolution
) {
    struct uinput_abs_setup axis = {
        .code = code,
        .absinfo = {.minimum = minimum, .maximum = maximum, .resolution = resolution},
    };
    if (ioctl(descriptor, UI_SET_EVBIT, EV_ABS) == -1) return -1;
    return ioctl(descriptor, UI_ABS_SETUP, &axis);
}

/// Adds a device property to a uinput device (UI_SET_PROPBIT).
static inline int touchtracker_uinput_add_property(int descriptor, int property) {
    return ioctl(descriptor, UI_SET_PROPBIT, property);
}

/// Sets the name and the identity of a uinput device (UI_DEV_SETUP).
static inline int touchtracker_uinput_set_identity(
    int descriptor, const char *name, unsigned short bus, unsigned short vendor,
    unsigned short product, unsigned short version
) {
    struct uinput_setup setup = {
        .id = {.bustype = bus, .vendor = vendor, .product = product, .version = version},
    };
    strncpy(setup.name, name, UINPUT_MAX_NAME_SIZE - 1);
    return ioctl(descriptor, UI_DEV_SETUP, &setup);
}

/// Creates the uinput device (UI_DEV_CREATE). Closing the descriptor removes the device.
static inline int touchtracker_uinput_create(int descriptor) {
    return ioctl(descriptor, UI_DEV_CREATE);
}

/// Reads the kernel's name of a created uinput device, with a terminating zero (UI_GET_SYSNAME).
/// Returns the length or -1.
static inline int touchtracker_uinput_get_system_name(int descriptor, char *name, size_t size) {
    return ioctl(descriptor, UI_GET_SYSNAME(size), name);
}

/// The first fields of `struct dl_phdr_info`. glibc declares that type only with _GNU_SOURCE, and
/// other modules include its headers without _GNU_SOURCE.
struct touchtracker_loaded_object {
    ElfW(Addr) address;
    const char *name;
    const ElfW(Phdr) *program_headers;
    ElfW(Half) program_header_count;
};

/// Calls `body` for the program and for each loaded library: dl_iterate_phdr(3).
extern int touchtracker_for_each_object(
    int (*body)(struct touchtracker_loaded_object *object, size_t size, void *context),
    void *context
) __asm__("dl_iterate_phdr");

/// Discards the resident pages of the object's read-only segments (MADV_DONTNEED). The kernel reads
/// a page from the file or the page cache again when it is used. Returns 0.
static inline int touchtracker_discard_object_pages(
    struct touchtracker_loaded_object *object, size_t size, void *context
) {
    (void)size, (void)context;
    for (int index = 0; index < object->program_header_count; index++) {
        const ElfW(Phdr) *header = &object->program_headers[index];
        // The vDSO (linux-vdso.so, linux-gate.so), which the kernel maps, has no file.
        if (header->p_type != PT_LOAD || header->p_flags & PF_W ||
            object->address + header->p_vaddr == 0 || strncmp(object->name, "linux-", 6) == 0)
            continue;
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        uintptr_t begin = (object->address + header->p_vaddr + page - 1) / page * page;
        uintptr_t end = (object->address + header->p_vaddr + header->p_memsz) / page * page;
        if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    return 0;
}

/// Discards the resident pages of all read-only segments of the program and its libraries.
static inline void touchtracker_discard_code_pages(void) {
    touchtracker_for_each_object(touchtracker_discard_object_pages, NULL);
}
