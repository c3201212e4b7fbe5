import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Touches scene", .serialized)
@MainActor
struct TouchesSceneTests {
    typealias Stage = SceneStage<TouchesView>

    private func tap(_ stage: Stage, at point: CGPoint, time: Double, for seconds: Double = 0.05) {
        stage.simulator.advance(to: time)
        stage.simulator.down(1, at: point)
        stage.simulator.advance(by: seconds)
        stage.simulator.up(1)
    }

    private let middle = CGPoint(x: 400, y: 240)

    // MARK: Taps

    @Test("One tap turns it blue after the interval in which a second one could have come.")
    func singleTap() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        stage.simulator.advance(to: 0.39)
        #expect(stage.view.backgroundColor == .darkGray)
        stage.simulator.advance(to: 0.41)
        #expect(stage.view.backgroundColor == .blue)
    }

    @Test("Two taps turn it red at once, and it doesn't become blue before or afterwards.")
    func doubleTap() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        tap(stage, at: middle, time: 0.2)
        #expect(stage.view.backgroundColor == .red)
        stage.simulator.advance(by: 2)
        #expect(stage.view.backgroundColor == .red)
    }

    @Test("A second tap that comes late in the interval and stays long still takes the first back.")
    func lateSecondTap() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        tap(stage, at: middle, time: 0.38, for: 0.3)
        #expect(stage.view.backgroundColor == .red)
    }

    @Test("Two taps far from each other, or long after each other, are two single ones.")
    func twoSingleTaps() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        tap(stage, at: CGPoint(x: 100, y: 100), time: 0.2)
        stage.simulator.advance(by: 0.5)
        #expect(stage.view.backgroundColor == .blue)
        tap(stage, at: middle, time: 2)
        tap(stage, at: middle, time: 2.5)
        stage.simulator.advance(by: 0.5)
        #expect(stage.view.backgroundColor == .blue)
    }

    // MARK: Presses

    @Test("A press that is lifted before 0.4 s is short; its length is known from timestamps.")
    func shortPress() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0, for: 0.3)
        guard case .short(let seconds)? = stage.view.press else {
            Issue.record("\(String(describing: stage.view.press))")
            return
        }
        #expect(abs(seconds - 0.3) < 1e-6)
        stage.simulator.advance(by: 1)
        #expect(stage.view.press == .short(seconds: seconds))
    }

    @Test("A press is long after 0.4 s, while it is held; lifting it is neither short nor a tap.")
    func longPress() throws {
        let stage = try Stage(.touches)
        stage.simulator.advance(to: 1)
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(to: 1.39)
        #expect(stage.view.press == nil)
        stage.simulator.advance(to: 1.41)
        #expect(stage.view.press == .long)
        stage.simulator.advance(to: 1.6)
        stage.simulator.up(1)
        stage.simulator.advance(by: 1)
        #expect(stage.view.press == .long)
        #expect(stage.view.backgroundColor == .darkGray)
    }

    @Test("Each finger's press is its own: one is lifted, the other one becomes long.")
    func twoPresses() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(to: 0.1)
        stage.simulator.down(2, at: CGPoint(x: 100, y: 100))
        stage.simulator.advance(to: 0.2)
        stage.simulator.up(1)
        #expect(stage.view.press != .long && stage.view.press != nil)
        stage.simulator.advance(to: 0.49)
        #expect(stage.view.press != .long)
        stage.simulator.advance(to: 0.51)
        #expect(stage.view.press == .long)
    }

    @Test("A cancelled finger has neither tapped nor pressed.")
    func cancelled() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(to: 0.1)
        stage.simulator.cancel(1)
        stage.simulator.advance(by: 1)
        #expect(stage.view.press == nil)
        #expect(stage.view.backgroundColor == .darkGray)
        #expect(stage.view.table.rows[0]?.phase == .cancelled)
        #expect(stage.view.history.rows[0]?.phase == .cancelled)
    }

    // MARK: Rows

    @Test("A row has a finger's phase, tap count, window, view, place and the place before.")
    func row() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        stage.simulator.move(1, to: CGPoint(x: 410, y: 245))
        let row = try #require(stage.view.table.rows[0])
        #expect(row.number == 1)
        #expect(row.phase == .moved)
        #expect(row.tapCount == 1)
        #expect(row.window == "key")
        #expect(row.view == "table")
        #expect(row.location == CGPoint(x: 410, y: 245))
        #expect(row.previousLocation == middle)
    }

    @Test("The view is the one that the finger came down on, wherever it goes.")
    func views() throws {
        let stage = try Stage(.touches, width: 720, height: 1_280)
        let places: [(CGFloat, String)] = [
            (1, "screen"), (40, "header"), (300, "table"), (900, "history"),
        ]
        for (finger, (y, _)) in places.enumerated() {
            stage.simulator.down(finger, at: CGPoint(x: 200 + CGFloat(finger) * 100, y: y))
        }
        stage.simulator.frame { frame in
            for finger in 0..<4 {
                frame.move(finger, to: CGPoint(x: 300 + CGFloat(finger) * 20, y: 640))
            }
        }
        #expect(stage.view.table.rows.compactMap { $0?.view } == places.map(\.1))
        #expect(stage.view.table.rows.compactMap { $0?.phase } == [.moved, .moved, .moved, .moved])
    }

    @Test("A finger that rests while another moves is stationary.")
    func stationary() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        stage.simulator.down(2, at: CGPoint(x: 100, y: 100))
        stage.simulator.move(2, to: CGPoint(x: 120, y: 100))
        #expect(stage.view.table.rows[0]?.phase == .stationary)
        #expect(stage.view.table.rows[0]?.previousLocation == middle)
        #expect(stage.view.table.rows[1]?.phase == .moved)
    }

    @Test(
        "A row stays to be read when its finger is gone; the next finger takes the first free one.")
    func rowsAreUsedAgain() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: CGPoint(x: 100, y: 100))
        stage.simulator.down(2, at: CGPoint(x: 200, y: 100))
        stage.simulator.up(1)
        #expect(stage.view.table.rows[0]?.phase == .ended)
        stage.simulator.advance(by: 1)
        stage.simulator.down(3, at: CGPoint(x: 300, y: 100))
        #expect(stage.view.table.rows[0]?.phase == .began)
        #expect(stage.view.table.rows[0]?.location == CGPoint(x: 300, y: 100))
        #expect(stage.view.table.rows[2] == nil)
    }

    @Test("The history has every phase, the newest on top; moves after each other share a row.")
    func history() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        for step in 1...3 {
            stage.simulator.move(1, to: CGPoint(x: 400 + CGFloat(step) * 3, y: 245))
        }
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.1)
        stage.simulator.down(1, at: middle)
        stage.simulator.cancel(1)
        let rows = stage.view.history.rows.compactMap { $0 }
        #expect(rows.map(\.phase) == [.cancelled, .began, .ended, .moved, .began])
        #expect(rows.map(\.tapCount) == [2, 2, 1, 1, 1])
        #expect(rows.map(\.count) == [1, 1, 1, 3, 1])
        #expect(rows[3].location == CGPoint(x: 409, y: 245))
        #expect(rows[3].previousLocation == CGPoint(x: 406, y: 245))
    }

    @Test("Fingers that move or rest count in rows of their own, until one comes or goes.")
    func historyOfSeveral() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        stage.simulator.advance(by: 0.02)
        stage.simulator.down(2, at: CGPoint(x: 100, y: 100))
        func move(_ fingers: [Int], by way: CGFloat) {
            stage.simulator.advance(by: 0.02)
            stage.simulator.frame { frame in
                for finger in fingers {
                    frame.move(finger, to: CGPoint(x: CGFloat(finger * 100) + way, y: 120))
                }
            }
        }
        for step in 1...5 { move([1, 2], by: CGFloat(step * 4)) }
        for step in 6...8 { move([2], by: CGFloat(step * 4)) }
        stage.simulator.advance(by: 0.02)
        stage.simulator.up(2)
        move([1], by: 50)
        let rows = stage.view.history.rows.compactMap { $0 }
        let words = rows.map { "\($0.number) \($0.phase) \($0.count)" }
        // The first finger rests when the second one comes down, and again when it goes.
        #expect(
            words == [
                "1 moved 1", "2 ended 1", "1 stationary 4", "2 moved 8", "1 moved 5", "2 began 1",
                "1 stationary 1", "1 began 1",
            ])
    }

    @Test("An event that calls several times, for a panel each, counts a resting finger once.")
    func restIsCountedOnce() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: CGPoint(x: 100, y: 20))
        stage.simulator.advance(by: 0.02)
        stage.simulator.frame { frame in
            frame.down(2, at: CGPoint(x: 200, y: 20))
            frame.down(3, at: CGPoint(x: 300, y: 200))
            frame.down(4, at: CGPoint(x: 400, y: 400))
        }
        let rows = stage.view.history.rows.compactMap { $0 }
        #expect(Set(rows.map(\.view)) == ["header", "table", "history"])
        #expect(rows.filter { $0.phase == .stationary }.map(\.count) == [1])
        #expect(rows.count == 5)
    }

    @Test(
        "The table has its ten rows and the history shows at least eight on every screen.",
        arguments: [
            (800, 480, 1), (400, 240, 2), (720, 1_280, 1), (360, 640, 2), (1_280, 720, 1),
            (1_024, 600, 1), (480, 272, 1), (320, 240, 1), (1_920, 1_080, 2),
        ])
    func shownRows(width: Int, height: Int, scale: Int) throws {
        let stage = try Stage(
            .touches, width: CGFloat(width), height: CGFloat(height), scale: CGFloat(scale))
        _ = stage.simulator.render()
        #expect(stage.view.table.shown == 10)
        #expect(stage.view.history.shown >= 8)
        #expect(stage.view.history.shown <= stage.view.history.rows.count)
        #expect(stage.view.history.frame.maxY <= CGFloat(height))
    }

    @Test("What the history has no room for is there again on a larger screen; it keeps 64 rows.")
    func boundedHistory() throws {
        let stage = try Stage(.touches)
        for tap in 0..<100 { self.tap(stage, at: middle, time: Double(tap)) }
        #expect(stage.view.history.rows.compactMap { $0 }.count == 64)
        let before = stage.view.history.shown
        stage.resize(width: 720, height: 1_280)
        _ = stage.simulator.render()
        #expect(stage.view.history.shown > before)
        #expect(stage.view.history.rows.allSatisfy { $0 != nil })
    }

    @Test("Fingers that come and go in one frame stand in the history in the order of their rows.")
    func together() throws {
        let stage = try Stage(.touches, width: 720, height: 1_280)
        stage.simulator.frame { frame in
            for finger in [3, 1, 5, 2, 4] {
                frame.down(finger, at: CGPoint(x: finger * 100, y: 640))
            }
        }
        stage.simulator.frame { frame in
            for finger in 1...5 { frame.up(finger) }
        }
        let rows = stage.view.history.rows.compactMap { $0 }
        #expect(rows.map(\.number) == [5, 4, 3, 2, 1, 5, 4, 3, 2, 1])
        let places = rows.prefix(5).map { Int($0.location.x) }
        #expect(places == [500, 400, 300, 200, 100])
    }

    @Test("Twelve fingers have ten rows; all of them tap.")
    func tooManyFingers() throws {
        let stage = try Stage(.touches)
        for finger in 0..<12 {
            stage.simulator.down(finger, at: CGPoint(x: 20 + finger * 60, y: 300))
        }
        #expect(stage.view.table.rows.compactMap { $0 }.count == 10)
        stage.simulator.advance(by: 0.1)
        stage.simulator.up(11)
        #expect(stage.view.press != nil)
        stage.simulator.advance(by: 0.36)
        #expect(stage.view.backgroundColor == .blue)
    }

    @Test("Whatever ten fingers do, rows tell of them as they are, and in the end nobody waits.")
    func randomFingers() throws {
        let stage = try Stage(.touches)
        stage.play(seed: 6, frames: 3_000) {
            let rows = stage.view.table.rows.compactMap { $0 }
            #expect(rows.map(\.number) == Array(1...10).prefix(rows.count).map { $0 })
        }
        stage.simulator.advance(by: 1)
        let phases = stage.view.table.rows.compactMap { $0?.phase }
        #expect(phases.count == 10)
        #expect(phases.allSatisfy { $0 == .ended || $0 == .cancelled })
        #expect(stage.simulator.application.nextDeadline == nil)
        #expect(!stage.simulator.application.needsFrames)
    }

    // MARK: Pictures

    @Test("Pictures: the beginning, and three fingers after a double tap.")
    func pictures() throws {
        let stage = try Stage(.touches)
        try expectScene(stage.simulator.render(), matches: "touches-start")
        tap(stage, at: middle, time: 0)
        tap(stage, at: middle, time: 0.2)
        fingers(stage)
        try expectScene(stage.simulator.render(), matches: "touches-red")
    }

    @Test("Pictures: portrait, after a tap.")
    func portrait() throws {
        let stage = try Stage(.touches, width: 720, height: 1_280)
        tap(stage, at: middle, time: 0)
        stage.simulator.advance(to: 1)
        fingers(stage)
        try expectScene(stage.simulator.render(), matches: "touches-portrait")
    }

    @Test("Pictures: scale 2, ten fingers, one of them held long.")
    func scaleTwo() throws {
        let stage = try Stage(.touches, width: 400, height: 240, scale: 2)
        for finger in 0..<10 {
            stage.simulator.down(finger, at: CGPoint(x: 30 + finger * 35, y: 20 + finger * 20))
        }
        stage.simulator.advance(by: 0.5)
        stage.simulator.move(3, to: CGPoint(x: 399, y: 239))
        try expectScene(stage.simulator.render(), matches: "touches-scale-2")
    }

    private func fingers(_ stage: Stage) {
        stage.simulator.down(1, at: CGPoint(x: 200, y: 20))
        stage.simulator.down(2, at: CGPoint(x: 300, y: 200))
        stage.simulator.down(3, at: CGPoint(x: 600, y: 300))
        stage.simulator.down(4, at: CGPoint(x: 700, y: 460))
        stage.simulator.cancel(3)
        for step in 1...12 {
            stage.simulator.advance(by: 1.0 / 60)
            stage.simulator.move(2, to: CGPoint(x: 300 + step * 4, y: 200 + step))
        }
    }

    @Test("On a screen of another size it looks as if it had begun there.")
    func anotherScreen() throws {
        let stage = try Stage(.touches)
        stage.resize(width: 720, height: 1_280)
        _ = stage.simulator.render()
        let fresh = try Stage(.touches, width: 720, height: 1_280)
        _ = fresh.simulator.render()
        let frames = { (view: TouchesView) in view.subviews.map(\.frame) }
        #expect(frames(stage.view) == frames(fresh.view))
    }

    @Test("What changed is drawn again, and nothing less: frame by frame looks like all at once.")
    func incremental() throws {
        let stage = try Stage(.touches, width: 400, height: 240)
        var number = 0
        stage.play(seed: 3, frames: 200) {
            number += 1
            if number % 7 == 0 { _ = stage.simulator.render() }
        }
        let incremental = stage.simulator.render()
        stage.simulator.application.invalidateEverything()
        #expect(differingPixels(stage.simulator.render(), incremental) == 0)
    }
}
