import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Golden images of paths.
@Suite("Path golden images")
struct PathGoldenTests {
    private let ink = PixelColor(red: 20, green: 40, blue: 120)
    private let veil = PixelColor(red: 200, green: 30, blue: 30, alpha: 128)

    /// Returns a stroke style.
    private func style(
        _ width: Double, _ cap: LineCap, _ join: LineJoin, dashes: [Double] = [], phase: Double = 0
    ) -> LineStyle {
        var style = LineStyle(width: width, cap: cap, join: join)
        style.dashes = dashes
        style.dashPhase = phase
        return style
    }

    @Test("Caps and joins at right, acute and blunt corners, open and closed.")
    func capsAndJoins() throws {
        let picture = composed(360, 390, over: .white) { list in
            for (column, join) in [LineJoin.miter, .round, .bevel].enumerated() {
                for (row, cap) in [LineCap.butt, .round, .square].enumerated() {
                    let x = Double(column) * 120 + 20
                    let y = Double(row) * 90 + 25
                    let path = Path.through([
                        (x, y), (x + 35, y + 50), (x + 50, y + 5), (x + 60, y + 50),
                        (x + 85, y + 50),
                        (x + 85, y + 10),
                    ])
                    list.stroke(path, style: style(12, cap, join), paint: .color(veil))
                    list.stroke(path, style: style(1, .butt, .miter), paint: .color(.black))
                }
                let x = Double(column) * 120 + 20
                let closed = Path.through(
                    [(x, 370), (x + 40, 290), (x + 80, 370)], isClosed: true)
                list.stroke(closed, style: style(14, .butt, join), paint: .color(ink))
            }
        }
        try expectPicture(picture, matches: "caps-and-joins")
    }

    @Test(
        "Dashes with all caps and phases, around corners, along curves and on closed paths.")
    func dashes() throws {
        let picture = composed(360, 300, over: .white) { list in
            for (row, cap) in [LineCap.butt, .round, .square].enumerated() {
                let y = 20 + Double(row) * 18
                list.stroke(
                    .through([(15, y), (345, y)]),
                    style: style(6, cap, .miter, dashes: [18, 12], phase: Double(row) * 6),
                    paint: .color(ink))
            }
            list.stroke(
                .through([(15, 78), (345, 78)]), style: style(7, .round, .miter, dashes: [0, 11]),
                paint: .color(veil))
            list.stroke(
                .through([(15, 96), (345, 96)]), style: style(4, .butt, .miter, dashes: [9]),
                paint: .color(ink))
            list.stroke(
                .through([(15, 112), (345, 112)]),
                style: style(4, .butt, .miter, dashes: [20, 4, 3, 4], phase: -5), paint: .color(ink)
            )
            list.stroke(
                .through([(20, 140), (110, 140), (110, 200), (20, 200)], isClosed: true),
                style: style(8, .butt, .miter, dashes: [26, 14], phase: 10), paint: .color(veil))
            list.stroke(
                .circle(180, 180, radius: 50),
                style: style(6, .round, .round, dashes: [14, 12]), paint: .color(ink))
            list.stroke(
                .star(295, 190, radius: 60), style: style(3, .butt, .miter, dashes: [6, 3]),
                paint: .color(veil))
            // Dashes that are too short to be visible are painted as a translucent line.
            list.stroke(
                .through([(15, 270), (345, 282)]),
                style: style(10, .butt, .miter, dashes: [0.1, 0.1]), paint: .color(ink))
        }
        try expectPicture(picture, matches: "dashes")
    }

