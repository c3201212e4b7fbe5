import TouchKit

/// A view that draws a crosshair across the screen, a tag, a ring and a trail for each contact.
///
/// The damage of a frame consists of the old and new rectangles of the lines, tags and rings that
/// changed, and of the marks that were added or removed.
final class OverlayCrosshairs: UIView {
    /// `false`: the view draws only the items in the damage whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    /// The position, the slot and the ring with which a contact was last drawn.
    private struct DrawnContact {
        /// The center of the crosshair, in points.
        var position: CGPoint
        var slot: Int
        /// The ring around the contact, or `nil` if the device reports neither pressure nor size.
        var ring: Ring?
    }

    /// A ring whose radius shows the size of a contact and whose width shows the pressure.
    private struct Ring: Equatable {
        /// The radius of the center line, in points.
        var radius: CGFloat
        /// The line width, in points.
        var width: CGFloat
    }

    private let contacts: OverlayContacts
    /// The drawn state of each contact by row number, or `nil` for a contact that is not drawn.
    private var drawn: [DrawnContact?] = []
    /// The squares of a trail's marks; stored only to reuse the memory.
    private var marks: [CGRect] = []
    /// The squares of a trail's marks without rims; stored only to reuse the memory.
    private var insides: [CGRect] = []
    /// The part of the view in which lines are drawn, which excludes the readout.
    var lineArea = CGRect.zero {
        didSet { if lineArea != oldValue { setNeedsDisplay() } }
    }

    /// The distance in points below which the old and new rectangle of a line are invalidated as
    /// one rectangle. An additional dirty rectangle costs as much as the pixels between both lines.
    private static let lineMergeDistance: CGFloat = 3
    /// The distance in points below which the old and new rectangle of a tag or ring are
    /// invalidated as one rectangle.
    private static let mergeDistance: CGFloat = 10
    private static let tagSize = CGSize(width: 30, height: 22)
    /// The distance along each axis from the contact's position to the center of its tag, in
    /// points.
    private static let tagDistance: CGFloat = 44
    /// The range of the rings' radii, in points.
    private static let ringRadii: ClosedRange<CGFloat> = 8...60

    /// Creates a view that draws `contacts`.
    init(_ contacts: OverlayContacts) {
        self.contacts = contacts
        super.init(frame: .zero)
        marks.reserveCapacity(OverlayContact.maximumMarkCount)
        insides.reserveCapacity(OverlayContact.maximumMarkCount)
        isOpaque = false
        isUserInteractionEnabled = false
    }

    // MARK: Damage

    /// Invalidates all parts of a contact that changed since the contact was last drawn. Allocates
    /// only if there are more contacts than ever before.
    func update(_ contact: OverlayContact) {
        while drawn.count <= contact.row { drawn.append(nil) }
        let old = drawn[contact.row]
        let new = contact.isDown ? Self.drawnState(of: contact) : nil
        if old?.ring == nil && new?.ring == nil {
            invalidate(contact.addedMarksRect)
        } else if old?.position != new?.position || old?.ring != new?.ring {
            // New marks lie between the old and the new ring.
            invalidate(
                ringRect(of: old), ringRect(of: new).union(contact.addedMarksRect),
                asOne: areNear(old, new))
        } else {
            invalidate(contact.addedMarksRect)
        }
        invalidate(contact.removedMarksRect)
        contact.markAsDrawn()
        drawn[contact.row] = new
        if let old, let new {
            if old.position != new.position {
                invalidateLines(from: old.position, to: new.position)
            }
        } else if let position = old?.position ?? new?.position {
            setNeedsDisplay(horizontalLine(at: position))
            setNeedsDisplay(verticalLine(at: position))
        }
        if old?.position != new?.position || old?.slot != new?.slot {
            invalidate(
                old.map { tagRect(at: $0.position) } ?? .null,
                new.map { tagRect(at: $0.position) } ?? .null, asOne: areNear(old, new))
        }
    }

    /// Invalidates the old and new lines of a crosshair that moved.
    private func invalidateLines(from old: CGPoint, to new: CGPoint) {
        let horizontal = (old: horizontalLine(at: old), new: horizontalLine(at: new))
        let vertical = (old: verticalLine(at: old), new: verticalLine(at: new))
        if horizontal.old != horizontal.new {
            invalidate(
                horizontal.old, horizontal.new, asOne: abs(old.y - new.y) < Self.lineMergeDistance)
        }
        if vertical.old != vertical.new {
            invalidate(
                vertical.old, vertical.new, asOne: abs(old.x - new.x) < Self.lineMergeDistance)
        }
    }

    private func invalidate(_ rect: CGRect) {
        if !rect.isNull { setNeedsDisplay(rect) }
    }

    /// Invalidates two rectangles, separately or as one.
    ///
    /// - Parameters:
    ///   - old: The old rectangle, or `.null`.
    ///   - new: The new rectangle, or `.null`.
    ///   - asOne: Whether to invalidate the bounding box of both rectangles.
    private func invalidate(_ old: CGRect, _ new: CGRect, asOne: Bool) {
        if asOne || old == new {
            invalidate(old.union(new))
        } else {
            invalidate(old)
            invalidate(new)
        }
    }

