import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("Pattern view", .serialized)
@MainActor
struct PatternViewTests {
    /// A pattern view over a whole screen, whose closure writes down what it is asked.
    @MainActor
    private final class Stage {
        let simulator: TouchSimulator
        let view: PatternView
        var asked: [[Int]] = []
        var isRight = false

        init(width: CGFloat = 400, height: CGFloat = 400) {
            simulator = TouchSimulator(screenSize: CGSize(width: width, height: height))
            view = PatternView(frame: simulator.window.bounds) { _ in false }
            view.check = { [weak self] pattern in
                self?.asked.append(pattern.dots)
                return self?.isRight == true
            }
            simulator.window.addSubview(view)
        }

        /// Moves finger 1 over dots, in one step from each to the next, and lifts it.
        func draw(_ dots: [Int], liftsAfterwards: Bool = true) {
            guard let first = dots.first else { return }
            simulator.down(1, at: view.center(ofDot: first))
            for dot in dots.dropFirst() { simulator.move(1, to: view.center(ofDot: dot)) }
            if liftsAfterwards { simulator.up(1) }
        }
    }

    @Test(
        "Dots that a straight line jumps over are joined, once; slanting lines jump over none.",
        arguments: [
            ([1, 2], [1, 2]), ([1, 3], [1, 2, 3]), ([1, 9], [1, 5, 9]), ([1, 8], [1, 8]),
            ([7, 1], [7, 4, 1]), ([3, 7], [3, 5, 7]), ([2, 8], [2, 5, 8]), ([4, 6], [4, 5, 6]),
            ([1, 6], [1, 6]), ([2, 9, 4, 3], [2, 9, 4, 3]), ([2, 1, 3], [2, 1, 3]),
            ([5, 2, 8], [5, 2, 8]), ([1, 4, 7, 8, 9], [1, 4, 7, 8, 9]),
            ([1, 2, 1, 2, 3], [1, 2, 3]), ([1, 3, 9, 7], [1, 2, 3, 6, 9, 8, 7]),
        ])
    func joining(dots: [Int], pattern: [Int]) {
        let stage = Stage()
        stage.draw(dots)
        #expect(stage.asked == [pattern])
        #expect(stage.view.pattern.dots == pattern)
    }

    @Test("Every pair of dots joins what a table of its own says.")
    func everyPair() {
        let between = [
            [1, 3]: 2, [4, 6]: 5, [7, 9]: 8, [1, 7]: 4, [2, 8]: 5, [3, 9]: 6, [1, 9]: 5, [3, 7]: 5,
        ]
        for first in 1...9 {
            for second in 1...9 where second != first {
                let stage = Stage()
                stage.draw([first, second])
                let middle = between[[min(first, second), max(first, second)]]
                #expect(stage.asked == [[first] + (middle.map { [$0] } ?? []) + [second]])
            }
        }
    }

    @Test("A fast finger joins what lies on its way between two samples, in the order of the way.")
    func fastFinger() {
        let stage = Stage()
        let left = stage.view.center(ofDot: 4)
        stage.simulator.down(1, at: CGPoint(x: 5, y: left.y))
        #expect(stage.view.pattern.dots == [])
        stage.simulator.move(1, to: CGPoint(x: 395, y: left.y))
        #expect(stage.view.pattern.dots == [4, 5, 6])
        let right = stage.view.center(ofDot: 9)
        stage.simulator.move(1, to: CGPoint(x: 395, y: right.y))
        stage.simulator.move(1, to: CGPoint(x: 5, y: right.y))
        stage.simulator.up(1)
        #expect(stage.asked == [[4, 5, 6, 9, 8, 7]])
    }

    @Test("Corners that a finger turns between two frames of the display are joined as well.")
    func cornersBetweenFrames() {
        let stage = Stage()
        stage.simulator.displayRate = 10
        stage.simulator.advance(by: 1)
        stage.draw([1, 2, 3, 6, 9, 7])
        stage.simulator.advance(by: 1)
        #expect(stage.asked == [[1, 2, 3, 6, 9, 8, 7]])
    }

