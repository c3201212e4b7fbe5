import Geometry
import Raster

/// W4: a dirty rectangle drawn anew by the compositor, as in a frame of the product.
struct Redraw {
    private let list = DisplayList()
    private let compositor = Compositor(width: Workloads.width, height: Workloads.height)
    private var damage = DamageMask(width: Workloads.width, height: Workloads.height)
    private var region = Region()
    private var isOdd = false

    init() {
        region.formUnion(Workloads.dirty)
    }

    /// Records background and lines and composes the dirty part. The background changes by one level
    /// each time, so that there is something that differs.
    mutating func compose(_ lines: [Line]) {
        isOdd.toggle()
        list.removeAll()
        list.fill(
            CGRect(
                x: 0, y: 0, width: Double(Workloads.width), height: Double(Workloads.height)),
            color: PixelColor(Workloads.background ^ (isOdd ? 1 : 0)))
        for line in lines {
            list.stroke(
                from: CGPoint(x: Double(line.x0), y: Double(line.y0)),
                to: CGPoint(x: Double(line.x1), y: Double(line.y1)), width: Double(line.width),
                cap: .round, color: PixelColor(line.color))
        }
        damage.removeAll()
        compositor.compose(list, in: region, damage: &damage)
    }
}
