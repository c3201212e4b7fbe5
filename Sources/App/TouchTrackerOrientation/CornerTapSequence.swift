import TouchKitContacts
import TouchKitGeometry

/// A detector of four taps in the corners of a touchscreen, in clockwise or counterclockwise order,
/// starting at any corner.
///
/// The detector works with every mounting orientation, because a rotated or mirrored touchscreen
/// only changes the starting corner and the direction.
package struct CornerTapSequence: Sendable {
    /// The maximum duration of a sequence of four taps, from the beginning of the first tap to the
    /// end of the fourth, in seconds.
    package static let duration = 6.0
    /// The maximum distance of a tap from each of the two edges that meet in a corner, as a
    /// fraction of the side length of the touchscreen.
    static let reach = 0.2

    /// The positions of the first two taps of a sequence. They indicate the starting corner and the
    /// direction.
    package struct FirstTaps: Hashable, Sendable {
        /// The position of the first tap without calibration, 0…1 along each axis of the
        /// touchscreen.
        package var first: CGPoint
        /// The position of the second tap without calibration, 0…1 along each axis of the
        /// touchscreen.
        package var second: CGPoint
    }

    private var reader = TapReader()
    private var taps: [TapReader.Tap] = []

    /// Creates a detector that waits for the first tap.
    package init() {
        taps.reserveCapacity(4)
    }

    /// Processes a touch frame of the touchscreen. The method allocates no memory, because the
    /// initializer reserves the memory for the taps.
    ///
    /// - Returns: The positions of the first two taps if this frame completes a sequence of four
    ///   taps, or `nil` if it does not.
    package mutating func process(_ frame: TouchFrame) -> FirstTaps? {
        guard let tap = reader.process(frame) else {
            // A second contact restarts the sequence.
            if reader.isSpoiled { taps.removeAll(keepingCapacity: true) }
            return nil
        }
        guard let corner = Self.corner(of: tap.position) else {
            taps.removeAll(keepingCapacity: true)
            return nil
        }
        if !continues(with: corner, tap) { taps.removeAll(keepingCapacity: true) }
        taps.append(tap)
        guard taps.count == 4 else { return nil }
        defer { taps.removeAll(keepingCapacity: true) }
        return FirstTaps(first: taps[0].position, second: taps[1].position)
    }

    /// Returns whether `tap`, a tap in `corner`, continues the sequence. The tap must be within
    /// `duration` and in the next corner, in the direction given by the first two taps.
    private func continues(with corner: Int, _ tap: TapReader.Tap) -> Bool {
        guard let first = taps.first, let last = taps.last,
            let lastCorner = Self.corner(of: last.position),
            tap.ended.microseconds(since: first.began) <= Int64(Self.duration * 1e6)
        else { return false }
        let step = (corner - lastCorner + 4) % 4
        guard step == 1 || step == 3 else { return false }
        guard taps.count > 1, let start = Self.corner(of: first.position),
            let second = Self.corner(of: taps[1].position)
        else { return true }
        return step == (second - start + 4) % 4
    }

    /// Returns the number of the corner that contains `position`, or `nil` if the position is in no
    /// corner. The corners have the numbers 0…3, clockwise from the corner at the origin.
    private static func corner(of position: CGPoint) -> Int? {
        let isLeft = position.x <= reach
        let isRight = position.x >= 1 - reach
        let isUpper = position.y <= reach
        let isLower = position.y >= 1 - reach
        return switch (isLeft, isRight, isUpper, isLower) {
        case (true, false, true, false): 0
        case (false, true, true, false): 1
        case (false, true, false, true): 2
        case (true, false, false, true): 3
        default: nil
        }
    }
}
