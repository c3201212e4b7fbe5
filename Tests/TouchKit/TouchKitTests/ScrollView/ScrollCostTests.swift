import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerTestSupport

/// Memory allocation of drags and motion: once for each drag, none for each frame, once warm.
@Suite("Scroll view: cost", .serialized)
@MainActor
struct ScrollCostTests {
    /// A delegate that counts its calls.
    private final class CountingDelegate: UIScrollViewDelegate {
        var scrolls = 0
        var ends = 0

        func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { ends += 1 }
    }

    /// Returns the updates of a flick that begins at a time in seconds, 100 points long.
    private func flick(number: Int, at start: Double) -> [TouchUpdate] {
        (0...11).map { step in
            let time = Timestamp(seconds: start + Double(step) * 0.01)
            let sample = TouchSample(
                touch: TouchIdentifier(rawValue: number), time: time,
                position: CGPoint(100, 190 - 10 * Double(min(step, 10))))
            let phase: TouchChange.Phase = step == 0 ? .began : step == 11 ? .ended : .moved
            return TouchUpdate(
                time: time, changes: [TouchChange(phase: phase, sample: sample)],
                samples: [sample])
        }
    }

    @Test(
        "R-10.21: Steps of drags, decelerations and bounces allocate nothing after warm-up.",
        .requiresOptimizedBuild)
    func warmScrollingAllocatesNothing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        view.contentSize = CGSize(width: 200, height: 6_000)
        let content = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 6_000))
        view.addSubview(content)
        let delegate = CountingDelegate()
        view.delegate = delegate
        simulator.window.addSubview(view)
        let application = simulator.application
        var damage = Region()
        let flicks = (0..<20).map { flick(number: $0, at: Double($0) * 5) }
        func play(_ number: Int) {
            for update in flicks[number] { application.deliver(update) }
            for frame in 1...290 {
                let time = Double(number) * 5 + 0.12 + Double(frame) / 60
                application.stepFrame(at: Timestamp(seconds: time))
                damage.removeAll()
                application.collectDamage(into: &damage)
            }
        }
        for number in 0..<8 { play(number) }
        let scrolls = delegate.scrolls
        let before = allocation_counter_value()
        for number in 8..<20 { play(number) }
        // The beginning of a drag allocates once, its steps and frames nothing.
        #expect(allocation_counter_value() - before <= 12)
        #expect(delegate.scrolls > scrolls + 600)
        #expect(delegate.ends == 20)
        #expect(!application.needsFrames)
    }
}
