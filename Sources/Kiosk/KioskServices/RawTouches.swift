import TouchKitContacts
import TouchKitGeometry

/// The properties of a touchscreen, as the kernel describes it.
package struct TouchscreenDescription: Hashable, Sendable {
    /// The identifier of the device, which the device's touch frames also contain.
    package var id: DeviceID
    /// The product name that the device reports.
    package var name: String
    /// The path of the device node, for example `/dev/input/event3`, or an empty string if the
    /// device has no node.
    package var node: String
    /// The number of contacts that the device tracks in slots, or 0 if the device has no slots.
    package var slotCount: Int
    /// The range of x in device units, as the kernel reports it.
    package var rangeX: SlotDecoder.Axis
    /// The range of y in device units, as the kernel reports it.
    package var rangeY: SlotDecoder.Axis
    /// The resolution along x in device units per millimeter, or 0 if unknown.
    package var unitsPerMillimeterX: Int
    /// The resolution along y in device units per millimeter, or 0 if unknown.
    package var unitsPerMillimeterY: Int
    /// Whether the touch frames that `RawTouches` provides for the device contain pressure.
    package var hasPressure: Bool
    /// Whether the touch frames that `RawTouches` provides for the device contain the contact size.
    package var hasContactSize: Bool
    /// The calibration that maps reported positions to positions on the display, before the picture
    /// is rotated.
    package var calibration: TouchCalibration
    /// The bus, vendor and product numbers of the device.
    package var identity: EvdevDescription.Identity
    /// Whether the kiosk has stored a calibration for the device.
    package var hasStoredCalibration = false
    /// The time at which udev initialized the device after the boot or after the device was
    /// connected, or `nil` if unknown.
    package var connectionTime: Timestamp?
    /// The way in which the kernel obtains the device's reports.
    package var sampling = TouchSampling.unknown

    /// Creates a description from the properties of a touchscreen.
    package init(
        id: DeviceID, name: String, node: String = "", slotCount: Int = 0,
        rangeX: SlotDecoder.Axis = SlotDecoder.Axis(minimum: 0, maximum: 0),
        rangeY: SlotDecoder.Axis = SlotDecoder.Axis(minimum: 0, maximum: 0),
        unitsPerMillimeterX: Int = 0, unitsPerMillimeterY: Int = 0, hasPressure: Bool = false,
        hasContactSize: Bool = false, calibration: TouchCalibration = .identity,
        identity: EvdevDescription.Identity = EvdevDescription.Identity(
            bus: 0, vendor: 0, product: 0, version: 0)
    ) {
        self.id = id
        self.name = name
        self.node = node
        self.slotCount = slotCount
        self.rangeX = rangeX
        self.rangeY = rangeY
        self.unitsPerMillimeterX = unitsPerMillimeterX
        self.unitsPerMillimeterY = unitsPerMillimeterY
        self.hasPressure = hasPressure
        self.hasContactSize = hasContactSize
        self.calibration = calibration
        self.identity = identity
    }

    /// Creates a description from the evdev description of a device node.
    package init(
        _ description: EvdevDescription, id: DeviceID, node: String,
        calibration: TouchCalibration = .identity
    ) {
        // Single-touch devices report the axes of a pointer.
        let x = description.axes[EventCode.positionX] ?? description.axes[EventCode.x]
        let y = description.axes[EventCode.positionY] ?? description.axes[EventCode.y]
        self.init(
            id: id, name: description.name, node: node, slotCount: description.slotCount,
            rangeX: SlotDecoder.Axis(minimum: x?.minimum ?? 0, maximum: x?.maximum ?? 0),
            rangeY: SlotDecoder.Axis(minimum: y?.minimum ?? 0, maximum: y?.maximum ?? 0),
            unitsPerMillimeterX: max(0, Int(x?.resolution ?? 0)),
            unitsPerMillimeterY: max(0, Int(y?.resolution ?? 0)),
            hasPressure: description.axes[EventCode.pressure] != nil,
            hasContactSize: description.axes[EventCode.touchMajor] != nil,
            calibration: calibration, identity: description.identity)
    }
}

/// A provider of touch frames as the touchscreens report them: uncalibrated, and with pressure,
/// contact size and positions in device units if the device reports these values.
///
/// Device nodes are read only while there is an observer. Pointer devices are not included.
@MainActor
package protocol RawTouches: AnyObject {
    /// The connected touchscreens, in the order in which they were connected.
    var touchscreens: [TouchscreenDescription] { get }
    /// Adds an observer that receives every touch frame before the app receives the frame. The
    /// frames of each device are in chronological order.
    ///
    /// The observer is retained until `removeObserver(_:)` is called. A contact that is already
    /// down is reported with its next motion. When a device is disconnected, its contacts are
    /// cancelled.
    func addObserver(_ observer: any RawTouchObserver)
    /// Adds an observer that receives the same touch frames as the app, immediately before the app,
    /// but with uncalibrated positions.
    ///
    /// The frames contain neither pressure nor contact size. They lack contacts that the kiosk has
    /// suppressed, such as the touch that wakes the screen. No device node is opened for such an
    /// observer.
    func addPositionObserver(_ observer: any RawTouchObserver)
    /// Delivers all touch frames that the kernel has ready, without waiting for the main loop to
    /// read them.
    func read()
    /// Removes an observer added by `addObserver(_:)` or `addPositionObserver(_:)`.
    func removeObserver(_ observer: any RawTouchObserver)
    /// Sets the calibration of a device until the device is disconnected, and cancels the device's
    /// touches. Observers keep receiving uncalibrated positions.
    func setCalibration(_ calibration: TouchCalibration, of device: DeviceID)
    /// Stores the current calibration of a device. The stored calibration applies whenever the
    /// device is connected to the same port, also after a restart.
    ///
    /// - Returns: A one-line error message, or `nil` if the calibration is being written.
    func storeCalibration(of device: DeviceID) -> String?
}

/// An observer of the touch frames of touchscreens.
@MainActor
package protocol RawTouchObserver: AnyObject {
    /// Called for each touch frame. The frame's memory is reused, so an observer must copy the data
    /// that it stores.
    func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription)
    /// Called when a touchscreen is connected or disconnected.
    func touchscreensChanged()
}
