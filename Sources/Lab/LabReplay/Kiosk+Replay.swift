import KioskDisplay
import KioskRuntime
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
    /// The options of a headless replay.
    package struct ReplayOptions: Sendable {
        /// The mode of the display in memory.
        package var mode: DisplayMode
        /// The clockwise rotation of the picture, or `nil` for no rotation.
        package var rotation: Rotation?
        /// The number of pixels per point, above 0.
        package var scale: CGFloat
        /// The destination of log messages.
        package var log: Log
        /// Called with one line for each contact in a touch frame, for each call of a view's touch
        /// method and for each action of a gesture recognizer, or `nil` to disable tracing.
        package var trace: (@Sendable (String) -> Void)?
        /// Called with one line for each arbitration decision about a gesture recognizer, or `nil`
        /// to disable the log.
        package var gestureLog: (@Sendable (String) -> Void)?
        /// The faults to inject into the touch frames, applied in the order of the array.
        package var faults: [TouchFault]
        /// The seed of the faults' random numbers.
        package var seed: UInt64

        /// Creates options.
        package init(
            mode: DisplayMode, rotation: Rotation? = nil, scale: CGFloat = 1, log: Log = Log(),
            trace: (@Sendable (String) -> Void)? = nil,
            gestureLog: (@Sendable (String) -> Void)? = nil, faults: [TouchFault] = [],
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

    // MARK: Recordings

    /// Plays a recording to an application that draws to a display in memory, with a delegate that
    /// uses the raw touches and frame records of the replay.
    ///
    /// Time is virtual: session, pacing and drawing work as on a real display, and the same
    /// recording always gives the same pictures. Time 0 of the recording is one second after the
    /// start, and the replay ends one second after the last touch frame. Contacts that are down at
    /// the end of an incomplete recording stay down. The faults in `options` modify the touch
    /// frames before the application receives them.
    ///
    /// - Parameters:
    ///   - recording: The recording to play.
    ///   - options: The options of the replay.
    ///   - makeDelegate: Creates the delegate. Called after the application and its screen were
    ///     created.
    ///   - onFrame: Called with the upright picture of every displayed frame, and the frame's
    ///     number counted from 1.
    /// - Returns: The last picture, upright.
    /// - Throws: `KioskError` if there is not enough memory for the display; `RecordingError` if
    ///   the recording's file cannot be read to its end; errors of `onFrame`.
    package static func replay(
        recording: StreamedRecording, options: ReplayOptions,
        makingDelegate makeDelegate: @MainActor (ReplayContext) -> any UIApplicationDelegate,
        onFrame: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in }
    ) throws -> Bitmap {
        var frames = recording.frames(with: options.faults, seed: options.seed)
        let touchscreens = recording.devices.enumerated().map { index, device in
            TouchscreenDescription(
                device.description, id: DeviceID(rawValue: UInt32(index) + 1), node: device.node,
                calibration: device.calibration)
        }
        let canvas = try replay(
            options: options, touchscreens: touchscreens, makingDelegate: makeDelegate,
            onFrame: onFrame
        ) { frames.next(into: &$0) }.canvas
        try recording.checkReading()
        return canvas
    }

    // MARK: Touch frames

    /// Plays touch frames to an application that draws to a display in memory, with a delegate that
    /// uses the raw touches and frame records of the replay.
    ///
    /// - Parameters:
    ///   - options: The options of the replay; its faults are ignored.
    ///   - touchscreens: The descriptions of the devices that report the frames. Devices without a
    ///     description are allowed.
    ///   - makeDelegate: Creates the delegate. Called after the application and its screen were
    ///     created.
    ///   - onFrame: Called with the upright picture of every displayed frame, and the frame's
    ///     number counted from 1.
    ///   - nextFrame: Writes the next touch frame, with a time counted from 0, and returns `false`
    ///     if there is none.
    /// - Returns: The last picture, upright, and the display that shows it.
    /// - Throws: `KioskError` if there is not enough memory for the display; errors of `onFrame`.
    package static func replay(
        options: ReplayOptions, touchscreens: [TouchscreenDescription] = [],
        makingDelegate makeDelegate: @MainActor (ReplayContext) -> any UIApplicationDelegate,
        onFrame: (_ picture: Bitmap, _ number: Int) throws -> Void = { _, _ in },
        nextFrame: (inout TouchFrame) -> Bool
    ) throws -> (canvas: Bitmap, display: HeadlessDisplay) {
        let second: Int64 = 1_000_000
        let clock = VirtualClock()
        let rawTouches = ReplayedRawTouches(touchscreens: touchscreens)
        let (session, display) = try makeSession(
            options, clock: clock, rawTouches: rawTouches, makingDelegate: makeDelegate)
        for touchscreen in touchscreens {
            session.deviceAdded(touchscreen.id, calibration: touchscreen.calibration)
        }
        rawTouches.onCalibration = { [weak session] device, calibration in
            session?.setCalibration(calibration, of: device, at: clock.now)
        }
        var loop = VirtualLoop(session: session, clock: clock)
        try loop.advance(to: Timestamp(microseconds: second), onFrame)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        while nextFrame(&frame) {
            frame.time = frame.time.advanced(byMicroseconds: second)
            try loop.advance(to: frame.time, onFrame)
            rawTouches.deliver(frame)
            session.receive(frame)
            try loop.performWork(onFrame)
        }
        try loop.advance(to: clock.now.advanced(byMicroseconds: second), onFrame)
        return (session.canvas, display)
    }

    /// Creates a session on a display in memory, and launches its application.
    private static func makeSession(
        _ options: ReplayOptions, clock: VirtualClock, rawTouches: ReplayedRawTouches,
        makingDelegate makeDelegate: @MainActor (ReplayContext) -> any UIApplicationDelegate
    ) throws(KioskError) -> (session: Session, display: HeadlessDisplay) {
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
        // The session retains the delegate, so the delegate's services must not retain the session.
        let reference = WeakSession()
        application.launch(
            makeDelegate(
                ReplayContext(
                    rawTouches: rawTouches, frames: KioskFrameRecords { reference.session },
                    display: KioskDisplayInformation(
                        launchedOn: display, geometry: geometry,
                        session: { reference.session }))))
        let session = Session(
            application: application, display: display, geometry: geometry,
            clock: { clock.now })
        reference.session = session
        session.trace = options.trace.map { TouchTrace($0) }
        return (session, display)
    }
}

/// A weak reference to a session that is created later.
@MainActor
private final class WeakSession {
    weak var session: Session?
}
