import TouchKitGeometry

/// One finger from contact to lift; numbers grow and are never used twice in a run.
package struct FingerID: Hashable, Comparable, Sendable {
    /// The number.
    package let rawValue: Int

    /// Makes an identity from its number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Whether the left finger came down first.
    package static func < (left: FingerID, right: FingerID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One measured place of a finger.
package struct FingerSample: Hashable, Sendable {
    /// The finger.
    package var finger: FingerID
    /// The kernel's time of the measurement.
    package var time: Timestamp
    /// The place, in points of the screen.
    package var position: CGPoint
    /// Pressure as a part of its range (0…1), where the device has it.
    package var pressure: Double?
    /// Half the contact's larger extent, in points, where the device has it.
    package var majorRadius: Double?

    /// Makes a sample.
    package init(
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
package struct FingerChange: Hashable, Sendable {
    /// The four things that can happen to a finger.
    package enum Phase: Hashable, Sendable {
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
    package var phase: Phase
    /// The newest place; for `ended` and `cancelled` the last one known.
    package var sample: FingerSample

    /// The finger.
    package var finger: FingerID { sample.finger }

    /// Makes a change.
    package init(phase: Phase, sample: FingerSample) {
        self.phase = phase
        self.sample = sample
    }
}

/// What TouchKit is given at once: one hardware frame, or several in which fingers only moved.
package struct FingerFrame: Hashable, Sendable {
    /// The time of the newest hardware frame in it.
    package var time: Timestamp
    /// One change for each finger that changed, oldest finger first where they arrived together.
    package var changes: [FingerChange]
    /// Every sample of the hardware frames in it, in order: what `coalescedTouches` shows.
    package var samples: [FingerSample]

    /// Makes a frame.
    package init(time: Timestamp, changes: [FingerChange] = [], samples: [FingerSample] = []) {
        self.time = time
        self.changes = changes
        self.samples = samples
    }

    /// Whether fingers did nothing but move; only such frames are merged.
    package var isMoveOnly: Bool {
        for change in changes where change.phase != .moved { return false }
        return true
    }

    /// Takes a later move-only frame into this one, so that both become one delivery.
    ///
    /// - Complexity: O(changes × changes); both are at most the number of fingers.
    package mutating func merge(_ later: FingerFrame) {
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
    package mutating func removeAll() {
        changes.removeAll(keepingCapacity: true)
        samples.removeAll(keepingCapacity: true)
    }
}
