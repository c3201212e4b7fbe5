import TouchKitContacts
import TouchKitGeometry

/// A touch frame source that injects faults into the frames of another source.
package struct FaultInjectingSource<Source: TouchFrameSource>: TouchFrameSource {
    private var source: Source
    private var injectors: [FaultInjector]
    /// The time until which faults without a contact, such as ghosts, occur, or `nil` for the time
    /// of the source's last frame.
    private let end: Timestamp?
    /// The next frame of `source` if `hasUpcoming` is `true`. The memory is reused.
    private var upcoming = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    private var hasUpcoming = false
    private var sourceHasEnded = false
    /// The most recently produced frames. The first `returnedCount` of them were returned.
    private var queue = TouchFrameBuffer()
    private var returnedCount = 0

    /// Creates a source that starts with the first frame of `source`.
    ///
    /// - Parameters:
    ///   - source: The source of the frames without faults.
    ///   - injectors: The fault injectors, at most one per device. Frames of other devices stay
    ///     unchanged.
    ///   - end: The time until which faults without a contact, such as ghosts, occur, or `nil` for
    ///     the time of the source's last frame.
    package init(_ source: Source, _ injectors: [FaultInjector], until end: Timestamp? = nil) {
        self.source = source
        self.injectors = injectors
        self.end = end
    }

    /// Writes the next frame into `frame`. Allocates nothing once all buffers have their capacity.
    ///
    /// - Returns: `false` if there are no more frames.
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        while returnedCount == queue.count {
            queue.removeAll()
            returnedCount = 0
            guard fillQueue() else { return false }
        }
        frame.device = queue[returnedCount].device
        frame.time = queue[returnedCount].time
        frame.contacts.removeAll(keepingCapacity: true)
        frame.contacts.append(contentsOf: queue[returnedCount].contacts)
        returnedCount += 1
        return true
    }

    /// Processes the earliest frame or deadline, and appends the resulting frames, if any, to the
    /// queue.
    ///
    /// - Returns: `false` if there are no more frames.
    private mutating func fillQueue() -> Bool {
        // The closures below must not access `self`, so they append to a local queue.
        var queue = TouchFrameBuffer()
        swap(&queue, &self.queue)
        defer { swap(&queue, &self.queue) }
        if !hasUpcoming, !sourceHasEnded {
            hasUpcoming = source.next(into: &upcoming)
            sourceHasEnded = !hasUpcoming
        }
        // A frame precedes a simultaneous deadline, because the fault whose deadline is reached may
        // change that frame.
        if let (index, deadline) = earliest(isEnding: false),
            deadline < upcoming.time || isBeforeEnd(deadline)
        {
            injectors[index].advance(to: deadline) { queue.append($0) }
            return true
        }
        if hasUpcoming {
            hasUpcoming = false
            let device = upcoming.device
            if let index = injectors.firstIndex(where: { $0.touchscreen.device == device }) {
                injectors[index].apply(upcoming) { queue.append($0) }
            } else {
                queue.append(upcoming)
            }
            return true
        }
        guard let (index, deadline) = earliest(isEnding: true) else { return false }
        injectors[index].finish(upTo: deadline) { queue.append($0) }
        return true
    }

    private func isBeforeEnd(_ deadline: Timestamp) -> Bool {
        guard sourceHasEnded, let end else { return false }
        return deadline <= end
    }

    private func earliest(isEnding: Bool) -> (index: Int, deadline: Timestamp)? {
        var found: (index: Int, deadline: Timestamp)?
        for index in injectors.indices {
            let next =
                isEnding ? injectors[index].nextFinishingDeadline : injectors[index].nextDeadline
            guard let deadline = next else { continue }
            if let found, found.deadline <= deadline { continue }
            found = (index, deadline)
        }
        return found
    }
}
