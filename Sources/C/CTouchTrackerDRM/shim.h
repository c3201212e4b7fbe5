#include <stdbool.h>
#include <stdint.h>
#include <sys/sysmacros.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/// Returns whether a device number belongs to a DRM device: major number 226 (DRM_MAJOR,
/// Documentation/admin-guide/devices.txt), which no userspace header defines.
static inline bool touchtracker_is_drm_device(dev_t device) { return major(device) == 226; }

/// Performs an atomic commit (DRM_IOCTL_MODE_ATOMIC). libdrm's drmModeAtomicCommit allocates memory
/// for each commit, this function does not.
///
/// object_count: the number of mode objects. property_counts: the number of properties of each
/// object. properties, values: the properties of the first object, then of the second, and so on.
/// Returns 0, or -1 with errno.
static inline int touchtracker_atomic_commit(
    int descriptor, uint32_t flags, uint32_t object_count, const uint32_t *objects,
    const uint32_t *property_counts, const uint32_t *properties, const uint64_t *values,
    uint64_t user_data) {
    struct drm_mode_atomic commit = {
        .flags = flags,
        .count_objs = object_count,
        .objs_ptr = (uintptr_t)objects,
        .count_props_ptr = (uintptr_t)property_counts,
        .props_ptr = (uintptr_t)properties,
        .prop_values_ptr = (uintptr_t)values,
        .user_data = user_data,
    };
    return drmIoctl(descriptor, DRM_IOCTL_MODE_ATOMIC, &commit);
}
