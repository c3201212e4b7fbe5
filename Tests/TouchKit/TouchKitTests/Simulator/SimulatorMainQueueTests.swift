import Dispatch
import Testing
import TouchKit
import TouchKitTesting

@Suite("Main queue under a simulator", .serialized)
@MainActor
struct SimulatorMainQueueTests {
    @MainActor private final class CallLog {
        var calls: [String] = []
    }

    @Test("runMainQueue() runs the blocks and main actor jobs that are queued")
    func queued() async {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let log = CallLog()
        DispatchQueue.main.async { log.calls.append("block") }
        Task { log.calls.append("task") }
        simulator.advance(by: 1)
        #expect(log.calls.isEmpty)
        await simulator.runMainQueue()
        #expect(log.calls == ["block", "task"])
    }

    @Test("runMainQueue(until:) waits for deadlines and other threads, in real time")
    func condition() async {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let log = CallLog()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { log.calls.append("asyncAfter") }
        Task.detached { await MainActor.run { log.calls.append("detached") } }
        await simulator.runMainQueue { log.calls.count == 2 }
        #expect(log.calls.sorted() == ["asyncAfter", "detached"])
        #expect(simulator.time == 0)
    }
}
