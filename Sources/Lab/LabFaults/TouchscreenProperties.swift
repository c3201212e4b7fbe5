import TouchKitContacts

/// The physical size of a touchscreen in millimeters, in scanout orientation.
package struct TouchscreenSize: Hashable, Sendable {
    /// The distance between the left and right edges, in millimeters.
    package var width: Double
    /// The distance between the top and bottom edges, in millimeters.
    package var height: Double

    /// The size of a seven-inch touchscreen.
    package static let sevenInches = TouchscreenSize(width: 155, height: 86)

    /// Creates a size from millimeters above 0.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// The properties of a touchscreen that fault injection depends on.
package struct TouchscreenProperties: Hashable, Sendable {
    /// The device number of the touchscreen's frames.
    package var device: DeviceID
    /// The number of contacts that the touchscreen can report at the same time.
    package var slotCount: Int
    /// The ranges of the axes, or `nil` if the frames have no positions in device units.
    package var axes: Axes?
    /// The physical size of the touchscreen.
    package var size: TouchscreenSize

    /// The ranges of both position axes.
    package struct Axes: Hashable, Sendable {
        /// The range of `ABS_MT_POSITION_X`.
        package var x: SlotDecoder.Axis
        /// The range of `ABS_MT_POSITION_Y`.
        package var y: SlotDecoder.Axis

        /// Creates a pair of ranges.
        package init(x: SlotDecoder.Axis, y: SlotDecoder.Axis) {
            self.x = x
            self.y = y
        }
    }

    /// Creates the properties of a touchscreen. The defaults describe `RobotTouchscreen`.
    package init(
        device: DeviceID = DeviceID(rawValue: 1), slotCount: Int = 10, axes: Axes? = nil,
        size: TouchscreenSize = .sevenInches
    ) {
        self.device = device
        self.slotCount = min(max(1, slotCount), SlotDecoder.maximumSlotCount)
        self.axes = axes
        self.size = size
    }

    /// Creates the properties of a device from its evdev description, or returns `nil` for a device
    /// without slots.
    ///
    /// The size follows from the axes' resolution. If the resolution is missing or implausible, the
    /// size is `TouchscreenSize.sevenInches`.
    package init?(_ description: EvdevDescription, device: DeviceID) {
        guard description.slotCount > 0, let x = description.axes[EventCode.positionX],
            let y = description.axes[EventCode.positionY]
        else { return nil }
        var size = TouchscreenSize.sevenInches
        if let width = Self.millimeters(x), let height = Self.millimeters(y) {
            size = TouchscreenSize(width: width, height: height)
        }
        self.init(
            device: device, slotCount: description.slotCount,
            axes: Axes(
                x: SlotDecoder.Axis(minimum: x.minimum, maximum: x.maximum),
                y: SlotDecoder.Axis(minimum: y.minimum, maximum: y.maximum)), size: size)
    }

    /// Returns the length of an axis in millimeters, or `nil` if the length is unknown or
    /// implausible. Some drivers report a placeholder of 1 unit per millimeter.
    private static func millimeters(_ axis: EvdevDescription.AbsoluteAxis) -> Double? {
        guard axis.resolution > 1 else { return nil }
        let length = (Double(axis.maximum) - Double(axis.minimum) + 1) / Double(axis.resolution)
        return 20...800 ~= length ? length : nil
    }
}