    @Test("Curves and arcs, filled and stroked, thin and thick, with tight bends.")
    func curves() throws {
        let picture = composed(360, 260, over: .white) { list in
            for (index, width) in ([0.5, 1, 2, 4, 8, 16] as [Double]).enumerated() {
                var path = Path()
                let y = 20 + Double(index) * 26
                path.move(to: CGPoint(x: 15, y: y))
                path.addCurve(
                    to: CGPoint(x: 165, y: y), control1: CGPoint(x: 60, y: y - 40),
                    control2: CGPoint(x: 110, y: y + 60))
                list.stroke(path, style: style(width, .round, .miter), paint: .color(ink))
            }
            for (index, radius) in ([3, 8, 15, 24] as [Double]).enumerated() {
                let x = 200 + Double(index * index) * 8 + Double(index) * 20
                list.fill(.circle(x, 40, radius: radius), rule: .nonzero, paint: .color(veil))
                list.stroke(
                    .circle(x, 100, radius: radius), style: style(5, .butt, .miter),
                    paint: .color(ink))
            }
            // Bends with a radius smaller than half the line width.
            var loop = Path()
            loop.move(to: CGPoint(x: 200, y: 210))
            loop.addCurve(
                to: CGPoint(x: 240, y: 210), control1: CGPoint(x: 250, y: 130),
                control2: CGPoint(x: 190, y: 130))
            loop.addQuadCurve(to: CGPoint(x: 330, y: 215), control: CGPoint(x: 285, y: 90))
            list.stroke(loop, style: style(22, .butt, .round), paint: .color(veil))
            list.stroke(loop, style: style(1, .butt, .round), paint: .color(.black))
            var wave = Path()
            wave.move(to: CGPoint(x: 20, y: 210))
            wave.addQuadCurve(to: CGPoint(x: 90, y: 210), control: CGPoint(x: 55, y: 160))
            wave.addQuadCurve(to: CGPoint(x: 160, y: 210), control: CGPoint(x: 125, y: 290))
            list.fill(wave, rule: .evenOdd, paint: .color(ink))
        }
        try expectPicture(picture, matches: "curves")
    }

    @Test("Both fill rules on a star, on rings and on overlapping figures.")
    func rules() throws {
        let picture = composed(360, 180, over: .white) { list in
            for (index, rule) in [FillRule.nonzero, .evenOdd].enumerated() {
                let y = Double(index) * 90
                list.fill(.star(50, 45 + y, radius: 42), rule: rule, paint: .color(ink))
                var ring = Path.circle(140, 45 + y, radius: 40)
                ring.append(.circle(140, 45 + y, radius: 20))
                list.fill(ring, rule: rule, paint: .color(veil))
                var turned = Path.circle(230, 45 + y, radius: 40)
                var inner = Path.circle(0, 0, radius: 20)
                inner.apply(CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 230, ty: 45 + y))
                turned.append(inner)
                list.fill(turned, rule: rule, paint: .color(ink))
                var boxes = Path.through(
                    [(280, 10 + y), (330, 10 + y), (330, 60 + y), (280, 60 + y)], isClosed: true)
                boxes.append(
                    .through(
                        [(300, 30 + y), (350, 30 + y), (350, 80 + y), (300, 80 + y)], isClosed: true
                    ))
                list.fill(boxes, rule: rule, paint: .color(veil))
            }
        }
        try expectPicture(picture, matches: "fill-rules")
    }

    @Test("A translucent stroke that crosses itself is not darker there.")
    func selfCrossing() throws {
        var path = Path()
        path.move(to: CGPoint(x: 20, y: 120))
        path.addCurve(
            to: CGPoint(x: 180, y: 120), control1: CGPoint(x: 330, y: -60),
            control2: CGPoint(x: -130, y: -60))
        path.addLine(to: CGPoint(x: 30, y: 40))
        path.addLine(to: CGPoint(x: 175, y: 75))
        let picture = composed(200, 140, over: .white) {
            $0.stroke(path, style: style(14, .round, .round), paint: .color(veil))
        }
        try expectPicture(picture, matches: "self-crossing")
        // All fully covered pixels have the same color.
        let colors = Set((0..<140).flatMap { y in (0..<200).map { picture[$0, y] } })
        let darkest = colors.map { ($0 >> 8) & 0xFF }.min()
        #expect(darkest == 142)
    }

    @Test("Strokes under transforms that do not preserve angles are stretched with their pen.")
    func stretchedPen() throws {
        let picture = composed(260, 120, over: .white) { list in
            let wide = CGAffineTransform(a: 3, b: 0, c: 0, d: 1, tx: 70, ty: 60)
            list.stroke(
                .circle(0, 0, radius: 17), map: wide, style: style(6, .butt, .miter),
                paint: .color(ink))
            let skewed = CGAffineTransform(a: 1, b: 0.4, c: -1, d: 1.5, tx: 190, ty: 45)
            list.stroke(
                .through([(-20, -20), (20, -20), (20, 20), (-20, 20)], isClosed: true), map: skewed,
                style: style(8, .butt, .round, dashes: [20, 8]), paint: .color(veil))
        }
        try expectPicture(picture, matches: "stretched-pen")
    }
}
