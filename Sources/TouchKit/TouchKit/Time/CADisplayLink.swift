/// Calls a method once for each frame that is shown, after the frame's touches and before it is drawn.
///
/// As on iOS the application holds a link that was added, and the link its target, until
/// `invalidate()`. As long as one runs, frames follow each other at the display's pace: pause it while
/// there is nothing to move, so that the display may sleep.
///
/// ```swift
/// let link = CADisplayLink(target: self, action: { $0.step })   // func step(_ link: CADisplayLink)
/// link.add(to: .main, forMode: .common)
/// ```
@MainActor
public final class CADisplayLink {
    private var call: ((CADisplayLink) -> Void)?
    private weak var application: UIApplication?

    /// The time of the frame that is made, in seconds on the clock of touches' timestamps; that of the
    /// one before between two calls, and 0 before the first.
    public private(set) var timestamp = 0.0

    /// Whether nothing is called until it is false again.
    public var isPaused = false {
        didSet {
            guard isPaused != oldValue, let application else { return }
            if isPaused {
                application.frameSteps.remove(self)
            } else {
                application.frameSteps.add(self)
            }
        }
    }

    /// Makes one that calls a method by its name; it may take the link.
    ///
    /// - Precondition: The target has the method.
    public init(target: AnyObject, selector: Selector) {
        precondition(
            selector.isImplemented(by: target), "\(type(of: target)) has no method \(selector)")
        call = { selector.perform(on: target, with: $0) }
    }

    /// Makes one that calls a method.
    ///
    /// - Parameters:
    ///   - target: Whose method.
    ///   - action: The method, without a call: `{ $0.step }`. It takes the link.
    public init<Target: AnyObject>(
        target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (CADisplayLink) -> Void
    ) {
        call = { action(target)($0) }
    }

    /// Calls from the next frame of the application on. One that was added already, or invalidated,
    /// isn't added.
    public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard application == nil, call != nil else { return }
        let application = UIApplication.shared
        self.application = application
        application.displayLinks.append(self)
        if !isPaused { application.frameSteps.add(self) }
    }

    /// Calls never again, and lets go of the target.
    public func invalidate() {
        call = nil
        guard let application else { return }
        self.application = nil
        application.frameSteps.remove(self)
        application.displayLinks.removeAll { $0 === self }
    }
}

extension CADisplayLink: FrameStepper {
    func step(to time: Timestamp) -> Bool {
        timestamp = time.seconds
        call?(self)
        return application != nil && !isPaused
    }
}
