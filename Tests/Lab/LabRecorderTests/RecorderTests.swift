import Foundation
import KioskSystem
import LabRecorder
import Testing
import TouchTrackerTestSupport

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

    @Test("A discarded recording is not completed")
    func discarded() throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder(
            nodes: [], to: "\(folder.path)/recording.yaml", writerVersion: "1", log: Log(),
            onFailure: { Issue.record("the recording failed") })
        recorder.discard()
        let text = try folder.text("recording.yaml")
        #expect(text.hasPrefix("# touchtracker record\n") && !text.hasSuffix("...\n"))
    }

    @Test("A recorder that is released without being stopped completes its file")
    func released() throws {
        let folder = TemporaryFolder()
        var recorder: Recorder? = try Recorder(
            nodes: [], to: "\(folder.path)/recording.yaml", writerVersion: "1", log: Log(),
            onFailure: { Issue.record("the recording failed") })
        #expect(recorder?.devices.isEmpty == true)
        recorder = nil
        #expect(try folder.text("recording.yaml").hasSuffix("...\n"))
    }
}
