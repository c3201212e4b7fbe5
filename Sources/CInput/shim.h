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

/// What a libinput context has as its user data.
struct touchtracker_host {
    /// Whoever made the context.
    void *object;
    /// Gets each message, formatted.
    void (*log)(void *object, const char *message);
};

/// Formats a message of libinput's. `va_list` is another kind of type on each architecture, so
/// Swift gets to see the text alone.
static inline void touchtracker_log(
    struct libinput *context, enum libinput_log_priority priority, const char *format, va_list list
) {
    struct touchtracker_host *host = libinput_get_user_data(context);
    char message[512];
    (void)priority;
    vsnprintf(message, sizeof message, format, list);
    host->log(host->object, message);
}

/// Hands messages of a priority and above to the context's host.
static inline void touchtracker_log_to_host(
    struct libinput *context, enum libinput_log_priority priority
) {
    libinput_log_set_priority(context, priority);
    libinput_log_set_handler(context, touchtracker_log);
}
