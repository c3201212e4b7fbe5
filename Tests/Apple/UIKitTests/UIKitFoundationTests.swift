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

    @Test("A timer pauses with a fire date in the distant future, and continues with a new one")
    func fireDate() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var times: [Double] = []
        let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            // Fire times are rounded up to whole microseconds.
            times.append((simulator.time * 1_000).rounded() / 1_000)
        }
        simulator.advance(by: 1.5)
        timer.fireDate = .distantFuture
        #expect(timer.fireDate == .distantFuture)
        simulator.advance(by: 3.5)
        timer.fireDate = Date(timeIntervalSinceNow: -1)
        simulator.advance(by: 1.5)
        #expect(times == [1, 5, 6])
        timer.invalidate()
        timer.fireDate = Date(timeIntervalSinceNow: -1)
        simulator.advance(by: 2)
        #expect(times.count == 3)
    }

    @Test("The size of an attributed string is that of the string with its font")
    func attributedStringSize() {
        // Text has a size only if there is an application.
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        defer { withExtendedLifetime(simulator) {} }
        let font = UIFont.systemFont(ofSize: 20)
        let text = NSAttributedString(string: "Stars", attributes: [.font: font])
        #expect(text.size() == "Stars".size(withAttributes: [.font: font]))
        #expect(text.size().width > 0 && text.size().height > 0)
        #expect(NSAttributedString(string: "").size().width == 0)
    }

    @Test("The size of an NSString is that of the string with the same font")
    func stringSize() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        defer { withExtendedLifetime(simulator) {} }
        let font = UIFont.systemFont(ofSize: 20)
        let attributes: [NSAttributedString.Key: Any] = [.font: font]
        let size = NSString(string: "Stars").size(withAttributes: attributes)
        #expect(size.width > 0 && size == "Stars".size(withAttributes: [.font: font]))
    }
}
