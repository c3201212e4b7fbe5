import Glibc
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Properties of arbitrary strokes.
@Suite("Stroke properties")
struct StrokePropertyTests {
    /// A random line.
    private struct Line {
        var from: CGPoint
        var to: CGPoint
        var width: Double
        var cap: LineCap
        var color: PixelColor

        init(_ random: inout SeededRandom) {
            from = CGPoint(x: random.number(in: -60...260), y: random.number(in: -60...220))
            switch random.next(below: 5) {
            case 0:
                // Short lines and dots.
                to = CGPoint(
                    x: from.x + random.number(in: -8...8), y: from.y + random.number(in: -8...8))
            case 1:
                // Vertical and horizontal lines on whole or half pixels.
                from = CGPoint(x: (from.x * 2).rounded() / 2, y: (from.y * 2).rounded() / 2)
                let length = Double(random.next(below: 200))
                to =
                    random.next(below: 2) == 0
                    ? CGPoint(x: from.x + length, y: from.y)
                    : CGPoint(x: from.x, y: from.y + length)
            case 2:
                // Almost horizontal lines, which have long antialiased edges.
                to = CGPoint(
                    x: random.number(in: -60...260), y: from.y + random.number(in: -12...12))
            default:
                to = CGPoint(x: random.number(in: -60...260), y: random.number(in: -60...220))
            }
            width = random.number(in: 0.3...(random.next(below: 3) == 0 ? 90 : 14))
            cap = ([.round, .round, .butt, .square] as [LineCap])[random.next(below: 4)]
            color = PixelColor(
                red: UInt8(random.next(below: 256)), green: UInt8(random.next(below: 256)),
                blue: UInt8(random.next(below: 256)),
                alpha: random.next(below: 2) == 0 ? 255 : UInt8(1 + random.next(below: 254)))
        }

        /// Appends the line, moved by an offset, to a display list.
        func record(on list: DisplayList, dx: Double = 0, dy: Double = 0) {
            list.stroke(
                from: CGPoint(x: from.x + dx, y: from.y + dy),
                to: CGPoint(x: to.x + dx, y: to.y + dy), width: width, cap: cap, color: color)
        }
    }

    private static let width = 200
    private static let height = 160

    /// Returns a bitmap in which all pixels differ.
    private func paper() -> Bitmap {
        Bitmap(Self.width, Self.height) { x, y in
            let color = UInt32((x * 31 + y * 17) & 0xFF) * 0x01_0305
            return 0xFF00_0000 | color & 0xFF_FFFF
        }
    }

    /// Returns whether two bitmaps of equal size have the same bytes; fast in debug builds, too.
    private func same(_ left: Bitmap, _ right: Bitmap) -> Bool {
        memcmp(left.pixels, right.pixels, left.stride * left.height * 4) == 0
    }

    /// Returns a copy of a bitmap in which a part is replaced by that of another one.
    private func copy(_ paper: Bitmap, with part: PixelRect, of other: Bitmap) -> Bitmap {
        let picture = paper.copy()
        let part = part.intersection(paper.bounds)
        for y in part.minY..<part.maxY {
            let place = y * paper.stride + part.minX
            memcpy(picture.pixels + place, other.pixels + place, part.width * 4)
        }
        return picture
    }

    @Test(
        "A clipped stroke equals the complete one inside the clip and changes nothing outside.",
        arguments: 0..<20)
    func clippedEqualsFull(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let paper = paper()
        let list = DisplayList()
        var wrong = 0
        for _ in 0..<40 {
            list.removeAll()
            Line(&random).record(on: list)
            let full = paper.copy()
            list.paint(onto: full, clip: full.bounds)
            for _ in 0..<6 {
                let clip = PixelRect(
                    x: random.next(below: Self.width), y: random.next(below: Self.height),
                    width: 1 + random.next(below: 60), height: 1 + random.next(below: 60))
                let part = paper.copy()
                list.paint(onto: part, clip: clip)
                if !same(part, copy(paper, with: clip, of: full)) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("Pixels at the edge of the canvas equal those on a larger canvas.", arguments: 0..<10)
    func edgeOfCanvas(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 500)
        let list = DisplayList()
        for _ in 0..<40 {
            list.removeAll()
            Line(&random).record(on: list)
            let large = list.painted(300, 300)
            let small = list.painted(51, 37)
            let wrong = (0..<37).filter {
                memcmp(small.pixels + $0 * small.stride, large.pixels + $0 * large.stride, 51 * 4)
                    != 0
            }
            #expect(wrong.isEmpty)
        }
    }

    @Test("A stroke drawn in the opposite direction has the same pixels.", arguments: 0..<10)
    func direction(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 100)
        let list = DisplayList()
        for _ in 0..<40 {
            var line = Line(&random)
            let paper = paper()
            let forwards = paper.copy()
            line.record(on: list)
            list.paint(onto: forwards, clip: forwards.bounds)
            list.removeAll()
            swap(&line.from, &line.to)
            let backwards = paper.copy()
            line.record(on: list)
            list.paint(onto: backwards, clip: backwards.bounds)
            list.removeAll()
            #expect(same(forwards, backwards))
        }
    }

    @Test("The interior of an opaque stroke has exactly its color.", arguments: 0..<10)
    func inside(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 200)
        let list = DisplayList()
        var looked = 0
        var wrong = 0
        for _ in 0..<8 {
            var line = Line(&random)
            line.color.alpha = 255
            line.cap = .round
            let picture = paper()
            line.record(on: list)
            list.paint(onto: picture, clip: picture.bounds)
            list.removeAll()
            for y in 0..<Self.height {
                for x in 0..<Self.width {
                    let middle = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    let depth = line.width / 2 - middle.distance(fromLine: line.from, line.to)
                    guard depth > 0.72 else { continue }
                    looked += 1
                    if picture[x, y] != line.color.opaquePixel { wrong += 1 }
                }
            }
        }
        #expect(wrong == 0)
        #expect(looked > 1_000)
    }

