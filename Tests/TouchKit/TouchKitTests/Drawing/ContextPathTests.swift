import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// The current path, clips and line style of `CGContext`, compared with the same shapes drawn by
/// `UIBezierPath`.
@Suite("Drawing context: paths", .serialized)
@MainActor
struct ContextPathTests {
    @Test("A stroked path has the line style of the context, and is removed.")
    func stroke() {
        let expected = paint { _ in
            let path = UIBezierPath()
            path.move(to: CGPoint(x: 5, y: 5))
            path.addLine(to: CGPoint(x: 30, y: 8))
            path.addQuadCurve(to: CGPoint(x: 8, y: 30), controlPoint: CGPoint(x: 30, y: 30))
            path.addCurve(
                to: CGPoint(x: 35, y: 35), controlPoint1: CGPoint(x: 10, y: 38),
                controlPoint2: CGPoint(x: 20, y: 20))
            path.lineWidth = 4
            path.lineCapStyle = .square
            path.lineJoinStyle = .bevel
            path.setLineDash([6, 3], count: 2, phase: 1)
            UIColor.red.setStroke()
            path.stroke()
        }
        let picture = paint { context in
            context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 1)
            context.setLineWidth(4)
            context.setLineCap(.square)
            context.setLineJoin(.bevel)
            context.setLineDash(phase: 1, lengths: [6, 3])
            context.move(to: CGPoint(x: 5, y: 5))
            context.addLine(to: CGPoint(x: 30, y: 8))
            context.addQuadCurve(to: CGPoint(x: 8, y: 30), control: CGPoint(x: 30, y: 30))
            context.addCurve(
                to: CGPoint(x: 35, y: 35), control1: CGPoint(x: 10, y: 38),
                control2: CGPoint(x: 20, y: 20))
            #expect(context.currentPointOfPath == CGPoint(x: 35, y: 35))
            #expect(context.path?.isEmpty == false)
            context.strokePath()
            #expect(context.isPathEmpty)
            #expect(context.path == nil)
            context.strokePath()
        }
        #expect(differingPixels(picture, expected) == 0)
    }

    @Test("The even-odd rule leaves out areas that a path encloses twice.")
    func rules() {
        func picture(_ mode: CGPathDrawingMode) -> [String] {
            letters(
                paint(7, 7) { context in
                    context.setFillColor(UIColor.green.cgColor)
                    context.setStrokeColor(UIColor.red.cgColor)
                    context.addRects([
                        CGRect(x: 0.5, y: 0.5, width: 6, height: 6),
                        CGRect(x: 2.5, y: 2.5, width: 2, height: 2),
                    ])
                    context.drawPath(using: mode)
                })
        }
        #expect(
            picture(.fillStroke)
                == [
                    "RRRRRRR", "RGGGGGR", "RGRRRGR", "RGRGRGR", "RGRRRGR", "RGGGGGR", "RRRRRRR",
                ])
        #expect(
            picture(.eoFillStroke)
                == [
                    "RRRRRRR", "RGGGGGR", "RGRRRGR", "RGR.RGR", "RGRRRGR", "RGGGGGR", "RRRRRRR",
                ])
    }

    @Test("A path that is begun before a change of the transform keeps its place.")
    func transform() {
        let picture = paint(8, 4) { context in
            context.setFillColor(UIColor.red.cgColor)
            context.addRect(CGRect(x: 1, y: 1, width: 2, height: 2))
            context.translateBy(x: 4, y: 0)
            context.scaleBy(x: 2, y: 2)
            context.addRect(CGRect(x: 0.5, y: 0.5, width: 1, height: 1))
            context.fillPath()
        }
        #expect(letters(picture) == ["........", ".RR..RR.", ".RR..RR.", "........"])
    }

    @Test("Arcs run as in Core Graphics: clockwise is counterclockwise where y points down.")
    func arcs() {
        for clockwise in [true, false] {
            let expected = paint { _ in
                let path = UIBezierPath()
                path.move(to: CGPoint(x: 4, y: 4))
                path.addArc(
                    withCenter: CGPoint(x: 20, y: 20), radius: 12, startAngle: 0.5, endAngle: 2,
                    clockwise: !clockwise)
                path.lineWidth = 3
                UIColor.white.setStroke()
                path.stroke()
            }
            let picture = paint { context in
                context.setStrokeColor(gray: 1, alpha: 1)
                context.setLineWidth(3)
                let path = CGMutablePath()
                path.move(to: CGPoint(x: 4, y: 4))
                path.addArc(
                    center: CGPoint(x: 10, y: 10), radius: 6, startAngle: 0.5, endAngle: 2,
                    clockwise: clockwise, transform: CGAffineTransform(scaleX: 2, y: 2))
                context.addPath(path)
                context.strokePath()
            }
            #expect(differingPixels(picture, expected) == 0)
        }
    }

    @Test("A clip ends with the graphics state or with draw(_:).")
    func clips() {
        let all = CGRect(x: 0, y: 0, width: 8, height: 4)
        let picture = paint(8, 4) { context in
            context.setFillColor(UIColor.red.cgColor)
            context.saveGState()
            context.clip(to: CGRect(x: 1, y: 1, width: 4, height: 4))
            context.addRect(CGRect(x: 0, y: 0, width: 3, height: 3))
            context.clip()
            context.fill(all)
            context.restoreGState()
            context.setFillColor(UIColor.green.cgColor)
            UIBezierPath(rect: CGRect(x: 6, y: 0, width: 1, height: 4)).addClip()
            // An empty path changes no clip.
            context.clip()
            context.fill(all)
        }
        #expect(letters(picture) == ["......G.", ".RR...G.", ".RR...G.", "......G."])
    }

    @Test("A clip at the end of one view's draw(_:) does not clip the next view.")
    func clipsOfViews() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 4, height: 2))
        for x in [0.0, 2.0] {
            let view = PaintingView(frame: CGRect(x: x, y: 0, width: 2, height: 2))
            view.paint = { rect in
                let context = UIGraphicsGetCurrentContext()
                context?.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
                context?.clip()
                context?.setFillColor(UIColor.red.cgColor)
                context?.fill(rect)
            }
            simulator.window.addSubview(view)
        }
        #expect(letters(simulator.render()) == ["R.R.", "...."])
    }

    @Test("The opacity of the context applies to paths and images, and is restored.")
    func opacity() {
        func pixel(_ body: @escaping (CGContext) -> Void) -> UInt32 {
            paint(1, 1, body)[0, 0]
        }
        let dot = CGRect(x: 0, y: 0, width: 1, height: 1)
        let expected = pixel { context in
            context.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
            context.fill(dot)
        }
        #expect((0x7F...0x80).contains(expected & 0xFF))
        #expect(
            pixel { context in
                context.setFillColor(gray: 1, alpha: 1)
                context.saveGState()
                context.setAlpha(0.5)
                context.addRect(dot)
                context.fillPath()
                context.restoreGState()
            } == expected)
        #expect(
            pixel { context in
                let white = UIGraphicsImageRenderer(size: dot.size).image { context in
                    UIColor.white.setFill()
                    context.fill(dot)
                }
                context.setAlpha(0.5)
                white.draw(in: dot)
            } == expected)
    }

    @Test("An image context collects drawing, also inside draw(_:), until it ends.")
    func imageContexts() throws {
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        var image: UIImage?
        let picture = paint(4, 2) { context in
            UIGraphicsBeginImageContextWithOptions(CGSize(width: 2, height: 2), false, 1)
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            // The view's context stays usable, also as the current context.
            UIGraphicsPushContext(context)
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 2))
            UIGraphicsPopContext()
            UIRectFill(CGRect(x: 1, y: 1, width: 1, height: 1))
            image = UIGraphicsGetImageFromCurrentImageContext()
            UIGraphicsEndImageContext()
            image?.draw(at: CGPoint(x: 2, y: 0))
        }
        #expect(letters(picture) == ["R.G.", "R..G"])
        let size = try #require(image).size
        #expect(size == CGSize(width: 2, height: 2))
        #expect(UIGraphicsGetCurrentContext() == nil)
    }
}
