import TouchKit

/// What happened in the arena, a row each; moves that follow each other share one.
package struct ArenaTrace {
    /// What a row is about, and so its colour.
    package enum Tone: Int, CaseIterable, Sendable {
        /// A finger, and who is shown it.
        case finger
        /// Somebody has to wait.
        case waiting
        /// Somebody recognizes.
        case winning
        /// Somebody failed or was cancelled.
        case losing
        /// A view is told.
        case view
        /// A view isn't told.
        case silence
    }

    /// A row. All texts but names are literals: making one costs no memory.
    package struct Row {
        /// Seconds since the sequence began, as text.
        package var time: String
        /// Who: a view or a recognizer.
        package var name: String
        /// How it went out: "failed:", or nothing.
        package var verdict = ""
        /// What happened.
        package var text: String
        /// Because of whom, or nothing.
        package var other = ""
        /// How often it happened in a row.
        package var count = 1
        /// The rule's number, or nothing.
        package var rule = ""
        package var tone: Tone
        /// Whether a sequence begins with it.
        package var isFirst = false
    }

    /// What a new event did to the rows.
    package enum Change: Hashable {
        case none
        /// A row that was there counts on.
        case counted(row: Int)
        /// There is another row at the end.
        case added
    }

    /// The most rows that are kept.
    package static let capacity = 120
    /// A finger that comes down so long after all that happened before begins a sequence, in seconds:
    /// longer than anything that recognizers wait for.
    private static let pause = 1.0

    /// The newest rows, oldest first.
    package private(set) var rows: [Row] = []
    private var fingers = 0
    private var start = 0.0
    private var last = -Self.pause

    init() {
        rows.reserveCapacity(Self.capacity)
    }

    /// Whether a finger is the first one of a sequence.
    @MainActor
    package func isFirst(_ event: GestureEvent) -> Bool {
        guard case .finger(.began, on: let view) = event.kind, view is ArenaView else {
            return false
        }
        return fingers == 0 && event.timestamp - last >= Self.pause
    }

    /// Takes down what happened, if it has to do with the arena.
    @MainActor
    package mutating func add(_ event: GestureEvent) -> Change {
        let isFirst = isFirst(event)
        if isFirst { start = event.timestamp }
        count(event.kind)
        guard var row = row(for: event.kind) else { return .none }
        last = event.timestamp
        if Self.isMove(event.kind), let index = place(of: row) {
            rows[index].count += 1
            return .counted(row: index)
        }
        row.isFirst = isFirst
        row.time = Self.words(seconds: event.timestamp - start)
        if rows.count == Self.capacity { rows.removeFirst() }
        rows.append(row)
        return .added
    }

    @MainActor
    private mutating func count(_ kind: GestureEvent.Kind) {
        guard case .finger(let phase, on: let view) = kind, view is ArenaView else { return }
        fingers += phase == .began ? 1 : -1
    }

    private static func isMove(_ kind: GestureEvent.Kind) -> Bool {
        switch kind {
        case .action(_, .changed), .told(_, .moved, _): true
        default: false
        }
    }

    /// The row that a move is counted in: of several that move at a time, each has one.
    private func place(of move: Row) -> Int? {
        for index in rows.indices.reversed() {
            guard rows[index].text == Self.moved || rows[index].text == Self.changed else {
                return nil
            }
            if rows[index].name == move.name && rows[index].text == move.text { return index }
        }
        return nil
    }

    private static let moved = "touchesMoved"
    private static let changed = "changed"

    /// Seconds with three digits behind the point; short enough to need no memory.
    private static func words(seconds: Double) -> String {
        let milliseconds = Int(min(max(seconds, 0), 99_999) * 1_000 + 0.5)
        var words = String(milliseconds / 1_000)
        let rest = milliseconds % 1_000
        words += rest < 10 ? ".00" : rest < 100 ? ".0" : "."
        words += String(rest)
        return words
    }

    // MARK: Rows

    @MainActor
    private func row(for kind: GestureEvent.Kind) -> Row? {
        switch kind {
        case .finger(let phase, on: let view):
            let text =
                switch phase {
                case .began: "hit by a finger"
                case .cancelled: "finger taken back"
                case .ended, .moved, .stationary: "finger lifted"
                }
            return row(view, text, .finger)
        case .received(let recognizer, _):
            return row(recognizer, "receives touch", .finger)
        case .declined(let recognizer, _):
            return row(recognizer, "should not receive", .silence, "R-4.10")
        case .decided(let recognizer, let decision):
            return row(recognizer, decision)
        case .action(let recognizer, let state):
            return row(recognizer, Self.words(state, of: recognizer), Self.tone(state))
        case .told(let view, let phase, _):
            return row(view, Self.words(phase), .view, phase == .cancelled ? "R-5.2" : "")
        case .withheld(let view, .began, _):
            return row(view, "touchesBegan waits", .silence, "R-5.5")
        case .withheld(let view, _, _):
            return row(view, "touchesEnded waits", .silence, "R-5.7")
        case .neverTold(let view, _):
            return row(view, "never told of touch", .silence, "R-5.5")
        }
    }

    @MainActor
    private func row(
        _ view: UIView, _ text: String, _ tone: Tone, _ rule: String = ""
    ) -> Row? {
        guard let view = view as? ArenaView else { return nil }
        return Row(time: "", name: view.title, text: text, rule: rule, tone: tone)
    }

    @MainActor
    private func row(
        _ recognizer: UIGestureRecognizer, _ text: String, _ tone: Tone, _ rule: String = ""
    ) -> Row? {
        guard recognizer.view is ArenaView, let name = recognizer.name else { return nil }
        return Row(time: "", name: name, text: text, rule: rule, tone: tone)
    }

    /// What a recognizer wants is told by what comes of it, and a reset says nothing new.
    @MainActor
    private func row(
        _ recognizer: UIGestureRecognizer, _ decision: GestureEvent.Decision
    ) -> Row? {
        let text: String
        var other: UIGestureRecognizer?
        switch decision.reason {
        case .granted, .reset: return nil
        case .assigned(_, let failure):
            guard decision.to == .failed, decision.from != .failed else { return nil }
            text = failure?.rawValue ?? "touch taken back"
        case .waits(let required):
            text = "waits for"
            other = required
        case .refused: text = "should not begin"
        case .lost(let winner):
            text = "lost to"
            other = winner
        case .blocked(let active):
            text = "blocked by"
            other = active
        case .prevented(let winner):
            text = "prevented by"
            other = winner
        case .disabled: text = "disabled"
        case .removed: text = "removed"
        case .abandoned: text = "left without a finger"
        case .deadlocked: text = "waits for itself"
        }
        var row = row(recognizer, text, .losing, decision.rule)
        row?.other = other?.name ?? ""
        switch decision.to {
        case .failed: row?.verdict = "failed:"
        case .cancelled: row?.verdict = "cancelled:"
        default: row?.tone = .waiting
        }
        return row
    }

    @MainActor
    private static func words(
        _ state: UIGestureRecognizer.State, of recognizer: UIGestureRecognizer
    ) -> String {
        let isDiscrete =
            recognizer is UITapGestureRecognizer || recognizer is UISwipeGestureRecognizer
        switch state {
        case .began: return "began"
        case .changed: return changed
        case .ended: return isDiscrete ? "recognized" : "ended"
        case .possible, .cancelled, .failed: return "cancelled"
        }
    }

    private static func tone(_ state: UIGestureRecognizer.State) -> Tone {
        state == .cancelled ? .losing : .winning
    }

    private static func words(_ phase: UITouch.Phase) -> String {
        switch phase {
        case .began: "touchesBegan"
        case .moved, .stationary: moved
        case .ended: "touchesEnded"
        case .cancelled: "touchesCancelled"
        }
    }
}
