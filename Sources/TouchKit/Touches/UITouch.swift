import Touch

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

    /// What the finger did in the newest delivery.
    public internal(set) var phase = Phase.began
    /// When it came down or changed last, in seconds since start-up; stationary fingers keep it.
    public internal(set) var timestamp = 0.0
    /// How many quick taps at this place this contact makes: 1 for an isolated one.
    public internal(set) var tapCount = 1
    /// The window of the first contact.
    public var window: UIWindow? { liveWindow ?? lastWindow }
    /// The view that the finger came down on; it stays, wherever the finger goes.
    public var view: UIView? { liveView ?? lastView }
    /// Half the contact's larger extent, in points; 0 where the device doesn't tell.
    public internal(set) var majorRadius: CGFloat = 0
    /// The pressure, 1 being the device's most; 0 where it doesn't tell.
    public internal(set) var force: CGFloat = 0
    /// The most that `force` can be.
    public let maximumPossibleForce: CGFloat = 1

    /// The view and the window, held while the contact lasts: the end is owed to them, even if
    /// nobody else needs them any more.
    private var liveView: UIView?
    private var liveWindow: UIWindow?
    private weak var lastView: UIView?
    private weak var lastWindow: UIWindow?
    /// The place in the window, in points.
    var place = CGPoint.zero
    /// The place in the window at the delivery before.
    var previousPlace = CGPoint.zero
    /// Where this contact began, in the window.
    var beganPlace = CGPoint.zero
    /// The contact, while one is down.
    package private(set) var finger: FingerID?
    /// How far the view has been told of it.
    var delivery = Delivery.withheld
    /// Whether its view left the window: it is to be cancelled.
    var isOrphaned = false

    /// What a view was told of a touch.
    enum Delivery {
        /// Nothing, ever: the touch is restricted or its view is gone.
        case withheld
        /// Nothing yet: it comes in this delivery.
        case due
        /// `touchesBegan`, and the end is owed.
        case open
        /// Its end.
        case closed
    }

    init() {}

    /// A touch of its own for one measurement of another touch in the newest delivery.
    ///
    /// - Parameters:
    ///   - sample: The measurement.
    ///   - touch: The touch.
    ///   - earlier: The measurement before, if this isn't the delivery's first one.
    init(_ sample: FingerSample, of touch: UITouch, after earlier: UITouch?) {
        phase = touch.phase
        tapCount = touch.tapCount
        lastView = touch.view
        lastWindow = touch.window
        beganPlace = touch.beganPlace
        place = touch.window?.convertFromScreen(sample.position) ?? sample.position
        previousPlace = earlier?.place ?? (touch.phase == .began ? place : touch.previousPlace)
        measure(sample)
    }

    /// A touch of its own that stands for another one as it is now.
    init(copy touch: UITouch) {
        phase = touch.phase
        tapCount = touch.tapCount
        timestamp = touch.timestamp
        lastView = touch.view
        lastWindow = touch.window
        beganPlace = touch.beganPlace
        place = touch.place
        previousPlace = touch.previousPlace
        majorRadius = touch.majorRadius
        force = touch.force
    }

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
        lastWindow = window
        liveView = view
        lastView = view
        self.tapCount = tapCount
        phase = .began
        place = window.convertFromScreen(sample.position)
        previousPlace = place
        beganPlace = place
        delivery = .due
        isOrphaned = false
        measure(sample)
    }

    /// Goes on with a contact.
    func update(_ sample: FingerSample, phase: Phase) {
        self.phase = phase
        previousPlace = place
        place = window?.convertFromScreen(sample.position) ?? place
        measure(sample)
    }

    /// Another finger did something.
    func rest() {
        phase = .stationary
        previousPlace = place
    }

    /// The view left its window, or the system took all fingers back. What the view hasn't been
    /// told of yet it never will be.
    func cancel(at seconds: Double) {
        isOrphaned = false
        if delivery == .due { delivery = .withheld }
        phase = .cancelled
        timestamp = seconds
    }

    /// The contact is over: its view and its window may go.
    func retire() {
        liveView = nil
        liveWindow = nil
        finger = nil
    }

    /// Whether its view has it: such a touch keeps others away.
    var isOwned: Bool { delivery == .due || delivery == .open }

    private func measure(_ sample: FingerSample) {
        timestamp = sample.time.seconds
        majorRadius = sample.majorRadius ?? 0
        force = sample.pressure ?? 0
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
