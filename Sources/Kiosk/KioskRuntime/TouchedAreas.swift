import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// The areas that touches have covered or crossed since the previous frame.
///
/// The user looks at the areas under touches. If a frame cannot draw all damage, the damage in
/// these areas is therefore drawn first. Adding a sample allocates nothing once the capacity
/// suffices.
struct TouchedAreas {
    /// The distance from a touch's path within which a point counts as touched, in points. A
    /// fingertip covers about 10 mm, which is 60 points at 150 dots per inch.
    static let margin: CGFloat = 44

    private struct TouchPosition {
        var touch: TouchIdentifier
        var position: CGPoint
    }

    /// The last position of each touch in the previous frame, followed by the positions of the
    /// current frame in the order in which they were added, in points.
    private var positions: [TouchPosition] = []

    init() {
        positions.reserveCapacity(FrameRecord.usualSampleCapacity)
    }

    /// Adds the position of a touch sample.
    mutating func add(_ sample: TouchSample) {
        positions.append(TouchPosition(touch: sample.touch, position: sample.position))
    }

    /// Ends the current frame: removes all positions except the latest one of each touch that is
    /// still down.
    ///
    /// - Parameter isDown: The closure that returns whether a touch is still down.
    mutating func endFrame(_ isDown: (TouchIdentifier) -> Bool) {
        var keptCount = 0
        for index in positions.indices where isDown(positions[index].touch) {
            let position = positions[index]
            // The operator `==` of a type of another module would be called through its witness
            // table.
            let number = position.touch.rawValue
            var slot = 0
            while slot < keptCount, positions[slot].touch.rawValue != number { slot += 1 }
            // `slot` never exceeds `index`, so no unread position is overwritten.
            positions[slot] = position
            keptCount = max(keptCount, slot + 1)
        }
        positions.removeLast(positions.count - keptCount)
    }

    /// Removes all positions.
    mutating func removeAll() {
        positions.removeAll(keepingCapacity: true)
    }

    /// Adds the areas under resting touches and along the paths of moving touches to `region`, in
    /// canvas pixels.
    ///
    /// - Complexity: O(*n*²), where *n* is the number of positions.
    func add(to region: inout Region, geometry: ScreenGeometry) {
        for index in positions.indices {
            let end = positions[index].position
            let start =
                positions[..<index].last { $0.touch == positions[index].touch }?.position ?? end
            let path = CGRect(
                x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
                height: abs(end.y - start.y))
            region.formUnion(geometry.canvasRect(path.insetBy(dx: -Self.margin, dy: -Self.margin)))
        }
    }
}
