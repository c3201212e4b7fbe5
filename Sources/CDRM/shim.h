#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

// Macros that Swift can't read.
static inline uint32_t touchtracker_format_xrgb8888(void) { return DRM_FORMAT_XRGB8888; }
