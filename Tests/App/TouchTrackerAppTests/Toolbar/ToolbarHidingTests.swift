import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp

@Suite("Toolbar that makes room", .serialized)
@MainActor
struct ToolbarHidingTests {
    private let elsewhere = CGPoint(x: 200, y: 60)

    /// A desk whose toolbar makes room.
    private func makeDesk(width: CGFloat = 400, height: CGFloat = 240) -> Desk {
        let desk = Desk(width: width, height: height)
        desk.toolbar.canUndo = true
        desk.makeRoom()
        return desk
    }

    @Test("It is gone 0.15 s after a finger has begun to draw, and new fingers go through at once.")
    func hides() throws {
        let desk = makeDesk()
        let undo = try desk.middle(of: .undo)
        desk.simulator.down(1, at: elsewhere)
        // Still fading, but in nobody's way.
        #expect(desk.isVisible)
        desk.simulator.down(2, at: undo)
        #expect(desk.paper.down == 2)
        desk.simulator.advance(by: 0.15)
        #expect(!desk.isVisible)
        desk.simulator.up(2)
        #expect(desk.take().isEmpty)
        // While the finger stays nothing moves and nothing waits.
        #expect(desk.isIdle)
    }

    @Test("It comes back a second after the last finger was lifted, and works at once.")
    func comesBack() throws {
        let desk = makeDesk()
        let undo = try desk.middle(of: .undo)
        desk.simulator.down(1, at: elsewhere)
        desk.simulator.down(2, at: CGPoint(x: 100, y: 60))
        desk.simulator.advance(by: 3)
        desk.simulator.up(1)
        desk.simulator.advance(by: 3)
        #expect(!desk.isVisible)
        desk.simulator.up(2)
        desk.simulator.advance(by: 0.99)
        #expect(!desk.isVisible)
        desk.simulator.advance(by: 0.02)
        desk.tap(undo)
        #expect(desk.take() == ["undo"])
        desk.simulator.advance(by: 0.15)
        #expect(desk.isVisible)
        #expect(desk.isIdle)
    }

    @Test("Who draws again before has another second; who draws while it comes back sends it away.")
    func drawsAgain() {
        let desk = makeDesk()
        desk.tap(elsewhere)
        desk.simulator.advance(by: 0.9)
        desk.tap(elsewhere)
        desk.simulator.advance(by: 0.9)
        #expect(!desk.isVisible)
        desk.simulator.advance(by: 0.15)
        desk.simulator.down(1, at: elsewhere)
        desk.simulator.advance(by: 0.15)
        #expect(!desk.isVisible)
        #expect(desk.isIdle)
        desk.simulator.up(1)
        desk.simulator.advance(by: 1.2)
        #expect(desk.isVisible)
        #expect(desk.isIdle)
    }

    @Test("With a finger on it, it stays; lifted while others draw, it goes.")
    func touched() throws {
        let desk = makeDesk()
        desk.simulator.down(1, at: try desk.middle(of: .undo))
        desk.simulator.down(2, at: elsewhere)
        desk.simulator.advance(by: 1)
        #expect(desk.isVisible)
        desk.simulator.up(1)
        #expect(desk.take() == ["undo"])
        desk.simulator.advance(by: 0.15)
        #expect(!desk.isVisible)
        desk.simulator.up(2)
        desk.simulator.advance(by: 1.2)
        #expect(desk.isVisible)
    }

    @Test("A finger that holds it while others draw and stop costs it nothing.")
    func touchedThroughout() throws {
        let desk = makeDesk()
        desk.simulator.down(1, at: try desk.middle(of: .clear))
        desk.simulator.down(2, at: elsewhere)
        desk.simulator.advance(by: 0.5)
        desk.simulator.up(2)
        desk.simulator.advance(by: 0.6)
        #expect(desk.take() == ["clear"])
        desk.simulator.up(1)
        desk.simulator.advance(by: 0.3)
        #expect(desk.isVisible)
        #expect(desk.isIdle)
    }

    @Test(
        "Any finger on it counts: off a button, in a gap, on a disabled one, taken back.",
        arguments: ["dragged", "gap", "disabled", "cancelled"])
    func anyFinger(kind: String) throws {
        let desk = makeDesk(width: 800, height: 480)
        let undo = try #require(desk.toolbar.frame(of: .undo))
        // Left of undo is the gap between two groups.
        let place = kind == "gap" ? CGPoint(x: undo.minX - 6, y: undo.midY) : undo.middle
        desk.simulator.down(1, at: place)
        if kind == "dragged" { desk.simulator.move(1, to: elsewhere) }
        desk.simulator.down(2, at: elsewhere)
        desk.simulator.advance(by: 0.5)
        #expect(desk.toolbar.alpha == 1)
        if kind == "cancelled" { desk.simulator.cancel(1) } else { desk.simulator.up(1) }
        #expect(desk.toolbar.alpha == 0)
        desk.simulator.up(2)
        desk.simulator.advance(by: 1.5)
        #expect(desk.toolbar.alpha == 1)
        #expect(desk.isIdle)
    }

    @Test("Of several fingers on it the last one counts.")
    func severalFingers() throws {
        let desk = makeDesk()
        desk.simulator.down(1, at: try desk.middle(of: .undo))
        desk.simulator.down(2, at: try desk.middle(of: .tool))
        desk.simulator.down(3, at: elsewhere)
        desk.simulator.up(1)
        #expect(desk.toolbar.alpha == 1)
        desk.simulator.up(2)
        #expect(desk.toolbar.alpha == 0)
    }

    @Test("A finger that rests on it counts on, however often others tap beside it.")
    func resting() throws {
        let desk = makeDesk()
        desk.simulator.down(1, at: try desk.middle(of: .tool))
        for _ in 0..<200 { try desk.tap(.undo) }
        desk.simulator.down(2, at: elsewhere)
        #expect(desk.toolbar.alpha == 1)
        desk.simulator.up(1)
        #expect(desk.toolbar.alpha == 0)
    }

    @Test("Saying the same twice changes nothing.")
    func twice() {
        let desk = makeDesk()
        desk.toolbar.fingersDraw(false)
        #expect(desk.isIdle)
        desk.toolbar.fingersDraw(true)
        desk.toolbar.fingersDraw(true)
        desk.simulator.advance(by: 0.15)
        #expect(desk.isIdle)
        desk.toolbar.fingersDraw(false)
        desk.simulator.advance(by: 0.6)
        desk.toolbar.fingersDraw(false)
        desk.simulator.advance(by: 0.6)
        #expect(desk.toolbar.alpha == 1)
        #expect(desk.isIdle)
    }

    @Test("An open strip goes with it and stays closed.")
    func strip() throws {
        let desk = makeDesk()
        try desk.tap(.color)
        desk.toolbar.fingersDraw(true)
        #expect(desk.toolbar.frame(of: InkColor.red) == nil)
        desk.toolbar.fingersDraw(false)
        desk.simulator.advance(by: 1.2)
        #expect(desk.toolbar.frame(of: InkColor.red) == nil)
        #expect(desk.isVisible)
    }

    @Test("The screen may change its size while it is away.")
    func resized() {
        let desk = makeDesk()
        desk.simulator.down(1, at: elsewhere)
        desk.simulator.advance(by: 0.5)
        desk.resize(width: 240, height: 400)
        desk.simulator.up(1)
        desk.simulator.advance(by: 1.2)
        #expect(desk.toolbar.alpha == 1)
        #expect(desk.toolbar.frame == Desk(width: 240, height: 400).toolbar.frame)
    }
}
