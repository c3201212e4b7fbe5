/// The methods to implement to respond to the pausing and resumption of dynamic animation. All
/// methods have default implementations that do nothing.
@MainActor
public protocol UIDynamicAnimatorDelegate: AnyObject {
    /// Tells the delegate that the dynamic animation is about to resume.
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
    /// Tells the delegate that the dynamic animation has paused, because all items are at rest.
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

/// Default implementations of the delegate's methods.
extension UIDynamicAnimatorDelegate {
    /// Provides a default implementation that does nothing.
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
    /// Provides a default implementation that does nothing.
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// An object that provides physics-related capabilities and animations for its dynamic items.
///
/// The animator writes `center` and `transform` of its items once per frame, outside of touch
/// delivery: a touch stays with the view in which it began, even if the view moves. The
/// animator pauses when all items rest, so that the display can idle. Deallocating the animator
/// stops all motion.
@MainActor
public final class UIDynamicAnimator {
    /// The reference view for the dynamic animator; items and behaviors use its coordinates.
    public private(set) weak var referenceView: UIView?
    /// The delegate for the dynamic animator.
    public weak var delegate: (any UIDynamicAnimatorDelegate)?
    /// The dynamic behaviors added to the animator, without their children.
    public private(set) var behaviors: [UIDynamicBehavior] = []
    /// A Boolean value that indicates whether the dynamic animator is in motion.
    public private(set) var isRunning = false
    /// The total time that the dynamic animator has been running, in seconds, without pauses.
    public private(set) var elapsedTime = 0.0

    /// The physics simulation.
    let world = DynamicWorld()
    /// The behaviors whose `action` is called in the current frame, retained during the calls. The
    /// array is reused, so that frames do not allocate.
    private var steppingBehaviors: [UIDynamicBehavior] = []
    /// Whether the physics simulation must be rebuilt before the next step.
    private var needsRebuild = false
    /// The application that calls `step(to:)` in each frame.
    private weak var application: UIApplication?
    /// The time at which `substeps` was 0. The count restarts when the animation resumes and after
    /// a skipped interval.
    private var startTime = Timestamp.zero
    /// The number of substeps since `startTime`.
    private var substeps = 0.0
    /// The time of the last frame.
    private var lastStepTime = Timestamp.zero
    /// The time since which all items have been at rest.
    private var restStartTime = Timestamp.zero

    /// Creates a dynamic animator with the specified reference view.
    public init(referenceView: UIView) {
        self.referenceView = referenceView
    }

    // MARK: Behaviors

    /// Adds a dynamic behavior to the dynamic animator. The behavior takes effect from the next
    /// frame on.
    public func addBehavior(_ behavior: UIDynamicBehavior) {
        guard !behaviors.contains(where: { $0 === behavior }) else { return }
        behaviors.append(behavior)
        behavior.move(to: self)
        behaviorsDidChange()
    }

    /// Removes a dynamic behavior from the dynamic animator. Items that have no other behavior stop
    /// moving.
    public func removeBehavior(_ behavior: UIDynamicBehavior) {
        guard let index = behaviors.firstIndex(where: { $0 === behavior }) else { return }
        behaviors.remove(at: index)
        behavior.move(to: nil)
        behaviorsWereRemoved()
    }

    /// Removes all dynamic behaviors from the dynamic animator.
    public func removeAllBehaviors() {
        let removed = behaviors
        behaviors = []
        for behavior in removed { behavior.move(to: nil) }
        behaviorsWereRemoved()
    }

    /// Returns the animator's dynamic items whose center is in a rectangle, in the reference view's
    /// coordinates.
    public func items(in rect: CGRect) -> [any UIDynamicItem] {
        world.bodies.map(\.item).filter { rect.contains($0.center) }
    }

    /// Reads the current position, rotation and size of a dynamic item. Call this method after the
    /// app has changed these properties.
    public func updateItem(usingCurrentState item: any UIDynamicItem) {
        guard let body = world.body(of: item) else { return }
        body.readItem()
        wake()
    }

