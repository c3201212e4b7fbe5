import Testing
import TouchKit
import TouchKitTesting

@testable import line_drawing

@Suite("line-drawing")
@MainActor
struct LineDrawingTests {
    /// A launched app and the log of its callbacks.
    @MainActor
    private final class Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 300))
        let window: UIWindow
        let view: DrawView
        var callbacks: [String] = []

        init() throws {
            window = simulator.launch(AppDelegate.self).window
            view = try #require(window.rootViewController?.view as? DrawView)
            view.log = { [unowned self] in
                callbacks.append(String($0.prefix { $0 != "(" }))
            }
        }

        func pixel(_ x: Int, _ y: Int) -> UInt32 { simulator.render()[x, y] & 0xFFFFFF }
    }

    @Test("The gray view, which loadView() makes, fills the yellow window")
    func views() throws {
        let stage = try Stage()
        #expect(stage.window.backgroundColor == .yellow)
        #expect(stage.view.isMultipleTouchEnabled)
        #expect(stage.view.frame == stage.window.bounds)
        #expect(stage.pixel(200, 150) == 0x808080)
    }

    @Test("A line is red while its touch is held, and black and finished afterwards")
    func colors() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 50, y: 100))
        stage.simulator.move(1, to: CGPoint(x: 250, y: 100))
        #expect(stage.pixel(150, 100) == 0xFF0000)
        // The width is 10, and the caps are round.
        #expect(stage.pixel(150, 96) == 0xFF0000)
        #expect(stage.pixel(150, 106) == 0x808080)
        #expect(stage.pixel(46, 100) == 0xFF0000)
        #expect(stage.pixel(45, 95) == 0x808080)
        stage.simulator.up(1)
        #expect(stage.pixel(150, 100) == 0)
        #expect(stage.view.finishedLines.count == 1)
        #expect(stage.callbacks == ["touchesBegan", "touchesMoved", "touchesEnded"])
    }

    @Test("Two touches draw two lines at the same time")
    func twoTouches() throws {
        let stage = try Stage()
        stage.simulator.frame {
            $0.down(1, at: CGPoint(x: 50, y: 50))
            $0.down(2, at: CGPoint(x: 50, y: 200))
        }
        stage.simulator.frame {
            $0.move(1, to: CGPoint(x: 350, y: 50))
            $0.move(2, to: CGPoint(x: 350, y: 200))
        }
        #expect(stage.view.linesInProgress.count == 2)
        stage.simulator.up(1)
        #expect(stage.pixel(200, 50) == 0)
        #expect(stage.pixel(200, 200) == 0xFF0000)
        // Touches that change together come in one call.
        #expect(stage.callbacks == ["touchesBegan", "touchesMoved", "touchesEnded"])
    }

    @Test("touchesCancelled removes the touch's line and keeps the others")
    func cancellation() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 50, y: 50))
        stage.simulator.up(1)
        stage.simulator.down(2, at: CGPoint(x: 50, y: 100))
        stage.simulator.down(3, at: CGPoint(x: 50, y: 200))
        stage.callbacks = []
        stage.simulator.cancel(2)
        #expect(stage.callbacks == ["touchesCancelled"])
        #expect(stage.view.linesInProgress.count == 1)
        #expect(stage.view.finishedLines.count == 1)
    }
}
