#if DEBUG
// Internal declarations are tested in debug builds only, because release builds do not support
// `@testable`.
import Foundation
import KioskSystem
import Testing

@testable import LabRecorder

@Suite("Recording file")
struct RecordingFileTests {
    @Test("An error names the part of the file that exists already")
    func existingPart() throws {
        let path = NSTemporaryDirectory() + "recording \(UUID().uuidString).yaml"
        let part = path + ".part2"
        defer { try? FileManager.default.removeItem(atPath: part) }
        try Data().write(to: URL(fileURLWithPath: part))
        // 17 is EEXIST.
        #expect(throws: RecorderError.file(part, Errno(rawValue: 17))) {
            _ = try RecordingFile(path: path, parts: 2)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
#endif
