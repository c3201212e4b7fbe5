import Testing
import TouchKit
import TouchKitTesting

/// Display links, which call their target once for each frame.
@Suite("Display link", .serialized)
@MainActor
struct DisplayLinkTests {
    @MainActor
    private final class Target {
        static let stepMethod = Selector("step:") { (target: Target) in target.step }

        var times: [Double] = []
        var onStep: (CADisplayLink) -> Void = { _ in }

        func step(_ link: CADisplayLink) {
            times.append(link.timestamp)
            onStep(link)
        }
    }

    private let stage = Stage()
    private var simulator: TouchSimulator { stage.simulator }
    private let target = Target()

    private func makeLink() -> CADisplayLink {
        _ = simulator
        return CADisplayLink(target: target, action: { $0.step })
    }

    @Test("From its addition, a link is called once for each frame, with the frame's time.")
    func oncePerFrame() {
        simulator.advance(to: 1)
        let link = makeLink()
        simulator.advance(to: 2)
        #expect(target.times.isEmpty)
        #expect(!simulator.application.needsFrames)
        link.add(to: .main, forMode: .common)
        link.add(to: .main, forMode: .common)
        #expect(simulator.application.needsFrames)
        simulator.advance(to: 3)
        #expect(target.times.count == 60)
        for (index, time) in target.times.enumerated() {
            #expect(abs(time - (2 + Double(index + 1) / 60)) < 1e-5)
        }
        #expect(link.timestamp == target.times.last)
        link.invalidate()
    }

    @Test("With a display rate, a link is called with each of the display's frames.")
    func displayPace() {
        simulator.displayRate = 25
        let link = makeLink()
        link.add(to: .main, forMode: .default)
        simulator.advance(to: 2)
        #expect((48...51).contains(target.times.count))
        link.invalidate()
    }

    @Test("A paused link isn't called and requests no frames; after unpausing it continues.")
    func paused() {
        let link = makeLink()
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        #expect(!simulator.application.needsFrames)
        simulator.advance(to: 1)
        link.isPaused = false
        simulator.advance(to: 2)
        #expect(target.times.count == 60)
        link.isPaused = true
        #expect(!simulator.application.needsFrames)
        simulator.advance(to: 3)
        #expect(target.times.count == 60)
        // A link can pause itself in its callback.
        target.onStep = { $0.isPaused = true }
        link.isPaused = false
        simulator.advance(to: 4)
        #expect(target.times.count == 61)
        #expect(!simulator.application.needsFrames)
        link.invalidate()
    }

    @Test("An invalidated link is never called again, wherever it is invalidated.")
    func invalidated() {
        let link = makeLink()
        link.add(to: .main, forMode: .common)
        target.onStep = { $0.invalidate() }
        simulator.advance(to: 1)
        #expect(target.times.count == 1)
        #expect(!simulator.application.needsFrames)
        link.isPaused = true
        link.isPaused = false
        link.add(to: .main, forMode: .common)
        simulator.advance(to: 2)
        #expect(target.times.count == 1)
        // A link may invalidate the link that would be called next.
        let second = makeLink()
        let first = CADisplayLink(target: target, selector: Target.stepMethod)
        target.onStep = { _ in second.invalidate() }
        first.add(to: .main, forMode: .common)
        second.add(to: .main, forMode: .common)
        simulator.advance(to: 2.01)
        simulator.advance(to: 2.02)
        #expect(target.times.count == 2)
        first.invalidate()
    }

    @Test("The application retains a link, and the link retains its target, until invalidated.")
    func holding() {
        weak var link: CADisplayLink?
        weak var held: Target?
        _ = simulator
        do {
            let target = Target()
            let new = CADisplayLink(target: target, action: { $0.step })
            new.add(to: .main, forMode: .common)
            link = new
            held = target
        }
        simulator.advance(to: 1)
        #expect(held?.times.count == 60)
        link?.invalidate()
        #expect(link == nil)
        #expect(held == nil)
    }
}
