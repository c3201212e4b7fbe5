import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Polylines that are blended once.
@Suite("Polylines")
struct PolylineTests {
    private let list = DisplayList()

    /// Paints a polyline on a black bitmap.
    private func paint(
        _ points: [CGPoint], width: Double = 9, alpha: UInt8 = 255, clip: PixelRect? = nil
    ) -> Bitmap {
        let color = PixelColor(red: 255, green: 255, blue: 255, alpha: alpha)
        list.polyline(width: width, color: color) { line in
            for (start, end) in zip(points, points.dropFirst()) { line.add(from: start, to: end) }
        }
        defer { list.removeAll() }
        return list.painted(160, 120, clip: clip)
    }

    @Test("A translucent line is not darker where it crosses itself and at its joins.")
    func blendsOnce() {
        let cross = [
            CGPoint(x: 20, y: 20), CGPoint(x: 140, y: 100), CGPoint(x: 140, y: 20),
            CGPoint(x: 20, y: 100),
        ]
        let picture = paint(cross, alpha: 128)
        let once = picture[50, 40]
        #expect(once & 0xFF == 128)
        #expect(picture[80, 60] == once)
        #expect(picture[139, 99] == once)
        #expect(picture[139, 60] == once)
    }

    @Test("A join inside a straight line is invisible.")
    func jointsAreInvisible() {
        let whole = paint([CGPoint(x: 11.3, y: 14.7), CGPoint(x: 147.9, y: 93.1)])
        let parts = paint(
            (0...8).map { part in
                let along = Double(part) / 8
                return CGPoint(x: 11.3 + along * 136.6, y: 14.7 + along * 78.4)
            })
        #expect(largestDifference(whole, parts) <= 3)
        #expect(whole[80, 54] & 0xFF == 255)
    }

    @Test(
        "A clipped line equals the complete one inside the clip and changes nothing outside.",
        arguments: 0..<12)
    func clippedEqualsFull(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 500)
        let points = (0..<(2 + random.next(below: 12))).map { _ in
            CGPoint(
                x: Double(random.next(below: 1_800)) / 10 - 10,
                y: Double(random.next(below: 1_400)) / 10 - 10)
        }
        let width = 0.5 + Double(random.next(below: 200)) / 10
        let alpha = UInt8(60 + random.next(below: 196))
        let full = paint(points, width: width, alpha: alpha)
        for _ in 0..<6 {
            let clip = PixelRect(
                x: random.next(below: 150), y: random.next(below: 110),
                width: 1 + random.next(below: 70), height: 1 + random.next(below: 50))
            let part = paint(points, width: width, alpha: alpha, clip: clip)
            #expect(part.isEqual(to: full.cropped(to: clip)))
        }
    }

    @Test(
        "Segments with invalid coordinates are ignored, and a line without segments paints nothing."
    )
    func hostile() {
        let picture = paint([
            CGPoint(x: 20, y: 20), CGPoint(x: Double.nan, y: 9), CGPoint(x: 60, y: 60),
            CGPoint(x: 90, y: 60),
        ])
        #expect(picture[75, 60] & 0xFF == 255)
        #expect(picture[25, 25] & 0xFF == 0)
        #expect(paint([]).isEqual(to: Bitmap(width: 160, height: 120)))
    }
}
