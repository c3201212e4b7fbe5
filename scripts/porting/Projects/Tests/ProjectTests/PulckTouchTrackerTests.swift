import Testing
import TouchKit

#if HAS_PulckTouchTracker
@testable import PulckTouchTracker
private let isConverted = true
#else
private let isConverted = false
#endif

@Suite("Pulck/TouchTracker")
@MainActor
struct PulckTouchTrackerTests {
    @Test(
        "Drags draw lines, a tap selects one and shows its menu, a double tap removes all",
        .requiresProject(isConverted))
    func lines() throws {
        #if HAS_PulckTouchTracker
        let screen = ProjectScreen()
        let view = DrawView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        view.backgroundColor = .white
        view.isMultipleTouchEnabled = true
        screen.show(view)
        let black: UInt32 = 0x000000
        let green: UInt32 = 0x00FF00

        screen.drag(
            along: line(from: CGPoint(x: 60, y: 80), to: CGPoint(x: 220, y: 200)))
        screen.drag(
            along: line(from: CGPoint(x: 60, y: 300), to: CGPoint(x: 260, y: 300)))
        screen.simulator.advance(by: 1)
        #expect(view.finshedLine.count == 2)
        let last = try #require(view.finshedLine.last)
        #expect(last.begin == CGPoint(x: 60, y: 300))
        #expect(last.end == CGPoint(x: 260, y: 300))
        #expect(screen.hasColor(black, at: CGPoint(x: 140, y: 140)))
        #expect(screen.hasColor(black, at: CGPoint(x: 160, y: 300)))

        screen.tap(CGPoint(x: 160, y: 300))
        screen.simulator.advance(by: 1)
        #expect(view.selectedLineIndex == 1)
        #expect(UIMenuController.shared.isMenuVisible)
        #expect(screen.hasColor(green, at: CGPoint(x: 160, y: 300)))
        #expect(screen.hasColor(black, at: CGPoint(x: 140, y: 140)))
        try screen.savePicture("PulckTouchTracker")

        UIMenuController.shared.setMenuVisible(false, animated: false)
        screen.tap(CGPoint(x: 50, y: 420))
        screen.tap(CGPoint(x: 50, y: 420))
        screen.simulator.advance(by: 1)
        #expect(view.finshedLine.isEmpty)
        #expect(screen.pixelCount(of: 0xFFFFFF, tolerance: 0) == 320 * 480)
        #endif
    }
}
