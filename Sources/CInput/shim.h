#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>

// What Swift can't read: variadic functions and macros with arguments.

/// The range of an absolute axis of an open evdev node; 0 or -1.
static inline int touchtracker_axis(int descriptor, unsigned axis, struct input_absinfo *range) {
    return ioctl(descriptor, EVIOCGABS(axis), range);
}

/// Writes a log line as libinput formats it.
static inline void touchtracker_format(char *line, size_t size, const char *format, va_list list) {
    vsnprintf(line, size, format, list);
}
