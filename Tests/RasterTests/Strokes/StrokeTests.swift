import Geometry
import Raster
import TestSupport
import Testing

@Suite("Strokes")
struct StrokeTests {
    private func draw(_ width: Int, _ height: Int, _ body: (DisplayList) -> Void) -> Bitmap {
        let list = DisplayList()
        body(list)
        let compositor = Compositor(width: width, height: height)
        var damage = DamageMask(width: width, height: height)
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: width, height: height))
        compositor.compose(list, in: region, damage: &damage)
        return compositor.canvas.copy()
    }

    @Test("Caps and widths of lines in all directions look as they should.")
    func golden() throws {
        let picture = draw(360, 240) { list in
            list.fill(CGRect(x: 0, y: 0, width: 360, height: 240), color: .white)
            for step in 0..<12 {
                let angle = Double(step) * .pi / 6
                let map = CGAffineTransform(rotationAngle: angle)
                    .concatenating(CGAffineTransform(translationX: 120, y: 120))
                let caps: [LineCap] = [.round, .butt, .square]
                list.stroke(
                    from: CGPoint(x: 40, y: 0).applying(map),
                    to: CGPoint(x: 100, y: 0).applying(map), width: 1 + Double(step),
                    cap: caps[step % 3], color: .black)
            }
            for (index, width) in ([0.5, 1, 2, 5, 10, 20] as [Double]).enumerated() {
                let y = 20 + Double(index) * 36
                list.stroke(
                    from: CGPoint(x: 250, y: y), to: CGPoint(x: 300, y: y + 12), width: width,
                    cap: .round, color: PixelColor(red: 200, green: 0, blue: 0))
                list.stroke(
                    from: CGPoint(x: 335, y: y), to: CGPoint(x: 335, y: y), width: width * 1.5,
                    cap: .round, color: PixelColor(red: 0, green: 0, blue: 200, alpha: 128))
            }
        }
        try expectPicture(picture, matches: "strokes")
    }

    /// The share of a pixel that a capsule covers, by 16 × 16 samples, 0…255.
    private func sampled(
        _ x: Int, _ y: Int, _ from: CGPoint, _ to: CGPoint, radius: Double
    ) -> Double {
        let dx = to.x - from.x
        let dy = to.y - from.y
        let square = dx * dx + dy * dy
        var inside = 0
        for row in 0..<16 {
            for column in 0..<16 {
                let px = Double(x) + (Double(column) + 0.5) / 16 - from.x
                let py = Double(y) + (Double(row) + 0.5) / 16 - from.y
                let foot = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
                let offX = px - foot * dx
                let offY = py - foot * dy
                if offX * offX + offY * offY <= radius * radius { inside += 1 }
            }
        }
        return Double(inside) / 256 * 255
    }

    @Test(
        "200 capsules against 16 × 16 samples: rim pixels are off by 18 levels of 255 at most."
    )
    func quality() {
        var random = SeededRandom(seed: 1)
        var largest = 0.0
        var sum = 0.0
        var rim = 0
        for _ in 0..<200 {
            let radius = random.number(in: 1.5...10)
            let angle = random.number(in: 0...(2 * .pi))
            let length = random.number(in: 5...44)
            let from = CGPoint(x: random.number(in: 55...57), y: random.number(in: 55...57))
            let to = CGPoint(x: length, y: 0).applying(
                CGAffineTransform(rotationAngle: angle).concatenating(
                    CGAffineTransform(translationX: from.x, y: from.y)))
            let picture = draw(112, 112) {
                $0.stroke(from: from, to: to, width: radius * 2, cap: .round, color: .white)
            }
            for y in 0..<112 {
                for x in 0..<112 {
                    let wanted = sampled(x, y, from, to, radius: radius)
                    let error = abs(Double(picture[x, y] & 0xFF) - wanted)
                    if (wanted > 0 && wanted < 255) || error > 0 {
                        rim += 1
                        sum += error
                        largest = max(largest, error)
                    }
                }
            }
        }
        print(
            "capsules: largest error \(largest), mean \(sum / Double(rim)) of 255, \(rim) rim pixels"
        )
        #expect(largest <= 18)
        #expect(sum / Double(rim) <= 4.2)
    }

    @Test("A line thinner than a pixel is as much fainter.")
    func thinLines() {
        func weight(_ width: Double) -> Int {
            let picture = draw(40, 20) {
                $0.stroke(
                    from: CGPoint(x: 5, y: 10.5), to: CGPoint(x: 35, y: 10.5), width: width,
                    cap: .butt, color: .white)
            }
            return (0..<20).reduce(0) { $0 + Int(picture[20, $1] & 0xFF) }
        }
        #expect(weight(1) == 255)
        #expect(abs(weight(0.5) - 128) <= 1)
        #expect(abs(weight(0.25) - 64) <= 1)
        #expect(weight(0) == 0)
    }

    @Test("A line without length is a disc, a square, or nothing, by its caps.")
    func dots() {
        func covered(_ cap: LineCap) -> Int {
            let picture = draw(40, 40) {
                $0.stroke(
                    from: CGPoint(x: 20, y: 20), to: CGPoint(x: 20, y: 20), width: 10, cap: cap,
                    color: .white)
            }
            return (0..<40).reduce(0) { sum, y in
                sum + (0..<40).reduce(0) { $0 + Int(picture[$1, y] & 0xFF) }
            } / 255
        }
        #expect(abs(covered(.round) - 78) <= 1)
        #expect(covered(.square) == 100)
        #expect(covered(.butt) == 0)
    }

    @Test("Edges of rectangles between pixels are as light as what they cover.")
    func fractionalFills() {
        let picture = draw(10, 10) {
            $0.fill(CGRect(x: 2.25, y: 3.5, width: 4.5, height: 2.25), color: .white)
        }
        #expect(picture[3, 4] & 0xFF == 255)
        #expect(abs(Int(picture[2, 4] & 0xFF) - 191) <= 1)
        #expect(abs(Int(picture[6, 4] & 0xFF) - 191) <= 1)
        #expect(abs(Int(picture[4, 3] & 0xFF) - 128) <= 1)
        #expect(abs(Int(picture[4, 5] & 0xFF) - 191) <= 1)
        #expect(picture[1, 4] & 0xFF == 0)
        #expect(picture[7, 4] & 0xFF == 0)
    }
}
