import Foundation

extension VirtualBoard {
    /// Writes a small file on the board, through the serial shell.
    package func write(_ data: Data, to path: String) throws(VirtualBoardError) {
        let encoded = Array(data.base64EncodedString())
        try shell(": >\(path).base64")
        // A shell command has at most 4,000 bytes.
        for start in stride(from: 0, to: encoded.count, by: 3_000) {
            let part = String(encoded[start..<min(start + 3_000, encoded.count)])
            try shell("echo \(part) >>\(path).base64")
        }
        try shell("base64 -di \(path).base64 >\(path) && rm \(path).base64")
    }
}
