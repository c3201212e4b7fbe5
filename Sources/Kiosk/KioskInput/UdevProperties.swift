import CTouchTrackerInput
import Glibc

/// The udev properties of a device node, in the order in which udev lists them.
package struct UdevProperties: Hashable, Sendable {
    /// A udev property: a key and a value.
    package struct Property: Hashable, Sendable {
        /// The key, for example `ID_INPUT_TOUCHSCREEN`.
        package var key: String
        /// The value, for example `1`.
        package var value: String

        /// Creates a property.
        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// All properties, in the order in which udev lists them.
    package var all: [Property]

    /// Creates a list of properties.
    package init(_ all: [Property] = []) {
        self.all = all
    }

    /// Reads the properties of the device node at `path`. The list is empty if udev has no device
    /// for the node.
    ///
    /// The corresponding C function is `udev_device_new_from_devnum`.
    package init(node path: String) {
        self.init()
        var information = stat()
        guard stat(path, &information) == 0, let udev = udev_new() else { return }
        defer { udev_unref(udev) }
        let type = information.st_mode & S_IFMT == S_IFCHR ? "c" : "b"
        guard
            let device = udev_device_new_from_devnum(
                udev, CChar(type.utf8.first ?? 0), information.st_rdev)
        else { return }
        defer { udev_device_unref(device) }
        self.init(of: device)
    }

    /// Reads the properties of a libudev device.
    ///
    /// The corresponding C function is `udev_device_get_properties_list_entry`.
    init(of device: OpaquePointer) {
        self.init()
        var entry = udev_device_get_properties_list_entry(device)
        while let property = entry {
            if let key = udev_list_entry_get_name(property) {
                let value = udev_list_entry_get_value(property).map { String(cString: $0) }
                all.append(Property(key: String(cString: key), value: value ?? ""))
            }
            entry = udev_list_entry_get_next(property)
        }
    }

    /// Returns the value of the property `key`, or `nil` if the device has no such property.
    package subscript(_ key: String) -> String? {
        all.first { $0.key == key }?.value
    }

    /// Returns whether the boolean property `key` is true. Any value except `0` counts as true, as
    /// in libinput.
    package func isSet(_ key: String) -> Bool {
        self[key].map { $0 != "0" } ?? false
    }

    /// Whether passwords may be typed on the device: a keyboard, also with a mouse or a tablet, or
    /// a device with other keys that reports no positions or movements. The package denies access
    /// to these devices (`70-touchtracker.rules`).
    package var isKeyboard: Bool {
        if isSet("ID_INPUT_TOUCHSCREEN") { return false }
        let pointers = [
            "ID_INPUT_TOUCHPAD", "ID_INPUT_TABLET", "ID_INPUT_MOUSE", "ID_INPUT_POINTINGSTICK",
        ]
        return isSet("ID_INPUT_KEYBOARD")
            || isSet("ID_INPUT_KEY") && !pointers.contains { isSet($0) }
    }

    /// The properties that a recording of touches contains: the properties that `libinput record`
    /// writes, and the properties that affect touch input.
    package var forRecording: UdevProperties {
        let touchProperties = forTouch.all
        return UdevProperties(
            all.filter { property in
                touchProperties.contains(property)
                    || ["EVDEV_ABS", "MOUSE_DPI", "POINTINGSTICK_"].contains {
                        property.key.hasPrefix($0)
                    }
            })
    }

    /// The properties that affect touch input: the device class, seat, output and path, and the
    /// properties that libinput reads.
    package var forTouch: UdevProperties {
        UdevProperties(
            all.filter { property in
                property.key.hasPrefix("ID_INPUT") || property.key.hasPrefix("LIBINPUT_")
                    || ["ID_SEAT", "ID_PATH", "WL_OUTPUT", "WL_SEAT"].contains(property.key)
            })
    }
}
