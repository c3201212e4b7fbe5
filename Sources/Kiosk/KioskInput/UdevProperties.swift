import CTouchTrackerInput
import Glibc

/// What udev knows of a device node: its properties, in udev's order.
package struct UdevProperties: Hashable, Sendable {
    /// A property.
    package struct Property: Hashable, Sendable {
        /// `ID_INPUT_TOUCHSCREEN` …
        package var key: String
        /// Its value.
        package var value: String

        /// Makes a property.
        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// All properties.
    package var all: [Property]

    /// Makes properties.
    package init(_ all: [Property] = []) {
        self.all = all
    }

    /// Reads the properties of a device node; none where udev doesn't know it.
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

    /// Reads the properties of libudev's device.
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

    /// The value of a property; nil where the device hasn't got it.
    package subscript(_ key: String) -> String? {
        all.first { $0.key == key }?.value
    }

    /// Whether a property that says yes or no says yes: libinput takes any value but "0" for it.
    package func isSet(_ key: String) -> Bool {
        self[key].map { $0 != "0" } ?? false
    }

    /// Those that a recording keeps: what `libinput record` keeps, and what else decides about touch.
    package var forRecording: UdevProperties {
        let kept = forTouch.all
        return UdevProperties(
            all.filter { property in
                kept.contains(property)
                    || ["EVDEV_ABS", "MOUSE_DPI", "POINTINGSTICK_"].contains {
                        property.key.hasPrefix($0)
                    }
            })
    }

    /// Those that decide about touch: its class, its seat, its screen, its place, and libinput's.
    package var forTouch: UdevProperties {
        UdevProperties(
            all.filter { property in
                property.key.hasPrefix("ID_INPUT") || property.key.hasPrefix("LIBINPUT_")
                    || ["ID_SEAT", "ID_PATH", "WL_OUTPUT", "WL_SEAT"].contains(property.key)
            })
    }
}
