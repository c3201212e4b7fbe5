import CTouchTrackerLinux
import Glibc

/// The CPU time and memory that this process has used, as reported by the kernel.
package enum ProcessUsage {
    /// Returns the CPU time that all threads of this process have consumed, in microseconds.
    ///
    /// The corresponding C function is `clock_gettime(CLOCK_PROCESS_CPUTIME_ID)`.
    package static func cpuMicroseconds() -> Int64 {
        microseconds(of: CLOCK_PROCESS_CPUTIME_ID)
    }

    /// Returns the peak resident memory of this process in kilobytes (`VmHWM`, proc_pid_status(5)),
    /// or `nil` if the kernel does not report the value. The peak is measured since the start of
    /// the process or the latest `resetPeakResident()`.
    package static func peakResidentKilobytes() -> Int? {
        SystemFiles.machine.text("/proc/self/status").flatMap {
            kilobytes(ofField: "VmHWM:", in: $0)
        }
    }

    /// Returns the allocator's free memory to the kernel, and then resets the peak resident memory
    /// to the current resident memory.
    ///
    /// - Returns: Whether the peak was reset. Kernels without `CONFIG_PROC_PAGE_MONITOR` do not
    ///   support resetting the peak.
    @discardableResult
    package static func resetPeakResident() -> Bool {
        malloc_trim(0)
        return (try? SystemFiles.machine.write("5", to: "/proc/self/clear_refs")) != nil
    }

    /// Returns the total size and the resident part, in kilobytes, of the files below `folder` that
    /// are mapped into this process (proc_pid_smaps(5)), or `nil` if the kernel does not report
    /// mappings.
    ///
    /// - Complexity: O(*n*), where *n* is the number of mappings. A call takes several
    ///   milliseconds.
    package static func mappedFileKilobytes(
        below folder: String
    ) -> (size: Int, resident: Int)? {
        guard let file = fopen("/proc/self/smaps", "re") else { return nil }
        defer { fclose(file) }
        var sum = MappingSum(folder: folder)
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0 {
            guard let line else { break }
            sum.addLine(String(cString: line))
        }
        return (sum.sizeKilobytes, sum.residentKilobytes)
    }

    /// Returns the number in the first line of `text` that has the form `<field>   123 kB`, or
    /// `nil` if there is no such line.
    ///
    /// - Parameters:
    ///   - field: The name of the field, including the colon.
    ///   - text: The contents of a procfs file.
    package static func kilobytes(ofField field: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(field) {
            return line.dropFirst(field.count).split(whereSeparator: { $0 == " " || $0 == "\t" })
                .first.flatMap { Int($0) }
        }
        return nil
    }
}

/// The total size of the mappings in `/proc/self/smaps` that belong to files below a folder.
package struct MappingSum {
    private let folder: String
    /// Whether the mapping that the most recent header line describes belongs to a file below the
    /// folder.
    private var isCounting = false
    /// The total size, in kilobytes, of the mappings of files below the folder.
    package private(set) var sizeKilobytes = 0
    /// The resident part, in kilobytes, of the mappings of files below the folder.
    package private(set) var residentKilobytes = 0

    /// Creates a sum of zero for files below `folder`.
    package init(folder: String) {
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// Processes the next line of `/proc/self/smaps`, which is the header of a mapping or a field
    /// of the current mapping.
    package mutating func addLine(_ line: String) {
        let columns = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" })
        guard let first = columns.first else { return }
        // Header: `address-address flags offset device inode path`; field: `Name: value kB`.
        guard first.hasSuffix(":") else {
            isCounting = columns.count > 5 && columns[5].hasPrefix(folder)
            return
        }
        guard isCounting, columns.count > 1, let value = Int(columns[1]) else { return }
        if first == "Size:" { sizeKilobytes += value }
        if first == "Rss:" { residentKilobytes += value }
    }
}
