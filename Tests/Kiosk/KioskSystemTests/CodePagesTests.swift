import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Code pages", .serialized)
struct CodePagesTests {
    /// Returns the resident size of this process's mapped files, in kilobytes.
    private func residentFileKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
    }

    @Test("Discarding code pages reduces the resident size, and the pages are read again.")
    func discard() throws {
        let constant = "a constant of the program, \(#fileID)"
        let before = try residentFileKilobytes()
        #expect(CodePages.discard())
        let after = try residentFileKilobytes()
        #expect(after < before)
        #expect(
            constant.hasPrefix("a constant of the program") && constant.contains("KioskSystemTests")
        )
        #expect((1...1_000).reduce(0, +) == 500_500)
    }

    @Test("While a debugger traces the process, no pages are discarded.")
    func tracedProcess() throws {
        let folder = TemporaryFolder()
        for (tracer, isDiscarded) in [("0", true), ("42", false)] {
            try folder.write("Name:\tkiosk\nTracerPid:\t\(tracer)\n", to: "proc/self/status")
            #expect(CodePages.discard(files: SystemFiles(root: folder.path)) == isDiscarded)
        }
    }
}
