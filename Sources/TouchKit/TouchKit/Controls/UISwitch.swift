/// A control that is on or off: a tap turns it over, a drag takes the thumb to a side.
///
/// It has UIKit's size, 51 × 31 points, whatever frame it is given; fingers reach it in a height of
/// 44. A finger that changed it sends `valueChanged` and `primaryActionTriggered`, once, when it is
/// lifted; a program that changes it sends nothing.
@MainActor
open class UISwitch: UIControl {
    /// Its size, in points: UIKit's.
    private static let size = CGSize(width: 51, height: 31)
    /// Between the thumb and the edges, in points.
    private static let gap: CGFloat = 2
    /// How wide the thumb is, and under a finger, in points: as on iOS.
    private static let thumbWidth: CGFloat = 27
    private static let pressedThumbWidth: CGFloat = 33
    /// So far a finger moves before it drags the thumb, in points; less is a tap.
    private static let dragDistance: CGFloat = 4
    /// How long the thumb takes from side to side, in seconds.
    private static let duration = 0.2
    /// UIKit's green.
    private static let defaultOnTint = UIColor(
        red: 52.0 / 255, green: 199.0 / 255, blue: 89.0 / 255, alpha: 1)
    /// Darker than UIKit's: it has to be seen on white from a metre away.
    private static let offTint = UIColor(white: 0.74, alpha: 1)

    /// What a finger does with the thumb.
    private enum Hold {
        case none
        /// It hasn't moved: a tap, so far. Where it came down, in points.
        case pressed(x: CGFloat)
        /// It takes the thumb along: how far it is, 0 (off) … 1 (on).
        case drags(from: CGFloat, x: CGFloat, position: CGFloat)
    }

    private let track = UIView(frame: .zero)
    private let thumb = UIView(frame: .zero)
    private var hold = Hold.none
    private var value = false

    /// Whether it is on; assigned, it is so at once.
    open var isOn: Bool {
        get { value }
        set { setOn(newValue, animated: false) }
    }
    /// Its colour while it is on; nil: green.
    open var onTintColor: UIColor? {
        didSet { if onTintColor != oldValue { arrange() } }
    }
    /// The thumb's colour; nil: white.
    open var thumbTintColor: UIColor? {
        didSet { if thumbTintColor != oldValue { arrange() } }
    }

    /// Makes a switch that is off, with its corner at the frame's; the frame's size doesn't count.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        for view in [track, thumb] {
            view.isUserInteractionEnabled = false
            view.cornerRadius = (view === track ? Self.size.height : Self.thumbWidth) / 2
            addSubview(view)
        }
        track.frame = CGRect(origin: .zero, size: Self.size)
        arrange()
    }

    /// Turns it on or off, without an event.
    ///
    /// - Parameters:
    ///   - on: Whether it is on from now on.
    ///   - animated: Whether the thumb goes there, rather than is there.
    open func setOn(_ on: Bool, animated: Bool) {
        if on == value { return }
        value = on
        if case .drags = hold { return }
        arrange(animated: animated)
    }

    // MARK: Size

    /// The extent in the superview's coordinates, in points; a size that is assigned doesn't count.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.standardized.origin, size: Self.size) }
    }

    open override var intrinsicContentSize: CGSize { Self.size }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    /// A finger that comes down a little above or below it means it as well.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        let slack = (ControlConstants.leastTouchExtent - Self.size.height) / 2
        return bounds.insetBy(dx: 0, dy: -slack).contains(point)
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        hold = .pressed(x: touch.location(in: self).x)
        return super.beginTracking(touch, with: event)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let x = touch.location(in: self).x
        switch hold {
        case .none:
            break
        case .pressed(let start):
            guard abs(x - start) > Self.dragDistance else { break }
            let position: CGFloat = value ? 1 : 0
            hold = .drags(from: position, x: x, position: position)
        case .drags(let from, let start, let before):
            let way = Self.size.width - 2 * Self.gap - Self.pressedThumbWidth
            let position = min(max(from + (x - start) / way, 0), 1)
            hold = .drags(from: from, x: start, position: position)
            if position != before { arrange() }
        }
        return super.continueTracking(touch, with: event)
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        let before = value
        switch hold {
        case .none: break
        case .pressed: if isTouchInside { value.toggle() }
        case .drags(_, _, let position): value = position >= 0.5
        }
        hold = .none
        arrange(animated: true)
        if value != before { send([.valueChanged, .primaryActionTriggered], with: event) }
    }

    open override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        hold = .none
        arrange(animated: true)
    }

    /// As a button does, it keeps a tap of a view around it to itself.
    open override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        !isTapAroundIt(gestureRecognizer)
            && super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    // MARK: Looks

    override func stateChanged() {
        arrange(animated: true)
    }

    private func arrange(animated: Bool) {
        guard animated, window != nil else {
            arrange()
            return
        }
        UIView.animate(
            withDuration: Self.duration, delay: 0,
            options: [.allowUserInteraction, .beginFromCurrentState, .curveEaseOut],
            animations: { arrange() })
    }

    /// Brings thumb and track to where they belong.
    private func arrange() {
        var position: CGFloat = value ? 1 : 0
        if case .drags(_, _, let held) = hold { position = held }
        let width = isHighlighted ? Self.pressedThumbWidth : Self.thumbWidth
        let way = Self.size.width - 2 * Self.gap - width
        thumb.frame = CGRect(
            x: Self.gap + way * position, y: Self.gap, width: width,
            height: Self.size.height - 2 * Self.gap)
        thumb.backgroundColor = thumbTintColor ?? .white
        track.backgroundColor =
            position >= 0.5 ? onTintColor ?? Self.defaultOnTint : Self.offTint
        track.alpha = isEnabled ? 1 : 0.5
    }
}
