import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The drawing scene as launched by the app, with toolbar, menu and palette.
@Suite("Drawing scene: toolbar", .serialized)
@MainActor
struct DrawingSceneToolbarTests {
    /// The app with the drawing scene.
    @MainActor
    private final class Stage {
        let simulator: TouchSimulator
        let scene: DrawingSceneController

        init(
            _ width: CGFloat = 800, _ height: CGFloat = 480, scale: CGFloat = 1,
            toolbar: Bool = true
        )
            throws
        {
            let options = AppOptions(hasToolbar: toolbar, paper: .gray, tool: .line)
            simulator = TouchSimulator(
                launching: AppDelegate(options: options),
                size: CGSize(width: width, height: height), scale: scale)
            scene = try #require(simulator.drawingScene)
            _ = simulator.render()
        }

        var drawing: Drawing { scene.drawingController.drawing }

        func draw(from start: CGPoint, to end: CGPoint) {
            simulator.down(1, at: start)
            simulator.advance(by: 0.02)
            simulator.move(1, to: end)
            simulator.advance(by: 0.02)
            simulator.up(1)
            // The toolbar reappears after a second with an animation.
            simulator.advance(by: 1.5)
        }

        func tap(_ place: CGPoint) {
            simulator.tap(2, at: place)
            simulator.advance(by: 0.5)
        }

        func tap(_ rect: CGRect?, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let rect = try #require(rect, sourceLocation: sourceLocation)
            tap(CGPoint(x: rect.midX, y: rect.midY))
        }

        /// Taps an item of the menu at a fraction of its width, from 0 to 1.
        func tapMenu(atFraction fraction: CGFloat) {
            let frame = UIMenuController.shared.menuFrame
            tap(CGPoint(x: frame.minX + frame.width * fraction, y: frame.minY + 20))
        }

        func resize(_ width: CGFloat, _ height: CGFloat) {
            simulator.resize(width: width, height: height)
            _ = simulator.render()
        }
    }

    private let start = CGPoint(x: 100, y: 100)
    private let end = CGPoint(x: 300, y: 100)

    @Test("New strokes use the tool, color and width that are selected in the toolbar.")
    func tools() throws {
        let stage = try Stage()
        let toolbar = try #require(stage.scene.toolbar)
        try stage.tap(toolbar.frame(of: .tool))
        try stage.tap(toolbar.frame(ofTool: .pen))
        try stage.tap(toolbar.frame(of: InkColor.blue))
        try stage.tap(toolbar.frame(of: InkWidth.thick))
        stage.draw(from: start, to: end)
        let stroke = try #require(stage.drawing.strokes.first)
        #expect(stage.drawing.count == 1)
        #expect(stroke.tool == .pen)
        #expect(stroke.color == .blue)
        #expect(stroke.width == InkWidth.thick.points)
    }

    @Test("The undo and redo buttons are enabled correctly and work.")
    func undo() throws {
        let stage = try Stage()
        let toolbar = try #require(stage.scene.toolbar)
        #expect(!toolbar.canUndo && !toolbar.canRedo)
        stage.draw(from: start, to: end)
        #expect(toolbar.canUndo && !toolbar.canRedo)
        try stage.tap(toolbar.frame(of: .undo))
        #expect(stage.drawing.count == 0)
        #expect(!toolbar.canUndo && toolbar.canRedo)
        try stage.tap(toolbar.frame(of: .redo))
        #expect(stage.drawing.count == 1)
    }

    @Test("The clear button clears after a hold of one second, and the clear can be undone.")
    func clear() throws {
        let stage = try Stage()
        let toolbar = try #require(stage.scene.toolbar)
        stage.draw(from: start, to: end)
        try stage.tap(toolbar.frame(of: .clear))
        #expect(stage.drawing.count == 1)
        let place = try #require(toolbar.frame(of: .clear))
        stage.simulator.tap(1, at: place.center, for: 1.1)
        #expect(stage.drawing.count == 0)
        try stage.tap(toolbar.frame(of: .undo))
        #expect(stage.drawing.count == 1)
    }

    // MARK: Clearing

    @Test("A clear shows Undo for five seconds, with and without a toolbar.")
    func undoClear() throws {
        for toolbar in [true, false] {
            let stage = try Stage(toolbar: toolbar)
            let banner = stage.scene.clearedBanner
            stage.scene.drawingController.clear()
            #expect(!banner.isShown)
            stage.draw(from: start, to: end)
            stage.tap(CGPoint(x: 600, y: 60))
            #expect(!banner.isShown)
            for _ in 0..<2 {
                stage.simulator.down(1, at: CGPoint(x: 600, y: 60))
                stage.simulator.up(1)
            }
            stage.simulator.advance(by: 0.3)
            #expect(banner.isShown && stage.drawing.count == 0)
            if toolbar {
                try expectPicture(stage.simulator.render(), matches: "drawing-scene-cleared")
            }
            stage.simulator.advance(by: ClearedBanner.displayDuration - 0.4)
            #expect(banner.isShown)
            try stage.tap(banner.convert(banner.buttonFrame, to: stage.scene.view))
            #expect(!banner.isShown && stage.drawing.count == 1)

            stage.scene.drawingController.clear()
            stage.simulator.advance(by: ClearedBanner.displayDuration + 1)
            #expect(!banner.isShown && banner.isHidden && stage.drawing.count == 0)
            #expect(stage.simulator.application.nextDeadline == nil)
        }
    }

