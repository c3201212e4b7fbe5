import Foundation
import KioskImages
import Testing
import TouchKitContacts
import TouchKitRaster
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Booting a disk image made by `scripts/image`, observed from power-on.
@Suite("Power on", .serialized, .requiresImageFile)
@MainActor
struct PowerOnTests {
    @Test("From power-on, the screen shows only black and QEMU's texts until the drawing appears")
    func bootsIntoDrawing() throws {
        let file = try #require(BoardEnvironment.imageFile)
        let board = try VirtualBoard.boot(.init(image: file))
        let seen = try board.recordPowerOn()
        print(
            """
            power on: \(seen.count) pictures in \(Int(seen.duration * 1_000)) ms, \
            longest gap \(Int(seen.longestGap * 1_000)) ms, \(seen.pictures.count) different
            """)
        let texts = try Self.emulatorTexts()
        for picture in seen.pictures.dropLast() where !picture.isBlack {
            if texts.allSatisfy({ picture.differingPixels($0) != 0 }) {
                // Records an issue and exports the unexpected picture.
                try expectPicture(picture.bitmap, matches: "qemu-not-active")
            }
        }
        try expectPicture(#require(seen.pictures.last).bitmap, matches: "first-start")
        // An unwanted picture would be visible for a second.
        #expect(seen.longestGap < 1)
        #expect(seen.count > 10)

        try board.waitForTouchscreen()
        try BoardFootprint(of: board, imageFile: file).expectToBeSmall(on: "amd64")
        try board.restartKiosk(
            arguments: ["--toolbar", "off", "--tool", "line", "--paper", "gray"])
        var decoder = SlotDecoder.virtualBoard
        try FiveLineDrawing.draw(on: board, decoder: &decoder)
        #expect(try board.failedUnits() == "")
    }

    /// Returns the pictures that QEMU shows while the board has no picture.
    private static func emulatorTexts() throws -> [Bitmap] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens")
        return try ["qemu-not-initialized", "qemu-not-active"].map {
            try PNGFile.read(folder.appendingPathComponent("\($0).png").path)
        }
    }
}
