import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp

@Suite("Toolbar hiding", .serialized)
@MainActor
struct ToolbarHidingTests {
    private let outside = CGPoint(x: 200, y: 60)

    /// Creates a screen with a toolbar that hides while the user draws.
    private func makeScreen(width: CGFloat = 400, height: CGFloat = 240) -> ToolbarTestScreen {
        let screen = ToolbarTestScreen(width: width, height: height)
        screen.toolbar.canUndo = true
        screen.hideWhileDrawing()
        return screen
    }

    @Test("The toolbar disappears at once, and new touches pass through it.")
    func hides() throws {
        let screen = makeScreen()
        let undo = try screen.center(of: .undo)
        screen.simulator.down(1, at: outside)
        #expect(!screen.isVisible)
        screen.simulator.down(2, at: undo)
        #expect(screen.drawingArea.down == 2)
        screen.simulator.up(2)
        #expect(screen.removeEvents().isEmpty)
        // While the touch rests, no animation runs and no timer is pending.
        #expect(screen.simulator.isIdle)
    }

    @Test("The toolbar reappears one second after the last touch, and is usable at once.")
    func reappears() throws {
        let screen = makeScreen()
        let undo = try screen.center(of: .undo)
        screen.simulator.down(1, at: outside)
        screen.simulator.down(2, at: CGPoint(x: 100, y: 60))
        screen.simulator.advance(by: 3)
        screen.simulator.up(1)
        screen.simulator.advance(by: 3)
        #expect(!screen.isVisible)
        screen.simulator.up(2)
        screen.simulator.advance(by: 0.99)
        #expect(!screen.isVisible)
        screen.simulator.advance(by: 0.02)
        screen.tap(undo)
        #expect(screen.removeEvents() == ["undo"])
        screen.simulator.advance(by: 0.15)
        #expect(screen.isVisible)
        #expect(screen.simulator.isIdle)
    }

    @Test("Drawing again restarts the delay, or hides the toolbar while it fades in.")
    func drawsAgain() {
        let screen = makeScreen()
        screen.tap(outside)
        screen.simulator.advance(by: 0.9)
        screen.tap(outside)
        screen.simulator.advance(by: 0.9)
        #expect(!screen.isVisible)
        screen.simulator.advance(by: 0.15)
        screen.simulator.down(1, at: outside)
        screen.simulator.advance(by: 0.15)
        #expect(!screen.isVisible)
        #expect(screen.simulator.isIdle)
        screen.simulator.up(1)
        screen.simulator.advance(by: 1.2)
        #expect(screen.isVisible)
        #expect(screen.simulator.isIdle)
    }

    @Test("A touched toolbar stays visible, and hides when that touch ends during drawing.")
    func touchedToolbar() throws {
        let screen = makeScreen()
        screen.simulator.down(1, at: try screen.center(of: .undo))
        screen.simulator.down(2, at: outside)
        screen.simulator.advance(by: 1)
        #expect(screen.isVisible)
        screen.simulator.up(1)
        #expect(screen.removeEvents() == ["undo"])
        screen.simulator.advance(by: 0.15)
        #expect(!screen.isVisible)
        screen.simulator.up(2)
        screen.simulator.advance(by: 1.2)
        #expect(screen.isVisible)
    }

    @Test("A touch on the toolbar before, during and after drawing keeps it visible.")
    func touchedBeforeAndAfter() throws {
        let screen = makeScreen()
        screen.simulator.down(1, at: try screen.center(of: .clear))
        screen.simulator.tap(2, at: outside, for: 0.5)
        screen.simulator.advance(by: 0.6)
        #expect(screen.removeEvents() == ["clear"])
        screen.simulator.up(1)
        screen.simulator.advance(by: 0.3)
        #expect(screen.isVisible)
        #expect(screen.simulator.isIdle)
    }

    @Test(
        "Any touch on the toolbar keeps it visible: off a button, in a gap, disabled, cancelled.",
        arguments: ["dragged", "gap", "disabled", "cancelled"])
    func anyTouch(kind: String) throws {
        let screen = makeScreen(width: 800, height: 480)
        let undo = try #require(screen.toolbar.frame(of: .undo))
        // The gap between two groups is left of the undo button.
        let place = kind == "gap" ? CGPoint(x: undo.minX - 6, y: undo.midY) : undo.center
        screen.simulator.down(1, at: place)
        if kind == "dragged" { screen.simulator.move(1, to: outside) }
        screen.simulator.down(2, at: outside)
        screen.simulator.advance(by: 0.5)
        #expect(screen.toolbar.alpha == 1)
        if kind == "cancelled" { screen.simulator.cancel(1) } else { screen.simulator.up(1) }
        #expect(screen.toolbar.alpha == 0)
        screen.simulator.up(2)
        screen.simulator.advance(by: 1.5)
        #expect(screen.toolbar.alpha == 1)
        #expect(screen.simulator.isIdle)
    }

    @Test("The toolbar stays visible until the last of several touches on it ends.")
    func severalTouches() throws {
        let screen = makeScreen()
        screen.simulator.down(1, at: try screen.center(of: .undo))
        screen.simulator.down(2, at: try screen.center(of: .tool))
        screen.simulator.down(3, at: outside)
        screen.simulator.up(1)
        #expect(screen.toolbar.alpha == 1)
        screen.simulator.up(2)
        #expect(screen.toolbar.alpha == 0)
    }

    @Test("A resting touch keeps the toolbar visible during any number of taps beside it.")
    func restingTouch() throws {
        let screen = makeScreen()
        screen.simulator.down(1, at: try screen.center(of: .tool))
        for _ in 0..<200 { try screen.tap(.undo) }
        screen.simulator.down(2, at: outside)
        #expect(screen.toolbar.alpha == 1)
        screen.simulator.up(1)
        #expect(screen.toolbar.alpha == 0)
    }

    @Test("Repeated calls with the same value have no effect.")
    func repeatedCalls() {
        let screen = makeScreen()
        screen.toolbar.updateVisibility(isUserDrawing: false)
        #expect(screen.simulator.isIdle)
        screen.toolbar.updateVisibility(isUserDrawing: true)
        screen.toolbar.updateVisibility(isUserDrawing: true)
        screen.simulator.advance(by: 0.15)
        #expect(screen.simulator.isIdle)
        screen.toolbar.updateVisibility(isUserDrawing: false)
        screen.simulator.advance(by: 0.6)
        screen.toolbar.updateVisibility(isUserDrawing: false)
        screen.simulator.advance(by: 0.6)
        #expect(screen.toolbar.alpha == 1)
        #expect(screen.simulator.isIdle)
    }

    @Test("An open strip is closed when the toolbar hides, and stays closed.")
    func strip() throws {
        let screen = makeScreen()
        try screen.tap(.color)
        screen.toolbar.updateVisibility(isUserDrawing: true)
        #expect(screen.toolbar.frame(of: InkColor.red) == nil)
        screen.toolbar.updateVisibility(isUserDrawing: false)
        screen.simulator.advance(by: 1.2)
        #expect(screen.toolbar.frame(of: InkColor.red) == nil)
        #expect(screen.isVisible)
    }

    @Test("A resize while the toolbar is hidden lays it out correctly.")
    func resized() {
        let screen = makeScreen()
        screen.simulator.down(1, at: outside)
        screen.simulator.advance(by: 0.5)
        screen.simulator.resize(width: 240, height: 400)
        screen.simulator.up(1)
        screen.simulator.advance(by: 1.2)
        #expect(screen.toolbar.alpha == 1)
        #expect(screen.toolbar.frame == ToolbarTestScreen(width: 240, height: 400).toolbar.frame)
    }
}
