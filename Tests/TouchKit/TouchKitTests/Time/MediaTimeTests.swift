import Testing
import TouchKit
import TouchKitTesting

@Suite("Media time", .serialized)
@MainActor
struct MediaTimeTests {
    /// Notes when touches say they came, and when that was.
    final class Watcher: UIView {
        var times: [[Double]] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            times.append([event?.timestamp ?? -1, CACurrentMediaTime()])
        }
    }

    @Test("It is the clock of events, and goes on without them.")
    func time() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let watcher = Watcher(frame: simulator.window.bounds)
        simulator.window.addSubview(watcher)
        simulator.advance(by: 1.5)
        simulator.down(1, at: CGPoint(x: 5, y: 5))
        #expect(watcher.times == [[1.5, 1.5]])
        simulator.advance(by: 2)
        #expect(CACurrentMediaTime() == 3.5)
    }
}
