import Foundation
import TouchTrackerTestSupport

extension VirtualBoard {
    /// Runs a shell script as root on a separate deterministic board, and returns its output.
    ///
    /// The board's time is counted in instructions, so that results do not depend on the host's
    /// load. The board does not run the kiosk.
    ///
    /// - Parameters:
    ///   - script: The shell script.
    ///   - image: The directory of the image.
    ///   - display: The display's driver: `vkms`, which has a vblank, or `virtio-gpu`.
    ///   - speed: The board's speed in million instructions per second: 500 or 1,000.
    /// - Returns: The script's standard output and standard error.
    /// - Throws: An error if the exit status is not 0.
    package static func runDeterministic(
        _ script: String, image: String, display: String = "vkms", speed: Int = 500
    ) throws -> String {
        let path = NSTemporaryDirectory() + "/counted-\(UUID().uuidString)"
        guard (try? Data(script.utf8).write(to: URL(fileURLWithPath: path))) != nil else {
            throw VirtualBoardError("\(path): cannot be written")
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try runScript([
            "run", "--image", image, "--display", display, "--speed", "\(speed)",
            "--owner", "\(ProcessInfo.processInfo.processIdentifier)", path,
        ])
    }
}
