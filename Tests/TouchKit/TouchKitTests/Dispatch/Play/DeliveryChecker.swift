import TouchKit

/// Checks the deliveries of each contact to its view.
///
/// The checker derives the expected deliveries from the callbacks of windows, views and
/// recognizers, without using the dispatcher's state.
@MainActor
final class DeliveryChecker {
    /// One contact of a finger with a view, and its deliveries so far.
    final class Entry {
        enum Delivery {
            case nothing
            case began
            case all
        }

        let touch: ObjectIdentifier
        let view: ObjectIdentifier
        let beganAt: Double
        var delivered = Delivery.nothing
        var isLifted = false
        /// The reason why the view may receive only a cancellation from now on, or `nil`.
        var end: String?
        /// The reason why the contact may stay undelivered, or `nil` if its delivery is required.
        var excuse: String?

        init(_ touch: ObjectIdentifier, _ view: ObjectIdentifier, beganAt: Double) {
            self.touch = touch
            self.view = view
            self.beganAt = beganAt
        }
    }

    /// The contacts of the current episode, oldest first.
    private(set) var entries: [Entry] = []
    private(set) var problems: [String] = []
    private var cancellationTimes: [ObjectIdentifier: Double] = [:]
    private var lastCancellationTime = -1.0

    /// Whether `log(_:)` stores its lines.
    var isLogging = false
    private(set) var lines: [String] = []

    func report(_ problem: String) {
        problems.append(problem)
        log("PROBLEM: \(problem)")
    }

    func log(_ line: @autoclosure () -> String) {
        if isLogging { lines.append(line()) }
    }

    static func short(_ id: ObjectIdentifier) -> String {
        String(UInt(bitPattern: id) >> 4 & 0xFFFF, radix: 16)
    }

    // MARK: Events of windows

    /// Records the contacts of an event before recognizers and views receive the event.
    func recordEvent(_ event: UIEvent, through window: UIWindow) {
        let touches = event.touches(for: window) ?? []
        let live = Set((event.allTouches ?? []).map(ObjectIdentifier.init))
        for entry in entries where !live.contains(entry.touch) { entry.isLifted = true }
        let earlier = entries.count
        for touch in touches where touch.phase == .began {
            guard let view = touch.view else {
                report("a touch began without a view")
                continue
            }
            let id = ObjectIdentifier(touch)
            // The next tap of a sequence reuses the touch, so the previous contact has ended.
            for entry in entries where entry.touch == id { entry.isLifted = true }
            let entry = Entry(id, ObjectIdentifier(view), beganAt: touch.timestamp)
            entries.append(entry)
            if isRestricted(entry, view, touches, window) { entry.excuse = "restricted" }
            if isInScrollView(view) { excuse(entry, "in a scroll view, which may take it") }
            if entry.beganAt <= max(lastCancellationTime, cancellationTimes[entry.view] ?? -1) {
                excuse(entry, "cancelled by the system")
            }
            let contact = "\(Self.short(id)) on \(Self.short(entry.view))"
            log("\(touch.timestamp) \(contact), excuse \(entry.excuse ?? "-")")
        }
        for touch in touches where touch.phase == .ended || touch.phase == .cancelled {
            guard let entry = newest(of: touch, before: earlier) else { continue }
            entry.isLifted = true
            if touch.phase == .cancelled { excuse(entry, "cancelled by the system") }
        }
    }

    /// Returns whether a view is a scroll view or in one, whose drags and answers decide whether
    /// the view receives touches.
    private func isInScrollView(_ view: UIView) -> Bool {
        var ancestor: UIView? = view
        while let view = ancestor {
            if view is UIScrollView { return true }
            ancestor = view.superview
        }
        return false
    }

    /// Returns whether another finger can prevent this contact's delivery (R-2.11, R-2.14).
    private func isRestricted(
        _ entry: Entry, _ view: UIView, _ touches: Set<UITouch>, _ window: UIWindow
    ) -> Bool {
        for touch in touches where ObjectIdentifier(touch) != entry.touch {
            // A claimed touch has no view any more, so a restriction is possible.
            guard let other = touch.view else { return true }
            if other === view {
                if !view.isMultipleTouchEnabled { return true }
            } else if view.isExclusiveTouch || other.isExclusiveTouch {
                return true
            }
        }
        return false
    }

