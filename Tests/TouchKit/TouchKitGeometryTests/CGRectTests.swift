import Testing
import TouchKitGeometry

@Suite("Core Graphics rectangles and transforms")
struct CGRectTests {
    @Test("A rectangle contains its left and top edges but not its right and bottom edges.")
    func containsIsHalfOpen() {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(rect.contains(CGPoint(x: 1, y: 2)))
        #expect(!rect.contains(CGPoint(x: 4, y: 2)))
        #expect(!rect.contains(CGPoint(x: 1, y: 6)))
        #expect(!CGRect.null.contains(CGPoint(x: 0, y: 0)))
    }

    @Test("Disjoint rectangles have a null intersection, adjacent ones an empty intersection.")
    func intersections() {
        let rect = CGRect(x: 0, y: 0, width: 4, height: 4)
        #expect(
            rect.intersection(CGRect(x: 2, y: 1, width: 9, height: 2))
                == CGRect(x: 2, y: 1, width: 2, height: 2))
        #expect(rect.intersection(CGRect(x: 9, y: 0, width: 1, height: 1)).isNull)
        #expect(
            rect.intersection(CGRect(x: 4, y: 0, width: 1, height: 1))
                == CGRect(x: 4, y: 0, width: 0, height: 1))
        #expect(!rect.intersects(.null))
    }

    @Test("A union with the null rectangle is the standardized rectangle.")
    func unions() {
        let rect = CGRect(x: 4, y: 4, width: -2, height: -3)
        #expect(rect.union(.null) == CGRect(x: 2, y: 1, width: 2, height: 3))
        #expect(CGRect.null.union(.null).isNull)
        #expect(
            rect.standardized.union(CGRect(x: 0, y: 0, width: 1, height: 1))
                == CGRect(x: 0, y: 0, width: 4, height: 4))
    }

    @Test("An inset larger than the rectangle gives the null rectangle.")
    func insets() {
        let rect = CGRect(x: 0, y: 0, width: 4, height: 4)
        #expect(rect.insetBy(dx: 1, dy: -1) == CGRect(x: 1, y: -1, width: 2, height: 6))
        #expect(rect.insetBy(dx: 3, dy: 0).isNull)
    }

    @Test(
        "A rotated rectangle gives the bounding box of its corners.",
        arguments: [0.3, 1.2, 2.9, 4.4])
    func rotated(angle: Double) throws {
        let rect = CGRect(x: -3, y: 2, width: 5, height: 7)
        let transform = CGAffineTransform(rotationAngle: angle).translatedBy(x: 2, y: -1)
        let box = rect.applying(transform)
        let corners = [
            (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY),
            (rect.maxX, rect.maxY),
        ]
        .map { CGPoint(x: $0.0, y: $0.1).applying(transform) }
        let (columns, rows) = (corners.map(\.x), corners.map(\.y))
        let (left, right) = (try #require(columns.min()), try #require(columns.max()))
        let (top, bottom) = (try #require(rows.min()), try #require(rows.max()))
        #expect(abs(box.minX - left) < 1e-9 && abs(box.maxX - right) < 1e-9)
        #expect(abs(box.minY - top) < 1e-9 && abs(box.maxY - bottom) < 1e-9)
    }

    @Test("A transform and its inverse cancel each other.")
    func inverses() {
        let transform = CGAffineTransform(rotationAngle: 0.7).scaledBy(x: 2, y: 3).translatedBy(
            x: 4, y: 5)
        let point = CGPoint(x: 11, y: -7)
        let back = point.applying(transform).applying(transform.inverted())
        #expect(abs(back.x - 11) < 1e-9)
        #expect(abs(back.y + 7) < 1e-9)
        let singular = CGAffineTransform(scaleX: 0, y: 1)
        #expect(singular.inverted() == singular)
    }

    @Test("Pixel rectangles clamp NaN and extreme coordinates without trapping.")
    func pixelRects() {
        #expect(
            PixelRect(covering: CGRect(x: 0.5, y: 0.5, width: 1, height: 1))
                == PixelRect(x: 0, y: 0, width: 2, height: 2))
        #expect(PixelRect(covering: .null).isEmpty)
        let huge = PixelRect(covering: CGRect(x: -1e300, y: .nan, width: .infinity, height: 1e300))
        // The edges are clamped to ±2²⁴; NaN becomes 0.
        #expect(
            huge
                == PixelRect(minX: -16_777_216, minY: 0, maxX: 16_777_216, maxY: 0))
    }
}
