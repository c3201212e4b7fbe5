#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

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
