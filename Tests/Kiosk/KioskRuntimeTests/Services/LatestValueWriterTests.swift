import Foundation
import KioskRuntime
import Synchronization
import Testing

@Suite("LatestValueWriter")
@MainActor
struct LatestValueWriterTests {
    /// A disk whose writes wait for the test.
    private final class SlowDisk: Sendable {
        let written = Mutex<[String]>([])
        let begun = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)

        func write(_ text: String) {
            begun.signal()
            goOn.wait()
            written.withLock { $0.append(text) }
        }
    }

    @Test(
        "Submitting does not wait for the write in progress, and the newest value is written next")
    func newest() {
        let disk = SlowDisk()
        let writer = LatestValueWriter(name: "test") { disk.write($0) }
        writer.submit("1")
        #expect(disk.begun.wait(timeout: .now() + 60) == .success)
        for text in ["2", "3", "4"] { writer.submit(text) }
        #expect(disk.written.withLock { $0 } == [])
        for _ in 0..<2 { disk.goOn.signal() }
        writer.finish()
        #expect(disk.written.withLock { $0 } == ["1", "4"])
        // The writer can be used again after finish().
        disk.goOn.signal()
        writer.submit("5")
        writer.finish()
        writer.finish()
        #expect(disk.written.withLock { $0 } == ["1", "4", "5"])
    }
}
