/// The state of one call of `UIView.animate`: its timing, its options and its completion handler.
@MainActor
final class AnimationBlock {
    /// The block whose `animations` closure is running, or `nil` outside of `UIView.animate`.
    static var current: AnimationBlock?
    /// Whether changes of views inside `UIView.animate` are animated. If `false`, the changes take
    /// effect immediately.
    static var areAnimationsEnabled = true

    /// The application that provides the clock for the animations.
    let application: UIApplication
    /// Whether the animated views receive touches during the animation (`.allowUserInteraction`).
    let allowsTouches: Bool
    /// Whether an animation that replaces a running animation starts at the value currently on the
    /// screen (`.beginFromCurrentState`).
    let beginsFromCurrentState: Bool
    /// The timing of the next property changes in the `animations` closure.
    /// `UIView.modifyAnimations` changes the timing while its closure runs.
    var timing: AnimationTiming
    /// The number of properties whose animation has not ended.
    private var runningPropertyCount = 0
    /// Whether no animation of the block has been stopped before its end.
    private var allFinished = true
    /// Whether the `animations` closure is still running, so that more properties may be added.
    private var isOpen = true
    private var completion: ((Bool) -> Void)?

    /// Creates a block. Call `run(_:)` to make the changes.
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

    /// Whether the duration is 0 and no delay is left, so that changes appear immediately.
    var isInstant: Bool { timing.duration <= 0 && timing.begin <= application.now }

    /// Runs the closure `changes` with this block as `current`. Afterwards, schedules a frame for
    /// the start of the animations, or the completion handler if nothing is animated.
    func run(_ changes: () -> Void) {
        let outer = Self.current
        Self.current = self
        changes()
        Self.current = outer
        isOpen = false
        if runningPropertyCount == 0 {
            scheduleCompletion()
        } else if timing.begin > application.now {
            // The display is idle during the delay; this call wakes it when the animation begins.
            application.schedule(
                after: Double(timing.begin.microseconds(since: application.now)) / 1e6
            ) {}
        }
    }

    /// Records that one more property has started to animate.
    func recordPropertyStart() {
        runningPropertyCount += 1
    }

    /// Records that the animation of one property has ended or was stopped.
    ///
    /// - Parameter finished: Whether the animation reached its end value; `false` if it was
    ///   stopped.
    /// - Returns: Whether no property of the block is animated any more, so that the completion
    ///   handler is due.
    func recordPropertyEnd(finished: Bool) -> Bool {
        runningPropertyCount -= 1
        if !finished { allFinished = false }
        return runningPropertyCount == 0 && !isOpen
    }

    /// Schedules the completion handler, which is called when the application's clock next
    /// advances.
    func scheduleCompletion() {
        if completion != nil { application.schedule(after: 0) { self.complete() } }
    }

    /// Calls the completion handler unless it was already called.
    func complete() {
        let handler = completion
        completion = nil
        handler?(allFinished)
    }
}
