import TouchKit
import TouchKitRaster

/// Composes the frames of an application as the runtime does, in memory that is allocated once.
@MainActor
package final class FramePainter {
    /// The drawing commands of the last frame.
    package let list = DisplayList()
    private let application: UIApplication
    private let compositor: Compositor
    private var damage: DamageMask
    private var region = Region(limit: 64)

    /// Creates a painter for a screen of `width` × `height` pixels.
    package init(_ application: UIApplication, width: Int, height: Int) {
        self.application = application
        compositor = Compositor(width: width, height: height)
        damage = DamageMask(width: width, height: height)
    }

    /// Composes the damaged region.
    ///
    /// - Returns: The number of pixels and of rectangles in the region, and the number of pixels
    ///   that differ from the previous frame.
    @discardableResult
    package func paint() -> (invalid: Int, rects: Int, differing: Int) {
        region.removeAll()
        application.collectDamage(into: &region)
        list.removeAll()
        application.record(region, into: list)
        damage.removeAll()
        let differing = compositor.compose(list, in: region, damage: &damage)
        return (region.area, region.rects.count, differing)
    }
}
