/// The base class for concrete gesture recognizers.
///
/// A gesture recognizer interprets the touches on a view and its subviews and sends an action to
/// each target when it recognizes its gesture. A subclass overrides `touchesBegan(_:with:)`,
/// `touchesMoved(_:with:)`, `touchesEnded(_:with:)`, `touchesCancelled(_:with:)` and `reset()`, and
/// sets `state`. `GestureArbiter` decides for all recognizers which of them recognize, wait or
/// fail, and which touches views receive (docs/gestures.md).
@MainActor
open class UIGestureRecognizer: UIGestureActions {
    /// The states of a gesture recognizer.
    public enum State: Int, Sendable {
        /// The recognizer has not recognized its gesture, but may be evaluating touches.
        case possible = 0
        /// The recognizer has received touches recognized as a continuous gesture.
        case began = 1
        /// The recognizer has received touches recognized as a change to a continuous gesture.
        case changed = 2
        /// The recognizer has received touches recognized as the end of a continuous gesture, or
        /// has recognized a discrete gesture.
        case ended = 3
        /// A continuous gesture was cancelled.
        case cancelled = 4
        /// The recognizer has received touches that it cannot recognize as its gesture.
        case failed = 5

        /// A discrete gesture was recognized; equal to `ended`.
        public static let recognized = State.ended
    }

    /// The number of recognizers created so far.
    private static var instanceCount = 0

    /// The recognizer's identifier in the arbiter.
    let id: RecognizerID
    /// The value of `additionCount` when the recognizer was last attached or detached. The
    /// recognizers of a view are ordered by this number.
    @exclusivity(unchecked) private(set) var additionNumber = 0
    /// The dispatcher of the current attempt, or `nil` outside of an attempt.
    weak var dispatcher: TouchDispatcher?
    /// The targets and actions, in order of addition.
    @exclusivity(unchecked) private(set) var targets: [TargetAction] = []
    /// The recognizers passed to `require(toFail:)`.
    @exclusivity(unchecked) private var requiredToFail: [WeakReference] = []
    /// The touches of the attempt that are down or ended in the current delivery, oldest first.
    @exclusivity(unchecked) private(set) var trackedTouches: [UITouch] = []
    /// The centroid when the last touch ended, in window points, for actions that are sent later
    /// because the recognizer waits for other recognizers.
    @exclusivity(unchecked) private var lastCentroid = CGPoint.zero
    /// The cause of the failure in this attempt, if the recognizer has reported one.
    @exclusivity(unchecked) private(set) var failure: GestureEvent.Failure?
    /// The value of `state` during a callback: the state for which actions are being sent, or
    /// *possible* while the application decides whether the gesture begins. Otherwise `nil`.
    @exclusivity(unchecked) var callbackState: State?

    /// A weak reference to a recognizer.
    private struct WeakReference {
        weak var recognizer: UIGestureRecognizer?
    }

    /// The view the gesture recognizer is attached to.
    public private(set) weak var view: UIView?
    /// The delegate of the gesture recognizer.
    public weak var delegate: (any UIGestureRecognizerDelegate)?
    /// The name associated with the gesture recognizer, used in the gesture log.
    @exclusivity(unchecked) public var name: String?

    /// A Boolean value that indicates whether the gesture recognizer is enabled.
    ///
    /// A disabled recognizer receives no touches. Disabling a recognizer that is recognizing a
    /// gesture cancels the gesture.
    @exclusivity(unchecked) open var isEnabled = true {
        didSet {
            guard oldValue, !isEnabled else { return }
            dispatcher?.withdraw(self, isRemoved: false)
        }
    }
    /// A Boolean value that determines whether touches are cancelled in their views when the
    /// gesture is recognized.
    @exclusivity(unchecked) open var cancelsTouchesInView = true {
        didSet { dispatcher?.updateTraits(of: self) }
    }
    /// A Boolean value that determines whether the recognizer delays sending touches in the begin
    /// phase to their views until it has failed.
    @exclusivity(unchecked) open var delaysTouchesBegan = false {
        didSet { dispatcher?.updateTraits(of: self) }
    }
    /// A Boolean value that determines whether the recognizer delays sending touches in the end
    /// phase to their views until it has failed.
    @exclusivity(unchecked) open var delaysTouchesEnded = true {
        didSet { dispatcher?.updateTraits(of: self) }
    }

    /// Creates a gesture recognizer with a target and an action.
    ///
    /// - Parameters:
    ///   - target: The target, which is referenced weakly, or `nil` to create a recognizer without
    ///     an action.
    ///   - action: The method to call, without a parameter or with the recognizer as its parameter,
    ///     or `nil` to create a recognizer without an action.
    public required init(target: AnyObject?, action: Selector?) {
        Self.instanceCount += 1
        id = RecognizerID(number: Self.instanceCount)
        if let target, let action { addTarget(target, action: action) }
    }

