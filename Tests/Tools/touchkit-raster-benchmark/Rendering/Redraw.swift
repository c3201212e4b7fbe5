import TouchKitGeometry
import TouchKitRaster

/// W4: a dirty rectangle of a drawing, painted anew from the drawing's index and composed, as in a frame
/// of the product.
struct Redraw {
    /// The same lines on two backgrounds that differ by one level, taken in turns, so that there is
    /// always something that differs from the frame before.
    private let drawings: [DrawingCache]
    private let list = DisplayList()
    private let compositor = Compositor(width: Workloads.width, height: Workloads.height)
    private var damage = DamageMask(width: Workloads.width, height: Workloads.height)
    private var region = Region()
    private var turn = 0

    init(_ lines: [Line]) {
        region.formUnion(Workloads.dirty)
        drawings = [UInt32(0), 1].map { level in
            let drawing = DrawingCache(
                width: Workloads.width, height: Workloads.height,
                background: PixelColor(Workloads.background ^ level))
            for line in lines {
                drawing.add(
                    [
                        CGPoint(x: Double(line.x0), y: Double(line.y0)),
                        CGPoint(x: Double(line.x1), y: Double(line.y1)),
                    ], width: Double(line.width), color: PixelColor(line.color))
            }
            drawing.forgetChanges()
            return drawing
        }
    }

    /// Paints the dirty part of a drawing anew and composes it.
    mutating func compose() {
        turn = 1 - turn
        let drawing = drawings[turn]
        drawing.repaint(Workloads.dirty)
        drawing.forgetChanges()
        list.removeAll()
        list.paint(drawing.bitmap, map: .identity, opacity: 1)
        damage.removeAll()
        compositor.compose(list, in: region, damage: &damage)
    }
}
