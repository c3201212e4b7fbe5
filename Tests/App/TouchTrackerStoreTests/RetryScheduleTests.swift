import Testing
import TouchKitGeometry
import TouchTrackerStore

@Suite("Retry schedule")
struct RetryScheduleTests {
    private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test("What works is tried at once.")
    func working() {
        var schedule = RetrySchedule()
        #expect(schedule.due == nil)
        schedule.editArrived()
        #expect(schedule.due == nil && schedule.isDue(at: .zero))
    }

    @Test("The pause doubles from half a second to half a minute, and is short again afterwards.")
    func pauses() {
        var schedule = RetrySchedule()
        var now = time(100)
        for pause in [0.5, 1, 2, 4, 8, 16, 30, 30] {
            schedule.failed(at: now)
            #expect(schedule.due == time(now.seconds + pause))
            #expect(!schedule.isDue(at: now))
            now = time(now.seconds + pause)
            #expect(schedule.isDue(at: now))
        }
        schedule.succeeded()
        #expect(schedule.due == nil)
        schedule.failed(at: now)
        #expect(schedule.due == time(now.seconds + 0.5))
    }

    @Test("A new edit is a reason to try again, but not before half a second has passed.")
    func edits() {
        var schedule = RetrySchedule()
        for second in [0.0, 1, 2, 3] { schedule.failed(at: time(second)) }
        #expect(schedule.due == time(7))
        schedule.editArrived()
        #expect(schedule.due == time(3.5))
        schedule.editArrived()
        #expect(schedule.due == time(3.5))
    }
}
