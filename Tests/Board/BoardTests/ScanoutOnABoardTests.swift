import Foundation
import KioskDisplay
import KioskImages
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// What a display controller finds in memory, in every format, read back from a real kernel's virtual
/// display (vkms); and that frames keep to its vblank.
@Suite(
    "Scanout on a board", .serialized,
    .enabled(
        if: BoardEnvironment.vkmsImageDirectory != nil, BoardEnvironment.reasonIfVKMSIsMissing))
@MainActor
struct ScanoutOnABoardTests {
    /// A kiosk's options, and what comes of them.
    private struct Way {
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

    private static let ways = [
        Way(format: .rgb565, code: "RG16"),
        Way(format: .rgb565, code: "RG16", rotation: .clockwise90),
        Way(format: .rgb565, code: "RG16", rotation: .halfTurn, dithers: false),
        Way(format: .rgb565, code: "RG16", rotation: .clockwise270),
        Way(format: .argb8888, code: "AR24", rotation: .clockwise270),
        Way(format: .xrgb8888, code: "XR24", rotation: .clockwise90),
    ]

    private static let width = 800
    private static let height = 600

    private func bootBoard() throws -> (board: VirtualBoard, card: String) {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        try board.waitForPicture()
        return (board, try board.virtualDisplay())
    }

    private func restart(_ board: VirtualBoard, on card: String, _ arguments: [String]) throws {
        try board.restartKiosk(
            arguments: [
                "--toolbar", "off", "--card", card, "--mode", "\(Self.width)x\(Self.height)",
            ] + arguments)
    }

    /// The bytes of scanout memory after what the kernel reported, by the model.
    private func expected(_ recording: KernelRecording, _ way: Way, bytesPerRow: Int) throws
        -> [UInt8]
    {
        let mode = DisplayMode(width: Self.width, height: Self.height)
        let canvas = try replay(recording, on: mode, rotation: way.rotation).canvas
        let geometry = ScreenGeometry(
            scanoutWidth: mode.width, scanoutHeight: mode.height, rotation: way.rotation)
        var bytes = [UInt8](repeating: 0, count: bytesPerRow * Self.height)
        _ = ScanoutModel.write(
            canvas, where: { _, _ in true }, geometry: geometry,
            format: way.format, dithers: way.dithers, bytesPerRow: bytesPerRow, into: &bytes)
        return bytes
    }

    private func keep(_ scanout: ScannedOut, _ way: Way) throws {
        let folder = Repository.root.appendingPathComponent("out/board")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PNGFile.write(
            scanout.picture(way.format),
            to: folder.appendingPathComponent("scanout-\(way.name).png").path)
    }

    @Test("Every format arrives turned and dithered as the model says, byte for byte.")
    func formats() throws {
        let (board, card) = try bootBoard()
        var decoder = SlotDecoder.virtualBoard
        for way in Self.ways {
            try restart(board, on: card, way.arguments)
            #expect(
                try board.kioskLog().contains(
                    "\(Self.width)x\(Self.height)@60, \(way.format.rawValue), driver vkms"))
            try board.startRecordingTouches()
            try drawLines(on: board)
            let recording = KernelRecording(
                try board.stopRecordingTouches(), decoder: &decoder)
            var scanout = try board.scanout(of: card)
            let wanted = try expected(recording, way, bytesPerRow: scanout.bytesPerRow)
            // What was sent last may still be under way.
            try? board.wait(for: "\(way.name) is drawn", timeoutSeconds: 20) {
                scanout = try board.scanout(of: card)
                return scanout.bytes == wanted
            }
            try keep(scanout, way)
            #expect(scanout.format == way.code)
            #expect(scanout.width == Self.width && scanout.height == Self.height)
            let wrong = zip(scanout.bytes, wanted).count { $0 != $1 }
            // A finger stays down over the kiosk's restart; the decoder must know when it's gone.
            try board.startRecordingTouches()
            try board.up(2)
            _ = KernelRecording(try board.stopRecordingTouches(), decoder: &decoder)
            #expect(scanout.bytes.count == wanted.count && wrong == 0, "\(way.name): \(wrong)")
        }
        try board.stop()
    }

    /// Two crossing lines stay, a third is still held.
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

    @Test("A format that the plane hasn't ends the kiosk with one line and status 69.")
    func missingFormat() throws {
        let (board, card) = try bootBoard()
        try restart(board, on: card, [])
        // The other card, QEMU's, is free now; it has one format.
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

    @Test("While a finger moves, no more frames are shown than the display has vblanks.")
    func keepsToVblank() throws {
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
        let figures = try board.stopKiosk()
        let frames = try #require(figures["frames"])
        print("vkms: \(frames) frames in \(seconds) s, \(figures["missed"] ?? -1) missed")
        #expect(Double(frames) <= seconds * 60 + 3)
        #expect(frames > 20)
        try board.stop()
    }
}
