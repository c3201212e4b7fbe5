import Foundation

extension VirtualBoard {
    /// Runs a shell script, as root, on a board of its own whose time is counted in instructions, with the
    /// kernel's virtual display and without the kiosk; returns what the script wrote to both outputs.
    ///
    /// The same script on the same image gives the same, however busy the host is. Throws where the
    /// script's exit status isn't 0.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - image: The directory of an image with the virtual display.
    ///   - speed: Of the board, in million instructions a second: 500 or 1,000.
    package static func runCounted(
        _ script: String, image: String, speed: Int = 500
    ) throws(VirtualBoardError) -> String {
        let path = NSTemporaryDirectory() + "/counted-\(UUID().uuidString)"
        guard (try? Data(script.utf8).write(to: URL(fileURLWithPath: path))) != nil else {
            throw VirtualBoardError("\(path): it can't be written")
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try runScript([
            "run", "--image", image, "--display", "vkms", "--speed", "\(speed)",
            "--owner", "\(ProcessInfo.processInfo.processIdentifier)", path,
        ])
    }
}
