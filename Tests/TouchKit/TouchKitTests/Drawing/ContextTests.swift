import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// `CGContext`'s calls inside `draw(_:)`.
@Suite("Drawing context", .serialized)
@MainActor
struct ContextTests {
    @Test("Transforms are concatenated, and restored with the graphics state.")
    func state() {
        let dot = CGRect(x: 0, y: 0, width: 1, height: 1)
        let picture = paint(6, 3) { context in
            context.setFillColor(UIColor.red.cgColor)
            context.saveGState()
            context.translateBy(x: 2, y: 1)
            context.fill(dot)
            context.saveGState()
            context.scaleBy(x: 2, y: 2)
            context.translateBy(x: 1, y: 0)
            context.setFillColor(UIColor.green.cgColor)
            context.fill(dot)
            context.restoreGState()
            UIRectFill(CGRect(x: -1, y: 0, width: 1, height: 1))
            context.restoreGState()
            context.fill(dot)
            // Restoring without a saved state does nothing.
            context.restoreGState()
            context.fill(CGRect(x: 5, y: 0, width: 1, height: 1))
        }
        #expect(letters(picture) == ["R....R", ".RR.GG", "....GG"])
    }

    @Test("rotate(by:) rotates clockwise, and ctm returns the transform.")
    func turning() {
        let picture = paint(5, 5) { context in
            #expect(context.ctm == .identity)
            context.translateBy(x: 2, y: 2)
            context.rotate(by: .pi / 2)
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
        }
        #expect(letters(picture) == [".....", ".....", ".R...", ".R...", ".R..."])
    }

    @Test("A transform of the context moves shapes, but not the pattern that fills them.")
    func patterns() {
        let bitmap = Bitmap(width: 2, height: 1)
        bitmap[0, 0] = 0xFFFF_0000
        bitmap[1, 0] = 0xFF00_FF00
        let color = UIColor(patternImage: UIImage(bitmap: bitmap))
        let simulator = TouchSimulator(screenSize: CGSize(width: 8, height: 1))
        let view = PaintingView(frame: CGRect(x: 1, y: 0, width: 5, height: 1))
        view.contentMode = .right
        view.paint = { _ in
            let context = UIGraphicsGetCurrentContext()
            context?.translateBy(x: 1, y: 0)
            color.setFill()
            context?.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
        }
        simulator.window.addSubview(view)
        #expect(letters(simulator.render()) == ["..GRG..."])
        // The stored content moves with the right edge, including the pattern.
        view.frame.size.width = 6
        #expect(letters(simulator.render()) == ["...GRG.."])
    }

    @Test("Each draw(_:) starts with black, a line width of 1 and the view's coordinates.")
    func freshState() {
        let simulator = TouchSimulator(whiteScreen: 8, 4)
        var kept: CGContext?
        for x in [0, 4] {
            let view = PaintingView(frame: CGRect(x: CGFloat(x), y: 0, width: 4, height: 4))
            view.paint = { _ in
                let context = UIGraphicsGetCurrentContext()
                // The context of the previous view's draw(_:) is invalid.
                kept?.translateBy(x: 1, y: 1)
                kept?.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
                kept = context
                context?.stroke(CGRect(x: 0.5, y: 0.5, width: 3, height: 3))
                context?.saveGState()
                context?.translateBy(x: 50, y: 0)
                context?.setStrokeColor(UIColor.red.cgColor)
                context?.setLineWidth(9)
            }
            simulator.window.addSubview(view)
        }
        #expect(letters(simulator.render()) == ["........", ".WW..WW.", ".WW..WW.", "........"])
        kept?.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
        #expect(kept?.ctm == .identity)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test("Gradients, ellipses and outlines under transforms match the golden picture.")
    func golden() throws {
        let picture = paint(260, 120) { context in
            guard
                let sky = CGGradient(
                    colorsSpace: CGColorSpaceCreateDeviceRGB(),
                    colors: [
                        UIColor(red: 0.1, green: 0.3, blue: 0.7, alpha: 1).cgColor,
                        UIColor(red: 0.9, green: 0.95, blue: 1, alpha: 1).cgColor,
                    ], locations: [0, 1]),
                let sun = CGGradient(
                    colorsSpace: nil,
                    colors: [UIColor.yellow, UIColor.orange, UIColor.orange.withAlphaComponent(0)],
                    locations: [0, 0.4, 1])
            else { return }
            context.drawLinearGradient(sky, start: .zero, end: CGPoint(0, 120), options: [])
            context.drawRadialGradient(
                sun, startCenter: CGPoint(60, 50), startRadius: 0, endCenter: CGPoint(60, 50),
                endRadius: 45, options: [])
            context.setFillColor(UIColor.white.withAlphaComponent(0.8).cgColor)
            context.fillEllipse(in: CGRect(x: 120, y: 30, width: 70, height: 26))
            context.setStrokeColor(UIColor.purple.cgColor)
            context.setLineWidth(3)
            context.strokeEllipse(in: CGRect(x: 150, y: 44, width: 60, height: 24))
            context.translateBy(x: 200, y: 85)
            context.rotate(by: 0.4)
            context.stroke(CGRect(x: -25, y: -12, width: 50, height: 24), width: 6)
            context.strokeEllipse(in: CGRect(x: -15, y: -7, width: 30, height: 14))
        }
        try expectPicture(picture, matches: "context")
    }

    @Test("A gradient requires colors and as many locations, or none.")
    func gradients() {
        let colors = [UIColor.red, UIColor.blue]
        #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        #expect(CGGradient(colorsSpace: nil, colors: colors, locations: [0]) == nil)
        #expect(CGGradient(colorsSpace: nil, colors: colors, locations: [0, 1]) != nil)
        #expect(CGGradient(colorsSpace: nil, colors: [.red], locations: nil) != nil)
    }
}
