/// Whatever says touch frames one after the other: a script, a recording, a list.
package protocol TouchFrameSource: Sendable {
    /// Puts the next frame into `frame`: device, time and contacts; its memory is used again. Devices are numbered from
    /// 1, and no time is before the one before.
    ///
    /// - Returns: Whether there was another one.
    mutating func next(into frame: inout TouchFrame) -> Bool
}

/// Touch frames that are all known before.
package struct TouchFrameList: TouchFrameSource {
    private let frames: [TouchFrame]
    private var count = 0

    /// Makes a source at its first frame; times mustn't run backwards.
    package init(_ frames: [TouchFrame]) {
        self.frames = frames
    }

    /// Puts the next frame into `frame`; allocates nothing once that has room.
    ///
    /// - Returns: Whether there was another one.
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        guard count < frames.count else { return false }
        frame.device = frames[count].device
        frame.time = frames[count].time
        frame.contacts.removeAll(keepingCapacity: true)
        frame.contacts.append(contentsOf: frames[count].contacts)
        count += 1
        return true
    }
}
