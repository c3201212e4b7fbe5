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

/// The cost of the toolbar per frame, in allocations and damage.
@Suite("Toolbar cost", .serialized)
@MainActor
struct ToolbarCostTests {
    /// A view that moves a square with each touch, so that every frame has damage but no
    /// allocations.
    private final class DrawingArea: UIView {
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
        "After warm-up, ten touches on the visible or below the hidden toolbar allocate nothing.",
        .requiresOptimizedBuild,
        arguments: [false, true])
    func allocations(onToolbar: Bool) throws {
        var toolbar = Toolbar(frame: .zero)
        var root = UIView(frame: .zero)
        let kiosk = try ScriptedKiosk { bounds in
            root = UIView(frame: bounds)
            let drawingArea = DrawingArea(frame: bounds)
            drawingArea.backgroundColor = .lightGray
            drawingArea.isMultipleTouchEnabled = true
            toolbar = Toolbar(frame: .zero)
            toolbar.canUndo = true
            root.addSubview(drawingArea)
            root.addSubview(toolbar)
            toolbar.layOut(in: bounds)
            return root
        }
        // The scripted kiosk has no clock for the frames of the fade animation.
        if !onToolbar {
            UIView.performWithoutAnimation { toolbar.updateVisibility(isUserDrawing: true) }
        }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        let row = toolbar.frame
        let y = onToolbar ? Double(row.midY) : 100
        for slot in 0..<10 {
            try kiosk.step(touchscreen.frame(slot, .down, x: 40 + Double(slot) * 78, y: y))
        }
        var counted: UInt = 0
        // Frames of 20 ms with 5 samples at 240 Hz: one second of warm-up, two seconds counted.
        for step in 0..<(150 * 5) {
            let before = allocation_counter_value()
            let frame = touchscreen.frame(moving: 0..<10) { slot in
                (40 + Double(slot) * 78 + Double(step % 7), y + Double(step % 11))
            }
            if step % 5 == 4 {
                // Everything is drawn again, including the toolbar.
                redraw(root)
                try kiosk.step(frame)
            } else {
                kiosk.receive(frame)
            }
            if step >= 50 * 5 { counted += allocation_counter_value() - before }
        }
        #expect(kiosk.session.frameLog.frames > 100)
        #expect(counted == 0)
        #expect(toolbar.alpha == (onToolbar ? 1 : 0))
    }

    /// Marks a view and its subviews as needing to be redrawn.
    private func redraw(_ view: UIView) {
        view.setNeedsDisplay()
        for subview in view.subviews { redraw(subview) }
    }

    @Test("Without touches no frames are produced, at the start and after a complete session.")
    func idle() throws {
        let screen = ToolbarTestScreen()
        screen.hideWhileDrawing()
        #expect(screen.simulator.isIdle)
        for item in Toolbar.Item.allCases where item != .pages { try screen.tap(item) }
        try screen.simulator.tap(1, at: screen.center(of: .clear), for: 2)
        screen.tap(CGPoint(x: 200, y: 60))
        screen.simulator.advance(by: 3)
        #expect(screen.simulator.isIdle)
        _ = screen.simulator.render()
        screen.simulator.advance(by: 60)
        #expect(!screen.simulator.application.needsDisplay)
        #expect(screen.simulator.isIdle)
    }
}