    /// Creates a gesture recognizer without a target.
    public convenience init() {
        self.init(target: nil, action: nil)
    }

    /// The current state of the gesture recognizer.
    ///
    /// Only subclasses set the state. The arbiter may defer or reject the assignment (R-4.1 to
    /// While the recognizer waits for other recognizers to fail, the value is `possible`
    ///
    open var state: State {
        get { callbackState ?? dispatcher?.arbiter.stage(of: id).state ?? .possible }
        set {
            callbackState = nil
            dispatcher?.assign(newValue, to: self)
        }
    }

    /// The recognizer's current properties, for the arbiter.
    var traits: RecognizerTraits {
        var traits = RecognizerTraits()
        traits.cancelsTouchesInView = cancelsTouchesInView
        traits.delaysTouchesBegan = delaysTouchesBegan
        traits.delaysTouchesEnded = delaysTouchesEnded
        traits.tapCount = tapCount
        return traits
    }

    /// The number of taps that a tap recognizer requires; 0 for other recognizers.
    var tapCount: Int { 0 }

    /// Creates a dependency relationship between the gesture recognizer and the recognizer `other`:
    /// the recognizer recognizes only after `other` has failed.
    public func require(toFail other: UIGestureRecognizer) {
        requiredToFail.removeAll { $0.recognizer == nil }
        guard !requiredToFail.contains(where: { $0.recognizer === other }) else { return }
        requiredToFail.append(WeakReference(recognizer: other))
    }

    /// Returns whether `require(toFail:)` was called with the recognizer `other`.
    func hasFailureRequirement(_ other: UIGestureRecognizer) -> Bool {
        requiredToFail.contains { $0.recognizer === other }
    }

    // MARK: Touches

    /// The third tracked touch, which two-finger recognizers ignore, or `nil` if there are fewer
    /// than three tracked touches.
    var thirdTouch: UITouch? { trackedTouches.count > 2 ? trackedTouches[2] : nil }

    /// The number of touches involved in the gesture, including those that ended in the current
    /// delivery.
    open var numberOfTouches: Int { trackedTouches.count }

    /// Returns the location of the gesture in the given view, in points, or in the window if `view`
    /// is `nil`.
    ///
    /// The location is the centroid of the touches, unless the subclass defines it differently.
    open func location(in view: UIView?) -> CGPoint {
        convert(centroid, to: view)
    }

