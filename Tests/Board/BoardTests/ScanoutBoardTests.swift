import Foundation
import KioskDisplay
import KioskImages
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The content of scanout memory in every format, and frame pacing, on the kernel's virtual display
/// (vkms).
@Suite("Scanout on a board", .serialized, .requiresVirtualDisplays)
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

    /// Boots a board with the virtual display, which has overlay planes and a writeback connector.
    private func bootBoard() throws -> (board: VirtualBoard, card: String) {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.bootKiosk(image: image)
        let card = try board.loadVirtualDisplay()
        #expect(try board.shell("ls -d /sys/class/drm/card*-Writeback-1").hasSuffix("Writeback-1"))
        return (board, card)
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
            #expect(try !board.kioskLog().contains("Writeback"))
            try board.startRecordingTouches()
            try FiveLineDrawing.drawHeld(on: board)
            let recording = EvdevRecording(
                try board.stopRecordingTouches(), decoder: &decoder)
            let scanout = try board.scanout(of: card)
            let expected = try expectedScanout(
                recording, configuration, bytesPerRow: scanout.bytesPerRow)
            #expect(scanout.format == configuration.code)
            #expect(scanout.width == Self.width && scanout.height == Self.height)
            let wrong = zip(scanout.bytes, expected).count { $0 != $1 }
            // The contacts are still down after the kiosk's restart; the decoder needs their lift.
            try board.startRecordingTouches()
            for slot in FiveLineDrawing.lines.indices { try board.up(slot) }
            _ = EvdevRecording(try board.stopRecordingTouches(), decoder: &decoder)
            #expect(
                scanout.bytes.count == expected.count && wrong == 0,
                "\(configuration.name): \(wrong) bytes differ")
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
    }
}
