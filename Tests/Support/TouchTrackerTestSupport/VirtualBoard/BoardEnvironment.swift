import Foundation
import Testing

/// The images and programs that `scripts/test` builds for tests on virtual boards.
///
/// `scripts/test` passes them in environment variables. A plain `swift test` has none of them and
/// skips these tests, with a reason from this type.
package enum BoardEnvironment {
    /// The directory of an image whose kiosk is this package's program, or `nil`.
    package static let imageDirectory = ProcessInfo.processInfo.environment[imageVariable]
    /// The path of the program in the image, a release build that runs on a board, or `nil`.
    package static let program = ProcessInfo.processInfo.environment[programVariable]

    /// The directory of an image that also contains libinput's tools, or `nil`.
    package static let toolsImageDirectory = ProcessInfo.processInfo.environment[
        toolsImageVariable]

    /// The directory of an image that also contains the kernel's virtual display (vkms), or `nil`.
    package static let vkmsImageDirectory = ProcessInfo.processInfo.environment[vkmsImageVariable]

    /// The path of an amd64 disk image made by `scripts/image`, or `nil`.
    package static let imageFile = ProcessInfo.processInfo.environment[imageFileVariable]
    /// The paths of the arm64 disk images made by `scripts/image`.
    package static let arm64ImageFiles = Arm64ImageFiles()

    /// The paths of the arm64 disk images, one for each target, made by `scripts/test --all`.
    package struct Arm64ImageFiles: Sendable {
        /// The image for QEMU's board `virt`.
        package let virtual = ProcessInfo.processInfo.environment["TOUCHTRACKER_ARM64_IMAGE_FILE"]
        /// The image for a Raspberry Pi with Debian's kernel.
        package let piHDMI = ProcessInfo.processInfo.environment["TOUCHTRACKER_PI_HDMI_IMAGE_FILE"]
        /// The image for a Raspberry Pi with stand-ins for its vendor's kernels and firmware.
        package let piDSI = ProcessInfo.processInfo.environment["TOUCHTRACKER_PI_DSI_IMAGE_FILE"]

        /// Whether all three images exist.
        package var isComplete: Bool { virtual != nil && piHDMI != nil && piDSI != nil }
    }

    /// The reason for skipping a test that needs `imageFile`.
    package static let reasonIfImageFileIsMissing: Comment =
        "no disk image: scripts/test sets \(imageFileVariable)"

    /// The reason for skipping a test that needs `arm64ImageFiles`.
    package static let reasonIfArm64ImagesAreMissing: Comment =
        "no arm64 disk images: scripts/test --all sets TOUCHTRACKER_ARM64_IMAGE_FILE and others"

    /// The directory of a plain Debian system that contains the package, not yet installed, or
    /// `nil`.
    package static let debianImageDirectory = ProcessInfo.processInfo.environment[
        debianImageVariable]

    /// The reason for skipping a test that needs `debianImageDirectory`.
    package static let reasonIfDebianIsMissing: Comment =
        "no Debian image: scripts/test --all sets \(debianImageVariable)"

    /// The path of the program `lab-robot` beside `program`, or `nil` if it is missing.
    package static var robotProgram: String? {
        guard let program else { return nil }
        let robot = URL(fileURLWithPath: program).deletingLastPathComponent()
            .appendingPathComponent("lab-robot").path
        return FileManager.default.isExecutableFile(atPath: robot) ? robot : nil
    }

    /// The reason for skipping a test that needs `robotProgram`.
    package static let reasonIfRobotIsMissing: Comment =
        "no lab-robot beside the board's program: scripts/test builds both"

    /// Whether a board with this package's program can be booted.
    package static var isComplete: Bool { imageDirectory != nil && program != nil }

    /// The reason for skipping a test that needs a board.
    package static let reasonIfBoardIsMissing: Comment =
        "no board image: scripts/test sets \(imageVariable) and \(programVariable)"

    /// The reason for skipping a test that needs `toolsImageDirectory`.
    package static let reasonIfToolsAreMissing: Comment =
        "no board image with libinput's tools: scripts/test sets \(toolsImageVariable)"

    /// The reason for skipping a test that needs `vkmsImageDirectory`.
    package static let reasonIfVKMSIsMissing: Comment =
        "no board image with a virtual display: scripts/test --all sets \(vkmsImageVariable)"

    /// Whether campaigns run: tests that take many minutes.
    package static let runsCampaigns = ProcessInfo.processInfo.environment[campaignsVariable] != nil

    /// The reason for skipping a campaign.
    package static let reasonIfCampaignsAreOff: Comment =
        "campaigns take many minutes: scripts/test --all sets \(campaignsVariable)"

    private static let campaignsVariable = "TOUCHTRACKER_CAMPAIGNS"
    private static let imageFileVariable = "TOUCHTRACKER_IMAGE_FILE"
    private static let debianImageVariable = "TOUCHTRACKER_DEBIAN_IMAGE"
    private static let vkmsImageVariable = "TOUCHTRACKER_VKMS_IMAGE"
    private static let toolsImageVariable = "TOUCHTRACKER_TOOLS_IMAGE"
    private static let imageVariable = "TOUCHTRACKER_BOARD_IMAGE"
    private static let programVariable = "TOUCHTRACKER_PROGRAM"
}