    /// Returns the location of one of the gesture's touches in the given view, in points, or in the
    /// window if `view` is `nil`.
    ///
    /// - Parameters:
    ///   - index: The index of the touch, in order of touch-down. For an invalid index, the
    ///     location of the gesture is returned, whereas UIKit raises an exception.
    ///   - view: The view in whose coordinate system the location is returned, or `nil` for the
    ///     window.
    open func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
        guard trackedTouches.indices.contains(index) else { return location(in: view) }
        return trackedTouches[index].location(in: view)
    }

    /// The centroid of the tracked touches, in window points.
    var centroid: CGPoint {
        var centroid = Centroid()
        for touch in trackedTouches { centroid.add(touch.windowLocation) }
        return centroid.point ?? lastCentroid
    }

    /// Converts a point from the window's coordinate system to the coordinate system of `target`,
    /// or returns it unchanged if `target` is `nil`.
    func convert(_ point: CGPoint, to target: UIView?) -> CGPoint {
        guard let target, let window = view?.window ?? target.window else { return point }
        return target.convert(point, from: window)
    }

    // MARK: Methods for subclasses

    /// Sent to the gesture recognizer when one or more fingers touch down in the associated view.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Sent to the gesture recognizer when one or more fingers move in the associated view.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Sent to the gesture recognizer when one or more fingers lift from the associated view.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Sent to the gesture recognizer when the system cancels touches.
    ///
    /// The default implementation cancels a gesture that has begun and otherwise fails the
    /// recognizer.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .cancelled
    }
    /// Resets the gesture recognizer at the end of an attempt. Override this method to reset the
    /// internal state of a subclass.
    ///
    /// Touches that are still down are not sent to the recognizer any more.
    open func reset() {}
    /// Returns whether the gesture recognizer can prevent the given recognizer from recognizing its
    /// gesture. The default is `true`.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Returns whether the given gesture recognizer can prevent this recognizer from recognizing
    /// its gesture. The default is `true`.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Returns whether the gesture recognizer requires the given recognizer to fail in this
    /// attempt. The default is `false`.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Returns whether the given gesture recognizer requires this recognizer to fail in this
    /// attempt. The default is `false`.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        false
    }
    /// Returns whether the gesture recognizer receives the new touches of an event. The default is
    /// `true`.
    open func shouldReceive(_ event: UIEvent) -> Bool { true }

    /// Tells the gesture recognizer to ignore a touch of the given event.
    ///
    /// The recognizer does not fail. The touch is not cancelled in its view when the recognizer
    /// recognizes its gesture.
    open func ignore(_ touch: UITouch, for event: UIEvent) {
        let contact = isTracking(touch) ? touch.contact : nil
        trackedTouches.removeAll { $0 === touch }
        if let contact { dispatcher?.ignore(contact, by: self) }
    }

    // MARK: Methods for the dispatcher

    /// Returns whether the recognizer leaves *possible* now. The arbiter calls the method if
    /// `traits.confirmsTransition` is `true`.
    func confirmTransition() -> Bool { true }

    /// Adds a touch that the recognizer has accepted.
    func track(_ touch: UITouch) {
        if !trackedTouches.contains(touch) { trackedTouches.append(touch) }
    }

    /// Removes the touches that ended in the current delivery.
    func untrackEndedTouches() {
        if !trackedTouches.contains(where: { !$0.hasEnded }) { lastCentroid = centroid }
        trackedTouches.removeAll { $0.hasEnded }
    }

    /// Fails the recognizer and stores the cause for the gesture log and observer.
    func fail(_ cause: GestureEvent.Failure) {
        failure = cause
        state = .failed
    }

    /// Removes all state of the current attempt.
    func endAttempt() {
        trackedTouches.removeAll(keepingCapacity: true)
        lastCentroid = .zero
        failure = nil
        dispatcher = nil
    }

    /// Returns whether the recognizer is receiving a touch.
    func isTracking(_ touch: UITouch) -> Bool {
        guard let contact = touch.contact, let dispatcher,
            dispatcher.records[contact.index].touch === touch
        else { return false }
        return dispatcher.arbiter.isTracking(contact, by: id)
    }

    /// Sends the actions for a state, in order of addition.
    func sendActions(in state: State) {
        callbackState = state
        for target in targets { target.send(self) }
        callbackState = nil
    }

    /// Schedules a call to `action` a number of seconds after the touches that are being delivered,
    /// or after the current time outside of a delivery, and returns its ticket. Outside an attempt,
    /// schedules nothing and returns `nil`.
    ///
    /// The call is not cancelled when the attempt ends; cancel the call in `reset()`.
    func schedule(after seconds: Double, _ action: @escaping () -> Void) -> CallScheduler.Ticket? {
        dispatcher?.application?.scheduleAfterTouches(seconds, action)
    }

    /// Schedules a call to `action` after a number of seconds, as `schedule(after:_:)` does, in
    /// place of the call of `ticket`.
    func reschedule(
        _ ticket: inout CallScheduler.Ticket?, after seconds: Double,
        _ action: @escaping () -> Void
    ) {
        cancelScheduled(&ticket)
        ticket = schedule(after: seconds, action)
    }

    /// Cancels a scheduled call and sets `ticket` to `nil`.
    func cancelScheduled(_ ticket: inout CallScheduler.Ticket?) {
        guard let scheduled = ticket else { return }
        ticket = nil
        dispatcher?.application?.cancelScheduled(scheduled)
    }

    /// Attaches the recognizer to a view, or detaches it if `newView` is `nil`.
    func setView(_ newView: UIView?) {
        if newView == nil { dispatcher?.withdraw(self, isRemoved: true) }
        view = newView
        Self.additionCount += 1
        additionNumber = Self.additionCount
    }

    /// The number of times that a recognizer, of any class, was attached to or detached from a
    /// view.
    private static var additionCount = 0

    // MARK: Targets

    /// Adds a target and action, unless an equal pair exists.
    func add(_ target: TargetAction) {
        guard !targets.contains(where: { $0.isSame(as: target) }) else { return }
        targets.append(target)
    }

    /// Adds a target and an action to the gesture recognizer, unless the same pair exists.
    public func addTarget(_ target: AnyObject, action: Selector) {
        add(TargetAction(target: target, selector: action))
    }

    /// Removes a target and an action from the gesture recognizer; `nil` matches all targets or all
    /// actions.
    public func removeTarget(_ target: AnyObject?, action: Selector?) {
        targets.removeAll { $0.matches(target, action) }
    }
}

extension UIGestureRecognizer: Hashable {
    /// Returns whether both values are the same object.
    public nonisolated static func == (
        left: UIGestureRecognizer, right: UIGestureRecognizer
    ) -> Bool { left === right }

    /// Hashes the identity of the object.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
