import Foundation
import Testing
import TouchTrackerTestSupport

/// The images and programs that `scripts/test` builds for tests on virtual boards.
///
/// `scripts/test` passes them in environment variables. A plain `swift test` has none of them and
/// skips these tests, with a reason that names the variable.
package enum BoardEnvironment {
    /// The directory of an image whose kiosk is this package's program, or `nil`.
    package static let imageDirectory = value("BOARD_IMAGE")
    /// The path of the program in the image, a release build that runs on a board, or `nil`.
    package static let program = value("PROGRAM")
    /// The directory of an image that also contains libinput's tools, or `nil`.
    package static let toolsImageDirectory = value("TOOLS_IMAGE")
    /// The directory of an image that also contains the kernel's virtual display (vkms), a display
    /// without flips (simpledrm) and a virtual backlight, or `nil`.
    package static let vkmsImageDirectory = value("VKMS_IMAGE")
    /// The directory of a plain Debian system that contains the package, not yet installed, or
    /// `nil`.
    package static let debianImageDirectory = value("DEBIAN_IMAGE")
    /// The path of an amd64 disk image made by `scripts/image`, or `nil`.
    package static let imageFile = value("IMAGE_FILE")
    /// The path of the arm64 disk image for QEMU's board `virt`, or `nil`.
    package static let arm64ImageFile = value("ARM64_IMAGE_FILE")
    /// The path of the disk image for a Raspberry Pi with Debian's kernel, or `nil`.
    package static let piHDMIImageFile = value("PI_HDMI_IMAGE_FILE")
    /// The path of the disk image for a Raspberry Pi with stand-ins for its vendor's kernels and
    /// firmware, or `nil`.
    package static let piDSIImageFile = value("PI_DSI_IMAGE_FILE")
    /// Whether campaigns run: tests that take many minutes.
    package static let runsCampaigns = value("CAMPAIGNS") != nil

    /// The path of the program `lab-robot` beside `program`, or `nil` if it is missing.
    package static var robotProgram: String? {
        guard let program else { return nil }
        let robot = URL(fileURLWithPath: program).deletingLastPathComponent()
            .appendingPathComponent("lab-robot").path
        return FileManager.default.isExecutableFile(atPath: robot) ? robot : nil
    }

    /// `imageDirectory`, or an error that names the missing variable.
    package static var requiredImageDirectory: String {
        get throws {
            guard let imageDirectory else { throw VirtualBoardError("\(reason("BOARD_IMAGE"))") }
            return imageDirectory
        }
    }

    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["TOUCHTRACKER_\(name)"]
    }

    fileprivate static func reason(_ name: String) -> Comment {
        "TOUCHTRACKER_\(name) is not set; run scripts/test or scripts/test --all"
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests without a board image and its program.
    package static var requiresBoard: Self {
        .enabled(
            if: BoardEnvironment.imageDirectory != nil && BoardEnvironment.program != nil,
            BoardEnvironment.reason("BOARD_IMAGE"))
    }

    /// Skips tests without `lab-robot` beside the board's program.
    package static var requiresRobot: Self {
        .enabled(
            if: BoardEnvironment.imageDirectory != nil && BoardEnvironment.robotProgram != nil,
            "no lab-robot beside the board's program: scripts/test builds both")
    }

    /// Skips tests without an image with libinput's tools.
    package static var requiresTools: Self {
        .enabled(
            if: BoardEnvironment.toolsImageDirectory != nil, BoardEnvironment.reason("TOOLS_IMAGE"))
    }

    /// Skips tests without an image with virtual displays.
    package static var requiresVirtualDisplays: Self {
        .enabled(
            if: BoardEnvironment.vkmsImageDirectory != nil, BoardEnvironment.reason("VKMS_IMAGE"))
    }

    /// Skips tests without a plain Debian image.
    package static var requiresDebian: Self {
        .enabled(
            if: BoardEnvironment.debianImageDirectory != nil,
            BoardEnvironment.reason("DEBIAN_IMAGE"))
    }

    /// Skips tests without a disk image.
    package static var requiresImageFile: Self {
        .enabled(if: BoardEnvironment.imageFile != nil, BoardEnvironment.reason("IMAGE_FILE"))
    }

    /// Skips tests without all arm64 disk images.
    package static var requiresArm64Images: Self {
        .enabled(
            if: BoardEnvironment.arm64ImageFile != nil && BoardEnvironment.piHDMIImageFile != nil
                && BoardEnvironment.piDSIImageFile != nil,
            BoardEnvironment.reason("ARM64_IMAGE_FILE"))
    }

    /// Skips tests that take many minutes.
    package static var isCampaign: Self {
        .enabled(if: BoardEnvironment.runsCampaigns, BoardEnvironment.reason("CAMPAIGNS"))
    }
}
