import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What the toolbar costs in a frame, counted.
@Suite("Toolbar's cost", .serialized)
@MainActor
struct ToolbarCostTests {
    /// A view whose fingers move a square: what is counted is the toolbar's, and there is a frame to show.
    private final class Paper: UIView {
        private var place = CGPoint.zero

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

        override func draw(_ rect: CGRect) {
            place.x = place.x < 600 ? place.x + 3 : 0
            UIColor.blue.setFill()
            UIRectFill(CGRect(x: place.x, y: 200, width: 20, height: 20))
        }
    }

    @Test(
        "Ten fingers that move, on it or below it while it is away, allocate nothing once warm.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"),
        arguments: [false, true])
    func allocations(onToolbar: Bool) throws {
        var toolbar = Toolbar(frame: .zero)
        var root = UIView(frame: .zero)
        let kiosk = try ScriptedKiosk { bounds in
            root = UIView(frame: bounds)
            let paper = Paper(frame: bounds)
            paper.backgroundColor = .lightGray
            paper.isMultipleTouchEnabled = true
            toolbar = Toolbar(frame: .zero)
            toolbar.canUndo = true
            root.addSubview(paper)
            root.addSubview(toolbar)
            toolbar.layOut(in: bounds)
            return root
        }
        // A scripted kiosk has no clock for the frames of a fade.
        if !onToolbar { UIView.performWithoutAnimation { toolbar.fingersDraw(true) } }
        var panel = Panel(width: 800, height: 480)
        let row = toolbar.frame
        let y = onToolbar ? Double(row.midY) : 100
        for slot in 0..<10 {
            try kiosk.step(panel.frame(slot, .down, x: 40 + Double(slot) * 78, y: y))
        }
        var counted: UInt = 0
        // Frames of 20 ms with 5 samples of 240 Hz, a second to warm up and two to count.
        for step in 0..<(150 * 5) {
            let before = allocation_counter_value()
            let frame = panel.frame(moving: 0..<10) { slot in
                (40 + Double(slot) * 78 + Double(step % 7), y + Double(step % 11))
            }
            if step % 5 == 4 {
                // Everything is drawn again, the toolbar as well.
                root.setNeedsDisplay()
                try kiosk.step(frame)
            } else {
                kiosk.session.receive(frame)
            }
            if step >= 50 * 5 { counted += allocation_counter_value() - before }
        }
        #expect(kiosk.session.frameLog.frames > 100)
        #expect(counted == 0)
        #expect(toolbar.alpha == (onToolbar ? 1 : 0))
    }

    @Test("Where nothing is touched no frame is made: at the start, and after all has happened.")
    func idle() throws {
        let desk = Desk()
        desk.makeRoom()
        #expect(desk.isIdle)
        for item in Toolbar.Item.allCases { try desk.tap(item) }
        desk.simulator.down(1, at: try desk.middle(of: .clear))
        desk.simulator.advance(by: 2)
        desk.simulator.up(1)
        desk.tap(CGPoint(x: 200, y: 60))
        desk.simulator.advance(by: 3)
        #expect(desk.isIdle)
        _ = desk.simulator.render()
        desk.simulator.advance(by: 60)
        #expect(!desk.simulator.application.needsDisplay)
        #expect(desk.isIdle)
    }
}