    @Test(
        "Painting strokes with extreme coordinates terminates; long ones appear where visible.")
    func anyNumbers() {
        let numbers: [Double] = [
            .nan, -.infinity, 0, -.leastNonzeroMagnitude, 1e-9, 40, -1e5, 1e9,
            .greatestFiniteMagnitude,
        ]
        let list = DisplayList()
        for x0 in numbers {
            for y0 in numbers {
                for x1 in numbers {
                    for (y1, width) in zip(numbers, numbers.reversed() + [3]) {
                        list.stroke(
                            from: CGPoint(x: x0, y: y0), to: CGPoint(x: x1, y: y1), width: width,
                            cap: list.count % 2 == 0 ? .round : .square, color: .white)
                        list.stroke(
                            from: CGPoint(x: x0, y: y0), to: CGPoint(x: x1, y: y1), width: 3,
                            cap: list.count % 2 == 0 ? .round : .butt, color: .white)
                    }
                }
            }
        }
        // The test would take hours if a stroke iterated over its whole length.
        _ = list.painted(64, 64)
        list.removeAll()
        list.stroke(
            from: CGPoint(x: -1e9, y: 20), to: CGPoint(x: 1e9, y: 20), width: 6, cap: .round,
            color: .white)
        let line = list.painted(64, 64)
        #expect((0..<64).allSatisfy { line[$0, 17] == 0xFFFF_FFFF && line[$0, 22] == 0xFFFF_FFFF })
        #expect((0..<64).allSatisfy { line[$0, 16] == 0xFF00_0000 && line[$0, 23] == 0xFF00_0000 })
    }

    @Test("A long line that ends far outside the canvas is as precise as a short one.")
    func farEnds() {
        let list = DisplayList()
        list.stroke(
            from: CGPoint(x: -300, y: -200), to: CGPoint(x: 600, y: 400), width: 7.3, cap: .round,
            color: .white)
        let near = list.painted(200, 160)
        list.removeAll()
        list.stroke(
            from: CGPoint(x: -600_000, y: -400_000), to: CGPoint(x: 900_000, y: 600_000),
            width: 7.3, cap: .round, color: .white)
        #expect(largestDifference(near, list.painted(200, 160)) <= 1)
    }

    @Test(
        "The edges of a long, almost horizontal line are at the right height.",
        arguments: [1.64, -1.64])
    func almostHorizontal(descent: Double) {
        let list = DisplayList()
        list.stroke(
            from: CGPoint(x: -16_384, y: 100.42 - descent / 2),
            to: CGPoint(x: 16_384, y: 100.42 + descent / 2), width: 10, cap: .round, color: .white)
        let bitmap = list.painted(64, 128)
        var largest = 0.0
        for x in 0..<64 {
            // The edges cut the rows 95 and 105.
            let center = 100.42 + descent * (Double(x) + 0.5) / 32_768
            let upper = Double(bitmap[x, 95] & 0xFF) - (101 - center) * 255
            let lower = Double(bitmap[x, 105] & 0xFF) - (center - 100) * 255
            largest = max(largest, abs(upper), abs(lower))
        }
        #expect(largest <= 2)
    }

    @Test(
        "A clip beside the upper end of a long, almost vertical line shows the line.",
        arguments: [2.95, -2.95])
    func almostVertical(drift: Double) {
        let list = DisplayList()
        list.stroke(
            from: CGPoint(x: 190.725 - drift / 2, y: -16_384),
            to: CGPoint(x: 190.725 + drift / 2, y: 16_384), width: 4, cap: .round, color: .white)
        let full = list.painted(256, 64)
        let clip = PixelRect(x: drift > 0 ? 192 : 0, y: 0, width: drift > 0 ? 64 : 189, height: 64)
        let part = list.painted(256, 64, clip: clip)
        let edge = drift > 0 ? 192 : 188
        for y in 0..<64 {
            #expect(full[edge, y] & 0xFF > 60)
            #expect(part[edge, y] == full[edge, y])
        }
    }
}
