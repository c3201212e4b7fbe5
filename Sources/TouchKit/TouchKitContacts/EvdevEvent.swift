import TouchKitGeometry

/// One event as the kernel's evdev nodes deliver it (`struct input_event`).
package struct EvdevEvent: Hashable, Sendable {
    /// When it happened: on the monotonic clock, or since the beginning of a recording.
    package var time: Timestamp
    /// `EV_SYN`, `EV_ABS` …
    package var type: UInt16
    /// The code of that type: `ABS_MT_SLOT` …
    package var code: UInt16
    /// The value.
    package var value: Int32

    /// Makes an event.
    package init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}
