import Geometry

/// One finger from contact to lift; numbers grow and are never used twice in a run.
public struct FingerID: Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Makes an identity from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Whether the left finger came down first.
    public static func < (left: FingerID, right: FingerID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One measured place of a finger.
public struct FingerSample: Hashable, Sendable {
    /// The finger.
    public var finger: FingerID
    /// The kernel's time of the measurement.
    public var time: Timestamp
    /// The place, in points of the screen.
    public var position: CGPoint
    /// Pressure as a part of its range (0…1), where the device has it.
    public var pressure: Double?
    /// Half the contact's larger extent, in points, where the device has it.
    public var majorRadius: Double?

    /// Makes a sample.
    public init(
        finger: FingerID, time: Timestamp, position: CGPoint, pressure: Double? = nil,
        majorRadius: Double? = nil
    ) {
        self.finger = finger
        self.time = time
        self.position = position
        self.pressure = pressure
        self.majorRadius = majorRadius
    }
}

/// What happened to one finger in one delivery.
public struct FingerChange: Hashable, Sendable {
    /// The four things that can happen to a finger.
    public enum Phase: Hashable, Sendable {
        /// It came down.
        case began
        /// It moved.
        case moved
        /// It was lifted.
        case ended
        /// It was taken back.
        case cancelled
    }

    /// What happened.
    public var phase: Phase
    /// The newest place; for `ended` and `cancelled` the last one known.
    public var sample: FingerSample

    /// The finger.
    public var finger: FingerID { sample.finger }

    /// Makes a change.
    public init(phase: Phase, sample: FingerSample) {
        self.phase = phase
        self.sample = sample
    }
}

/// What TouchKit is given at once: one hardware frame, or several in which fingers only moved.
public struct FingerFrame: Hashable, Sendable {
    /// The time of the newest hardware frame in it.
    public var time: Timestamp
    /// One change for each finger that changed, oldest finger first where they arrived together.
    public var changes: [FingerChange]
    /// Every sample of the hardware frames in it, in order: what `coalescedTouches` shows.
    public var samples: [FingerSample]

    /// Makes a frame.
    public init(time: Timestamp, changes: [FingerChange] = [], samples: [FingerSample] = []) {
        self.time = time
        self.changes = changes
        self.samples = samples
    }

    /// Whether fingers did nothing but move; only such frames are merged.
    public var isMoveOnly: Bool {
        for change in changes where change.phase != .moved { return false }
        return true
    }

    /// Takes a later move-only frame into this one, so that both become one delivery.
    ///
    /// - Complexity: O(changes × changes); both are at most the number of fingers.
    public mutating func merge(_ later: FingerFrame) {
        precondition(isMoveOnly && later.isMoveOnly, "a down or an up is never merged")
        for change in later.changes {
            if let index = changes.firstIndex(where: { $0.finger == change.finger }) {
                changes[index] = change
            } else {
                changes.append(change)
            }
        }
        samples.append(contentsOf: later.samples)
        time = later.time
    }

    /// Empties the frame and keeps its memory.
    public mutating func removeAll() {
        changes.removeAll(keepingCapacity: true)
        samples.removeAll(keepingCapacity: true)
    }
}
