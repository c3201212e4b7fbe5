#include <stdbool.h>
#include <sys/sysmacros.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

/// Whether a device is a graphics card's: DRM_MAJOR, which only the kernel's own headers and
/// Documentation/admin-guide/devices.txt name, is 226.
static inline bool touchtracker_is_card(dev_t device) { return major(device) == 226; }
