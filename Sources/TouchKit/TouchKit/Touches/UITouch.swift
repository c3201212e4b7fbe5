import TouchKitContacts

/// An object that represents the location, size, movement and force of a touch on the screen.
///
/// A single object represents the touch from touch-down to lift, so that it can be a dictionary key
/// . A quick tap at the same location reuses the object of the preceding tap with a larger
/// `tapCount`. Do not retain the object beyond the end of the touch; copy the values that
/// you need.
@MainActor
public final class UITouch {
    /// The phase of a touch.
    public enum Phase: Int, Sendable {
        /// The finger touched the screen.
        case began = 0
        /// The finger moved on the screen.
        case moved = 1
        /// The finger is touching the screen but has not moved since the previous delivery.
        case stationary = 2
        /// The finger was lifted from the screen.
        case ended = 3
        /// The system cancelled tracking of the touch.
        case cancelled = 4
    }

    /// The values of a touch at one time.
    struct Snapshot {
        var phase = Phase.began
        /// The time of the last change, in seconds since system startup.
        var timestamp = 0.0
        var tapCount = 1
        /// The location in the window, in points.
        var windowLocation = CGPoint.zero
        /// The location in the window at the previous delivery, in points.
        var previousWindowLocation = CGPoint.zero
        var majorRadius: CGFloat = 0
        var force: CGFloat = 0
    }

    /// The current values of the touch, or past values while a withheld phase is delivered.
    @exclusivity(unchecked) var snapshot = Snapshot()

