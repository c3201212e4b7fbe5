import TouchKit

/// A log of the gesture events in the arena scene. Each event has a row of its own, but consecutive
/// moves share a row.
///
/// The events form sequences. A sequence begins with the first touch after a pause in which no view
/// was touched and no event occurred.
package struct ArenaTrace {
    /// The category of a row of the log, which determines the row's color.
    package enum Tone: Int, CaseIterable, Sendable {
        /// A touch that began or ended, or its delivery to a recognizer.
        case touch
        /// A recognizer that waits for another recognizer to fail.
        case waiting
        /// A recognizer that sends its action.
        case recognized
        /// A recognizer that failed or was cancelled.
        case failed
        /// A touch phase that is delivered to a view.
        case delivered
        /// A touch that a view receives later or never, or that a recognizer does not receive.
        case withheld
    }

    /// A row of the log. All texts except names are literals, so that creating a row allocates no
    /// memory.
    package struct Row {
        /// The time since the first event of the sequence, as a text in seconds with three decimal
        /// places.
        package var time: String
        /// The name of the view or recognizer that the event concerns.
        package var name: String
        /// The result for the recognizer, such as "failed:", or an empty string if the event has no
        /// such result.
        package var result = ""
        /// The description of the event, such as "receives touch".
        package var text: String
        /// The name of the other recognizer that caused the event, or an empty string if there is
        /// none.
        package var otherRecognizerName = ""
        /// The number of consecutive events that the row represents.
        package var count = 1
        /// The number of the rule in docs/rules.md that explains the event, such as "R-5.2", or an
        /// empty string.
        package var rule = ""
        /// The category of the row, which determines its color.
        package var tone: Tone
        /// Whether the row is the first row of a sequence of events.
        package var isFirst = false
    }

    /// The effect of a new event on the rows of the log.
    package enum Change: Hashable {
        /// The event is not shown in the log.
        case none
        /// The event was added to the count of the existing row with the given index.
        case counted(row: Int)
        /// A row was appended. If the log was full, its oldest row was removed.
        case added
    }

    /// The maximum number of rows in the log.
    package static let capacity = 120
    /// The minimum time without events before a touch that begins a new sequence, in seconds. The
    /// time is longer than the timeout of any recognizer.
    private static let pause = 1.0

    /// The newest rows of the log, in chronological order.
    package private(set) var rows: [Row] = []
    private var activeTouchCount = 0
    /// The timestamp of the first event of the current sequence, in seconds.
    private var start = 0.0
    /// The timestamp of the newest event that has a row, in seconds.
    private var last = -Self.pause

    init() {
        rows.reserveCapacity(Self.capacity)
    }

    /// Returns whether an event is the touch that begins a new sequence of events.
    @MainActor
    package func isFirst(_ event: GestureEvent) -> Bool {
        guard case .touch(.began, on: let view) = event.kind, view is ArenaView else {
            return false
        }
        return activeTouchCount == 0 && event.timestamp - last >= Self.pause
    }

    /// Adds an event to the log if it concerns the views of the arena scene, and returns the effect
    /// on the rows.
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

    /// Updates the number of touches on the views of the arena scene if the event is the beginning
    /// or end of a touch.
    @MainActor
    private mutating func updateTouchCount(_ kind: GestureEvent.Kind) {
        guard case .touch(let phase, on: let view) = kind, view is ArenaView else { return }
        activeTouchCount += phase == .began ? 1 : -1
    }

    /// Returns whether an event of this kind is a move or a change. Consecutive events of these
    /// kinds share a row.
    private static func isMove(_ kind: GestureEvent.Kind) -> Bool {
        switch kind {
        case .action(_, .changed), .delivered(_, .moved, _): true
        default: false
        }
    }

    /// Returns the index of the existing row that counts events like `move`, or `nil` if `move`
    /// needs a new row. The moves of each view or recognizer have a row of their own.
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

    /// Returns a text for a time with three decimal places. The text is short enough to be stored
    /// in a `String` without allocating memory.
    private static func text(seconds: Double) -> String {
        let milliseconds = Int(min(max(seconds, 0), 99_999) * 1_000 + 0.5)
        var text = String(milliseconds / 1_000)
        let rest = milliseconds % 1_000
        text += rest < 10 ? ".00" : rest < 100 ? ".0" : "."
        text += String(rest)
        return text
    }

    // MARK: Rows

    /// Returns the row for an event, without the time, or `nil` if the log does not show the event.
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

    /// Returns the row for a decision about `recognizer`. Returns `nil` for granted requests and
    /// resets, because their effects have rows of their own.
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
