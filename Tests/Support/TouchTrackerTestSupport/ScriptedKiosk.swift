import KioskDisplay
import KioskRuntime
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// A kiosk without a loop: a script gives hardware frames and times, the display is memory.
@MainActor
package final class ScriptedKiosk {
    /// The session, as the real loop has it.
    package let session: Session
    /// The display in memory.
    package let display: HeadlessDisplay
    /// The application.
    package let application: UIApplication
    private let clock = Clock()

    private final class Clock {
        var now = Timestamp.zero
    }

    /// Makes a kiosk and shows its first frame.
    ///
    /// - Parameters:
    ///   - width: The mode's width, in pixels.
    ///   - height: The mode's height, in pixels.
    ///   - rotation: How far the picture is turned.
    ///   - scale: Pixels per point.
    ///   - format: How pixels lie in the display's buffers.
    ///   - launch: Sets the application up.
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

    /// Makes a kiosk whose one window holds one view.
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

    /// Another display in memory, on the kiosk's clock.
    package func makeDisplay(width: Int, height: Int) throws -> HeadlessDisplay {
        let clock = clock
        return try HeadlessDisplay(
            mode: DisplayMode(width: width, height: height), clock: { clock.now })
    }

    /// Gives a hardware frame and shows the picture that follows, a period later.
    ///
    /// - Returns: Whether anything was shown.
    @discardableResult
    package func step(_ frame: TouchFrame) throws -> Bool {
        session.receive(frame)
        return try runFrame()
    }

    /// Shows what is to be shown.
    @discardableResult
    package func runFrame() throws -> Bool {
        clock.now = clock.now.advanced(byMicroseconds: 20_000)
        let before = session.frameLog.frames
        var action = session.workArrived(at: clock.now)
        // What moves by itself waits for its time: the loop's timer would have fired by now.
        if case .wake = action { action = session.timerFired(at: clock.now) }
        if action == .draw {
            _ = try session.drawFrame()
        }
        return session.frameLog.frames > before
    }
}

/// Makes touch frames of one panel without allocating: what is scripted is measured, not this.
package struct Panel {
    private let width: Double
    private let height: Double
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)

    /// Makes a panel over a mode of this size, in pixels.
    package init(width: Int, height: Int) {
        self.width = Double(width)
        self.height = Double(height)
    }

    /// One contact does something, at a place in scanout pixels.
    package mutating func frame(
        _ slot: Int, _ state: TouchContact.State, x: Double, y: Double
    ) -> TouchFrame {
        frame.contacts.removeAll(keepingCapacity: true)
        add(slot, state, x: x, y: y)
        return frame
    }

    /// Ten contacts move at once.
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
