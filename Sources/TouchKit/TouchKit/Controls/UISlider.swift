/// A control for selecting a single value from a continuous range of values.
///
/// Only a touch that begins on the thumb moves it. The control sends `valueChanged` and
/// `primaryActionTriggered` together: while the thumb moves if `isContinuous` is `true`, and in any
/// case when the touch ends. Setting `value` sends no event. UIKit's images of the track, the thumb
/// and the ends are missing.
@MainActor
open class UISlider: UIControl {
    /// The natural height of a slider, in points, as on iOS.
    private static let height: CGFloat = 31
    /// The diameter of the thumb, in points, as on iOS.
    private static let thumbDiameter: CGFloat = 28
    /// The thickness of the track, in points, as on iOS.
    private static let trackThickness: CGFloat = 4

    /// The part of the track from the thumb to the right end.
    private let track = UIView(frame: .zero)
    /// The part of the track from the left end to the thumb.
    private let filledTrack = UIView(frame: .zero)
    private let thumb = SliderThumb(frame: .zero)
    /// The distance from the thumb's center to the touch that drags it, in points.
    private var touchOffset: CGFloat = 0

    /// The slider's current value, limited to the range from minimum to maximum. Setting the value
    /// does not animate the thumb.
    open var value: Float {
        get { storedValue }
        set { setValue(newValue, animated: false) }
    }
    private var storedValue: Float = 0
    /// The minimum value of the slider. A greater maximum value is raised to it.
    open var minimumValue: Float = 0 {
        didSet {
            if maximumValue < minimumValue { maximumValue = minimumValue }
            setValue(storedValue, animated: false)
        }
    }
    /// The maximum value of the slider. A smaller minimum value is lowered to it.
    open var maximumValue: Float = 1 {
        didSet {
            if minimumValue > maximumValue { minimumValue = maximumValue }
            setValue(storedValue, animated: false)
        }
    }
    /// A Boolean value indicating whether changes in the slider's value generate continuous update
    /// events.
    open var isContinuous = true
    /// The color used to tint the track left of the thumb; `tintColor` if `nil`.
    open var minimumTrackTintColor: UIColor? { didSet { updateColors() } }
    /// The color used to tint the track right of the thumb; gray if `nil`.
    open var maximumTrackTintColor: UIColor? { didSet { updateColors() } }
    /// The color used to tint the thumb; white if `nil`.
    open var thumbTintColor: UIColor? { didSet { updateColors() } }

    /// Creates a slider with the specified frame, a range from 0 to 1 and the value 0.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        for view in [track, filledTrack, thumb] {
            view.isUserInteractionEnabled = false
            view.cornerRadius = Self.trackThickness / 2
            addSubview(view)
        }
        updateColors()
        updateSubviews()
    }

    /// Sets the slider's current value, limited to the range from minimum to maximum, optionally
    /// animating the thumb. Sends no event.
    open func setValue(_ value: Float, animated: Bool) {
        storedValue = min(max(value, minimumValue), maximumValue)
        changeAppearance(animated: animated) { updateSubviews() }
    }

    // MARK: Geometry

    /// Returns the drawing rectangle for the slider's track.
    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(
            x: bounds.minX + 2, y: bounds.midY - Self.trackThickness / 2,
            width: max(0, bounds.width - 4), height: Self.trackThickness)
    }

    /// Returns the drawing rectangle for the slider's thumb.
    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let length = maximumValue - minimumValue
        let fraction = length > 0 ? CGFloat((value - minimumValue) / length) : 0
        let side = Self.thumbDiameter
        return CGRect(
            x: rect.minX - 2 + max(0, rect.width + 4 - side) * fraction, y: rect.midY - side / 2,
            width: side, height: side)
    }

    /// The current drawing rectangle of the thumb.
    private var thumbRect: CGRect {
        thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: value)
    }

    /// The area in which a touch drags the thumb.
    private var thumbTarget: CGRect {
        let margin = (ControlStyle.minimumTouchSize - Self.thumbDiameter) / 2
        return thumbRect.insetBy(dx: -margin, dy: -margin)
    }

    open override var bounds: CGRect {
        didSet { if bounds != oldValue { updateSubviews() } }
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: Self.height)
    }

    /// Returns whether the point is in the slider's touch target, which is 44 points high.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        touchTarget.contains(point)
    }

    // MARK: Touches

    /// Begins tracking if the touch is on the thumb.
    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let location = touch.location(in: self)
        guard thumbTarget.contains(location) else { return false }
        touchOffset = location.x - thumbRect.midX
        return super.beginTracking(touch, with: event)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let side = Self.thumbDiameter
        let travel = bounds.width - side
        if travel > 0 {
            let x = touch.location(in: self).x - touchOffset - bounds.minX - side / 2
            let fraction = Float(min(max(x / travel, 0), 1))
            let old = value
            setValue(minimumValue + (maximumValue - minimumValue) * fraction, animated: false)
            if isContinuous && value != old { sendChange(with: event) }
        }
        return super.continueTracking(touch, with: event)
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        sendChange(with: event)
    }

    /// Returns `false` for a superview's pan or swipe recognizer whose only touch began on the
    /// thumb and moves along the track, so that the thumb follows the touch.
    open override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        if isDragOfOtherViewAlongXAxis(gestureRecognizer),
            let touch = gestureRecognizer.trackedTouches.first
        {
            let start = convert(touch.initialWindowLocation, from: touch.window)
            // A touch that was delivered has moved the thumb away from its start.
            if isTracking || thumbTarget.contains(start) { return false }
        }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    // MARK: Appearance

    override var dimsWhenDisabled: Bool { true }

    open override func tintColorDidChange() {
        updateColors()
    }

    private func updateColors() {
        filledTrack.backgroundColor = minimumTrackTintColor ?? inheritedTintColor
        track.backgroundColor = maximumTrackTintColor ?? ControlStyle.track
        thumb.color = thumbTintColor ?? ControlStyle.thumb
    }

    private func updateSubviews() {
        let rect = trackRect(forBounds: bounds)
        let thumbRect = thumbRect
        let middle = min(max(thumbRect.midX, rect.minX), rect.maxX)
        filledTrack.frame = CGRect(
            x: rect.minX, y: rect.minY, width: middle - rect.minX, height: rect.height)
        track.frame = CGRect(
            x: middle, y: rect.minY, width: rect.maxX - middle, height: rect.height)
        thumb.frame = thumbRect
    }
}

/// The thumb of a slider: a disc with an edge that is visible on a background of its own color.
private final class SliderThumb: UIView {
    class override var drawsWholeContent: Bool { true }

    /// The color of the disc.
    var color = ControlStyle.thumb {
        didSet { if color != oldValue { setNeedsDisplay() } }
    }

    override func draw(_ rect: CGRect) {
        guard let context = DrawingContext.current else { return }
        let radius = bounds.width / 2
        context.fill(bounds, cornerRadius: radius, color: ControlStyle.thumbEdge)
        let disc = bounds.insetBy(dx: 1, dy: 1)
        context.fill(disc, cornerRadius: radius - 1, color: color)
    }
}
