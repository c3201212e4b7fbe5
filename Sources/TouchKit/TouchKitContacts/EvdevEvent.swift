import TouchKitGeometry

/// An input event of an evdev node (`struct input_event`).
package struct EvdevEvent: Hashable, Sendable {
    /// The time of the event on the monotonic clock, or, in a recording, the time since the
    /// recording began.
    package var time: Timestamp
    /// The event type, such as `EV_SYN` or `EV_ABS`.
    package var type: UInt16
    /// The event code within the type, such as `ABS_MT_SLOT`.
    package var code: UInt16
    /// The event value.
    package var value: Int32

    /// Creates an event.
    package init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}
