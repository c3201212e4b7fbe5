import Geometry

/// One event as the kernel's evdev nodes deliver it (`struct input_event`).
public struct EvdevEvent: Hashable, Sendable {
    /// When it happened: on the monotonic clock, or since the beginning of a recording.
    public var time: Timestamp
    /// `EV_SYN`, `EV_ABS` …
    public var type: UInt16
    /// The code of that type: `ABS_MT_SLOT` …
    public var code: UInt16
    /// The value.
    public var value: Int32

    /// Makes an event.
    public init(time: Timestamp, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}
