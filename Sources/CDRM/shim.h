#include <stdbool.h>
#include <sys/sysmacros.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

// Macros that Swift can't read.
static inline uint32_t touchtracker_format_xrgb8888(void) { return DRM_FORMAT_XRGB8888; }

/// Whether a device is a graphics card's: DRM_MAJOR, which only the kernel's own headers and
/// Documentation/admin-guide/devices.txt name, is 226.
static inline bool touchtracker_is_card(dev_t device) { return major(device) == 226; }
