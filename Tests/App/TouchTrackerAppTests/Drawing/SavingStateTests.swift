import Glibc
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The state and the callbacks of `DrawingPersistence`.
@Suite("Saving state", .serialized)
@MainActor
struct SavingStateTests {
    private let folder = DrawingFolder()
    private let clock = TestClock()

    private func drawing() -> Drawing {
        Drawing(size: CGSize(width: 400, height: 240), scale: 1, paper: .gray)
    }

    @discardableResult
    private func draw(_ drawing: Drawing, at x: CGFloat = 40) -> Stroke.ID? {
        drawing.add(
            [CGPoint(x: x, y: 20), CGPoint(x: x + 30, y: 200)], tool: .line, color: .blue, width: 10
        )
    }

    @Test("Each edit is reported by its number when it is durable, in order.")
    func durable() throws {
        let persistence = try folder.persistence()
        var numbers: [Int] = []
        persistence.onDurable = { numbers.append($0) }
        let drawing = drawing()
        persistence.restoreCompletely(into: drawing)
        for x in 0..<20 { draw(drawing, at: CGFloat(10 * x)) }
        drawing.undo()
        drawing.clear()
        // The first edit stores the canvas size.
        #expect(persistence.submittedEditCount == 23)
        persistence.finish()
        #expect(numbers == Array(1...23))
        #expect(persistence.state == .saved)
    }

    @Test("The state is saving, failing while writing fails, and saved afterwards.")
    func states() throws {
        let lines = SharedList<String>()
        let persistence = try DrawingPersistence(folder: folder.path, clock: clock) {
            lines.append($0)
        }
        var states: [DrawingPersistence.State] = []
        persistence.onState = { states.append($0) }
        let drawing = drawing()
        persistence.restoreCompletely(into: drawing)
        #expect(clock.waitUntilIdle() == nil)
        persistence.processEvents()
        #expect(states == [.saving(edits: 1), .saved])
        rename(folder.path, folder.path + "-away")
        draw(drawing)
        #expect(clock.waitUntilIdle() == 0.5)
        persistence.processEvents()
        draw(drawing)
        let moved = StoreError(.moved, path: folder.file)
        #expect(states.dropFirst(2) == [.saving(edits: 1), .failing(moved)])
        rename(folder.path + "-away", folder.path)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
        persistence.processEvents()
        #expect(states.last == .saved && states.count == 5)
        #expect(
            lines.all == [
                "the drawing cannot be read or saved: \(moved)", "the drawing is saved again",
            ])
        persistence.finish()
        #expect(try folder.saved().strokes == drawing.strokes)
    }

    @Test(
        "If the file is deleted while in use, all strokes go to a new file, also at the end.",
        arguments: [false, true])
    func deleted(isFoundAtEnd: Bool) throws {
        let persistence = try DrawingPersistence(folder: folder.path, clock: clock) { _ in }
        let drawing = drawing()
        persistence.restoreCompletely(into: drawing)
        for x in [40, 60, 80] as [CGFloat] { draw(drawing, at: x) }
        #expect(clock.waitUntilIdle() == nil)
        folder.removeFiles()
        if isFoundAtEnd { draw(drawing, at: 90) } else { drawing.delete(2) }
        #expect(clock.waitUntilIdle() == 0.5)
        if !isFoundAtEnd {
            clock.advance(to: 0.5)
            #expect(clock.waitUntilIdle() == nil)
            persistence.processEvents()
        }
        persistence.finish()
        #expect(try folder.saved().strokes == drawing.strokes)
        #expect(try folder.saved().canvas == CGSize(width: 400, height: 240))
        #expect(drawing.count == (isFoundAtEnd ? 4 : 2))
    }
}
