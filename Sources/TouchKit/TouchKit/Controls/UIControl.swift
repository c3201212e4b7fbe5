/// A view that turns what a finger does into actions.
///
/// It follows one finger at a time: the first that comes down on it. Touches stop here; they don't
/// go up the responder chain, not even those of a disabled control.
@MainActor
open class UIControl: UIView {
    // MARK: State

    /// Whether it takes fingers. A disabled control still swallows the touches that hit it; one that
    /// becomes disabled under a finger lets go of it, with `touchCancel`.
    open var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled { stopTracking(with: nil) }
            stateChanged()
        }
    }
    /// Whether it is chosen; only a program sets this.
    open var isSelected = false {
        didSet { if isSelected != oldValue { stateChanged() } }
    }
    /// Whether it shows that a finger is on it; set as fingers come and go.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { stateChanged() } }
    }
    /// All of this in one.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }
    /// Whether it follows a finger.
    public private(set) var isTracking = false
    /// Whether the finger that it follows is inside, or within 70 points of it; stays as it was when
    /// the finger is lifted.
    public private(set) var isTouchInside = false

    private var trackedTouch: UITouch?
    var controlActions: [ControlAction] = []

    /// Whether a finger that is lifted inside is what the control is there for.
    var sendsPrimaryActionOnTouchUp: Bool { false }

    /// Whether a recognizer is of those that buttons and switches don't let begin: the tap of
    /// a view around it, with one finger, once, that would take the finger away.
    func isTapAroundIt(_ recognizer: UIGestureRecognizer) -> Bool {
        guard let tap = recognizer as? UITapGestureRecognizer else { return false }
        return tap.view !== self && tap.numberOfTapsRequired == 1
            && tap.numberOfTouchesRequired == 1 && tap.cancelsTouchesInView
    }

    /// It looks different from now on, perhaps.
    func stateChanged() {
        setNeedsDisplay()
    }

    // MARK: To be overridden

    /// A finger came down on it.
    ///
    /// - Returns: Whether to follow it; true unless overridden.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// The finger that it follows moved.
    ///
    /// - Returns: Whether to follow it any longer; true unless overridden. With false no more events
    ///   are sent for this finger.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// The finger that it followed was lifted.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

    /// The finger that it followed was taken back, or the control was disabled.
    open func cancelTracking(with event: UIEvent?) {}

    /// Sends an action that was added by name; the application finds who takes it.
    open func sendAction(_ action: Selector, to target: AnyObject?, for event: UIEvent?) {
        UIApplication.newest?.sendAction(action, to: target, from: self, for: event)
    }

    // MARK: Touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, trackedTouch == nil, let touch = touches.first else { return }
        trackedTouch = touch
        isTouchInside = true
        isTracking = beginTracking(touch, with: event)
        guard isTracking else { return }
        isHighlighted = true
        send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, with: event)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = trackedTouch, touches.contains(touch) else { return }
        let wasInside = isTouchInside
        isTouchInside = isInside(touch)
        isHighlighted = isTouchInside
        guard continueTracking(touch, with: event) else {
            isTracking = false
            isHighlighted = false
            return
        }
        var events: Event = isTouchInside ? .touchDragInside : .touchDragOutside
        if wasInside != isTouchInside {
            events.insert(isTouchInside ? .touchDragEnter : .touchDragExit)
        }
        send(events, with: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = trackedTouch, touches.contains(touch) else { return }
        trackedTouch = nil
        guard isTracking else { return }
        isTouchInside = isInside(touch)
        isHighlighted = false
        endTracking(touch, with: event)
        isTracking = false
        send(isTouchInside ? .touchUpInside : .touchUpOutside, with: event)
        if isTouchInside && sendsPrimaryActionOnTouchUp {
            send(.primaryActionTriggered, with: event)
        }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = trackedTouch, touches.contains(touch) else { return }
        stopTracking(with: event)
    }

    private func stopTracking(with event: UIEvent?) {
        trackedTouch = nil
        guard isTracking else { return }
        isTracking = false
        isTouchInside = false
        isHighlighted = false
        cancelTracking(with: event)
        send(.touchCancel, with: event)
    }

    private func isInside(_ touch: UITouch) -> Bool {
        let slack = ControlConstants.dragSlack
        return bounds.insetBy(dx: -slack, dy: -slack).contains(touch.location(in: self))
    }
}
