import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The difference between the coverage of strokes and exact area coverage.
@Suite("Stroke quality")
struct StrokeQualityTests {
    /// A white line on black.
    private struct Line {
        var from: CGPoint
        var to: CGPoint
        var width: Double
        var cap = LineCap.round

        /// Generates lines until one is completely inside 64 × 64 pixels.
        init<Random: RandomNumberGenerator>(
            widths: ClosedRange<Double>, using random: inout Random
        ) {
            // The order of the random numbers equals that of the benchmark's workload.
            /// Returns a random number between `low` and `high`.
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

        /// Returns the covered fraction of a pixel by 16 × 16 samples, 0…255.
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
                    // Round caps contain points near the segment; other caps do not extend beyond
                    // it.
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

    /// The random number generator of the benchmark's workloads (xorshift64: Marsaglia 2003).
    private struct WorkloadRandom: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    /// The errors of edge pixels (partly covered or wrong), in levels of 255.
    private struct EdgeError {
        private(set) var largest = 0.0
        private var sum = 0.0
        private(set) var pixels = 0
        var mean: Double { sum / Double(pixels) }

        /// Adds the errors of a line.
        mutating func add(_ line: Line) {
            let canvas = composed(64, 64) {
                $0.stroke(
                    from: line.from, to: line.to, width: line.width, cap: line.cap, color: .white)
            }
            for y in 0..<64 {
                for x in 0..<64 {
                    let wanted = line.sampled(x, y)
                    let error = abs(Double(canvas[x, y] & 0xFF) - wanted)
                    guard (wanted > 0 && wanted < 255) || error > 0 else { continue }
                    pixels += 1
                    sum += error
                    largest = max(largest, error)
                }
            }
        }
    }

    /// Prints the errors of random lines, and checks the largest and the mean error.
    private func expectError<Random: RandomNumberGenerator>(
        _ name: String, widths: ClosedRange<Double>, cap: LineCap = .round,
        using random: inout Random, largest: Double, mean: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var error = EdgeError()
        for _ in 0..<200 {
            var line = Line(widths: widths, using: &random)
            line.cap = cap
            error.add(line)
        }
        print("\(name): largest \(error.largest), mean \(error.mean), \(error.pixels) edge pixels")
        #expect(error.largest <= largest, sourceLocation: sourceLocation)
        #expect(error.mean <= mean, sourceLocation: sourceLocation)
    }

    @Test("The benchmark's 200 capsules have an error of at most 8, and 0.8 on average.")
    func comparedCapsules() {
        // The state of the workload generator at the beginning of the quality workload.
        var random = WorkloadRandom(state: 0x5810_9F5C_684B_38E2)
        expectError("compared capsules", widths: 3...20, using: &random, largest: 8, mean: 0.8)
    }

    @Test(
        "Arbitrary capsules have an error of at most 12, and 0.9 on average.",
        arguments: Optimization.isEnabled ? 0..<4 : 0..<1)
    func anyCapsules(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        expectError(
            "capsules of seed \(seed)", widths: 3...20, using: &random, largest: 12, mean: 0.9)
    }

    /// The thinner half of the lines has flat ends that replace the area of the half discs.
    @Test("Round lines of 1 to 3 pixels have an error of at most 26, and 2.7 on average.")
    func thinLines() {
        var random = SeededRandom(seed: 2)
        expectError("thin lines", widths: 1...3, using: &random, largest: 26, mean: 2.7)
    }

    /// The coverage of a corner is approximated by a product.
    @Test(
        "Lines with flat ends have an error of at most 12, and 0.9 on average.",
        arguments: Optimization.isEnabled ? [0.5, 1, 4, 14] : [1])
    func cutLines(width: Double) {
        var random = SeededRandom(seed: 3)
        for cap in [LineCap.butt, .square] {
            expectError(
                "\(cap) lines of \(width)", widths: width...width, cap: cap, using: &random,
                largest: 12, mean: 0.9)
        }
    }
}
