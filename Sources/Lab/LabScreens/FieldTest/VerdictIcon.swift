import LabFieldTest
import TouchKit

/// A namespace for drawing the icons of verdicts. The icons differ in shape as well as in color, so
/// that they are distinguishable without color vision.
@MainActor
enum VerdictIcon {
    /// Draws the icon of a verdict into a square of the current graphics context.
    ///
    /// The icons are a tick in a disc for `pass`, an exclamation mark in a triangle for `doubtful`,
    /// a cross in an octagon for `fail`, a half-filled ring for `incomplete` and a dash in a ring
    /// for `skipped`.
    static func draw(_ verdict: Verdict, in square: CGRect) {
        let unit = square.width / 24
        func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
            CGPoint(x: square.minX + x * unit, y: square.minY + y * unit)
        }
        func fill(_ corners: [CGPoint], _ color: UIColor) {
            let path = UIBezierPath()
            for (index, corner) in corners.enumerated() {
                if index == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
            }
            path.close()
            color.setFill()
            path.fill()
        }
        func stroke(_ lines: [[CGPoint]], _ color: UIColor, width: CGFloat = 3) {
            let path = UIBezierPath()
            path.lineWidth = width * unit
            path.lineCapStyle = .round
            path.lineJoinStyle = .round
            for line in lines {
                path.move(to: line[0])
                for end in line.dropFirst() { path.addLine(to: end) }
            }
            color.setStroke()
            path.stroke()
        }
        switch verdict {
        case .pass:
            FieldTestColors.pass.setFill()
            UIBezierPath(ovalIn: square.insetBy(dx: unit, dy: unit)).fill()
            stroke([[point(7, 12.5), point(10.5, 16), point(17, 8.5)]], .white)
        case .doubtful:
            fill([point(12, 1), point(23.5, 22), point(0.5, 22)], FieldTestColors.doubtful)
            stroke(
                [[point(12, 8.5), point(12, 14.5)], [point(12, 18.6), point(12, 18.7)]], .black)
        case .fail:
            let near: CGFloat = 7.5
            let far: CGFloat = 16.5
            fill(
                [
                    point(near, 1), point(far, 1), point(23, near), point(23, far),
                    point(far, 23), point(near, 23), point(1, far), point(1, near),
                ], FieldTestColors.fail)
            stroke(
                [[point(8, 8), point(16, 16)], [point(16, 8), point(8, 16)]], .white)
        case .incomplete:
            drawRing(in: square, FieldTestColors.doubtful)
            let half = UIBezierPath(
                arcCenter: point(12, 12), radius: 7 * unit, startAngle: -.pi / 2,
                endAngle: .pi / 2, clockwise: true)
            half.close()
            FieldTestColors.doubtful.setFill()
            half.fill()
        case .skipped:
            drawRing(in: square, FieldTestColors.secondary)
            stroke([[point(8, 12), point(16, 12)]], FieldTestColors.secondary)
        }
    }
}

/// Draws a ring into a square of the current graphics context.
@MainActor
private func drawRing(in square: CGRect, _ color: UIColor) {
    let unit = square.width / 24
    let ring = UIBezierPath(ovalIn: square.insetBy(dx: 2.5 * unit, dy: 2.5 * unit))
    ring.lineWidth = 2 * unit
    color.setStroke()
    ring.stroke()
}

/// A view that displays the icon of a verdict.
final class VerdictIconView: UIView {
    /// `false`: the view draws the icon for its current size whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    /// The verdict whose icon the view displays.
    var verdict = Verdict.skipped {
        didSet { if verdict != oldValue { setNeedsDisplay() } }
    }

    /// Draws the icon in the largest square that fits, centered in the view.
    override func draw(_ rect: CGRect) {
        let side = min(bounds.width, bounds.height)
        VerdictIcon.draw(
            verdict,
            in: CGRect(
                x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side))
    }
}
