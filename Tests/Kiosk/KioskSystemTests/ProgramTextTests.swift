import Foundation
import KioskSystem
import Testing

/// Memory that is let go of.
@Suite("Program text", .serialized)
struct ProgramTextTests {
    /// What this process has in memory of files, in kilobytes.
    private func residentOfFiles() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
    }

    @Test("What is never written is let go of, and comes back as it was.")
    func letGo() throws {
        let words = "a constant of the program, \(#fileID)"
        let before = try residentOfFiles()
        ProgramText.letGo()
        let after = try residentOfFiles()
        #expect(after < before)
        #expect(words.hasPrefix("a constant of the program") && words.contains("KioskSystemTests"))
        #expect((1...1_000).reduce(0, +) == 500_500)
    }
}
