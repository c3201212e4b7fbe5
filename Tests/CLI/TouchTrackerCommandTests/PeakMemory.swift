import Foundation
import KioskSystem
import Testing

/// The library `Preload/peak-memory.c`, which measures the peak memory of programs.
final class PeakMemory {
    private let library: PreloadedLibrary

    init() throws {
        library = try PreloadedLibrary("peak-memory")
    }

    /// Runs the program, which must exit with `status`, and returns its peak resident memory in
    /// megabytes.
    func megabytes(_ arguments: [String], status: Int32 = 0) throws -> Double {
        let file = "/tmp/peak-memory-\(UUID().uuidString)"
        defer { unlink(file) }
        let program = try Program.run(
            arguments, environment: ["LD_PRELOAD": library.path, "TOUCHTRACKER_PEAK_FILE": file])
        try #require(program.status == status, "\(program.errors)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let kilobytes = try #require(ProcessUsage.kilobytes(ofField: "VmHWM:", in: text))
        return Double(kilobytes) / 1_024
    }
}
