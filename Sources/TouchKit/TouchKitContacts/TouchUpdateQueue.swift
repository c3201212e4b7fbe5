import TouchKitGeometry

/// A queue of touch updates that wait for delivery.
///
/// The main loop appends an update for each touch frame that it reads, and delivers the queued
/// updates when the frame pacer requests a frame. Consecutive move-only updates are merged into one
/// update that keeps all samples. Updates with a touch-down, lift or cancellation are delivered
/// separately. The queue reuses the memory of delivered updates and therefore allocates nothing
/// after the first updates.
package struct TouchUpdateQueue: Sendable {
    /// The updates from `first` on wait for delivery. The memory of earlier ones was given away.
    private var waiting: [TouchUpdate] = []
    /// The index of the oldest update in `waiting`.
    private var first = 0
    private var spare: [TouchUpdate] = []

    /// The maximum number of unused updates whose memory is stored for reuse. More updates wait
    /// only if a defective touchscreen floods the queue while no frame is drawn.
    private static let maximumSpareCount = 256

    /// Creates an empty queue.
    package init() {}

    /// Whether the queue contains no update.
    package var isEmpty: Bool { first == waiting.count }

    /// Appends the update that `fill` writes, or merges it into the last update if both are
    /// move-only.
    ///
    /// - Parameters:
    ///   - merging: Whether move-only updates may be merged.
    ///   - deadline: The time of the application's next scheduled call, or `nil` if no call is
    ///     scheduled. An update before the deadline and an update after the deadline are not
    ///     merged, because the call runs between them.
    ///   - fill: A closure that writes the update into the empty update that is passed to it. An
    ///     update without changes is not appended.
    package mutating func append(
        merging: Bool = false, notAcross deadline: Timestamp? = nil,
        _ fill: (inout TouchUpdate) -> Void
    ) {
        var update = spare.popLast() ?? TouchUpdate(time: .zero)
        update.removeAll()
        fill(&update)
        if update.changes.isEmpty {
            spare.append(update)
        } else if merging, update.isMoveOnly, isLastMoveOnly,
            !hasDeadline(deadline, before: update)
        {
            waiting[waiting.count - 1].merge(update)
            spare.append(update)
        } else {
            waiting.append(update)
        }
    }

    // The element is read in place, because a copy would make the merge allocate memory.
    private var isLastMoveOnly: Bool { !isEmpty && waiting[waiting.count - 1].isMoveOnly }

    /// Returns whether a deadline lies between the last queued update and `update`. Touches at the
    /// time of the deadline are delivered before the call that is scheduled for it.
    private func hasDeadline(_ deadline: Timestamp?, before update: TouchUpdate) -> Bool {
        guard let deadline, !isEmpty else { return false }
        return waiting[waiting.count - 1].time <= deadline && deadline < update.time
    }

    /// Removes and returns the oldest update, or returns `nil` if the queue is empty.
    ///
    /// Pass the update to `recycle(_:)` after its delivery.
    ///
    /// - Complexity: O(1), also if many updates wait.
    package mutating func popFirst() -> TouchUpdate? {
        if isEmpty { return nil }
        var update = TouchUpdate(time: .zero)
        swap(&update, &waiting[first])
        first += 1
        if isEmpty {
            waiting.removeAll(keepingCapacity: first <= Self.maximumSpareCount)
            first = 0
        }
        return update
    }

    /// Stores the memory of a delivered update for reuse.
    package mutating func recycle(_ update: consuming TouchUpdate) {
        if spare.count < Self.maximumSpareCount { spare.append(update) }
    }
}
