import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting

/// Images that are drawn by the application itself.
@Suite("Image renderer", .serialized)
@MainActor
struct ImageRendererTests {
    private final class Canvas: UIView {
        var onDraw: () -> Void = {}
        override func draw(_ rect: CGRect) { onDraw() }
    }

    /// Something of each kind: a shape with soft edges, a translucent one, a gradient, letters.
    private func drawThings() {
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

    /// How far channels of two pictures of one size are apart at most.
    private func distance(_ left: Bitmap, _ right: Bitmap) -> Int {
        var most = 0
        for y in 0..<left.height {
            for x in 0..<left.width {
                for shift: UInt32 in [0, 8, 16, 24] {
                    let first = Int(left[x, y] >> shift & 0xFF)
                    let second = Int(right[x, y] >> shift & 0xFF)
                    most = max(most, abs(first - second))
                }
            }
        }
        return most
    }

    @Test(
        "What is drawn into a clear image and then shown looks as if drawn at once.",
        arguments: [1.0, 2])
    func asIfAtOnce(scale: Double) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 40), scale: scale)
        let canvas = Canvas(frame: simulator.window.bounds)
        simulator.window.addSubview(canvas)
        simulator.window.backgroundColor = .lightGray
        canvas.onDraw = drawThings
        let direct = simulator.render()
        let image = UIGraphicsImageRenderer(size: canvas.bounds.size).image { _ in drawThings() }
        #expect(image.size == canvas.bounds.size)
        #expect(image.scale == scale)
        canvas.onDraw = { image.draw(at: .zero) }
        canvas.setNeedsDisplay()
        #expect(distance(simulator.render(), direct) <= 2)
    }

    @Test("An image is clear where nothing was drawn, and black if it is opaque.")
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
        _ = simulator
    }

    @Test("An image can be drawn inside a view's drawing; the view draws on where it was.")
    func insideADrawing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 8, height: 1))
        let canvas = Canvas(frame: simulator.window.bounds)
        simulator.window.addSubview(canvas)
        canvas.onDraw = {
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            let kept = UIGraphicsGetCurrentContext()
            let image = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image {
                UIColor.green.setFill()
                $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
                // This goes to the view, where nothing is drawn now.
                kept?.fill(CGRect(x: 6, y: 0, width: 1, height: 1))
            }
            UIRectFill(CGRect(x: 2, y: 0, width: 1, height: 1))
            image.draw(at: CGPoint(4, 0))
        }
        #expect(letters(simulator.render()) == ["R.R.G..."])
    }

    @Test("Any size makes an image: none is empty, none is too large for the memory.")
    func anySize() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 8, height: 1))
        for extent in [0, -5, .nan, 1e-9] {
            let image = UIGraphicsImageRenderer(size: CGSize(width: extent, height: 1)).image { _ in
                drawThings()
            }
            #expect(image.bitmap.width == 1)
        }
        let wide = UIGraphicsImageRenderer(size: CGSize(width: .infinity, height: 1)).image { _ in }
        #expect(wide.bitmap.width == 16_384)
        _ = simulator
    }
}
