/// Moves what `UIView.animate` set going, all views in one step for each frame.
@MainActor
final class ViewAnimator {
    private var running: [ViewAnimations] = []
    /// The blocks that came to their end in this step; kept, so that it allocates once.
    private var ended: [AnimationBlock] = []

    /// Whether anything moves at this time.
    func needsFrames(at time: Timestamp) -> Bool {
        for animations in running where animations.needsFrames(at: time) { return true }
        return false
    }

    /// Steps a view's animations from now on, as long as there are any.
    func add(_ animations: ViewAnimations) {
        guard !animations.isStepped else { return }
        animations.isStepped = true
        running.append(animations)
    }

    /// Moves everything on to a time; then those are told whose blocks ended.
    func step(to time: Timestamp) {
        if running.isEmpty { return }
        for animations in running { animations.step(to: time, ended: &ended) }
        running.removeAll { animations in
            animations.isStepped = !animations.isEmpty
            return animations.isEmpty
        }
        while !ended.isEmpty { ended.removeFirst().complete() }
    }
}
