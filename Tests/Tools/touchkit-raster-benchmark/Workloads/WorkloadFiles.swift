import Glibc

/// The folder in which the peers find the workloads, and a renderer's picture is read from.
struct WorkloadFiles {
    let folder: String

    /// Writes every file: the records as they lie in memory.
    func write(_ workloads: Workloads) throws(BenchError) {
        try write("W1", workloads.w1)
        try write("W2", workloads.w2)
        try write("W3", workloads.w3)
        try write("W4", workloads.w4)
        try write("Q", workloads.quality)
        try write("curves", workloads.curves)
    }

    private func write<Record>(_ name: String, _ records: [Record]) throws(BenchError) {
        let path = "\(folder)/\(name).bin"
        guard let file = fopen(path, "wb") else { throw BenchError.file(path, errno) }
        let count = records.count * MemoryLayout<Record>.stride
        let written = records.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, written == count else { throw BenchError.file(path, errno) }
    }

    /// Reads the pixels of a picture, `width × height` of 32 bits without gaps.
    static func readPixels(_ path: String, count: Int) throws(BenchError) -> [UInt32] {
        guard let file = fopen(path, "rb") else { throw BenchError.file(path, errno) }
        defer { fclose(file) }
        var pixels = [UInt32](repeating: 0, count: count)
        let read = pixels.withUnsafeMutableBytes { fread($0.baseAddress, 4, count, file) }
        guard read == count else { throw BenchError.file(path, ferror(file) == 0 ? EIO : errno) }
        return pixels
    }
}

/// Why the bench can't go on: one line with the thing, the cause and the remedy.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    /// The program's exit code.
    let code: Int32

    static func file(_ path: String, _ error: Int32) -> BenchError {
        BenchError(description: "\(path): \(String(cString: strerror(error)))", code: 74)
    }

    static func usage(_ text: String) -> BenchError {
        BenchError(description: text, code: 64)
    }

    static func renderer(_ name: String, _ cause: String) -> BenchError {
        BenchError(description: "renderer \(name): \(cause)", code: 69)
    }
}
