import Testing
import TouchKitGeometry
import TouchTrackerStore

@Suite("RetrySchedule")
struct RetryScheduleTests {
    private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test("Without failures, attempts are always allowed.")
    func immediateAttempts() {
        var schedule = RetrySchedule()
        #expect(schedule.due == nil)
        schedule.recordEdit()
        #expect(schedule.due == nil && schedule.isDue(at: .zero))
    }

    @Test("The pause doubles from 0.5 s to 30 s, and is reset by a success.")
    func pauses() {
        var schedule = RetrySchedule()
        var now = time(100)
        for pause in [0.5, 1, 2, 4, 8, 16, 30, 30] {
            schedule.recordFailure(at: now)
            #expect(schedule.due == time(now.seconds + pause))
            #expect(!schedule.isDue(at: now))
            now = time(now.seconds + pause)
            #expect(schedule.isDue(at: now))
        }
        schedule.recordSuccess()
        #expect(schedule.due == nil)
        schedule.recordFailure(at: now)
        #expect(schedule.due == time(now.seconds + 0.5))
    }

    @Test("A new edit allows an attempt half a second after the last failure.")
    func newEdits() {
        var schedule = RetrySchedule()
        for second in [0.0, 1, 2, 3] { schedule.recordFailure(at: time(second)) }
        #expect(schedule.due == time(7))
        schedule.recordEdit()
        #expect(schedule.due == time(3.5))
        schedule.recordEdit()
        #expect(schedule.due == time(3.5))
    }
}
