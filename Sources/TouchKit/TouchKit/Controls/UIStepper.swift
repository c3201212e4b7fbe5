/// A control for incrementing or decrementing a value.
///
/// The size of a stepper is always 94 × 32 points, as in UIKit; its touch target is 44 points high.
/// A touch on the left half decreases the value, a touch on the right half increases it, at once
/// and then repeatedly while the touch stays on that half. Setting `value` sends no event. UIKit's
/// images are missing.
@MainActor
open class UIStepper: UIControl {
    class override var drawsWholeContent: Bool { true }

    /// The size of the stepper, in points, as on iOS.
    private static let size = CGSize(width: 94, height: 32)
    /// The time from the touch-down to the first repetition, in seconds.
    private static let repeatDelay = 0.5
    /// The time between the first repetitions, in seconds.
    private static let repeatInterval = 0.1
    /// The number of repetitions after which the repetitions are twice as frequent.
    private static let slowRepeatCount = 10

    /// The numeric value of the stepper, limited to the range from minimum to maximum.
    open var value: Double {
        get { storedValue }
        set {
            storedValue = min(max(newValue, minimumValue), maximumValue)
            setNeedsDisplay()
        }
    }
    private var storedValue = 0.0
    /// The lowest possible numeric value for the stepper. A smaller maximum is raised to it.
    open var minimumValue = 0.0 {
        didSet {
            if maximumValue < minimumValue { maximumValue = minimumValue }
            value = storedValue
        }
    }
    /// The highest possible numeric value for the stepper. A greater minimum is lowered to it.
    open var maximumValue = 100.0 {
        didSet {
            if minimumValue > maximumValue { minimumValue = maximumValue }
            value = storedValue
        }
    }
    /// The step, or increment, value for the stepper, greater than 0.
    open var stepValue = 1.0
    /// A Boolean value that determines whether to send value changes during user interaction or
    /// after user interaction ends.
    open var isContinuous = true
    /// A Boolean value that determines whether to repeatedly change the stepper's value as the user
    /// presses and holds a stepper button.
    open var autorepeat = true
    /// A Boolean value that determines whether the stepper can wrap its value to the minimum or
    /// maximum value when incrementing and decrementing the value.
    open var wraps = false {
        didSet { setNeedsDisplay() }
    }

    /// The direction of the half that the tracked touch began on: 1, -1, or 0 without a touch.
    private var direction = 0.0
    /// Whether the tracked touch is on the half that it began on.
    private var isPressed = false
    private var valueAtTouchDown = 0.0
    private var repetition: RepeatingCall?
    private var repetitionCount = 0

    /// Creates a stepper at the origin of the specified frame; the frame's size is ignored.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    }

    // MARK: Size

    /// The frame in the superview's coordinates, in points; an assigned size is ignored.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.standardized.origin, size: Self.size) }
    }

    open override var intrinsicContentSize: CGSize { Self.size }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    /// Returns whether the point is in the stepper's touch target, which is 44 points high.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        touchTarget.contains(point)
    }

    // MARK: Value

    /// Returns the value after a step in a direction, or the current value if there is none.
    private func value(after direction: Double) -> Double {
        let next = value + direction * stepValue
        if next > maximumValue { return wraps ? minimumValue : maximumValue }
        if next < minimumValue { return wraps ? maximumValue : minimumValue }
        return next
    }

    /// Changes the value by a step, and sends the change if the stepper is continuous.
    private func step(with event: UIEvent?) {
        let next = value(after: direction)
        guard next != value else { return }
        value = next
        if isContinuous { sendChange(with: event) }
    }

    private func startRepeating() {
        guard autorepeat, let application = window?.application else { return }
        repetitionCount = 0
        let repetition = RepeatingCall(application: application) { [weak self] in
            self?.repeatStep()
        }
        repetition.start(after: Self.repeatDelay, interval: Self.repeatInterval)
        self.repetition = repetition
    }

    private func repeatStep() {
        repetitionCount += 1
        if repetitionCount == Self.slowRepeatCount {
            let interval = Self.repeatInterval / 2
            repetition?.start(after: interval, interval: interval)
        }
        step(with: nil)
    }

    override func windowDidChange() {
        super.windowDidChange()
        stopRepeating()
    }

    private func stopRepeating() {
        repetition?.stop()
        repetition = nil
    }

    // MARK: Touches

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        direction = direction(at: touch)
        isPressed = true
        valueAtTouchDown = value
        step(with: event)
        startRepeating()
        setNeedsDisplay()
        return super.beginTracking(touch, with: event)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let isOnHalf =
            touchTarget.contains(touch.location(in: self))
            && direction(at: touch) == direction
        if isOnHalf != isPressed {
            isPressed = isOnHalf
            if isOnHalf { startRepeating() } else { stopRepeating() }
            setNeedsDisplay()
        }
        return super.continueTracking(touch, with: event)
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        finishTouch()
        if !isContinuous && value != valueAtTouchDown { sendChange(with: event) }
    }

    open override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        finishTouch()
    }

    private func finishTouch() {
        stopRepeating()
        direction = 0
        isPressed = false
        setNeedsDisplay()
    }

    private func direction(at touch: UITouch) -> Double {
        touch.location(in: self).x < bounds.midX ? -1 : 1
    }

    override var preventsTapsOfOtherViews: Bool { true }

    // MARK: Appearance

    override var dimsWhenDisabled: Bool { true }

    open override func draw(_ rect: CGRect) {
        guard let context = DrawingContext.current else { return }
        let radius = ControlStyle.cornerRadius
        context.fill(bounds, cornerRadius: radius, color: .tertiarySystemFill)
        if isPressed {
            context.fill(halfRect(direction), cornerRadius: radius, color: ControlStyle.pressedFill)
        }
        context.fill(
            CGRect(x: bounds.midX - 0.5, y: bounds.minY + 7, width: 1, height: bounds.height - 14),
            color: .separator)
        for direction in [-1.0, 1] { drawSign(direction, in: context) }
    }

    private func halfRect(_ direction: Double) -> CGRect {
        CGRect(
            x: direction < 0 ? bounds.minX : bounds.midX, y: bounds.minY, width: bounds.width / 2,
            height: bounds.height)
    }

    /// Draws the minus or plus sign of a half, which is gray if no step is possible.
    private func drawSign(_ direction: Double, in context: DrawingContext) {
        let half = halfRect(direction)
        let isPossible = value(after: direction) != value
        let color = isPossible ? UIColor.label : .tertiaryLabel
        let (length, thickness): (CGFloat, CGFloat) = (14, 2)
        context.fill(
            CGRect(
                x: half.midX - length / 2, y: half.midY - thickness / 2, width: length,
                height: thickness), color: color)
        guard direction > 0 else { return }
        // Two parts, because the color may be translucent.
        for y in [half.midY - length / 2, half.midY + thickness / 2] {
            context.fill(
                CGRect(
                    x: half.midX - thickness / 2, y: y, width: thickness,
                    height: (length - thickness) / 2), color: color)
        }
    }
}
