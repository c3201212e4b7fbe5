import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// The verifier of the crash tests detects each kind of error.
@Suite("CrashRunVerifier")
struct CrashRunVerifierTests {
    private static let strokes = (1...3).map { id in
        StoredStroke(
            id: Int64(id), level: Int64(id), tool: "pen", color: "red", width: 4,
            points: [CGPoint(x: Double(id), y: 0.1), CGPoint(x: 7, y: 1e-9)])
    }
    private static let edits = strokes.map {
        "edit \($0.id) \(digest(of: $0).id):\($0.level):\(hash($0))\n"
    }

    private static func digest(of stroke: StoredStroke) -> StrokeDigest {
        var hash = StrokeHash(tool: stroke.tool, color: stroke.color, width: stroke.width)
        for point in stroke.points {
            hash.mix(point.x)
            hash.mix(point.y)
        }
        return StrokeDigest(id: stroke.id, level: stroke.level, hash: hash.value)
    }

    /// Returns the hash of a stroke as it appears in the log.
    private static func hash(_ stroke: StoredStroke) -> String {
        String(digest(of: stroke).hash, radix: 36)
    }

    /// Applies edits to a new store, and returns the errors that the verifier finds for a log.
    private func errors(_ log: String, _ edits: [[StoreChange]]) throws -> [String] {
        let folder = try CrashTestFolder()
        let store = try DrawingStore(folder: folder.url.path, access: .readWrite)
        for edit in edits { try store.apply(edit) }
        var verifier = CrashRunVerifier()
        return verifier.verify(log: log, stored: try StoredStrokeDigests(path: store.path))
    }

    @Test("A correct run has no errors, and an incomplete last line is ignored.")
    func correctRuns() throws {
        let log = "restored\n" + Self.edits.joined()
        let puts = Self.strokes.map { [StoreChange.put([$0])] }
        #expect(try errors(log + "durable 1 5000\ndurable 2\ndurab", puts) == [])
        #expect(try errors(log + "edit 4 -2\nedit 5 3:9:zz", puts + [[.remove([2])]]) == [])
        // An edit that is neither stored nor reported.
        #expect(try errors(log + "durable 1\ndurable 2\n", Array(puts.prefix(2))) == [])
    }

    @Test(
        "Missing, unexpected and changed strokes, and invalid logs are errors.")
    func detectedErrors() throws {
        let log = "restored\n" + Self.edits.joined()
        let puts = Self.strokes.map { [StoreChange.put([$0])] }
        let reported = log + "durable 1\ndurable 2\ndurable 3\n"
        #expect(
            try errors(reported, Array(puts.prefix(2)))
                == ["3 edits were reported, 2 are stored"])
        #expect(
            try errors(log, puts + [puts[0]]) == ["3 edits were made, 4 are stored"])
        #expect(
            try errors(reported, Array(puts.prefix(2)) + [[]]) == ["stroke 3 is missing"])
        var other = Self.strokes[1]
        other.points[1].y = other.points[1].y.nextUp
        #expect(
            try errors(reported, [puts[0], [.put([other])], puts[2]]) == ["stroke 2 has changed"])
        other = Self.strokes[1]
        other.level = 9
        #expect(
            try errors(reported, [puts[0], [.put([other])], puts[2]])
                == ["stroke 2 has another level"])
        #expect(
            try errors("restored 1:1:zz\n" + log.dropFirst(9), puts)
                == ["the screen shows a different drawing than the stored one"])
        #expect(try errors("edit 2 1:1:a\n", []).first == "edit 2 is out of order")
        #expect(try errors("nonsense\n", puts) == ["the log has an invalid line"])
    }
}