    @Test("A finger joins a dot by coming near it, not only by meeting its centre.")
    func reach() {
        let stage = Stage()
        let first = stage.view.center(ofDot: 1)
        let second = stage.view.center(ofDot: 2)
        let cell = second.x - first.x
        stage.simulator.down(1, at: CGPoint(x: first.x - cell * 0.37, y: first.y))
        #expect(stage.view.pattern.dots == [1])
        stage.simulator.move(1, to: CGPoint(x: second.x - cell * 0.39, y: first.y))
        #expect(stage.view.pattern.dots == [1])
        stage.simulator.move(1, to: CGPoint(x: second.x - cell * 0.37, y: first.y))
        #expect(stage.view.pattern.dots == [1, 2])
    }

    @Test("Dots' targets are at least 44 points on the smallest screen.")
    func targets() {
        for (width, height) in [(400.0, 240.0), (360, 640), (800, 480), (720, 1_280)] {
            let stage = Stage(width: width, height: height)
            let one = stage.view.center(ofDot: 1)
            let two = stage.view.center(ofDot: 2)
            #expect((two.x - one.x) * 0.38 * 2 >= 44)
            #expect(one.x > 0 && one.y > 0)
            #expect(stage.view.center(ofDot: 5) == CGPoint(x: width / 2, y: height / 2))
        }
    }

    @Test("A right pattern is shown for a second, without interaction, and cleared.")
    func right() {
        let stage = Stage()
        stage.isRight = true
        stage.draw([1, 2])
        #expect(stage.view.state == .judged(isRight: true))
        #expect(!stage.view.isUserInteractionEnabled)
        stage.simulator.advance(by: 0.99)
        #expect(stage.view.state == .judged(isRight: true))
        stage.simulator.advance(by: 0.02)
        #expect(stage.view.state == .waiting)
        #expect(stage.view.pattern.dots == [])
        #expect(stage.view.isUserInteractionEnabled)
    }

    @Test("A wrong pattern is shown for three seconds; touches meanwhile go to what lies behind.")
    func wrong() {
        let stage = Stage()
        stage.draw([1, 2])
        stage.simulator.advance(by: 1)
        stage.draw([4, 5, 6])
        #expect(stage.view.pattern.dots == [1, 2])
        #expect(stage.asked == [[1, 2]])
        #expect(stage.view.hitTest(CGPoint(x: 200, y: 200), with: nil) == nil)
        stage.simulator.advance(to: 2.99)
        #expect(stage.view.state == .judged(isRight: false))
        stage.simulator.advance(to: 3.01)
        #expect(stage.view.state == .waiting)
        stage.draw([4, 5, 6])
        #expect(stage.asked == [[1, 2], [4, 5, 6]])
    }

    @Test("A finger that was down while it was judged joins nothing when it moves on afterwards.")
    func fingerFromBefore() {
        let stage = Stage()
        stage.draw([1, 2])
        stage.simulator.advance(by: 2.9)
        stage.simulator.down(2, at: stage.view.center(ofDot: 4))
        stage.simulator.advance(by: 0.2)
        stage.simulator.move(2, to: stage.view.center(ofDot: 6))
        #expect(stage.view.pattern.dots == [])
        stage.simulator.up(2)
        #expect(stage.view.state == .waiting)
    }

    @Test("A single dot, and none, are cleared without a question.", arguments: [[5], []])
    func tooFew(dots: [Int]) {
        let stage = Stage()
        var place = stage.view.center(ofDot: 5)
        if dots.isEmpty { place = CGPoint(x: 2, y: 2) }
        stage.simulator.down(1, at: place)
        #expect(stage.view.pattern.dots == dots)
        stage.simulator.up(1)
        #expect(stage.asked == [])
        #expect(stage.view.state == .waiting)
        #expect(stage.view.pattern.dots == [])
        #expect(stage.view.isUserInteractionEnabled)
    }

    @Test(
        "A second finger does nothing, not even after the first one is gone.",
        arguments: [false, true])
    func secondFinger(isMultipleTouchEnabled: Bool) {
        let stage = Stage()
        stage.view.isMultipleTouchEnabled = isMultipleTouchEnabled
        stage.draw([1, 2], liftsAfterwards: false)
        stage.simulator.down(2, at: stage.view.center(ofDot: 7))
        stage.simulator.move(2, to: stage.view.center(ofDot: 9))
        #expect(stage.view.pattern.dots == [1, 2])
        stage.simulator.up(1)
        stage.simulator.move(2, to: stage.view.center(ofDot: 6))
        stage.simulator.up(2)
        #expect(stage.asked == [[1, 2]])
        #expect(stage.view.pattern.dots == [1, 2])
    }

