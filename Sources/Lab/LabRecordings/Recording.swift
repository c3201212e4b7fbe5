import TouchKitContacts

/// What touch devices and others said for a while, as `libinput record` and `touchtracker record`
/// write it down. docs/recordings.md describes the file.
package struct Recording: Hashable, Sendable {
    /// One property of a device, as udev told it.
    package struct UdevProperty: Hashable, Sendable {
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

    /// One device, and all that it said.
    package struct Device: Hashable, Sendable {
        /// The node it had, `/dev/input/event3`; empty where the file doesn't say.
        package var node: String
        /// What it said of itself.
        package var description: EvdevDescription
        /// What udev said of it, in the order of the file.
        package var udevProperties: [UdevProperty]
        /// What happened, in order. Times count from the beginning of the recording.
        package var events: [EvdevEvent]

        /// Makes a device.
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

    /// The devices, in the order of the file.
    package var devices: [Device]
    /// The version of the TouchTracker that wrote the file; nil where another program did.
    package var writerVersion: String?
    /// Whether the file ended too early, and this is only what was whole of it.
    package var isIncomplete: Bool

    /// What a field test noted, where the recording is one's.
    package var fieldTest: FieldTestNotes?

    /// Makes a recording.
    package init(
        devices: [Device], writerVersion: String? = nil, isIncomplete: Bool = false,
        fieldTest: FieldTestNotes? = nil
    ) {
        self.devices = devices
        self.writerVersion = writerVersion
        self.isIncomplete = isIncomplete
        self.fieldTest = fieldTest
    }
}
