import KioskServices
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The touch overlay above an empty window in a simulator, with touchscreens that report scripted
/// touch frames.
@MainActor
final class OverlayTestStage {
    let simulator: TouchSimulator
    let rawTouches: ScriptedRawTouches
    let frames = TestFrameRecords()
    let display: ScriptedDisplayInformation
    let overlay: TouchOverlay
    /// The first touchscreen.
    let touchscreen: TouchscreenDescription
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)

    /// Creates a stage and shows the overlay.
    ///
    /// - Parameters:
    ///   - width: The width of the screen in points.
    ///   - height: The height of the screen in points.
    ///   - scale: The scale in pixels per point.
    ///   - isRich: Whether the touchscreen reports pressure and contact size, and the display its
    ///     physical size: 6 pixels per millimeter.
    ///   - background: The color of the window below the overlay.
    init(
        width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1, isRich: Bool = false,
        background: UIColor = .white
    ) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.window.backgroundColor = background
        touchscreen = Self.makeTouchscreen(1, isRich: isRich)
        rawTouches = ScriptedRawTouches(touchscreens: [touchscreen])
        display = ScriptedDisplayInformation(
            DisplayInfo(
                name: "card0 DSI-1", pixelWidth: Int(width * scale),
                pixelHeight: Int(height * scale), scale: scale))
        if isRich {
            display.info?.physicalSize = PhysicalSize(
                width: Double(width * scale) / 6, height: Double(height * scale) / 6)
        }
        overlay = TouchOverlay(rawTouches: rawTouches, frames: frames, display: display)
    }

    /// Returns the description of a touchscreen with ten slots.
    ///
    /// - Parameters:
    ///   - number: The number of the device.
    ///   - isRich: Whether the touchscreen reports pressure and contact size.
    static func makeTouchscreen(_ number: UInt32, isRich: Bool) -> TouchscreenDescription {
        TouchscreenDescription(
            id: DeviceID(rawValue: number), name: "Goodix Touch", slotCount: 10,
            rangeX: SlotDecoder.Axis(minimum: 0, maximum: 4_095),
            rangeY: SlotDecoder.Axis(minimum: 0, maximum: 4_095), hasPressure: isRich,
            hasContactSize: isRich)
    }

    /// Returns a reported contact.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - state: The state of the contact.
    ///   - x: The x coordinate in points.
    ///   - y: The y coordinate in points.
    ///   - id: The tracking ID, or `nil` for one derived from the slot.
    ///   - pressure: The pressure, 0…1, or `nil` for none.
    ///   - radius: Half of the contact's length in points, or `nil` for none.
    func contact(
        _ slot: Int, _ state: TouchContact.State, _ x: Double, _ y: Double, id: Int32? = nil,
        pressure: Double? = nil, radius: Double? = nil
    ) -> TouchContact {
        let geometry = UIScreen.main.geometry
        let position = geometry.normalized(point: CGPoint(x: x, y: y))
        return TouchContact(
            slot: slot, trackingID: id ?? Int32(100 + slot), state: state, position: position,
            rawPosition: TouchContact.RawPosition(
                x: touchscreen.rangeX.value(at: position.x),
                y: touchscreen.rangeY.value(at: position.y)),
            pressure: pressure, majorRadius: radius.map { $0 / UIScreen.main.bounds.width })
    }

    /// Reports contacts in one touch frame with the present time.
    ///
    /// - Parameters:
    ///   - contacts: The contacts.
    ///   - other: The touchscreen that reports, or `nil` for the first one.
    func report(_ contacts: TouchContact..., of other: TouchscreenDescription? = nil) {
        report(contacts, of: other)
    }

    /// Reports a list of contacts in one touch frame with the present time.
    ///
    /// - Parameters:
    ///   - contacts: The contacts.
    ///   - other: The touchscreen that reports, or `nil` for the first one.
    func report(_ contacts: [TouchContact], of other: TouchscreenDescription? = nil) {
        let reporting = other ?? touchscreen
        frame.device = reporting.id
        frame.time = simulator.application.now
        frame.contacts = contacts
        rawTouches.report(frame, of: reporting)
    }

    /// Reports touch frames at 120 Hz.
    ///
    /// - Parameters:
    ///   - steps: The number of frames.
    ///   - contacts: Returns the contacts of a frame.
    func play(
        _ steps: Int, _ contacts: (_ step: Int) -> [TouchContact]
    ) {
        for step in 0..<steps {
            report(contacts(step))
            simulator.advance(by: 1.0 / 120)
        }
    }

    /// Replaces the frame records by frames at 60 Hz, the last of which is shown now.
    ///
    /// - Parameter latencies: The latency of each frame's sample in microseconds.
    func addFrames(latencies: [Int64]) {
        let now = simulator.application.now
        frames.setRecords(
            latencies.enumerated().map { index, latency in
                var record = FrameRecord()
                let shown = now.advanced(byMicroseconds: Int64(index - latencies.count) * 16_667)
                record.woken = shown.advanced(byMicroseconds: -8_000)
                record.flipped = shown
                record.samples = [ShownSample(time: shown.advanced(byMicroseconds: -latency))]
                return record
            })
    }
}
