#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

// What Swift can't read: variadic functions and macros with arguments.

/// The range of an absolute axis of an open evdev node; 0 or -1.
static inline int touchtracker_axis(int descriptor, unsigned axis, struct input_absinfo *range) {
    return ioctl(descriptor, EVIOCGABS(axis), range);
}

/// The device's name, ended by 0; its length or -1.
static inline int touchtracker_name(int descriptor, char *name, size_t size) {
    return ioctl(descriptor, EVIOCGNAME(size), name);
}

/// Which device it is; 0 or -1.
static inline int touchtracker_identity(int descriptor, struct input_id *identity) {
    return ioctl(descriptor, EVIOCGID, identity);
}

/// The codes of an event type that the device can report, as bits, or with type 0 the types; the
/// number of bytes or -1.
static inline int touchtracker_codes(int descriptor, unsigned type, uint8_t *bits, size_t size) {
    return ioctl(descriptor, EVIOCGBIT(type, size), bits);
}

/// The device's properties, as bits; the number of bytes or -1.
static inline int touchtracker_properties(int descriptor, uint8_t *bits, size_t size) {
    return ioctl(descriptor, EVIOCGPROP(size), bits);
}

/// The values of an axis in all slots: `request` holds the axis and gets a value for each slot
/// behind it; not negative, or -1.
static inline int touchtracker_slots(int descriptor, int32_t *request, size_t size) {
    return ioctl(descriptor, EVIOCGMTSLOTS(size), request);
}

/// Keeps an open node's events from everybody else; 0 or -1.
static inline int touchtracker_grab(int descriptor) {
    return ioctl(descriptor, EVIOCGRAB, 1);
}

/// Chooses the clock of this open node's events; 0 or -1.
static inline int touchtracker_set_clock(int descriptor, int clock) {
    return ioctl(descriptor, EVIOCSCLOCKID, &clock);
}

/// When an event happened, in microseconds. On 32-bit machines its fields have other names.
static inline int64_t touchtracker_event_microseconds(const struct input_event *event) {
    return (int64_t)event->input_event_sec * 1000000 + (int64_t)event->input_event_usec;
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
