import Testing
import TouchKit
import TouchKitTesting

@testable import touch_facts

@Suite("touch-facts")
@MainActor
struct TouchFactsTests {
    /// A launched app and the lines that it prints.
    @MainActor
    private final class Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let view: FactsView
        var lines: [String] = []

        init() throws {
            let window = simulator.launch(AppDelegate.self).window
            view = try #require(
                (window.rootViewController as? FactsViewController)?.factsView)
            view.log = { [unowned self] in lines.append($0) }
        }

        /// Taps the middle of the view.
        func tap(held seconds: Double = 0.1) {
            simulator.down(1, at: CGPoint(x: 200, y: 200))
            simulator.advance(by: seconds)
            simulator.up(1)
        }

        /// The verdicts that were printed.
        var verdicts: [String] { lines.filter { $0.hasSuffix("tap") || $0.hasSuffix("press") } }
    }

    @Test("A single tap is told two seconds after its end")
    func singleTap() throws {
        let stage = try Stage()
        stage.tap()
        stage.simulator.advance(by: 1.99)
        #expect(stage.verdicts == ["short press"])
        stage.simulator.advance(by: 0.02)
        #expect(stage.verdicts == ["short press", "single tap"])
    }

    @Test("The second touch of a double tap cancels the delayed call of the first")
    func doubleTap() throws {
        let stage = try Stage()
        stage.tap()
        stage.simulator.advance(by: 0.1)
        stage.tap()
        stage.simulator.advance(by: 5)
        #expect(stage.verdicts == ["short press", "short press", "double tap"])
    }

    @Test("The timestamps tell a long press")
    func longPress() throws {
        let stage = try Stage()
        stage.tap(held: 1.2)
        #expect(stage.verdicts == ["long press"])
    }

    @Test("The view follows a drag by location minus previous location")
    func drag() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 210, y: 190))
        stage.simulator.move(1, to: CGPoint(x: 240, y: 190))
        stage.simulator.move(1, to: CGPoint(x: 260, y: 250))
        stage.simulator.up(1)
        #expect(stage.view.center == CGPoint(x: 250, y: 260))
        #expect(stage.simulator.render()[250, 260] & 0xFFFFFF == 0x0000FF)
    }

    @Test("All properties of the touch and the event are printed, in each phase")
    func properties() throws {
        let stage = try Stage()
        stage.simulator.advance(by: 1)
        stage.simulator.down(1, at: CGPoint(x: 210, y: 190))
        #expect(
            stage.lines == [
                """
                touch: phase began, tapCount 1, timestamp 1.0, location (90.0, 70.0), \
                previousLocation (90.0, 70.0), view self, window own, gestureRecognizers 0, \
                majorRadius 0.0, force 0.0 of 1.0
                """,
                """
                event: type touches, timestamp 1.0, allTouches 1, touches for view 1, \
                touches for window 1, coalescedTouches 1, predictedTouches 0
                """,
            ])
        stage.simulator.move(1, to: CGPoint(x: 220, y: 190))
        #expect(stage.lines[2].contains("phase moved"))
        #expect(stage.lines[2].contains("previousLocation (90.0, 70.0)"))
        stage.simulator.cancel(1)
        #expect(stage.lines[4].contains("phase cancelled"))
    }
}
