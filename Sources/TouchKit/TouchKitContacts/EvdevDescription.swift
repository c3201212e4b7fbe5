/// What an evdev node says of its device: name, identity, and everything it can report.
package struct EvdevDescription: Hashable, Sendable {
    /// Which device it is (`struct input_id`).
    package struct Identity: Hashable, Sendable {
        /// `BUS_USB`, `BUS_I2C` …
        package var bus: UInt16
        /// The maker's number.
        package var vendor: UInt16
        /// The maker's number of the product.
        package var product: UInt16
        /// The product's version.
        package var version: UInt16

        /// Makes an identity.
        package init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// An absolute axis (`struct input_absinfo`), in device units.
    package struct AbsoluteAxis: Hashable, Sendable {
        /// The smallest value.
        package var minimum: Int32
        /// The largest value.
        package var maximum: Int32
        /// Changes smaller than this are noise that the kernel filters.
        package var fuzz: Int32
        /// Values this near to the middle mean the middle.
        package var flat: Int32
        /// Units per millimetre; 0 where the device doesn't say.
        package var resolution: Int32

        /// Makes an axis.
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

    /// The name that the device gives itself.
    package var name: String
    /// Which device it is.
    package var identity: Identity
    /// The codes that it can report, ascending, by event type.
    package var codes: [UInt16: [UInt16]]
    /// Its absolute axes, by code.
    package var axes: [UInt16: AbsoluteAxis]
    /// Its properties (`INPUT_PROP_DIRECT` …), ascending.
    package var properties: [UInt16]

    /// Makes a description.
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

    /// The number of fingers that it can tell apart by slots; 0 where it has none.
    package var slotCount: Int {
        guard let slots = axes[EventCode.slot], axes[EventCode.positionX] != nil else { return 0 }
        return max(0, Int(slots.maximum) + 1)
    }
}

extension SlotDecoder {
    /// Makes the decoder of a device that tells fingers apart by slots; nil where it doesn't.
    ///
    /// - Parameters:
    ///   - description: What the device says of itself.
    ///   - device: The identity that its frames carry.
    ///   - startingSlot: The slot that events are about until they name one.
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
