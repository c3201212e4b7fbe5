import Glibc
import KioskDisplay
import KioskRuntime
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport

/// A complete kiosk with a scene and a virtual clock: 60 frames per second in memory, and a
/// touchscreen that reports at 240 Hz. After warm-up it allocates nothing itself.
@MainActor
final class SceneTestKiosk {
    /// The state of a contact in a touch frame, and its location as fractions of the touchscreen's
    /// size.
    typealias TouchState = (state: TouchContact.State, location: CGPoint)

    let application: UIApplication
    let session: Session
    private let clock = VirtualClock()
    private var report = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private var nextTrackingID: Int32 = 0
    private var trackingIDs = [Int32](repeating: 0, count: 10)

    /// Launches the app with a scene on a screen of 800 × 480 pixels.
    init(_ scene: Scene) throws {
        let clock = clock
        let mode = DisplayMode(width: 800, height: 480)
        let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, scale: 1)
        application = UIApplication(screen: UIScreen(geometry: geometry), glyphs: BuiltInFont())
        application.launch(AppDelegate(options: AppOptions(scene: scene)))
        session = Session(
            application: application,
            display: try HeadlessDisplay(mode: mode, clock: { clock.now }),
            geometry: geometry, clock: { clock.now })
        try runLoopOnce()
    }

    /// The root view of the scene.
    var view: UIView? { application.windows.first?.rootViewController?.view }
    /// The virtual time, in seconds.
    private var time: Double { clock.now.seconds }

    /// Advances the time by one frame: delivers four touch frames of ten contacts, then draws.
    ///
    /// - Parameter act: Returns a contact's state at a time in seconds.
    func frame(_ act: (_ finger: Int, _ time: Double) -> TouchState) throws {
        for _ in 0..<4 {
            clock.now = clock.now.advanced(byMicroseconds: 4_167)
            report.time = clock.now
            report.contacts.removeAll(keepingCapacity: true)
            for slot in 0..<10 {
                let finger = act(slot, time)
                if finger.state == .down {
                    nextTrackingID += 1
                    trackingIDs[slot] = nextTrackingID
                }
                report.contacts.append(
                    TouchContact(
                        slot: slot, trackingID: trackingIDs[slot], state: finger.state,
                        position: finger.location))
            }
            session.receive(report)
            session.advanceTimers(to: clock.now)
        }
        try session.timerFired(at: clock.now).perform { try session.drawFrame() }
        try runLoopOnce()
    }

    private func runLoopOnce() throws {
        try session.workArrived(at: clock.now).perform { try session.drawFrame() }
    }
}

/// Returns the location of one of ten touches that move over the whole touchscreen.
func wanderingLocation(_ finger: Int, _ time: Double) -> CGPoint {
    // Lissajous curves with an irrational frequency ratio never repeat.
    let phase = Double(finger) * 0.7
    let x = sin(time * (0.9 + Double(finger) * 0.13) + phase)
    let y = sin(time * (1.3 + Double(finger) * 0.07) + phase * 2)
    return CGPoint(x: 0.5 + 0.49 * x, y: 0.5 + 0.49 * y)
}
