import TouchKitContacts

/// The events of touch devices during a period of time, as `libinput record` and `touchtracker
/// record` store them. docs/recordings.md describes the file format.
package struct Recording: Hashable, Sendable {
    /// One udev property of a device.
    package struct UdevProperty: Hashable, Sendable {
        /// The property's key, such as `ID_INPUT_TOUCHSCREEN`.
        package var key: String
        /// The property's value.
        package var value: String

        /// Creates a property.
        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// One device and its events.
    package struct Device: Hashable, Sendable {
        /// The path of the device's node, such as `/dev/input/event3`, or empty if the file has
        /// none.
        package var node: String
        /// The device's name, identity, event codes and axes.
        package var description: EvdevDescription
        /// The device's udev properties, in the order of the file.
        package var udevProperties: [UdevProperty]
        /// The device's events in the order of time. Times are counted from the recording's start.
        package var events: [EvdevEvent]

        /// Creates a device.
        package init(
            node: String, description: EvdevDescription, udevProperties: [UdevProperty] = [],
            events: [EvdevEvent] = []
        ) {
            self.node = node
            self.description = description
            self.udevProperties = udevProperties
            self.events = events
        }
    }

    /// The recorded devices, in the order of the file.
    package var devices: [Device]
    /// The version of TouchTracker that wrote the file, or `nil` for a file of another program.
    package var writerVersion: String?
    /// Whether the file was truncated, so that events are missing in the recording.
    package var isIncomplete: Bool
    /// The metadata of the recorded field test, or `nil` if the recording contains no field test.
    package var fieldTest: FieldTestMetadata?

    /// Creates a recording.
    package init(
        devices: [Device], writerVersion: String? = nil, isIncomplete: Bool = false,
        fieldTest: FieldTestMetadata? = nil
    ) {
        self.devices = devices
        self.writerVersion = writerVersion
        self.isIncomplete = isIncomplete
        self.fieldTest = fieldTest
    }
}
