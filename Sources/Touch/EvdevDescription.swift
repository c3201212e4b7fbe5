/// What an evdev node says of its device: name, identity, and everything it can report.
public struct EvdevDescription: Hashable, Sendable {
    /// Which device it is (`struct input_id`).
    public struct Identity: Hashable, Sendable {
        /// `BUS_USB`, `BUS_I2C` …
        public var bus: UInt16
        /// The maker's number.
        public var vendor: UInt16
        /// The maker's number of the product.
        public var product: UInt16
        /// The product's version.
        public var version: UInt16

        /// Makes an identity.
        public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// An absolute axis (`struct input_absinfo`), in device units.
    public struct AbsoluteAxis: Hashable, Sendable {
        /// The smallest value.
        public var minimum: Int32
        /// The largest value.
        public var maximum: Int32
        /// Changes smaller than this are noise that the kernel filters.
        public var fuzz: Int32
        /// Values this near to the middle mean the middle.
        public var flat: Int32
        /// Units per millimetre; 0 where the device doesn't say.
        public var resolution: Int32

        /// Makes an axis.
        public init(
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
    public var name: String
    /// Which device it is.
    public var identity: Identity
    /// The codes that it can report, ascending, by event type.
    public var codes: [UInt16: [UInt16]]
    /// Its absolute axes, by code.
    public var axes: [UInt16: AbsoluteAxis]
    /// Its properties (`INPUT_PROP_DIRECT` …), ascending.
    public var properties: [UInt16]

    /// Makes a description.
    public init(
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
    public var slotCount: Int {
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
    public init?(_ description: EvdevDescription, device: DeviceID, startingSlot: Int = 0) {
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
