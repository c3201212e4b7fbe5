import TouchKitContacts
import TouchKitGeometry

/// The frames of another source as bad panels would have said them.
package struct FaultyFrames<Source: TouchFrameSource>: TouchFrameSource {
    private var source: Source
    private var panels: [PanelFaults]
    /// Until when faults go on by themselves behind the source's last frame.
    private let end: Timestamp?
    /// The frame that comes next, if `hasUpcoming`; its memory is used again.
    private var upcoming = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    private var hasUpcoming = false
    private var isOver = false
    private var queue = TouchFrameBuffer()
    private var taken = 0

    /// Makes a source at its beginning.
    ///
    /// - Parameters:
    ///   - source: The good panels.
    ///   - panels: The bad ones, one for a device at most; frames of other devices pass as they are.
    ///   - end: Until when faults that need no finger go on; nil: until the source's last frame.
    package init(_ source: Source, _ panels: [PanelFaults], until end: Timestamp? = nil) {
        self.source = source
        self.panels = panels
        self.end = end
    }

    /// Puts the next frame into `frame`; allocates nothing once warm.
    ///
    /// - Returns: Whether there was another one.
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        while taken == queue.count {
            queue.removeAll()
            taken = 0
            guard makeMore() else { return false }
        }
        frame.device = queue[taken].device
        frame.time = queue[taken].time
        frame.contacts.removeAll(keepingCapacity: true)
        frame.contacts.append(contentsOf: queue[taken].contacts)
        taken += 1
        return true
    }

    /// Has somebody say something into the queue, or nothing; false where nobody ever will.
    private mutating func makeMore() -> Bool {
        // Taken out of here meanwhile: who says something mustn't be told to whom while it does.
        var queue = TouchFrameBuffer()
        swap(&queue, &self.queue)
        defer { swap(&queue, &self.queue) }
        if !hasUpcoming, !isOver {
            hasUpcoming = source.next(into: &upcoming)
            isOver = !hasUpcoming
        }
        // At the same moment the good panel's frame comes first: it may have what is due with it.
        if let (index, due) = earliest(isEnding: false), due < upcoming.time || isBeforeEnd(due) {
            panels[index].advance(to: due) { queue.append($0) }
            return true
        }
        if hasUpcoming {
            hasUpcoming = false
            if let index = panels.firstIndex(where: { $0.panel.device == upcoming.device }) {
                panels[index].apply(upcoming) { queue.append($0) }
            } else {
                queue.append(upcoming)
            }
            return true
        }
        guard let (index, due) = earliest(isEnding: true) else { return false }
        panels[index].finish(upTo: due) { queue.append($0) }
        return true
    }

    private func isBeforeEnd(_ due: Timestamp) -> Bool {
        guard isOver, let end else { return false }
        return due <= end
    }

    private func earliest(isEnding: Bool) -> (index: Int, due: Timestamp)? {
        var found: (index: Int, due: Timestamp)?
        for index in panels.indices {
            guard let due = isEnding ? panels[index].nextEnd : panels[index].nextDue else {
                continue
            }
            if let found, found.due <= due { continue }
            found = (index, due)
        }
        return found
    }
}
