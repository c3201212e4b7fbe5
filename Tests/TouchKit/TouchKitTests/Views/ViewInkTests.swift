import Testing
import TouchKit
import TouchKitGeometry

/// Damage that a view marks as ink, which is returned separately for front-buffer rendering.
@Suite("View ink", .serialized)
@MainActor
struct ViewInkTests {
    private let application: UIApplication
    private let window: UIWindow
    private let view: UIView

    init() {
        let geometry = ScreenGeometry(scanoutWidth: 200, scanoutHeight: 100, scale: 2)
        application = UIApplication(screen: UIScreen(geometry: geometry))
        window = UIWindow(frame: application.screen.bounds)
        view = UIView(frame: CGRect(x: 10, y: 10, width: 60, height: 30))
        window.addSubview(view)
        window.makeKeyAndVisible()
        _ = damage()
    }

    private func damage() -> Region {
        var region = Region()
        application.collectDamage(into: &region)
        return region
    }

    private func ink() -> Region {
        var region = Region()
        application.collectInk(into: &region)
        return region
    }

    @Test("Ink is returned once in canvas pixels, separately from other damage.")
    func apart() {
        #expect(!application.needsDisplay)
        view.setNeedsInk(CGRect(x: 5, y: 5, width: 10, height: 10))
        view.setNeedsDisplay(CGRect(x: 40, y: 5, width: 10, height: 10))
        #expect(application.needsInk)
        #expect(application.needsDisplay)
        #expect(ink().rects == [PixelRect(x: 30, y: 30, width: 20, height: 20)])
        #expect(!application.needsInk)
        #expect(damage().rects == [PixelRect(x: 100, y: 30, width: 20, height: 20)])
        #expect(!application.needsDisplay)
    }

    @Test("Ink that isn't shown ahead of its frame is ordinary damage.")
    func damageToo() {
        view.setNeedsInk(CGRect(x: 5, y: 5, width: 10, height: 10))
        #expect(application.needsDisplay)
        #expect(damage().rects == [PixelRect(x: 30, y: 30, width: 20, height: 20)])
        #expect(!application.needsInk)
        #expect(ink().isEmpty)
    }

    @Test("Ink is clipped like its view, and a view that isn't drawn has none.")
    func clipped() {
        view.clipsToBounds = true
        let inner = UIView(frame: CGRect(x: 50, y: 20, width: 40, height: 40))
        view.addSubview(inner)
        _ = damage()
        inner.setNeedsInk(inner.bounds)
        #expect(ink().rects == [PixelRect(x: 120, y: 60, width: 20, height: 20)])
        inner.isHidden = true
        _ = damage()
        inner.setNeedsInk(inner.bounds)
        #expect(!application.needsInk)
        inner.removeFromSuperview()
        inner.isHidden = false
        inner.setNeedsInk(inner.bounds)
        #expect(!application.needsInk)
    }

    @Test("Wet ink changes can be marked as ink, in groups of eight columns of the layer.")
    func wetInk() throws {
        let wet = WetInk(size: view.bounds.size, scale: 2)
        let stroke = try #require(
            wet.begin(at: CGPoint(x: 10, y: 10), width: 4, color: .black))
        let line = UIBezierPath()
        line.move(to: CGPoint(x: 10, y: 10))
        let tail = UIBezierPath(through: [CGPoint(x: 10, y: 10), CGPoint(x: 30, y: 10)])
        wet.setEnd(of: stroke, settled: line, tail: tail)
        view.setNeedsInk(changesOf: wet)
        let ink = ink()
        #expect(!ink.isEmpty)
        wet.remove(stroke)
        view.setNeedsDisplay(changesOf: wet)
        // Columns 14 to 66 of the layer, which begins at column 20 of the canvas.
        #expect(damage().bounds == PixelRect(minX: 34, minY: 34, maxX: 86, maxY: 46))
        #expect(ink.bounds == PixelRect(minX: 20 + 8, minY: 34, maxX: 20 + 72, maxY: 46))
        view.setNeedsInk(changesOf: wet)
        #expect(!application.needsInk)
    }

    @Test("A change of the screen discards ink, and everything is redrawn.")
    func screenChange() {
        view.setNeedsInk(view.bounds)
        application.changeScreenGeometry(to: ScreenGeometry(scanoutWidth: 50, scanoutHeight: 40))
        #expect(!application.needsInk)
        #expect(damage().rects == [PixelRect(x: 0, y: 0, width: 50, height: 40)])
    }
}
