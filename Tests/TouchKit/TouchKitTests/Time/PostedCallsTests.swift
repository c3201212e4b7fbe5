import Synchronization
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// A list of calls of its own: the process's may be emptied by another test's simulator at any time.
@Suite("Posted calls")
@MainActor
struct PostedCallsTests {
    @MainActor private final class Diary {
        var lines: [Int] = []
    }

    @Test("Calls are made in the order in which they were asked for, each once.")
    func callsKeepTheirOrder() {
        let calls = PostedCalls()
        let diary = Diary()
        for number in 1...3 { calls.post { diary.lines.append(number) } }
        for call in calls.takeAll() { call() }
        for call in calls.takeAll() { call() }
        #expect(diary.lines == [1, 2, 3])
    }

    @Test("A call that is asked for by a call is for the next time: the loop goes on.")
    func callsOfCallsWait() {
        let calls = PostedCalls()
        let diary = Diary()
        calls.post {
            diary.lines.append(1)
            calls.post { diary.lines.append(2) }
        }
        for call in calls.takeAll() { call() }
        #expect(diary.lines == [1])
        for call in calls.takeAll() { call() }
        #expect(diary.lines == [1, 2])
    }

    @Test("Whoever sleeps is woken for each call, after it can be taken.")
    func sleeperIsWoken() {
        let calls = PostedCalls()
        let seen = Mutex<[Int]>([])
        calls.setWake {
            let count = calls.takeAll().count
            seen.withLock { $0.append(count) }
        }
        calls.post {}
        calls.post {}
        calls.setWake(nil)
        calls.post {}
        #expect(seen.withLock { $0 } == [1, 1])
        #expect(calls.takeAll().count == 1)
    }

    @Test("What another thread asks for happens when the application's time goes on.")
    func simulatorMakesCalls() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let diary = Diary()
        RunLoop.main.perform { diary.lines.append(1) }
        // Nothing else runs on the main thread meanwhile.
        simulator.advance(by: 0.001)
        #expect(diary.lines == [1])
    }
}
