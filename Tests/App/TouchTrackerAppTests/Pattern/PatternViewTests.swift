import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("PatternView", .serialized)
@MainActor
struct PatternViewTests {
    /// A full-screen pattern view that records the checked patterns.
    @MainActor
    private final class Stage {
        let simulator: TouchSimulator
        let view: PatternView
        var checkedPatterns: [[Int]] = []
        var isCorrect = false

        init(width: CGFloat = 400, height: CGFloat = 400) {
            simulator = TouchSimulator(screenSize: CGSize(width: width, height: height))
            view = PatternView(frame: simulator.window.bounds) { _ in false }
            view.check = { [weak self] pattern in
                self?.checkedPatterns.append(pattern.dots)
                return self?.isCorrect == true
            }
            simulator.window.addSubview(view)
        }

        /// Moves a touch over dots, in one step from each dot to the next, and ends it.
        func draw(_ dots: [Int], liftsAfterwards: Bool = true) {
            guard let first = dots.first else { return }
            simulator.down(1, at: view.center(ofDot: first))
            for dot in dots.dropFirst() { simulator.move(1, to: view.center(ofDot: dot)) }
            if liftsAfterwards { simulator.up(1) }
        }
    }

    @Test(
        "A dot that a line crosses is connected once; lines beside the center cross no dot.",
        arguments: [
            ([2, 9, 4, 3], [2, 9, 4, 3]), ([2, 1, 3], [2, 1, 3]), ([5, 2, 8], [5, 2, 8]),
            ([1, 4, 7, 8, 9], [1, 4, 7, 8, 9]), ([1, 2, 1, 2, 3], [1, 2, 3]),
            ([1, 3, 9, 7], [1, 2, 3, 6, 9, 8, 7]),
        ])
    func connecting(dots: [Int], pattern: [Int]) {
        let stage = Stage()
        stage.draw(dots)
        #expect(stage.checkedPatterns == [pattern])
        #expect(stage.view.pattern.dots == pattern)
    }

    @Test("Every pair of dots is connected according to a reference table.")
    func everyPair() {
        let between = [
            [1, 3]: 2, [4, 6]: 5, [7, 9]: 8, [1, 7]: 4, [2, 8]: 5, [3, 9]: 6, [1, 9]: 5, [3, 7]: 5,
        ]
        for first in 1...9 {
            for second in 1...9 where second != first {
                let stage = Stage()
                stage.draw([first, second])
                let middle = between[[min(first, second), max(first, second)]]
                #expect(stage.checkedPatterns == [[first] + (middle.map { [$0] } ?? []) + [second]])
            }
        }
    }

    @Test("A fast touch connects the dots between two samples in the order of its path.")
    func fastTouch() {
        let stage = Stage()
        let left = stage.view.center(ofDot: 4)
        stage.simulator.down(1, at: CGPoint(x: 5, y: left.y))
        #expect(stage.view.pattern.dots == [])
        stage.simulator.move(1, to: CGPoint(x: 395, y: left.y))
        #expect(stage.view.pattern.dots == [4, 5, 6])
        let lowerRight = stage.view.center(ofDot: 9)
        stage.simulator.move(1, to: CGPoint(x: 395, y: lowerRight.y))
        stage.simulator.move(1, to: CGPoint(x: 5, y: lowerRight.y))
        stage.simulator.up(1)
        #expect(stage.checkedPatterns == [[4, 5, 6, 9, 8, 7]])
    }

    @Test("Turns between two display frames connect dots, because coalesced samples are used.")
    func cornersBetweenFrames() {
        let stage = Stage()
        stage.simulator.displayRate = 10
        stage.simulator.advance(by: 1)
        stage.draw([1, 2, 3, 6, 9, 7])
        stage.simulator.advance(by: 1)
        #expect(stage.checkedPatterns == [[1, 2, 3, 6, 9, 8, 7]])
    }

