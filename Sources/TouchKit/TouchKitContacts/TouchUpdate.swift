import TouchKitGeometry

/// The identifier of one touch from touch-down to lift.
///
/// Identifiers are assigned in ascending order and are never reused while the program runs.
package struct TouchIdentifier: Hashable, Comparable, Sendable {
    /// The number of the touch, counted from 1 in order of touch-down.
    package let rawValue: Int

    /// Creates an identifier from its number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Returns whether the touch `left` came down before the touch `right`.
    package static func < (left: TouchIdentifier, right: TouchIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One measured position of a touch on the screen.
package struct TouchSample: Hashable, Sendable {
    /// The touch to which the sample belongs.
    package var touch: TouchIdentifier
    /// The kernel's time of the measurement.
    package var time: Timestamp
    /// The position, in points of the screen.
    package var position: CGPoint
    /// The pressure as a fraction (0…1) of the device's range, or `nil` if the device does not
    /// report pressure.
    package var pressure: Double?
    /// Half the longer diameter of the contact area, in points, or `nil` if the device does not
    /// report it.
    package var majorRadius: Double?
    /// The interval at which the device's driver polls the device, in microseconds, or 0 for a
    /// device that is not polled. The contact was at the position up to one interval before `time`.
    package var pollMicroseconds: Int32 = 0

    /// Creates a sample.
    package init(
        touch: TouchIdentifier, time: Timestamp, position: CGPoint, pressure: Double? = nil,
        majorRadius: Double? = nil, pollMicroseconds: Int32 = 0
    ) {
        self.touch = touch
        self.time = time
        self.position = position
        self.pressure = pressure
        self.majorRadius = majorRadius
        self.pollMicroseconds = pollMicroseconds
    }
}

/// A change of one touch.
package struct TouchChange: Hashable, Sendable {
    /// The kind of change.
    package enum Phase: Hashable, Sendable {
        /// The touch came down.
        case began
        /// The touch moved, or its pressure or size changed.
        case moved
        /// The touch was lifted.
        case ended
        /// The device or the system cancelled the touch.
        case cancelled
    }

    /// The kind of change.
    package var phase: Phase
    /// The newest sample of the touch. For `ended` and `cancelled`, its position is the last known
    /// position.
    package var sample: TouchSample

    /// The touch that changed.
    package var touch: TouchIdentifier { sample.touch }

    /// Creates a change.
    package init(phase: Phase, sample: TouchSample) {
        self.phase = phase
        self.sample = sample
    }
}

/// The touch changes of one touch frame, or of several merged touch frames in which touches only
/// moved.
///
/// `ContactTracker` produces updates from touch frames, and `UIApplication` delivers them.
package struct TouchUpdate: Hashable, Sendable {
    /// The time of the newest touch frame in the update.
    package var time: Timestamp
    /// The changes in the order in which they happened. In a move-only update, the newest change of
    /// each touch; otherwise a touch may occur more than once, for example with down and lift.
    package var changes: [TouchChange]
    /// All samples of the merged touch frames in order of time, for
    /// `UIEvent.coalescedTouches(for:)`.
    package var samples: [TouchSample]

    /// Creates an update.
    package init(time: Timestamp, changes: [TouchChange] = [], samples: [TouchSample] = []) {
        self.time = time
        self.changes = changes
        self.samples = samples
    }

    /// Whether all changes are moves, so that the update can be merged with another move-only
    /// update.
    package var isMoveOnly: Bool {
        for change in changes where change.phase != .moved { return false }
        return true
    }

    /// Merges a later update into this update, so that both are delivered together.
    ///
    /// - Precondition: Both updates are move-only.
    /// - Complexity: O(changes²); both updates have at most one change per touch.
    package mutating func merge(_ later: TouchUpdate) {
        precondition(
            isMoveOnly && later.isMoveOnly,
            "touch update: cannot merge: an update contains a change other than a move")
        for change in later.changes {
            if let index = changes.firstIndex(where: { $0.touch == change.touch }) {
                changes[index] = change
            } else {
                changes.append(change)
            }
        }
        samples.append(contentsOf: later.samples)
        time = later.time
    }

    /// Removes all changes and samples, but keeps the allocated memory.
    package mutating func removeAll() {
        changes.removeAll(keepingCapacity: true)
        samples.removeAll(keepingCapacity: true)
    }
}
