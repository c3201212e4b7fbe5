import KioskDisplay
import KioskRuntime
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A kiosk without a main loop: the test passes touch frames to the session and steps the clock.
///
/// The display is in memory and has no vblank.
@MainActor
package final class ScriptedKiosk {
    /// The session that delivers touches and draws frames.
    package let session: Session
    /// The display on which the session draws.
    package let display: HeadlessDisplay
    /// The application that runs in the session.
    package let application: UIApplication
    private let clock = VirtualClock()

    /// Creates a kiosk and shows its first frame.
    ///
    /// - Parameters:
    ///   - width: The mode's width, in pixels.
    ///   - height: The mode's height, in pixels.
    ///   - rotation: The rotation of the picture, or `nil` for none.
    ///   - scale: The number of pixels per point.
    ///   - format: The pixel format of the display's buffers.
    ///   - launch: Creates the application's windows.
    package init(
        width: Int = 800, height: Int = 480, rotation: Rotation? = nil, scale: CGFloat = 1,
        format: PixelFormat = .xrgb8888, launch: (UIApplication) -> Void
    ) throws {
        let clock = clock
        display = try HeadlessDisplay(
            mode: DisplayMode(width: width, height: height), format: format,
            clock: { clock.now })
        let geometry = ScreenGeometry(
            scanoutWidth: width, scanoutHeight: height, rotation: rotation, scale: scale)
        application = UIApplication(
            screen: UIScreen(geometry: geometry), glyphs: BuiltInFont())
        launch(application)
        application.becomeActive()
        session = Session(
            application: application, display: display, geometry: geometry,
            clock: { clock.now })
        try runFrame()
    }

    /// Creates a kiosk with one window that contains the view returned by `view`.
    package convenience init(
        width: Int = 800, height: Int = 480, rotation: Rotation? = nil, scale: CGFloat = 1,
        format: PixelFormat = .xrgb8888, view: (CGRect) -> UIView
    ) throws {
        try self.init(
            width: width, height: height, rotation: rotation, scale: scale, format: format
        ) {
            let window = UIWindow(frame: $0.screen.bounds)
            window.addSubview(view(window.bounds))
            window.makeKeyAndVisible()
        }
    }

    /// Creates another display in memory that uses the kiosk's clock.
    package func makeDisplay(width: Int, height: Int) throws -> HeadlessDisplay {
        let clock = clock
        return try HeadlessDisplay(
            mode: DisplayMode(width: width, height: height), clock: { clock.now })
    }

    /// Passes a touch frame to the session, with the time of the clock.
    package func receive(_ frame: TouchFrame) {
        var frame = frame
        frame.time = clock.now
        session.receive(frame)
    }

    /// Passes a touch frame to the session, with the time of the clock, advances the clock by 20 ms
    /// and draws.
    ///
    /// - Returns: Whether a frame was shown.
    @discardableResult
    package func step(_ frame: TouchFrame) throws -> Bool {
        receive(frame)
        return try runFrame()
    }

    /// Advances the clock by 20 ms and draws a frame if the session requests one.
    ///
    /// - Returns: Whether a frame was shown.
    @discardableResult
    package func runFrame() throws -> Bool {
        clock.now = clock.now.advanced(byMicroseconds: 20_000)
        let before = session.frameLog.frames
        var action = session.workArrived(at: clock.now)
        // For an animation the session requests a timer; the main loop's would have fired by now.
        if case .wake = action { action = session.timerFired(at: clock.now) }
        if action == .draw {
            _ = try session.drawFrame()
        }
        return session.frameLog.frames > before
    }
}

/// A generator of touch frames for one touchscreen.
///
/// Frames reuse one buffer, so that tests that count allocations measure only the code under test.
package struct TouchFrameGenerator {
    private let width: Double
    private let height: Double
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)

    /// Creates a generator for a touchscreen over a mode of `width` × `height` pixels.
    package init(width: Int, height: Int) {
        self.width = Double(width)
        self.height = Double(height)
    }

    /// Returns a touch frame with one contact at a position in scanout pixels.
    package mutating func frame(
        _ slot: Int, _ state: TouchContact.State, x: Double, y: Double
    ) -> TouchFrame {
        frame.contacts.removeAll(keepingCapacity: true)
        add(slot, state, x: x, y: y)
        return frame
    }

    /// Returns a touch frame in which all contacts of `slots` move to positions in scanout pixels.
    package mutating func frame(moving slots: Range<Int>, to place: (Int) -> (x: Double, y: Double))
        -> TouchFrame
    {
        frame.contacts.removeAll(keepingCapacity: true)
        for slot in slots {
            let (x, y) = place(slot)
            add(slot, .motion, x: x, y: y)
        }
        return frame
    }

    private mutating func add(_ slot: Int, _ state: TouchContact.State, x: Double, y: Double) {
        frame.contacts.append(
            TouchContact(
                slot: slot, trackingID: Int32(slot + 1), state: state,
                position: CGPoint(x: x / width, y: y / height)))
    }
}
