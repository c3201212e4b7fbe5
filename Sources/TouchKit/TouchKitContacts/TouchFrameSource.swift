/// A sequence of touch frames, for example from a script, a recording or a list.
package protocol TouchFrameSource: Sendable {
    /// Writes the next touch frame to `frame` and reuses the memory of `frame`.
    ///
    /// The raw values of the device IDs start at 1, and the times of the frames never decrease.
    ///
    /// - Returns: Whether there was another frame.
    mutating func next(into frame: inout TouchFrame) -> Bool
}

/// A touch frame source with a fixed list of frames.
package struct TouchFrameList: TouchFrameSource {
    private let frames: [TouchFrame]
    private var nextIndex = 0

    /// Creates a source of the given frames, whose times must not decrease.
    package init(_ frames: [TouchFrame]) {
        self.frames = frames
    }

    /// Writes the next touch frame to `frame`. Allocates nothing if `frame` has enough capacity.
    ///
    /// - Returns: Whether there was another frame.
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        guard nextIndex < frames.count else { return false }
        frame.device = frames[nextIndex].device
        frame.time = frames[nextIndex].time
        frame.contacts.removeAll(keepingCapacity: true)
        frame.contacts.append(contentsOf: frames[nextIndex].contacts)
        nextIndex += 1
        return true
    }
}
