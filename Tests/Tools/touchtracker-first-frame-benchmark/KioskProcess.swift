import Glibc
import KioskSystem
import TouchKitGeometry

/// A kiosk process that has shown its first frame.
struct KioskProcess {
    /// The duration of a kiosk's start.
    struct StartTime {
        /// The time between spawning the process and its log line "first frame", in milliseconds.
        var milliseconds: Double
        /// The CPU time of all its threads until then, in milliseconds.
        var processorMilliseconds: Double
    }

    private let process: pid_t
    private let output: Int32
    /// The duration of the kiosk's start.
    let startTime: StartTime

    /// Starts the program with the drawing in `folder`, and waits for the first frame.
    ///
    /// Returns `nil` if the process ends before it shows a frame.
    init?(_ program: String, folder: String) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let arguments = [
            program, "run", "--display", "headless:800x480", "--no-input", "--state", folder,
        ]
        var pointers = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        let before = MonotonicClock.now()
        let code = posix_spawn(&process, program, &actions, nil, pointers, environ)
        close(ends[1])
        guard code == 0, Self.waitForFirstFrame(ends[0]) else {
            close(ends[0])
            return nil
        }
        startTime = StartTime(
            milliseconds: Self.milliseconds(since: before),
            processorMilliseconds: Double(Self.processorTime(of: process)) / 1e6)
        self.process = process
        output = ends[0]
    }

    /// Ends the process with SIGTERM, and waits until it has ended with status 0.
    ///
    /// - Returns: The time until the end, in milliseconds.
    @discardableResult
    func end() -> Double {
        let before = MonotonicClock.now()
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        if status != 0 { fail("the kiosk ended with wait status \(status)") }
        close(output)
        return Self.milliseconds(since: before)
    }

    /// The resident memory of the process and its maximum, in kilobytes.
    var kilobytes: (resident: Int, peak: Int) {
        let status = SystemFiles.machine.text("/proc/\(process)/status") ?? ""
        func number(_ field: String) -> Int {
            ProcessUsage.kilobytes(ofField: field, in: status) ?? 0
        }
        return (number("VmRSS:"), number("VmHWM:"))
    }

    /// Returns the time from `start` until now, in milliseconds.
    private static func milliseconds(since start: Timestamp) -> Double {
        Double(MonotonicClock.now().microseconds(since: start)) / 1_000
    }

    /// Reads the process's log until the line "first frame", and returns whether it came.
    private static func waitForFirstFrame(_ output: Int32) -> Bool {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output, &bytes, bytes.count)
            if count <= 0 {
                writeError(text)
                return false
            }
            text += String(decoding: bytes[..<count], as: UTF8.self)
            if text.split(separator: "\n").contains(where: { $0.hasPrefix("first frame") }) {
                return true
            }
        }
    }

    /// Returns the CPU time used by all threads of a process so far, in nanoseconds.
    private static func processorTime(of process: pid_t) -> Int64 {
        let folder = "/proc/\(process)/task"
        return FileSystem.names(in: folder).reduce(0) { sum, thread in
            let statistics = SystemFiles.machine.text("\(folder)/\(thread)/schedstat") ?? ""
            return sum + (statistics.split(separator: " ").first.flatMap { Int64($0) } ?? 0)
        }
    }
}

/// Writes a line to standard error.
func writeError(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}
