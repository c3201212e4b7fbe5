import KioskDisplay
import KioskServices
import KioskSystem
import LabFaults
import LabRecordings
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

extension Kiosk {
    /// What is chosen about a replay.
    package struct ReplayOptions: Sendable {
        /// The display in memory.
        package var mode: DisplayMode
        /// How far the picture is turned.
        package var rotation: Rotation?
        /// Pixels per point, above 0.
        package var scale: CGFloat
        /// Where messages go.
        package var log: Log
        /// Gets a line for each contact of each touch frame, for each callback of a view and each
        /// action of a gesture recognizer; nobody if nil.
        package var trace: (@Sendable (String) -> Void)?
        /// Gets a line for each decision on a gesture recognizer; nobody if nil.
        package var gestureLog: (@Sendable (String) -> Void)?
        /// What is wrong with the panels, in order.
        package var faults: [PanelFault]
        /// Chooses among what faults do by chance.
        package var seed: UInt64

        /// Makes options.
        package init(
            mode: DisplayMode, rotation: Rotation? = nil, scale: CGFloat = 1, log: Log = Log(),
            trace: (@Sendable (String) -> Void)? = nil,
            gestureLog: (@Sendable (String) -> Void)? = nil, faults: [PanelFault] = [],
            seed: UInt64 = 1
        ) {
            self.mode = mode
            self.rotation = rotation
            self.scale = scale
            self.log = log
            self.trace = trace
            self.gestureLog = gestureLog
            self.faults = faults
            self.seed = seed
        }
    }

    /// Runs an application in memory as below, with a delegate that is made by its plain initializer.
    package static func replay<Delegate: UIApplicationDelegate>(
        _ delegate: Delegate.Type, recording: Recording, options: ReplayOptions,
        shown: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in }
    ) throws -> Bitmap {
        try replay(
            recording: recording, options: options, makingDelegate: { delegate.init() },
            shown: shown)
    }

    /// Runs an application in memory on what a recording says, under a virtual clock: the same
    /// session, pacing and drawing as on a screen, and the same picture each time.
    ///
    /// The recording's first event happens a second after the start; the end is a second after its
    /// last one, so that what the application does after a while has happened. Fingers that are down
    /// at the end of an incomplete recording stay so.
    /// Where `options` has faults, the session gets what bad panels would have said.
    ///
    /// - Parameters:
    ///   - recording: What the devices said.
    ///   - options: What is chosen about the replay.
    ///   - makeDelegate: Makes the application's delegate, once there is an application and a screen.
    ///   - shown: Gets the upright picture of every frame that is shown, and its number from 1.
    /// - Returns: The last picture.
    /// - Throws: `KioskError` where there isn't memory enough for the display; what `shown` throws.
    package static func replay(
        recording: Recording, options: ReplayOptions,
        makingDelegate makeDelegate: @MainActor () -> any UIApplicationDelegate,
        shown: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in }
    ) throws -> Bitmap {
        try replay(
            recording: recording, options: options, makingDelegate: { _ in makeDelegate() },
            shown: shown)
    }

    /// The same with a delegate that uses what a replay offers beyond UIKit: the recording's frames as
    /// they are, and what drawing cost.
    package static func replay(
        recording: Recording, options: ReplayOptions,
        makingDelegate makeDelegate: @MainActor (ReplayServices) -> any UIApplicationDelegate,
        shown: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in }
    ) throws -> Bitmap {
        var frames = recording.frames(with: options.faults, seed: options.seed)
        let panels = recording.devices.enumerated().map { index, device in
            PanelDescription(
                device.description, id: DeviceID(rawValue: UInt32(index) + 1), node: device.node,
                calibration: device.calibration)
        }
        return try replay(
            options: options, panels: panels, makingDelegate: makeDelegate, shown: shown
        ) { frames.next(into: &$0) }.canvas
    }

    /// Runs an application as above on touch frames, wherever they are from.
    ///
    /// - Parameters:
    ///   - options: What is chosen about the replay.
    ///   - makeDelegate: Makes the application's delegate.
    ///   - shown: Gets the upright picture of every frame that is shown.
    ///   - next: Makes the next frame, at a time from 0 on; false where there is none.
    /// - Returns: The last picture, upright, and the display that it is on.
    package static func replay(
        options: ReplayOptions,
        makingDelegate makeDelegate: @MainActor () -> any UIApplicationDelegate,
        shown: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in },
        next: (inout TouchFrame) -> Bool
    ) throws -> (canvas: Bitmap, display: HeadlessDisplay) {
        try replay(
            options: options, makingDelegate: { _ in makeDelegate() }, shown: shown, next: next)
    }

    /// The same with a delegate that uses what a replay offers beyond UIKit.
    package static func replay(
        options: ReplayOptions, panels: [PanelDescription] = [],
        makingDelegate makeDelegate: @MainActor (ReplayServices) -> any UIApplicationDelegate,
        shown: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in },
        next: (inout TouchFrame) -> Bool
    ) throws -> (canvas: Bitmap, display: HeadlessDisplay) {
        let second: Int64 = 1_000_000
        let clock = VirtualClock()
        let display: HeadlessDisplay
        do {
            display = try HeadlessDisplay(mode: options.mode, clock: { clock.now })
        } catch {
            throw KioskError.display(error)
        }
        let geometry = ScreenGeometry(
            scanoutWidth: options.mode.width, scanoutHeight: options.mode.height,
            rotation: options.rotation, scale: options.scale)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), glyphs: systemGlyphs(log: options.log),
            imageDecoder: imageDecoder(log: options.log))
        application.touchTrace = options.trace
        application.gestureLog = options.gestureLog
        let rawTouches = ReplayedRawTouches(panels: panels)
        // The delegate keeps what it gets: it mustn't hold the session, which holds the delegate.
        let made = SessionReference()
        application.launch(
            makeDelegate(
                ReplayServices(
                    rawTouches: rawTouches, frames: KioskFrameRecords { made.session },
                    display: KioskDisplayInformation(
                        launchedOn: display, geometry: geometry, session: { made.session }))))
        let session = Session(
            application: application, display: display, geometry: geometry,
            clock: { clock.now })
        made.session = session
        session.trace = options.trace.map { TouchTrace($0) }
        for panel in panels { session.deviceAdded(panel.id, calibration: panel.calibration) }
        rawTouches.onCalibration = { device, calibration in
            made.session?.setCalibration(calibration, of: device, at: clock.now)
        }
        var loop = VirtualLoop(session: session, clock: clock)
        try loop.advance(to: Timestamp(microseconds: second), shown)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        while next(&frame) {
            frame.time = frame.time.advanced(byMicroseconds: second)
            try loop.advance(to: frame.time, shown)
            rawTouches.tell(frame)
            session.receive(frame)
            try loop.work(shown)
        }
        try loop.advance(to: clock.now.advanced(byMicroseconds: second), shown)
        return (session.canvas, display)
    }
}

