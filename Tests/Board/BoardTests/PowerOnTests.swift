import Foundation
import KioskImages
import Testing
import TouchKitContacts
import TouchKitRaster
import TouchTrackerTestSupport

/// An image as `scripts/image` makes it, from the moment its power comes.
@Suite(
    "Power on", .serialized,
    .enabled(if: BoardEnvironment.imageFile != nil, BoardEnvironment.reasonIfImageFileIsMissing))
@MainActor
struct PowerOnTests {
    @Test(
        "Ten times a second from power-on: nothing but black and QEMU's own two texts, then the drawing; fingers draw on it."
    )
    func straightIntoDrawing() throws {
        let file = try #require(BoardEnvironment.imageFile)
        let board = try VirtualBoard.boot(.init(image: file))
        let seen = try board.watchPowerOn(timeoutSeconds: 120)
        print(
            """
            power on: \(seen.count) pictures in \(Int(seen.duration * 1_000)) ms, \
            the longest gap \(Int(seen.longestGap * 1_000)) ms, \(seen.pictures.count) of them differ
            """)
        let texts = try Self.emulatorsTexts()
        for picture in seen.pictures.dropLast() where !picture.isBlack {
            if texts.allSatisfy({ picture.differingPixels($0) != 0 }) {
                // Leaves what was seen beside what was meant.
                try expectPicture(picture.bitmap, matches: "qemu-not-active")
            }
        }
        try expectPicture(#require(seen.pictures.last).bitmap, matches: "scene-start")
        // A busy host may hold a picture up; what was to be seen meanwhile was to be seen longer than this.
        #expect(seen.longestGap < 1)
        #expect(seen.count > 10)

        try board.waitForTouch()
        try BoardSizes(of: board, imageFile: file).expectToBeSmall(on: "amd64")
        try board.restartKiosk(arguments: ["--toolbar", "off"])
        var decoder = SlotDecoder.virtualBoard
        try FiveLines.draw(on: board, rotation: nil, name: "image-amd64", decoder: &decoder)
        #expect(try board.shell("systemctl --failed --no-legend --plain") == "")
        try board.stop()
    }

    /// What QEMU itself shows while no guest does.
    private static func emulatorsTexts() throws -> [Bitmap] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens")
        return try ["qemu-not-initialized", "qemu-not-active"].map {
            try PNGFile.read(folder.appendingPathComponent("\($0).png").path)
        }
    }
}
