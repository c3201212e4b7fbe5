/// One property on its way. What the view's property says is where it goes; this says where it is to
/// be seen meanwhile.
///
/// It says nothing of its values: for a kind that promises something, the runtime looks through everything
/// that keeps such promises when it first meets one, and that is while a view begins to move.
struct AnimationTrack<Value> {
    var from: Value
    var to: Value
    /// The part of the way, so far.
    var fraction = 0.0
    let timing: AnimationTiming
    let block: AnimationBlock

    /// Moves on to a time.
    ///
    /// - Returns: Whether it is where it was to go.
    mutating func move(to time: Timestamp) -> Bool {
        switch timing.place(at: time) {
        case .waiting:
            return false
        case .running(let part):
            fraction = part
            return false
        case .over:
            return true
        }
    }
}

extension AnimationTrack where Value: Interpolatable {
    /// What is to be seen.
    var shown: Value {
        fraction == 0 ? from : .between(from, to, at: fraction)
    }
}

/// The properties of a view that move.
@MainActor
final class ViewAnimations {
    private(set) weak var view: UIView?
    var center: AnimationTrack<CGPoint>?
    var bounds: AnimationTrack<CGRect>?
    var transform: AnimationTrack<CGAffineTransform>?
    var alpha: AnimationTrack<CGFloat>?
    var backdrop: AnimationTrack<Backdrop>?
    /// Whether the animator steps it.
    var isStepped = false

    init(view: UIView) {
        self.view = view
    }

    /// Whether nothing moves.
    var isEmpty: Bool {
        center == nil && bounds == nil && transform == nil && alpha == nil && backdrop == nil
    }

    /// Whether touches are kept from the view.
    var blocksTouches: Bool { anyTrack { block, _ in !block.allowsTouches } }

    /// Whether there are frames to be shown at this time. One without an end that nobody can see
    /// doesn't keep the display awake.
    func needsFrames(at time: Timestamp) -> Bool {
        guard let view else { return !isEmpty }
        let isVisible = view.isInVisibleWindow
        return anyTrack { _, timing in timing.begin <= time && (isVisible || !timing.isEndless) }
    }

    private func anyTrack(_ matches: (AnimationBlock, AnimationTiming) -> Bool) -> Bool {
        if let center, matches(center.block, center.timing) { return true }
        if let bounds, matches(bounds.block, bounds.timing) { return true }
        if let transform, matches(transform.block, transform.timing) { return true }
        if let alpha, matches(alpha.block, alpha.timing) { return true }
        if let backdrop, matches(backdrop.block, backdrop.timing) { return true }
        return false
    }

    // MARK: Changes

    /// A property got another value: in a block it begins to move there, else what is to be seen
    /// changes by as much, and what moves goes on.
    static func change<Value: Interpolatable>(
        _ track: inout AnimationTrack<Value>?, from old: Value, to new: Value,
        in block: AnimationBlock?
    ) {
        guard let block else {
            guard var running = track else { return }
            running.from = .shifted(running.from, by: old, new)
            running.to = new
            track = running
            return
        }
        if track?.block === block {
            track?.to = new
            return
        }
        var start = old
        if let running = track {
            if block.beginsFromCurrentState { start = running.shown }
            track = nil
            if running.block.propertyEnded(finished: false) { running.block.completeSoon() }
        }
        if block.isInstant { return }
        track = AnimationTrack(from: start, to: new, timing: block.timing, block: block)
        block.propertyBegan()
    }

    // MARK: Time

    /// Moves everything on to a time.
    ///
    /// - Parameter ended: Gets the blocks that have nothing left to move.
    func step(to time: Timestamp, ended: inout [AnimationBlock]) {
        guard let view else {
            stop { ended.append($0) }
            return
        }
        view.showingChange {
            Self.move(&center, to: time, &ended)
            Self.move(&bounds, to: time, &ended)
            Self.move(&transform, to: time, &ended)
            Self.move(&alpha, to: time, &ended)
            Self.move(&backdrop, to: time, &ended)
        }
        view.touchesAreBlocked = blocksTouches
    }

    private static func move<Value>(
        _ track: inout AnimationTrack<Value>?, to time: Timestamp, _ ended: inout [AnimationBlock]
    ) {
        guard let block = track?.block, track?.move(to: time) == true else { return }
        track = nil
        if block.propertyEnded(finished: true) { ended.append(block) }
    }

    /// Stops everything where it was to go.
    ///
    /// - Parameter tell: Gets the blocks that have nothing left to move.
    func stop(_ tell: (AnimationBlock) -> Void) {
        Self.stop(&center, tell)
        Self.stop(&bounds, tell)
        Self.stop(&transform, tell)
        Self.stop(&alpha, tell)
        Self.stop(&backdrop, tell)
    }

    private static func stop<Value>(
        _ track: inout AnimationTrack<Value>?, _ tell: (AnimationBlock) -> Void
    ) {
        guard let block = track?.block else { return }
        track = nil
        if block.propertyEnded(finished: false) { tell(block) }
    }
}