/// A session that somebody else holds.
@MainActor
private final class SessionReference {
    weak var session: Session?
}

/// A clock that stands still until somebody moves it.
private final class VirtualClock {
    var now = Timestamp.zero
}

/// Does what `MainLoop` does, without waiting: time jumps to whatever is due next.
@MainActor
private struct VirtualLoop {
    let session: Session
    let clock: VirtualClock
    private var framesShown = 0

    init(session: Session, clock: VirtualClock) {
        self.session = session
        self.clock = clock
    }

    /// Makes all that is due up to a time happen, in order.
    mutating func advance(
        to time: Timestamp, _ shown: (Bitmap, Int) throws -> Void
    ) throws {
        try work(shown)
        while let due = session.nextDeadline, due <= time {
            clock.now = max(clock.now, due)
            session.advanceTimers(to: clock.now)
            try perform(session.timerFired(at: clock.now), shown)
            try work(shown)
        }
        clock.now = max(clock.now, time)
    }

    /// Begins a frame if there is something to deliver or to draw.
    mutating func work(_ shown: (Bitmap, Int) throws -> Void) throws {
        session.application.makePostedCalls(at: clock.now)
        try perform(session.workArrived(at: clock.now), shown)
    }

    private mutating func perform(
        _ action: FramePacer.Action, _ shown: (Bitmap, Int) throws -> Void
    ) throws {
        try action.perform {
            let next = try session.drawFrame()
            if session.frameLog.frames > framesShown {
                framesShown = session.frameLog.frames
                try shown(session.canvas, framesShown)
            }
            return next
        }
    }
}
