/// The backdrop for your app's user interface and the object that dispatches events to your views.
///
/// A window is hidden until you call `makeKeyAndVisible()` or set `isHidden` to `false`. The
/// application retains visible windows.
@MainActor
open class UIWindow: UIView {
    /// The positioning of windows relative to each other: higher levels are in front.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        /// The position on the z-axis.
        public var rawValue: CGFloat

        /// Creates a level from a position on the z-axis.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The default level.
        public static let normal = Level(rawValue: 0)
        /// The level for a status window.
        public static let statusBar = Level(rawValue: 1_000)
        /// The level of the edit menu: in front of normal windows, behind alerts and status
        /// windows.
        package static let menu = Level(rawValue: 100)
        /// The level for an alert view.
        public static let alert = Level(rawValue: 2_000)

        /// Returns whether `left` is behind `right`.
        public static func < (left: Level, right: Level) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The position of the window in the z-axis. Among windows of one level, the window shown most
    /// recently is in front.
    @exclusivity(unchecked) public var windowLevel = Level.normal {
        didSet {
            guard windowLevel != oldValue else { return }
            application?.sortWindows()
            setNeedsDisplayWithSubviews()
        }
    }

    /// The root view controller for the window; its view fills the window.
    @exclusivity(unchecked) public var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.removeViews()
            guard let view = rootViewController?.view else { return }
            view.frame = bounds
            addSubview(view)
        }
    }

    /// Whether touches on the window's views and recognizers are excluded from logs, traces and
    /// observers. Set the property to `true` for a window in which the user enters a secret. Not
    /// part of UIKit.
    @exclusivity(unchecked) public var isSecret = false

    /// The part of the screen that the window covers with opaque content, in points, or `.null` if
    /// unknown. Not part of UIKit.
    ///
    /// Damage of other windows behind this part is not drawn. The code that sets this property must
    /// draw the part opaquely, without animation, in a window of the screen's size.
    @exclusivity(unchecked) package var opaquePart = CGRect.null

    /// The first responder among the window's views and their controllers, or `nil` if there is
    /// none.
    weak var firstResponder: UIResponder?
    /// The first responder that is asked to resign because it leaves the window, or `nil`.
    weak var leavingResponder: UIResponder?
    /// The application that shows the window.
    private(set) weak var application: UIApplication?
    /// The bounds of the screen when `adaptToScreen()` last ran, in points.
    @exclusivity(unchecked) private var knownScreenBounds: CGRect

    /// Creates a hidden window with a frame in points of the screen.
    public override init(frame: CGRect) {
        let application = UIApplication.shared
        self.application = application
        knownScreenBounds = application.screen.bounds
        super.init(frame: frame)
        isHidden = true
    }

    /// Creates a hidden window of the specified application, with a frame in points of the screen.
    init(frame: CGRect, application: UIApplication) {
        self.application = application
        knownScreenBounds = application.screen.bounds
        super.init(frame: frame)
        isHidden = true
    }

    /// Creates a hidden window of the screen's size.
    public convenience init() {
        self.init(frame: UIScreen.main.bounds)
    }

    /// A Boolean value that indicates whether the window is the key window for the app. Touch
    /// delivery does not depend on this value.
    public var isKeyWindow: Bool { application?.keyWindow === self }

    /// Makes the receiver the key window. After the receiver is hidden, the present key window is
    /// key again.
    public func makeKey() {
        guard let application, application.keyWindow !== self else { return }
        application.formerKeyWindow = application.keyWindow
        application.keyWindow = self
    }

    /// Shows the window in front of the other windows at its level and makes it the key window.
    public func makeKeyAndVisible() {
        isHidden = false
        application?.bringToFront(self)
        makeKey()
    }

    /// Dispatches the specified event to the gesture recognizers and views that receive the
    /// window's touches. Override this method to process events before the recognizers and views
    /// do.
    open func sendEvent(_ event: UIEvent) {
        application?.dispatcher.process(event, in: self)
    }

    /// A Boolean value that determines whether the window is hidden; initially `true`.
    open override var isHidden: Bool {
        didSet {
            guard isHidden != oldValue else { return }
            if isHidden { application?.hide(self) } else { application?.show(self) }
            notifyControllers(ofVisibility: !isHidden)
        }
    }

    open override var bounds: CGRect {
        didSet {
            if bounds != oldValue { rootViewController?.viewIfLoaded?.frame = bounds }
        }
    }

    /// Resizes the window to the screen's new bounds, if the window filled the screen before the
    /// bounds changed.
    func adaptToScreen() {
        guard let screen = application?.screen, screen.bounds != knownScreenBounds else { return }
        let filledScreen = frame == knownScreenBounds
        knownScreenBounds = screen.bounds
        if filledScreen { frame = screen.bounds }
    }

    open override var window: UIWindow? { self }
    open override var next: UIResponder? { application }
    override var responderWindow: UIWindow? { self }

    /// Converts a point from screen coordinates to the window's coordinates.
    func convertFromScreen(_ point: CGPoint) -> CGPoint {
        convertFromSuperview(point)
    }
}
