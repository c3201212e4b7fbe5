import KioskSystem

/// Counts the starts of a kiosk since its machine was switched on: a file in a folder that is gone with
/// the power, so that no disk is worn by a kiosk that ends again and again.
enum StartCount {
    private static let name = "starts"

    /// Counts one more start.
    ///
    /// - Parameter folder: The folder that the service manager keeps between two starts.
    /// - Returns: The number of this start; 1 where none was counted before, or what was makes no sense.
    static func next(in folder: String) throws(LinuxError) -> Int {
        let path = "\(folder)/\(name)"
        let bytes = WholeFile.read(path, atMost: 20) ?? []
        let before = Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
        let number = before >= 0 && before < .max ? before + 1 : 1
        try WholeFile.replace(path, with: Array("\(number)\n".utf8), isSynchronized: false)
        return number
    }
}
