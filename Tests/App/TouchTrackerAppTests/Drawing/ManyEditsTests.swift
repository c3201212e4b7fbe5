import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

import class Foundation.ProcessInfo

/// A drawing with as many edits as months of use make.
@Suite("Many edits", .serialized)
@MainActor
struct ManyEditsTests {
    /// The number of edits: 100,000 in campaigns. A debug build is slow.
    private static var count: Int {
        guard Optimization.isEnabled else { return 3_000 }
        let isCampaign = ProcessInfo.processInfo.environment["TOUCHTRACKER_CAMPAIGNS"] != nil
        return isCampaign ? 100_000 : 20_000
    }

    /// Makes one edit of a drawing: mostly a new stroke of one to eight samples.
    private func edit(_ drawing: Drawing, _ random: inout SeededRandom) {
        let id = 1 + random.next(below: max(drawing.count, 1))
        switch random.next(below: 20) {
        case 0: drawing.delete(id)
        case 1: drawing.recolor(id, to: InkColor.allCases[random.next(below: 8)])
        case 2: drawing.bringToFront(id)
        case 3:
            let points = (drawing.stroke(id)?.points ?? []).map {
                CGPoint(x: $0.x + 3, y: $0.y)
            }
            drawing.reshape(id, to: points)
        default:
            let (x, y) = (random.number(in: 0...2_000), random.number(in: 0...1_200))
            let points = (0...random.next(below: 8)).map { _ in
                CGPoint(x: x + random.number(in: 0...12), y: y + random.number(in: 0...12))
            }
            drawing.add(points, tool: .pen, color: .blue, width: 4)
        }
    }

    @Test("All edits can be undone and redone, each with little work, and are stored.")
    func undoAll() throws {
        let folder = DrawingFolder()
        let (drawing, persistence) = try folder.open(size: CGSize(width: 2_000, height: 1_200))
        let empty = drawing.picture.bitmap.copy()
        var random = SeededRandom(seed: 21)
        var count = 0
        drawing.observe { if case .done = $0 { count += 1 } }
        while count < Self.count { edit(drawing, &random) }
        let (strokes, shown) = (drawing.strokes, drawing.picture.bitmap.copy())

        var most = 0
        func repeatAll(_ step: () -> Bool) -> Int {
            var steps = 0
            while true {
                let before = drawing.picture.work.steps
                guard step() else { return steps }
                most = max(most, drawing.picture.work.steps - before)
                steps += 1
            }
        }
        #expect(repeatAll(drawing.undo) == count)
        #expect(drawing.strokes.isEmpty && drawing.picture.bitmap.isEqual(to: empty))
        #expect(repeatAll(drawing.redo) == count)
        #expect(drawing.strokes == strokes && drawing.picture.bitmap.isEqual(to: shown))
        #expect(repeatAll(drawing.undo) == count)
        drawing.redo()
        persistence.finish()
        #expect(try folder.saved().strokes == drawing.strokes && drawing.count == 1)
        print("\(count) edits undone, redone and undone; at most \(most) units of work for one")
        // The work that a frame may do for one edit.
        #expect(most < 200_000)
    }
}
