import TouchKit
import TouchKitRaster

/// A renderer that draws an application's windows into a canvas of the screen's size.
@MainActor
struct WindowRenderer {
    private var compositor: Compositor
    private let displayList = DisplayList()
    private var region = Region()
    private var damage: DamageMask

    /// Creates a renderer for a screen of the given geometry.
    init(geometry: ScreenGeometry) {
        compositor = Compositor(width: geometry.canvasWidth, height: geometry.canvasHeight)
        damage = DamageMask(width: geometry.canvasWidth, height: geometry.canvasHeight)
    }

    /// Returns whether the canvas has the size of a screen of the given geometry.
    func fits(_ geometry: ScreenGeometry) -> Bool {
        compositor.canvas.width == geometry.canvasWidth
            && compositor.canvas.height == geometry.canvasHeight
    }

    /// Draws the changes of the application's windows since the last call, and returns a picture of
    /// all windows.
    mutating func render(_ application: UIApplication) -> Bitmap {
        region.removeAll()
        application.collectDamage(into: &region)
        if !region.isEmpty {
            displayList.removeAll()
            application.record(region, into: displayList)
            damage.removeAll()
            compositor.compose(displayList, in: region, damage: &damage)
        }
        return compositor.canvas.copy()
    }
}
