import Glibc
import KioskDisplay
import KioskRuntime
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerApp

/// A whole kiosk with a scene under a virtual clock: 60 frames a second in memory, and a panel that
/// reports 240 times a second. Nothing of it allocates once warm.
@MainActor
final class SceneKiosk {
    private final class Clock {
        var now = Timestamp.zero
    }

    /// What a finger does in a report, at a place in parts of the panel.
    typealias Finger = (state: TouchContact.State, place: CGPoint)

    let application: UIApplication
    let session: Session
    private let clock = Clock()
    private var report = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private var nextTrackingID: Int32 = 0
    private var trackingIDs = [Int32](repeating: 0, count: 10)

    init(_ scene: Scene, width: Int = 800, height: Int = 480, scale: CGFloat = 1) throws {
        let clock = clock
        let mode = DisplayMode(width: width, height: height)
        let geometry = ScreenGeometry(scanoutWidth: width, scanoutHeight: height, scale: scale)
        application = UIApplication(screen: UIScreen(geometry: geometry), glyphs: BuiltInFont())
        application.launch(AppDelegate(options: AppOptions(scene: scene)))
        session = Session(
            application: application,
            display: try HeadlessDisplay(mode: mode, clock: { clock.now }),
            geometry: geometry, clock: { clock.now })
        try turn()
    }

    /// The scene's view.
    var view: UIView? { application.windows.first?.rootViewController?.view }
    /// The virtual time, in seconds.
    var time: Double { clock.now.seconds }

    /// Lets a frame's time pass: four reports of up to ten fingers, then the frame.
    ///
    /// - Parameter act: What a finger does at a time in seconds; nil for nothing.
    func frame(_ act: (_ finger: Int, _ time: Double) -> Finger?) throws {
        for _ in 0..<4 {
            clock.now = clock.now.advanced(byMicroseconds: 4_167)
            report.time = clock.now
            report.contacts.removeAll(keepingCapacity: true)
            for slot in 0..<10 {
                guard let finger = act(slot, time) else { continue }
                if finger.state == .down {
                    nextTrackingID += 1
                    trackingIDs[slot] = nextTrackingID
                }
                report.contacts.append(
                    TouchContact(
                        slot: slot, trackingID: trackingIDs[slot], state: finger.state,
                        position: finger.place))
            }
            if !report.contacts.isEmpty { session.receive(report) }
            session.advanceTimers(to: clock.now)
        }
        try session.timerFired(at: clock.now).perform { try session.drawFrame() }
        try turn()
    }

    /// Lets time pass without a finger.
    func rest(seconds: Double) throws {
        for _ in 0..<Int(seconds * 60) { try frame { _, _ in nil } }
    }

    private func turn() throws {
        try session.workArrived(at: clock.now).perform { try session.drawFrame() }
    }
}

/// Ten fingers that wander over the whole panel for as long as one likes.
func wanderingFinger(_ finger: Int, _ time: Double) -> CGPoint {
    // Lissajous figures whose two rates have no common measure: never twice the same way.
    let phase = Double(finger) * 0.7
    let x = sin(time * (0.9 + Double(finger) * 0.13) + phase)
    let y = sin(time * (1.3 + Double(finger) * 0.07) + phase * 2)
    return CGPoint(x: 0.5 + 0.49 * x, y: 0.5 + 0.49 * y)
}
