/// A call that an application's clock repeats at an interval until it is stopped or the object is
/// deallocated, for views that change a few times a second.
@MainActor
final class RepeatingCall {
    private weak var application: UIApplication?
    private let body: () -> Void
    private var ticket: CallScheduler.Ticket?

    /// Creates a stopped call that is made by an application's clock.
    init(application: UIApplication, _ body: @escaping () -> Void) {
        self.application = application
        self.body = body
    }

    /// Makes the first call after `delay` seconds and further calls every `interval` seconds,
    /// instead of calls that were scheduled before.
    func start(after delay: Double, interval: Double) {
        stop()
        ticket = application?.schedule(after: delay) { [weak self] in
            guard let self else { return }
            start(after: interval, interval: interval)
            body()
        }
    }

    /// Cancels the scheduled call.
    func stop() {
        guard let ticket else { return }
        self.ticket = nil
        application?.cancelScheduled(ticket)
    }
}
