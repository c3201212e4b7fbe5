import Testing
import TouchKitTesting
import UIKitFoundation

@Suite("UIKitFoundation")
@MainActor
struct UIKitFoundationTests {
    private final class Ticker: NSObject {
        var count = 0

        func tick(_ timer: Timer) { count += 1 }
    }

    @Test("Names that Foundation and TouchKit declare are TouchKit's")
    func sharedNames() {
        let value: CGFloat = 1.5
        let point = CGPoint(x: value, y: 0)
        #expect(String(format: "%.1f", point.x) == "1.5")
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 3))
        #expect(view.center == CGPoint(x: 1, y: 1.5))
    }

    @Test("A timer runs on the application's clock")
    func timer() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let ticker = Ticker()
        let tick = Selector("tick(_:)") { (target: Ticker) in target.tick(_:) }
        let timer = Timer.scheduledTimer(
            timeInterval: 1, target: ticker, selector: tick, userInfo: nil, repeats: true)
        simulator.advance(by: 3.5)
        timer.invalidate()
        #expect(ticker.count == 3)
    }

    @Test("The size of an NSString is that of the string with the same font")
    func stringSize() {
        let font = UIFont.systemFont(ofSize: 20)
        let attributes: [NSAttributedString.Key: Any] = [.font: font]
        let size = NSString(string: "Stars").size(withAttributes: attributes)
        #expect(size == "Stars".size(withAttributes: [.font: font]))
    }
}
