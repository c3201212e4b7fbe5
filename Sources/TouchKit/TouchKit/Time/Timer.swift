/// A timer that calls a closure or a target's method after a time interval on the application's
/// clock.
///
/// The run loop retains a scheduled timer until `invalidate()`, and the timer retains its target,
/// as in Foundation. A timer wakes the device only when it fires. A repeating timer that is late
/// skips the fire times that have passed and keeps its schedule.
///
/// Under a `TouchSimulator`, timers use the virtual clock.
///
/// ```swift
/// Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] timer in
///     guard let self else { return timer.invalidate() }
///     updateClock()
/// }
/// ```
@MainActor
public final class Timer {
    /// The interval that replaces intervals of at most 0 seconds, as in Foundation.
    private static let minimumInterval = 0.000_1

    /// The time interval in seconds between two calls, or 0 if the timer does not repeat.
    public let timeInterval: Double
    /// An object or value that the app associates with the timer.
    public let userInfo: Any?
    /// The time in seconds after a fire date within which the timer may fire. The value has no
    /// effect in TouchKit.
    public var tolerance = 0.0
    /// A Boolean value that indicates whether the timer is currently valid.
    public var isValid: Bool { call != nil }

    /// The seconds from the addition to the run loop until the first call.
    private let firstInterval: Double
    /// The closure to call, or `nil` after `invalidate()`.
    private var call: ((Timer) -> Void)?
    /// The application on whose clock the timer is scheduled, or `nil` before the addition to the
    /// run loop.
    private weak var application: UIApplication?
    /// The scheduled call of `fireOnSchedule()`.
    private var ticket: CallScheduler.Ticket?
    /// The time of the scheduled call, in seconds on the application's clock.
    private var fireTime = 0.0

    /// Initializes a timer with the specified time interval and block.
    ///
    /// Add the timer to a run loop with `RunLoop.add(_:forMode:)`.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two calls, counted from the addition to the run loop.
    ///     Values of at most 0 count as 0.1 ms.
    ///   - repeats: Whether the timer reschedules itself until `invalidate()`. If `false`, the
    ///     timer is invalidated after its call.
    ///   - block: The closure to call. Its parameter is the timer.
    public convenience init(
        timeInterval interval: Double, repeats: Bool, block: @escaping @MainActor (Timer) -> Void
    ) {
        self.init(interval, userInfo: nil, repeats: repeats, call: block)
    }

    /// Initializes a timer with the specified object and selector.
    ///
    /// Add the timer to a run loop with `RunLoop.add(_:forMode:)`.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two calls, counted from the addition to the run loop.
    ///     Values of at most 0 count as 0.1 ms.
    ///   - target: The object that implements the method, retained until `invalidate()`.
    ///   - selector: The method, which may take the timer as its parameter.
    ///   - userInfo: An object or value that the app associates with the timer.
    ///   - repeats: Whether the timer reschedules itself until `invalidate()`.
    /// - Precondition: The target implements the method.
    public convenience init(
        timeInterval interval: Double, target: AnyObject, selector: Selector, userInfo: Any?,
        repeats: Bool
    ) {
        precondition(
            selector.isImplemented(by: target),
            "\(type(of: target)): cannot call \(selector): the method is not implemented")
        self.init(interval, userInfo: userInfo, repeats: repeats) {
            selector.perform(on: target, with: $0)
        }
    }

    private init(
        _ interval: Double, userInfo: Any?, repeats: Bool, call: @escaping (Timer) -> Void
    ) {
        firstInterval = interval > 0 ? interval : Self.minimumInterval
        timeInterval = repeats ? firstInterval : 0
        self.userInfo = userInfo
        self.call = call
    }

    /// Creates a timer and schedules it on the main run loop.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two calls. Values of at most 0 count as 0.1 ms.
    ///   - repeats: Whether the timer reschedules itself until `invalidate()`. If `false`, the
    ///     timer is invalidated after its call.
    ///   - block: The closure to call. Its parameter is the timer.
    /// - Returns: The scheduled timer.
    @discardableResult
    public static func scheduledTimer(
        withTimeInterval interval: Double, repeats: Bool,
        block: @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        let timer = Timer(timeInterval: interval, repeats: repeats, block: block)
        timer.schedule()
        return timer
    }

    /// Creates a timer that calls a target's method and schedules it on the main run loop.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two calls. Values of at most 0 count as 0.1 ms.
    ///   - target: The object that implements the method, retained until `invalidate()`.
    ///   - selector: The method, which may take the timer as its parameter.
    ///   - userInfo: An object or value that the app associates with the timer.
    ///   - repeats: Whether the timer reschedules itself until `invalidate()`.
    /// - Returns: The scheduled timer.
    /// - Precondition: The target implements the method.
    @discardableResult
    public static func scheduledTimer(
        timeInterval interval: Double, target: AnyObject, selector: Selector, userInfo: Any?,
        repeats: Bool
    ) -> Timer {
        let timer = Timer(
            timeInterval: interval, target: target, selector: selector, userInfo: userInfo,
            repeats: repeats)
        timer.schedule()
        return timer
    }

    /// Calls the timer's closure or method immediately.
    ///
    /// A repeating timer keeps its schedule. A timer that does not repeat is invalidated.
    public func fire() {
        guard let call else { return }
        call(self)
        if timeInterval == 0 { invalidate() }
    }

    /// Stops the timer from ever firing again, and releases its closure and target.
    public func invalidate() {
        call = nil
        if let ticket { application?.cancelScheduled(ticket) }
        ticket = nil
    }

    /// Schedules the first call. A timer that is scheduled or invalid is not scheduled.
    func schedule() {
        guard application == nil, isValid else { return }
        let application = UIApplication.shared
        self.application = application
        fireTime = application.now.seconds + firstInterval
        schedule(in: application)
    }

    /// The seconds until the timer fires next. Assigning a value moves the call, and later calls of
    /// a repeating timer follow from there; with infinity, the timer pauses. A timer that is not
    /// scheduled or invalid has the value 0 and ignores assigned values.
    package var timeUntilFire: Double {
        get {
            guard let application, isValid else { return 0 }
            return fireTime - application.now.seconds
        }
        set {
            guard let application, isValid else { return }
            if let ticket { application.cancelScheduled(ticket) }
            ticket = nil
            fireTime = application.now.seconds + max(newValue, 0)
            if fireTime.isFinite { schedule(in: application) }
        }
    }

    /// Schedules the call at `fireTime`. The application retains the timer until then.
    private func schedule(in application: UIApplication) {
        ticket = application.schedule(at: application.time(fireTime, after: .zero)) {
            self.fireOnSchedule()
        }
    }

    private func fireOnSchedule() {
        ticket = nil
        let scheduledTime = fireTime
        fire()
        // The call may have assigned another fire date.
        guard isValid, let application, ticket == nil, fireTime == scheduledTime else { return }
        let late = max(application.targetTime.seconds - fireTime, 0)
        fireTime += timeInterval * ((late / timeInterval).rounded(.down) + 1)
        schedule(in: application)
    }
}

extension RunLoop {
    /// Registers a timer with the run loop, which retains it until it is invalidated.
    ///
    /// A timer that was already added or is invalid is not added.
    @MainActor
    public func add(_ timer: Timer, forMode mode: Mode) {
        timer.schedule()
    }
}
