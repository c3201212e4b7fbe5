import LabFieldTest
import TouchKit

/// The rings around the contacts that the touchscreen reports, with the slot number above each
/// ring.
@MainActor
struct ContactRings {
    private struct Ring: Equatable {
        var center: CGPoint
        var slot: Int
    }

    private let radius: CGFloat
    private let fontSize: CGFloat
    private let textAttributes: [TextAttribute: Any]
    /// The slot numbers as strings, created once to avoid allocations in each frame.
    private let slotTexts: [String]
    private var rings: [Ring] = []
    private var newRings: [Ring] = []

    /// Creates an empty set of rings.
    ///
    /// - Parameters:
    ///   - radius: The radius of the rings in points, which should be larger than a fingertip.
    ///   - slotCount: The number of slots of the touchscreen.
    init(radius: CGFloat, slotCount: Int) {
        self.radius = radius
        fontSize = max(radius * 0.6, 18)
        textAttributes = [
            .font: UIFont.boldSystemFont(ofSize: fontSize),
            .foregroundColor: FieldTestColors.foreground,
        ]
        slotTexts = (0..<max(slotCount, 1)).map { "\($0)" }
        rings.reserveCapacity(slotCount)
        newRings.reserveCapacity(slotCount)
    }

    /// Moves the rings to the positions of `contacts`, and invalidates the changed parts of `view`.
    ///
    /// - Parameters:
    ///   - contacts: The contacts that are down.
    ///   - mapping: The mapping from reported positions to the screen.
    ///   - view: The view that draws the rings.
    mutating func update(
        _ contacts: [TestContact], _ mapping: TouchMapping, in view: UIView
    ) {
        newRings.removeAll(keepingCapacity: true)
        for contact in contacts {
            newRings.append(Ring(center: mapping.point(contact.position), slot: contact.slot))
        }
        if newRings == rings { return }
        for ring in rings where !newRings.contains(ring) { view.setNeedsDisplay(extent(of: ring)) }
        for ring in newRings where !rings.contains(ring) { view.setNeedsDisplay(extent(of: ring)) }
        swap(&rings, &newRings)
    }

    /// Returns the y coordinate of the slot number's upper edge, in points. The number is above the
    /// ring, or below it near the upper edge of the screen.
    private func numberTop(of ring: Ring) -> CGFloat {
        let above = ring.center.y - radius - fontSize * 1.5
        return above >= 0 ? above : ring.center.y + radius + 2
    }

    /// Returns the rectangle that encloses a ring and its slot number, in points.
    private func extent(of ring: Ring) -> CGRect {
        let square = FieldTestPage.square(around: ring.center, radius: radius + 3)
        return square.union(
            CGRect(
                x: ring.center.x - radius, y: numberTop(of: ring), width: 2 * radius,
                height: fontSize * 1.5))
    }

    /// Draws the rings that intersect `rect` into the current graphics context.
    func draw(_ rect: CGRect) {
        // Drawing with the context instead of a `UIBezierPath` avoids allocations in each frame.
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.setLineWidth(5)
        for ring in rings where extent(of: ring).intersects(rect) {
            FieldTestColors.target.setStroke()
            context.strokeEllipse(in: FieldTestPage.square(around: ring.center, radius: radius))
            let text = slotTexts.indices.contains(ring.slot) ? slotTexts[ring.slot] : "?"
            let width = text.size(withAttributes: textAttributes).width
            text.draw(
                at: CGPoint(x: ring.center.x - width / 2, y: numberTop(of: ring)),
                withAttributes: textAttributes)
        }
    }
}
