import Glibc

/// A view that shows that a task is in progress.
///
/// While the indicator animates in a window, it is drawn eight times a second; no frames are needed
/// in between.
@MainActor
open class UIActivityIndicatorView: UIView {
    class override var drawsWholeContent: Bool { true }

    /// Constants that specify the visual style of the activity indicator. The raw values are the
    /// same as in UIKit.
    public enum Style: Int, Sendable {
        /// The default style for activity indicators: 20 points wide.
        case medium = 100
        /// A large activity indicator: 37 points wide.
        case large = 101
    }

    /// The number of spokes, as on iOS.
    private static let spokeCount = 8
    /// The time until the brightest spoke is the next one, in seconds.
    private static let interval = 0.125

    /// The basic appearance of the activity indicator.
    open var style: Style {
        didSet {
            setNeedsDisplay()
            invalidateIntrinsicContentSize()
        }
    }
    /// The color of the activity indicator; gray if `nil`.
    open var color: UIColor! {
        didSet { setNeedsDisplay() }
    }
    /// A Boolean value that controls whether the activity indicator is hidden when the animation is
    /// stopped.
    open var hidesWhenStopped = true {
        didSet { if !isAnimating { isHidden = hidesWhenStopped } }
    }
    /// A Boolean value indicating whether the activity indicator is currently running its
    /// animation.
    public private(set) var isAnimating = false

    private var repetition: RepeatingCall?
    /// The index of the darkest spoke, counted clockwise from the top.
    private var phase = 0

    /// Creates an activity indicator with the specified style, of the style's size.
    public init(style: Style) {
        self.style = style
        super.init(frame: .zero)
        frame = CGRect(origin: .zero, size: intrinsicContentSize)
        setUp()
    }

    /// Creates a medium activity indicator with the specified frame.
    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
        setUp()
    }

    private func setUp() {
        isUserInteractionEnabled = false
        isHidden = true
    }

    /// Starts the animation of the progress indicator.
    open func startAnimating() {
        isAnimating = true
        isHidden = false
        if repetition == nil { updateRepetition() }
    }

    /// Stops the animation of the progress indicator.
    open func stopAnimating() {
        isAnimating = false
        if hidesWhenStopped { isHidden = true }
        updateRepetition()
    }

    override func windowDidChange() {
        super.windowDidChange()
        updateRepetition()
    }

    /// Starts or stops the calls that turn the indicator.
    private func updateRepetition() {
        repetition?.stop()
        repetition = nil
        guard isAnimating, let application = window?.application else { return }
        let repetition = RepeatingCall(application: application) { [weak self] in
            guard let self else { return }
            phase = (phase + 1) % Self.spokeCount
            setNeedsDisplay()
        }
        repetition.start(after: Self.interval, interval: Self.interval)
        self.repetition = repetition
    }

    open override var intrinsicContentSize: CGSize {
        let side: CGFloat = style == .large ? 37 : 20
        return CGSize(width: side, height: side)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Draws the spokes in the middle of the bounds. The spokes before the darkest one fade.
    open override func draw(_ rect: CGRect) {
        let side = intrinsicContentSize.width
        let base = color ?? .systemGray
        let path = UIBezierPath()
        path.lineWidth = side * 0.11
        path.lineCapStyle = .round
        for index in 0..<Self.spokeCount {
            let age = (phase - index + Self.spokeCount) % Self.spokeCount
            let angle = CGFloat(index) / CGFloat(Self.spokeCount) * 2 * .pi
            let direction = CGVector(dx: sin(angle), dy: -cos(angle))
            path.removeAllPoints()
            for radius in [side * 0.24, side * 0.42] {
                let point = CGPoint(
                    x: bounds.midX + direction.dx * radius, y: bounds.midY + direction.dy * radius)
                if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
            }
            base.withAlphaComponent(max(0.2, 1 - CGFloat(age) * 0.13)).setStroke()
            path.stroke()
        }
    }
}
