/// Makes one gesture of what fingers do, and tells its targets.
///
/// A subclass overrides `touchesBegan` … `touchesCancelled` and `reset()` and assigns `state`; who may
/// recognize, who waits, and what views hear is decided for all of them in one place (docs/gestures.md).
@MainActor
open class UIGestureRecognizer: UIGestureActions {
    /// Where a recognizer is.
    public enum State: Int, Sendable {
        /// It looks on, or has not seen any finger.
        case possible = 0
        /// A continuous gesture has begun.
        case began = 1
        /// It goes on.
        case changed = 2
        /// It has ended; for a discrete gesture: it was recognized.
        case ended = 3
        /// It was broken off after it had begun.
        case cancelled = 4
        /// It was none.
        case failed = 5

        /// The same as `ended`.
        public static let recognized = State.ended
    }

    private static var count = 0

    let id: RecognizerID
    /// Counts what was added to views, ever: the order among those of one view.
    private(set) var addition = 0
    /// Where it takes part, while it does.
    weak var dispatcher: TouchDispatcher?
    private(set) var targets: [TargetAction] = []
    private var requiredToFail: [Weak] = []
    /// The touches of the attempt that are down, or lifted in this delivery; oldest first.
    private(set) var tracked: [UITouch] = []
    /// Where the fingers were when the last one was lifted, in points of the window: somebody who
    /// waits for others acts later.
    private var lastCentroid = CGPoint.zero
    /// Why it failed, in this attempt, if it said so.
    private(set) var failure: GestureEvent.Failure?
    /// The state that the running action is about.
    private var sent: State?

    private struct Weak {
        weak var recognizer: UIGestureRecognizer?
    }

    /// The view that it belongs to.
    public private(set) weak var view: UIView?
    /// Who is asked about it.
    public weak var delegate: (any UIGestureRecognizerDelegate)?
    /// A name for the log.
    public var name: String?

    /// Whether it is shown touches; when it is disabled in mid-gesture, the gesture is cancelled
    ///
    open var isEnabled = true {
        didSet {
            guard oldValue, !isEnabled else { return }
            dispatcher?.withdraw(self, isRemoved: false)
        }
    }
    /// Whether views have their touches cancelled when it recognizes.
    open var cancelsTouchesInView = true {
        didSet { dispatcher?.traitsChanged(self) }
    }
    /// Whether views hear of touches only when it has failed.
    open var delaysTouchesBegan = false {
        didSet { dispatcher?.traitsChanged(self) }
    }
    /// Whether views hear of the end of touches only when it has failed.
    open var delaysTouchesEnded = true {
        didSet { dispatcher?.traitsChanged(self) }
    }

    /// Makes one that calls a method.
    ///
    /// - Parameters:
    ///   - target: Whose method; it isn't kept alive.
    ///   - action: The method; it may take the recognizer.
    public required init(target: AnyObject?, action: Selector?) {
        Self.count += 1
        id = RecognizerID(number: Self.count)
        if let target, let action { addTarget(target, action: action) }
    }

    /// Makes one that calls nothing yet.
    public convenience init() {
        self.init(target: nil, action: nil)
    }

    /// Where it is. Subclasses assign it (R-4.1 … ); while it waits for others to fail it reads
    /// *possible* (R-6.3).
    open var state: State {
        get { sent ?? dispatcher?.arbiter.stage(of: id).state ?? .possible }
        set {
            sent = nil
            dispatcher?.assign(newValue, to: self)
        }
    }

    /// What the arbiter has to know of it.
    var traits: RecognizerTraits {
        var traits = RecognizerTraits()
        traits.cancelsTouchesInView = cancelsTouchesInView
        traits.delaysTouchesBegan = delaysTouchesBegan
        traits.delaysTouchesEnded = delaysTouchesEnded
        traits.tapCount = tapCount
        return traits
    }

    /// How many taps it waits for, if it is a tap recognizer.
    var tapCount: Int { 0 }

    /// Lets it recognize only after another one has failed.
    public func require(toFail other: UIGestureRecognizer) {
        requiredToFail.removeAll { $0.recognizer == nil }
        guard !requiredToFail.contains(where: { $0.recognizer === other }) else { return }
        requiredToFail.append(Weak(recognizer: other))
    }

    // MARK: Touches

    /// The oldest finger that is one too many for a recognizer of two.
    var thirdTouch: UITouch? { tracked.count > 2 ? tracked[2] : nil }

    /// How many fingers it has to do with; those lifted just now count.
    public var numberOfTouches: Int { tracked.count }

    /// The place of the gesture: the fingers' centre, unless the kind of gesture says otherwise. In
    /// points of a view; of the window for nil.
    open func location(in view: UIView?) -> CGPoint {
        convert(centroid, to: view)
    }

