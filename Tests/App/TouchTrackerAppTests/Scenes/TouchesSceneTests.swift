import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Touches scene", .serialized)
@MainActor
struct TouchesSceneTests {
    typealias Stage = SceneTestScreen<TouchesView>

    private func tap(_ stage: Stage, at point: CGPoint, time: Double, for seconds: Double = 0.05) {
        stage.simulator.advance(to: time)
        stage.simulator.tap(1, at: point, for: seconds)
    }

    private let middle = CGPoint(x: 400, y: 240)

    // MARK: Taps

    @Test("A single tap colors the view blue after the double-tap interval.")
    func singleTap() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        stage.simulator.advance(to: 0.39)
        #expect(stage.view.backgroundColor == .darkGray)
        stage.simulator.advance(to: 0.41)
        #expect(stage.view.backgroundColor == .blue)
    }

    @Test("A double tap colors the view red at once, and never blue.")
    func doubleTap() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        tap(stage, at: middle, time: 0.2)
        #expect(stage.view.backgroundColor == .red)
        stage.simulator.advance(by: 2)
        #expect(stage.view.backgroundColor == .red)
    }

    @Test("A late and long second tap still cancels the single tap.")
    func lateSecondTap() throws {
        let stage = try Stage(.touches)
        tap(stage, at: middle, time: 0)
        tap(stage, at: middle, time: 0.38, for: 0.3)
        #expect(stage.view.backgroundColor == .red)
    }

    @Test("Two taps that are far apart in space or time are two single taps.")
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

    @Test("A press that ends before 0.4 s is short; its duration comes from timestamps.")
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

    @Test("A press is long after 0.4 s while held; its end is neither a short press nor a tap.")
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

    @Test("Each touch has its own press: one is short, the other becomes long.")
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

    @Test("A cancelled touch is neither a tap nor a press.")
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

    @Test("A row shows a touch's phase, tap count, window, view, location and previous location.")
    func rowContents() throws {
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

    @Test("The view is the one in which the touch began, wherever it moves.")
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

    @Test("A touch that rests while another moves is stationary.")
    func stationary() throws {
        let stage = try Stage(.touches)
        stage.simulator.down(1, at: middle)
        stage.simulator.down(2, at: CGPoint(x: 100, y: 100))
        stage.simulator.move(2, to: CGPoint(x: 120, y: 100))
        #expect(stage.view.table.rows[0]?.phase == .stationary)
        #expect(stage.view.table.rows[0]?.previousLocation == middle)
        #expect(stage.view.table.rows[1]?.phase == .moved)
    }

    @Test("A row remains after its touch has ended; a new touch uses the first free row.")
    func rowsAreReused() throws {
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

    @Test("The history shows every phase, the newest on top; consecutive moves share a row.")
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

    @Test("Moving and stationary touches have their own rows until a touch begins or ends.")
    func historyOfSeveralTouches() throws {
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
        // The first touch is stationary when the second one begins, and again when it ends.
        #expect(
            words == [
                "1 moved 1", "2 ended 1", "1 stationary 4", "2 moved 8", "1 moved 5", "2 began 1",
                "1 stationary 1", "1 began 1",
            ])
    }

    @Test("An event that is delivered once per view counts a stationary touch once.")
    func stationaryTouchIsCountedOnce() throws {
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
        "On every screen the table has ten rows and the history shows at least eight.",
        arguments: [
            (800, 480, 1), (400, 240, 2), (720, 1_280, 1), (360, 640, 2), (1_280, 720, 1),
            (1_024, 600, 1), (480, 272, 1), (320, 240, 1), (1_920, 1_080, 2),
        ])
    func visibleRows(width: Int, height: Int, scale: Int) throws {
        let stage = try Stage(
            .touches, width: CGFloat(width), height: CGFloat(height), scale: CGFloat(scale))
        _ = stage.simulator.render()
        #expect(stage.view.table.visibleRowCount == 10)
        #expect(stage.view.history.visibleRowCount >= 8)
        #expect(stage.view.history.visibleRowCount <= stage.view.history.rows.count)
        #expect(stage.view.history.frame.maxY <= CGFloat(height))
    }

    @Test("Rows that don't fit appear again on a larger screen; the history stores 64 rows.")
    func historyCapacity() throws {
        let stage = try Stage(.touches)
        for tap in 0..<100 { self.tap(stage, at: middle, time: Double(tap)) }
        #expect(stage.view.history.rows.compactMap { $0 }.count == 64)
        let before = stage.view.history.visibleRowCount
        stage.simulator.resize(width: 720, height: 1_280)
        _ = stage.simulator.render()
        #expect(stage.view.history.visibleRowCount > before)
        #expect(stage.view.history.rows.allSatisfy { $0 != nil })
    }

    @Test("Touches that begin and end in one frame are listed in the order of their rows.")
    func simultaneousTouches() throws {
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

    @Test("Of twelve touches, ten have rows; all of them can tap.")
    func twelveTouches() throws {
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

    @Test("During ten random touches the rows are correct, and finally no timer is pending.")
    func randomTouches() throws {
        let stage = try Stage(.touches)
        stage.play(seed: 6, frames: 3_000) {
            let rows = stage.view.table.rows.compactMap { $0 }
            #expect(rows.map(\.number) == Array(1...10).prefix(rows.count).map { $0 })
        }
        stage.simulator.advance(by: 1)
        let phases = stage.view.table.rows.compactMap { $0?.phase }
        #expect(phases.count == 10)
        #expect(phases.allSatisfy { $0 == .ended || $0 == .cancelled })
        #expect(stage.simulator.isIdle)
    }

    // MARK: Pictures

    @Test("Pictures: the initial state, and three touches after a double tap.")
    func pictures() throws {
        let stage = try Stage(.touches)
        try expectPicture(stage.simulator.render(), matches: "touches-start")
        tap(stage, at: middle, time: 0)
        tap(stage, at: middle, time: 0.2)
        pressThreeTouches(stage)
        try expectPicture(stage.simulator.render(), matches: "touches-red")
    }

    @Test("Pictures: in portrait after a tap.")
    func portrait() throws {
        let stage = try Stage(.touches, width: 720, height: 1_280)
        tap(stage, at: middle, time: 0)
        stage.simulator.advance(to: 1)
        pressThreeTouches(stage)
        try expectPicture(stage.simulator.render(), matches: "touches-portrait")
    }

    @Test("Pictures: ten touches at scale 2, one of them a long press.")
    func scaleTwo() throws {
        let stage = try Stage(.touches, width: 400, height: 240, scale: 2)
        for finger in 0..<10 {
            stage.simulator.down(finger, at: CGPoint(x: 30 + finger * 35, y: 20 + finger * 20))
        }
        stage.simulator.advance(by: 0.5)
        stage.simulator.move(3, to: CGPoint(x: 399, y: 239))
        try expectPicture(stage.simulator.render(), matches: "touches-scale-2")
    }

    private func pressThreeTouches(_ stage: Stage) {
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

    @Test("After a resize the layout equals that of a scene started in that size.")
    func resize() throws {
        let stage = try Stage(.touches)
        stage.simulator.resize(width: 720, height: 1_280)
        _ = stage.simulator.render()
        let fresh = try Stage(.touches, width: 720, height: 1_280)
        _ = fresh.simulator.render()
        let frames = { (view: TouchesView) in view.subviews.map(\.frame) }
        #expect(frames(stage.view) == frames(fresh.view))
    }

    @Test("Incremental drawing equals drawing everything.")
    func incremental() throws {
        let stage = try Stage(.touches, width: 400, height: 240)
        var number = 0
        stage.play(seed: 3, frames: 200) {
            number += 1
            if number % 7 == 0 { _ = stage.simulator.render() }
        }
        stage.simulator.expectUpToDatePicture()
    }
}
