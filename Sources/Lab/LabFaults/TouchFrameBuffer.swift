import TouchKitContacts
import TouchKitGeometry

/// Touch frames on their way; their memory is used again.
struct TouchFrameBuffer: Sendable {
    /// Twice as many as a hand has fingers: each may be lifted and another one come.
    private static let usualContacts = 20

    private var frames: [TouchFrame] = []
    /// How many there are.
    private(set) var count = 0

    subscript(index: Int) -> TouchFrame { frames[index] }

    /// Adds a frame with what `fill` puts into it; one without contacts isn't added.
    mutating func append(
        device: DeviceID, time: Timestamp, _ fill: (inout [TouchContact]) -> Void
    ) {
        if count == frames.count {
            frames.append(TouchFrame(device: device, time: time))
            frames[count].contacts.reserveCapacity(Self.usualContacts)
        }
        frames[count].device = device
        frames[count].time = time
        frames[count].contacts.removeAll(keepingCapacity: true)
        fill(&frames[count].contacts)
        if !frames[count].contacts.isEmpty { count += 1 }
    }

    /// Adds a copy.
    mutating func append(_ frame: TouchFrame) {
        append(device: frame.device, time: frame.time) { $0.append(contentsOf: frame.contacts) }
    }

    mutating func removeAll() { count = 0 }
}