    /// Records that a window consumed an event without passing it on.
    func recordConsumption(of event: UIEvent, by window: UIWindow) {
        for touch in event.touches(for: window) ?? [] where touch.phase != .stationary {
            if let entry = newest(of: touch) { excuse(entry, "consumed by its window") }
        }
    }

    // MARK: Cancellations and claims

    /// Records that the system cancels the contacts of `view`, or all contacts if `view` is `nil`.
    ///
    /// The cancellation includes contacts whose event has not reached a window yet, because the
    /// cause can occur during hit-testing.
    func recordCancellation(of view: UIView?, at time: Double) {
        if let view {
            cancellationTimes[ObjectIdentifier(view)] = time
        } else {
            lastCancellationTime = time
        }
        for entry in entries where view.map({ ObjectIdentifier($0) == entry.view }) ?? true {
            excuse(entry, "cancelled by the system")
            if entry.delivered != .all { entry.end = "the system cancelled it" }
        }
    }

    /// Records that a recognizer claimed a contact, or possibly claimed it if `forSure` is `false`.
    func recordClaim(of entry: Entry, forSure: Bool) {
        excuse(entry, "claimed by a recognizer")
        if forSure && entry.delivered != .all { entry.end = "a recognizer claimed it" }
    }

    private func excuse(_ entry: Entry, _ why: String) {
        if entry.excuse == nil { entry.excuse = why }
    }

    /// Returns the newest contact of a touch.
    func newest(of touch: UITouch) -> Entry? { newest(of: touch, before: entries.count) }

    private func newest(of touch: UITouch, before count: Int) -> Entry? {
        let id = ObjectIdentifier(touch)
        return entries[..<count].last { $0.touch == id }
    }

    // MARK: Deliveries to views

    /// Records a delivery to a view and reports it as a problem if it breaks a rule.
    func recordDelivery(
        _ view: UIView, _ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent?
    ) {
        for touch in touches {
            let contact = Self.short(ObjectIdentifier(touch))
            log("\(Self.short(ObjectIdentifier(view))) \(phase) \(contact)")
        }
        if touches.isEmpty { report("a view received an empty set of touches") }
        if event?.allTouches?.isSuperset(of: touches) != true {
            report("a view received a touch that isn't in the event")
        }
        for touch in touches {
            if touch.phase != phase { report("\(phase) of a touch that is \(touch.phase)") }
            if let other = touch.view, other !== view { report("another view's touch") }
            recordDelivery(ObjectIdentifier(view), touch, phase)
        }
        if phase == .began, !view.isMultipleTouchEnabled, openCount(of: view) > 1 {
            report("two fingers in a single-touch view")
        }
    }

    private func recordDelivery(_ view: ObjectIdentifier, _ touch: UITouch, _ phase: UITouch.Phase)
    {
        let id = ObjectIdentifier(touch)
        let open = entries.filter { $0.touch == id && $0.view == view && $0.delivered == .began }
        switch phase {
        case .began:
            if !open.isEmpty { report("began twice") }
            let candidates = entries.filter {
                $0.touch == id && $0.view == view && $0.delivered == .nothing
                    && $0.beganAt == touch.timestamp
            }
            guard let entry = candidates.first(where: { $0.excuse == nil }) ?? candidates.first
            else { return report("began of a touch that never came down") }
            entry.delivered = .began
            check(entry, phase)
        case .moved, .stationary:
            if let entry = open.first { check(entry, phase) }
            if open.count != 1 { report("\(phase) of a touch that began \(open.count) times") }
        case .ended, .cancelled:
            if open.count != 1 { report("\(phase) of a touch that began \(open.count) times") }
            open.first?.delivered = .all
            if phase == .ended, let entry = open.first { check(entry, phase) }
        }
    }

    private func check(_ entry: Entry, _ phase: UITouch.Phase) {
        if let end = entry.end { report("\(phase) after \(end)") }
    }

    private func openCount(of view: UIView) -> Int {
        entries.count { $0.view == ObjectIdentifier(view) && $0.delivered == .began }
    }

    /// Ends an episode: reports contacts with missing deliveries and clears the records.
    func close() {
        for entry in entries {
            switch entry.delivered {
            case .nothing where entry.excuse == nil:
                report("a touch was never delivered")
                log("\(entry.beganAt) \(Self.short(entry.touch)) on \(Self.short(entry.view))")
            case .began: report("a touch that began never ended")
            case .nothing, .all: break
            }
        }
        entries.removeAll(keepingCapacity: true)
        cancellationTimes.removeAll(keepingCapacity: true)
    }
}
