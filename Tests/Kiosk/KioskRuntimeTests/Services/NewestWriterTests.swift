import Foundation
import KioskRuntime
import Synchronization
import Testing

@Suite("Writer of the newest text")
@MainActor
struct NewestWriterTests {
    /// A disk that takes its time.
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

    @Test("Who gives a text doesn't wait for the one that is being written; the newest is next.")
    func newest() {
        let disk = SlowDisk()
        let writer = NewestWriter(name: "test") { disk.write($0) }
        writer.submit("1")
        #expect(disk.begun.wait(timeout: .now() + 60) == .success)
        for text in ["2", "3", "4"] { writer.submit(text) }
        #expect(disk.written.withLock { $0 } == [])
        for _ in 0..<2 { disk.goOn.signal() }
        writer.finish()
        #expect(disk.written.withLock { $0 } == ["1", "4"])
        // It can be asked again after that.
        disk.goOn.signal()
        writer.submit("5")
        writer.finish()
        writer.finish()
        #expect(disk.written.withLock { $0 } == ["1", "4", "5"])
    }
}
