/// A view that depicts the progress of a task over time.
///
/// The bar fills the view's bounds. UIKit's images, bar style and observed progress are missing.
@MainActor
open class UIProgressView: UIView {
    /// The natural height, in points, as on iOS.
    private static let height: CGFloat = 4
    /// The duration of an animated change, in seconds.
    private static let duration = 0.25

    private let filledTrack = UIView(frame: .zero)

    /// The current progress, limited to 0…1. Setting the value does not animate the bar.
    open var progress: Float {
        get { storedProgress }
        set { setProgress(newValue, animated: false) }
    }
    private var storedProgress: Float = 0
    /// The color shown for the portion of the progress bar that is filled; `tintColor` if `nil`.
    open var progressTintColor: UIColor? { didSet { updateColors() } }
    /// The color shown for the portion of the progress bar that is not filled; gray if `nil`.
    open var trackTintColor: UIColor? { didSet { updateColors() } }

    /// Creates a progress view with the specified frame and the progress 0.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        addSubview(filledTrack)
        updateColors()
        updateBar()
    }

    /// Adjusts the current progress shown by the receiver, limited to 0…1, optionally animating the
    /// change.
    open func setProgress(_ progress: Float, animated: Bool) {
        storedProgress = min(max(progress, 0), 1)
        guard animated, window != nil else { return updateBar() }
        UIView.animate(
            withDuration: Self.duration, delay: 0, options: .beginFromCurrentState,
            animations: { updateBar() })
    }

    open override var bounds: CGRect {
        didSet { if bounds != oldValue { updateBar() } }
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: Self.height)
    }

    open override func tintColorDidChange() {
        updateColors()
    }

    private func updateColors() {
        filledTrack.backgroundColor = progressTintColor ?? inheritedTintColor
        backgroundColor = trackTintColor ?? ControlStyle.track
    }

    private func updateBar() {
        let radius = bounds.height / 2
        cornerRadius = radius
        filledTrack.cornerRadius = radius
        filledTrack.frame = CGRect(
            x: bounds.minX, y: bounds.minY, width: bounds.width * CGFloat(progress),
            height: bounds.height)
    }
}
