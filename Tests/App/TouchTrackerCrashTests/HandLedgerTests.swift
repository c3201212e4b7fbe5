import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// That who judges the campaigns sees what is wrong.
@Suite("The judge of the hand's logs")
struct HandLedgerTests {
    private static let strokes = (1...3).map { id in
        StoredStroke(
            id: Int64(id), level: Int64(id), tool: "pen", color: "red", width: 4,
            points: [CGPoint(x: Double(id), y: 0.1), CGPoint(x: 7, y: 1e-9)])
    }
    private static let edits = strokes.map {
        "edit \($0.id) \(mark($0).id):\($0.level):\(hash($0))\n"
    }

    private static func mark(_ stroke: StoredStroke) -> StrokeMark {
        var hash = StrokeHash(tool: stroke.tool, color: stroke.color, width: stroke.width)
        for point in stroke.points {
            hash.mix(point.x)
            hash.mix(point.y)
        }
        return StrokeMark(id: stroke.id, level: stroke.level, hash: hash.value)
    }

    private static func hash(_ stroke: StoredStroke) -> String {
        String(mark(stroke).hash, radix: 36)
    }

    /// What the judge says of a log over a store to which edits were applied.
    private func judge(_ log: String, _ edits: [[StoreChange]]) throws -> [String] {
        let folder = try FaultFolder()
        let store = try DrawingStore(folder: folder.url.path, access: .readWrite)
        for edit in edits { try store.apply(edit) }
        var ledger = HandLedger()
        return ledger.judge(log: log, stored: try StoredMarks(path: store.path))
    }

    @Test("Nothing is said of what is as it should be; a line that was cut off is none.")
    func good() throws {
        let log = "restored\n" + Self.edits.joined()
        let puts = Self.strokes.map { [StoreChange.put([$0])] }
        #expect(try judge(log + "durable 1 5000\ndurable 2\ndurab", puts) == [])
        #expect(try judge(log + "edit 4 -2\nedit 5 3:9:zz", puts + [[.remove([2])]]) == [])
        // One was not yet stored, and wasn't reported either.
        #expect(try judge(log + "durable 1\ndurable 2\n", Array(puts.prefix(2))) == [])
    }

    @Test(
        "What was reported and isn't there, what is there and wasn't drawn, and bits that differ.")
    func bad() throws {
        let log = "restored\n" + Self.edits.joined()
        let puts = Self.strokes.map { [StoreChange.put([$0])] }
        let reported = log + "durable 1\ndurable 2\ndurable 3\n"
        #expect(
            try judge(reported, Array(puts.prefix(2)))
                == ["3 edits were reported, 2 are stored"])
        #expect(
            try judge(log, puts + [puts[0]]) == ["3 edits were made, 4 are stored"])
        #expect(
            try judge(reported, Array(puts.prefix(2)) + [[]]) == ["stroke 3 isn't there"])
        var other = Self.strokes[1]
        other.points[1].y = other.points[1].y.nextUp
        #expect(
            try judge(reported, [puts[0], [.put([other])], puts[2]]) == ["stroke 2 is another"])
        other = Self.strokes[1]
        other.level = 9
        #expect(
            try judge(reported, [puts[0], [.put([other])], puts[2]])
                == ["stroke 2 lies elsewhere"])
        #expect(
            try judge("restored 1:1:zz\n" + log.dropFirst(9), puts)
                == ["the screen showed another drawing than was stored"])
        #expect(try judge("edit 2 1:1:a\n", []).first == "edit 2 is out of order")
        #expect(try judge("nonsense\n", puts) == ["the log has a line that is none"])
    }
}
