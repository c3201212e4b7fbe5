import Testing
import TouchKit

/// `CGPath`, `CGMutablePath` and their conversion to `UIBezierPath`.
@Suite("Core Graphics paths")
@MainActor
struct CGPathTests {
    /// Returns the elements of a path as text, with coordinates rounded to tenths.
    private func text(_ path: CGPath) -> String {
        var parts: [String] = []
        path.applyWithBlock { element in
            let (name, count) =
                switch element.pointee.type {
                case .moveToPoint: ("m", 1)
                case .addLineToPoint: ("l", 1)
                case .addQuadCurveToPoint: ("q", 2)
                case .addCurveToPoint: ("c", 3)
                case .closeSubpath: ("z", 0)
                }
            let points = (0..<count).map { index -> String in
                let point = element.pointee.points[index]
                return "\((point.x * 10).rounded() / 10),\((point.y * 10).rounded() / 10)"
            }
            parts.append(([name] + points).joined(separator: " "))
        }
        return parts.joined(separator: " ")
    }

    @Test("Each element is transformed as it is appended.")
    func transforms() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: 1, y: 2), transform: CGAffineTransform(scaleX: 2, y: 2))
        path.addQuadCurve(
            to: CGPoint(x: 1, y: 1), control: CGPoint(x: 0, y: 1),
            transform: CGAffineTransform(translationX: 5, y: 0))
        path.closeSubpath()
        path.addLines(between: [CGPoint(x: 7, y: 7), CGPoint(x: 8, y: 7)])
        #expect(text(path) == "m 1.0,2.0 l 2.0,4.0 q 5.0,1.0 6.0,1.0 z m 7.0,7.0 l 8.0,7.0")
        #expect(path.currentPoint == CGPoint(x: 8, y: 7))
    }

    @Test("Copies do not change with the path that they were made of.")
    func copies() throws {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 2, height: 1))
        let copy = try #require(path.copy())
        let mutable = try #require(copy.mutableCopy())
        path.addEllipse(in: CGRect(x: 0, y: 0, width: 9, height: 9))
        mutable.addRect(CGRect(x: 4, y: 0, width: 1, height: 1))
        #expect(copy.boundingBox == CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(mutable.boundingBox == CGRect(x: 0, y: 0, width: 5, height: 1))
        let bezier = UIBezierPath(cgPath: mutable)
        mutable.closeSubpath()
        mutable.addRect(CGRect(x: 0, y: 0, width: 50, height: 1))
        #expect(bezier.bounds == CGRect(x: 0, y: 0, width: 5, height: 1))
        bezier.cgPath = copy
        #expect(text(bezier.cgPath) == text(copy))
    }

    @Test("contains(_:using:transform:) follows the rule and the transform.")
    func contains() {
        let path = CGMutablePath()
        path.addRects([
            CGRect(x: 0, y: 0, width: 9, height: 9), CGRect(x: 3, y: 3, width: 3, height: 3),
        ])
        let middle = CGPoint(x: 4, y: 4)
        #expect(path.contains(middle))
        #expect(!path.contains(middle, using: .evenOdd))
        #expect(!path.contains(middle, transform: CGAffineTransform(translationX: 20, y: 0)))
    }

    @Test(
        "A tangent arc rounds a corner on either side and touches both lines.", arguments: [1, -1])
    func tangentArc(side: Int) {
        let side = CGFloat(side)
        let path = CGMutablePath()
        // Without a current point there is no line to touch.
        path.addArc(tangent1End: .zero, tangent2End: CGPoint(x: 1, y: 1), radius: 1)
        #expect(path.isEmpty)
        path.move(to: .zero)
        path.addArc(
            tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: side * 10), radius: 4)
        #expect(text(path).hasPrefix("m 0.0,0.0 l 6.0,0.0 c "))
        #expect(text(path).hasSuffix(" 10.0,\(side * 4)"))
        path.addArc(tangent1End: CGPoint(x: 10, y: side * 8), tangent2End: .zero, radius: 0)
        #expect(text(path).hasSuffix("l 10.0,\(side * 8)"))
    }

    @Test("A tangent arc under a transform begins at the current point.")
    func transformedTangentArc() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(
            tangent1End: CGPoint(x: 5, y: 0), tangent2End: CGPoint(x: 5, y: 5), radius: 2,
            transform: CGAffineTransform(scaleX: 2, y: 2))
        #expect(text(path).hasPrefix("m 0.0,0.0 l 6.0,0.0 c "))
        #expect(text(path).hasSuffix(" 10.0,4.0"))
    }

    @Test("A relative arc covers its angle in either direction.", arguments: [1, -1])
    func relativeArc(direction: Int) {
        let path = CGMutablePath()
        path.addRelativeArc(
            center: .zero, radius: 10, startAngle: 0, delta: CGFloat(direction) * .pi / 2)
        #expect(text(path).hasPrefix("m 10.0,0.0 c "))
        #expect(text(path).hasSuffix(" 0.0,\(direction * 10).0"))
    }

    @Test("An ellipse consists of curves, also after other elements.")
    func ellipse() {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 2, height: 1))
        path.addEllipse(in: CGRect(x: 1, y: 1, width: 4, height: 2))
        #expect(text(path).filter(\.isLetter) == "mlllzmccccccccz")
        #expect(text(path).contains("z m 5.0,2.0 c "))
    }

    @Test("Shapes are created under a transform.")
    func shapes() {
        var transform = CGAffineTransform(translationX: 10, y: 0)
        let rect = CGRect(x: 0, y: 0, width: 4, height: 2)
        let moved = CGRect(x: 10, y: 0, width: 4, height: 2)
        #expect(CGPath(rect: rect, transform: nil).boundingBox == rect)
        #expect(CGPath(rect: rect, transform: &transform).boundingBox == moved)
        #expect(CGPath(ellipseIn: rect, transform: &transform).boundingBox == moved)
        let rounded = CGPath(
            roundedRect: rect, cornerWidth: 1, cornerHeight: 1, transform: &transform)
        #expect(rounded.boundingBox == moved)
        #expect(!rounded.contains(CGPoint(x: 10.1, y: 0.1)))
        let path = CGMutablePath()
        path.addRoundedRect(in: rect, cornerWidth: 1, cornerHeight: 1, transform: transform)
        #expect(text(path) == text(rounded))
    }
}
