import KioskSystem

/// Counts the starts of a kiosk since boot, in a file in the runtime directory. This directory is
/// in memory, so that repeated restarts cause no disk writes.
enum StartCount {
    private static let name = "starts"

    /// Increments the stored number of starts.
    ///
    /// - Parameter folder: The folder that systemd preserves between two starts.
    /// - Returns: The number of this start, or 1 if the file is missing or malformed.
    /// - Throws: `LinuxError` if the file cannot be written.
    static func next(in folder: String) throws(LinuxError) -> Int {
        let path = "\(folder)/\(name)"
        let bytes = FileContents.read(path, maximumSize: 20) ?? []
        let before = Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
        let number = before >= 0 && before < .max ? before + 1 : 1
        try FileContents.replace(path, with: Array("\(number)\n".utf8), isSynchronized: false)
        return number
    }
}
