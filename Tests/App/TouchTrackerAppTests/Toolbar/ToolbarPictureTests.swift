import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Toolbar pictures", .serialized)
@MainActor
struct ToolbarPictureTests {
    @Test("At 800 × 480 points, colors and widths are part of the row.")
    func wide() throws {
        let screen = ToolbarTestScreen(width: 800, height: 480)
        screen.toolbar.canUndo = true
        screen.toolbar.color = .green
        try expectPicture(screen.simulator.render(), matches: "toolbar-800x480")
        // The clear button has been held for half of the required time.
        screen.simulator.down(1, at: try screen.center(of: .clear))
        screen.simulator.advance(by: 0.5)
        try expectPicture(screen.simulator.render(), matches: "toolbar-800x480-held")
    }

    @Test("At 800 × 480 points, the strip of tools opens above the tool button.")
    func tools() throws {
        let screen = ToolbarTestScreen(width: 800, height: 480)
        screen.toolbar.isErasing = true
        try screen.tap(.tool)
        try expectPicture(screen.simulator.render(), matches: "toolbar-800x480-tools")
    }

    @Test("At 720 × 1280 points, colors and widths are part of the row.")
    func portrait() throws {
        let screen = ToolbarTestScreen(width: 720, height: 1_280)
        screen.toolbar.tool = .pen
        screen.toolbar.color = .white
        screen.toolbar.width = .thick
        screen.toolbar.canUndo = true
        screen.toolbar.canRedo = true
        try expectPicture(screen.simulator.render(), matches: "toolbar-720x1280")
    }

    @Test("At 400 × 240 points and scale 2, strips open above the row.")
    func landscapeAtScale2() throws {
        let screen = ToolbarTestScreen(width: 400, height: 240, scale: 2)
        screen.toolbar.canUndo = true
        try screen.tap(.color)
        try expectPicture(screen.simulator.render(), matches: "toolbar-400x240@2-colours")
        screen.simulator.down(1, at: try screen.center(of: .clear))
        screen.simulator.advance(by: 0.5)
        try expectPicture(screen.simulator.render(), matches: "toolbar-400x240@2-held")
    }

    @Test("At 360 × 640 points and scale 2, the strip shows all eight colors.")
    func portraitAtScale2() throws {
        let screen = ToolbarTestScreen(width: 360, height: 640, scale: 2)
        screen.toolbar.tool = .pen
        screen.toolbar.color = .yellow
        screen.toolbar.width = .thin
        try screen.tap(.width)
        try expectPicture(screen.simulator.render(), matches: "toolbar-360x640@2-widths")
        try screen.tap(.color)
        try expectPicture(screen.simulator.render(), matches: "toolbar-360x640@2-colours")
    }

    @Test("A palette presented in a corner lies inside the view.")
    func palette() throws {
        let screen = ToolbarTestScreen(width: 400, height: 240)
        let palette = ColorPalette()
        palette.color = .red
        palette.present(at: CGPoint(x: 390, y: 12), in: screen.drawingArea)
        try expectPicture(screen.simulator.render(), matches: "toolbar-palette-corner")
    }
}
