/// The root of a tree of views on the screen.
///
/// A window is hidden until `makeKeyAndVisible()` or `isHidden = false`; while it is visible the
/// application holds it.
@MainActor
open class UIWindow: UIView {
    /// Where a window lies among others: higher ones are in front.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        /// The height.
        public var rawValue: CGFloat

        /// Makes a level from its height.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// Where applications' windows are.
        public static let normal = Level(rawValue: 0)
        /// Where status bars are.
        public static let statusBar = Level(rawValue: 1_000)
        /// Where the menu is: in front of the application, behind status bars.
        package static let menu = Level(rawValue: 100)
        /// Where alerts are.
        public static let alert = Level(rawValue: 2_000)

        /// Whether the left level is behind.
        public static func < (left: Level, right: Level) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Where it lies among the windows; of one level the one shown last is in front.
    public var windowLevel = Level.normal {
        didSet {
            guard windowLevel != oldValue else { return }
            application?.windowOrderChanged()
            setNeedsDisplayWithSubviews()
        }
    }

    /// The controller whose view fills the window.
    public var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.viewIfLoaded?.removeFromSuperview()
            guard let view = rootViewController?.view else { return }
            view.frame = bounds
            addSubview(view)
        }
    }

    /// Whether what fingers do in it is nobody's business: no log, no trace and no observer is told of
    /// touches on its views, or of recognizers there. Ours, not UIKit's, where text fields have
    /// `isSecureTextEntry`.
    public var isSecret = false

    /// The part of the screen that it fills, letting nothing shine through, in points; null where it is unknown.
    /// What changes below isn't drawn there. Whoever sets it draws it, unanimated and in a window as large as the
    /// screen. Ours, not UIKit's.
    package var opaquePart = CGRect.null

    /// Who is first responder of this window.
    weak var firstResponder: UIResponder?
    private(set) weak var application: UIApplication?
    /// The screen's extent when the window was last held against it.
    private var knownScreenBounds: CGRect

    /// Makes a hidden window of this extent on the screen, in points.
    public override init(frame: CGRect) {
        let application = UIApplication.shared
        self.application = application
        knownScreenBounds = application.screen.bounds
        super.init(frame: frame)
        isHidden = true
    }

    /// Makes a hidden window of an application.
    init(frame: CGRect, application: UIApplication) {
        self.application = application
        knownScreenBounds = application.screen.bounds
        super.init(frame: frame)
        isHidden = true
    }

    /// Makes a hidden window of the screen's size.
    public convenience init() {
        self.init(frame: UIScreen.main.bounds)
    }

    /// Whether it is the key window. Touches don't care.
    public var isKeyWindow: Bool { application?.keyWindow === self }

    /// Makes it the key window.
    public func makeKey() {
        application?.keyWindow = self
    }

    /// Shows the window in front of those of its level and makes it the key window.
    public func makeKeyAndVisible() {
        isHidden = false
        application?.bringToFront(self)
        makeKey()
    }

    /// Hands an event on to the recognizers and views that its touches in this window came down on.
    /// Override it to see every event before them.
    open func sendEvent(_ event: UIEvent) {
        application?.deliver(event, in: self)
    }

    open override var isHidden: Bool {
        didSet {
            guard isHidden != oldValue else { return }
            if isHidden { application?.hide(self) } else { application?.show(self) }
        }
    }

    open override var bounds: CGRect {
        didSet {
            if bounds != oldValue { rootViewController?.viewIfLoaded?.frame = bounds }
        }
    }

    /// Fills the screen again, where it filled one that has another size now.
    func adaptToScreen() {
        guard let screen = application?.screen, screen.bounds != knownScreenBounds else { return }
        let filledScreen = frame == knownScreenBounds
        knownScreenBounds = screen.bounds
        if filledScreen { frame = screen.bounds }
    }

    open override var window: UIWindow? { self }
    open override var next: UIResponder? { application }
    override var responderWindow: UIWindow? { self }

    /// A place of the screen in the window's coordinates, in points.
    func convertFromScreen(_ place: CGPoint) -> CGPoint {
        convertFromSuperview(place)
    }
}
