#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

// Swift does not import variadic functions and macros with arguments.

/// Reads the range of an absolute axis of an open evdev node (EVIOCGABS). Returns 0 or -1.
static inline int touchtracker_get_axis_range(
    int descriptor, unsigned axis, struct input_absinfo *range
) {
    return ioctl(descriptor, EVIOCGABS(axis), range);
}

/// Reads the device's name with a terminating zero (EVIOCGNAME). Returns the length or -1.
static inline int touchtracker_get_device_name(int descriptor, char *name, size_t size) {
    return ioctl(descriptor, EVIOCGNAME(size), name);
}

/// Reads the device's bus, vendor, product and version (EVIOCGID). Returns 0 or -1.
static inline int touchtracker_get_device_identity(int descriptor, struct input_id *identity) {
    return ioctl(descriptor, EVIOCGID, identity);
}

/// Reads the bit set of the codes that the device reports for an event type, or of its event types
/// if `type` is 0 (EVIOCGBIT). Returns the number of bytes or -1.
static inline int touchtracker_get_event_codes(
    int descriptor, unsigned type, uint8_t *bits, size_t size
) {
    return ioctl(descriptor, EVIOCGBIT(type, size), bits);
}

/// Reads the bit set of the device's properties (EVIOCGPROP). Returns the number of bytes or -1.
static inline int touchtracker_get_device_properties(int descriptor, uint8_t *bits, size_t size) {
    return ioctl(descriptor, EVIOCGPROP(size), bits);
}

/// Reads the values of an axis in all slots (EVIOCGMTSLOTS). `request` starts with the axis code
/// and receives one value per slot after it. Returns a value of at least 0, or -1.
static inline int touchtracker_get_slot_values(int descriptor, int32_t *request, size_t size) {
    return ioctl(descriptor, EVIOCGMTSLOTS(size), request);
}

/// Grabs the device, so that no other client receives its events (EVIOCGRAB). Returns 0 or -1.
static inline int touchtracker_grab_device(int descriptor) {
    return ioctl(descriptor, EVIOCGRAB, 1);
}

// The GNU headers declare these commands only with _GNU_SOURCE.
#ifndef F_OFD_GETLK
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#endif

/// Locks one byte of an open file without waiting, and releases the open file's locks on all bytes
/// before it (F_OFD_SETLK). `offset` is greater than 0. Returns 0, or -1 and errno.
static inline int touchtracker_lock_byte(int descriptor, int64_t offset) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
    if (fcntl(descriptor, F_OFD_SETLK, &lock) == -1) return -1;
    lock.l_type = F_UNLCK;
    lock.l_start = 0;
    lock.l_len = offset;
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

/// Returns the offset of a byte that another open file has locked (F_OFD_GETLK), or -1 if there is
/// none.
static inline int64_t touchtracker_find_locked_byte(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(descriptor, F_OFD_GETLK, &lock) == -1 || lock.l_type == F_UNLCK) return -1;
    return lock.l_start;
}

/// Selects the clock that timestamps the events of this open node (EVIOCSCLOCKID). Returns 0 or -1.
static inline int touchtracker_set_event_clock(int descriptor, int clock) {
    return ioctl(descriptor, EVIOCSCLOCKID, &clock);
}

/// Returns the event's timestamp in microseconds. The names of its fields depend on the
/// architecture.
static inline int64_t touchtracker_event_microseconds(const struct input_event *event) {
    return (int64_t)event->input_event_sec * 1000000 + (int64_t)event->input_event_usec;
}

/// The user data of a libinput context.
struct touchtracker_libinput_user_data {
    /// The Swift object that created the context.
    void *object;
    /// The function that receives `object` and each formatted log message.
    void (*log)(void *object, const char *message);
};

/// The libinput log handler: formats a message and passes it to the context's `log` function. Swift
/// cannot format it, because `va_list` is a different type on each architecture.
static inline void touchtracker_handle_log_message(
    struct libinput *context, enum libinput_log_priority priority, const char *format, va_list list
) {
    struct touchtracker_libinput_user_data *user_data = libinput_get_user_data(context);
    char message[512];
    (void)priority;
    vsnprintf(message, sizeof message, format, list);
    user_data->log(user_data->object, message);
}

/// Passes the context's log messages of at least `priority` to the `log` function of its user data.
static inline void touchtracker_install_log_handler(
    struct libinput *context, enum libinput_log_priority priority
) {
    libinput_log_set_priority(context, priority);
    libinput_log_set_handler(context, touchtracker_handle_log_message);
}
