/// A control that offers a binary choice, such as on/off. A tap toggles it; dragging moves the
/// thumb.
///
/// The size of a switch is always 51 × 31 points, as in UIKit; its touch target is 44 points high.
/// When a touch that changed the value ends, the switch sends `valueChanged` and
/// `primaryActionTriggered` once. Setting `isOn` sends no event.
@MainActor
open class UISwitch: UIControl {
    /// The size of the switch, in points, as on iOS.
    private static let size = CGSize(width: 51, height: 31)
    /// The distance between the thumb and the edges of the switch, in points.
    private static let gap: CGFloat = 2
    /// The width of the thumb, in points, as on iOS.
    private static let thumbWidth: CGFloat = 27
    /// The width of the thumb while the switch is pressed, in points, as on iOS.
    private static let pressedThumbWidth: CGFloat = 33
    /// The minimum distance that a touch must move to drag the thumb, in points.
    private static let dragDistance: CGFloat = 4

    /// The interaction of the tracked touch with the thumb.
    private enum Interaction {
        /// The switch tracks no touch.
        case none
        /// The tracked touch has not moved far enough to drag the thumb. `x` is the x coordinate at
        /// touch-down, in points.
        case pressed(x: CGFloat)
        /// The tracked touch drags the thumb. `from` is the thumb's position and `x` the touch's x
        /// coordinate in points when the drag began; `position` is the thumb's current position.
        /// Positions range from 0 (off) to 1 (on).
        case dragging(from: CGFloat, x: CGFloat, position: CGFloat)
    }

    /// The view of the rounded background.
    private let track = UIView(frame: .zero)
    /// The view of the thumb.
    private let thumb = UIView(frame: .zero)
    /// The interaction of the tracked touch with the thumb.
    private var interaction = Interaction.none
    /// Whether the switch is on: the stored value of `isOn`.
    private var value = false

    /// A Boolean value that determines the off/on state of the switch. Setting the value does not
    /// animate the switch.
    open var isOn: Bool {
        get { value }
        set { setOn(newValue, animated: false) }
    }
    /// The color used to tint the appearance of the switch when it's in the on position; green if
    /// `nil`.
    open var onTintColor: UIColor? {
        didSet { if onTintColor != oldValue { updateSubviews() } }
    }
    /// The color used to tint the appearance of the thumb; white if `nil`.
    open var thumbTintColor: UIColor? {
        didSet { if thumbTintColor != oldValue { updateSubviews() } }
    }

    /// Creates a switch that is off, at the origin of the specified frame; the frame's size is
    /// ignored.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        for view in [track, thumb] {
            view.isUserInteractionEnabled = false
            view.cornerRadius = (view === track ? Self.size.height : Self.thumbWidth) / 2
            addSubview(view)
        }
        track.frame = CGRect(origin: .zero, size: Self.size)
        updateSubviews()
    }

    /// Sets the state of the switch to on or off, optionally animating the transition. Sends no
    /// event.
    ///
    /// - Parameters:
    ///   - on: Whether the switch is on.
    ///   - animated: Whether to animate the thumb.
    open func setOn(_ on: Bool, animated: Bool) {
        if on == value { return }
        value = on
        if case .dragging = interaction { return }
        updateSubviews(animated: animated)
    }

    // MARK: Size

    /// The frame in the superview's coordinates, in points; an assigned size is ignored.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.standardized.origin, size: Self.size) }
    }

    open override var intrinsicContentSize: CGSize { Self.size }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    /// Returns whether the point is in the switch's touch target, which is 44 points high.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        touchTarget.contains(point)
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        interaction = .pressed(x: touch.location(in: self).x)
        return super.beginTracking(touch, with: event)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let x = touch.location(in: self).x
        switch interaction {
        case .none:
            break
        case .pressed(let start):
            guard abs(x - start) > Self.dragDistance else { break }
            let position: CGFloat = value ? 1 : 0
            interaction = .dragging(from: position, x: x, position: position)
        case .dragging(let from, let start, let before):
            let travel = Self.size.width - 2 * Self.gap - Self.pressedThumbWidth
            let position = min(max(from + (x - start) / travel, 0), 1)
            interaction = .dragging(from: from, x: start, position: position)
            if position != before { updateSubviews() }
        }
        return super.continueTracking(touch, with: event)
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        let before = value
        switch interaction {
        case .none: break
        case .pressed: if isTouchInside { value.toggle() }
        case .dragging(_, _, let position): value = position >= 0.5
        }
        interaction = .none
        updateSubviews(animated: true)
        if value != before { sendChange(with: event) }
    }

    open override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        interaction = .none
        updateSubviews(animated: true)
    }

    override var preventsTapsOfOtherViews: Bool { true }

    /// Returns `false` for a superview's single-finger single-tap recognizer if its
    /// `cancelsTouchesInView` is `true`, and for a superview's pan or swipe recognizer if its only
    /// touch is dragged along the switch, so that these touches reach the switch.
    open override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        !isDragOfOtherViewAlongXAxis(gestureRecognizer)
            && super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    // MARK: Appearance

    override func stateDidChange() {
        updateSubviews(animated: true)
    }

    /// Updates the subviews, with an animation if `animated` is `true` and the switch is in a
    /// window.
    private func updateSubviews(animated: Bool) {
        changeAppearance(animated: animated) { updateSubviews() }
    }

    /// Updates the frames and colors of thumb and track without an animation.
    private func updateSubviews() {
        var position: CGFloat = value ? 1 : 0
        if case .dragging(_, _, let current) = interaction { position = current }
        let width = isHighlighted ? Self.pressedThumbWidth : Self.thumbWidth
        let travel = Self.size.width - 2 * Self.gap - width
        thumb.frame = CGRect(
            x: Self.gap + travel * position, y: Self.gap, width: width,
            height: Self.size.height - 2 * Self.gap)
        thumb.backgroundColor = thumbTintColor ?? ControlStyle.thumb
        track.backgroundColor =
            position >= 0.5 ? onTintColor ?? UIColor.systemGreen : ControlStyle.track
        track.alpha = isEnabled ? 1 : ControlStyle.dimmedAlpha
    }
}
