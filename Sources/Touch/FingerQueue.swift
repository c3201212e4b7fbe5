import Geometry

/// The finger frames that wait for their delivery, in order.
///
/// The loop drains the devices when they have something to say, and delivers when the pacer says
/// so; between the two, frames wait here. Frames in which fingers only move become one delivery
/// whose `samples` keep every one of them; a down or an up stays a delivery of its own. Frames are
/// given back and used again: a warm queue allocates nothing.
public struct FingerQueue: Sendable {
    private var waiting: [FingerFrame] = []
    private var spare: [FingerFrame] = []

    /// Makes an empty queue.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { waiting.isEmpty }

    /// Adds the frame that `fill` makes, and merges it with the one before where both only move.
    ///
    /// - Parameters:
    ///   - merging: Whether move-only frames may become one delivery.
    ///   - fill: Gets an empty frame; one that is left empty isn't queued.
    public mutating func append(merging: Bool = false, _ fill: (inout FingerFrame) -> Void) {
        var frame = spare.popLast() ?? FingerFrame(time: .zero)
        frame.removeAll()
        fill(&frame)
        if frame.changes.isEmpty {
            spare.append(frame)
        } else if merging, frame.isMoveOnly, waiting.last?.isMoveOnly == true {
            waiting[waiting.count - 1].merge(frame)
            spare.append(frame)
        } else {
            waiting.append(frame)
        }
    }

    /// Takes the frame that waited longest; give it back with `recycle` after its delivery.
    public mutating func takeFirst() -> FingerFrame? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Takes back the memory of a delivered frame.
    public mutating func recycle(_ frame: consuming FingerFrame) {
        spare.append(frame)
    }
}
