import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// Tests by the number of painted items that hidden items are skipped.
@Suite("Occlusion")
struct OcclusionTests {
    private let canvas = CGRect(x: 0, y: 0, width: 256, height: 128)
    private let red = PixelColor(red: 200, green: 0, blue: 0)
    private let veil = PixelColor(red: 0, green: 0, blue: 200, alpha: 90)

    /// Composes a list on 256 × 128 pixels (2 × 4 tiles) and returns the number of painted items.
    private func painted(_ body: (DisplayList) -> Void) -> Int {
        let list = DisplayList()
        body(list)
        let canvas = PixelRect(x: 0, y: 0, width: 256, height: 128)
        return compositor(of: list, in: canvas).paintedItemCount
    }

    /// Returns a compositor of 256 × 128 pixels that has composed rectangles of a list.
    private func compositor(of list: DisplayList, in rects: PixelRect...) -> Compositor {
        let compositor = Compositor(width: 256, height: 128)
        var damage = DamageMask(width: 256, height: 128)
        var region = Region()
        for rect in rects { region.formUnion(rect) }
        #expect(region.rects.count == rects.count)
        compositor.compose(list, in: region, damage: &damage)
        return compositor
    }

    @Test("A hundred opaque full-screen items cost as much as one: one item per tile.")
    func onlyTheTopmost() {
        #expect(painted { $0.fill(canvas, color: red) } == 8)
        let count = painted { list in
            for step in 0..<100 {
                list.fill(canvas, color: PixelColor(red: UInt8(step), green: 0, blue: 0))
            }
        }
        #expect(count == 8)
    }

    @Test("Translucent items hide nothing, and items above an opaque one are painted.")
    func translucent() {
        let count = painted { list in
            list.fill(canvas, color: .white)
            list.fill(canvas, color: red)
            list.fill(canvas, color: veil)
            list.fill(canvas, color: veil)
        }
        #expect(count == 3 * 8)
    }

    @Test("Opaque bitmaps, rounded rectangles and rotated rectangles hide items below.")
    func covers() {
        let bitmap = Bitmap(width: 256, height: 128)
        let around = CGRect(x: -300, y: -300, width: 600, height: 600)
        let turned = CGAffineTransform(rotationAngle: 0.5)
            .concatenating(CGAffineTransform(translationX: 128, y: 64))
        let kinds: [(DisplayList) -> Void] = [
            { $0.paint(bitmap, map: .identity, opacity: 1) },
            { $0.fill(canvas.insetBy(dx: -9, dy: -9), cornerRadius: 20, color: red) },
            { $0.fill(around, cornerRadius: 50, map: turned, color: red) },
        ]
        for kind in kinds {
            let count = painted { list in
                for _ in 0..<10 { list.fill(canvas, color: .white) }
                kind(list)
            }
            #expect(count == 8)
        }
    }

    @Test("A tile with partly covered pixels of a very large rotated rectangle is not filled.")
    func largeRectangle() {
        let list = DisplayList()
        // The right edge is less than half a pixel from the center of pixel (31, 4). 32-bit numbers
        // near 1,000,000 are multiples of 1/16.
        list.fill(
            CGRect(x: -1_000_028.375, y: -1_000, width: 2_000_056.75, height: 2_000),
            cornerRadius: 0,
            map: CGAffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: -800_000, ty: -600_000),
            color: .white)
        let whole = list.painted(32, 5)
        #expect(whole[0, 0] == 0xFFFF_FFFF)
        #expect(whole[31, 4] != 0xFFFF_FFFF)
        #expect(composed(list, 32, 5).isEqual(to: whole))
    }

    @Test("Items below a rounded rectangle are painted only in tiles that contain a corner.")
    func roundCorners() {
        let count = painted { list in
            list.fill(canvas, color: .white)
            list.fill(canvas, cornerRadius: 10, color: red)
        }
        // Four of the eight tiles contain a corner.
        #expect(count == 8 + 4)
    }

    @Test("An opaque item hides layers below it; inside a layer it hides the rest of the layer.")
    func layers() {
        let below = painted { list in
            list.beginLayer(opacity: 0.5)
            list.fill(canvas, color: veil)
            list.fill(canvas, color: veil)
            list.endLayer()
            list.fill(canvas, color: red)
        }
        #expect(below == 8)
        let inside = painted { list in
            list.fill(canvas, color: .white)
            list.beginLayer(opacity: 0.5)
            for _ in 0..<20 { list.fill(canvas, color: veil) }
            list.fill(canvas, color: red)
            list.endLayer()
        }
        // Per tile: the white rectangle, the layer's beginning, the red rectangle, the layer's end.
        #expect(inside == 4 * 8)
    }

    @Test("A layer is composed as a group only where its mask cuts off visible content.")
    func masks() {
        let rounded = painted { list in
            list.fill(canvas, color: .white)
            list.beginLayer { $0.fill(canvas, cornerRadius: 10, color: .white) }
            list.fill(canvas, color: red)
            list.endLayer()
        }
        // In four tiles red hides white; the four tiles with a corner also have a layer.
        #expect(rounded == 4 + 4 * 4)
        let nothing = painted { list in
            list.fill(canvas, color: .white)
            list.beginLayer(opacity: 0.5)
            list.fill(CGRect(x: 10, y: 10, width: 9, height: 9), color: red)
            list.endLayer()
        }
        #expect(nothing == 8 + 3)
    }

    @Test(
        "A slanted line is assigned to the tiles along it instead of all tiles of its bounding box."
    )
    func strokes() {
        let list = DisplayList()
        list.stroke(
            from: CGPoint(x: 10, y: 10), to: CGPoint(x: 1_013, y: 1_013), width: 10, cap: .round,
            color: red)
        let compositor = Compositor(width: 1_024, height: 1_024, tileWidth: 32, tileHeight: 32)
        var damage = DamageMask(width: 1_024, height: 1_024)
        var region = Region()
        region.formUnion(compositor.canvas.bounds)
        compositor.compose(list, in: region, damage: &damage)
        // The diagonal touches 32 of the 1,024 tiles and at most the neighbors on both sides.
        #expect((32...96).contains(compositor.binnedItemCount))
    }

    @Test("Items between two damaged rectangles are not assigned to tiles.")
    func betweenRectangles() {
        let list = DisplayList()
        list.fill(CGRect(x: 140, y: 40, width: 20, height: 20), color: red)
        list.fill(CGRect(x: 250, y: 122, width: 4, height: 4), color: red)
        let compositor = compositor(
            of: list, in: PixelRect(x: 0, y: 0, width: 8, height: 8),
            PixelRect(x: 248, y: 120, width: 8, height: 8))
        #expect(compositor.binnedItemCount == 1)
    }

    @Test("Items outside the damage are not assigned to tiles.")
    func outside() {
        let list = DisplayList()
        for step in 0..<100 {
            list.fill(CGRect(x: 140, y: Double(step), width: 20, height: 1), color: red)
        }
        list.fill(CGRect(x: 0, y: 0, width: 9, height: 9), color: red)
        let compositor = compositor(of: list, in: PixelRect(x: 0, y: 0, width: 100, height: 100))
        #expect(compositor.binnedItemCount == 1)
        #expect(compositor.paintedItemCount == 1)
    }
}
