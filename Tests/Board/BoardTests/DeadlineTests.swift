import Testing
import TouchTrackerVirtualBoard

/// The time that limits waiting for boards, with a simulated host.
struct DeadlineTests {
    /// A host whose times a test sets.
    private final class Host {
        var reading = EmulatorClock.Reading(uptime: 1_000, emulatorDelays: ["7": 5, "8": 9])
    }

    private let host = Host()
    private var clock: EmulatorClock { EmulatorClock { [host] in host.reading } }

    @Test("Without load the clock follows the host's time")
    func noLoad() {
        let clock = self.clock
        host.reading.uptime += 12
        #expect(clock.seconds == 12)
    }

    @Test("The delays of the slowest emulator thread and of the driver do not count")
    func delays() {
        let clock = self.clock
        host.reading.uptime += 10
        host.reading.emulatorDelays = ["7": 5 + 2, "8": 9 + 6]
        host.reading.driverDelay = 1
        #expect(clock.seconds == 3)
        // Another thread is the slowest now.
        host.reading.uptime += 10
        host.reading.emulatorDelays["7"]? += 8
        #expect(clock.seconds == 5)
    }

    @Test("Threads that start or end and delays longer than the interval do not turn time back")
    func threads() {
        let clock = self.clock
        host.reading.uptime += 4
        host.reading.emulatorDelays = ["9": 3]
        #expect(clock.seconds == 1)
        host.reading.uptime += 1
        host.reading.emulatorDelays = ["9": 8]
        host.reading.driverDelay = 2
        #expect(clock.seconds == 1)
    }

    @Test("Without scheduler statistics the clock shows the host's time")
    func noStatistics() {
        host.reading.emulatorDelays = [:]
        let clock = self.clock
        host.reading.uptime += 2
        #expect(clock.seconds == 2)
    }

    @Test("A deadline is stretched by the time in which the emulator cannot run")
    func deadline() {
        let deadline = Deadline(clock, seconds: 10)
        host.reading.uptime += 1_000
        host.reading.emulatorDelays["8"]? += 991
        #expect(!deadline.hasPassed)
        host.reading.uptime += 1
        #expect(deadline.hasPassed)
    }

    @Test("Waiting ends when the condition holds, or with the deadline")
    func waiting() {
        var checks = 0
        let succeeded = Deadline(clock, seconds: 10).wait {
            checks += 1
            return checks == 2
        }
        #expect(succeeded)
        let failed = Deadline(clock, seconds: 10).wait {
            host.reading.uptime += 6
            return false
        }
        #expect(!failed)
    }

    @Test("Times of a running process are read from proc")
    func process() {
        let reading = EmulatorClock.Reading(process: "self")
        #expect(reading.uptime > 0)
        #expect(!reading.emulatorDelays.isEmpty)
    }
}
