/// A timer object that lets an app synchronize its drawing to the refresh rate of the display.
///
/// The link calls its target once for each frame, after the frame's touches were delivered and
/// before the frame is drawn. As in UIKit, the application retains an added link, and the link
/// retains its target, until `invalidate()`. While an unpaused link is added, frames are produced
/// continuously; pause the link when nothing moves, so that the device can idle.
///
/// ```swift
/// // func step(_ link: CADisplayLink)
/// let link = CADisplayLink(target: self, action: { $0.step })
/// link.add(to: .main, forMode: .common)
/// ```
@MainActor
public final class CADisplayLink {
    /// The call to the target, or `nil` after `invalidate()`.
    @exclusivity(unchecked) private var call: ((CADisplayLink) -> Void)?
    /// The application to which the link was added, or `nil` if the link is not added.
    private weak var application: UIApplication?

    /// The time of the current frame, in seconds on the clock of `UITouch.timestamp`, or 0 before
    /// the first frame.
    ///
    /// In UIKit the property contains the time when the previous frame was displayed.
    @exclusivity(unchecked) public private(set) var timestamp = 0.0

    /// A Boolean value that indicates whether the display link suspends its notifications to the
    /// target.
    @exclusivity(unchecked) public var isPaused = false {
        didSet {
            guard isPaused != oldValue, let application else { return }
            if isPaused {
                application.frameSteppers.remove(self)
            } else {
                application.frameSteppers.add(self)
            }
        }
    }

    /// Creates a display link for the target and selector that you specify.
    ///
    /// - Precondition: The target implements the method, which may take the link as its parameter.
    public init(target: AnyObject, selector: Selector) {
        precondition(
            selector.isImplemented(by: target),
            "\(type(of: target)): cannot call \(selector): the method is not implemented")
        call = { selector.perform(on: target, with: $0) }
    }

    /// Creates a display link that calls a method of a target with the link as its argument. Not
    /// part of UIKit.
    ///
    /// - Parameters:
    ///   - target: The target, which is retained until `invalidate()`.
    ///   - action: A closure that returns the method without calling it: `{ $0.step }`.
    public init<Target: AnyObject>(
        target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (CADisplayLink) -> Void
    ) {
        call = { action(target)($0) }
    }

    /// Registers the display link with the main run loop, starting with the next frame.
    ///
    /// A link that was already added or was invalidated is not added.
    public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard application == nil, call != nil else { return }
        let application = UIApplication.shared
        self.application = application
        application.displayLinks.append(self)
        if !isPaused { application.frameSteppers.add(self) }
    }

    /// Removes the display link from the run loop and releases the target.
    public func invalidate() {
        call = nil
        guard let application else { return }
        self.application = nil
        application.frameSteppers.remove(self)
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
