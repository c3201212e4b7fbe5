import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Taps, the menu, and what they leave.
@Suite("Drawing scene: taps", .serialized)
@MainActor
final class DrawingTapTests {
    // Made by the test itself: the menu is that of the newest application.
    lazy var stage = DrawingStage(width: 400, height: 300)
    var controller: DrawingViewController { stage.controller }
    var drawing: Drawing { stage.drawing }
    var simulator: TouchSimulator { stage.simulator }

    /// A line along y, whose name is returned.
    @discardableResult
    private func line(y: Double, color: InkColor = .black) throws -> Stroke.ID {
        try #require(
            drawing.add([CGPoint(50, y), CGPoint(350, y)], tool: .line, color: color, width: 10))
    }

    // MARK: With the line tool

    @Test("G-24: a tap with the line tool leaves no dot, nor do two, nor many in haste.")
    func tapsLeaveNothing() {
        let empty = stage.picture()
        stage.tap(200, 150)
        #expect(stage.view.heldCount == 0 && drawing.count == 0)
        stage.doubleTap(200, 150)
        #expect(drawing.count == 0 && !controller.canUndo)
        for index in 0..<12 {
            stage.touch(index % 2 == 0 ? 60 : 300, Double(40 + 20 * index % 200))
            simulator.advance(by: 0.03)
        }
        simulator.advance(by: 1)
        #expect(drawing.count == 0 && stage.view.heldCount == 0)
        #expect(stage.picture().isEqual(to: empty))
    }

    @Test("A line begins where its finger came down, however late the view is told.")
    func nothingIsLost() {
        simulator.down(1, at: CGPoint(100, 100))
        simulator.advance(by: 0.3)
        simulator.move(1, to: CGPoint(106, 100))
        #expect(stage.view.heldCount == 0)
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(140, 130))
        #expect(stage.view.heldCount == 1)
        simulator.up(1)
        #expect(stage.places == [[CGPoint(100, 100), CGPoint(140, 130)]])
    }

    @Test("A finger that rests on nothing draws after all, once it is too slow for a tap.")
    func restingFingerDraws() {
        simulator.down(1, at: CGPoint(100, 100))
        simulator.advance(by: 0.74)
        #expect(stage.view.heldCount == 0)
        simulator.advance(by: 0.02)
        #expect(stage.view.heldCount == 1)
        simulator.advance(by: 3)
        simulator.move(1, to: CGPoint(104, 100))
        simulator.up(1)
        #expect(stage.places == [[CGPoint(100, 100), CGPoint(104, 100)]])
    }

    @Test("A double tap clears, on a line as well, and undo brings everything back.")
    func doubleTapClears() throws {
        try line(y: 100)
        try line(y: 140, color: .red)
        let before = stage.picture()
        for place in [CGPoint(200, 250), CGPoint(200, 101)] {
            stage.doubleTap(place.x, place.y)
            #expect(drawing.count == 0)
            #expect(controller.activity == .idle && !stage.menu.isMenuVisible)
            controller.undo()
            #expect(drawing.count == 2)
            #expect(stage.picture().isEqual(to: before))
        }
    }

    // MARK: Selecting

    @Test("A tap selects the nearest stroke within 20 points, the topmost where they cross.")
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
            #expect(controller.selected == expected, "\(x), \(y)")
            #expect(stage.menu.isMenuVisible == (expected != nil))
        }
        #expect(drawing.count == 3)
    }

    @Test("A tap selects only when no second one can come any more.")
    func selectingWaits() throws {
        let id = try line(y: 100)
        stage.touch(200, 100)
        simulator.advance(by: 0.34)
        #expect(controller.selected == nil)
        simulator.advance(by: 0.02)
        #expect(controller.selected == id)
        #expect(stage.view.isFirstResponder)
    }

    @Test("A selected stroke is green in its place; a tap on nothing takes that and the menu away.")
    func selectedIsGreen() throws {
        try line(y: 100)
        _ = try #require(
            drawing.add(
                [CGPoint(200, 60), CGPoint(200, 200)], tool: .line, color: .red, width: 10))
        let before = stage.picture()
        stage.tap(150, 104)
        let selected = stage.picture()
        #expect(selected[300, 100] == 0xFF00_E640)
        // The other one still lies over it.
        #expect(selected[200, 100] == before[200, 100])
        #expect(stage.menu.menuFrame.midX == 150)
        stage.tap(60, 280)
        #expect(controller.selected == nil && !stage.menu.isMenuVisible)
        #expect(stage.picture().isEqual(to: before))
    }

    @Test("Drawing on hides the menu, and the stroke stays selected.")
    func drawingHidesMenu() throws {
        let id = try line(y: 100)
        stage.tap(200, 100)
        stage.draw(CGPoint(20, 200), CGPoint(300, 260))
        #expect(!stage.menu.isMenuVisible)
        #expect(controller.selected == id)
        #expect(drawing.count == 2)
    }

    // MARK: The menu

    @Test("Delete in the menu takes the selected stroke out; undo brings it back, not selected.")
    func deletes() throws {
        let id = try line(y: 150)
        try line(y: 200)
        let before = stage.picture()
        stage.tap(200, 150)
        stage.chooseInMenu(0.2)
        #expect(drawing.stroke(id) == nil && drawing.count == 1)
        #expect(controller.selected == nil && !stage.menu.isMenuVisible)
        controller.undo()
        #expect(stage.picture().isEqual(to: before))
        #expect(stage.view.heldCount == 0)
    }

    @Test("Bring to Front puts it above all others, still selected.")
    func bringsToFront() throws {
        let low = try line(y: 150)
        let high = try line(y: 156)
        stage.tap(200, 145)
        #expect(controller.selected == low)
        stage.chooseInMenu(0.75)
        #expect(drawing.strokes.map(\.id) == [high, low])
        #expect(controller.selected == low)
        controller.undo()
        #expect(drawing.strokes.map(\.id) == [low, high])
        controller.redo()
        #expect(drawing.strokes.map(\.id) == [high, low])
    }

    @Test("Colour asks for one at the finger, and the stroke is seen in it: not selected any more.")
    func recolors() throws {
        let id = try line(y: 150)
        var asked: [CGPoint] = []
        var answer: ((InkColor) -> Void)?
        controller.chooseColor = { place, _, completion in
            asked.append(place)
            answer = completion
        }
        stage.tap(200, 154)
        stage.chooseInMenu(0.4)
        #expect(asked == [CGPoint(200, 154)])
        #expect(controller.selected == id)
        answer?(.blue)
        #expect(drawing.stroke(id)?.color == .blue)
        #expect(controller.selected == nil)
        controller.undo()
        #expect(drawing.stroke(id)?.color == .black)
        // Somebody who answers when the stroke has gone changes nothing.
        controller.clear()
        answer?(.red)
        controller.undo()
        #expect(drawing.stroke(id)?.color == .black)
    }

    @Test("Where nobody lets choose a colour, the menu doesn't offer it.")
    func noColors() throws {
        try line(y: 150)
        stage.tap(200, 150)
        let narrow = stage.menu.menuFrame.width
        controller.chooseColor = { _, _, _ in }
        stage.tap(200, 150)
        #expect(stage.menu.menuFrame.width > narrow)
    }

    @Test("A selected stroke that is undone away is selected no more, and its menu goes.")
    func undoneAway() throws {
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

    @Test("A pen's ink is there with the first sample; a tap on nothing leaves its dot.")
    func penDot() {
        controller.tool = .pen
        simulator.down(1, at: CGPoint(200, 150))
        #expect(stage.view.heldCount == 1)
        #expect(stage.picture()[200, 150] == 0xFF00_0000)
        simulator.advance(by: 0.05)
        simulator.up(1)
        #expect(drawing.count == 0)
        simulator.advance(by: 0.4)
        #expect(stage.places == [[CGPoint(200, 150)]])
        #expect(stage.picture()[200, 150] == 0xFF00_0000)
        controller.undo()
        #expect(stage.picture()[200, 150] == 0xFFAA_AAAA)
    }

    @Test("A pen's tap on a stroke selects it, and the ink of the tap goes.")
    func penSelects() throws {
        let id = try line(y: 150)
        controller.tool = .pen
        let before = stage.picture()
        stage.touch(200, 162)
        #expect(stage.view.heldCount == 1)
        #expect(!stage.picture().isEqual(to: before))
        simulator.advance(by: 0.4)
        #expect(controller.selected == id)
        #expect(drawing.count == 1 && stage.view.heldCount == 0)
        stage.tap(350, 280)
        controller.undo()
        #expect(drawing.count == 1)
        #expect(stage.picture().isEqual(to: before))
    }

    @Test("A pen's double tap takes its ink away and clears.")
    func penClears() throws {
        try line(y: 150)
        controller.tool = .pen
        stage.doubleTap(200, 250)
        #expect(drawing.count == 0 && stage.view.heldCount == 0)
        controller.undo()
        #expect(drawing.count == 1)
    }

    @Test("A pen's stroke is made of every sample of its frames.")
    func penKeepsSamples() {
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
        #expect(stage.places == [samples])
        #expect(drawing.strokes.first?.tool == .pen)
    }

    @Test("Another tool in the midst of a tap loses nothing of what the finger does next.")
    func toolChangesUnderATap() {
        simulator.down(1, at: CGPoint(50, 100))
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(55, 100))
        controller.tool = .pen
        for step in 1...10 {
            simulator.advance(by: 0.01)
            simulator.move(1, to: CGPoint(55 + Double(step) * 10, 100))
        }
        simulator.up(1)
        #expect(stage.places.count == 1)
        #expect(stage.places.first?.first == CGPoint(50, 100))
        #expect(stage.places.first?.last == CGPoint(155, 100))
        #expect(drawing.strokes.first?.points.count == 12)
    }
}
