import Glibc
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// What a saver tells of edits on their way.
@Suite("Saving state", .serialized)
@MainActor
struct SavingStateTests {
    private let place = DrawingPlace()
    private let clock = TestClock()

    private func drawing() -> Drawing {
        Drawing(size: CGSize(width: 400, height: 240), scale: 1, backgroundColor: .lightGray)
    }

    @discardableResult
    private func draw(_ drawing: Drawing, at x: CGFloat = 40) -> Stroke.ID? {
        drawing.add(
            [CGPoint(x: x, y: 20), CGPoint(x: x + 30, y: 200)], tool: .line, color: .blue, width: 10
        )
    }

    private func away() {
        rename(place.path, place.path + "-away")
    }

    private func back() {
        rename(place.path + "-away", place.path)
    }

    @Test("Each edit is told by its number when it is on the disk, in order.")
    func durable() throws {
        let saver = try place.saver()
        var numbers: [Int] = []
        saver.onDurable = { numbers.append($0) }
        let drawing = drawing()
        saver.followWhole(drawing)
        for x in 0..<20 { draw(drawing, at: CGFloat(10 * x)) }
        drawing.undo()
        drawing.clear()
        // The first is how large the screen is.
        #expect(saver.handedOver == 23)
        saver.finish()
        #expect(numbers == Array(1...23))
        #expect(saver.state == .saved)
    }

    @Test("It is saving, failing while the disk refuses, and saved again afterwards.")
    func states() throws {
        let lines = SaidLines()
        let saver = try DrawingSaver(folder: place.path, clock: clock) { lines.add($0) }
        var states: [DrawingSaver.State] = []
        saver.onState = { states.append($0) }
        let drawing = drawing()
        saver.followWhole(drawing)
        #expect(clock.idle() == nil)
        saver.hearNews()
        #expect(states == [.saving(edits: 1), .saved])
        away()
        draw(drawing)
        #expect(clock.idle() == 0.5)
        saver.hearNews()
        draw(drawing)
        let moved = StoreError(.moved, path: place.file)
        #expect(states.dropFirst(2) == [.saving(edits: 1), .failing(moved)])
        back()
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        saver.hearNews()
        #expect(states.last == .saved && states.count == 5)
        #expect(
            lines.all == [
                "the drawing isn't being saved: \(moved)", "the drawing is saved again",
            ])
        saver.finish()
        #expect(try place.saved().strokes == drawing.strokes)
    }

    @Test("Its file deleted under its feet, all that is on the screen is stored in a new one.")
    func deleted() throws {
        let saver = try DrawingSaver(folder: place.path, clock: clock) { _ in }
        let drawing = drawing()
        saver.followWhole(drawing)
        for x in [40, 60, 80] as [CGFloat] { draw(drawing, at: x) }
        #expect(clock.idle() == nil)
        place.removeFiles()
        drawing.delete(2)
        #expect(clock.idle() == 0.5)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        saver.hearNews()
        saver.finish()
        #expect(try place.saved().strokes == drawing.strokes)
        #expect(try place.saved().canvas == CGSize(width: 400, height: 240))
        #expect(drawing.count == 2)
    }

    @Test("The same found out at the very end.")
    func deletedAtTheEnd() throws {
        let saver = try DrawingSaver(folder: place.path, clock: clock) { _ in }
        let drawing = drawing()
        saver.followWhole(drawing)
        draw(drawing)
        #expect(clock.idle() == nil)
        place.removeFiles()
        draw(drawing, at: 90)
        #expect(clock.idle() == 0.5)
        saver.finish()
        #expect(try place.saved().strokes == drawing.strokes)
        #expect(drawing.count == 2)
    }
}
