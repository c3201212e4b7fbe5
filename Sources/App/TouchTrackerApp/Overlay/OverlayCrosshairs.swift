import TouchKit

/// Draws a crosshair across the screen, a tag, a ring and a trail for each finger.
///
/// A frame's damage is the lines, tags and rings as they were and as they are, and the marks that came or
/// went.
final class OverlayCrosshairs: UIView {
    /// What of a finger is on the screen.
    private struct Drawn {
        var place: CGPoint
        var slot: Int
        var ring: Ring?
    }

    /// How large its contact is, or how hard it presses, or both.
    private struct Ring: Equatable {
        /// Of its middle line, in points.
        var radius: CGFloat
        /// In points.
        var width: CGFloat
    }

    private let fingers: OverlayFingers
    private var drawn: [Drawn?] = []
    /// Memory for the marks of a finger.
    private var marks: [CGRect] = []
    private var insides: [CGRect] = []
    /// The part of the screen that lines are drawn in: what the plate leaves.
    var lineArea = CGRect.zero {
        didSet { if lineArea != oldValue { setNeedsDisplay() } }
    }

    /// A line that went less far, in points, is in one rectangle with what it was: one more costs as much as the
    /// pixels between both.
    private static let shortWay: CGFloat = 3
    /// What is round a finger and went less far is in one rectangle with what it was, in points.
    private static let nearby: CGFloat = 10
    private static let tagSize = CGSize(width: 30, height: 22)
    /// From the finger's place to the middle of its tag, in points.
    private static let tagDistance: CGFloat = 44
    private static let radii: ClosedRange<CGFloat> = 8...60

    init(_ fingers: OverlayFingers) {
        self.fingers = fingers
        super.init(frame: .zero)
        marks.reserveCapacity(OverlayFinger.mostMarks)
        insides.reserveCapacity(OverlayFinger.mostMarks)
        isOpaque = false
        isUserInteractionEnabled = false
    }

    // MARK: Damage

    /// What has changed of a finger since it was drawn last has to be drawn; allocates nothing but for more
    /// fingers than ever.
    func update(_ finger: OverlayFinger) {
        while drawn.count <= finger.number { drawn.append(nil) }
        let old = drawn[finger.number]
        let new = finger.isDown ? Self.drawn(finger) : nil
        if old?.ring == nil && new?.ring == nil {
            invalidate(finger.newMarks)
        } else if old?.place != new?.place || old?.ring != new?.ring {
            // New marks lie on its way.
            invalidate(
                rect(ofRingOf: old), rect(ofRingOf: new).union(finger.newMarks), isNear(old, new))
        } else {
            invalidate(finger.newMarks)
        }
        invalidate(finger.goneMarks)
        finger.marksDrawn()
        drawn[finger.number] = new
        if let old, let new {
            if old.place != new.place { moveLines(from: old.place, to: new.place) }
        } else if let place = old?.place ?? new?.place {
            setNeedsDisplay(row(at: place))
            setNeedsDisplay(column(at: place))
        }
        if old?.place != new?.place || old?.slot != new?.slot {
            invalidate(
                old.map { tag(at: $0.place) } ?? .null, new.map { tag(at: $0.place) } ?? .null,
                isNear(old, new))
        }
    }

    private func moveLines(from old: CGPoint, to new: CGPoint) {
        let rows = (old: row(at: old), new: row(at: new))
        let columns = (old: column(at: old), new: column(at: new))
        if rows.old != rows.new {
            invalidate(rows.old, rows.new, abs(old.y - new.y) < Self.shortWay)
        }
        if columns.old != columns.new {
            invalidate(columns.old, columns.new, abs(old.x - new.x) < Self.shortWay)
        }
    }

    private func invalidate(_ rect: CGRect) {
        if !rect.isNull { setNeedsDisplay(rect) }
    }

    /// - Parameter together: Whether one rectangle around both does.
    private func invalidate(_ old: CGRect, _ new: CGRect, _ together: Bool) {
        if together || old == new {
            invalidate(old.union(new))
        } else {
            invalidate(old)
            invalidate(new)
        }
    }

