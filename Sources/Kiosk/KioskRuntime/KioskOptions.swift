import KioskDisplay
import KioskSystem
import TouchKitGeometry
import TouchKitPacing
import TouchKitRaster

/// Everything that can be chosen about a kiosk; the defaults suit a board with one screen.
public struct KioskOptions: Sendable {
    /// How fresh ink gets onto the screen.
    public enum InkPath: String, CaseIterable, Sendable {
        /// With the next flip, as everything else.
        case flip
        /// Straight into the buffer that is being scanned out; the flip confirms it.
        case front
    }

    /// Where frames go.
    public enum Output: Sendable {
        /// A connected display.
        case display(DisplayRequest)
        /// Memory: the same way down to the bytes, without a display.
        case headless(DisplayMode, format: PixelFormat = .xrgb8888)
    }

    /// Which touch devices are read.
    public enum Input: Hashable, Sendable {
        /// All that there are, and that come later.
        case all
        /// This one alone (`/dev/input/event7`), kept from every other program.
        case only(path: String)
        /// None.
        case none
    }

    /// Where frames go.
    public var output: Output
    /// Which touch devices are read.
    public var input: Input
    /// How far the picture is turned; as it was chosen on the board (`panelFile`), or as the panel
    /// asks for, if not given.
    public var rotation: Rotation?
    /// Pixels per point, 0.25...8; as it was chosen on the board, or 1, if not given.
    public var scale: CGFloat?
    /// The file that keeps how the panel was set on the board (`Panel.show(rotation:scale:)`); it isn't
    /// kept if not given.
    public var panelFile: String?
    /// The file that keeps how touch panels are corrected (`RawTouches.keepCalibration(of:)`); it isn't kept
    /// if not given.
    public var calibrationFile: String?
    /// When a screen that nobody touches gets darker.
    public var screenCare: ScreenCareOptions
    /// The file that keeps how bright the screen was set while it is darker, so that the next start after an
    /// end in the dark is bright; it isn't kept if not given.
    public var brightnessFile: String?
    /// Whether formats with fewer than eight bits a colour are dithered.
    public var dithers: Bool
    /// When frames are made.
    public var pacing: PacingOptions
    /// How fresh ink gets onto the screen.
    public var ink: InkPath
    /// Where messages go.
    public var log: Log
    /// Gets a line for each contact of each touch frame, for whoever looks for a fault; nobody if
    /// nil.
    public var trace: (@Sendable (String) -> Void)?

    /// Gets a line for each decision on a gesture recognizer; nobody if nil.
    public var gestureLog: (@Sendable (String) -> Void)?

    /// How the kiosk tells how it is; it doesn't if nil.
    package var status: StatusOptions?

    /// Makes options.
    public init(
        output: Output = .display(DisplayRequest()), input: Input = .all,
        rotation: Rotation? = nil, scale: CGFloat? = nil, panelFile: String? = nil,
        calibrationFile: String? = nil,
        screenCare: ScreenCareOptions = ScreenCareOptions(), brightnessFile: String? = nil,
        dithers: Bool = true, pacing: PacingOptions = PacingOptions(), ink: InkPath = .flip,
        log: Log = Log(),
        trace: (@Sendable (String) -> Void)? = nil,
        gestureLog: (@Sendable (String) -> Void)? = nil
    ) {
        self.output = output
        self.input = input
        self.rotation = rotation
        self.scale = scale
        self.panelFile = panelFile
        self.calibrationFile = calibrationFile
        self.screenCare = screenCare
        self.brightnessFile = brightnessFile
        self.dithers = dithers
        self.pacing = pacing
        self.ink = ink
        self.log = log
        self.trace = trace
        self.gestureLog = gestureLog
    }
}
