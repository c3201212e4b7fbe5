import TouchKitContacts
import TouchKitGeometry

/// A touch device as the kernel describes it.
package struct PanelDescription: Hashable, Sendable {
    /// Its identity; the frames that the application's touches come of carry the same one.
    package var id: DeviceID
    /// The name that the device gives itself.
    package var name: String
    /// Its node: `/dev/input/event3`; empty where it has none.
    package var node: String
    /// The number of fingers that it can tell apart by slots; 0 where it has none.
    package var slotCount: Int
    /// The range of x, in device units.
    package var rangeX: SlotDecoder.Axis
    /// The range of y, in device units.
    package var rangeY: SlotDecoder.Axis
    /// Device units per millimetre along x; 0 where the device doesn't say.
    package var unitsPerMillimeterX: Int
    /// Device units per millimetre along y; 0 where the device doesn't say.
    package var unitsPerMillimeterY: Int
    /// Whether its frames carry pressure.
    package var hasPressure: Bool
    /// Whether its frames carry the size of contacts.
    package var hasContactSize: Bool
    /// The correction of its positions.
    package var calibration: TouchCalibration
    /// Which device it is: bus, maker, product.
    package var identity: EvdevDescription.Identity
    /// Whether a calibration is kept for it (`RawTouches.keepCalibration(of:)`).
    package var isCalibrationKept = false
    /// When it was plugged in, or the machine booted with it; nil where nobody knows.
    package var pluggedIn: Timestamp?

    /// Makes a description.
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

    /// Makes the description of a device from what its node says of itself.
    package init(
        _ description: EvdevDescription, id: DeviceID, node: String,
        calibration: TouchCalibration = .identity
    ) {
        // Panels that know one finger have the axes of a pointer.
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

/// Touches as panels report them, beside what the app is given: with pressure, contact size and device
/// units where the panel has them.
///
/// Nothing is read while nobody observes. Pointers are no panels.
@MainActor
package protocol RawTouches: AnyObject {
    /// The panels that are plugged in, in the order in which they came.
    var panels: [PanelDescription] { get }
    /// Hands every hardware frame from now on to an observer, in order of time for each panel, until
    /// `removeObserver`; it is held until then. A frame comes before what the application is given of it.
    ///
    /// A finger that is down already is told of from its next motion on. When a panel goes its fingers are
    /// cancelled.
    func addObserver(_ observer: any RawTouchObserver)
    /// Hands an observer what the application is given of panels, uncorrected and before it: without pressure
    /// and contact size, in the frames that passed the touch filters. It costs nothing beyond the call.
    func addPlaceObserver(_ observer: any RawTouchObserver)
    /// Tells an observer nothing more, whatever it was told of.
    func removeObserver(_ observer: any RawTouchObserver)
    /// Corrects a panel's positions so from now on, until it is unplugged; its fingers are cancelled. What is
    /// observed here goes on uncorrected.
    func setCalibration(_ calibration: TouchCalibration, of panel: DeviceID)
    /// Lets the calibration that a panel has now hold whenever it is plugged in again at the same place, also
    /// after the next start.
    ///
    /// - Returns: Why it can't be kept, one line; nil where it is being written.
    func keepCalibration(of panel: DeviceID) -> String?
}

/// Sees touches as panels report them.
@MainActor
package protocol RawTouchObserver: AnyObject {
    /// A panel reported a frame. Whoever keeps it copies what it needs: its memory is used again.
    func rawTouches(_ frame: TouchFrame, of panel: PanelDescription)
    /// A panel was plugged in or has gone.
    func panelsChanged()
}