    /// The place of one finger, counted in the order in which they came down; in points of a view, of
    /// the window for nil. An index that no finger has gives the gesture's place.
    open func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
        guard tracked.indices.contains(index) else { return location(in: view) }
        return tracked[index].location(in: view)
    }

    /// The fingers' centre, in points of the window.
    var centroid: CGPoint { tracked.isEmpty ? lastCentroid : Self.centroid(of: tracked) }

    /// The centre of touches, in points of the window; zero for none.
    static func centroid(of touches: [UITouch]) -> CGPoint {
        var centroid = Centroid()
        for touch in touches { centroid.add(touch.place) }
        return centroid.place ?? .zero
    }

    /// A place of the window in a view's coordinates.
    func convert(_ place: CGPoint, to target: UIView?) -> CGPoint {
        guard let target, let window = view?.window ?? target.window else { return place }
        return target.convert(place, from: window)
    }

    // MARK: To be overridden

    /// Fingers came down.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Fingers moved.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Fingers were lifted.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Fingers were taken back: the gesture is cancelled, or fails if it hadn't begun.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .cancelled
    }
    /// The attempt is over: forget what you know of it. Touches that are still down aren't shown any
    /// more.
    open func reset() {}
    /// Whether it keeps another one from recognizing; yes unless overridden.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether another one keeps it from recognizing; yes unless overridden.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// Whether it waits for another one's failure, in this attempt; no unless overridden.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    /// Whether another one waits for its failure, in this attempt; no unless overridden.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        false
    }
    /// Whether it wants to see the new touches of an event; yes unless overridden.
    open func shouldReceive(_ event: UIEvent) -> Bool { true }

    /// Has nothing more to do with a touch, without failing; its view isn't cancelled for it.
    open func ignore(_ touch: UITouch, for event: UIEvent) {
        let contact = receives(touch) ? touch.contact : nil
        drop(touch)
        if let contact { dispatcher?.ignore(contact, by: self) }
    }

    // MARK: For the dispatcher

    /// A touch is its from now on.
    func take(_ touch: UITouch) {
        if !tracked.contains(touch) { tracked.append(touch) }
    }

    /// Touches that were lifted or taken back don't count from the next delivery on.
    func dropLifted() {
        if !tracked.contains(where: { !$0.isOver }) { lastCentroid = centroid }
        tracked.removeAll { $0.isOver }
    }

    /// It fails, and says why.
    func fail(_ reason: GestureEvent.Failure) {
        failure = reason
        state = .failed
    }

    /// A touch is ignored.
    func drop(_ touch: UITouch) {
        tracked.removeAll { $0 === touch }
    }

    /// The attempt is over.
    func attemptEnded() {
        tracked.removeAll(keepingCapacity: true)
        lastCentroid = .zero
        failure = nil
        dispatcher = nil
    }

    /// Whether it is shown a touch.
    func receives(_ touch: UITouch) -> Bool {
        guard let contact = touch.contact, let dispatcher,
            dispatcher.records[contact.place]?.touch === touch
        else { return false }
        return dispatcher.arbiter.takesPart(id, in: contact)
    }

    /// Sends the actions of a state, in the order in which they were added.
    func sendActions(in state: State) {
        sent = state
        for target in targets { target.send(self) }
        sent = nil
    }

    /// Asks for a call after so many seconds, if the attempt still goes on; nobody calls it outside of
    /// one.
    func schedule(after seconds: Double, _ action: @escaping () -> Void) -> CallScheduler.Ticket? {
        dispatcher?.application?.schedule(after: seconds, action)
    }

    /// Takes a call back.
    func cancelScheduled(_ ticket: inout CallScheduler.Ticket?) {
        guard let known = ticket else { return }
        ticket = nil
        dispatcher?.application?.cancelScheduled(known)
    }

    /// It belongs to a view now, or to none.
    func move(to newView: UIView?) {
        if newView == nil { dispatcher?.withdraw(self, isRemoved: true) }
        view = newView
        Self.additions += 1
        addition = Self.additions
    }

    private static var additions = 0

    /// Adds a target unless the very same is there already.
    func add(_ target: TargetAction) {
        guard !targets.contains(where: { $0.isSame(as: target) }) else { return }
        targets.append(target)
    }

    /// Calls a method, from the next action on; the same pair is added once.
    public func addTarget(_ target: AnyObject, action: Selector) {
        add(TargetAction(target: target, selector: action))
    }

    /// Stops calling a method; nil stands for all.
    public func removeTarget(_ target: AnyObject?, action: Selector?) {
        targets.removeAll { $0.matches(target, action) }
    }

    /// Whether it must wait for another one's failure in this attempt.
    func requiresFailure(of other: UIGestureRecognizer) -> Bool {
        requiredToFail.contains { $0.recognizer === other }
            || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    }
}
