import LabFieldTest
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Axes from nine taps")
struct AccuracyFitTests {
    private static let size = CGSize(width: 155, height: 86)

    private static let crosses: [CGPoint] = [0.1, 0.5, 0.9].flatMap { y in
        [0.1, 0.5, 0.9].map { x in CGPoint(x: x * 155, y: y * 86) }
    }

    /// Taps that scatter evenly by so much at most, on each axis.
    private static func taps(
        scatter: Double, seed: UInt64, _ map: (CGPoint) -> CGPoint
    ) -> [AccuracyFit.Tap] {
        var random = RepeatableRandom(seed: seed)
        return crosses.map { cross in
            let place = map(cross)
            return AccuracyFit.Tap(
                target: cross,
                seen: CGPoint(
                    x: place.x + random.number(in: -scatter...scatter),
                    y: place.y + random.number(in: -scatter...scatter)))
        }
    }

    @Test("A hand that scatters isn't taken for a fault of the panel, in 199 of 200 trials.")
    func scatterOnly() throws {
        var wrong = 0
        for seed in UInt64(1)...200 {
            let fit = try #require(
                AccuracyFit(Self.taps(scatter: 1, seed: seed) { $0 }, size: Self.size))
            #expect(fit.orientation == .upright)
            if fit.worstError > 1 { wrong += 1 }
        }
        #expect(wrong <= 1)
    }

    @Test(
        "Each orientation is told from the others, offset, out of scale and scattered as it may be."
    )
    func orientations() throws {
        for swaps in [false, true] {
            for (flipsX, flipsY) in [(false, false), (true, false), (false, true), (true, true)] {
                let fit = try #require(
                    AccuracyFit(
                        Self.taps(scatter: 1, seed: 9) { place in
                            var x = place.x / 155
                            var y = place.y / 86
                            if swaps { (x, y) = (y, x) }
                            if flipsX { x = 1 - x }
                            if flipsY { y = 1 - y }
                            return CGPoint(x: x * 155 * 0.95 + 6, y: y * 86 * 1.04 - 3)
                        }, size: Self.size))
                #expect(fit.orientation.swapsAxes == swaps)
                #expect(fit.orientation.flipsX == flipsX && fit.orientation.flipsY == flipsY)
                #expect(abs(fit.scale.x - 0.95) < 0.03 && abs(fit.scale.y - 1.04) < 0.04)
                #expect(fit.scatter < 1)
            }
        }
    }

    @Test("A tap somewhere else is left out, and said.")
    func outlier() throws {
        var taps = Self.taps(scatter: 0.5, seed: 3) { CGPoint(x: $0.x + 4, y: $0.y) }
        taps[7].seen = CGPoint(x: 20, y: 20)
        let fit = try #require(AccuracyFit(taps, size: Self.size))
        #expect(fit.outliers == [taps[7]])
        #expect(abs(fit.offset.dx - 4) < 0.5 && abs(fit.offset.dy) < 0.5)
    }

    @Test("Five taps say nothing.")
    func tooFew() {
        let taps = Self.taps(scatter: 0.5, seed: 3) { $0 }
        #expect(AccuracyFit(Array(taps.prefix(5)), size: Self.size) == nil)
        #expect(AccuracyFit(Array(taps.prefix(6)), size: Self.size) != nil)
    }
}
