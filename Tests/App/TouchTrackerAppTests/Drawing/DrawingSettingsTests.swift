import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The tool, the color and the width with which the user draws, at launch and after restarts.
@Suite("Drawing settings", .serialized)
@MainActor
struct DrawingSettingsTests {
    private let folder = DrawingFolder()

    /// Launches the app, calls `body` with the drawing scene, and terminates the app.
    private func run(
        _ options: AppOptions = AppOptions(), _ body: (DrawingSceneController) throws -> Void
    ) throws {
        let persistence = try folder.persistence()
        let simulator = TouchSimulator(
            launching: AppDelegate(options: options, persistence: persistence))
        let scene = try #require(simulator.drawingScene)
        persistence.waitUntilRestored()
        _ = simulator.render()
        try body(scene)
        simulator.application.terminate()
    }

    @Test("At first, the pen draws in black on white, and in white on black.")
    func defaults() throws {
        for (paper, ink) in [(Paper.white, InkColor.black), (.black, .white)] {
            let simulator = TouchSimulator(
                launching: AppDelegate(options: AppOptions(paper: paper)))
            let scene = try #require(simulator.drawingScene)
            #expect(
                scene.drawingController.settings
                    == DrawingSettings(tool: .pen, color: ink, width: .medium))
            #expect(scene.toolbar?.tool == .pen)
            #expect(scene.toolbar?.color == ink)
            simulator.down(1, at: CGPoint(x: 100, y: 100))
            simulator.advance(by: 0.02)
            simulator.move(1, to: CGPoint(x: 300, y: 200))
            simulator.up(1)
            simulator.advance(by: 2)
            try expectPicture(
                simulator.render(), matches: "pen-on-\(ink == .black ? "white" : "black")")
        }
    }

    @Test("The tool, the color and the width survive a restart, and are stored once.")
    func restart() throws {
        let chosen = DrawingSettings(tool: .line, color: .purple, width: .thick)
        try run { scene in
            scene.drawingController.settings = chosen
            // An unchanged value is no edit.
            scene.drawingController.width = .thick
        }
        let store = try DrawingStore(folder: folder.path, access: .readOnly)
        #expect(
            try store.head().settings
                == StoredSettings(tool: "line", color: "purple", width: "thick"))
        // The canvas size and the settings.
        #expect(try store.head().generation == 2)
        try run { scene in
            #expect(scene.drawingController.settings == chosen)
            #expect(scene.toolbar?.width == .thick)
        }
    }

    @Test("The tool of the options replaces the stored one, and is not stored.")
    func option() throws {
        try run { $0.drawingController.settings.color = .red }
        try run(AppOptions(tool: .line)) { scene in
            #expect(scene.drawingController.tool == .line)
            #expect(scene.drawingController.color == .red)
        }
        try run { #expect($0.drawingController.tool == .pen) }
    }

    @Test("Unknown stored values are replaced by the defaults.")
    func unknownValues() throws {
        try run { $0.drawingController.settings.color = .red }
        do {
            let database = try Database(path: folder.file, access: .readWrite)
            try database.run("UPDATE drawing SET tool = 'brush', ink_width = NULL")
        }
        try run { scene in
            #expect(
                scene.drawingController.settings
                    == DrawingSettings(tool: .pen, color: .red, width: .medium))
        }
    }

    @Test("A picture of the drawing on another paper is not shown.")
    func otherPaper() throws {
        try run { scene in
            scene.drawingController.drawing.add(
                [CGPoint(10, 10), CGPoint(90, 90)], tool: .line, color: .white, width: 10)
        }
        for paper in [Paper.white, .black] {
            try run(AppOptions(paper: paper)) { scene in
                let bitmap = scene.drawingController.drawing.picture.bitmap
                #expect(bitmap[400, 240] == (paper == .white ? 0xFFFF_FFFF : 0xFF00_0000))
                #expect((bitmap[50, 50] == 0xFFFF_FFFF) == (paper == .black))
            }
        }
    }
}
