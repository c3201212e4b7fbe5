import TouchKit

/// What each view has to be told of each contact, written down from what windows, views and
/// recognizers see: the dispatcher isn't asked.
@MainActor
final class PlayLedger {
    /// One contact of a finger with a view.
    final class Entry {
        enum Told {
            case nothing
            case began
            case all
        }

        let touch: ObjectIdentifier
        let view: ObjectIdentifier
        let beganAt: Double
        var told = Told.nothing
        var isLifted = false
        /// Why all that its view may still hear is that it is cancelled.
        var end: String?
        /// Why the view may never hear of it; nil: it has to.
        var excuse: String?

        init(_ touch: ObjectIdentifier, _ view: ObjectIdentifier, beganAt: Double) {
            self.touch = touch
            self.view = view
            self.beganAt = beganAt
        }
    }

    /// Those of the episode, oldest first.
    private(set) var entries: [Entry] = []
    private(set) var problems: [String] = []
    private var disturbances: [ObjectIdentifier: Double] = [:]
    private var lastDisturbance = -1.0

    /// Whether what happens is written down.
    var keepsLines = false
    private(set) var lines: [String] = []

    func report(_ problem: String) {
        problems.append(problem)
        note("PROBLEM: \(problem)")
    }

    func note(_ line: @autoclosure () -> String) {
        if keepsLines { lines.append(line()) }
    }

    static func short(_ id: ObjectIdentifier) -> String {
        String(UInt(bitPattern: id) >> 4 & 0xFFFF, radix: 16)
    }

    // MARK: What windows see

    /// An event goes through a window, before recognizers and views see it.
    func passes(_ event: UIEvent, through window: UIWindow) {
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
            // A tap in a row: the contact before is over.
            for entry in entries where entry.touch == id { entry.isLifted = true }
            let entry = Entry(id, ObjectIdentifier(view), beganAt: touch.timestamp)
            entries.append(entry)
            if isRestricted(entry, view, touches, window) { entry.excuse = "restricted" }
            if entry.beganAt <= max(lastDisturbance, disturbances[entry.view] ?? -1) {
                excuse(entry, "taken back")
            }
            note(
                "\(touch.timestamp) \(Self.short(id)) on \(Self.short(entry.view)), excuse \(entry.excuse ?? "-")"
            )
        }
        for touch in touches where touch.phase == .ended || touch.phase == .cancelled {
            guard let entry = newest(of: touch, before: earlier) else { continue }
            entry.isLifted = true
            if touch.phase == .cancelled { excuse(entry, "taken back") }
        }
    }

    /// Whether another finger may keep this one from its view (R-2.11, R-2.14).
    private func isRestricted(
        _ entry: Entry, _ view: UIView, _ touches: Set<UITouch>, _ window: UIWindow
    ) -> Bool {
        for touch in touches where ObjectIdentifier(touch) != entry.touch {
            // A touch that was claimed doesn't say any more whose it is: then this may be so.
            guard let other = touch.view else { return true }
            if other === view {
                if !view.isMultipleTouchEnabled { return true }
            } else if view.isExclusiveTouch || other.isExclusiveTouch {
                return true
            }
        }
        return false
    }

    /// A window kept an event to itself.
    func kept(_ event: UIEvent, by window: UIWindow) {
        for touch in event.touches(for: window) ?? [] where touch.phase != .stationary {
            if let entry = newest(of: touch) { excuse(entry, "kept by its window") }
        }
    }

    // MARK: What the world does

    /// The system takes back what is down: a view left its window, or all views if none is given. That
    /// goes for contacts that no window has seen yet, too: this may be while views are hit.
    func disturbed(_ view: UIView?, at time: Double) {
        if let view {
            disturbances[ObjectIdentifier(view)] = time
        } else {
            lastDisturbance = time
        }
        for entry in entries where view.map({ ObjectIdentifier($0) == entry.view }) ?? true {
            excuse(entry, "taken back")
            if entry.told != .all { entry.end = "the system took it back" }
        }
    }

    /// A recognizer took a contact away.
    func taken(_ entry: Entry, forSure: Bool) {
        excuse(entry, "taken by a recognizer")
        if forSure && entry.told != .all { entry.end = "a recognizer took it" }
    }

    private func excuse(_ entry: Entry, _ why: String) {
        if entry.excuse == nil { entry.excuse = why }
    }

    /// The newest contact of a touch.
    func newest(of touch: UITouch) -> Entry? { newest(of: touch, before: entries.count) }

    private func newest(of touch: UITouch, before count: Int) -> Entry? {
        let id = ObjectIdentifier(touch)
        return entries[..<count].last { $0.touch == id }
    }

    // MARK: What views are told

    func told(_ view: UIView, _ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent?) {
        for touch in touches {
            note(
                "\(Self.short(ObjectIdentifier(view))) \(phase) \(Self.short(ObjectIdentifier(touch)))"
            )
        }
        if touches.isEmpty { report("a view was told of no touch") }
        if event?.allTouches?.isSuperset(of: touches) != true {
            report("a view was told of a touch that isn't in the event")
        }
        for touch in touches {
            if touch.phase != phase { report("\(phase) of a touch that is \(touch.phase)") }
            if let other = touch.view, other !== view { report("another view's touch") }
            told(ObjectIdentifier(view), touch, phase)
        }
        if phase == .began, !view.isMultipleTouchEnabled, openCount(of: view) > 1 {
            report("two fingers in a view for one")
        }
    }

    private func told(_ view: ObjectIdentifier, _ touch: UITouch, _ phase: UITouch.Phase) {
        let id = ObjectIdentifier(touch)
        let open = entries.filter { $0.touch == id && $0.view == view && $0.told == .began }
        switch phase {
        case .began:
            if !open.isEmpty { report("began twice") }
            let candidates = entries.filter {
                $0.touch == id && $0.view == view && $0.told == .nothing
                    && $0.beganAt == touch.timestamp
            }
            guard let entry = candidates.first(where: { $0.excuse == nil }) ?? candidates.first
            else { return report("began of a touch that never came down") }
            entry.told = .began
            check(entry, phase)
        case .moved, .stationary:
            if let entry = open.first { check(entry, phase) }
            if open.count != 1 { report("\(phase) of a touch that began \(open.count) times") }
        case .ended, .cancelled:
            if open.count != 1 { report("\(phase) of a touch that began \(open.count) times") }
            open.first?.told = .all
            if phase == .ended, let entry = open.first { check(entry, phase) }
        }
    }

    private func check(_ entry: Entry, _ phase: UITouch.Phase) {
        if let end = entry.end { report("\(phase) after \(end)") }
    }

    private func openCount(of view: UIView) -> Int {
        entries.count { $0.view == ObjectIdentifier(view) && $0.told == .began }
    }

    /// Everything is over: nobody may be owed anything.
    func close() {
        for entry in entries {
            switch entry.told {
            case .nothing where entry.excuse == nil:
                report("a withheld touch was forgotten")
                note("\(entry.beganAt) \(Self.short(entry.touch)) on \(Self.short(entry.view))")
            case .began: report("a touch that began never ended")
            case .nothing, .all: break
            }
        }
        entries.removeAll(keepingCapacity: true)
        disturbances.removeAll(keepingCapacity: true)
    }
}
