import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Taps, selection and the edit menu in the drawing scene.
@Suite("Drawing scene: taps", .serialized)
@MainActor
final class DrawingTapTests {
    // Must be created during the test, because the menu belongs to the newest application.
    lazy var stage = DrawingTestScreen(width: 400, height: 300)
    var controller: DrawingViewController { stage.controller }
    var drawing: Drawing { stage.drawing }
    var simulator: TouchSimulator { stage.simulator }

    /// Adds a horizontal line and returns its identifier.
    @discardableResult
    private func line(y: Double, color: InkColor = .black) throws -> Stroke.ID {
        try #require(
            drawing.add([CGPoint(50, y), CGPoint(350, y)], tool: .line, color: color, width: 10))
    }

    // MARK: With the line tool

    @Test("G-24: with the line tool, single, double and rapid taps leave no dots.")
    func tapsLeaveNothing() {
        let empty = stage.renderVerified()
        stage.tap(200, 150)
        #expect(stage.view.unfinishedStrokeCount == 0 && drawing.count == 0)
        stage.doubleTap(200, 150)
        #expect(drawing.count == 0 && !controller.canUndo)
        for index in 0..<12 {
            stage.touch(index % 2 == 0 ? 60 : 300, Double(40 + 20 * index % 200))
            simulator.advance(by: 0.03)
        }
        simulator.advance(by: 1)
        #expect(drawing.count == 0 && stage.view.unfinishedStrokeCount == 0)
        #expect(stage.renderVerified().isEqual(to: empty))
    }

    @Test("A line begins where its touch began, although the touch is delivered late.")
    func delayedTouchLosesNothing() {
        simulator.down(1, at: CGPoint(100, 100))
        simulator.advance(by: 0.3)
        simulator.move(1, to: CGPoint(106, 100))
        #expect(stage.view.unfinishedStrokeCount == 0)
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(140, 130))
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.up(1)
        #expect(stage.strokePoints == [[CGPoint(100, 100), CGPoint(140, 130)]])
    }

    @Test("A touch resting beside all strokes draws when it is too long for a tap.")
    func restingTouchDraws() {
        simulator.down(1, at: CGPoint(100, 100))
        simulator.advance(by: 0.74)
        #expect(stage.view.unfinishedStrokeCount == 0)
        simulator.advance(by: 0.02)
        #expect(stage.view.unfinishedStrokeCount == 1)
        simulator.advance(by: 3)
        simulator.move(1, to: CGPoint(104, 100))
        simulator.up(1)
        #expect(stage.strokePoints == [[CGPoint(100, 100), CGPoint(104, 100)]])
    }

    @Test("A double tap, even on a line, clears the drawing; undo restores it.")
    func doubleTapClears() throws {
        try line(y: 100)
        try line(y: 140, color: .red)
        let before = stage.renderVerified()
        for place in [CGPoint(200, 250), CGPoint(200, 101)] {
            stage.doubleTap(place.x, place.y)
            #expect(drawing.count == 0)
            #expect(controller.activity == .idle && !stage.menu.isMenuVisible)
            controller.undo()
            #expect(drawing.count == 2)
            #expect(stage.renderVerified().isEqual(to: before))
        }
    }

    // MARK: Selecting

    @Test("A tap selects the nearest stroke within 20 points, and the topmost of several.")
    func selectsNearest() throws {
        let first = try line(y: 100)
        let second = try line(y: 130)
        let third = try #require(
            drawing.add(
                [CGPoint(200, 60), CGPoint(200, 200)], tool: .line, color: .red, width: 10))
        for (x, y, expected) in [
            (100, 114, first), (100, 116, second), (100, 80.5, first), (200, 100, third),
            (100, 79.5, nil), (367, 110, first), (370.5, 100, nil),
        ] as [(Double, Double, Stroke.ID?)] {
            controller.select(nil)
            stage.tap(x, y)
            #expect(controller.selectedStrokeID == expected, "\(x), \(y)")
            #expect(stage.menu.isMenuVisible == (expected != nil))
        }
        #expect(drawing.count == 3)
    }

    @Test("A tap selects only after the double-tap interval.")
    func selectingWaits() throws {
        let id = try line(y: 100)
        stage.touch(200, 100)
        simulator.advance(by: 0.34)
        #expect(controller.selectedStrokeID == nil)
        simulator.advance(by: 0.02)
        #expect(controller.selectedStrokeID == id)
        #expect(stage.view.isFirstResponder)
    }

    @Test("A selected stroke is green at its level; a tap elsewhere deselects and hides the menu.")
    func selectedIsGreen() throws {
        try line(y: 100)
        _ = try #require(
            drawing.add(
                [CGPoint(200, 60), CGPoint(200, 200)], tool: .line, color: .red, width: 10))
        let before = stage.renderVerified()
        stage.tap(150, 104)
        let selected = stage.renderVerified()
        #expect(selected[300, 100] == 0xFF00_E640)
        // The other stroke still covers it.
        #expect(selected[200, 100] == before[200, 100])
        #expect(stage.menu.menuFrame.midX == 150)
        stage.tap(60, 280)
        #expect(controller.selectedStrokeID == nil && !stage.menu.isMenuVisible)
        #expect(stage.renderVerified().isEqual(to: before))
    }

    @Test("Drawing hides the menu and keeps the selection.")
    func drawingHidesMenu() throws {
        let id = try line(y: 100)
        stage.tap(200, 100)
        stage.draw(CGPoint(20, 200), CGPoint(300, 260))
        #expect(!stage.menu.isMenuVisible)
        #expect(controller.selectedStrokeID == id)
        #expect(drawing.count == 2)
    }

    // MARK: The menu

    @Test("The menu's Delete deletes the selected stroke; undo restores it without selecting it.")
    func deletes() throws {
        let id = try line(y: 150)
        try line(y: 200)
        let before = stage.renderVerified()
        stage.tap(200, 150)
        stage.tapMenu(atFraction: 0.2)
        #expect(drawing.stroke(id) == nil && drawing.count == 1)
        #expect(controller.selectedStrokeID == nil && !stage.menu.isMenuVisible)
        controller.undo()
        #expect(stage.renderVerified().isEqual(to: before))
        #expect(stage.view.unfinishedStrokeCount == 0)
    }

    @Test("The menu's Bring to Front moves the stroke above all others and keeps it selected.")
    func bringsToFront() throws {
        let low = try line(y: 150)
        let high = try line(y: 156)
        stage.tap(200, 145)
        #expect(controller.selectedStrokeID == low)
        stage.tapMenu(atFraction: 0.75)
        #expect(drawing.strokes.map(\.id) == [high, low])
        #expect(controller.selectedStrokeID == low)
        controller.undo()
        #expect(drawing.strokes.map(\.id) == [low, high])
        controller.redo()
        #expect(drawing.strokes.map(\.id) == [high, low])
    }

    @Test("The menu's Color requests a color at the touch; the recolored stroke is deselected.")
    func recolors() throws {
        let id = try line(y: 150)
        var asked: [CGPoint] = []
        var answer: ((InkColor) -> Void)?
        controller.onColorRequest = { place, _, completion in
            asked.append(place)
            answer = completion
        }
        stage.tap(200, 154)
        stage.tapMenu(atFraction: 0.4)
        #expect(asked == [CGPoint(200, 154)])
        #expect(controller.selectedStrokeID == id)
        answer?(.blue)
        #expect(drawing.stroke(id)?.color == .blue)
        #expect(controller.selectedStrokeID == nil)
        controller.undo()
        #expect(drawing.stroke(id)?.color == .black)
        // A color that is chosen after the stroke was deleted has no effect.
        controller.clear()
        answer?(.red)
        controller.undo()
        #expect(drawing.stroke(id)?.color == .black)
    }

    @Test("Without a handler for color requests, the menu doesn't offer Color.")
    func noColors() throws {
        try line(y: 150)
        stage.tap(200, 150)
        let narrow = stage.menu.menuFrame.width
        controller.onColorRequest = { _, _, _ in }
        stage.tap(200, 150)
        #expect(stage.menu.menuFrame.width > narrow)
    }

    @Test("If the selected stroke is undone, it is deselected and its menu is hidden.")
    func undoDeselects() throws {
        try line(y: 150)
        stage.tap(200, 150)
        #expect(stage.menu.isMenuVisible)
        controller.undo()
        #expect(controller.activity == .idle && !stage.menu.isMenuVisible)
        controller.redo()
        #expect(controller.activity == .idle)
        #expect(drawing.count == 1)
    }

    // MARK: With the pen

    @Test("Pen ink appears with the first sample; a tap beside all strokes leaves a dot.")
    func penDot() {
        controller.tool = .pen
        simulator.down(1, at: CGPoint(200, 150))
        #expect(stage.view.unfinishedStrokeCount == 1)
        #expect(stage.renderVerified()[200, 150] == 0xFF00_0000)
        simulator.advance(by: 0.05)
        simulator.up(1)
        // No double tap can follow, so the tap does not wait.
        #expect(stage.strokePoints == [[CGPoint(200, 150)]])
        #expect(stage.renderVerified()[200, 150] == 0xFF00_0000)
        controller.undo()
        #expect(stage.renderVerified()[200, 150] == 0xFFAA_AAAA)
    }

    @Test("A tap with the pen on a stroke selects it and removes the tap's ink.")
    func penSelects() throws {
        let id = try line(y: 150)
        controller.tool = .pen
        let before = stage.renderVerified()
        simulator.down(9, at: CGPoint(200, 162))
        simulator.advance(by: 0.05)
        #expect(stage.view.unfinishedStrokeCount == 1)
        #expect(!stage.renderVerified().isEqual(to: before))
        simulator.up(9)
        #expect(controller.selectedStrokeID == id)
        #expect(drawing.count == 1 && stage.view.unfinishedStrokeCount == 0)
        stage.tap(350, 280)
        controller.undo()
        #expect(drawing.count == 1)
        #expect(stage.renderVerified().isEqual(to: before))
    }

    @Test("A double tap with the pen draws a dot and selects it; the line tool clears again.")
    func penDoesNotClear() throws {
        try line(y: 150)
        controller.tool = .pen
        stage.doubleTap(200, 250)
        #expect(stage.strokePoints.dropFirst() == [[CGPoint(200, 250)]])
        #expect(controller.selectedStrokeID == 2 && stage.view.unfinishedStrokeCount == 0)
        controller.tool = .line
        stage.doubleTap(50, 50)
        #expect(drawing.count == 0)
        controller.undo()
        #expect(drawing.count == 2)
    }

    @Test("A pen stroke contains all coalesced samples.")
    func penUsesAllSamples() {
        controller.tool = .pen
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(50, 100))
        var samples = [CGPoint(50, 100)]
        for step in 1...60 {
            simulator.advance(by: 1.0 / 240)
            let place = CGPoint(50 + Double(step) * 4, 100 + Double(step * step % 37))
            samples.append(place)
            simulator.move(1, to: place)
        }
        simulator.up(1)
        simulator.advance(by: 1)
        #expect(stage.strokePoints == [samples])
        #expect(drawing.strokes.first?.tool == .pen)
    }

    @Test("A change of the tool during a tap does not affect the following touch.")
    func toolChangeDuringTap() {
        simulator.down(1, at: CGPoint(50, 100))
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(55, 100))
        controller.tool = .pen
        for step in 1...10 {
            simulator.advance(by: 0.01)
            simulator.move(1, to: CGPoint(55 + Double(step) * 10, 100))
        }
        simulator.up(1)
        #expect(stage.strokePoints.count == 1)
        #expect(stage.strokePoints.first?.first == CGPoint(50, 100))
        #expect(stage.strokePoints.first?.last == CGPoint(155, 100))
        #expect(drawing.strokes.first?.points.count == 12)
    }
}
