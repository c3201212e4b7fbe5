import KioskDisplay
import KioskSystem
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// The options of a kiosk. The defaults suit a board with one display.
public struct KioskOptions: Sendable {
    /// The way in which new ink of strokes reaches the display.
    public enum InkPath: String, CaseIterable, Sendable {
        /// Ink is shown by the next page flip, like all other drawing.
        case flip
        /// Ink is written straight into the buffer on the display; the frame of the next page flip
        /// contains the ink too.
        case front
    }

    /// The destination of frames.
    public enum Output: Sendable {
        /// A connected display that matches the criteria.
        case display(DisplayCriteria)
        /// A display that exists only in memory, with the given mode and pixel format. Frames pass
        /// through the same steps as on a connected display.
        case headless(DisplayMode, format: PixelFormat = .xrgb8888)
    }

    /// The input devices to read.
    public enum Input: Hashable, Sendable {
        /// All devices, including those connected later.
        case all
        /// One device, for example `/dev/input/event7`, grabbed exclusively.
        case only(path: String)
        /// No device.
        case none
    }

    /// The destination of frames.
    public var output: Output
    /// The input devices to read.
    public var input: Input
    /// The clockwise rotation of the picture. `nil` selects the rotation saved in
    /// `screenSettingFile`, or else the panel orientation that the display reports.
    public var rotation: Rotation?
    /// The scale in pixels per point, 0.25…8. `nil` selects the scale saved in `screenSettingFile`,
    /// or else 1.
    public var scale: CGFloat?
    /// The path of the file for settings made with `ScreenControl`, or `nil` to save none.
    public var screenSettingFile: String?
    /// The path of the file for touchscreen calibrations made on the board, or `nil` to save none.
    public var calibrationFile: String?
    /// The idle times after which the screen is dimmed or switched off.
    public var screenPower: ScreenPowerOptions
    /// The path of the file that stores the brightness while the screen is dimmed, so that a start
    /// after a crash restores it; `nil` to store none.
    public var brightnessFile: String?
    /// Whether formats with fewer than eight bits per channel are dithered.
    public var dithers: Bool
    /// The options of frame pacing.
    public var pacing: PacingOptions
    /// The way in which new ink of strokes reaches the display.
    public var ink: InkPath
    /// The log that receives the kiosk's messages.
    public var log: Log
    /// Receives one line for each contact of each touch frame, for debugging; `nil` for no trace.
    public var trace: (@Sendable (String) -> Void)?

    /// Receives one line for each decision of gesture arbitration; `nil` for no log.
    public var gestureLog: (@Sendable (String) -> Void)?

    /// The options of the status socket and the metrics file; `nil` for neither.
    package var status: StatusOptions?

    /// Creates options.
    public init(
        output: Output = .display(DisplayCriteria()), input: Input = .all,
        rotation: Rotation? = nil, scale: CGFloat? = nil, screenSettingFile: String? = nil,
        calibrationFile: String? = nil,
        screenPower: ScreenPowerOptions = ScreenPowerOptions(), brightnessFile: String? = nil,
        dithers: Bool = true, pacing: PacingOptions = PacingOptions(), ink: InkPath = .flip,
        log: Log = Log(),
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