    /// Returns whether both states exist and their positions are closer than `mergeDistance` on
    /// both axes.
    private func areNear(_ old: DrawnContact?, _ new: DrawnContact?) -> Bool {
        guard let old, let new else { return false }
        return abs(old.position.x - new.position.x) < Self.mergeDistance
            && abs(old.position.y - new.position.y) < Self.mergeDistance
    }

    /// Returns the rectangle of a contact's ring, or `.null` without a ring.
    private func ringRect(of state: DrawnContact?) -> CGRect {
        guard let state, let ring = state.ring else { return .null }
        return Self.rect(of: ring, at: state.position)
    }

    /// Returns the position, the slot and the ring with which `contact` must be drawn.
    private static func drawnState(of contact: OverlayContact) -> DrawnContact {
        let report = contact.report
        var ring: Ring?
        if report.pressure != nil || report.radius != nil {
            let radius = min(max(report.radius ?? 24, ringRadii.lowerBound), ringRadii.upperBound)
            ring = Ring(
                radius: radius.rounded(), width: (2 + 8 * (report.pressure ?? 0)).rounded())
        }
        return DrawnContact(position: report.position, slot: contact.slot, ring: ring)
    }

    // MARK: Geometry

    /// Returns the horizontal line of a crosshair: one point high, aligned to pixels.
    private func horizontalLine(at position: CGPoint) -> CGRect {
        CGRect(x: lineArea.minX, y: alignedToPixels(position.y), width: lineArea.width, height: 1)
            .intersection(lineArea)
    }

    /// Returns the vertical line of a crosshair: one point wide, aligned to pixels.
    private func verticalLine(at position: CGPoint) -> CGRect {
        CGRect(x: alignedToPixels(position.x), y: lineArea.minY, width: 1, height: lineArea.height)
            .intersection(lineArea)
    }

    /// Returns the left or top edge of the line through `coordinate`, in points and aligned to
    /// pixels.
    private func alignedToPixels(_ coordinate: CGFloat) -> CGFloat {
        let scale = UIScreen.main.scale
        return (coordinate * scale - scale / 2).rounded() / scale
    }

    /// Returns the rectangle of a contact's tag. The tag is to the upper right of the contact,
    /// where a right hand does not cover the tag, or to the left or below near the edges of the
    /// screen.
    private func tagRect(at position: CGPoint) -> CGRect {
        let size = Self.tagSize
        let distance = Self.tagDistance
        let x =
            position.x + distance + size.width > bounds.maxX
            ? position.x - distance : position.x + distance
        let y =
            position.y - distance - size.height < lineArea.minY
            ? position.y + distance : position.y - distance
        return CGRect(
            x: (x - size.width / 2).rounded(), y: (y - size.height / 2).rounded(),
            width: size.width, height: size.height)
    }

    private static func rect(of ring: Ring, at center: CGPoint) -> CGRect {
        let outerRadius = ring.radius + ring.width / 2 + 1
        return CGRect(
            x: center.x - outerRadius, y: center.y - outerRadius, width: 2 * outerRadius,
            height: 2 * outerRadius)
    }

    // MARK: Drawing

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        for contact in contacts.all where contact.isShown { drawTrail(of: contact, context) }
        for index in drawn.indices {
            guard let state = drawn[index] else { continue }
            let color = OverlayStyle.color(ofContact: index)
            context.setFillColor(color.cgColor)
            context.fill(horizontalLine(at: state.position))
            context.fill(verticalLine(at: state.position))
            if let ring = state.ring, needsToDraw(Self.rect(of: ring, at: state.position)) {
                context.setStrokeColor(color.cgColor)
                context.setLineWidth(ring.width)
                context.strokeEllipse(
                    in: CGRect(
                        x: state.position.x - ring.radius, y: state.position.y - ring.radius,
                        width: 2 * ring.radius, height: 2 * ring.radius))
            }
        }
        for index in drawn.indices {
            guard let state = drawn[index] else { continue }
            let tag = tagRect(at: state.position)
            if needsToDraw(tag) {
                drawTag(state.slot, in: tag, OverlayStyle.color(ofContact: index), context)
            }
        }
    }

    /// Draws the marks of a contact's trail. Their white rims separate them from ink of the same
    /// color.
    private func drawTrail(of contact: OverlayContact, _ context: CGContext) {
        marks.removeAll(keepingCapacity: true)
        insides.removeAll(keepingCapacity: true)
        contact.appendMarks(to: &marks, insides: &insides)
        context.setFillColor(OverlayStyle.markRim.cgColor)
        context.fill(marks)
        context.setFillColor(OverlayStyle.color(ofContact: contact.row).cgColor)
        context.fill(insides)
    }

    /// Draws a slot number on a colored background.
    private func drawTag(_ slot: Int, in rect: CGRect, _ color: UIColor, _ context: CGContext) {
        context.setFillColor(color.cgColor)
        context.fill(rect)
        let text = String(slot)
        let size = text.size(withAttributes: OverlayStyle.tagAttributes)
        text.draw(
            at: CGPoint(x: rect.midX - size.width / 2, y: rect.midY - size.height / 2),
            withAttributes: OverlayStyle.tagAttributes)
    }
}
