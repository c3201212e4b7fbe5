import TouchKitContacts
import TouchKitGeometry

/// The state machine that detects touchscreens that are missing or silent after the display was
/// switched off and on again.
///
/// On some displays, panel and touch controller share a reset line or a supply, so that the touch
/// controller stays off, or its driver loses it. Only a touchscreen that worked before can be
/// silent. The main loop calls a method for each event; nothing allocates while touches move.
package struct TouchscreenWatch: Sendable {
    /// The time after which a touchscreen without reports counts as silent, in microseconds: 30 s.
    package static let silenceMicroseconds: Int64 = 30_000_000

    /// A problem of a touchscreen since the display was switched on.
    package enum Problem: String, Sendable {
        /// The kernel has removed the touchscreen.
        case missing
        /// The touchscreen has reported no touch.
        case silent
    }

    /// A change of a touchscreen's problem.
    package struct Change: Hashable, Sendable {
        /// The name that the touchscreen reports.
        package var name: String
        /// The new problem, or `nil` if the touchscreen works again.
        package var problem: Problem?

        /// Creates a change.
        package init(name: String, problem: Problem?) {
            self.name = name
            self.problem = problem
        }
    }

    private struct Touchscreen {
        /// The device, or `nil` while the kernel has removed it.
        var device: DeviceID?
        let name: String
        /// Whether the touchscreen reported a touch before the display was switched off.
        var hasReported = false
        /// Whether the touchscreen has reported a touch since the display was switched off.
        var hasReportedSince = false
        var problem: Problem?
    }

    private var touchscreens: [Touchscreen] = []
    private var isDisplayOff = false
    /// The time at which touchscreens without reports count as silent, or `nil` if none is
    /// examined.
    package private(set) var nextDeadline: Timestamp?

    /// Creates a state machine without touchscreens.
    package init() {}

    /// The names and problems of all touchscreens that do not work.
    package var problems: [Change] {
        touchscreens.compactMap { touchscreen in
            touchscreen.problem.map { Change(name: touchscreen.name, problem: $0) }
        }
    }

    /// Processes a connected touchscreen, and returns the change if it was missing.
    package mutating func touchscreenAdded(_ device: DeviceID, name: String) -> Change? {
        guard let index = touchscreens.firstIndex(where: { $0.device == nil && $0.name == name })
        else {
            touchscreens.append(Touchscreen(device: device, name: name))
            return nil
        }
        touchscreens[index].device = device
        guard touchscreens[index].problem != nil else { return nil }
        touchscreens[index].problem = nil
        return Change(name: name, problem: nil)
    }

    /// Processes a removed device. While the display is off, the touchscreen may return with it.
    package mutating func deviceRemoved(_ device: DeviceID) {
        guard let index = touchscreens.firstIndex(where: { $0.device == device }) else { return }
        if isDisplayOff {
            touchscreens[index].device = nil
        } else {
            touchscreens.remove(at: index)
        }
    }

    /// Processes a touch frame, and returns the change if the touchscreen was silent.
    package mutating func touchReported(by device: DeviceID) -> Change? {
        guard let index = touchscreens.firstIndex(where: { $0.device == device }) else {
            return nil
        }
        touchscreens[index].hasReported = true
        touchscreens[index].hasReportedSince = true
        guard touchscreens[index].problem != nil else { return nil }
        touchscreens[index].problem = nil
        return Change(name: touchscreens[index].name, problem: nil)
    }

    /// Processes whether the display is switched off, and returns the touchscreens that are missing
    /// when the display is switched on.
    package mutating func setDisplayOff(_ isOff: Bool, at now: Timestamp) -> [Change] {
        guard isOff != isDisplayOff else { return [] }
        isDisplayOff = isOff
        if isOff {
            nextDeadline = nil
            for index in touchscreens.indices { touchscreens[index].hasReportedSince = false }
            return []
        }
        if touchscreens.contains(where: { $0.hasReported && !$0.hasReportedSince }) {
            nextDeadline = now.advanced(byMicroseconds: Self.silenceMicroseconds)
        }
        return setProblem(.missing) { $0.device == nil }
    }

    /// Returns the touchscreens that are silent at `now`, once after each return of the display.
    package mutating func checkDeadline(at now: Timestamp) -> [Change] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        nextDeadline = nil
        return setProblem(.silent) {
            $0.device != nil && $0.hasReported && !$0.hasReportedSince
        }
    }

    /// Sets the problem of the touchscreens that fulfill a condition and have none yet.
    private mutating func setProblem(
        _ problem: Problem, where hasProblem: (Touchscreen) -> Bool
    ) -> [Change] {
        var changes: [Change] = []
        for index in touchscreens.indices
        where touchscreens[index].problem == nil && hasProblem(touchscreens[index]) {
            touchscreens[index].problem = problem
            changes.append(Change(name: touchscreens[index].name, problem: problem))
        }
        return changes
    }
}

extension TouchscreenWatch.Change: CustomStringConvertible {
    /// The change as a log message.
    package var description: String {
        switch problem {
        case .missing?: "\(name): missing since the display was switched off"
        case .silent?:
            "\(name): no touch for \(TouchscreenWatch.silenceMicroseconds / 1_000_000) s since the display was switched on"
        case nil: "\(name): works again"
        }
    }
}
