import TouchKitGeometry

/// The finger frames that wait for their delivery, in order.
///
/// The loop drains the devices when they have something to say, and delivers when the pacer says
/// so; between the two, frames wait here. Frames in which fingers only move become one delivery
/// whose `samples` keep every one of them; a down or an up stays a delivery of its own. Frames are
/// given back and used again: a warm queue allocates nothing.
package struct FingerQueue: Sendable {
    private var waiting: [FingerFrame] = []
    private var spare: [FingerFrame] = []

    /// Makes an empty queue.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds the frame that `fill` makes, and merges it with the one before where both only move.
    ///
    /// - Parameters:
    ///   - merging: Whether move-only frames may become one delivery.
    ///   - deadline: When a call of the application is due: what was measured up to then is delivered
    ///     before it, so it isn't merged with what came later.
    ///   - fill: Gets an empty frame; one that is left empty isn't queued.
    package mutating func append(
        merging: Bool = false, notAcross deadline: Timestamp? = nil,
        _ fill: (inout FingerFrame) -> Void
    ) {
        var frame = spare.popLast() ?? FingerFrame(time: .zero)
        frame.removeAll()
        fill(&frame)
        if frame.changes.isEmpty {
            spare.append(frame)
        } else if merging, frame.isMoveOnly, isNewestMoveOnly, !isDue(deadline, before: frame) {
            waiting[waiting.count - 1].merge(frame)
            spare.append(frame)
        } else {
            waiting.append(frame)
        }
    }

    // Asked for in place: a copy would cost the frame its own memory when it is merged into.
    private var isNewestMoveOnly: Bool { !waiting.isEmpty && waiting[waiting.count - 1].isMoveOnly }

    /// Whether a call is due between the frame queued last and this one; at the same time touches come
    /// first.
    private func isDue(_ deadline: Timestamp?, before frame: FingerFrame) -> Bool {
        guard let deadline, !waiting.isEmpty else { return false }
        return waiting[waiting.count - 1].time <= deadline && deadline < frame.time
    }

    /// Takes the frame that waited longest; give it back with `recycle` after its delivery.
    package mutating func takeFirst() -> FingerFrame? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Takes back the memory of a delivered frame.
    package mutating func recycle(_ frame: consuming FingerFrame) {
        spare.append(frame)
    }
}
