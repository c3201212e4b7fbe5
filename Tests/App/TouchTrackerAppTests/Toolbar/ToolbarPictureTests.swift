import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Toolbar's looks", .serialized)
@MainActor
struct ToolbarPictureTests {
    @Test("On 800 × 480 colours and widths stand in the row.")
    func wide() throws {
        let desk = Desk(width: 800, height: 480)
        desk.toolbar.canUndo = true
        desk.toolbar.color = .green
        try expectPicture(desk.simulator.render(), matches: "toolbar-800x480")
        // The finger is on clear for half of the time it takes.
        desk.simulator.down(1, at: try desk.middle(of: .clear))
        desk.simulator.advance(by: 0.5)
        try expectPicture(desk.simulator.render(), matches: "toolbar-800x480-held")
    }

    @Test("They do on 720 × 1280, too.")
    func portrait() throws {
        let desk = Desk(width: 720, height: 1_280)
        desk.toolbar.tool = .pen
        desk.toolbar.color = .white
        desk.toolbar.width = .thick
        desk.toolbar.canUndo = true
        desk.toolbar.canRedo = true
        try expectPicture(desk.simulator.render(), matches: "toolbar-720x1280")
    }

    @Test("On 400 × 240 points at scale 2 they open above the row.")
    func landscapeAtScale2() throws {
        let desk = Desk(width: 400, height: 240, scale: 2)
        desk.toolbar.canUndo = true
        try desk.tap(.color)
        try expectPicture(desk.simulator.render(), matches: "toolbar-400x240@2-colours")
        desk.simulator.down(1, at: try desk.middle(of: .clear))
        desk.simulator.advance(by: 0.5)
        try expectPicture(desk.simulator.render(), matches: "toolbar-400x240@2-held")
    }

    @Test("On 360 × 640 points at scale 2 all eight colours fit.")
    func portraitAtScale2() throws {
        let desk = Desk(width: 360, height: 640, scale: 2)
        desk.toolbar.tool = .pen
        desk.toolbar.color = .yellow
        desk.toolbar.width = .thin
        try desk.tap(.width)
        try expectPicture(desk.simulator.render(), matches: "toolbar-360x640@2-widths")
        try desk.tap(.color)
        try expectPicture(desk.simulator.render(), matches: "toolbar-360x640@2-colours")
    }

    @Test("A palette at a finger in a corner lies inside the view.")
    func palette() throws {
        let desk = Desk(width: 400, height: 240)
        let palette = ColorPalette()
        palette.color = .red
        palette.present(at: CGPoint(x: 390, y: 12), in: desk.paper)
        try expectPicture(desk.simulator.render(), matches: "toolbar-palette-corner")
    }
}