    /// Rebuilds the physics simulation and resumes the animation, after a behavior or an item was
    /// added or changed.
    func behaviorsDidChange() {
        rebuild()
        wake()
    }

    /// Schedules a rebuild of the physics simulation and resumes the animation, after a behavior or
    /// an item was removed.
    ///
    /// The bodies of removed items remain until the next step, so that an item that is added to
    /// another behavior before then continues its motion.
    func behaviorsWereRemoved() {
        world.markOrphans(allBehaviors)
        needsRebuild = true
        wake()
    }

    /// The behaviors and all their descendants.
    private var allBehaviors: [UIDynamicBehavior] {
        var all: [UIDynamicBehavior] = []
        for behavior in behaviors { behavior.appendTree(to: &all) }
        return all
    }

    /// Rebuilds the physics simulation from all behaviors.
    private func rebuild() {
        needsRebuild = false
        world.rebuild(allBehaviors)
    }

    // MARK: Time

    /// Resumes the animation if it is paused, and restarts the rest detection. Must be called after
    /// a change that may move items.
    func wake() {
        let application = referenceView?.window?.application ?? UIApplication.shared
        restStartTime = application.now
        guard !isRunning else { return }
        isRunning = true
        self.application = application
        resetClock(to: application.now)
        delegate?.dynamicAnimatorWillResume(self)
        application.frameSteppers.add(self)
    }

    /// Restarts the substep count at `time`.
    private func resetClock(to time: Timestamp) {
        startTime = time
        substeps = 0
        lastStepTime = time
    }

    /// Stops all items, pauses the animation and notifies the delegate.
    private func pause() {
        isRunning = false
        for body in world.bodies { body.stop() }
        delegate?.dynamicAnimatorDidPause(self)
    }

    /// Advances the simulation to the time of a frame and writes the positions and rotations of the
    /// items.
    ///
    /// - Returns: Whether at least one substep was made, so that contacts were updated.
    private func moveItems(to time: Timestamp) -> Bool {
        let gap = Double(time.microseconds(since: lastStepTime)) / 1e6
        if gap > DynamicConstants.maximumFrameGap {
            resetClock(
                to: time.advanced(byMicroseconds: -Int64(DynamicConstants.maximumFrameGap * 1e6)))
        }
        elapsedTime += Double(time.microseconds(since: lastStepTime)) / 1e6
        lastStepTime = time
        let exact =
            Double(time.microseconds(since: startTime)) / 1e6 * DynamicConstants.substepsPerSecond
        // A remainder of 0.001 substeps is the rounding of a microsecond; it must not start a
        // substep.
        let target = max(substeps, (exact - 0.001).rounded(.up))
        let steps = Int(target - substeps)
        world.step(substeps: steps)
        substeps = target
        // The last substep may end after the frame, so positions are interpolated.
        let fraction = min(max(1 - (target - exact), 0), 1)
        for body in world.bodies { body.writeItem(fraction: fraction) }
        return steps > 0
    }

    /// Whether all bodies are at rest; updates the rest detection of every body.
    private var isAtRest: Bool {
        var isAtRest = true
        for body in world.bodies where !body.updateRestState() { isAtRest = false }
        return isAtRest
    }
}

extension UIDynamicAnimator: FrameStepper {
    /// Advances the simulation to a frame's time, calls the behaviors' actions and pauses if all
    /// items rest.
    ///
    /// - Returns: Whether more frames are needed.
    func step(to time: Timestamp) -> Bool {
        guard isRunning else { return false }
        if needsRebuild { rebuild() }
        let hasMoved = moveItems(to: time)
        steppingBehaviors.append(contentsOf: world.behaviors)
        for behavior in steppingBehaviors {
            behavior.action?()
            if hasMoved { behavior.frameDidEnd() }
        }
        steppingBehaviors.removeAll(keepingCapacity: true)
        if !isAtRest { restStartTime = time }
        let rested = Double(time.microseconds(since: restStartTime)) / 1e6
        if world.bodies.isEmpty || rested >= DynamicConstants.restDuration { pause() }
        return isRunning
    }
}
