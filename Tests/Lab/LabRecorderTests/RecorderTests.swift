import Foundation
import KioskSystem
import LabRecorder
import Testing

@Suite("Recorder")
struct RecorderTests {
    @Test("Only the owner may read a recording, because touches can reveal a secret")
    func permissions() throws {
        let path = NSTemporaryDirectory() + "recording \(UUID().uuidString).yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorder = try Recorder(
            nodes: [], to: path, writerVersion: "1", log: Log(),
            onFailure: { Issue.record("the recording failed") })
        #expect(try recorder.stop().frames == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
