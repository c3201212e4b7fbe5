import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The overlay over a scene in a simulator, and panels that report what a test wants.
@MainActor
final class OverlayStage {
    let simulator: TouchSimulator
    let rawTouches: ScriptedRawTouches
    let frames = TestFrames()
    let display: ScriptedDisplayInformation
    let overlay: TouchOverlay
    let panel: PanelDescription
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)

    /// Makes a stage.
    ///
    /// - Parameter isRich: Whether the panel tells pressure and size, and how large it is.
    init(
        width: CGFloat = 800, height: CGFloat = 480, scale: CGFloat = 1, isRich: Bool = false,
        ground: UIColor = .white
    ) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        simulator.window.backgroundColor = ground
        panel = Self.panel(1, isRich: isRich)
        rawTouches = ScriptedRawTouches(panels: [panel])
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

    static func panel(_ number: UInt32, isRich: Bool) -> PanelDescription {
        PanelDescription(
            id: DeviceID(rawValue: number), name: "Goodix Touch", slotCount: 10,
            rangeX: SlotDecoder.Axis(minimum: 0, maximum: 4_095),
            rangeY: SlotDecoder.Axis(minimum: 0, maximum: 4_095), hasPressure: isRich,
            hasContactSize: isRich)
    }

    /// What a panel says of a slot; the place in points.
    func contact(
        _ slot: Int, _ state: TouchContact.State, _ x: Double, _ y: Double, id: Int32? = nil,
        pressure: Double? = nil, radius: Double? = nil
    ) -> TouchContact {
        let geometry = UIScreen.main.geometry
        let place = geometry.normalized(point: CGPoint(x: x, y: y))
        return TouchContact(
            slot: slot, trackingID: id ?? Int32(100 + slot), state: state, position: place,
            rawPosition: TouchContact.RawPosition(
                x: panel.rangeX.value(at: place.x), y: panel.rangeY.value(at: place.y)),
            pressure: pressure, majorRadius: radius.map { $0 / UIScreen.main.bounds.width })
    }

    /// The panel reports now.
    func report(_ contacts: TouchContact..., of other: PanelDescription? = nil) {
        report(contacts, of: other)
    }

    func report(_ contacts: [TouchContact], of other: PanelDescription? = nil) {
        let panel = other ?? panel
        frame.device = panel.id
        frame.time = simulator.application.now
        frame.contacts = contacts
        rawTouches.tell(frame, of: panel)
    }

    /// So many reports of some slots at 120 a second, each on its way.
    func play(
        _ steps: Int, _ contacts: (_ step: Int) -> [TouchContact]
    ) {
        for step in 0..<steps {
            report(contacts(step))
            simulator.advance(by: 1.0 / 120)
        }
    }

    /// Frames of the last second, as a kiosk would have made them.
    func addFrames(latencies: [Int64]) {
        let now = simulator.application.now
        frames.set(
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
