import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Images drawn with `UIGraphicsImageRenderer`.
@Suite("Image renderer", .serialized)
@MainActor
struct ImageRendererTests {
    /// Draws an antialiased shape, a translucent shape, a gradient and text.
    private func drawSample() {
        UIColor.red.setFill()
        UIBezierPath(ovalIn: CGRect(x: 2, y: 2, width: 30, height: 25)).fill()
        UIColor(red: 0, green: 0, blue: 1, alpha: 0.5).setFill()
        UIRectFill(CGRect(x: 10.5, y: 10, width: 20, height: 25))
        let context = UIGraphicsGetCurrentContext()
        if let fading = CGGradient(
            colorsSpace: CGColorSpaceCreateDeviceRGB(),
            colors: [UIColor.green.cgColor, UIColor.green.withAlphaComponent(0).cgColor],
            locations: nil)
        {
            context?.drawRadialGradient(
                fading, startCenter: CGPoint(30, 30), startRadius: 0, endCenter: CGPoint(30, 30),
                endRadius: 9, options: [])
        }
        "Ag".draw(at: CGPoint(1, 20))
    }

    @Test(
        "Drawing through a transparent image equals drawing directly.",
        arguments: [1.0, 2])
    func asIfAtOnce(scale: Double) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40), scale: scale)
        let canvas = PaintingView(frame: simulator.window.bounds)
        simulator.window.addSubview(canvas)
        simulator.window.backgroundColor = .lightGray
        canvas.paint = { _ in drawSample() }
        let direct = simulator.render()
        let image = UIGraphicsImageRenderer(size: canvas.bounds.size).image { _ in drawSample() }
        #expect(image.size == canvas.bounds.size)
        #expect(image.scale == scale)
        canvas.paint = { _ in image.draw(at: .zero) }
        canvas.setNeedsDisplay()
        #expect(largestDifference(simulator.render(), direct) <= 2)
    }

    @Test("An image starts transparent, or black if it is opaque.")
    func background() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40))
        let clear = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2)).image { context in
            UIColor(white: 1, alpha: 0.5).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect([0x7F7F_7F7F, 0x8080_8080].contains(clear.bitmap[0, 0]))
        #expect(clear.bitmap[1, 0] == 0)
        let format = UIGraphicsImageRendererFormat()
        format.opaque = true
        format.scale = 3
        let black = UIGraphicsImageRenderer(size: CGSize(width: 1.1, height: 1), format: format)
            .image { _ in }
        #expect(black.bitmap.width == 4)
        #expect(black.bitmap.height == 3)
        #expect(black.bitmap[3, 2] == 0xFF00_0000)
        withExtendedLifetime(simulator) {}
    }

    @Test("An image renderer inside draw(_:) does not change the view's context.")
    func insideADrawing() {
        let picture = paint(8, 1) { context in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            let image = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image {
                UIColor.green.setFill()
                $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
                // The view's context draws into the view, although it is not current here.
                context.fill(CGRect(x: 6, y: 0, width: 1, height: 1))
            }
            UIRectFill(CGRect(x: 2, y: 0, width: 1, height: 1))
            image.draw(at: CGPoint(4, 0))
        }
        #expect(letters(picture) == ["R.R.G.R."])
    }

    @Test("Image sizes are clamped to at least one pixel and a maximum.")
    func anySize() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 8, height: 1))
        for extent in [0, -5, .nan, 1e-9] {
            let image = UIGraphicsImageRenderer(size: CGSize(width: extent, height: 1)).image { _ in
                drawSample()
            }
            #expect(image.bitmap.width == 1)
        }
        let wide = UIGraphicsImageRenderer(size: CGSize(width: .infinity, height: 1)).image { _ in }
        #expect(wide.bitmap.width == 16_384)
        withExtendedLifetime(simulator) {}
    }
}
