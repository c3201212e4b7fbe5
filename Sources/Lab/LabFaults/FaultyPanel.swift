import TouchKitContacts

/// How large a panel's glass is, in millimetres as it is scanned out.
package struct PanelSize: Hashable, Sendable {
    /// From the left edge to the right one, in millimetres.
    package var width: Double
    /// From the top to the bottom, in millimetres.
    package var height: Double

    /// A screen of seven inches.
    package static let sevenInches = PanelSize(width: 155, height: 86)

    /// Makes a size from millimetres, above 0.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// What has to be known of a panel to make it a bad one.
package struct FaultyPanel: Hashable, Sendable {
    /// The device whose frames it says.
    package var device: DeviceID
    /// How many contacts it can report at a time.
    package var slotCount: Int
    /// The ranges of its axes; nil where its frames have no places in device units.
    package var axes: Axes?
    /// How large it is.
    package var size: PanelSize

    /// The ranges of both axes.
    package struct Axes: Hashable, Sendable {
        /// That of `ABS_MT_POSITION_X`.
        package var x: SlotDecoder.Axis
        /// That of `ABS_MT_POSITION_Y`.
        package var y: SlotDecoder.Axis

        /// Makes a pair of ranges.
        package init(x: SlotDecoder.Axis, y: SlotDecoder.Axis) {
            self.x = x
            self.y = y
        }
    }

    /// Makes a panel; without anything said, the robot's.
    package init(
        device: DeviceID = DeviceID(rawValue: 1), slotCount: Int = 10, axes: Axes? = nil,
        size: PanelSize = .sevenInches
    ) {
        self.device = device
        self.slotCount = min(max(1, slotCount), SlotDecoder.largestSlotCount)
        self.axes = axes
        self.size = size
    }

    /// Makes the panel that a device says it is; nil where it doesn't tell fingers apart by slots. It is as
    /// large as its resolution says, or of seven inches where that isn't said or isn't believable.
    package init?(_ description: EvdevDescription, device: DeviceID) {
        guard description.slotCount > 0, let x = description.axes[EventCode.positionX],
            let y = description.axes[EventCode.positionY]
        else { return nil }
        var size = PanelSize.sevenInches
        if let width = Self.millimeters(x), let height = Self.millimeters(y) {
            size = PanelSize(width: width, height: height)
        }
        self.init(
            device: device, slotCount: description.slotCount,
            axes: Axes(
                x: SlotDecoder.Axis(minimum: x.minimum, maximum: x.maximum),
                y: SlotDecoder.Axis(minimum: y.minimum, maximum: y.maximum)), size: size)
    }

    /// The length of an axis; drivers that say 1 unit a millimetre because they must say something would
    /// have screens of a metre and more.
    private static func millimeters(_ axis: EvdevDescription.AbsoluteAxis) -> Double? {
        guard axis.resolution > 0 else { return nil }
        let length = (Double(axis.maximum) - Double(axis.minimum) + 1) / Double(axis.resolution)
        return 20...800 ~= length ? length : nil
    }
}