    /// The phase of the touch in the current delivery.
    public var phase: Phase { snapshot.phase }
    /// The time when the touch began or last changed, in seconds since system startup; it does not
    /// change while the touch is stationary.
    public var timestamp: Double { snapshot.timestamp }
    /// The number of quick taps at this location up to and including this touch; 1 for an isolated
    /// tap.
    public var tapCount: Int { snapshot.tapCount }
    /// The window in which the touch began.
    public var window: UIWindow? { heldWindow ?? lastWindow }
    /// The view in which the touch began, regardless of where the finger moves, or `nil` after a
    /// gesture recognizer has claimed the touch.
    public var view: UIView? { isClaimed ? nil : hitView }
    /// The gesture recognizers that are receiving the touch. Recognizers that failed or ignore the
    /// touch are not included.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        window?.application?.dispatcher.recognizers(receiving: self)
    }
    /// The radius of the touch, in points: half the longer diameter of the contact area, or 0 if
    /// the touchscreen does not report it.
    public var majorRadius: CGFloat { snapshot.majorRadius }
    /// The force of the touch as a fraction of the touchscreen's pressure range (0…1), or 0 if the
    /// touchscreen does not report it. In UIKit, 1 is the force of an average touch.
    public var force: CGFloat { snapshot.force }
    /// The maximum possible force of a touch, which is always 1.
    public let maximumPossibleForce: CGFloat = 1

    /// The hit view, retained until the touch ends, because the view must receive the end.
    @exclusivity(unchecked) private var heldView: UIView?
    /// The window in which the touch began, retained until the touch ends.
    @exclusivity(unchecked) private var heldWindow: UIWindow?
    private weak var lastView: UIView?
    private weak var lastWindow: UIWindow?
    /// The object identifier of the window, for comparisons without access to the object.
    @exclusivity(unchecked) private(set) var windowID: ObjectIdentifier?
    /// The location in the window at which the current contact began, in points.
    @exclusivity(unchecked) var initialWindowLocation = CGPoint.zero
    /// The identifier of the touch in touch updates, or `nil` before the first contact.
    @exclusivity(unchecked) package private(set) var identifier: TouchIdentifier?
    /// The touch's current contact in the dispatcher and the arbiter, or `nil` before the first
    /// contact.
    @exclusivity(unchecked) var contact: ContactID?
    /// Whether a recognizer has claimed the touch from its view.
    @exclusivity(unchecked) var isClaimed = false
    /// The samples measured while the touch was withheld. The value is set only while the touch's
    /// first move is delivered, and otherwise `nil`.
    @exclusivity(unchecked) var withheldSamples: [TouchSample]?

    /// Creates a touch without values.
    init() {}

    /// Sets all values to the values of `touch` at one of its samples.
    ///
    /// - Parameters:
    ///   - touch: The touch from which the values are copied.
    ///   - sample: The sample with the location, time, radius and force.
    ///   - earlier: The object for the preceding sample, or `nil` for the first sample of a
    ///     delivery.
    func setValues(from touch: UITouch, at sample: TouchSample, after earlier: UITouch?) {
        setValues(from: touch)
        snapshot.windowLocation =
            touch.window?.convertFromScreen(sample.position) ?? sample.position
        snapshot.previousWindowLocation =
            earlier?.windowLocation
            ?? (touch.phase == .began ? windowLocation : touch.previousWindowLocation)
        setMeasurements(from: sample)
    }

    /// Sets all values to the current values of `touch`.
    func setValues(from touch: UITouch) {
        snapshot = touch.snapshot
        isClaimed = touch.isClaimed
        lastView = touch.hitView
        lastWindow = touch.window
        initialWindowLocation = touch.initialWindowLocation
    }

    /// The location in the window, in points.
    var windowLocation: CGPoint { snapshot.windowLocation }
    /// The location in the window at the previous delivery, in points.
    var previousWindowLocation: CGPoint { snapshot.previousWindowLocation }
    /// The view in which the touch began, even if a recognizer has claimed the touch.
    var hitView: UIView? { heldView ?? lastView }

    /// Returns the current location of the touch in the coordinate system of the given view, in
    /// points, or in the window's coordinate system if `view` is `nil`.
    public func location(in view: UIView?) -> CGPoint {
        convert(windowLocation, to: view)
    }

    /// Returns the previous location of the touch in the current coordinate system of the given
    /// view, in points, or in the window's coordinate system if `view` is `nil`.
    public func previousLocation(in view: UIView?) -> CGPoint {
        convert(previousWindowLocation, to: view)
    }

    /// Converts a location from the window's coordinate system to the coordinate system of `view`.
    private func convert(_ location: CGPoint, to view: UIView?) -> CGPoint {
        guard let view, let window else { return location }
        return view.convert(location, from: window)
    }

    /// Sets all values for a new contact, which begins with `sample`.
    func begin(_ sample: TouchSample, in window: UIWindow, view: UIView, tapCount: Int) {
        identifier = sample.touch
        heldWindow = window
        windowID = ObjectIdentifier(window)
        lastWindow = window
        heldView = view
        lastView = view
        isClaimed = false
        let location = window.convertFromScreen(sample.position)
        snapshot = Snapshot(
            phase: .began, tapCount: tapCount, windowLocation: location,
            previousWindowLocation: location)
        initialWindowLocation = location
        setMeasurements(from: sample)
    }

    /// Updates the touch with a newer sample of its contact.
    func update(_ sample: TouchSample, phase: Phase) {
        snapshot.phase = phase
        snapshot.previousWindowLocation = windowLocation
        snapshot.windowLocation = window?.convertFromScreen(sample.position) ?? windowLocation
        setMeasurements(from: sample)
    }

    /// Returns the touch that came down first, or `nil` if `touches` is empty.
    ///
    /// Touches that came down in one frame are in the order in which the touchscreen reported them.
    static func earliest(in touches: Set<UITouch>) -> UITouch? {
        touches.min { ($0.identifier?.rawValue ?? 0) < ($1.identifier?.rawValue ?? 0) }
    }

    /// Whether the phase is `ended` or `cancelled`.
    var hasEnded: Bool { phase == .ended || phase == .cancelled }

    /// Sets the phase to `stationary`, for a delivery in which only other touches change.
    func markStationary() {
        snapshot.phase = .stationary
        snapshot.previousWindowLocation = windowLocation
    }

    /// Sets the phase to `cancelled` at a time in seconds since system startup.
    func cancel(at seconds: Double) {
        snapshot.phase = .cancelled
        snapshot.timestamp = seconds
    }

    /// Releases the strong references to the view and the window of an ended touch.
    func releaseViewAndWindow() {
        heldView = nil
        heldWindow = nil
    }

    /// Sets the timestamp, radius and force to the values of a sample.
    private func setMeasurements(from sample: TouchSample) {
        snapshot.timestamp = sample.time.seconds
        snapshot.majorRadius = sample.majorRadius ?? 0
        snapshot.force = sample.pressure ?? 0
    }
}

extension UITouch: Hashable {
    /// Returns whether both values are the same object.
    public nonisolated static func == (left: UITouch, right: UITouch) -> Bool { left === right }

    /// Hashes the identity of the object.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
