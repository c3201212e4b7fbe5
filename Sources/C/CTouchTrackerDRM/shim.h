#include <stdbool.h>
#include <sys/sysmacros.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/// Returns whether a device number belongs to a DRM device: major number 226 (DRM_MAJOR,
/// Documentation/admin-guide/devices.txt), which no userspace header defines.
static inline bool touchtracker_is_drm_device(dev_t device) { return major(device) == 226; }
