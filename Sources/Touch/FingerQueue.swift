import Geometry

/// The finger frames that wait for their delivery, in order.
///
/// The loop drains the devices when they have something to say, and delivers when the pacer says
/// so; between the two, frames wait here. Frames in which fingers only move become one delivery
/// whose `samples` keep every one of them; a down or an up stays a delivery of its own. Frames are
/// reused: a warm queue allocates nothing.
public struct FingerQueue: Sendable {
    private var frames: [FingerFrame] = []
    private var first = 0
    private var count = 0

    /// Makes an empty queue.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { count == 0 }

    /// Adds the frame that `fill` makes, and merges it with the one before where both only move.
    ///
    /// - Parameters:
    ///   - merging: Whether move-only frames may become one delivery.
    ///   - fill: Gets an empty frame; one that is left empty isn't queued.
    public mutating func append(merging: Bool = true, _ fill: (inout FingerFrame) -> Void) {
        if first + count == frames.count { frames.append(FingerFrame(time: .zero)) }
        let index = first + count
        frames[index].removeAll()
        fill(&frames[index])
        if frames[index].changes.isEmpty { return }
        if merging, count > 0, frames[index].isMoveOnly, frames[index - 1].isMoveOnly {
            // Both are moved out while one changes the other, so neither is copied.
            var earlier = FingerFrame(time: .zero)
            swap(&earlier, &frames[index - 1])
            earlier.merge(frames[index])
            swap(&earlier, &frames[index - 1])
        } else {
            count += 1
        }
    }

    /// Hands every waiting frame to `deliver`, in order, and empties the queue.
    ///
    /// What `deliver` causes to be queued meanwhile belongs to the next drain.
    public mutating func drain(_ deliver: (FingerFrame) -> Void) {
        for index in first..<(first + count) { deliver(frames[index]) }
        first = 0
        count = 0
    }
}
