import Testing
import TouchKit
import TouchKitTesting

@testable import line_drawing_gestures

@Suite("line-drawing-gestures")
@MainActor
struct LineDrawingGesturesTests {
    /// A launched app and the log of its callbacks.
    @MainActor
    private final class Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let view: DrawView
        var callbacks: [String] = []

        /// Launches the app with a horizontal line at each of the given heights.
        init(lines heights: CGFloat...) throws {
            let window = simulator.launch(AppDelegate.self).window
            view = try #require(window.rootViewController?.view as? DrawView)
            for y in heights {
                view.finishedLines.append(
                    Line(begin: CGPoint(x: 100, y: y), end: CGPoint(x: 300, y: y)))
            }
            view.log = { [unowned self] in callbacks.append($0) }
        }

        /// Adds the line of a touch that is drawing.
        func addLineInProgress() {
            view.linesInProgress[ObjectIdentifier(self)] = Line(
                begin: CGPoint(x: 50, y: 300), end: CGPoint(x: 80, y: 300))
        }

        func tap(_ x: CGFloat, _ y: CGFloat, then seconds: Double = 1) {
            simulator.down(1, at: CGPoint(x: x, y: y))
            simulator.advance(by: 0.05)
            simulator.up(1)
            simulator.advance(by: seconds)
        }

        func pixel(_ x: Int, _ y: Int) -> UInt32 { simulator.render()[x, y] & 0xFFFFFF }
    }

    @Test("A drag draws a line of width 3; the view receives the withheld beginning first")
    func draws() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 50, y: 50))
        #expect(stage.callbacks == [])
        stage.simulator.advance(by: 0.05)
        stage.simulator.move(1, to: CGPoint(x: 150, y: 50))
        stage.simulator.advance(by: 0.05)
        stage.simulator.move(1, to: CGPoint(x: 300, y: 50))
        stage.simulator.up(1)
        #expect(
            stage.callbacks == [
                "moveLine began", "touchesBegan", "touchesMoved", "moveLine changed",
                "touchesMoved", "moveLine ended", "touchesEnded",
            ])
        #expect(stage.pixel(200, 50) == 0)
        #expect(stage.pixel(200, 47) == 0x808080)
    }

    @Test("A double tap removes finished and current lines, and the single tap waits for it")
    func doubleTap() throws {
        let stage = try Stage(lines: 100)
        stage.addLineInProgress()
        stage.tap(200, 200, then: 0.1)
        stage.tap(200, 200)
        // The taps never reach the view.
        #expect(stage.callbacks == ["doubleTap"])
        #expect(stage.view.finishedLines.isEmpty)
        #expect(stage.view.linesInProgress.isEmpty)
    }

    @Test("A tap selects the first line of which a sample lies within 20 points, and shows a menu")
    func selection() throws {
        let stage = try Stage(lines: 200, 205)
        stage.tap(200, 215)
        #expect(stage.callbacks == ["tap"])
        #expect(stage.view.selectedLine == 0)
        #expect(stage.view.isFirstResponder)
        #expect(stage.pixel(110, 200) == 0x00FF00)
        #expect(UIMenuController.shared.isMenuVisible)
        // A tap elsewhere hides the menu and deselects.
        stage.tap(200, 221)
        stage.tap(200, 300)
        #expect(stage.view.selectedLine == nil)
        #expect(!UIMenuController.shared.isMenuVisible)
        #expect(stage.pixel(110, 200) == 0)
    }

    @Test("Delete in the animated menu removes the selected line")
    func deletion() throws {
        let stage = try Stage(lines: 200, 300)
        stage.tap(200, 200, then: 0.35)
        let shownAtOnce = stage.simulator.render()
        stage.simulator.advance(by: 0.5)
        #expect(!stage.simulator.render().isEqual(to: shownAtOnce))
        let menu = UIMenuController.shared.menuFrame
        stage.callbacks = []
        stage.tap(menu.midX, menu.minY + menu.height * 0.4)
        #expect(stage.callbacks == ["deleteLine"])
        #expect(stage.view.finishedLines.map(\.begin.y) == [300])
        #expect(stage.view.selectedLine == nil)
    }

    @Test("A long press selects a line, removes the lines in progress, and deselects at its end")
    func longPress() throws {
        let stage = try Stage(lines: 200)
        stage.addLineInProgress()
        stage.simulator.down(1, at: CGPoint(x: 200, y: 200))
        stage.simulator.advance(by: 0.49)
        #expect(stage.view.selectedLine == nil)
        #expect(stage.view.linesInProgress.count == 1)
        stage.simulator.advance(by: 0.02)
        #expect(stage.view.selectedLine == 0)
        #expect(stage.view.linesInProgress.isEmpty)
        stage.simulator.up(1)
        #expect(stage.view.selectedLine == nil)
        #expect(stage.callbacks.contains("longPress began"))
        #expect(stage.callbacks.last == "longPress ended")
    }

    @Test("A pan during the press moves the selected line by its translation")
    func move() throws {
        let stage = try Stage(lines: 200)
        stage.simulator.down(1, at: CGPoint(x: 200, y: 200))
        stage.simulator.advance(by: 0.6)
        for step in 1...5 {
            stage.simulator.move(1, to: CGPoint(x: 200, y: 200 + 20 * Double(step)))
            stage.simulator.advance(by: 0.05)
        }
        // The first 10 points start the pan.
        #expect(stage.view.finishedLines[0].begin == CGPoint(x: 100, y: 290))
        stage.simulator.up(1)
        #expect(stage.view.linesInProgress.isEmpty)
        #expect(stage.view.finishedLines.count == 1)
    }

    @Test("A pan also moves a line that a tap has selected, and draws meanwhile")
    func moveAfterTap() throws {
        let stage = try Stage(lines: 200)
        stage.tap(200, 200)
        stage.simulator.down(1, at: CGPoint(x: 50, y: 350))
        stage.simulator.advance(by: 0.05)
        stage.simulator.move(1, to: CGPoint(x: 50, y: 330))
        stage.simulator.advance(by: 0.05)
        stage.simulator.move(1, to: CGPoint(x: 50, y: 300))
        stage.simulator.up(1)
        #expect(stage.view.finishedLines[0].begin == CGPoint(x: 100, y: 160))
        // The pan does not cancel the view's touches.
        #expect(stage.view.finishedLines.count == 2)
    }
}
