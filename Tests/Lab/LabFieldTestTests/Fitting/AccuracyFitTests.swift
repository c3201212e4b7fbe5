import LabFieldTest
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("AccuracyFit")
struct AccuracyFitTests {
    private static let size = CGSize(width: 155, height: 86)

    /// The positions of the nine crosses in millimeters.
    private static let crosses: [CGPoint] = [0.1, 0.5, 0.9].flatMap { y in
        [0.1, 0.5, 0.9].map { x in CGPoint(x: x * 155, y: y * 86) }
    }

    /// Returns one tap on each cross.
    ///
    /// - Parameters:
    ///   - scatter: The largest deviation along each axis, in millimeters.
    ///   - seed: The seed of the deviations.
    ///   - map: Returns the position that the touchscreen reports for a cross, in millimeters.
    private static func makeTaps(
        scatter: Double, seed: UInt64, _ map: (CGPoint) -> CGPoint
    ) -> [AccuracyFit.Tap] {
        var random = RepeatableRandom(seed: seed)
        return crosses.map { cross in
            let reported = map(cross)
            return AccuracyFit.Tap(
                target: cross,
                reported: CGPoint(
                    x: reported.x + random.number(in: -scatter...scatter),
                    y: reported.y + random.number(in: -scatter...scatter)))
        }
    }

    @Test("Scattered taps look like a fault of the touchscreen in at most one of 200 trials")
    func scatterOnly() throws {
        var wrong = 0
        for seed in UInt64(1)...200 {
            let fit = try #require(
                AccuracyFit(Self.makeTaps(scatter: 1, seed: seed) { $0 }, size: Self.size))
            #expect(fit.orientation == .upright)
            if fit.worstError > 1 { wrong += 1 }
        }
        #expect(wrong <= 1)
    }

    @Test("Each orientation is detected despite offset, scale error and scatter")
    func orientations() throws {
        for swaps in [false, true] {
            for (flipsX, flipsY) in [(false, false), (true, false), (false, true), (true, true)] {
                let fit = try #require(
                    AccuracyFit(
                        Self.makeTaps(scatter: 1, seed: 9) { cross in
                            var x = cross.x / 155
                            var y = cross.y / 86
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

    @Test("A tap far from its cross is an outlier and does not affect the fit")
    func outlier() throws {
        var taps = Self.makeTaps(scatter: 0.5, seed: 3) { CGPoint(x: $0.x + 4, y: $0.y) }
        taps[7].reported = CGPoint(x: 20, y: 20)
        let fit = try #require(AccuracyFit(taps, size: Self.size))
        #expect(fit.outliers == [taps[7]])
        #expect(abs(fit.offset.dx - 4) < 0.5 && abs(fit.offset.dy) < 0.5)
    }

    @Test("A fit requires at least six taps")
    func tooFew() {
        let taps = Self.makeTaps(scatter: 0.5, seed: 3) { $0 }
        #expect(AccuracyFit(Array(taps.prefix(5)), size: Self.size) == nil)
        #expect(AccuracyFit(Array(taps.prefix(6)), size: Self.size) != nil)
    }
}
