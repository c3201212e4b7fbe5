import Glibc

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
        let before = Self.now()
        let code = posix_spawn(&process, program, &actions, nil, pointers, environ)
        close(ends[1])
        guard code == 0, Self.waitForFirstFrame(ends[0]) else {
            close(ends[0])
            return nil
        }
        let after = Self.now()
        startTime = StartTime(
            milliseconds: Double(after - before) / 1e6,
            processorMilliseconds: Double(Self.processorTime(of: process)) / 1e6)
        self.process = process
        output = ends[0]
    }

    /// Ends the process with SIGTERM, and waits until it has ended with status 0.
    ///
    /// - Returns: The time until the end, in milliseconds.
    @discardableResult
    func end() -> Double {
        let before = Self.now()
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        if status != 0 { fail("the kiosk ended with wait status \(status)") }
        close(output)
        return Double(Self.now() - before) / 1e6
    }

    /// The resident memory of the process and its maximum, in kilobytes.
    var kilobytes: (resident: Int, peak: Int) {
        let words = Self.text("/proc/\(process)/status").split(whereSeparator: \.isWhitespace)
        func number(after word: Substring) -> Int {
            guard let index = words.firstIndex(of: word), index + 1 < words.count else { return 0 }
            return Int(words[index + 1]) ?? 0
        }
        return (number(after: "VmRSS:"), number(after: "VmHWM:"))
    }

    /// Returns the time of the monotonic clock, in nanoseconds.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
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
        guard let folder = opendir("/proc/\(process)/task") else { return 0 }
        defer { closedir(folder) }
        var sum: Int64 = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let first = text("/proc/\(process)/task/\(name)/schedstat").split(separator: " ").first
            sum += first.flatMap { Int64($0) } ?? 0
        }
        return sum
    }

    /// Returns the first 8 KiB of a file, or an empty string if it cannot be read.
    private static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
    }
}

/// Writes a line to standard error.
func writeError(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}
