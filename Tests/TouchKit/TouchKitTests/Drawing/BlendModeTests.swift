import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

@Suite("Blend modes", .serialized)
@MainActor
struct BlendModeTests {
    /// The application whose screen's scale is the default of image formats.
    private let simulator = TouchSimulator(screenSize: CGSize(width: 20, height: 20))
    private let square = CGRect(x: 0, y: 0, width: 20, height: 20)

    /// Returns an image of 20 × 20 pixels that is red, with a rectangle of 10 columns drawn over it
    /// on the left.
    private func image(
        _ mode: CGBlendMode, _ color: UIColor, isOpaque: Bool = false, below: UIColor = .red
    ) -> Bitmap {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        format.opaque = isOpaque
        let image = UIGraphicsImageRenderer(size: square.size, format: format).image { context in
            below.setFill()
            context.fill(square)
            context.cgContext.setBlendMode(mode)
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
        }
        return image.bitmap
    }

    @Test("clear makes pixels transparent, and black in an opaque image")
    func clear() {
        #expect(image(.clear, .blue)[5, 5] == 0)
        #expect(image(.clear, .blue)[15, 5] == 0xFFFF_0000)
        #expect(image(.clear, .blue, isOpaque: true)[5, 5] == 0xFF00_0000)
        #expect(image(.clear, UIColor(white: 0, alpha: 0.1))[5, 5] == 0)
    }

    @Test("copy replaces pixels with the premultiplied color")
    func copy() {
        let half = UIColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        #expect(image(.copy, .blue)[5, 5] == 0xFF00_00FF)
        #expect(image(.copy, half)[5, 5] == 0x8000_0080)
        #expect(image(.copy, half, isOpaque: true)[5, 5] == 0xFF00_0080)
    }

    @Test("multiply and screen combine channels, weighted by the color's opacity")
    func multiplyAndScreen() {
        let below = UIColor(red: 1, green: 100.0 / 255, blue: 51.0 / 255, alpha: 1)
        let color = UIColor(red: 51.0 / 255, green: 204.0 / 255, blue: 1, alpha: 1)
        #expect(image(.multiply, color, below: below)[5, 5] == 0xFF33_5033)
        #expect(image(.screen, color, below: below)[5, 5] == 0xFFFF_E0FF)
        let half = UIColor(white: 0, alpha: 0.5)
        #expect(image(.multiply, half, below: .white)[5, 5] == 0xFF7F_7F7F)
        #expect(image(.multiply, .white, below: .red)[5, 5] == 0xFFFF_0000)
        #expect(image(.screen, .black, below: .red)[5, 5] == 0xFFFF_0000)
        #expect(image(.multiply, .blue, below: .clear)[5, 5] == 0xFF00_00FF)
        #expect(image(.screen, .blue, below: .clear)[5, 5] == 0xFF00_00FF)
    }

    @Test("An eraser's stroke removes pixels from an image, with antialiased edges")
    func eraser() {
        UIGraphicsBeginImageContextWithOptions(square.size, false, 1)
        UIColor.red.setFill()
        UIRectFill(square)
        let context = UIGraphicsGetCurrentContext()
        context?.saveGState()
        context?.setBlendMode(.clear)
        context?.setLineWidth(4)
        context?.setLineCap(.round)
        context?.move(to: CGPoint(x: 0, y: 10.5))
        context?.addLine(to: CGPoint(x: 20, y: 10.5))
        context?.strokePath()
        context?.restoreGState()
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 2))
        let picture = UIGraphicsGetImageFromCurrentImageContext()?.bitmap
        UIGraphicsEndImageContext()
        #expect(picture?[10, 1] == 0xFF00_00FF)
        #expect(picture?[10, 5] == 0xFFFF_0000)
        #expect(picture?[10, 10] == 0)
        #expect(picture?[10, 8] == 0x7F7F_0000)
        #expect(picture?[10, 15] == 0xFFFF_0000)
    }

    @Test("Paths, images and clear(_:) take a blend mode of their own")
    func arguments() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let dot = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image {
            UIColor(red: 0, green: 0, blue: 1, alpha: 0.5).setFill()
            $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        let picture = UIGraphicsImageRenderer(size: square.size, format: format).image { context in
            UIColor.red.setFill()
            context.fill(square)
            UIBezierPath(rect: CGRect(x: 0, y: 0, width: 4, height: 4)).fill(with: .clear, alpha: 1)
            dot.draw(at: CGPoint(x: 5, y: 0), blendMode: .copy, alpha: 1)
            dot.draw(at: CGPoint(x: 10, y: 0), blendMode: .clear, alpha: 1)
            context.cgContext.clear(CGRect(x: 15, y: 0, width: 4, height: 4))
        }.bitmap
        #expect(picture[2, 2] == 0)
        #expect(picture[7, 2] == 0x8000_0080)
        #expect(picture[12, 2] == 0)
        #expect(picture[17, 2] == 0)
        #expect(picture[2, 10] == 0xFFFF_0000)
    }

    @Test("In draw(_:), erased pixels show the background and what is behind the view")
    func views() {
        simulator.window.backgroundColor = .green
        let pad = PaintingView(frame: square)
        pad.paint = { _ in
            guard let context = UIGraphicsGetCurrentContext() else { return }
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
            context.clip(to: CGRect(x: 0.5, y: 0, width: 10, height: 20))
            context.setBlendMode(.clear)
            UIRectFill(CGRect(x: 0, y: 0, width: 8, height: 20))
        }
        simulator.window.addSubview(pad)
        var picture = simulator.render()
        #expect(picture[5, 5] == 0xFF00_FF00)
        #expect(picture[9, 5] == 0xFFFF_0000)
        pad.backgroundColor = .blue
        picture = simulator.renderVerified()
        #expect(picture[5, 5] == 0xFF00_00FF)
        pad.alpha = 0.5
        #expect(simulator.renderVerified()[5, 5] == 0xFF00_8080)
    }

    @Test("Without a backing store, draw(in:) of a view's layer erases nothing behind the view")
    func layers() {
        simulator.window.backgroundColor = .green
        simulator.window.addSubview(ErasingView(frame: square))
        let picture = simulator.render()
        #expect(picture[5, 5] == 0xFF00_FF00)
        #expect(picture[15, 5] == 0xFFFF_0000)
    }
}

private final class ErasingLayer: CALayer {
    override func draw(in ctx: CGContext) {
        ctx.setFillColor(UIColor.red.cgColor)
        ctx.fill(bounds)
        ctx.setBlendMode(.clear)
        ctx.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
    }
}

private final class ErasingView: UIView {
    override class var layerClass: AnyClass { ErasingLayer.self }
    override class var hasBackingStore: Bool { false }
}
