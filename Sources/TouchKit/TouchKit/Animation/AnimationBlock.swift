/// One call of `UIView.animate`: how its changes are animated, and who hears of their end.
@MainActor
final class AnimationBlock {
    /// The block whose changes are being made now.
    static var current: AnimationBlock?
    /// Whether changes are animated at all.
    static var areAnimationsEnabled = true

    let application: UIApplication
    /// Whether touches reach the views meanwhile.
    let allowsTouches: Bool
    /// Whether what moves already goes on from where it is to be seen.
    let beginsFromCurrentState: Bool
    /// What its changes are timed by from now on.
    var timing: AnimationTiming
    /// How many properties still move.
    private var pending = 0
    /// Whether all that ended so far came to its end.
    private var isUndisturbed = true
    /// Whether the changes are still being made.
    private var isOpen = true
    private var completion: ((Bool) -> Void)?

    init(
        application: UIApplication, timing: AnimationTiming, options: UIView.AnimationOptions,
        completion: ((Bool) -> Void)?
    ) {
        self.application = application
        self.timing = timing
        allowsTouches = options.contains(.allowUserInteraction)
        beginsFromCurrentState = options.contains(.beginFromCurrentState)
        self.completion = completion
    }

    /// Whether it has no time to move anything: its changes are shown at once.
    var isInstant: Bool { timing.duration <= 0 && timing.begin <= application.now }

    /// Makes the changes.
    func run(_ changes: () -> Void) {
        let outer = Self.current
        Self.current = self
        changes()
        Self.current = outer
        isOpen = false
        if pending == 0 {
            completeSoon()
        } else if timing.begin > application.now {
            // Nothing moves until then, so no frame would come to find out that it is time.
            application.schedule(
                after: Double(timing.begin.microseconds(since: application.now)) / 1e6
            ) {}
        }
    }

    /// A property begins to move.
    func propertyBegan() {
        pending += 1
    }

    /// A property is where it was to go, or was stopped on the way.
    ///
    /// - Returns: Whether it was the last one, so that `complete()` is due.
    func propertyEnded(finished: Bool) -> Bool {
        pending -= 1
        if !finished { isUndisturbed = false }
        return pending == 0 && !isOpen
    }

    /// Tells of the end when the running code has returned.
    func completeSoon() {
        if completion != nil { application.schedule(after: 0) { self.complete() } }
    }

    /// Tells of the end; a second time nobody hears of it.
    func complete() {
        let last = completion
        completion = nil
        last?(isUndisturbed)
    }
}
