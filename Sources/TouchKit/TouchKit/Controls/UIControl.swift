/// The base class for controls, which are visual elements that convey a specific action or
/// intention in response to user interactions.
///
/// A control tracks one touch at a time: the first touch that begins in the control. Touches on a
/// control, even on a disabled control, do not continue up the responder chain.
@MainActor
open class UIControl: UIView {
    // MARK: State

    /// A Boolean value indicating whether the control is in the enabled state.
    ///
    /// A disabled control ignores the touches that hit it. Disabling a control while it tracks a
    /// touch sends `touchCancel`.
    open var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled { stopTracking(with: nil) }
            if dimsWhenDisabled { alpha = isEnabled ? 1 : ControlStyle.dimmedAlpha }
            stateDidChange()
        }
    }
    /// A Boolean value indicating whether the control is in the selected state. The control never
    /// changes this value itself.
    open var isSelected = false {
        didSet { if isSelected != oldValue { stateDidChange() } }
    }
    /// A Boolean value indicating whether the control draws a highlight; set automatically while
    /// the tracked touch is inside.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { stateDidChange() } }
    }
    /// The state of the control, specified as a bit mask value.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }
    /// A Boolean value indicating whether the control is currently tracking touch events.
    public private(set) var isTracking = false
    /// A Boolean value indicating whether the tracked touch is within 70 points of the control's
    /// bounds. The value does not change when the touch ends.
    public private(set) var isTouchInside = false

    /// The touch that began first in the control and has not ended, or `nil` if there is none.
    private var trackedTouch: UITouch?
    /// The registered actions, in the order in which they were added.
    var controlActions: [ControlAction] = []

    /// Whether the control sends `primaryActionTriggered` after `touchUpInside`.
    var sendsPrimaryActionOnTouchUp: Bool { false }

    /// Whether the control prevents tap recognizers of other views from beginning.
    var preventsTapsOfOtherViews: Bool { false }

    /// Returns `false` for a superview's single-finger single-tap recognizer whose
    /// `cancelsTouchesInView` is `true`, if the control is a button, segmented control, stepper or
    /// switch, so that a tap on the control reaches the control.
    open override func gestureRecognizerShouldBegin(
        _ gestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        if preventsTapsOfOtherViews, let tap = gestureRecognizer as? UITapGestureRecognizer,
            tap.view !== self, tap.numberOfTapsRequired == 1, tap.numberOfTouchesRequired == 1,
            tap.cancelsTouchesInView
        {
            return false
        }
        return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }

    /// Returns whether a recognizer is another view's pan or swipe recognizer whose only touch
    /// began on the control, while the control is enabled, and has moved mainly along the control's
    /// x-axis. Switches and sliders prevent such a recognizer from beginning.
    func isDragOfOtherViewAlongXAxis(_ recognizer: UIGestureRecognizer) -> Bool {
        guard isEnabled, recognizer.view !== self,
            recognizer is UIPanGestureRecognizer || recognizer is UISwipeGestureRecognizer,
            recognizer.trackedTouches.count == 1, let touch = recognizer.trackedTouches.first,
            touch.hitView?.isDescendant(of: self) == true
        else { return false }
        let start = convert(touch.initialWindowLocation, from: touch.window)
        let location = touch.location(in: self)
        return abs(location.x - start.x) > abs(location.y - start.y)
    }

    /// The area in which a touch hits a control that is smaller than a finger: the bounds, extended
    /// to the minimum size of a touch target.
    var touchTarget: CGRect {
        bounds.insetBy(
            dx: min(0, (bounds.width - ControlStyle.minimumTouchSize) / 2),
            dy: min(0, (bounds.height - ControlStyle.minimumTouchSize) / 2))
    }

    /// Whether the control is dimmed while it is disabled, and shows no other state.
    var dimsWhenDisabled: Bool { false }

    /// Updates the control's appearance after its state may have changed.
    func stateDidChange() {
        if !dimsWhenDisabled { setNeedsDisplay() }
    }

    /// Calls a closure that changes the appearance, with an animation of 0.2 seconds if `animated`
    /// is `true` and the control is in a window.
    func changeAppearance(animated: Bool, _ change: () -> Void) {
        guard animated, window != nil else { return change() }
        UIView.animate(
            withDuration: 0.2, delay: 0,
            options: [.allowUserInteraction, .beginFromCurrentState, .curveEaseOut],
            animations: change)
    }

    // MARK: Overridable methods

    /// Determines whether to begin tracking a touch event.
    ///
    /// - Returns: Whether to track the touch; the default implementation returns `true`.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// Determines whether to continue tracking the touch event after it moved.
    ///
    /// - Returns: Whether to continue tracking. After `false`, no more events are sent for the
    ///   touch. The default implementation returns `true`.
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

    /// Responds when tracking of a touch event ends because the touch was lifted.
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

    /// Responds when tracking of a touch event is cancelled or the control is disabled.
    open func cancelTracking(with event: UIEvent?) {}

    /// Calls the specified action method on `target`. If `target` is `nil`, the application
    /// searches the responder chain for an object with the method.
    open func sendAction(_ action: Selector, to target: AnyObject?, for event: UIEvent?) {
        UIApplication.sharedIfPresent?.sendAction(action, to: target, from: self, for: event)
    }

    // MARK: Touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, trackedTouch == nil, let touch = UITouch.earliest(in: touches) else {
            return
        }
        trackedTouch = touch
        isTouchInside = true
        let begins = beginTracking(touch, with: event)
        guard trackedTouch === touch else {
            // The control was disabled while tracking began.
            isTouchInside = false
            if begins { cancelTracking(with: event) }
            return
        }
        isTracking = begins
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
        // An action may have disabled the control.
        guard isTracking else { return }
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

    /// Stops tracking the touch and sends `touchCancel`; does nothing if the control tracks no
    /// touch.
    private func stopTracking(with event: UIEvent?) {
        // At the end of a touch, actions run while `isTracking` is still true.
        guard trackedTouch != nil else { return }
        trackedTouch = nil
        guard isTracking else { return }
        isTracking = false
        isTouchInside = false
        isHighlighted = false
        cancelTracking(with: event)
        send(.touchCancel, with: event)
    }

    /// Returns whether a touch is within `GestureConstants.controlTouchMargin` of the control's
    /// bounds.
    private func isInside(_ touch: UITouch) -> Bool {
        let slack = GestureConstants.controlTouchMargin
        return bounds.insetBy(dx: -slack, dy: -slack).contains(touch.location(in: self))
    }
}
