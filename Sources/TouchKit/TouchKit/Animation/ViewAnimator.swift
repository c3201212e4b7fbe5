/// The list of all views with running animations, stepped once per frame.
@MainActor
final class ViewAnimator {
    /// The animations of each view that has running animations.
    @exclusivity(unchecked) private var running: [ViewAnimations] = []
    /// The explicit animations of each view whose layer has running animations.
    @exclusivity(unchecked) private var runningLayers: [LayerAnimations] = []
    /// The blocks that ended in the current step. The array is stored to reuse its memory, so that
    /// stepping does not allocate.
    @exclusivity(unchecked) private var ended: [AnimationBlock] = []
    /// The layers' animations that ended in the current step; stored to reuse its memory.
    @exclusivity(unchecked) private var endedLayerAnimations: [CAAnimation] = []

    /// Returns whether a running animation needs frames at `time`.
    func needsFrames(at time: Timestamp) -> Bool {
        for animations in running where animations.needsFrames(at: time) { return true }
        for animations in runningLayers where animations.needsFrames(at: time) { return true }
        return false
    }

    /// Adds a view's animations to the list, unless the list already contains them. `step(to:)`
    /// removes the animations after all of them have ended.
    func add(_ animations: ViewAnimations) {
        guard !animations.isInAnimator else { return }
        animations.isInAnimator = true
        running.append(animations)
    }

    /// Adds a layer's animations to the list, unless the list already contains them. `step(to:)`
    /// removes the animations after all of them have ended.
    func add(_ animations: LayerAnimations) {
        guard !animations.isInAnimator else { return }
        animations.isInAnimator = true
        runningLayers.append(animations)
    }

    /// Steps all animations to `time`, and then calls the completion handlers of the blocks that
    /// ended and notifies the delegates of the layers' animations that ended.
    func step(to time: Timestamp) {
        stepViews(to: time)
        stepLayers(to: time)
    }

    private func stepViews(to time: Timestamp) {
        if running.isEmpty { return }
        for animations in running { animations.step(to: time, ended: &ended) }
        running.removeAll { animations in
            animations.isInAnimator = !animations.isEmpty
            return animations.isEmpty
        }
        while !ended.isEmpty { ended.removeFirst().complete() }
    }

    /// Steps the layers' animations, which start from the values of the views' animations.
    private func stepLayers(to time: Timestamp) {
        if runningLayers.isEmpty { return }
        for animations in runningLayers { animations.step(to: time, ended: &endedLayerAnimations) }
        runningLayers.removeAll { animations in
            animations.isInAnimator = !animations.isEmpty
            return animations.isEmpty
        }
        while !endedLayerAnimations.isEmpty {
            let animation = endedLayerAnimations.removeFirst()
            animation.delegate?.animationDidStop(animation, finished: true)
        }
    }
}
