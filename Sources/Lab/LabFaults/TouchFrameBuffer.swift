import TouchKitContacts
import TouchKitGeometry

/// A list of touch frames that reuses the memory of removed frames.
struct TouchFrameBuffer: Sendable {
    /// The initial capacity of each frame for contacts. Ten contacts may end and ten contacts may
    /// start in one frame.
    private static let initialCapacity = 20

    private var frames: [TouchFrame] = []
    /// The number of frames in the buffer.
    private(set) var count = 0

    /// Returns the frame at `index`.
    subscript(index: Int) -> TouchFrame { frames[index] }

    /// Appends a frame with the contacts that `fill` adds. Does nothing if `fill` adds no contacts.
    mutating func append(
        device: DeviceID, time: Timestamp, _ fill: (inout [TouchContact]) -> Void
    ) {
        if count == frames.count {
            frames.append(TouchFrame(device: device, time: time))
            frames[count].contacts.reserveCapacity(Self.initialCapacity)
        }
        frames[count].device = device
        frames[count].time = time
        frames[count].contacts.removeAll(keepingCapacity: true)
        fill(&frames[count].contacts)
        if !frames[count].contacts.isEmpty { count += 1 }
    }

    /// Appends a copy of `frame`, unless it has no contacts.
    mutating func append(_ frame: TouchFrame) {
        append(device: frame.device, time: frame.time) { $0.append(contentsOf: frame.contacts) }
    }

    /// Removes all frames without releasing their memory.
    mutating func removeAll() { count = 0 }
}
