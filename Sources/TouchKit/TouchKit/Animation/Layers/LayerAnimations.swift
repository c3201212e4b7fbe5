/// The explicit animations of one view's layer, and the values that they show.
@MainActor
final class LayerAnimations {
    /// An animation and its timing.
    private struct Entry {
        var key: String?
        /// The transaction in which the animation was added, or `nil`.
        var transaction: CATransaction.Frame?
        var animation: CAAnimation
        var timing: AnimationTiming
        /// Whether the animation has reached its end but remains, because
        /// `isRemovedOnCompletion` is `false`.
        var hasEnded = false
    }

    private var entries: [Entry] = []
    /// The animated view. After the view is deallocated, the next step removes the animations, and
    /// notifies their delegates and transactions.
    private(set) weak var view: UIView?
    /// The values that the layer shows, or `nil` if the layer has no animation.
    private(set) var values: LayerValues?
    /// The time for which the values were computed.
    private var time = Timestamp.zero
    /// Whether the application's `ViewAnimator` steps these animations.
    var isInAnimator = false

    /// The shown value of a property of the layer's content, or `nil` if no animation changes it.
    subscript(property: LayerProperty) -> LayerValue? { values?.content[property] }

    /// Creates an object without animations for `view`.
    init(view: UIView) {
        self.view = view
    }

    /// Whether the layer has no animation.
    var isEmpty: Bool { entries.isEmpty }
    /// The keys of the animations, in the order of their addition.
    var keys: [String] { entries.compactMap(\.key) }

    /// Returns whether an animation was added and not removed.
    func contains(_ animation: CAAnimation) -> Bool {
        entries.contains { $0.animation === animation }
    }

    /// Returns the animation with a key, or `nil` if there is none.
    func animation(forKey key: String) -> CAAnimation? {
        entries.first { $0.key == key }?.animation
    }

    /// Returns whether an animation needs frames at `time`. Endless animations of hidden views need
    /// no frames, so that the display can idle.
    func needsFrames(at time: Timestamp) -> Bool {
        guard let view else { return !entries.isEmpty }
        let isVisible = view.isInVisibleWindow
        return entries.contains {
            !$0.hasEnded && $0.timing.begin <= time && (isVisible || !$0.timing.isEndless)
        }
    }

    // MARK: Changes

    /// Adds an animation, and removes the animation with the same key.
    func add(_ animation: CAAnimation, forKey key: String?, at now: Timestamp) {
        if let key { remove(forKey: key) }
        let timing = animation.timing(addedAt: now)
        let transaction = CATransaction.current
        transaction?.recordStart()
        entries.append(
            Entry(key: key, transaction: transaction, animation: animation, timing: timing))
    }

    /// Removes the animation with a key, and notifies its delegate.
    func remove(forKey key: String) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
        scheduleStop(of: entries.remove(at: index))
    }

    /// Removes all animations, and notifies their delegates.
    func removeAll() {
        let removed = entries
        entries.removeAll()
        for entry in removed { scheduleStop(of: entry) }
    }

    /// Schedules the notification that an animation was removed before its end.
    private func scheduleStop(of entry: Entry) {
        let animation = entry.animation
        if !entry.hasEnded { entry.transaction?.recordEnd() }
        guard !entry.hasEnded, let delegate = animation.delegate else { return }
        UIApplication.sharedIfPresent?.schedule(after: 0) {
            delegate.animationDidStop(animation, finished: false)
        }
    }

    // MARK: Time

    /// Updates the shown values to `time`, and marks the changed area as damaged.
    ///
    /// - Parameter ended: An array that receives the animations that have reached their end.
    func step(to time: Timestamp, ended: inout [CAAnimation]) {
        guard let view else { return removeAll() }
        for index in entries.indices where !entries[index].hasEnded {
            guard case .finished = entries[index].timing.progress(at: time) else { continue }
            entries[index].hasEnded = true
            entries[index].transaction?.recordEnd()
            ended.append(entries[index].animation)
        }
        entries.removeAll { $0.hasEnded && $0.animation.isRemovedOnCompletion }
        view.updatePresentation { apply(to: view, at: time) }
    }

    /// Computes the shown values at `time`.
    private func apply(to view: UIView, at time: Timestamp) {
        self.time = time
        var content = values?.content ?? [:]
        values = nil
        if entries.isEmpty { return }
        content.removeAll(keepingCapacity: true)
        var shown = view.valuesWithoutLayerAnimations
        shown.content = content
        for entry in entries {
            let animation = entry.animation
            switch entry.timing.progress(at: time) {
            case .waiting:
                if animation.fillMode.showsStart { animation.apply(to: &shown, at: 0) }
            case .running(let fraction):
                animation.apply(to: &shown, at: fraction)
            case .finished:
                guard animation.fillMode.showsEnd else { continue }
                animation.apply(to: &shown, at: entry.timing.endFraction)
            }
        }
        values = shown
    }

    /// Computes the shown values again, after an animation was added or removed or a property of
    /// the view changed.
    ///
    /// - Parameter time: The current time, or `nil` to use the time of the last step.
    func refresh(at time: Timestamp? = nil) {
        guard let view else { return }
        apply(to: view, at: time ?? self.time)
    }
}

extension AnimationTiming {
    /// The fraction of the way from the start value to the end value that the animation has reached
    /// at its end.
    var endFraction: Double {
        let length = autoreverses ? 2.0 : 1.0
        let rest = (length * repeatCount).truncatingRemainder(dividingBy: length)
        if rest == 0 { return autoreverses ? 0 : 1 }
        return curve.fraction(at: rest > 1 ? 2 - rest : rest)
    }
}
