import Foundation
import KioskImages
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The drawing scene on a board, operated by touch and observed in screenshots.
@Suite("Drawing scene on a board", .serialized, .requiresBoard)
@MainActor
struct DrawingSceneBoardTests {
    /// The positions of the toolbar's buttons at 800 × 480, in pixels.
    private enum Button {
        static let undo = (x: 625, y: 449)
    }

    /// Waits until the screen shows a golden picture.
    ///
    /// With `UPDATE_GOLDENS=1`, waits until the screen stops changing and overwrites the golden
    /// picture.
    private func expectScreen(of board: VirtualBoard, matches name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens")
        let golden = folder.appendingPathComponent("\(name).png").path
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            // The toolbar reappears one second after the last contact lifts.
            try board.waitUntilIdle(seconds: 2.5)
            try expectPicture(board.waitForStillScreenshot().bitmap, matches: name)
            return
        }
        let expected = try PNGFile.read(golden)
        do {
            try board.waitForPicture { $0.differingPixels(expected) == 0 }
        } catch {
            try expectPicture(board.screenshot().bitmap, matches: name)
        }
    }

    /// Draws all lines simultaneously, one contact for each line.
    private func draw(
        _ lines: [(from: (x: Int, y: Int), to: (x: Int, y: Int))], on board: VirtualBoard
    ) throws {
        try FiveLineDrawing.drawHeld(lines, on: board)
        try board.frame { batch in
            for slot in lines.indices { batch.up(slot) }
        }
    }

    @Test("Drawing, selecting, deleting, clearing, undo and dragging match the golden pictures")
    func editing() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try expectScreen(of: board, matches: "scene-start")
        try draw(
            [((100, 60), (300, 360)), ((400, 60), (400, 360)), ((700, 60), (500, 360))], on: board)
        try expectScreen(of: board, matches: "scene-three-lines")
        try board.tap(x: 404, y: 240)
        try expectScreen(of: board, matches: "scene-selected")
        // The first item of the edit menu.
        try board.tap(x: 300, y: 205)
        try expectScreen(of: board, matches: "scene-deleted")
        // A double tap.
        try board.frames(
            { $0.down(0, x: 560, y: 100) }, { $0.up(0) }, { $0.down(0, x: 560, y: 100) },
            { $0.up(0) })
        try expectScreen(of: board, matches: "scene-cleared")
        try board.tap(x: Button.undo.x, y: Button.undo.y)
        // Undo restores the two outer lines; the middle one was deleted before.
        try expectScreen(of: board, matches: "scene-clear-undone")
        try board.tap(x: Button.undo.x, y: Button.undo.y)
        try expectScreen(of: board, matches: "scene-undone")
        // A long press picks up the left line, which then moves with the contact.
        try board.down(0, x: 200, y: 210)
        try board.waitForPicture { $0[200, 210] == Ink.carried }
        for step in 1...20 { try board.move(0, x: 200 + step * 5, y: 210) }
        try expectScreen(of: board, matches: "scene-carried")
        try board.up(0)
        try expectScreen(of: board, matches: "scene-put-down")
    }

    @Test("A spiral drawn with the pen has no corners")
    func spiral() throws {
        let board = try VirtualBoard.bootKiosk(arguments: ["--tool", "pen", "--toolbar", "off"])
        var decoder = SlotDecoder.virtualBoard
        try board.startRecordingTouches()
        try drawSpiral(on: board)
        let recording = EvdevRecording(try board.stopRecordingTouches(), decoder: &decoder)
        var drawing: Drawing?
        let options = AppOptions(hasToolbar: false, paper: .gray, tool: .pen)
        let replayed = try replay(recording, app: options) {
            let scene = UIApplication.shared.keyWindow?.rootViewController
            drawing = (scene as? DrawingSceneController)?.drawingController.drawing
        }
        try board.waitForPicture { $0.differingPixels(replayed) == 0 }
        let stroke = try #require(drawing?.strokes.last)
        #expect(stroke.tool == .pen)
        #expect(stroke.points.count > 150)
        let path = UIBezierPath()
        PenInk.smooth(stroke.points, into: path)
        let rendered = StrokeDrawing(size: CGSize(width: 800, height: 480), scale: 1)
        let curve = try #require(rendered.add(path, color: .black))
        let turn = largestTurnAngle(of: rendered.points(of: curve))
        let raw = largestTurnAngle(of: stroke.points)
        print(
            "spiral: \(stroke.points.count) samples, largest turn",
            "\(turn)° between rendered segments, \(raw)° between samples")
        // Touch positions are whole pixels, so the samples themselves have corners.
        #expect(turn > 0, "the rendered curve has no segments")
        #expect(turn < 15)
        #expect(turn < raw / 2)
    }

    /// Draws a spiral with one contact.
    private func drawSpiral(on board: VirtualBoard) throws {
        for step in 0...250 {
            let part = Double(step) / 250
            let angle = part * 4 * 2 * Double.pi
            let radius = 20 + 160 * part
            let x = Int((400 + radius * cos(angle)).rounded())
            let y = Int((210 + radius * sin(angle)).rounded())
            if step == 0 {
                try board.down(0, x: x, y: y)
            } else {
                try board.move(0, x: x, y: y)
            }
        }
        try board.up(0)
    }
}
