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

/// Names the calling thread.
static inline void touchtracker_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}
