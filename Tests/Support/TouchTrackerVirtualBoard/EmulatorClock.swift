import Foundation

/// A clock that runs only while a board's emulator can run.
///
/// The clock shows the host's time without the time in which a thread of the emulator, or the
/// driver's thread, was runnable but waited for a processor. Timeouts measured with it are
/// independent of the host's load. If the host has no scheduler statistics, the clock shows the
/// host's time.
package final class EmulatorClock {
    /// One reading of the host's times, in seconds.
    package struct Reading {
        /// The time since the host's start.
        package var uptime: Double
        /// The time that each of the emulator's threads has waited for a processor, by thread id.
        package var emulatorDelays: [String: Double]
        /// The time that the driver's thread has waited for a processor.
        package var driverDelay = 0.0

        /// Creates a reading.
        package init(uptime: Double, emulatorDelays: [String: Double] = [:]) {
            self.uptime = uptime
            self.emulatorDelays = emulatorDelays
        }
    }

    private let read: () -> Reading
    private var last: Reading
    private var elapsed = 0.0

    /// Creates a clock with a source of readings.
    package init(read: @escaping () -> Reading) {
        self.read = read
        last = read()
    }

    /// Creates a clock for an emulator with a process id.
    package convenience init(process: String) {
        self.init { Reading(process: process) }
    }

    /// The time since the clock was created, in seconds.
    package var seconds: Double {
        let reading = read()
        // The emulator is as slow as its slowest thread.
        let emulatorDelay =
            reading.emulatorDelays.map { $1 - last.emulatorDelays[$0, default: 0] }.max() ?? 0
        let delay = max(0, emulatorDelay) + max(0, reading.driverDelay - last.driverDelay)
        elapsed += max(0, reading.uptime - last.uptime - delay)
        last = reading
        return elapsed
    }
}

extension EmulatorClock.Reading {
    /// Reads the present times of a process and of the calling thread from proc(5).
    package init(process: String) {
        self.init(uptime: ProcessInfo.processInfo.systemUptime)
        let tasks = "/proc/\(process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
            emulatorDelays[thread] = Self.delay("\(tasks)/\(thread)/schedstat")
        }
        driverDelay = Self.delay("/proc/thread-self/schedstat") ?? 0
    }

    /// Returns the second field of a `schedstat` file: the time spent waiting for a processor.
    private static func delay(_ path: String) -> Double? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count < 2 ? nil : Double(fields[1]).map { $0 / 1e9 }
    }
}
