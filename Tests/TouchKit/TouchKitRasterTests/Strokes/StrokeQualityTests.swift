import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// How far strokes are from the share of each pixel that they really cover.
@Suite("Stroke quality")
struct StrokeQualityTests {
    /// A white line on black.
    private struct Line {
        var from: CGPoint
        var to: CGPoint
        var width: Double
        var cap = LineCap.round

        /// Draws lines that lie wholly inside 64 × 64 pixels until one does.
        init<Random: RandomNumberGenerator>(
            widths: ClosedRange<Double>, using random: inout Random
        ) {
            // The order of the draws is that of the comparison's workload.
            func draw(_ low: Double, _ high: Double) -> Double {
                low + (high - low) * Double(random.next() >> 11) / 9_007_199_254_740_992
            }
            repeat {
                width = draw(widths.lowerBound, widths.upperBound)
                let length = draw(5, 44)
                let angle = draw(0, 2 * .pi)
                from = CGPoint(x: draw(2, 62), y: draw(2, 62))
                to = CGPoint(x: length, y: 0).applying(
                    CGAffineTransform(rotationAngle: angle)
                        .concatenating(CGAffineTransform(translationX: from.x, y: from.y)))
            } while !isInside
        }

        private var isInside: Bool {
            let least = width / 2 + 2
            let most = 64 - least
            return min(from.x, from.y, to.x, to.y) >= least
                && max(from.x, from.y, to.x, to.y) <= most
        }

        /// The share of a pixel that it covers, by 16 × 16 samples, 0…255.
        func sampled(_ x: Int, _ y: Int) -> Double {
            let dx = to.x - from.x
            let dy = to.y - from.y
            let square = dx * dx + dy * dy
            let reach = width * width / 4
            let beyond = cap == .square ? width / 2 / square.squareRoot() : 0
            var inside = 0
            for row in 0..<16 {
                for column in 0..<16 {
                    let px = Double(x) + (Double(column) + 0.5) / 16 - from.x
                    let py = Double(y) + (Double(row) + 0.5) / 16 - from.y
                    let foot = (px * dx + py * dy) / square
                    // Round ends are near the segment, others don't reach beyond it.
                    if cap != .round && (foot < -beyond || foot > 1 + beyond) { continue }
                    let near = cap == .round ? min(max(foot, 0), 1) : foot
                    let offX = px - near * dx
                    let offY = py - near * dy
                    if offX * offX + offY * offY <= reach { inside += 1 }
                }
            }
            return (Double(inside) / 256 * 255).rounded()
        }
    }

    /// The generator of the comparison's workloads (xorshift64: Marsaglia 2003).
    private struct WorkloadRandom: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    /// Errors over rim pixels (partly covered, or wrong), of 255.
    private struct RimError {
        private(set) var largest = 0.0
        private var sum = 0.0
        private(set) var pixels = 0
        var mean: Double { sum / Double(pixels) }

        mutating func add(_ line: Line) {
            let list = DisplayList()
            list.stroke(
                from: line.from, to: line.to, width: line.width, cap: line.cap,
                color: .white)
            let compositor = Compositor(width: 64, height: 64)
            var damage = DamageMask(width: 64, height: 64)
            var region = Region()
            region.formUnion(compositor.canvas.bounds)
            compositor.compose(list, in: region, damage: &damage)
            for y in 0..<64 {
                for x in 0..<64 {
                    let wanted = line.sampled(x, y)
                    let error = abs(Double(compositor.canvas[x, y] & 0xFF) - wanted)
                    guard (wanted > 0 && wanted < 255) || error > 0 else { continue }
                    pixels += 1
                    sum += error
                    largest = max(largest, error)
                }
            }
        }
    }

    private func rimError<Random: RandomNumberGenerator>(
        _ name: String, widths: ClosedRange<Double>, cap: LineCap = .round,
        using random: inout Random
    ) -> RimError {
        var error = RimError()
        for _ in 0..<200 {
            var line = Line(widths: widths, using: &random)
            line.cap = cap
            error.add(line)
        }
        print("\(name): largest \(error.largest), mean \(error.mean), \(error.pixels) rim pixels")
        return error
    }

    @Test("The 200 capsules that renderers are compared by: off by 8 at most, 0.8 in the mean.")
    func comparedCapsules() {
        // Where the generator of the workloads stands when it comes to those for quality.
        var random = WorkloadRandom(state: 0x5810_9F5C_684B_38E2)
        let error = rimError("compared capsules", widths: 3...20, using: &random)
        #expect(error.largest <= 8)
        #expect(error.mean <= 0.8)
    }

    @Test(
        "Any capsules: off by 12 at most, 0.9 in the mean.",
        arguments: Optimization.isOn ? 0..<4 : 0..<1)
    func anyCapsules(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let error = rimError("capsules of seed \(seed)", widths: 3...20, using: &random)
        #expect(error.largest <= 12)
        #expect(error.mean <= 0.9)
    }

    /// The ends of the thinner half are cut off where a half disc's area ends.
    @Test("Round lines of 1 to 3 pixels: off by 26 at most, 2.7 in the mean.")
    func thinLines() {
        var random = SeededRandom(seed: 2)
        let error = rimError("thin lines", widths: 1...3, using: &random)
        #expect(error.largest <= 26)
        #expect(error.mean <= 2.7)
    }

    /// A corner's share is no product, but near it.
    @Test(
        "Lines cut off straight: off by 12 at most, 0.9 in the mean.",
        arguments: Optimization.isOn ? [0.5, 1, 4, 14] : [1])
    func cutLines(width: Double) {
        var random = SeededRandom(seed: 3)
        for cap in [LineCap.butt, .square] {
            let error = rimError(
                "\(cap) lines of \(width)", widths: width...width, cap: cap, using: &random)
            #expect(error.largest <= 12)
            #expect(error.mean <= 0.9)
        }
    }
}
