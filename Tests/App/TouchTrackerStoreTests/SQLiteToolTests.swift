import Foundation
import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// The `sqlite3` command line tool.
private enum SQLiteTool {
    static let path = "/usr/bin/sqlite3"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
}

/// Using the database with the `sqlite3` tool as described in docs/store.md.
@Suite("sqlite3 tool", .enabled(if: SQLiteTool.isInstalled))
struct SQLiteToolTests {
    let folder: TemporaryFolder

    init() throws {
        folder = TemporaryFolder.forStore()
        try folder.putVersion(1)
        _ = try DrawingStore(folder: folder.path, access: .readWrite)
    }

    /// Returns the output of `sqlite3` for a query.
    private func runQuery(_ query: String, _ options: [String] = []) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: SQLiteTool.path)
        process.arguments = options + [folder.file, query]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns the example queries of docs/store.md in their order.
    private func examples() throws -> [String] {
        let path = Repository.root
            .appendingPathComponent("docs/store.md")
        let command = "sqlite3 drawing.sqlite "
        return try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix(command) }
            .map { String($0.dropFirst(command.count + 1).dropLast()) }
    }

    @Test("The documented queries have the documented results while a kiosk uses the file.")
    func documentedQueries() throws {
        let examples = try examples()
        #expect(examples.count == 5)
        let kiosk = try DrawingStore(folder: folder.path, access: .readWrite)
        #expect(
            try runQuery(examples[0])
                == "2|line|red|4.0|2\n3|pen|blue|20.0|40\n4|pen|white|10.0|1\n1|line|black|10.0|2\n"
        )
        #expect(try runQuery(examples[1]) == "black|1\nblue|1\nred|1\nwhite|1\n")
        // The x coordinate of the first stroke's first point, 40.0, as stored.
        #expect(try runQuery(examples[2]) == "0000000000004440\n")
        #expect(try runQuery(examples[3]) == "8|6|6|800.0|480.0\n")
        try kiosk.apply([.put([sampleStroke(6)])])
        #expect(try runQuery("SELECT max(id) FROM stroke") == "6\n")
    }

    @Test("Strokes that were added with sqlite3 are drawn, and their identifiers not reused.")
    func addedStrokes() throws {
        #expect(try runQuery(try examples()[4]).isEmpty)
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        let added = try #require(try store.load().strokes.last)
        #expect(added.id == 6 && added.tool == "line" && added.color == "green")
        #expect(added.points.map(\.x) == [1, 1] && added.points.map(\.y) == [1, 2])
        #expect(try store.head().nextID == 7)
        #expect(try store.head().nextLevel == 7)
    }
}
