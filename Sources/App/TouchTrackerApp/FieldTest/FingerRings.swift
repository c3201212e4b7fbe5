import LabFieldTest
import TouchKit

/// A ring at each finger that a panel sees, where it sees it now, with the number of its slot above it.
@MainActor
struct FingerRings {
    private struct Ring: Equatable {
        var place: CGPoint
        var slot: Int
    }

    private let radius: CGFloat
    private let fontSize: CGFloat
    private let look: [TextAttribute: Any]
    /// The slots' numbers, made once.
    private let names: [String]
    private var rings: [Ring] = []
    private var newRings: [Ring] = []

    /// Makes none.
    ///
    /// - Parameters:
    ///   - radius: Of a ring, in points: more than a fingertip's.
    ///   - slots: How many slots the panel has.
    init(radius: CGFloat, slots: Int) {
        self.radius = radius
        fontSize = max(radius * 0.6, 18)
        look = [
            .font: UIFont.boldSystemFont(ofSize: fontSize), .foregroundColor: FieldTestColors.ink,
        ]
        names = (0..<max(slots, 1)).map { "\($0)" }
        rings.reserveCapacity(slots)
        newRings.reserveCapacity(slots)
    }

    /// The places of the rings, in points.
    var places: [CGPoint] { rings.map(\.place) }

    /// Follows the fingers; what changed is drawn anew.
    mutating func show(_ contacts: [PanelContact], _ mapping: TouchMapping, in view: UIView) {
        newRings.removeAll(keepingCapacity: true)
        for contact in contacts {
            newRings.append(Ring(place: mapping.point(contact.place), slot: contact.slot))
        }
        if newRings == rings { return }
        for ring in rings where !newRings.contains(ring) { view.setNeedsDisplay(extent(ring)) }
        for ring in newRings where !rings.contains(ring) { view.setNeedsDisplay(extent(ring)) }
        swap(&rings, &newRings)
    }

    /// Where the number is: above the ring, or below it where there is no room.
    private func numberTop(_ ring: Ring) -> CGFloat {
        let above = ring.place.y - radius - fontSize * 1.5
        return above >= 0 ? above : ring.place.y + radius + 2
    }

    private func extent(_ ring: Ring) -> CGRect {
        let square = FieldTestPage.square(ring.place, radius + 3)
        return square.union(
            CGRect(
                x: ring.place.x - radius, y: numberTop(ring), width: 2 * radius,
                height: fontSize * 1.5))
    }

    /// Draws those in a rectangle, in the running `draw(_:)`.
    func draw(_ rect: CGRect) {
        // The context's own path: a ring for each finger and frame mustn't cost memory.
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setLineWidth(5)
        for ring in rings where extent(ring).intersects(rect) {
            FieldTestColors.target.setStroke()
            context.strokeEllipse(in: FieldTestPage.square(ring.place, radius))
            let name = names.indices.contains(ring.slot) ? names[ring.slot] : "?"
            let width = name.size(withAttributes: look).width
            name.draw(
                at: CGPoint(x: ring.place.x - width / 2, y: numberTop(ring)), withAttributes: look)
        }
    }
}