    /// Whether it went so little that what was and what is overlap.
    private func isNear(_ old: Drawn?, _ new: Drawn?) -> Bool {
        guard let old, let new else { return false }
        return abs(old.place.x - new.place.x) < Self.nearby
            && abs(old.place.y - new.place.y) < Self.nearby
    }

    private func rect(ofRingOf state: Drawn?) -> CGRect {
        guard let state, let ring = state.ring else { return .null }
        return Self.rect(of: ring, at: state.place)
    }

    private static func drawn(_ finger: OverlayFinger) -> Drawn {
        let report = finger.report
        var ring: Ring?
        if report.pressure != nil || report.radius != nil {
            ring = Ring(
                radius: min(max(report.radius ?? 24, radii.lowerBound), radii.upperBound).rounded(),
                width: (2 + 8 * (report.pressure ?? 0)).rounded())
        }
        return Drawn(place: report.place, slot: finger.slot, ring: ring)
    }

    // MARK: Places

    /// The line across at a place, a point wide, on whole pixels.
    private func row(at place: CGPoint) -> CGRect {
        CGRect(x: lineArea.minX, y: onPixels(place.y), width: lineArea.width, height: 1)
            .intersection(lineArea)
    }

    /// The line down at a place.
    private func column(at place: CGPoint) -> CGRect {
        CGRect(x: onPixels(place.x), y: lineArea.minY, width: 1, height: lineArea.height)
            .intersection(lineArea)
    }

    private func onPixels(_ value: CGFloat) -> CGFloat {
        let scale = UIScreen.main.scale
        return (value * scale - scale / 2).rounded() / scale
    }

    /// The tag beside a place: above it to the right, where the hand isn't; to the left and below where the
    /// screen ends.
    private func tag(at place: CGPoint) -> CGRect {
        let size = Self.tagSize
        let reach = Self.tagDistance
        let x = place.x + reach + size.width > bounds.maxX ? place.x - reach : place.x + reach
        let y = place.y - reach - size.height < lineArea.minY ? place.y + reach : place.y - reach
        return CGRect(
            x: (x - size.width / 2).rounded(), y: (y - size.height / 2).rounded(),
            width: size.width, height: size.height)
    }

    private static func rect(of ring: Ring, at place: CGPoint) -> CGRect {
        let reach = ring.radius + ring.width / 2 + 1
        return CGRect(
            x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach)
    }

    // MARK: Drawing

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        for finger in fingers.all where finger.isShown { drawTrail(of: finger, context) }
        for index in drawn.indices {
            guard let state = drawn[index] else { continue }
            let color = OverlayLooks.color(index)
            context.setFillColor(color.cgColor)
            context.fill(row(at: state.place))
            context.fill(column(at: state.place))
            if let ring = state.ring, needsToDraw(Self.rect(of: ring, at: state.place)) {
                context.setStrokeColor(color.cgColor)
                context.setLineWidth(ring.width)
                context.strokeEllipse(
                    in: CGRect(
                        x: state.place.x - ring.radius, y: state.place.y - ring.radius,
                        width: 2 * ring.radius, height: 2 * ring.radius))
            }
        }
        for index in drawn.indices {
            guard let state = drawn[index] else { continue }
            let tag = tag(at: state.place)
            if needsToDraw(tag) {
                draw(state.slot, in: tag, OverlayLooks.color(index), context)
            }
        }
    }

    /// A mark for each report, all with light around them: ink may have the finger's colour.
    private func drawTrail(of finger: OverlayFinger, _ context: CGContext) {
        marks.removeAll(keepingCapacity: true)
        insides.removeAll(keepingCapacity: true)
        finger.appendMarks(to: &marks, insides: &insides)
        context.setFillColor(OverlayLooks.markRim.cgColor)
        context.fill(marks)
        context.setFillColor(OverlayLooks.color(finger.number).cgColor)
        context.fill(insides)
    }

    private func draw(_ slot: Int, in tag: CGRect, _ color: UIColor, _ context: CGContext) {
        context.setFillColor(color.cgColor)
        context.fill(tag)
        let text = OverlayNumber.whole(slot)
        let size = text.size(withAttributes: OverlayLooks.tag)
        text.draw(
            at: CGPoint(x: tag.midX - size.width / 2, y: tag.midY - size.height / 2),
            withAttributes: OverlayLooks.tag)
    }
}
