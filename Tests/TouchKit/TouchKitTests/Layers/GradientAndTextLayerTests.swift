import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

@Suite("Gradient and text layers", .serialized)
@MainActor
struct GradientAndTextLayerTests {
    @Test("A gradient runs from the start point to the end point, inside the layer's shape")
    func gradient() {
        let simulator = TouchSimulator(whiteScreen: 100, 40)
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        layer.colors = [UIColor.black.cgColor, UIColor.red.cgColor]
        layer.startPoint = CGPoint(x: 0, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 0.5)
        layer.cornerRadius = 10
        simulator.window.layer.addSublayer(layer)
        var picture = simulator.render()
        #expect(picture[0, 0] == 0xFFFF_FFFF)
        #expect(picture[1, 20] >> 16 & 0xFF < 8)
        #expect((124...132).contains(picture[50, 20] >> 16 & 0xFF))
        #expect(picture[98, 20] >> 16 & 0xFF > 248)
        layer.locations = [0.5, 0.5]
        picture = simulator.renderVerified()
        #expect(picture[48, 20] == 0xFF00_0000)
        #expect(picture[52, 20] == 0xFFFF_0000)
        layer.type = .radial
        layer.locations = nil
        layer.startPoint = CGPoint(x: 0.5, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 1)
        picture = simulator.renderVerified()
        #expect(picture[50, 20] >> 16 & 0xFF < 12)
        #expect((120...136).contains(picture[75, 20] >> 16 & 0xFF))
        #expect((120...136).contains(picture[50, 30] >> 16 & 0xFF))
    }

    @Test("A gradient masks a view by the opacity of its colors")
    func gradientMask() {
        let simulator = TouchSimulator(whiteScreen: 100, 40)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
        view.backgroundColor = .black
        simulator.window.addSubview(view)
        let mask = CAGradientLayer()
        mask.frame = view.bounds
        mask.colors = [UIColor.red.cgColor, UIColor.clear.cgColor]
        mask.startPoint = .zero
        mask.endPoint = CGPoint(x: 1, y: 0)
        view.layer.mask = mask
        let picture = simulator.render()
        #expect(picture[1, 20] & 0xFF < 8)
        #expect((120...136).contains(picture[50, 20] & 0xFF))
        #expect(picture[98, 20] & 0xFF > 247)
    }

    @Test("Text is drawn from the top of the bounds with its font, color and alignment")
    func text() {
        let simulator = TouchSimulator(whiteScreen: 100, 40)
        let layer = CATextLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        layer.string = "l"
        layer.fontSize = 16
        layer.foregroundColor = UIColor.black.cgColor
        layer.alignmentMode = .right
        simulator.window.layer.addSublayer(layer)
        let right = simulator.render()
        layer.alignmentMode = .left
        #expect(simulator.isUpToDate())
        let left = simulator.render()
        #expect(hasInk(right, columns: 80..<100) && !hasInk(right, columns: 0..<80))
        #expect(hasInk(left, columns: 0..<20) && !hasInk(left, columns: 20..<100))
        layer.alignmentMode = .center
        layer.string = "l l l l l l l l l l l l l l l l l l l l l l l l"
        layer.truncationMode = .end
        #expect(simulator.isUpToDate())
        #expect(!hasInk(simulator.render(), columns: 0..<100, rows: 24..<40))
        layer.isWrapped = true
        #expect(simulator.isUpToDate())
        #expect(hasInk(simulator.render(), columns: 0..<100, rows: 24..<40))
    }

    private func hasInk(
        _ picture: Bitmap, columns: Range<Int>, rows: Range<Int> = 0..<40
    ) -> Bool {
        rows.contains { y in columns.contains { picture[$0, y] != 0xFFFF_FFFF } }
    }
}
