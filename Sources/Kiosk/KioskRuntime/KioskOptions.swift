import KioskDisplay
import KioskSystem
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// The options of a kiosk. The defaults are suitable for a board with one display.
public struct KioskOptions: Sendable {
    /// The presentation of newly drawn ink: with the next page flip, or directly in the front
    /// buffer.
    public enum InkPath: String, CaseIterable, Sendable {
        /// Ink is presented with the next page flip, like all other drawing.
        case flip
        /// Ink is written directly into the front buffer, which the display is scanning out, and is
        /// also drawn in the next frame.
        case front
    }

    /// The destination of frames.
    public enum Output: Sendable {
        /// A connected display that matches the criteria.
        case display(DisplayCriteria)
        /// A display that exists only in memory, with the given mode and pixel format. Frames are
        /// drawn and presented as on a connected display.
        case headless(DisplayMode, format: PixelFormat = .xrgb8888)
    }

    /// The input devices to read.
    public enum Input: Hashable, Sendable {
        /// All devices, including those connected later.
        case all
        /// Only the device at `path`, for example `/dev/input/event7`, grabbed exclusively.
        case only(path: String)
        /// No device.
        case none
    }

    /// The destination of frames.
    public var output: Output
    /// The input devices to read.
    public var input: Input
    /// The clockwise rotation of the picture. `nil` selects the rotation saved in
    /// `screenSettingFile`, or, if no rotation is saved, the rotation for the panel orientation
    /// that the display reports.
    public var rotation: Rotation?
    /// The scale in pixels per point, 0.25…8. `nil` selects the scale saved in `screenSettingFile`,
    /// or, if no scale is saved, the smallest quarter at which 44 points are at least 7 mm on the
    /// display: 1 for a display that reports no plausible size.
    public var scale: CGFloat?
    /// The path of the file that stores the rotation and scale set through `ScreenControl`, or
    /// `nil` to not save them.
    public var screenSettingFile: String?
    /// The path of the file that stores touchscreen calibrations made on this device, or `nil` to
    /// not save them.
    public var calibrationFile: String?
    /// The idle times after which the screen is dimmed or switched off.
    public var screenPower: ScreenPowerOptions
    /// The path of the file that stores the normal brightness while the screen is dimmed, so that
    /// the next start after a crash can restore it. If `nil`, the brightness is not stored.
    public var brightnessFile: String?
    /// Whether pixel formats with fewer than eight bits per channel are dithered.
    public var dithers: Bool
    /// The options of frame pacing: the frame rate, the frame budget and the latency.
    public var pacing: PacingOptions
    /// The presentation of newly drawn ink: with the next page flip, or directly in the front
    /// buffer.
    public var ink: InkPath
    /// The log that receives the kiosk's messages. The default is standard error.
    public var log: Log
    /// The closure that receives a line of text for each contact in each touch frame, for
    /// debugging, or `nil` to disable the trace.
    public var trace: (@Sendable (String) -> Void)?

    /// The closure that receives a line of text for each decision of gesture arbitration, or `nil`
    /// to disable the log.
    public var gestureLog: (@Sendable (String) -> Void)?

    /// The options of the status socket and the metrics file, or `nil` to use neither.
    package var status: StatusOptions?

    /// Whether the kiosk requests to bind touchscreen drivers again if a touchscreen does not work
    /// after the display was switched off.
    package var rebindsTouchscreens = false

    /// The request to bind touchscreen drivers again, or `nil` if `rebindsTouchscreens` is `false`.
    var touchscreenRebind: TouchscreenRebind? {
        rebindsTouchscreens
            ? TouchscreenRebind(folder: KioskEnvironment.current.runtimeFolders.requests) : nil
    }

    /// Creates the options of a kiosk.
    public init(
        output: Output = .display(DisplayCriteria()), input: Input = .all,
        rotation: Rotation? = nil, scale: CGFloat? = nil, screenSettingFile: String? = nil,
        calibrationFile: String? = nil,
        screenPower: ScreenPowerOptions = ScreenPowerOptions(), brightnessFile: String? = nil,
        dithers: Bool = true, pacing: PacingOptions = PacingOptions(), ink: InkPath = .flip,
        log: Log = .standardError(),
        trace: (@Sendable (String) -> Void)? = nil,
        gestureLog: (@Sendable (String) -> Void)? = nil
    ) {
        self.output = output
        self.input = input
        self.rotation = rotation
        self.scale = scale
        self.screenSettingFile = screenSettingFile
        self.calibrationFile = calibrationFile
        self.screenPower = screenPower
        self.brightnessFile = brightnessFile
        self.dithers = dithers
        self.pacing = pacing
        self.ink = ink
        self.log = log
        self.trace = trace
        self.gestureLog = gestureLog
    }
}

extension KioskOptions {
    /// Returns the options with the ioctls for presenting frames that `TOUCHTRACKER_KMS` selects.
    /// Logs the selection, or a warning for an unknown value.
    package func selectingPresentMethod(from environment: KioskEnvironment) -> KioskOptions {
        guard case .display(var criteria) = output, let name = environment.presentMethod else {
            return self
        }
        let variable = KioskEnvironment.presentMethodVariable
        guard let method = PresentMethod(rawValue: name) else {
            let names = PresentMethod.allCases.map(\.rawValue).joined(separator: ", ")
            log.warning("\(variable): unknown value “\(name)”; use one of \(names)")
            return self
        }
        log.info("\(variable): frames are presented with \(name) first")
        criteria.presentMethod = method
        var options = self
        options.output = .display(criteria)
        return options
    }
}
