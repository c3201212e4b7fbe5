import TouchKitContacts
import TouchKitGeometry

/// Sees taps in a panel's four corners, one after the other around it: from any corner, either way. So it is
/// the same for every way round in which the panel may lie.
package struct CornerSequence: Sendable {
    /// How long all of it may take, from the first contact to the last lift, in seconds.
    package static let duration = 6.0
    /// How far from the panel's edges a tap may be, as a part of it.
    static let reach = 0.2

    /// Where the first two taps were reported, which say from where it went and which way.
    package struct Course: Hashable, Sendable {
        /// The first tap, 0…1 across the panel, uncorrected.
        package var first: CGPoint
        /// The second one.
        package var second: CGPoint
    }

    private var reader = TapReader()
    private var taps: [TapReader.Tap] = []

    /// Makes one that has seen nothing.
    package init() {
        taps.reserveCapacity(4)
    }

    /// Takes a frame of the panel. Allocates nothing once warm.
    ///
    /// - Returns: How it went, if it is complete with this frame.
    package mutating func receive(_ frame: TouchFrame) -> Course? {
        guard let tap = reader.receive(frame) else {
            // Who has two fingers down taps no corners.
            if reader.isSpoiled { taps.removeAll(keepingCapacity: true) }
            return nil
        }
        guard let corner = Self.corner(of: tap.place) else {
            taps.removeAll(keepingCapacity: true)
            return nil
        }
        if !continues(with: corner, tap) { taps.removeAll(keepingCapacity: true) }
        taps.append(tap)
        guard taps.count == 4 else { return nil }
        defer { taps.removeAll(keepingCapacity: true) }
        return Course(first: taps[0].place, second: taps[1].place)
    }

    /// Whether a corner is the next one, in time.
    private func continues(with corner: Int, _ tap: TapReader.Tap) -> Bool {
        guard let first = taps.first, let last = taps.last,
            let lastCorner = Self.corner(of: last.place),
            tap.ended.microseconds(since: first.began) <= Int64(Self.duration * 1e6)
        else { return false }
        let step = (corner - lastCorner + 4) % 4
        guard step == 1 || step == 3 else { return false }
        guard taps.count > 1, let start = Self.corner(of: first.place),
            let second = Self.corner(of: taps[1].place)
        else { return true }
        return step == (second - start + 4) % 4
    }

    /// The corner that a place is in: 0 to 3, clockwise from where both numbers are small.
    private static func corner(of place: CGPoint) -> Int? {
        let isLeft = place.x <= reach
        let isRight = place.x >= 1 - reach
        let isUpper = place.y <= reach
        let isLower = place.y >= 1 - reach
        return switch (isLeft, isRight, isUpper, isLower) {
        case (true, false, true, false): 0
        case (false, true, true, false): 1
        case (false, true, false, true): 2
        case (true, false, false, true): 3
        default: nil
        }
    }
}
