import Testing
import TouchKit

@Suite("Colors")
struct ColorTests {
    @Test("Hues go from red to green to blue to red.")
    func hues() {
        let circle: [UIColor] = [.red, .yellow, .green, .cyan, .blue, .magenta, .red]
        for (index, color) in circle.enumerated() {
            let hue = CGFloat(index) / 6
            expectSame(UIColor(hue: hue, saturation: 1, brightness: 1, alpha: 1), color)
        }
    }

    @Test("A saturation of 0 is gray, and a brightness of 0 is black.")
    func grays() {
        for hue in [0, 0.2, 0.7] {
            expectSame(
                UIColor(hue: hue, saturation: 0, brightness: 0.3, alpha: 0.5),
                UIColor(white: 0.3, alpha: 0.5))
            expectSame(UIColor(hue: hue, saturation: 1, brightness: 0, alpha: 1), .black)
        }
        expectSame(
            UIColor(hue: 0, saturation: 0.5, brightness: 0.8, alpha: 1),
            UIColor(red: 0.8, green: 0.4, blue: 0.4, alpha: 1))
    }

    private func expectSame(
        _ left: UIColor, _ right: UIColor, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (left, right) in zip(channels(of: left), channels(of: right)) {
            #expect(abs(left - right) < 1e-9, sourceLocation: sourceLocation)
        }
    }

    private func channels(of color: UIColor) -> [CGFloat] {
        var (red, green, blue, alpha) = (CGFloat(-1), CGFloat(-1), CGFloat(-1), CGFloat(-1))
        #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        return [red, green, blue, alpha]
    }
}