    @Test("Another edit, or Undo of the toolbar, hides the confirmation of a clear.")
    func editAfterClear() throws {
        let stage = try Stage()
        let banner = stage.scene.clearedBanner
        stage.draw(from: start, to: end)
        stage.scene.drawingController.clear()
        stage.simulator.advance(by: 0.3)
        stage.draw(from: start, to: end)
        #expect(!banner.isShown && stage.drawing.count == 1)
        stage.scene.drawingController.clear()
        stage.simulator.advance(by: 0.3)
        try stage.tap(stage.scene.toolbar?.frame(of: .undo))
        #expect(!banner.isShown && stage.drawing.count == 1)
    }

    @Test("The clear button is disabled while there is nothing to clear.")
    func nothingToClear() throws {
        let stage = try Stage()
        let toolbar = try #require(stage.scene.toolbar)
        #expect(!toolbar.canClear)
        stage.draw(from: start, to: end)
        #expect(toolbar.canClear)
        stage.scene.drawingController.clear()
        #expect(!toolbar.canClear)
        stage.scene.drawingController.undo()
        #expect(toolbar.canClear)
    }

    // MARK: Menu

    @Test("The menu's Color shows the palette at the touch; the color change can be undone.")
    func color() throws {
        for toolbar in [true, false] {
            let stage = try Stage(toolbar: toolbar)
            stage.draw(from: start, to: end)
            stage.tap(CGPoint(x: 200, y: 104))
            #expect(UIMenuController.shared.isMenuVisible)
            stage.tapMenu(atFraction: 0.4)
            _ = stage.simulator.render()
            let palette = stage.scene.palette
            #expect(palette.isPresented)
            #expect(palette.color == .black)
            if toolbar {
                try expectPicture(stage.simulator.render(), matches: "drawing-palette")
            }
            let disc = try #require(palette.frame(of: .red))
            try stage.tap(palette.convert(disc, to: stage.scene.view))
            #expect(!palette.isPresented)
            #expect(stage.drawing.strokes.first?.color == .red)
            stage.scene.drawingController.undo()
            #expect(stage.drawing.strokes.first?.color == .black)
        }
    }

    @Test("A touch elsewhere or a resize dismisses the palette.")
    func paletteIsDismissed() throws {
        for resizes in [true, false] {
            let stage = try Stage()
            stage.draw(from: start, to: end)
            stage.tap(CGPoint(x: 200, y: 104))
            stage.tapMenu(atFraction: 0.4)
            #expect(stage.scene.palette.isPresented)
            if resizes {
                stage.resize(480, 800)
            } else {
                stage.tap(CGPoint(x: 600, y: 380))
            }
            #expect(!stage.scene.palette.isPresented)
            #expect(stage.drawing.strokes.first?.color == .black)
        }
    }

    @Test("After a resize the drawing fills the screen, with the toolbar at the bottom.")
    func resize() throws {
        let stage = try Stage()
        stage.draw(from: start, to: end)
        stage.resize(360, 640)
        let toolbar = try #require(stage.scene.toolbar)
        #expect(
            stage.scene.drawingController.view.frame == CGRect(x: 0, y: 0, width: 360, height: 640))
        #expect(toolbar.frame.maxY == 632)
        try stage.tap(toolbar.frame(of: .color))
        try stage.tap(toolbar.frame(of: InkColor.green))
        #expect(stage.scene.drawingController.color == .green)
    }

    @Test("The scene can be shown without a toolbar.")
    func withoutToolbar() throws {
        let stage = try Stage(toolbar: false)
        #expect(stage.scene.toolbar == nil)
        let picture = stage.simulator.render()
        var paper = 0
        for y in 0..<480 {
            for x in 0..<800 where picture[x, y] == 0xFFAA_AAAA { paper += 1 }
        }
        #expect(paper == 800 * 480)
    }

    @Test(
        "Pictures: the whole scene in several sizes and scales.",
        arguments: [(800.0, 480.0, 1.0), (720, 1_280, 1), (400, 240, 2), (360, 640, 2)])
    func pictures(width: Double, height: Double, scale: Double) throws {
        let stage = try Stage(width, height, scale: scale)
        stage.draw(
            from: CGPoint(x: width * 0.1, y: height * 0.2),
            to: CGPoint(x: width * 0.9, y: height * 0.6))
        stage.tap(CGPoint(x: width * 0.5, y: height * 0.4))
        try expectPicture(
            stage.simulator.render(),
            matches: "drawing-scene-\(Int(width))x\(Int(height))@\(Int(scale))")
    }
}
