import Foundation
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

private typealias CGPoint = TouchKitGeometry.CGPoint

/// Paths with arbitrary numbers, invalid styles and paints, and arbitrary clips.
///
/// `TOUCHTRACKER_FUZZ_SECONDS=600` runs the test for ten minutes; `TOUCHTRACKER_FUZZ_SEED=77` runs
/// one seed.
@Suite("Path fuzzing")
struct PathFuzzTests {
    private static let width = 160
    private static let height = 120

    /// Returns a random number: usually an ordinary one, otherwise an extreme or invalid one.
    private static func number(_ random: inout SeededRandom) -> Double {
        let specials: [Double] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 0, -0.0, 1e300,
            -1e300, 1e18, -1e18, 1e9, 1_048_576, -1_048_576, 1_048_577, 2_147_483_648, 8_388_608,
            1e-9, -1e-9, 0.5, 1.0 / 256, 1.0 / 512, 1e-160, 1e160,
        ]
        switch random.next(below: 8) {
        case 0: return specials[random.next(below: specials.count)]
        case 1: return Double(bitPattern: random.next())
        case 2: return Double(random.next(below: 400)) - 100
        case 3: return random.number(in: -1e7...1e7)
        default: return random.number(in: -40...200)
        }
    }

    /// Returns a random point.
    private static func point(_ random: inout SeededRandom) -> CGPoint {
        CGPoint(x: number(&random), y: number(&random))
    }

    /// Returns a random path.
    private static func path(_ random: inout SeededRandom) -> Path {
        var path = Path()
        for _ in 0...random.next(below: 14) {
            switch random.next(below: 8) {
            case 0, 1: path.move(to: point(&random))
            case 2: path.addQuadCurve(to: point(&random), control: point(&random))
            case 3:
                path.addCurve(
                    to: point(&random), control1: point(&random), control2: point(&random))
            case 4: path.close()
            case 5: path.addLine(to: path.currentPoint)
            default: path.addLine(to: point(&random))
            }
        }
        if random.next(below: 6) == 0 { path.apply(map(&random)) }
        return random.next(below: 6) == 0 ? path.reversed() : path
    }

    /// Returns a random transform.
    private static func map(_ random: inout SeededRandom) -> CGAffineTransform {
        switch random.next(below: 4) {
        case 0, 1: return .identity
        case 2:
            return CGAffineTransform(rotationAngle: random.number(in: -4...4))
                .concatenating(CGAffineTransform(scaleX: number(&random), y: 1))
        default:
            return CGAffineTransform(
                a: number(&random), b: number(&random), c: number(&random), d: number(&random),
                tx: number(&random), ty: number(&random))
        }
    }

    /// Returns a random stroke style.
    private static func style(_ random: inout SeededRandom) -> LineStyle {
        var style = LineStyle(
            width: random.next(below: 3) == 0 ? number(&random) : random.number(in: 0...60),
            cap: [.butt, .round, .square][random.next(below: 3)],
            join: [.miter, .round, .bevel][random.next(below: 3)],
            miterLimit: random.next(below: 2) == 0 ? 10 : number(&random))
        if random.next(below: 2) == 0 {
            for _ in 0..<random.next(below: 5) {
                let length = number(&random)
                style.dashes.append(random.next(below: 5) == 0 ? length : abs(length))
            }
            style.dashPhase = number(&random)
        }
        return style
    }

    /// Returns a random paint.
    private static func paint(_ random: inout SeededRandom) -> Paint {
        let gradient = Gradient(stops: [
            .init(PixelColor(red: 255, green: 9, blue: 0, alpha: 200), at: number(&random)),
            .init(PixelColor(red: 0, green: 9, blue: 255), at: number(&random)),
        ])
        let extent = Paint.Extent(rawValue: random.next(below: 4))
        switch random.next(below: 6) {
        case 0:
            return .linear(
                gradient, from: point(&random), to: point(&random), extent: extent,
                map: map(&random), opacity: number(&random))
        case 1:
            return .radial(
                gradient, from: .init(center: point(&random), radius: number(&random)),
                to: .init(center: point(&random), radius: number(&random)), extent: extent,
                map: map(&random), opacity: 1)
        case 2:
            let bitmap = Bitmap(
                width: 1 + random.next(below: 9), height: 1 + random.next(below: 9),
                isOpaque: random.next(below: 2) == 0)
            return .pattern(bitmap, map: map(&random), opacity: 1)
        default:
            return .color(
                PixelColor(red: 255, green: 99, blue: 9, alpha: UInt8(random.next(below: 256))))
        }
    }

    /// Returns a random part of the canvas.
    private static func part(_ random: inout SeededRandom) -> PixelRect {
        PixelRect(
            x: random.next(below: width) - 20, y: random.next(below: height) - 20,
            width: random.next(below: width), height: random.next(below: height))
    }

    /// Records and paints the paths of one seed and checks the limits of the work.
    ///
    /// - Returns: Whether a pixel was painted.
    private static func check(_ list: DisplayList, seed: Int) -> Bool {
        var random = SeededRandom(seed: UInt64(seed))
        list.removeAll()
        list.pushClip(
            random.next(below: 8) == 0
                ? part(&random) : PixelRect(x: 0, y: 0, width: width, height: height))
        for _ in 0...random.next(below: 3) {
            let path = path(&random)
            let before = (added: list.edges.addedEdgeCount, kept: list.edges.edges.count)
            if random.next(below: 2) == 0 {
                list.fill(
                    path, map: map(&random), rule: random.next(below: 2) == 0 ? .evenOdd : .nonzero,
                    paint: paint(&random))
            } else {
                list.stroke(path, map: map(&random), style: style(&random), paint: paint(&random))
            }
            _ = path.contains(point(&random), rule: .nonzero)
            // The work is bounded: at most 1,024 lines per curve, a join of at most 256 lines each,
            // and the limit for dashes, which one dash may exceed.
            let lines = path.verbs.reduce(1) {
                $0 + ($1 == .quad || $1 == .cubic ? 1_024 : 1)
            }
            let added = list.edges.addedEdgeCount - before.added
            #expect(added <= lines * 1_040 + PathLimits.maximumDashEdgeCount, "seed \(seed): work")
            #expect(list.edges.edges.count - before.kept <= added, "seed \(seed): edges")
            if random.next(below: 4) == 0 { list.fillClip(paint: paint(&random)) }
        }
        #expect(
            list.edges.bandEdges.count <= list.edges.edges.count * PathLimits.maximumBandCount,
            "seed \(seed): bands")
        let full = list.painted(width, height)
        let clip = part(&random).intersection(full.bounds)
        let clipped = list.painted(width, height, clip: clip)
        var wrong = 0
        var painted = false
        for y in 0..<height {
            for x in 0..<width {
                let pixel = full[x, y]
                let wanted = clip.contains(x: x, y: y) ? pixel : 0xFF00_0000
                if clipped[x, y] != wanted || pixel < 0xFF00_0000 { wrong += 1 }
                if pixel != 0xFF00_0000 { painted = true }
            }
        }
        #expect(wrong == 0, "seed \(seed): \(wrong) pixels differ in \(clip)")
        return painted
    }

    @Test(
        "Painting arbitrary paths terminates within bounds, and a part equals the whole.",
        .timeLimit(.minutes(30)))
    func paths() {
        let environment = ProcessInfo.processInfo.environment
        let list = DisplayList()
        if let seed = environment["TOUCHTRACKER_FUZZ_SEED"].flatMap({ Int($0) }) {
            _ = Self.check(list, seed: seed)
            return
        }
        let seconds = environment["TOUCHTRACKER_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0
        let end = ProcessInfo.processInfo.systemUptime + seconds
        var tried = 0
        var painted = 0
        var slowest = (seconds: 0.0, seed: 0)
        while tried < 200 || ProcessInfo.processInfo.systemUptime < end {
            let begin = ProcessInfo.processInfo.systemUptime
            if Self.check(list, seed: tried) { painted += 1 }
            let took = ProcessInfo.processInfo.systemUptime - begin
            if took > slowest.seconds { slowest = (took, tried) }
            tried += 1
        }
        if seconds > 0 {
            print(
                "\(tried) fuzzed paths, \(painted) painted, slowest: seed \(slowest.seed), "
                    + "\(slowest.seconds) s")
        }
        // Some cases must paint pixels and some must not; otherwise the generator is too tame or
        // too wild.
        #expect(painted > tried / 5 && painted < tried * 19 / 20)
    }
}
