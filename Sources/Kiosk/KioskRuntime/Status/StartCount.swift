import KioskSystem

/// The number of times that a kiosk was started since boot, stored in a file in the runtime
/// directory. The runtime directory is in memory, so that repeated restarts cause no disk writes.
enum StartCount {
    private static let name = "starts"

    /// Increments the stored number of starts and returns the result.
    ///
    /// - Parameter folder: The path of the runtime directory, which systemd must preserve across
    ///   restarts.
    /// - Returns: The number of starts, including the current start, or 1 if the file is missing or
    ///   malformed.
    /// - Throws: `LinuxError` if the file cannot be written.
    static func increment(in folder: String) throws(LinuxError) -> Int {
        let path = "\(folder)/\(name)"
        let bytes = (try? FileContents.read(path, maximumSize: 20)) ?? []
        let before = Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
        let count = before >= 0 && before < .max ? before + 1 : 1
        try FileContents.replace(path, with: Array("\(count)\n".utf8), isSynchronized: false)
        return count
    }
}
