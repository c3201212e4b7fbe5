import Testing
import TouchKit
import TouchKitTesting

@Suite("Media time", .serialized)
@MainActor
struct MediaTimeTests {
    /// A view that records the timestamps of touches and the media time at their delivery.
    final class Watcher: UIView {
        var times: [[Double]] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            times.append([event?.timestamp ?? -1, CACurrentMediaTime()])
        }
    }

    @Test("Media time is the clock of event timestamps, and advances without events.")
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
