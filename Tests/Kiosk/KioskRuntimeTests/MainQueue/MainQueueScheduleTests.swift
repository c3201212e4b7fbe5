import KioskRuntime
import Testing
import TouchKitGeometry

@Suite("Main queue schedule")
struct MainQueueScheduleTests {
    private static func time(_ milliseconds: Int64) -> Timestamp {
        Timestamp(microseconds: milliseconds * 1_000)
    }

    /// Returns whether the blocks of `schedule` are due.
    private func isDue(
        _ schedule: inout MainQueueSchedule, before frame: Int64?, at now: Int64
    ) -> Bool {
        schedule.isDue(before: frame.map(Self.time), now: Self.time(now))
    }

    /// Returns a schedule whose blocks typically take about 5 ms.
    private func makeSchedule() -> MainQueueSchedule {
        var schedule = MainQueueSchedule()
        for _ in 1...100 { schedule.recordRun(microseconds: 5_000) }
        return schedule
    }

    @Test("Nothing is due while no block is queued")
    func empty() {
        var schedule = makeSchedule()
        #expect(!isDue(&schedule, before: nil, at: 0))
        schedule.recordBlocks()
        #expect(isDue(&schedule, before: nil, at: 0))
        schedule.recordRun(microseconds: 1)
        #expect(!isDue(&schedule, before: nil, at: 1))
    }

    @Test("Blocks run before a frame if their typical duration fits, and otherwise after it")
    func frame() {
        var schedule = makeSchedule()
        schedule.recordBlocks()
        #expect(isDue(&schedule, before: 16, at: 10))
        schedule.recordRun(microseconds: 5_000)
        schedule.recordBlocks()
        #expect(!isDue(&schedule, before: 16, at: 13))
        #expect(!isDue(&schedule, before: 16, at: 15))
        #expect(isDue(&schedule, before: nil, at: 17))
    }

    @Test("A frame delays blocks only once, so that an animation cannot delay them forever")
    func oneFrame() {
        var schedule = MainQueueSchedule()
        for _ in 1...100 { schedule.recordRun(microseconds: 50_000) }
        schedule.recordBlocks()
        #expect(!isDue(&schedule, before: 16, at: 1))
        #expect(isDue(&schedule, before: 32, at: 17))
    }

    @Test("Runs and their durations are counted")
    func counters() {
        var schedule = MainQueueSchedule()
        schedule.recordRun(microseconds: 200)
        schedule.recordRun(microseconds: 300)
        #expect(schedule.runCount == 2)
        #expect(schedule.totalMicroseconds == 500)
    }
}
