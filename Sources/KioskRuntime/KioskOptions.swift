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
    /// How far the picture is turned; as the panel asks for if not given.
    public var rotation: Rotation?
    /// Pixels per point, above 0.
    public var scale: CGFloat
    /// Whether formats with fewer than eight bits a colour are dithered.
    public var dithers: Bool
    /// Where messages go.
    public var log: Log
    /// Gets a line for each contact of each touch frame, for whoever looks for a fault; nobody if
    /// nil.
    public var trace: (@Sendable (String) -> Void)?

    /// Gets a line for each decision on a gesture recognizer; nobody if nil.
    public var gestureLog: (@Sendable (String) -> Void)?

    /// How points, pixels and scanout belong together on a display.
    func geometry(on display: any ScanoutDisplay) -> ScreenGeometry {
        ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: rotation, scale: scale)
    }

    /// Makes options.
    public init(
        output: Output = .display(DisplayRequest()), readsInput: Bool = true,
        rotation: Rotation? = nil, scale: CGFloat = 1, dithers: Bool = true, log: Log = Log(),
        trace: (@Sendable (String) -> Void)? = nil,
        gestureLog: (@Sendable (String) -> Void)? = nil
    ) {
        self.output = output
        self.readsInput = readsInput
        self.rotation = rotation
        self.scale = scale
        self.dithers = dithers
        self.log = log
        self.trace = trace
        self.gestureLog = gestureLog
    }
}
