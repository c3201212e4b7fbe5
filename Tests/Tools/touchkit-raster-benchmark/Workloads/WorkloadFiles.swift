import Glibc

/// The folder with the workload files for the peers and the images that renderers write.
struct WorkloadFiles {
    /// The path of the folder.
    let folder: String

    /// Writes all workloads as binary records.
    func write(_ workloads: Workloads) throws(BenchError) {
        try write("W1", workloads.w1)
        try write("W2", workloads.w2)
        try write("W3", workloads.w3)
        try write("W4", workloads.w4)
        try write("Q", workloads.quality)
        try write("curves", workloads.curves)
    }

    /// Writes the records of one workload.
    private func write<Record>(_ name: String, _ records: [Record]) throws(BenchError) {
        let path = "\(folder)/\(name).bin"
        guard let file = fopen(path, "wb") else { throw BenchError.file(path, errno) }
        let count = records.count * MemoryLayout<Record>.stride
        let written = records.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, written == count else { throw BenchError.file(path, errno) }
    }

    /// Reads an image of `count` 32-bit pixels without padding.
    static func readPixels(_ path: String, count: Int) throws(BenchError) -> [UInt32] {
        guard let file = fopen(path, "rb") else { throw BenchError.file(path, errno) }
        defer { fclose(file) }
        var pixels = [UInt32](repeating: 0, count: count)
        let read = pixels.withUnsafeMutableBytes { fread($0.baseAddress, 4, count, file) }
        guard read == count else { throw BenchError.file(path, ferror(file) == 0 ? EIO : errno) }
        return pixels
    }
}

/// An error of the benchmark with a one-line description.
struct BenchError: Error, CustomStringConvertible {
    /// The message: the thing, the failure and its cause.
    let description: String
    /// The exit code of the program.
    let code: Int32

    /// Returns an error of a file operation with an `errno`.
    static func file(_ path: String, _ error: Int32) -> BenchError {
        BenchError(description: "\(path): \(String(cString: strerror(error)))", code: 74)
    }

    /// Returns an error in the command line.
    static func usage(_ text: String) -> BenchError {
        BenchError(description: text, code: 64)
    }

    /// Returns an error of a renderer.
    static func renderer(_ name: String, _ cause: String) -> BenchError {
        BenchError(description: "renderer \(name): \(cause)", code: 69)
    }
}
