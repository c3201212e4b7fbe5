import LabFieldTest
import TouchKit

/// What stands for a verdict: its shape tells as much as its colour does.
@MainActor
enum VerdictMark {
    /// Draws the mark of a verdict into a square, in the running `draw(_:)`: a tick in a disc, an
    /// exclamation mark in a triangle, a cross in an octagon, a dash in a ring.
    static func draw(_ verdict: Verdict, in square: CGRect) {
        let unit = square.width / 24
        func place(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
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
            stroke([[place(7, 12.5), place(10.5, 16), place(17, 8.5)]], .white)
        case .doubtful:
            fill([place(12, 1), place(23.5, 22), place(0.5, 22)], FieldTestColors.doubtful)
            stroke(
                [[place(12, 8.5), place(12, 14.5)], [place(12, 18.6), place(12, 18.7)]], .black)
        case .fail:
            let near: CGFloat = 7.5
            let far: CGFloat = 16.5
            fill(
                [
                    place(near, 1), place(far, 1), place(23, near), place(23, far),
                    place(far, 23), place(near, 23), place(1, far), place(1, near),
                ], FieldTestColors.fail)
            stroke(
                [[place(8, 8), place(16, 16)], [place(16, 8), place(8, 16)]], .white)
        case .skipped:
            let ring = UIBezierPath(ovalIn: square.insetBy(dx: 2.5 * unit, dy: 2.5 * unit))
            ring.lineWidth = 2 * unit
            FieldTestColors.quiet.setStroke()
            ring.stroke()
            stroke([[place(8, 12), place(16, 12)]], FieldTestColors.quiet)
        }
    }
}

/// A verdict's mark as a view.
final class VerdictMarkView: UIView {
    /// Whose mark it is.
    var verdict = Verdict.skipped {
        didSet { if verdict != oldValue { setNeedsDisplay() } }
    }

    /// Draws the mark in the middle.
    override func draw(_ rect: CGRect) {
        let side = min(bounds.width, bounds.height)
        VerdictMark.draw(
            verdict,
            in: CGRect(
                x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side))
    }
}
