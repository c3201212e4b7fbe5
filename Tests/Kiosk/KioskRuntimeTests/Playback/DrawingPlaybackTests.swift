import KioskRuntime
import KioskServices
import LabRobot
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Plays the robot's scripts into a real drawing, on various screens.
@Suite("Drawing through touch playback", .serialized)
@MainActor
struct DrawingPlaybackTests {
    struct Screen: Sendable, CustomStringConvertible {
        var width: Int
        var height: Int
        var rotation = Rotation.none
        var scale: CGFloat = 1

        var description: String { "\(width)×\(height), \(rotation.rawValue)°, ×\(scale)" }
    }

    /// A debug build draws slowly and uses two small screens.
    nonisolated static var screens: [Screen] {
        let small = [
            Screen(width: 480, height: 320),
            Screen(width: 480, height: 320, rotation: .clockwise90),
        ]
        guard Optimization.isEnabled else { return small }
        return small + [
            Screen(width: 800, height: 480),
            Screen(width: 800, height: 480, rotation: .clockwise90),
            Screen(width: 800, height: 480, rotation: .halfTurn),
            Screen(width: 480, height: 800, rotation: .clockwise270),
            Screen(width: 800, height: 480, scale: 2), Screen(width: 1280, height: 720, scale: 2),
        ]
    }

    private func play(
        _ script: RobotScript.Name, on screen: Screen, seconds: Double, tool: Tool,
        _ body: (PlaybackStage, DrawingViewController) throws -> Void
    ) throws {
        var delegate: AppDelegate?
        let stage = try PlaybackStage(
            width: screen.width, height: screen.height, rotation: screen.rotation,
            scale: screen.scale, traces: false
        ) {
            let made = AppDelegate(options: AppOptions(scene: .draw, paper: .gray, tool: .line))
            delegate = made
            $0.launch(made)
        }
        let controller = try #require(
            stage.application.windows.first?.rootViewController as? DrawingSceneController)
        let drawing = controller.drawingController
        drawing.tool = tool
        if script == .pinchRotate || script == .drag {
            let ends = [RobotScript.strokeStart, RobotScript.strokeEnd]
            drawing.drawing.add(
                ends.map { stage.geometry.point(normalized: $0) }, tool: .line, color: .blue,
                width: 10)
        }
        var ends: [TouchPlaybackEnd] = []
        stage.playback.start(script, rateHz: 120, seconds: seconds) { ends.append($0) }
        try stage.advance(seconds: seconds - 0.5)
        try body(stage, drawing)
        try stage.advance(seconds: 1)
        #expect(ends == [.played])
        #expect(!drawing.drawingView.isUserDrawing)
        #expect(stage.application.touchAudit.liveTouches == 0)
        #expect(stage.application.touchAudit.unbalancedViews == 0)
        // No touch reached the toolbar.
        #expect(drawing.tool == tool && drawing.color == .black && drawing.width == .medium)
        withExtendedLifetime(delegate) {}
    }

    /// Plays a script that changes the stroke, with each tool.
    ///
    /// - Parameter isExpected: Whether an activity is the expected one near the end of the script.
    private func playChange(
        _ script: RobotScript.Name, on screen: Screen,
        isExpected: (DrawingViewController.Activity) -> Bool
    ) throws {
        for tool in Tool.allCases {
            var before: [CGPoint] = []
            var drawing: Drawing?
            try play(script, on: screen, seconds: 4, tool: tool) { _, controller in
                drawing = controller.drawing
                before = try #require(controller.drawing.strokes.first).points
                #expect(
                    isExpected(controller.activity), "\(screen), \(tool): \(controller.activity)")
            }
            let strokes = try #require(drawing).strokes
            #expect(strokes.count == 1)
            #expect(strokes.first?.points != before)
        }
    }

    @Test(
        "The pinch script selects and transforms the stroke, and has no other effect",
        arguments: screens)
    func pinch(screen: Screen) throws {
        try playChange(.pinchRotate, on: screen) {
            if case .transforming = $0 { true } else { false }
        }
    }

    @Test(
        "The drag script moves the stroke, and has no other effect", arguments: screens)
    func drag(screen: Screen) throws {
        try playChange(.drag, on: screen) { if case .dragging = $0 { true } else { false } }
    }

    @Test(
        "The scribble script draws strokes with ten fingers, and has no other effect",
        arguments: screens)
    func scribble(screen: Screen) throws {
        try play(.scribble, on: screen, seconds: 8, tool: .pen) { stage, controller in
            #expect((6...10).contains(controller.drawingView.unfinishedStrokeCount))
            #expect(controller.drawing.strokes.count > 20)
            #expect(controller.activity == .idle)
        }
    }

    @Test("The circle script draws one stroke", arguments: screens)
    func circle(screen: Screen) throws {
        try play(.circle, on: screen, seconds: 9, tool: .pen) { _, controller in
            #expect(controller.drawing.strokes.count == 2)
            #expect(controller.drawingView.unfinishedStrokeCount == 1)
        }
    }

    @Test("The tap storm leaves no active touch", arguments: screens)
    func taps(screen: Screen) throws {
        for tool in Tool.allCases {
            try play(.tapStorm, on: screen, seconds: 6, tool: tool) { stage, _ in
                #expect(stage.application.touchAudit.total.began > 80)
            }
        }
    }
}
