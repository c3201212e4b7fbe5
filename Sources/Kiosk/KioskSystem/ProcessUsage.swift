import CTouchTrackerLinux
import Glibc

/// What this process has used of the machine, as the kernel counts it.
package enum ProcessUsage {
    /// Processor time of all threads, in microseconds. Wraps
    /// `clock_gettime(CLOCK_PROCESS_CPUTIME_ID)`.
    package static func processMicroseconds() -> Int64 { microseconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// The most memory that was resident at once since the start, or since `resetPeak()`, in kilobytes
    /// (`VmHWM`, proc_pid_status(5)); nil where the kernel doesn't tell.
    package static func peakResidentKilobytes() -> Int? {
        SmallFile.text("/proc/self/status").flatMap { kilobytes("VmHWM:", in: $0) }
    }

    /// Counts the peak from here on, and gives the system what the allocator keeps for nothing.
    ///
    /// - Returns: False where the kernel can't (`CONFIG_PROC_PAGE_MONITOR`): the peak is the one since
    ///   the start then.
    @discardableResult
    package static func resetPeak() -> Bool {
        malloc_trim(0)
        do {
            try SmallFile.write("5", to: "/proc/self/clear_refs")
            return true
        } catch {
            return false
        }
    }

    /// How large the mappings of files below a folder are, in kilobytes, and how much of them counts as
    /// resident (proc_pid_smaps(5)); nil where the kernel doesn't tell.
    ///
    /// - Complexity: O(mappings): some milliseconds.
    package static func mappings(below folder: String) -> (size: Int, resident: Int)? {
        guard let file = fopen("/proc/self/smaps", "re") else { return nil }
        defer { fclose(file) }
        var sum = MappingSum(folder: folder)
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while getline(&line, &room, file) > 0 {
            guard let line else { break }
            sum.take(String(cString: line))
        }
        return (sum.size, sum.resident)
    }

    /// The number of kilobytes in a line `Name:   123 kB`.
    package static func kilobytes(_ name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return line.dropFirst(name.count).split(whereSeparator: { $0 == " " || $0 == "\t" })
                .first.flatMap { Int($0) }
        }
        return nil
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

/// Adds up the mappings of `/proc/self/smaps` that belong to files below a folder, line by line.
package struct MappingSum {
    private let folder: String
    private var isWanted = false
    /// Their sizes, in kilobytes.
    package private(set) var size = 0
    /// What of them is resident, in kilobytes.
    package private(set) var resident = 0

    package init(folder: String) {
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// Takes a line: a mapping's head, or one of its figures.
    package mutating func take(_ line: String) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" })
        guard let first = words.first else { return }
        // A head is `address-address flags offset device inode path`; all else is `Name: value`.
        guard first.hasSuffix(":") else {
            isWanted = words.count > 5 && words[5].hasPrefix(folder)
            return
        }
        guard isWanted, words.count > 1, let value = Int(words[1]) else { return }
        if first == "Size:" { size += value }
        if first == "Rss:" { resident += value }
    }
}
