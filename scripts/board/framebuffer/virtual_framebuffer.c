// SPDX-License-Identifier: GPL-2.0 OR MIT
// A device for the firmware's framebuffer, to which simpledrm binds. Kernels with
// CONFIG_SYSFB_SIMPLEFB create it themselves; Debian's do not.
#include <linux/err.h>
#include <linux/ioport.h>
#include <linux/module.h>
#include <linux/platform_data/simplefb.h>
#include <linux/platform_device.h>
#include <linux/screen_info.h>

static struct platform_device *device;

static int __init virtual_framebuffer_init(void)
{
	const struct screen_info *info = &screen_info;
	struct simplefb_platform_data mode = {
		.width = info->lfb_width,
		.height = info->lfb_height,
		.stride = info->lfb_linelength,
		.format = "x8r8g8b8",
	};
	struct resource memory = DEFINE_RES_MEM(
		info->lfb_base, (u64)info->lfb_linelength * info->lfb_height);

	if (info->orig_video_isVGA != VIDEO_TYPE_VLFB || info->lfb_depth != 32)
		return -ENODEV;
	device = platform_device_register_resndata(
		NULL, "simple-framebuffer", 0, &memory, 1, &mode, sizeof(mode));
	return PTR_ERR_OR_ZERO(device);
}

static void __exit virtual_framebuffer_exit(void)
{
	platform_device_unregister(device);
}

module_init(virtual_framebuffer_init);
module_exit(virtual_framebuffer_exit);
MODULE_DESCRIPTION("A device for the firmware's framebuffer");
MODULE_LICENSE("GPL");
