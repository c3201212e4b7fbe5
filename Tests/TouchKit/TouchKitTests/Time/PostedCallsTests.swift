import Synchronization
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// Lists of posted calls. Each test has its own list, because a simulator of another test may
/// empty the list of the process.
@Suite("Posted calls")
@MainActor
struct PostedCallsTests {
    @MainActor private final class CallLog {
        var lines: [Int] = []
    }

    @Test("Calls are made once each, in the order in which they were posted.")
    func callsKeepTheirOrder() {
        let calls = PostedCalls()
        let callLog = CallLog()
        #expect(calls.isEmpty)
        for number in 1...3 { calls.post { callLog.lines.append(number) } }
        #expect(!calls.isEmpty)
        for call in calls.removeAll() { call() }
        #expect(calls.isEmpty)
        for call in calls.removeAll() { call() }
        #expect(callLog.lines == [1, 2, 3])
    }

    @Test("A call posted by a call is made in the next pass, so the loop continues.")
    func callsOfCallsWait() {
        let calls = PostedCalls()
        let callLog = CallLog()
        calls.post {
            callLog.lines.append(1)
            calls.post { callLog.lines.append(2) }
        }
        for call in calls.removeAll() { call() }
        #expect(callLog.lines == [1])
        for call in calls.removeAll() { call() }
        #expect(callLog.lines == [1, 2])
    }

    @Test("The wake-up handler is called for each post, when the posted call can be removed.")
    func wakeUpHandler() {
        let calls = PostedCalls()
        let seen = Mutex<[Int]>([])
        calls.setWakeUpHandler {
            let count = calls.removeAll().count
            seen.withLock { $0.append(count) }
        }
        calls.post {}
        calls.post {}
        calls.setWakeUpHandler(nil)
        calls.post {}
        #expect(seen.withLock { $0 } == [1, 1])
        #expect(calls.removeAll().count == 1)
    }

    @Test("A block performed on the main run loop runs when a simulator's time advances.")
    func simulatorMakesCalls() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let callLog = CallLog()
        RunLoop.main.perform { callLog.lines.append(1) }
        // No other work runs on the main thread meanwhile.
        simulator.advance(by: 0.001)
        #expect(callLog.lines == [1])
    }
}
