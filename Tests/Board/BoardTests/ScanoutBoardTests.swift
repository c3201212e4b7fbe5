import Foundation
import KioskDisplay
import KioskImages
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The content of scanout memory in every format, and frame pacing, on the kernel's virtual display
/// (vkms).
@Suite(
    "Scanout on a board", .serialized,
    .enabled(
        if: BoardEnvironment.vkmsImageDirectory != nil, BoardEnvironment.reasonIfVKMSIsMissing))
@MainActor
struct ScanoutBoardTests {
    /// A combination of a kiosk's format options, with the expected FourCC.
    private struct Configuration {
        let format: PixelFormat
        let code: String
        var rotation: Rotation?
        var dithers = true

        var name: String {
            "\(format.rawValue)-\(rotation?.rawValue ?? 0)" + (dithers ? "" : "-cut-off")
        }

        var arguments: [String] {
            ["--format", format.rawValue, "--dither", dithers ? "on" : "off"]
                + (rotation.map { ["--rotate", "\($0.rawValue)"] } ?? [])
        }
    }

    private static let configurations = [
        Configuration(format: .rgb565, code: "RG16"),
        Configuration(format: .rgb565, code: "RG16", rotation: .clockwise90),
        Configuration(format: .rgb565, code: "RG16", rotation: .halfTurn, dithers: false),
        Configuration(format: .rgb565, code: "RG16", rotation: .clockwise270),
        Configuration(format: .argb8888, code: "AR24", rotation: .clockwise270),
        Configuration(format: .xrgb8888, code: "XR24", rotation: .clockwise90),
    ]

    private static let width = 800
    private static let height = 600

    private func bootBoard() throws -> (board: VirtualBoard, card: String) {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        try board.waitForPicture()
        return (board, try board.loadVirtualDisplay())
    }

    private func restart(_ board: VirtualBoard, on card: String, _ arguments: [String]) throws {
        try board.restartKiosk(
            arguments: [
                "--toolbar", "off", "--card", card, "--mode", "\(Self.width)x\(Self.height)",
            ] + arguments)
    }

    /// Returns the expected bytes of scanout memory for a recording, computed by `ScanoutModel`.
    private func expectedScanout(
        _ recording: EvdevRecording, _ configuration: Configuration, bytesPerRow: Int
    ) throws -> [UInt8] {
        let mode = DisplayMode(width: Self.width, height: Self.height)
        let canvas = try replay(recording, on: mode, rotation: configuration.rotation).canvas
        let geometry = ScreenGeometry(
            scanoutWidth: mode.width, scanoutHeight: mode.height, rotation: configuration.rotation)
        var bytes = [UInt8](repeating: 0, count: bytesPerRow * Self.height)
        _ = ScanoutModel.write(
            canvas, where: { _, _ in true }, geometry: geometry,
            format: configuration.format, dithers: configuration.dithers, bytesPerRow: bytesPerRow,
            into: &bytes)
        return bytes
    }

    /// Writes the scanned-out picture to `out/board`, for inspection by a developer.
    private func export(_ scanout: ScanoutCapture, _ configuration: Configuration) throws {
        let folder = Repository.root.appendingPathComponent("out/board")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PNGFile.write(
            scanout.picture(configuration.format),
            to: folder.appendingPathComponent("scanout-\(configuration.name).png").path)
    }

    @Test("Scanout memory has the expected rotation and dithering in every format")
    func formats() throws {
        let (board, card) = try bootBoard()
        var decoder = SlotDecoder.virtualBoard
        for configuration in Self.configurations {
            try restart(board, on: card, configuration.arguments)
            #expect(
                try board.kioskLog().contains(
                    "\(Self.width)x\(Self.height)@60, \(configuration.format.rawValue), driver vkms"
                ))
            try board.startRecordingTouches()
            try drawLines(on: board)
            let recording = EvdevRecording(
                try board.stopRecordingTouches(), decoder: &decoder)
            var scanout = try board.scanout(of: card)
            let expected = try expectedScanout(
                recording, configuration, bytesPerRow: scanout.bytesPerRow)
            // The last touches may not have been drawn yet.
            try? board.wait(for: "\(configuration.name) is drawn", timeoutSeconds: 20) {
                scanout = try board.scanout(of: card)
                return scanout.bytes == expected
            }
            try export(scanout, configuration)
            #expect(scanout.format == configuration.code)
            #expect(scanout.width == Self.width && scanout.height == Self.height)
            let wrong = zip(scanout.bytes, expected).count { $0 != $1 }
            // The contact is still down after the kiosk's restart; the decoder needs its lift.
            try board.startRecordingTouches()
            try board.up(2)
            _ = EvdevRecording(try board.stopRecordingTouches(), decoder: &decoder)
            #expect(
                scanout.bytes.count == expected.count && wrong == 0,
                "\(configuration.name): \(wrong) bytes differ")
        }
        try board.stop()
    }

    /// Draws two crossing lines and a third whose contact stays down.
    private func drawLines(on board: VirtualBoard) throws {
        let lines = [((60, 60), (700, 400)), ((90, 430), (600, 30)), ((400, 240), (777, 470))]
        for (slot, line) in lines.enumerated() {
            let (from, to) = line
            try board.down(slot, x: from.0, y: from.1)
            for step in 1...12 {
                try board.move(
                    slot, x: from.0 + (to.0 - from.0) * step / 12,
                    y: from.1 + (to.1 - from.1) * step / 12)
            }
            if slot < 2 { try board.up(slot) }
        }
    }

    @Test("An unsupported format is reported in one line with exit code 69")
    func missingFormat() throws {
        let (board, card) = try bootBoard()
        try restart(board, on: card, [])
        // QEMU's card is free and supports only one format.
        let answer = try board.shell(
            "touchtracker --card card0 --format rgb565 --no-input; echo status=$?")
        #expect(
            answer.contains(
                "Virtual-1: it has no format rgb565; use one of xrgb8888\nstatus=69"))
        let devices = try board.shell("touchtracker devices --card card0 --format rgb565 || true")
        #expect(devices.contains("display: "))
        #expect(devices.contains("it has no format rgb565; use one of xrgb8888"))
        try board.stop()
    }

    @Test("With a moving contact, at most one frame is shown per vblank")
    func framePacing() throws {
        let (board, card) = try bootBoard()
        try restart(board, on: card, ["--format", "rgb565"])
        func uptime() throws -> Double {
            Double(try board.shell("cut -d ' ' -f 1 /proc/uptime")) ?? 0
        }
        let begin = try uptime()
        try board.down(0, x: 20, y: 20)
        for step in 1...400 {
            try board.move(0, x: 20 + step * 7 % 760, y: 20 + step % 440)
        }
        try board.up(0)
        let seconds = try uptime() - begin
        let counters = try board.stopKioskAndReadCounters()
        let frames = try #require(counters["frames"])
        print("vkms: \(frames) frames in \(seconds) s, \(counters["missed"] ?? -1) missed")
        #expect(Double(frames) <= seconds * 60 + 3)
        #expect(frames > 20)
        try board.stop()
    }
}
