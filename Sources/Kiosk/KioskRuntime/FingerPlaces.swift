import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// Where fingers went since the frame before: the parts of the screen that are looked at. Adding
/// allocates nothing once as many were there before.
struct FingerPlaces {
    /// What counts as under a finger, to each side of its way, in points: a fingertip covers some 10 mm,
    /// which is 60 points on a panel of 150 dots per inch; and what it draws stands out a little.
    static let reach: CGFloat = 44

    private struct Place {
        var finger: FingerID
        var position: CGPoint
    }

    /// The last place of each finger in the frame before, then this frame's in their order.
    private var places: [Place] = []

    init() {
        places.reserveCapacity(FrameRecord.usualSamples)
    }

    /// A finger was seen.
    mutating func add(_ sample: FingerSample) {
        places.append(Place(finger: sample.finger, position: sample.position))
    }

    /// The frame is made: of each finger the newest place is where it goes on from, or rests.
    ///
    /// - Parameter isDown: Whether a finger is still there.
    mutating func endFrame(_ isDown: (FingerID) -> Bool) {
        var kept = 0
        for index in places.indices where isDown(places[index].finger) {
            let place = places[index]
            var slot = 0
            while slot < kept, places[slot].finger != place.finger { slot += 1 }
            // No more were kept than were looked at, so nothing is overwritten that still counts.
            places[slot] = place
            kept = max(kept, slot + 1)
        }
        places.removeLast(places.count - kept)
    }

    /// Forgets all.
    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
    }

    /// Adds what lies under fingers that rest and under the ways of those that move, in canvas pixels.
    ///
    /// - Complexity: O(places²); it is asked for only where time is short.
    func add(to region: inout Region, geometry: ScreenGeometry) {
        for index in places.indices {
            let end = places[index].position
            let start =
                places[..<index].last { $0.finger == places[index].finger }?.position ?? end
            let way = CGRect(
                x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
                height: abs(end.y - start.y))
            region.formUnion(geometry.canvasRect(way.insetBy(dx: -Self.reach, dy: -Self.reach)))
        }
    }
}
