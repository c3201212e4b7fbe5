import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// The hotplug events of displays, which the kernel reports through udev.
///
/// Monitors in standby may report that they are disconnected. If an event arrives while the screen
/// is off, the display is therefore checked after the screen has woken (`DeferredDisplayCheck`).
@MainActor
final class DisplayHotplug {
    /// The effect of the events that were read.
    enum Effect {
        /// There was no event.
        case unchanged
        /// The display is checked later: when the screen has woken, or when a waking monitor has
        /// had time to report its connection.
        case deferred
        /// The display must be checked or replaced now.
        case update
    }

    private let monitor: DeviceMonitor
    private var check = DeferredDisplayCheck()
    /// The time at which the display must be checked without another event, or `nil`.
    var nextDeadline: Timestamp? { check.deadline }

    /// Opens the udev monitor, or returns `nil` on failure. A display that is already connected
    /// works without the monitor.
    ///
    /// - Parameters:
    ///   - events: The event loop with which the monitor's descriptor is registered.
    ///   - source: The source number for the descriptor in the event loop.
    ///   - log: The log for errors.
    init?(events: EventLoop, source: UInt32, log: Log) {
        do {
            let monitor = try DeviceMonitor(subsystem: "drm")
            try events.watch(monitor.descriptor, as: source)
            self.monitor = monitor
        } catch {
            log.warning(
                "udev: cannot monitor displays: \(error); displays connected later are ignored")
            return nil
        }
    }

    /// Reads all pending events and returns their effect.
    ///
    /// - Parameters:
    ///   - controller: The owner of the display. If the screen is off, its display's connection is
    ///     reported to the session.
    ///   - session: The session, or `nil` before the first display is available.
    func readEvents(about controller: DisplayController, _ session: Session?) -> Effect {
        var hasEvents = false
        while monitor.next() != nil { hasEvents = true }
        guard hasEvents else { return .unchanged }
        guard let session, session.isScreenOff || check.isScheduled else {
            check.cancel()
            return .update
        }
        let connection = controller.display?.checkConnection()
        check.recordEvent(connection)
        if !session.isScreenOff { return .deferred }
        if let connection { session.connectionChecked(connection) }
        // A display on another connector may have replaced the one that was switched off.
        guard controller.checkReplacement(isGone: connection == .gone), session.isStandbySettled
        else { return .deferred }
        check.cancel()
        return .update
    }

    /// Returns whether the display must be checked at `now`, because the screen has woken after an
    /// event that was deferred. Further calls return `false`.
    func consumeCheck(afterWaking session: Session?, at now: Timestamp) -> Bool {
        guard let session else { return false }
        return check.consume(
            isAwake: !session.isScreenOff && (!session.hasDisplay || !session.isWaking), at: now)
    }
}
