import KioskSystem
import TouchKitGeometry

/// Says to systemd that the kiosk works, twice in each `WatchdogSec=`; withheld while something ails
/// it (`HealthCheck`). There is one only where systemd asks for signs of life.
@MainActor
final class Watchdog {
    private let service: ServiceManager
    private let log: Log
    private let timer: TimerDescriptor
    private let periodMicroseconds: Int64
    private var health = HealthCheck()
    private var due: Timestamp
    private var saidAilment = false
    /// How often it woke the loop.
    private(set) var wakeUps: UInt64 = 0

    /// - Returns: Nil where nobody wants signs of life.
    init?(
        service: ServiceManager, log: Log, events: EventLoop, source: UInt32
    ) throws(LinuxError) {
        guard let interval = service.watchdogMicroseconds else { return nil }
        self.service = service
        self.log = log
        periodMicroseconds = max(interval / 2, 1)
        timer = try TimerDescriptor()
        due = MonotonicClock.now().advanced(byMicroseconds: periodMicroseconds)
        try events.watch(timer.descriptor, as: source)
        try timer.set(to: due)
    }

    /// The timer has fired, and the loop has read its devices and done its work since.
    func check(flipPendingSince: Timestamp?, frameDue: Timestamp?, isInputUnread: Bool)
        throws(LinuxError)
    {
        wakeUps += 1
        timer.acknowledge()
        let now = MonotonicClock.now()
        due = now.advanced(byMicroseconds: periodMicroseconds)
        try timer.set(to: due)
        let ailment = health.ailment(
            at: now, flipPendingSince: flipPendingSince, frameDue: frameDue,
            isInputUnread: isInputUnread)
        if let ailment {
            if !saidAilment { log.error("no sign of life to systemd: \(ailment)") }
            saidAilment = true
        } else {
            saidAilment = false
            service.notifyWatchdog()
        }
    }
}
