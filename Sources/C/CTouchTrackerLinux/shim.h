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
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

// What Swift can't read: variadic functions.

/// An ioctl that takes a number.
static inline int touchtracker_ioctl_number(int descriptor, unsigned long request, long number) {
    return ioctl(descriptor, request, number);
}

/// An ioctl that takes an address.
static inline int touchtracker_ioctl_address(int descriptor, unsigned long request, void *address) {
    return ioctl(descriptor, request, address);
}

/// The device number of a terminal, whatever name it was opened by.
static inline int touchtracker_terminal_device(int descriptor, unsigned *device) {
    return ioctl(descriptor, TIOCGDEV, device);
}

/// Locks a whole file for writing, or says why not: -1 and errno.
static inline int touchtracker_lock_file(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, F_SETLK, &lock);
}

/// The process that keeps a whole file from being locked for writing: not above 0 where there is none,
/// or where this process can't see it.
static inline pid_t touchtracker_lock_holder(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(descriptor, F_GETLK, &lock) == -1 || lock.l_type == F_UNLCK) return 0;
    return lock.l_pid;
}

/// Names the calling thread.
static inline void touchtracker_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

// uinput: what a device that is made up says of itself, before it is created; 0 or -1 each.

/// It has a key or a button.
static inline int touchtracker_uinput_key(int descriptor, int code) {
    if (ioctl(descriptor, UI_SET_EVBIT, EV_KEY) == -1) return -1;
    return ioctl(descriptor, UI_SET_KEYBIT, code);
}

/// It has an absolute axis.
static inline int touchtracker_uinput_axis(
    int descriptor, unsigned short code, int minimum, int maximum, int resolution
) {
    struct uinput_abs_setup axis = {
        .code = code,
        .absinfo = {.minimum = minimum, .maximum = maximum, .resolution = resolution},
    };
    if (ioctl(descriptor, UI_SET_EVBIT, EV_ABS) == -1) return -1;
    return ioctl(descriptor, UI_ABS_SETUP, &axis);
}

/// It has a property.
static inline int touchtracker_uinput_property(int descriptor, int property) {
    return ioctl(descriptor, UI_SET_PROPBIT, property);
}

/// Its name and identity.
static inline int touchtracker_uinput_setup(
    int descriptor, const char *name, unsigned short bus, unsigned short vendor,
    unsigned short product, unsigned short version
) {
    struct uinput_setup setup = {
        .id = {.bustype = bus, .vendor = vendor, .product = product, .version = version},
    };
    strncpy(setup.name, name, UINPUT_MAX_NAME_SIZE - 1);
    return ioctl(descriptor, UI_DEV_SETUP, &setup);
}

/// Creates it; it goes when the descriptor is closed.
static inline int touchtracker_uinput_create(int descriptor) {
    return ioctl(descriptor, UI_DEV_CREATE);
}

/// The kernel's name of it, ended by 0; its length or -1.
static inline int touchtracker_uinput_system_name(int descriptor, char *name, size_t size) {
    return ioctl(descriptor, UI_GET_SYSNAME(size), name);
}

/// The beginning of glibc's `struct dl_phdr_info`, which its headers tell only with _GNU_SOURCE; other modules read
/// the same headers without it.
struct touchtracker_loaded_object {
    ElfW(Addr) address;
    const char *name;
    const ElfW(Phdr) *parts;
    ElfW(Half) part_count;
};

/// dl_iterate_phdr(3).
extern int touchtracker_for_each_object(
    int (*body)(struct touchtracker_loaded_object *object, size_t size, void *context), void *context
) __asm__("dl_iterate_phdr");

/// Lets go of what a program or library has in memory of its file and never writes: it is read again where it
/// is needed again, in most cases from the kernel's copy.
static inline int touchtracker_let_go_of_text(
    struct touchtracker_loaded_object *object, size_t size, void *context
) {
    (void)size, (void)context;
    for (int index = 0; index < object->part_count; index++) {
        const ElfW(Phdr) *part = &object->parts[index];
        // What the kernel itself has put there has no file.
        if (part->p_type != PT_LOAD || part->p_flags & PF_W || object->address + part->p_vaddr == 0 ||
            strncmp(object->name, "linux-", 6) == 0)
            continue;
        uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        uintptr_t begin = (object->address + part->p_vaddr + page - 1) / page * page;
        uintptr_t end = (object->address + part->p_vaddr + part->p_memsz) / page * page;
        if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
    }
    return 0;
}

/// The same for the program and all its libraries.
static inline void touchtracker_let_go_of_texts(void) {
    touchtracker_for_each_object(touchtracker_let_go_of_text, NULL);
}