    @Test("A cancelled finger leaves nothing behind.")
    func cancelled() {
        let stage = Stage()
        stage.draw([1, 2, 3], liftsAfterwards: false)
        stage.simulator.cancel(1)
        #expect(stage.asked == [])
        #expect(stage.view.state == .waiting)
        #expect(stage.view.pattern.dots == [])
        stage.draw([1, 4])
        #expect(stage.asked == [[1, 4]])
    }

    @Test("It tells when a pattern was begun, judged and cleared, and nothing else.")
    func changes() {
        let stage = Stage()
        var states: [String] = []
        stage.view.onChange = { state in
            switch state {
            case .waiting: states.append("waiting")
            case .joining: states.append("joining")
            case .judging: states.append("judging")
            case .judged(let isRight): states.append("judged \(isRight)")
            }
        }
        stage.draw([1, 2, 3])
        stage.simulator.advance(by: 4)
        #expect(states == ["joining", "judging", "judged false", "waiting"])
    }

    @Test("Random fingers leave a pattern of different dots, or none, and in the end it waits.")
    func randomFingers() throws {
        for seed in 1...4 {
            let stage = try SceneStage<UnlockView>(.unlock)
            let view = stage.view.patternView
            stage.play(seed: UInt64(seed), frames: 2_000) {
                #expect(Set(view.pattern.dots).count == view.pattern.count)
                switch view.state {
                case .waiting: #expect(view.pattern.dots == [] && view.isUserInteractionEnabled)
                case .joining: #expect(view.isUserInteractionEnabled)
                case .judging: Issue.record("the answer comes at once")
                case .judged: #expect(view.pattern.count > 1 && !view.isUserInteractionEnabled)
                }
            }
            stage.simulator.advance(by: 4)
            #expect(view.state == .waiting)
            #expect(stage.simulator.application.nextDeadline == nil)
        }
    }

    @Test("A finger that comes down beside a dot is joined to it by a line at once.")
    func lineFromTheFirst() {
        let stage = Stage()
        _ = stage.simulator.render()
        let first = stage.view.center(ofDot: 1)
        stage.simulator.down(1, at: CGPoint(x: first.x + 38, y: first.y))
        let incremental = stage.simulator.render()
        stage.simulator.application.invalidateEverything()
        #expect(stage.view.pattern.dots == [1])
        #expect(differingPixels(stage.simulator.render(), incremental) == 0)
    }

    @Test("What changed is drawn again, and nothing less: frame by frame looks like all at once.")
    func incremental() throws {
        let stage = try SceneStage<UnlockView>(.unlock, width: 400, height: 240)
        var number = 0
        stage.play(seed: 11, frames: 400) {
            number += 1
            guard number % 5 == 0 else { return }
            let incremental = stage.simulator.render()
            if number % 20 == 0 {
                stage.simulator.application.invalidateEverything()
                #expect(differingPixels(stage.simulator.render(), incremental) == 0)
            }
        }
    }

    // MARK: Judged later

    @Test("A pattern that is taken to be judged later is shown no more, and no finger joins dots.")
    func judgedLater() {
        let stage = Stage()
        var taken: Pattern?
        stage.view.check = { pattern in
            taken = pattern
            return nil
        }
        _ = stage.simulator.render()
        let empty = stage.simulator.render()
        stage.draw([1, 2, 3])
        #expect(stage.view.state == .judging)
        #expect(taken?.dots == [1, 2, 3])
        #expect(stage.view.pattern !== taken && stage.view.pattern.count == 0)
        #expect(!stage.view.isUserInteractionEnabled)
        #expect(!stage.simulator.render().isEqual(to: empty))
        stage.draw([4, 5])
        #expect(taken?.dots == [1, 2, 3])
        stage.view.answer(isRight: false)
        #expect(stage.view.state == .judged(isRight: false))
        stage.view.answer(isRight: true)
        #expect(stage.view.state == .judged(isRight: false))
        stage.simulator.advance(by: 3.1)
        #expect(stage.view.state == .waiting)
        #expect(stage.simulator.render().isEqual(to: empty))
    }

