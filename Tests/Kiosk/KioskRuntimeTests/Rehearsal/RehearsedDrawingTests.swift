import KioskRuntime
import KioskServices
import LabRobot
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// What the robot's scripts do to a real drawing, on screens of all kinds.
@Suite("Rehearsed drawing", .serialized)
@MainActor
struct RehearsedDrawingTests {
    struct Screen: Sendable, CustomStringConvertible {
        var width: Int
        var height: Int
        var rotation = Rotation.none
        var scale: CGFloat = 1

        var description: String { "\(width)×\(height), \(rotation.rawValue)°, ×\(scale)" }
    }

    /// A debug build draws slowly: it has two small ones.
    nonisolated static var screens: [Screen] {
        let small = [
            Screen(width: 480, height: 320),
            Screen(width: 480, height: 320, rotation: .clockwise90),
        ]
        guard Optimization.isOn else { return small }
        return small + [
            Screen(width: 800, height: 480),
            Screen(width: 800, height: 480, rotation: .clockwise90),
            Screen(width: 800, height: 480, rotation: .halfTurn),
            Screen(width: 480, height: 800, rotation: .clockwise270),
            Screen(width: 800, height: 480, scale: 2), Screen(width: 1280, height: 720, scale: 2),
        ]
    }

    private func play(
        _ script: RehearsalScript, on screen: Screen, seconds: Double, tool: Tool,
        _ body: (RehearsalStage, DrawingViewController) throws -> Void
    ) throws {
        var delegate: AppDelegate?
        let stage = try RehearsalStage(
            width: screen.width, height: screen.height, rotation: screen.rotation,
            scale: screen.scale, traces: false
        ) {
            let made = AppDelegate(options: AppOptions(scene: .draw))
            delegate = made
            $0.launch(made)
        }
        let controller = try #require(
            stage.application.windows.first?.rootViewController as? DrawingSceneController)
        let drawing = controller.drawingController
        drawing.tool = tool
        if script == .pinchRotate || script == .drag {
            let ends = [RobotScript.strokeBegin, RobotScript.strokeEnd]
            drawing.drawing.add(
                ends.map { stage.geometry.point(normalized: $0) }, tool: .line, color: .blue,
                width: 10)
        }
        var ends: [RehearsalEnd] = []
        stage.rehearsals.start(script, rateHz: 120, seconds: seconds) { ends.append($0) }
        try stage.advance(seconds: seconds - 0.5)
        try body(stage, drawing)
        try stage.advance(seconds: 1)
        #expect(ends == [.played])
        #expect(!drawing.drawingView.isBusy)
        #expect(stage.application.touchAudit.live == 0)
        #expect(stage.application.touchAudit.unbalancedViews == 0)
        // No finger met the toolbar.
        #expect(drawing.tool == tool && drawing.color == .black && drawing.width == .medium)
        withExtendedLifetime(delegate) {}
    }

    @Test(
        "The pinch selects the stroke and takes hold of it, and leaves nothing else.",
        arguments: screens)
    func pinch(screen: Screen) throws {
        for tool in Tool.allCases {
            var before: [CGPoint] = []
            var drawing: Drawing?
            try play(.pinchRotate, on: screen, seconds: 4, tool: tool) { _, controller in
                drawing = controller.drawing
                before = controller.drawing.strokes.first?.points ?? []
                guard case .transforming = controller.activity else {
                    Issue.record("\(screen), \(tool): \(controller.activity)")
                    return
                }
            }
            let strokes = try #require(drawing).strokes
            #expect(strokes.count == 1)
            #expect(strokes.first?.points != before)
        }
    }

    @Test(
        "The drag picks the stroke up and carries it, and leaves nothing else.", arguments: screens)
    func drag(screen: Screen) throws {
        for tool in Tool.allCases {
            var drawing: Drawing?
            var before: [CGPoint] = []
            try play(.drag, on: screen, seconds: 4, tool: tool) { _, controller in
                drawing = controller.drawing
                before = controller.drawing.strokes.first?.points ?? []
                guard case .carrying = controller.activity else {
                    Issue.record("\(screen), \(tool): \(controller.activity)")
                    return
                }
            }
            let strokes = try #require(drawing).strokes
            #expect(strokes.count == 1)
            #expect(strokes.first?.points != before)
        }
    }

    @Test("Ten fingers scribble strokes, and nothing else happens.", arguments: screens)
    func scribble(screen: Screen) throws {
        try play(.scribble, on: screen, seconds: 8, tool: .pen) { stage, controller in
            #expect((6...10).contains(controller.drawingView.heldCount))
            #expect(controller.drawing.strokes.count > 20)
            #expect(controller.activity == .idle)
        }
    }

    @Test("One finger goes round and round.", arguments: screens)
    func circle(screen: Screen) throws {
        try play(.circle, on: screen, seconds: 9, tool: .pen) { _, controller in
            #expect(controller.drawing.strokes.count == 2)
            #expect(controller.drawingView.heldCount == 1)
        }
    }

    @Test("A storm of taps leaves no finger anywhere.", arguments: screens)
    func taps(screen: Screen) throws {
        for tool in Tool.allCases {
            try play(.tapStorm, on: screen, seconds: 6, tool: tool) { stage, _ in
                #expect(stage.application.touchAudit.total.began > 80)
            }
        }
    }
}
