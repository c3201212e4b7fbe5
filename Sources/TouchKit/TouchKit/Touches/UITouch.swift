import TouchKitContacts

/// One finger from contact to lift.
///
/// The object stays the same for the whole contact, so it can be a dictionary's key; a
/// quick tap at the same place uses it again with a larger `tapCount`. Copy what you need
/// beyond the contact.
@MainActor
public final class UITouch {
    /// What a finger does.
    public enum Phase: Int, Sendable {
        /// It came down.
        case began = 0
        /// It moved.
        case moved = 1
        /// It is down and didn't move while another finger did something.
        case stationary = 2
        /// It was lifted.
        case ended = 3
        /// It was taken back by the system.
        case cancelled = 4
    }

    /// What is known of a finger at one moment.
    struct Reading {
        var phase = Phase.began
        /// In seconds since start-up.
        var timestamp = 0.0
        var tapCount = 1
        /// The place in the window, in points.
        var place = CGPoint.zero
        /// The place in the window at the delivery before.
        var previousPlace = CGPoint.zero
        var majorRadius: CGFloat = 0
        var force: CGFloat = 0
    }

    /// What is known of the finger now; while a view is told late, what was known then.
    var reading = Reading()

    /// What the finger did in the newest delivery.
    public var phase: Phase { reading.phase }
    /// When it came down or changed last, in seconds since start-up; stationary fingers keep it.
    public var timestamp: Double { reading.timestamp }
    /// How many quick taps at this place this contact makes: 1 for an isolated one.
    public var tapCount: Int { reading.tapCount }
    /// The window of the first contact.
    public var window: UIWindow? { liveWindow ?? lastWindow }
    /// The view that the finger came down on; it stays, wherever the finger goes. Nil once a
    /// recognizer has taken the finger away from it.
    public var view: UIView? { isClaimed ? nil : hitView }
    /// The recognizers that the finger is shown to, those that failed or ignore it not any more
    ///
    public var gestureRecognizers: [UIGestureRecognizer]? {
        window?.application?.recognizers(receiving: self)
    }
    /// Half the contact's larger extent, in points; 0 where the device doesn't tell.
    public var majorRadius: CGFloat { reading.majorRadius }
    /// The pressure, 1 being the device's most; 0 where it doesn't tell.
    public var force: CGFloat { reading.force }
    /// The most that `force` can be.
    public let maximumPossibleForce: CGFloat = 1

    /// The view and the window, held while the contact lasts: the end is owed to them, even if
    /// nobody else needs them any more.
    private var liveView: UIView?
    private var liveWindow: UIWindow?
    private weak var lastView: UIView?
    private weak var lastWindow: UIWindow?
    /// Which window it is, to be compared without touching the object.
    private(set) var windowID: ObjectIdentifier?
    /// Where this contact began, in the window.
    var beganPlace = CGPoint.zero
    /// The finger of the newest contact.
    package private(set) var finger: FingerID?
    /// The newest contact, as the arbiter knows it.
    var contact: ContactID?
    /// Whether a recognizer took the contact away from its view.
    var isClaimed = false
    /// What was measured while a view wasn't told of it: set while it catches up.
    var lateSamples: [FingerSample]?

    init() {}

    /// Stands for one measurement of another touch in the newest delivery.
    ///
    /// - Parameters:
    ///   - sample: The measurement.
    ///   - touch: The touch.
    ///   - earlier: The measurement before, if this isn't the delivery's first one.
    func show(_ sample: FingerSample, of touch: UITouch, after earlier: UITouch?) {
        show(touch)
        reading.place = touch.window?.convertFromScreen(sample.position) ?? sample.position
        reading.previousPlace =
            earlier?.place ?? (touch.phase == .began ? place : touch.previousPlace)
        measure(sample)
    }

    /// Stands for another touch as it is now.
    func show(_ touch: UITouch) {
        reading = touch.reading
        isClaimed = touch.isClaimed
        lastView = touch.hitView
        lastWindow = touch.window
        beganPlace = touch.beganPlace
    }

    /// The place in the window, in points.
    var place: CGPoint { reading.place }
    /// The place in the window at the delivery before.
    var previousPlace: CGPoint { reading.previousPlace }
    /// The view that the finger came down on, whoever has it now.
    var hitView: UIView? { liveView ?? lastView }

    /// The place in a view's coordinates as they are now, in points; in the window's for nil.
    public func location(in view: UIView?) -> CGPoint {
        convert(place, to: view)
    }

    /// The place at the delivery before, in a view's coordinates as they are now, in points.
    public func previousLocation(in view: UIView?) -> CGPoint {
        convert(previousPlace, to: view)
    }

    private func convert(_ place: CGPoint, to view: UIView?) -> CGPoint {
        guard let view, let window else { return place }
        return view.convert(place, from: window)
    }

    /// Begins a contact.
    func begin(_ sample: FingerSample, in window: UIWindow, view: UIView, tapCount: Int) {
        finger = sample.finger
        liveWindow = window
        windowID = ObjectIdentifier(window)
        lastWindow = window
        liveView = view
        lastView = view
        isClaimed = false
        let place = window.convertFromScreen(sample.position)
        reading = Reading(phase: .began, tapCount: tapCount, place: place, previousPlace: place)
        beganPlace = place
        measure(sample)
    }

    /// Goes on with a contact.
    func update(_ sample: FingerSample, phase: Phase) {
        reading.phase = phase
        reading.previousPlace = place
        reading.place = window?.convertFromScreen(sample.position) ?? place
        measure(sample)
    }

    /// Whether it was lifted, or taken back.
    var isOver: Bool { phase == .ended || phase == .cancelled }

    /// Another finger did something.
    func rest() {
        reading.phase = .stationary
        reading.previousPlace = place
    }

    /// The view left its window, or the system took all fingers back.
    func cancel(at seconds: Double) {
        reading.phase = .cancelled
        reading.timestamp = seconds
    }

    /// The contact is over: its view and its window may go.
    func retire() {
        liveView = nil
        liveWindow = nil
    }

    private func measure(_ sample: FingerSample) {
        reading.timestamp = sample.time.seconds
        reading.majorRadius = sample.majorRadius ?? 0
        reading.force = sample.pressure ?? 0
    }
}

extension UITouch: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (left: UITouch, right: UITouch) -> Bool { left === right }

    /// Hashes by identity.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
