/// The name, identity and capabilities of an input device, as read from its evdev node.
package struct EvdevDescription: Hashable, Sendable {
    /// The bus type and the numbers that identify a device model (`struct input_id`).
    package struct Identity: Hashable, Sendable {
        /// The bus type, such as `BUS_USB` or `BUS_I2C`.
        package var bus: UInt16
        /// The vendor ID.
        package var vendor: UInt16
        /// The product ID.
        package var product: UInt16
        /// The product version.
        package var version: UInt16

        /// Creates an identity.
        package init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// The properties of an absolute axis (`struct input_absinfo`), in device units.
    package struct AbsoluteAxis: Hashable, Sendable {
        /// The minimum value.
        package var minimum: Int32
        /// The maximum value.
        package var maximum: Int32
        /// The largest change that the kernel filters out as noise.
        package var fuzz: Int32
        /// The distance from the center within which the value counts as centered.
        package var flat: Int32
        /// The number of units per millimeter, or 0 if it is unknown.
        package var resolution: Int32

        /// Creates the properties of an axis.
        package init(
            minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
        ) {
            self.minimum = minimum
            self.maximum = maximum
            self.fuzz = fuzz
            self.flat = flat
            self.resolution = resolution
        }
    }

    /// The device name.
    package var name: String
    /// The device identity.
    package var identity: Identity
    /// The supported event codes in ascending order, by event type.
    package var codes: [UInt16: [UInt16]]
    /// The absolute axes, by event code.
    package var axes: [UInt16: AbsoluteAxis]
    /// The input properties in ascending order, such as `INPUT_PROP_DIRECT`.
    package var properties: [UInt16]

    /// Creates a description.
    package init(
        name: String, identity: Identity, codes: [UInt16: [UInt16]],
        axes: [UInt16: AbsoluteAxis], properties: [UInt16]
    ) {
        self.name = name
        self.identity = identity
        self.codes = codes
        self.axes = axes
        self.properties = properties
    }

    /// The number of multitouch slots, or 0 for a device that does not use multitouch protocol B.
    package var slotCount: Int {
        guard let slots = axes[EventCode.slot], axes[EventCode.positionX] != nil else { return 0 }
        return max(0, Int(slots.maximum) + 1)
    }
}

extension SlotDecoder {
    /// Creates the decoder of a device, or returns `nil` if the device does not use multitouch
    /// protocol B.
    ///
    /// - Parameters:
    ///   - description: The device's description.
    ///   - device: The device ID of the decoded touch frames.
    ///   - startingSlot: The slot that events refer to until an `ABS_MT_SLOT` event selects another
    ///     slot.
    package init?(_ description: EvdevDescription, device: DeviceID, startingSlot: Int = 0) {
        guard description.slotCount > 0, let x = description.axes[EventCode.positionX],
            let y = description.axes[EventCode.positionY]
        else { return nil }
        self.init(
            device: device, slotCount: description.slotCount, x: Axis(x), y: Axis(y),
            pressure: description.axes[EventCode.pressure].map { Axis($0) },
            startingSlot: startingSlot)
    }
}

extension SlotDecoder.Axis {
    fileprivate init(_ axis: EvdevDescription.AbsoluteAxis) {
        self.init(minimum: axis.minimum, maximum: axis.maximum)
    }
}
