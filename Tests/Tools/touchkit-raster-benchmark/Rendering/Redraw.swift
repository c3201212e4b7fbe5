import TouchKitGeometry
import TouchKitRaster

/// Case W4: a dirty rectangle of a drawing, repainted by the drawing cache and composed, as in a
/// frame of the app.
struct Redraw {
    /// Two drawings of the same lines with backgrounds that differ by one level. They are used
    /// alternately, so that each frame has damage.
    private let drawings: [DrawingCache]
    /// The display list of a frame.
    private let list = DisplayList()
    /// The compositor of the frames.
    private let compositor = Compositor(width: Workloads.width, height: Workloads.height)
    /// The damage of a frame.
    private var damage = DamageMask(width: Workloads.width, height: Workloads.height)
    /// The dirty rectangle.
    private var region = Region()
    /// The index of the drawing for the current frame.
    private var current = 0

    /// Creates both drawings.
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
            drawing.resetChanges()
            return drawing
        }
    }

    /// Repaints the dirty rectangle of the next drawing and composes it.
    mutating func compose() {
        current = 1 - current
        let drawing = drawings[current]
        drawing.repaint(Workloads.dirty)
        drawing.resetChanges()
        list.removeAll()
        list.paint(drawing.bitmap, map: .identity, opacity: 1)
        damage.removeAll()
        compositor.compose(list, in: region, damage: &damage)
    }
}
