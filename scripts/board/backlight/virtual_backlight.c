// SPDX-License-Identifier: GPL-2.0 OR MIT
/* A backlight device without hardware, for emulated boards. */
#include <linux/backlight.h>
#include <linux/err.h>
#include <linux/module.h>

static struct backlight_device *backlight;

static int virtual_backlight_update(struct backlight_device *device)
{
	return 0;
}

static const struct backlight_ops virtual_backlight_operations = {
	.update_status = virtual_backlight_update,
};

static int __init virtual_backlight_init(void)
{
	const struct backlight_properties properties = {
		.type = BACKLIGHT_RAW,
		.scale = BACKLIGHT_SCALE_NON_LINEAR,
		.max_brightness = 255,
		.brightness = 200,
	};

	backlight = backlight_device_register("virtual-backlight", NULL, NULL,
					      &virtual_backlight_operations, &properties);
	return PTR_ERR_OR_ZERO(backlight);
}

static void __exit virtual_backlight_exit(void)
{
	backlight_device_unregister(backlight);
}

module_init(virtual_backlight_init);
module_exit(virtual_backlight_exit);
MODULE_DESCRIPTION("Backlight device without hardware");
MODULE_LICENSE("Dual MIT/GPL");
