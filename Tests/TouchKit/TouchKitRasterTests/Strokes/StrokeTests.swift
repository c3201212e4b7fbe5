import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("Strokes")
struct StrokeTests {
    @Test("Caps and widths of lines in all directions match the golden image.")
    func golden() throws {
        let picture = composed(360, 240) { list in
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

    @Test("A line thinner than a pixel is painted proportionally fainter.")
    func thinLines() {
        /// Returns the sum of the coverage across a line of the given width.
        func coverageSum(_ width: Double) -> Int {
            let picture = composed(40, 20) {
                $0.stroke(
                    from: CGPoint(x: 5, y: 10.5), to: CGPoint(x: 35, y: 10.5), width: width,
                    cap: .butt, color: .white)
            }
            return (0..<20).reduce(0) { $0 + Int(picture[20, $1] & 0xFF) }
        }
        #expect(coverageSum(1) == 255)
        #expect(abs(coverageSum(0.5) - 128) <= 1)
        #expect(abs(coverageSum(0.25) - 64) <= 1)
        #expect(coverageSum(0) == 0)
    }

    @Test("A line of length 0 is a disc, a square or nothing, depending on its caps.")
    func dots() {
        /// Returns the number of covered pixels.
        func covered(_ cap: LineCap) -> Int {
            let picture = composed(40, 40) {
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
}
