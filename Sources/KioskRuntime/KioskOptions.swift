import Display
import Geometry
import Linux
import Raster

/// Everything that can be chosen about a kiosk; the defaults suit a board with one screen.
public struct KioskOptions: Sendable {
    /// Where frames go.
    public enum Output: Sendable {
        /// A connected display.
        case display(DisplayRequest)
        /// Memory: the same way down to the bytes, without a display.
        case headless(DisplayMode, format: PixelFormat = .xrgb8888)
    }

    /// Where frames go.
    public var output: Output
    /// Whether touch devices are read.
    public var readsInput: Bool
    /// How far the picture is turned; as it was chosen on the board (`panelFile`), or as the panel
    /// asks for, if not given.
    public var rotation: Rotation?
    /// Pixels per point, 0.25...8; as it was chosen on the board, or 1, if not given.
    public var scale: CGFloat?
    /// The file that keeps how the panel was set on the board (`Panel.show(rotation:scale:)`); it isn't
    /// kept if not given.
    public var panelFile: String?
    /// Whether formats with fewer than eight bits a colour are dithered.
    public var dithers: Bool
    /// Where messages go.
    public var log: Log
    /// Gets a line for each contact of each touch frame, for whoever looks for a fault; nobody if
    /// nil.
    public var trace: (@Sendable (String) -> Void)?

    /// Gets a line for each decision on a gesture recognizer; nobody if nil.
    public var gestureLog: (@Sendable (String) -> Void)?

    /// Makes options.
    public init(
        output: Output = .display(DisplayRequest()), readsInput: Bool = true,
        rotation: Rotation? = nil, scale: CGFloat? = nil, panelFile: String? = nil,
        dithers: Bool = true, log: Log = Log(),
        trace: (@Sendable (String) -> Void)? = nil,
        gestureLog: (@Sendable (String) -> Void)? = nil
    ) {
        self.output = output
        self.readsInput = readsInput
        self.rotation = rotation
        self.scale = scale
        self.panelFile = panelFile
        self.dithers = dithers
        self.log = log
        self.trace = trace
        self.gestureLog = gestureLog
    }
}
