import TouchKitContacts

/// Names and limits of event types and codes, from `linux/input-event-codes.h`.
enum EventNames {
    /// Returns the names of an event's type and code for a comment in the recording, or `nil` for
    /// an event that touchscreens do not send.
    static func name(type: UInt16, code: UInt16) -> StaticString? {
        switch (type, code) {
        case (EventCode.synchronization, EventCode.report): "SYN_REPORT"
        case (EventCode.synchronization, EventCode.dropped): "SYN_DROPPED"
        case (key, 0x14a): "EV_KEY / BTN_TOUCH"
        case (EventCode.absolute, 0x00): "EV_ABS / ABS_X"
        case (EventCode.absolute, 0x01): "EV_ABS / ABS_Y"
        case (EventCode.absolute, 0x18): "EV_ABS / ABS_PRESSURE"
        case (EventCode.absolute, EventCode.slot): "EV_ABS / ABS_MT_SLOT"
        case (EventCode.absolute, EventCode.touchMajor): "EV_ABS / ABS_MT_TOUCH_MAJOR"
        case (EventCode.absolute, 0x31): "EV_ABS / ABS_MT_TOUCH_MINOR"
        case (EventCode.absolute, 0x32): "EV_ABS / ABS_MT_WIDTH_MAJOR"
        case (EventCode.absolute, 0x33): "EV_ABS / ABS_MT_WIDTH_MINOR"
        case (EventCode.absolute, 0x34): "EV_ABS / ABS_MT_ORIENTATION"
        case (EventCode.absolute, EventCode.positionX): "EV_ABS / ABS_MT_POSITION_X"
        case (EventCode.absolute, EventCode.positionY): "EV_ABS / ABS_MT_POSITION_Y"
        case (EventCode.absolute, 0x37): "EV_ABS / ABS_MT_TOOL_TYPE"
        case (EventCode.absolute, EventCode.trackingID): "EV_ABS / ABS_MT_TRACKING_ID"
        case (EventCode.absolute, EventCode.pressure): "EV_ABS / ABS_MT_PRESSURE"
        case (EventCode.absolute, 0x3b): "EV_ABS / ABS_MT_DISTANCE"
        case (4, 5): "EV_MSC / MSC_TIMESTAMP"
        default: nil
        }
    }

    /// The event type `EV_KEY`.
    static let key: UInt16 = 0x01
    /// The largest event type, `EV_MAX`.
    static let largestType: Int64 = 0x1f
    /// The largest code of any event type, `KEY_MAX`.
    static let largestCode: Int64 = 0x2ff
    /// The largest axis code, `ABS_MAX`.
    static let largestAxis: Int64 = 0x3f
    /// The largest device property, `INPUT_PROP_MAX`.
    static let largestProperty: Int64 = 0x1f
}
