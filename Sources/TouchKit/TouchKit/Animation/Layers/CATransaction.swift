/// A mechanism for grouping multiple layer-tree operations.
///
/// There are no implicit animations, so a transaction only calls its completion block, and provides
/// the duration of animations without one.
@MainActor
public enum CATransaction {
    /// The state between `begin()` and `commit()`.
    @MainActor
    final class Frame {
        var duration = CAAnimation.defaultDuration
        var disablesActions = false
        var timingFunction: CAMediaTimingFunction?
        var completion: (() -> Void)?
        private var runningCount = 0
        private var isCommitted = false

        /// Records that an animation was added.
        func recordStart() {
            runningCount += 1
        }

        /// Records that an animation has ended or was removed.
        func recordEnd() {
            runningCount -= 1
            completeIfDone()
        }

        /// Records that no more animations follow.
        func commit() {
            isCommitted = true
            completeIfDone()
        }

        private func completeIfDone() {
            guard isCommitted, runningCount == 0, let completion else { return }
            self.completion = nil
            guard let application = UIApplication.sharedIfPresent else { return completion() }
            application.schedule(after: 0) { completion() }
        }
    }

    private static var frames: [Frame] = []
    /// The innermost transaction that was begun explicitly, or `nil`.
    static var current: Frame? { frames.last }
    /// The state outside of explicit transactions.
    private static let outermost = Frame()

    private static var target: Frame { current ?? outermost }

    /// Begins a new transaction for the current thread.
    public static func begin() {
        let frame = Frame()
        frame.duration = target.duration
        frame.disablesActions = target.disablesActions
        frame.timingFunction = target.timingFunction
        frames.append(frame)
    }

    /// Commits all changes made during the current transaction.
    public static func commit() {
        frames.popLast()?.commit()
    }

    /// Commits the changes of the implicit transaction. Changes always take effect in the next
    /// frame, so the method does nothing.
    public static func flush() {}

    /// Returns the duration of animations without a duration, in seconds.
    public static func animationDuration() -> Double { target.duration }

    /// Sets the duration of animations that are added in the transaction without a duration, in
    /// seconds.
    public static func setAnimationDuration(_ dur: Double) {
        current?.duration = dur
    }

    /// Returns whether actions are disabled. There are no implicit animations in either case.
    public static func disableActions() -> Bool { target.disablesActions }

    /// Sets whether actions are disabled. There are no implicit animations in either case.
    public static func setDisableActions(_ flag: Bool) {
        current?.disablesActions = flag
    }

    /// Returns the timing function of the transaction.
    public static func animationTimingFunction() -> CAMediaTimingFunction? { target.timingFunction }

    /// Sets the timing function of animations that are added in the transaction without one.
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        current?.timingFunction = function
    }

    /// Sets the block that is called after all animations of the transaction, also those that were
    /// added before this call, have ended or were removed. Without animations, the block is called
    /// when the application's clock next advances after the commit.
    ///
    /// Outside of an explicit transaction, the block is called when the clock next advances.
    public static func setCompletionBlock(_ block: (() -> Void)?) {
        if let current {
            current.completion = block
        } else if let block {
            UIApplication.sharedIfPresent?.schedule(after: 0) { block() }
        }
    }
}
