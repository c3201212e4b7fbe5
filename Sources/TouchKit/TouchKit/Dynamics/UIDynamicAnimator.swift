/// What an animator tells of its coming to rest.
@MainActor
public protocol UIDynamicAnimatorDelegate: AnyObject {
    /// Items are about to move again.
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
    /// All items rest; no frames follow until something changes.
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
    /// Does nothing.
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
    /// Does nothing.
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// Moves items by what acts on them, a step for each frame; released, it stops all.
///
/// It writes `center` and `transform` of its items, outside of touch delivery: a touch goes on in the
/// view that it began in. When all rest it pauses, and the display with it.
@MainActor
public final class UIDynamicAnimator {
    /// The view whose coordinates items and behaviours are in.
    public private(set) weak var referenceView: UIView?
    /// Is told of rest and motion.
    public weak var delegate: (any UIDynamicAnimatorDelegate)?
    /// The behaviours that were added, without those below them.
    public private(set) var behaviors: [UIDynamicBehavior] = []
    /// Whether anything moves.
    public private(set) var isRunning = false
    /// How long it has been running, in seconds, without its pauses.
    public private(set) var elapsedTime = 0.0

    let world = DynamicWorld()
    /// Holds the behaviours of the running frame; kept, so that it allocates once.
    private var stepped: [UIDynamicBehavior] = []
    private var needsRebuild = false
    private weak var application: UIApplication?
    /// When it began to run, as if it had done so without missed time.
    private var start = Timestamp.zero
    /// Substeps since `start`.
    private var substeps = 0.0
    private var lastStep = Timestamp.zero
    /// Since when nothing has moved.
    private var restSince = Timestamp.zero

    /// Makes an animator for items inside a view.
    public init(referenceView: UIView) {
        self.referenceView = referenceView
    }

    // MARK: Behaviours

    /// Lets a behaviour act from the next frame on.
    public func addBehavior(_ behavior: UIDynamicBehavior) {
        guard !behaviors.contains(where: { $0 === behavior }) else { return }
        behaviors.append(behavior)
        behavior.move(to: self)
        behaviorsChanged()
    }

    /// Lets a behaviour act no more. Items that nothing acts on any more stay where they are.
    public func removeBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = behaviors.firstIndex(where: { $0 === behavior }) else { return }
        behaviors.remove(at: index)
        behavior.move(to: nil)
        behaviorsRemoved()
    }

    /// Lets nothing act any more.
    public func removeAllBehaviors() {
        let removed = behaviors
        behaviors = []
        for behavior in removed { behavior.move(to: nil) }
        behaviorsRemoved()
    }

    /// The items whose middle lies in a rectangle of the reference view.
    public func items(in rect: CGRect) -> [any UIDynamicItem] {
        world.bodies.map(\.item).filter { rect.contains($0.center) }
    }

    /// Takes over where the application has put an item, how it is turned and how large it is.
    public func updateItem(usingCurrentState item: any UIDynamicItem) {
        guard let body = world.body(of: item) else { return }
        body.readItem()
        wake()
    }

    /// A behaviour, or an item of one, was added, or is another one now.
    func behaviorsChanged() {
        rebuild()
        wake()
    }

    /// A behaviour, or an item of one, was taken out. Its item keeps its motion until the next step:
    /// what takes it over by then goes on with it.
    func behaviorsRemoved() {
        world.markOrphans(allBehaviors)
        needsRebuild = true
        wake()
    }

    private var allBehaviors: [UIDynamicBehavior] {
        var all: [UIDynamicBehavior] = []
        for behavior in behaviors { behavior.appendTree(to: &all) }
        return all
    }

    private func rebuild() {
        needsRebuild = false
        world.rebuild(allBehaviors)
    }

    // MARK: Time

    /// Something changed that may move items: frames follow again.
    func wake() {
        let application = referenceView?.window?.application ?? UIApplication.shared
        restSince = application.now
        guard !isRunning else { return }
        isRunning = true
        self.application = application
        begin(at: application.now)
        delegate?.dynamicAnimatorWillResume(self)
        application.frameSteps.add(self)
    }

    private func begin(at time: Timestamp) {
        start = time
        substeps = 0
        lastStep = time
    }

    private func pause() {
        isRunning = false
        for body in world.bodies { body.stop() }
        delegate?.dynamicAnimatorDidPause(self)
    }

    /// - Returns: Whether there was a substep, so that contacts were looked for.
    private func moveItems(to time: Timestamp) -> Bool {
        let gap = Double(time.microseconds(since: lastStep)) / 1e6
        if gap > DynamicConstants.longestGap {
            begin(at: time.advanced(byMicroseconds: -Int64(DynamicConstants.longestGap * 1e6)))
        }
        elapsedTime += Double(time.microseconds(since: lastStep)) / 1e6
        lastStep = time
        let exact =
            Double(time.microseconds(since: start)) / 1e6 * DynamicConstants.substepsPerSecond
        // A thousandth more is a rounded microsecond, not a substep to begin.
        let target = max(substeps, (exact - 0.001).rounded(.up))
        let steps = Int(target - substeps)
        world.step(substeps: steps)
        substeps = target
        // The last substep may end after the frame: items are shown on their way.
        let part = min(max(1 - (target - exact), 0), 1)
        for body in world.bodies { body.writeItem(part: part) }
        return steps > 0
    }

    private var isAtRest: Bool {
        var isAtRest = true
        for body in world.bodies where !body.hasRested() { isAtRest = false }
        return isAtRest
    }
}

extension UIDynamicAnimator: FrameStepper {
    func step(to time: Timestamp) -> Bool {
        guard isRunning else { return false }
        if needsRebuild { rebuild() }
        let hasMoved = moveItems(to: time)
        stepped.append(contentsOf: world.behaviors)
        for behavior in stepped {
            behavior.action?()
            if hasMoved { behavior.frameEnded() }
        }
        stepped.removeAll(keepingCapacity: true)
        if !isAtRest { restSince = time }
        let rested = Double(time.microseconds(since: restSince)) / 1e6
        if world.bodies.isEmpty || rested >= DynamicConstants.restSeconds { pause() }
        return isRunning
    }
}
