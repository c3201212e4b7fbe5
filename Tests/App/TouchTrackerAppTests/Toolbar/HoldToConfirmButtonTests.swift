import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp

@Suite("HoldToConfirmButton", .serialized)
@MainActor
struct HoldToConfirmButtonTests {
    /// A button on a gray screen, with the number of its actions.
    @MainActor
    private final class Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 240))
        let button = HoldToConfirmButton(.clear, hint: "Hold to clear")
        private(set) var count = 0

        init() {
            button.frame = CGRect(x: 200, y: 180, width: 50, height: 50)
            simulator.window.backgroundColor = .lightGray
            simulator.window.addSubview(button)
            button.addAction(for: .primaryActionTriggered) { [unowned self] _ in count += 1 }
        }

        /// Returns the number of red pixels above the button.
        var red: Int {
            let picture = simulator.render()
            var count = 0
            for y in 0..<170 {
                for x in 0..<400 {
                    let color = picture[x, y]
                    if color >> 16 & 0xFF > (color >> 8 & 0xFF) + 40 { count += 1 }
                }
            }
            return count
        }
    }

    private let middle = CGPoint(x: 225, y: 205)

    @Test("After a hold of one second the button acts once, while it is still touched.")
    func completeHold() {
        let stage = Stage()
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(by: 0.99)
        #expect(stage.count == 0)
        stage.simulator.advance(by: 0.02)
        #expect(stage.count == 1)
        stage.simulator.advance(by: 5)
        #expect(stage.simulator.isIdle)
        stage.simulator.up(1)
        stage.simulator.advance(by: 5)
        #expect(stage.count == 1)
        #expect(stage.simulator.isIdle)
    }

    @Test("Small movements of the touch don't end the hold.")
    func smallMovement() {
        let stage = Stage()
        stage.simulator.down(1, at: middle)
        for step in 0..<20 {
            stage.simulator.advance(by: 0.06)
            stage.simulator.move(1, to: CGPoint(x: middle.x + CGFloat(step % 2) * 12, y: middle.y))
        }
        #expect(stage.count == 1)
    }

    @Test(
        "After an incomplete hold there is no action, and the button regains its appearance.",
        arguments: ["lifted", "cancelled", "slid off", "disabled", "removed"])
    func incompleteHold(how: String) {
        let stage = Stage()
        let before = stage.simulator.render()
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(by: 0.98)
        switch how {
        case "lifted": stage.simulator.up(1)
        case "cancelled": stage.simulator.cancel(1)
        case "slid off":
            stage.simulator.move(1, to: CGPoint(x: 225, y: 160))
            // Returning to the button does not continue the hold.
            stage.simulator.move(1, to: middle)
        case "disabled": stage.button.isEnabled = false
        default: stage.button.removeFromSuperview()
        }
        stage.simulator.advance(by: 4)
        #expect(stage.count == 0)
        #expect(stage.simulator.isIdle)
        stage.button.isEnabled = true
        if how == "removed" { stage.simulator.window.addSubview(stage.button) }
        #expect(stage.simulator.render().isEqual(to: before))
    }

    @Test("The bar grows monotonically, and shrinks without a jump.")
    func bar() {
        let stage = Stage()
        #expect(stage.red == 0)
        stage.simulator.down(1, at: middle)
        var last = -1
        for _ in 0..<9 {
            stage.simulator.advance(by: 0.1)
            let now = stage.red
            #expect(now > last)
            last = now
        }
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.05)
        #expect(stage.red < last && stage.red > 0)
        stage.simulator.advance(by: 0.3)
        #expect(stage.red == 0)
    }

    @Test("After a short tap the hint is shown for one second.")
    func hint() {
        let stage = Stage()
        let before = stage.simulator.render()
        stage.simulator.tap(1, at: middle)
        stage.simulator.advance(by: 0.8)
        #expect(!stage.simulator.render().isEqual(to: before))
        stage.simulator.advance(by: 0.6)
        #expect(stage.simulator.render().isEqual(to: before))
        #expect(stage.simulator.isIdle)
        #expect(stage.count == 0)
    }

    @Test("The durations of repeated taps don't add up.")
    func repeatedTaps() {
        let stage = Stage()
        for _ in 0..<10 {
            stage.simulator.tap(1, at: middle, for: 0.7)
            stage.simulator.advance(by: 0.02)
        }
        #expect(stage.count == 0)
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(by: 1.1)
        #expect(stage.count == 1)
    }

    @Test("A second touch does not affect the hold.")
    func secondTouch() {
        let stage = Stage()
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(by: 0.5)
        stage.simulator.down(2, at: CGPoint(x: 215, y: 200))
        stage.simulator.up(2)
        stage.simulator.down(2, at: CGPoint(x: 215, y: 200))
        stage.simulator.advance(by: 0.6)
        #expect(stage.count == 1)
        stage.simulator.up(1)
        stage.simulator.advance(by: 3)
        // A touch that began during the first one is not tracked afterwards either.
        #expect(stage.count == 1)
        #expect(stage.simulator.isIdle)
    }

    @Test(
        "The hint is on the screen for any position of the button.",
        arguments: [
            CGPoint(x: 0, y: 0), CGPoint(x: 350, y: 0), CGPoint(x: 0, y: 190),
            CGPoint(x: 350, y: 190),
        ])
    func hintInCorners(corner: CGPoint) throws {
        let stage = Stage()
        stage.button.frame.origin = corner
        stage.simulator.down(1, at: CGPoint(x: corner.x + 25, y: corner.y + 25))
        let hint = try #require(stage.button.subviews.first)
        let place = hint.convert(hint.bounds, to: nil)
        #expect(hint.alpha == 1)
        #expect(stage.simulator.window.bounds.contains(place))
        #expect(place.maxY <= stage.button.frame.minY || place.minY >= stage.button.frame.maxY)
    }
}
