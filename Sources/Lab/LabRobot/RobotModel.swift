import TouchKitContacts
import TouchKitGeometry

/// A touchscreen that the robot's virtual touchscreen imitates.
package enum RobotModel: String, CaseIterable, Sendable {
    /// A touchscreen of the robot's own, without a vendor: ten slots, 32,768 units per axis.
    case robot
    /// Raspberry Pi's Touch Display 2, as `goodix.c` describes it: five slots, 720 × 1280.
    case touchDisplay2 = "touch-display-2"
    /// Raspberry Pi's 7-inch Touch Display, as `edt-ft5x06.c` describes it: ten slots, 800 × 480.
    case touchDisplay = "touch-display"

    /// The evdev property `INPUT_PROP_DIRECT`, which identifies touchscreens.
    private static let directProperty: UInt16 = 1
    private static let (virtualBus, i2cBus): (UInt16, UInt16) = (0x06, 0x18)

    /// The evdev description of the virtual touchscreen.
    package var description: EvdevDescription {
        let x = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: maximum.x)
        let y = EvdevDescription.AbsoluteAxis(minimum: 0, maximum: maximum.y)
        return EvdevDescription(
            name: name,
            // The robot's own numbers are used by no vendor.
            identity: EvdevDescription.Identity(
                bus: self == .robot ? Self.virtualBus : Self.i2cBus,
                vendor: self == .touchDisplay2 ? 0x0416 : 0, product: product, version: 1),
            codes: [
                EventCode.synchronization: [EventCode.report], EventCode.key: [EventCode.touch],
                EventCode.absolute: [
                    EventCode.x, EventCode.y, EventCode.slot, EventCode.positionX,
                    EventCode.positionY, EventCode.trackingID,
                ],
            ],
            axes: [
                EventCode.x: x, EventCode.y: y,
                EventCode.slot: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: slotCount - 1),
                EventCode.positionX: x, EventCode.positionY: y,
                EventCode.trackingID: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 0xffff),
            ],
            properties: [Self.directProperty])
    }

    /// Whether the driver of the imitated touchscreen polls it, so that its timestamps are on the
    /// grid of the interval.
    var isPolled: Bool { self != .robot }

    private var name: String {
        switch self {
        case .robot: "TouchTracker Robot"
        case .touchDisplay2: "11-005d Goodix Capacitive TouchScreen"
        case .touchDisplay: "10-0038 generic ft5x06 (79)"
        }
    }

    private var product: UInt16 { self == .touchDisplay2 ? 911 : 0 }
    private var slotCount: Int32 { self == .touchDisplay2 ? 5 : 10 }

    /// The range of x in device units.
    package var axisX: SlotDecoder.Axis { SlotDecoder.Axis(minimum: 0, maximum: maximum.x) }
    /// The range of y in device units.
    package var axisY: SlotDecoder.Axis { SlotDecoder.Axis(minimum: 0, maximum: maximum.y) }

    /// The largest positions in device units.
    private var maximum: (x: Int32, y: Int32) {
        switch self {
        case .robot: (32_767, 32_767)
        case .touchDisplay2: (719, 1_279)
        case .touchDisplay: (799, 479)
        }
    }
}