    @Test("A touch connects a dot when it comes near its center.")
    func hitRadius() {
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

    @Test("The target size of a dot is at least 44 points on the smallest screen.")
    func targetSize() {
        for (width, height) in [(400.0, 240.0), (360, 640), (800, 480), (720, 1_280)] {
            let stage = Stage(width: width, height: height)
            let one = stage.view.center(ofDot: 1)
            let two = stage.view.center(ofDot: 2)
            #expect((two.x - one.x) * 0.38 * 2 >= 44)
            #expect(one.x > 0 && one.y > 0)
            #expect(stage.view.center(ofDot: 5) == CGPoint(x: width / 2, y: height / 2))
        }
    }

    @Test("A correct pattern is shown for one second without interaction, and then cleared.")
    func correct() {
        let stage = Stage()
        stage.isCorrect = true
        stage.draw([1, 2])
        #expect(stage.view.state == .checked(isCorrect: true))
        #expect(!stage.view.isUserInteractionEnabled)
        stage.simulator.advance(by: 0.99)
        #expect(stage.view.state == .checked(isCorrect: true))
        stage.simulator.advance(by: 0.02)
        #expect(stage.view.state == .waiting)
        #expect(stage.view.pattern.dots == [])
        #expect(stage.view.isUserInteractionEnabled)
    }

    @Test("An incorrect pattern is shown for three seconds; touches go to the view behind.")
    func incorrect() {
        let stage = Stage()
        stage.draw([1, 2])
        stage.simulator.advance(by: 1)
        stage.draw([4, 5, 6])
        #expect(stage.view.pattern.dots == [1, 2])
        #expect(stage.checkedPatterns == [[1, 2]])
        #expect(stage.view.hitTest(CGPoint(x: 200, y: 200), with: nil) == nil)
        stage.simulator.advance(to: 2.99)
        #expect(stage.view.state == .checked(isCorrect: false))
        stage.simulator.advance(to: 3.01)
        #expect(stage.view.state == .waiting)
        stage.draw([4, 5, 6])
        #expect(stage.checkedPatterns == [[1, 2], [4, 5, 6]])
    }

    @Test("A touch that began before the result was shown connects nothing afterwards.")
    func touchBeforeResult() {
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

    @Test("Patterns with one dot or none are discarded without a check.", arguments: [[5], []])
    func tooFew(dots: [Int]) {
        let stage = Stage()
        var place = stage.view.center(ofDot: 5)
        if dots.isEmpty { place = CGPoint(x: 2, y: 2) }
        stage.simulator.down(1, at: place)
        #expect(stage.view.pattern.dots == dots)
        stage.simulator.up(1)
        #expect(stage.checkedPatterns == [])
        #expect(stage.view.state == .waiting)
        #expect(stage.view.pattern.dots == [])
        #expect(stage.view.isUserInteractionEnabled)
    }

    @Test(
        "A second touch has no effect, even after the first one has ended.",
        arguments: [false, true])
    func secondTouch(isMultipleTouchEnabled: Bool) {
        let stage = Stage()
        stage.view.isMultipleTouchEnabled = isMultipleTouchEnabled
        stage.draw([1, 2], liftsAfterwards: false)
        stage.simulator.down(2, at: stage.view.center(ofDot: 7))
        stage.simulator.move(2, to: stage.view.center(ofDot: 9))
        #expect(stage.view.pattern.dots == [1, 2])
        stage.simulator.up(1)
        stage.simulator.move(2, to: stage.view.center(ofDot: 6))
        stage.simulator.up(2)
        #expect(stage.checkedPatterns == [[1, 2]])
        #expect(stage.view.pattern.dots == [1, 2])
    }

    @Test("A cancelled touch discards the pattern.")
    func cancelled() {
        let stage = Stage()
        stage.draw([1, 2, 3], liftsAfterwards: false)
        stage.simulator.cancel(1)
        #expect(stage.checkedPatterns == [])
        #expect(stage.view.state == .waiting)
        #expect(stage.view.pattern.dots == [])
        stage.draw([1, 4])
        #expect(stage.checkedPatterns == [[1, 4]])
    }

    @Test("The beginning, check and clearing of a pattern are reported, and nothing else.")
    func changes() {
        let stage = Stage()
        var states: [String] = []
        stage.view.onChange = { state in
            switch state {
            case .waiting: states.append("waiting")
            case .connecting: states.append("connecting")
            case .checking: states.append("checking")
            case .checked(let isCorrect): states.append("checked \(isCorrect)")
            }
        }
        stage.draw([1, 2, 3])
        stage.simulator.advance(by: 4)
        #expect(states == ["connecting", "checking", "checked false", "waiting"])
    }

    @Test("Random touches give patterns of distinct dots, and the view finally waits.")
    func randomTouches() throws {
        for seed in 1...4 {
            let stage = try SceneTestScreen<UnlockView>(.unlock)
            let view = stage.view.patternView
            var resultCount = 0
            stage.play(seed: UInt64(seed), frames: 2_000) {
                #expect(Set(view.pattern.dots).count == view.pattern.count)
                switch view.state {
                case .waiting: #expect(view.pattern.dots == [] && view.isUserInteractionEnabled)
                case .connecting: #expect(view.isUserInteractionEnabled)
                case .checking: Issue.record("the scene's check is not deferred")
                case .checked:
                    resultCount += 1
                    #expect(view.pattern.count > 1 && !view.isUserInteractionEnabled)
                }
            }
            #expect(resultCount > 0)
            stage.simulator.advance(by: 4)
            #expect(view.state == .waiting)
            #expect(stage.simulator.application.nextDeadline == nil)
        }
    }

    @Test("A touch that begins beside a dot is connected to it by a line at once.")
    func lineFromTheFirst() {
        let stage = Stage()
        _ = stage.simulator.render()
        let first = stage.view.center(ofDot: 1)
        stage.simulator.down(1, at: CGPoint(x: first.x + 38, y: first.y))
        stage.simulator.expectUpToDatePicture()
        #expect(stage.view.pattern.dots == [1])
    }

    @Test("Incremental drawing equals drawing everything.")
    func incremental() throws {
        let stage = try SceneTestScreen<UnlockView>(.unlock, width: 400, height: 240)
        var number = 0
        stage.play(seed: 11, frames: 400) {
            number += 1
            guard number % 5 == 0 else { return }
            if number % 20 == 0 {
                stage.simulator.expectUpToDatePicture()
            } else {
                _ = stage.simulator.render()
            }
        }
    }

    // MARK: Deferred checks

    @Test("During a deferred check the pattern is not shown, and touches connect no dots.")
    func deferredCheck() {
        let stage = Stage()
        var taken: Pattern?
        stage.view.check = { pattern in
            taken = pattern
            return nil
        }
        _ = stage.simulator.render()
        let empty = stage.simulator.render()
        stage.draw([1, 2, 3])
        #expect(stage.view.state == .checking)
        #expect(taken?.dots == [1, 2, 3])
        #expect(stage.view.pattern !== taken && stage.view.pattern.count == 0)
        #expect(!stage.view.isUserInteractionEnabled)
        #expect(!stage.simulator.render().isEqual(to: empty))
        stage.draw([4, 5])
        #expect(taken?.dots == [1, 2, 3])
        stage.view.finishCheck(isCorrect: false)
        #expect(stage.view.state == .checked(isCorrect: false))
        stage.view.finishCheck(isCorrect: true)
        #expect(stage.view.state == .checked(isCorrect: false))
        stage.simulator.advance(by: 3.1)
        #expect(stage.view.state == .waiting)
        #expect(stage.simulator.render().isEqual(to: empty))
    }

    /// Returns the number of dot centers in the memory of the line's path, including unused
    /// capacity.
    private func remainingDotCount(in view: PatternView) -> Int {
        let centers = (1...9).map { view.center(ofDot: $0) }
        let points = view.line.path.points
        return points.withUnsafeBufferPointer { used in
            guard let first = used.baseAddress else { return 0 }
            // Memory beyond the count was initialized before the path was emptied.
            let all = UnsafeRawBufferPointer(
                start: first, count: points.capacity * MemoryLayout<CGPoint>.stride)
            return (0..<points.capacity).count { place in
                centers.contains(
                    all.load(
                        fromByteOffset: place * MemoryLayout<CGPoint>.stride, as: CGPoint.self))
            }
        }
    }

    @Test("After a deferred check or a reset, the line's memory contains no dots.")
    func lineIsErased() {
        let stage = Stage()
        stage.view.check = { pattern in
            pattern.removeAll()
            return nil
        }
        let capacity = stage.view.line.path.points.capacity
        stage.draw([1, 2, 3, 6, 9, 8, 7, 4, 5], liftsAfterwards: false)
        _ = stage.simulator.render()
        #expect(remainingDotCount(in: stage.view) >= 9)
        stage.simulator.up(1)
        #expect(stage.view.state == .checking)
        #expect(remainingDotCount(in: stage.view) == 0)
        stage.view.reset()
        stage.draw([1, 2, 3, 6], liftsAfterwards: false)
        _ = stage.simulator.render()
        // Invalidation traces a single segment, which leaves the previous segments in memory.
        stage.simulator.move(1, to: stage.view.center(ofDot: 9))
        #expect(remainingDotCount(in: stage.view) >= 2)
        stage.view.reset()
        #expect(remainingDotCount(in: stage.view) == 0)
        #expect(stage.view.line.path.points.capacity == capacity, "a copy may remain")
    }

    @Test("A result that is reported during the check is accepted.")
    func answerDuringCheck() {
        let stage = Stage()
        stage.view.check = { [weak stage] pattern in
            pattern.removeAll()
            stage?.view.finishCheck(isCorrect: true)
            return nil
        }
        stage.draw([1, 2])
        #expect(stage.view.state == .checked(isCorrect: true))
        #expect(stage.view.pattern.count == 0)
    }

    @Test("A reset in any state discards and erases the pattern.")
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
        stage.view.finishCheck(isCorrect: true)
        #expect(stage.view.state == .waiting)
    }

    @Test("A disabled view connects no dots and discards the current pattern.")
    func disabled() {
        let stage = Stage()
        stage.draw([1, 2], liftsAfterwards: false)
        stage.view.isEnabled = false
        #expect(stage.view.pattern.count == 0)
        stage.simulator.move(1, to: stage.view.center(ofDot: 3))
        stage.simulator.up(1)
        stage.draw([4, 5])
        #expect(stage.checkedPatterns == [])
        stage.view.isEnabled = true
        stage.draw([4, 5])
        #expect(stage.checkedPatterns == [[4, 5]])
    }

    @Test("A pattern with fewer dots than the minimum is not checked.")
    func minimumDotCount() {
        let stage = Stage()
        stage.view.minimumDotCount = 4
        stage.draw([1, 2, 3])
        #expect(stage.checkedPatterns == [] && stage.view.state == .waiting)
        stage.draw([1, 2, 3, 6])
        #expect(stage.checkedPatterns == [[1, 2, 3, 6]])
    }
}
