import TouchKit

/// A log of the gesture events in the arena scene, with one row per event; consecutive moves share
/// a row.
///
/// The events form sequences. A sequence begins with a touch after a pause in which no view was
/// touched and no event occurred.
package struct ArenaTrace {
    /// The category of a row of the log, which determines the row's color.
    package enum Tone: Int, CaseIterable, Sendable {
        /// A touch, or its delivery to a recognizer.
        case touch
        /// A recognizer that waits for the failure of another recognizer.
        case waiting
        /// A recognizer that sends an action.
        case recognized
        /// A recognizer that failed or was cancelled.
        case failed
        /// A touch phase that is delivered to a view.
        case delivered
        /// A touch that is withheld from a view or recognizer.
        case withheld
    }

    /// A row of the log. All texts except names are literals, so that rows allocate no memory.
    package struct Row {
        /// The text for the time since the beginning of the sequence, in seconds.
        package var time: String
        /// The name of the view or recognizer.
        package var name: String
        /// The outcome for the recognizer, such as "failed:", or an empty string.
        package var result = ""
        /// The description of the event, such as "receives touch".
        package var text: String
        /// The name of the recognizer that caused the event, or an empty string.
        package var otherRecognizerName = ""
        /// The number of consecutive events that share the row.
        package var count = 1
        /// The number of the rule in docs/rules.md that explains the event, or an empty string.
        package var rule = ""
        /// The category of the row.
        package var tone: Tone
        /// Whether the row is the first one of a sequence.
        package var isFirst = false
    }

    /// The effect of a new event on the rows.
    package enum Change: Hashable {
        /// The event is not shown in the log.
        case none
        /// The event was added to the count of an existing row.
        case counted(row: Int)
        /// A row was appended.
        case added
    }

    /// The maximum number of rows.
    package static let capacity = 120
    /// The time without events after which a touch begins a new sequence, in seconds; longer than
    /// any recognizer's timeout.
    private static let pause = 1.0

    /// The newest rows of the log, in chronological order.
    package private(set) var rows: [Row] = []
    private var activeTouchCount = 0
    /// The timestamp of the first event of the current sequence, in seconds.
    private var start = 0.0
    /// The timestamp of the newest shown event, in seconds.
    private var last = -Self.pause

    init() {
        rows.reserveCapacity(Self.capacity)
    }

    /// Returns whether an event is the first touch of a new sequence.
    @MainActor
    package func isFirst(_ event: GestureEvent) -> Bool {
        guard case .touch(.began, on: let view) = event.kind, view is ArenaView else {
            return false
        }
        return activeTouchCount == 0 && event.timestamp - last >= Self.pause
    }

    /// Adds an event if it concerns the arena's views, and returns the effect on the rows.
    @MainActor
    package mutating func add(_ event: GestureEvent) -> Change {
        let isFirst = isFirst(event)
        if isFirst { start = event.timestamp }
        updateTouchCount(event.kind)
        guard var row = row(for: event.kind) else { return .none }
        last = event.timestamp
        if Self.isMove(event.kind), let index = index(of: row) {
            rows[index].count += 1
            return .counted(row: index)
        }
        row.isFirst = isFirst
        row.time = Self.text(seconds: event.timestamp - start)
        if rows.count == Self.capacity { rows.removeFirst() }
        rows.append(row)
        return .added
    }

    /// Updates the number of active touches on the arena's views for an event.
    @MainActor
    private mutating func updateTouchCount(_ kind: GestureEvent.Kind) {
        guard case .touch(let phase, on: let view) = kind, view is ArenaView else { return }
        activeTouchCount += phase == .began ? 1 : -1
    }

    /// Returns whether `kind` is a move or change, of which consecutive events share a row.
    private static func isMove(_ kind: GestureEvent.Kind) -> Bool {
        switch kind {
        case .action(_, .changed), .delivered(_, .moved, _): true
        default: false
        }
    }

    /// Returns the index of the row in which to count `move`, or `nil` if `move` needs a new row.
    /// Each view or recognizer with moves has its own row.
    private func index(of move: Row) -> Int? {
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

    /// Returns a text for a time with three decimal places, short enough to be stored without an
    /// allocation.
    private static func text(seconds: Double) -> String {
        let milliseconds = Int(min(max(seconds, 0), 99_999) * 1_000 + 0.5)
        var text = String(milliseconds / 1_000)
        let rest = milliseconds % 1_000
        text += rest < 10 ? ".00" : rest < 100 ? ".0" : "."
        text += String(rest)
        return text
    }

    // MARK: Rows

    /// Returns the row for an event without its time, or `nil` if the event is not shown.
    @MainActor
    private func row(for kind: GestureEvent.Kind) -> Row? {
        switch kind {
        case .touch(let phase, on: let view):
            let text =
                switch phase {
                case .began: "hit by a finger"
                case .cancelled: "finger taken back"
                case .ended, .moved, .stationary: "finger lifted"
                }
            return row(view, text, .touch)
        case .received(let recognizer, _):
            return row(recognizer, "receives touch", .touch)
        case .declined(let recognizer, _):
            return row(recognizer, "should not receive", .withheld, "R-4.10")
        case .decided(let recognizer, let decision):
            return row(recognizer, decision)
        case .action(let recognizer, let state):
            return row(recognizer, Self.text(state, of: recognizer), Self.tone(state))
        case .delivered(let view, let phase, _):
            return row(view, Self.text(phase), .delivered, phase == .cancelled ? "R-5.2" : "")
        case .withheld(let view, .began, _):
            return row(view, "touchesBegan waits", .withheld, "R-5.5")
        case .withheld(let view, _, _):
            return row(view, "touchesEnded waits", .withheld, "R-5.7")
        case .suppressed(let view, _):
            return row(view, "never told of touch", .withheld, "R-5.5")
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

    /// Returns the row for a recognizer's decision, or `nil` for granted requests and resets,
    /// because their effects have their own rows.
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
        var row = row(recognizer, text, .failed, decision.rule)
        row?.otherRecognizerName = other?.name ?? ""
        switch decision.to {
        case .failed: row?.result = "failed:"
        case .cancelled: row?.result = "cancelled:"
        default: row?.tone = .waiting
        }
        return row
    }

    @MainActor
    private static func text(
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
        state == .cancelled ? .failed : .recognized
    }

    private static func text(_ phase: UITouch.Phase) -> String {
        switch phase {
        case .began: "touchesBegan"
        case .moved, .stationary: moved
        case .ended: "touchesEnded"
        case .cancelled: "touchesCancelled"
        }
    }
}