    /// How many dots' centres lie in the memory of what the line was drawn with, used or not.
    private func traces(in view: PatternView) -> Int {
        let centers = (1...9).map { view.center(ofDot: $0) }
        let points = view.line.path.points
        return points.withUnsafeBufferPointer { used in
            guard let first = used.baseAddress else { return 0 }
            // What is beyond the count was initialised before it was emptied.
            let all = UnsafeRawBufferPointer(
                start: first, count: points.capacity * MemoryLayout<CGPoint>.stride)
            return (0..<points.capacity).count { place in
                centers.contains(
                    all.load(
                        fromByteOffset: place * MemoryLayout<CGPoint>.stride, as: CGPoint.self))
            }
        }
    }

    @Test("Given away or forgotten, a pattern leaves none of its dots in the line's memory.")
    func lineIsWiped() {
        let stage = Stage()
        stage.view.check = { pattern in
            pattern.removeAll()
            return nil
        }
        let capacity = stage.view.line.path.points.capacity
        stage.draw([1, 2, 3, 6, 9, 8, 7, 4, 5], liftsAfterwards: false)
        _ = stage.simulator.render()
        #expect(traces(in: stage.view) >= 9)
        stage.simulator.up(1)
        #expect(stage.view.state == .judging)
        #expect(traces(in: stage.view) == 0)
        stage.view.reset()
        stage.draw([1, 2, 3, 6], liftsAfterwards: false)
        _ = stage.simulator.render()
        // A piece of the line is traced alone: what it was drawn with lies behind it.
        stage.simulator.move(1, to: stage.view.center(ofDot: 9))
        #expect(traces(in: stage.view) >= 2)
        stage.view.reset()
        #expect(traces(in: stage.view) == 0)
        #expect(stage.view.line.path.points.capacity == capacity, "no copy was left behind")
    }

    @Test("Whoever answers while he is asked has answered.")
    func answeredAtOnce() {
        let stage = Stage()
        stage.view.check = { [weak stage] pattern in
            pattern.removeAll()
            stage?.view.answer(isRight: true)
            return nil
        }
        stage.draw([1, 2])
        #expect(stage.view.state == .judged(isRight: true))
        #expect(stage.view.pattern.count == 0)
    }

    @Test("Reset takes it back to the beginning from anywhere, and wipes the pattern.")
    func reset() {
        let stage = Stage()
        stage.draw([1, 2, 3], liftsAfterwards: false)
        let pattern = stage.view.pattern
        stage.view.reset()
        #expect(pattern.count == 0)
        stage.simulator.up(1)
        stage.draw([1, 2])
        stage.view.reset()
        #expect(stage.view.state == .waiting)
        #expect(stage.simulator.application.nextDeadline == nil)
        stage.view.check = { _ in nil }
        stage.draw([1, 2])
        stage.view.reset()
        #expect(stage.view.state == .waiting && stage.view.isUserInteractionEnabled)
        stage.view.answer(isRight: true)
        #expect(stage.view.state == .waiting)
    }

    @Test("Disabled, no finger joins dots, and one that does lets go of them.")
    func disabled() {
        let stage = Stage()
        stage.draw([1, 2], liftsAfterwards: false)
        stage.view.isEnabled = false
        #expect(stage.view.pattern.count == 0)
        stage.simulator.move(1, to: stage.view.center(ofDot: 3))
        stage.simulator.up(1)
        stage.draw([4, 5])
        #expect(stage.asked == [])
        stage.view.isEnabled = true
        stage.draw([4, 5])
        #expect(stage.asked == [[4, 5]])
    }

    @Test("Fewer dots than make a pattern aren't asked about.")
    func fewestDots() {
        let stage = Stage()
        stage.view.fewestDots = 4
        stage.draw([1, 2, 3])
        #expect(stage.asked == [] && stage.view.state == .waiting)
        stage.draw([1, 2, 3, 6])
        #expect(stage.asked == [[1, 2, 3, 6]])
    }
}

extension Pattern {
    /// The dots, the oldest first.
    var dots: [Int] { (0..<count).map { self[$0] } }
}
