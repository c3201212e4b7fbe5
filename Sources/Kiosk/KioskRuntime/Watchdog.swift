import KioskSystem
import TouchKitGeometry

/// An object that sends watchdog keep-alives to systemd. A timer causes two keep-alives in each
/// `WatchdogSec=` interval, unless `HealthCheck` finds a failure.
@MainActor
final class Watchdog {
    /// The interval, in microseconds, within which systemd requires a keep-alive while a call may
    /// block in the kernel: 60 s. A call that waits for a lost flip can wait several times for the
    /// kernel's limit of ten seconds.
    private static let blockingIntervalMicroseconds: Int64 = 60_000_000

    private let service: SystemdNotifier
    private let log: Log
    private let timer: TimerDescriptor
    /// The interval within which systemd requires a keep-alive, in microseconds.
    private let intervalMicroseconds: Int64
    private let periodMicroseconds: Int64
    private var health = HealthCheck()
    private var isFailureLogged = false
    /// The number of times that the watchdog's timer woke the main loop.
    private(set) var wakeUps: UInt64 = 0

    /// Creates a watchdog and starts the timer, or returns `nil` if systemd expects no keep-alives.
    init?(
        service: SystemdNotifier, log: Log, events: EventLoop, source: UInt32
    ) throws(LinuxError) {
        guard let interval = service.watchdogMicroseconds else { return nil }
        self.service = service
        self.log = log
        intervalMicroseconds = interval
        periodMicroseconds = max(interval / 2, 1)
        timer = try TimerDescriptor()
        try events.watch(timer.descriptor, as: source)
        try timer.set(to: MonotonicClock.now().advanced(byMicroseconds: periodMicroseconds))
    }

    /// Checks the kiosk's health, and sends a keep-alive if the check finds no failure. Called
    /// after the timer has fired and the main loop has read the input devices.
    ///
    /// - Parameters:
    ///   - flipPendingSince: The time at which the pending page flip was submitted, or `nil` if no
    ///     flip is pending or its completion does not wake the main loop.
    ///   - frameDue: The time at which the next frame must start, or `nil` if no frame is
    ///     scheduled.
    ///   - isInputUnread: Whether the input devices are readable although the main loop has just
    ///     read them several times.
    func check(flipPendingSince: Timestamp?, frameDue: Timestamp?, isInputUnread: Bool)
        throws(LinuxError)
    {
        wakeUps += 1
        timer.acknowledge()
        let now = MonotonicClock.now()
        try timer.set(to: now.advanced(byMicroseconds: periodMicroseconds))
        let failure = health.failure(
            at: now, flipPendingSince: flipPendingSince, frameDue: frameDue,
            isInputUnread: isInputUnread)
        if let failure {
            if !isFailureLogged { log.error("watchdog: keep-alive withheld: \(failure)") }
            isFailureLogged = true
        } else {
            isFailureLogged = false
            service.notifyWatchdog()
        }
    }

    /// Extends systemd's interval before a call that may block in the kernel.
    func beginBlockingCall() {
        service.setWatchdogInterval(
            microseconds: max(intervalMicroseconds, Self.blockingIntervalMicroseconds))
    }

    /// Restores systemd's interval after a call that may have blocked in the kernel.
    func endBlockingCall() {
        service.setWatchdogInterval(microseconds: intervalMicroseconds)
    }
}
