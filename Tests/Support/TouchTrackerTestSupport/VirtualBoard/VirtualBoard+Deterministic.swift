import Foundation

extension VirtualBoard {
    /// Runs a shell script as root on a separate deterministic board, and returns its output.
    ///
    /// The board's time is counted in instructions, so that results do not depend on the host's
    /// load. The board has the kernel's virtual display (vkms) and does not run the kiosk.
    ///
    /// - Parameters:
    ///   - script: The shell script.
    ///   - image: The directory of an image with the virtual display.
    ///   - speed: The board's speed in million instructions per second: 500 or 1,000.
    /// - Returns: The script's standard output and standard error.
    /// - Throws: An error if the exit status is not 0.
    package static func runDeterministic(
        _ script: String, image: String, speed: Int = 500
    ) throws(VirtualBoardError) -> String {
        let path = NSTemporaryDirectory() + "/counted-\(UUID().uuidString)"
        guard (try? Data(script.utf8).write(to: URL(fileURLWithPath: path))) != nil else {
            throw VirtualBoardError("\(path): cannot be written")
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try runScript([
            "run", "--image", image, "--display", "vkms", "--speed", "\(speed)",
            "--owner", "\(ProcessInfo.processInfo.processIdentifier)", path,
        ])
    }
}
