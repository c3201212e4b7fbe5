import Foundation
import Testing

/// What `scripts/test` has made for the tests that need a virtual board.
///
/// A plain `swift test` has none of it; those tests are then skipped, with ``reasonIfMissing``.
package enum BoardEnvironment {
    /// The directory of an image that boots into this package's program.
    package static let imageDirectory = ProcessInfo.processInfo.environment[imageVariable]
    /// The program in it: a release build that runs on a board.
    package static let program = ProcessInfo.processInfo.environment[programVariable]

    /// The directory of an image with the same program and libinput's own tools.
    package static let toolsImageDirectory = ProcessInfo.processInfo.environment[
        toolsImageVariable]

    /// The directory of an image with the same program and the kernel's virtual display.
    package static let vkmsImageDirectory = ProcessInfo.processInfo.environment[vkmsImageVariable]

    /// The file of an image for amd64, with the same program.
    package static let imageFile = ProcessInfo.processInfo.environment[imageFileVariable]
    /// The files of images for arm64, of each target, with this package's program.
    package static let arm64ImageFiles = Arm64ImageFiles()

    /// What `scripts/test --all` makes of each target for arm64.
    package struct Arm64ImageFiles: Sendable {
        /// For QEMU's own board.
        package let virtual = ProcessInfo.processInfo.environment["TOUCHTRACKER_ARM64_IMAGE_FILE"]
        /// For a Raspberry Pi with Debian's kernel.
        package let piHDMI = ProcessInfo.processInfo.environment["TOUCHTRACKER_PI_HDMI_IMAGE_FILE"]
        /// For a Raspberry Pi, with stand-ins for its own kernels and firmware.
        package let piDSI = ProcessInfo.processInfo.environment["TOUCHTRACKER_PI_DSI_IMAGE_FILE"]

        /// Whether all are there.
        package var isComplete: Bool { virtual != nil && piHDMI != nil && piDSI != nil }
    }

    /// Why a test that needs the file of an image is skipped.
    package static let reasonIfImageFileIsMissing: Comment =
        "no image to boot: \(imageFileVariable) is set by scripts/test"

    /// Why a test that needs images for arm64 is skipped.
    package static let reasonIfArm64ImagesAreMissing: Comment =
        "no images for arm64 to boot: scripts/test --all makes them and sets TOUCHTRACKER_ARM64_IMAGE_FILE and others"
    /// The directory of a plain Debian to which the package was brought, not yet installed.
    package static let debianImageDirectory = ProcessInfo.processInfo.environment[
        debianImageVariable]

    /// Why a test that needs it is skipped.
    package static let reasonIfDebianIsMissing: Comment =
        "no Debian to install the package on: \(debianImageVariable) is set by scripts/test --all"

    /// Beside the program: `lab-robot`, built the same way; nil where it isn't there.
    package static var robotHand: String? {
        guard let program else { return nil }
        let hand = URL(fileURLWithPath: program).deletingLastPathComponent()
            .appendingPathComponent("lab-robot").path
        return FileManager.default.isExecutableFile(atPath: hand) ? hand : nil
    }

    /// Why a test that needs it is skipped.
    package static let reasonIfRobotHandIsMissing: Comment =
        "no lab-robot beside the board's program: scripts/test builds both"

    /// Whether boards can be booted.
    package static var isComplete: Bool { imageDirectory != nil && program != nil }

    /// Why a test that needs a board is skipped.
    package static let reasonIfMissing: Comment =
        "no board to boot: \(imageVariable) and \(programVariable) are set by scripts/test"

    /// Why a test that needs libinput's tools is skipped.
    package static let reasonIfToolsAreMissing: Comment =
        "no board with libinput's tools to boot: \(toolsImageVariable) is set by scripts/test"

    /// Why a test that needs the virtual display is skipped.
    package static let reasonIfVKMSIsMissing: Comment =
        "no board with a virtual display to boot: \(vkmsImageVariable) is set by scripts/test --all"

    /// Whether there is time for what takes many minutes.
    package static let hasCampaigns = ProcessInfo.processInfo.environment[campaignsVariable] != nil

    /// Why there isn't.
    package static let reasonIfNoCampaigns: Comment =
        "campaigns take many minutes: \(campaignsVariable) is set by scripts/test --all"

    private static let campaignsVariable = "TOUCHTRACKER_CAMPAIGNS"
    private static let imageFileVariable = "TOUCHTRACKER_IMAGE_FILE"
    private static let debianImageVariable = "TOUCHTRACKER_DEBIAN_IMAGE"
    private static let vkmsImageVariable = "TOUCHTRACKER_VKMS_IMAGE"
    private static let toolsImageVariable = "TOUCHTRACKER_TOOLS_IMAGE"
    private static let imageVariable = "TOUCHTRACKER_BOARD_IMAGE"
    private static let programVariable = "TOUCHTRACKER_PROGRAM"
}
