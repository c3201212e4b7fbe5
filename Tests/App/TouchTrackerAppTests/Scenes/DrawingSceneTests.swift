import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// The drawing scene without its toolbar: pictures, callbacks, resizing and random touches.
@Suite("Drawing scene", .serialized)
@MainActor
struct DrawingSceneTests {
    /// Draws three crossing lines and a pen stroke.
    private func drawSomething(_ stage: DrawingTestScreen) {
        let controller = stage.controller
        let (width, height) = (stage.view.bounds.width, stage.view.bounds.height)
        for (index, color) in [InkColor.black, .blue, .yellow].enumerated() {
            controller.color = color
            let y = height * (0.35 + 0.12 * Double(index))
            stage.draw(
                CGPoint(width * 0.1, y), CGPoint(width * 0.9, y + (1 - Double(index)) * height / 9))
        }
        controller.tool = .pen
        controller.color = .red
        controller.width = .thin
        stage.simulator.down(8, at: CGPoint(width * 0.1, height * 0.8))
        for step in 1...40 {
            let part = Double(step) / 40
            let bend = part * 4 - (part * 4).rounded(.down)
            stage.simulator.advance(by: 0.008)
            stage.simulator.move(
                8,
                to: CGPoint(width * (0.1 + 0.8 * part), height * (0.8 + 0.35 * bend * (1 - bend))))
        }
        stage.simulator.up(8)
        stage.simulator.advance(by: 0.5)
        controller.tool = .line
        controller.color = .black
        controller.width = .medium
        controller.onColorRequest = { _, _, _ in }
    }

    /// Begins a two-touch gesture on the selected stroke, which is the first line.
    private func transform(_ stage: DrawingTestScreen, _ start: CGPoint, _ other: CGPoint) {
        stage.simulator.frame {
            $0.down(1, at: start)
            $0.down(2, at: other)
        }
        for step in 1...30 {
            let part = Double(step) / 30
            stage.simulator.advance(by: 0.01)
            stage.simulator.frame {
                $0.move(1, to: CGPoint(start.x + 30 * part, start.y - 50 * part))
                $0.move(2, to: CGPoint(other.x - 20 * part, other.y + 90 * part))
            }
        }
    }

    @Test("Pictures: finished and unfinished lines and pen strokes.")
    func toolsPicture() throws {
        let stage = DrawingTestScreen()
        drawSomething(stage)
        stage.simulator.down(1, at: CGPoint(100, 60))
        stage.simulator.move(1, to: CGPoint(380, 120))
        stage.controller.tool = .pen
        stage.controller.color = .green
        stage.controller.width = .thick
        stage.simulator.down(2, at: CGPoint(450, 60))
        for step in 1...20 {
            stage.simulator.advance(by: 0.008)
            stage.simulator.move(
                2, to: CGPoint(450 + Double(step) * 14, 60 + Double(step * (20 - step)) * 0.6))
        }
        // Pen ink is drawn in the next frame.
        stage.simulator.advance(by: 1.0 / 60)
        try expectPicture(stage.renderVerified(), matches: "drawing-tools")
    }

    @Test("Pictures: a selected line with its menu.")
    func menuPicture() throws {
        let stage = DrawingTestScreen()
        drawSomething(stage)
        stage.tap(400, 215)
        #expect(stage.menu.isMenuVisible)
        try expectPicture(stage.renderVerified(), matches: "drawing-menu")
    }

    @Test("Pictures: a line that is being dragged.")
    func draggedPicture() throws {
        let stage = DrawingTestScreen()
        drawSomething(stage)
        stage.press(400, 226)
        stage.simulator.move(1, to: CGPoint(400, 300))
        try expectPicture(stage.renderVerified(), matches: "drawing-carried")
    }

    @Test("Pictures: a selected line that is being rotated and scaled, in portrait at scale 2.")
    func transformedPicture() throws {
        let stage = DrawingTestScreen(width: 360, height: 640, scale: 2)
        drawSomething(stage)
        let id = try #require(stage.drawing.strokes.first?.id)
        stage.tap(60, 228)
        #expect(stage.controller.selectedStrokeID == id)
        transform(stage, CGPoint(90, 235), CGPoint(250, 275))
        stage.simulator.frame {
            $0.up(1)
            $0.up(2)
        }
        #expect(stage.controller.selectedStrokeID == id)
        try expectPicture(stage.renderVerified(), matches: "drawing-transformed-portrait-2x")
    }

    @Test("Pictures: the menu stays on the screen near an edge, in portrait.")
    func portraitPicture() throws {
        let stage = DrawingTestScreen(width: 720, height: 1_280)
        drawSomething(stage)
        stage.tap(700, 450)
        stage.tap(640, 590)
        #expect(stage.menu.isMenuVisible)
        try expectPicture(stage.renderVerified(), matches: "drawing-menu-portrait")
    }

    // MARK: Callbacks

    @Test("The scene reports once when touches begin to draw, and every relevant change.")
    func callbacks() throws {
        let stage = DrawingTestScreen(width: 400, height: 300)
        var busy: [Bool] = []
        var changes = 0
        stage.controller.onUserDrawingChange = { busy.append($0) }
        stage.controller.onChange = { changes += 1 }
        stage.simulator.down(1, at: CGPoint(20, 20))
        #expect(busy == [])
        stage.simulator.move(1, to: CGPoint(80, 20))
        stage.simulator.down(2, at: CGPoint(20, 80))
        stage.simulator.move(2, to: CGPoint(80, 80))
        stage.simulator.up(1)
        #expect(busy == [true])
        stage.simulator.cancel(2)
        #expect(busy == [true, false])
        #expect(changes == 1)
        stage.controller.tool = .pen
        stage.controller.color = .red
        stage.controller.width = .thick
        #expect(changes == 4)
        #expect(stage.controller.canUndo && !stage.controller.canRedo)
        stage.controller.undo()
        #expect(!stage.controller.canUndo && stage.controller.canRedo)
        stage.controller.redo()
        stage.controller.clear()
        #expect(changes == 7)
        stage.controller.clear()
        #expect(changes == 7)
        stage.draw(CGPoint(100, 100), CGPoint(200, 200), CGPoint(220, 180))
        #expect(busy == [true, false, true, false])
        let stroke = try #require(stage.drawing.strokes.first)
        #expect(stroke.tool == .pen && stroke.color == .red && stroke.width == 20)
    }

    @Test("Touches on a view above the drawing draw nothing and trigger no gesture.")
    func otherViews() throws {
        let stage = DrawingTestScreen(width: 400, height: 300)
        stage.draw(CGPoint(50, 150), CGPoint(350, 150))
        let panel = UIView(frame: CGRect(x: 0, y: 100, width: 400, height: 100))
        stage.view.addSubview(panel)
        stage.tap(200, 150)
        stage.doubleTap(200, 150)
        stage.press(200, 150)
        stage.simulator.up(1)
        #expect(stage.controller.activity == .idle)
        #expect(stage.drawing.count == 1)
        #expect(stage.strokePoints == [[CGPoint(50, 150), CGPoint(350, 150)]])
    }

    @Test("After a resize, strokes keep their positions in points, and new ones can be drawn.")
    func resize() throws {
        let stage = DrawingTestScreen(width: 400, height: 300)
        stage.draw(CGPoint(50, 150), CGPoint(350, 150))
        stage.simulator.down(1, at: CGPoint(50, 50))
        stage.simulator.move(1, to: CGPoint(80, 50))
        _ = stage.simulator.render()
        stage.simulator.resize(width: 480, height: 640)
        #expect(stage.view.bounds.size == CGSize(width: 480, height: 640))
        #expect(stage.drawing.picture.size.width == 400)
        stage.view.draw(stage.view.bounds)
        #expect(stage.drawing.picture.size == CGSize(width: 480, height: 640))
        #expect(stage.strokePoints == [[CGPoint(50, 150), CGPoint(350, 150)]])
        stage.simulator.move(1, to: CGPoint(470, 630))
        stage.simulator.up(1)
        #expect(stage.strokePoints.last == [CGPoint(50, 50), CGPoint(470, 630)])
        #expect(
            stage.drawing.stroke(nearestTo: CGPoint(470, 630), within: 1)
                == stage.drawing.strokes.last?.id)
    }

    @Test("With multi-touch disabled, only one touch draws.")
    func singleTouch() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 300))
        let controller = DrawingViewController()
        controller.drawingView.isMultipleTouchEnabled = false
        simulator.window.rootViewController = controller
        simulator.down(1, at: CGPoint(20, 20))
        simulator.move(1, to: CGPoint(100, 20))
        simulator.down(2, at: CGPoint(20, 200))
        simulator.move(2, to: CGPoint(100, 200))
        #expect(controller.drawingView.unfinishedStrokeCount == 1)
    }

    // MARK: Many touches

    /// Returns a random location, often near a stroke.
    private func place(_ random: inout SeededRandom, _ stage: DrawingTestScreen) -> CGPoint {
        let strokes = stage.drawing.strokes
        if random.next(below: 3) > 0, !strokes.isEmpty {
            let points = strokes[random.next(below: strokes.count)].points
            let point = points[random.next(below: points.count)]
            return CGPoint(
                min(max(point.x + random.number(in: -8...8), 0), 399),
                min(max(point.y + random.number(in: -8...8), 0), 299))
        }
        return CGPoint(random.number(in: 0...399), random.number(in: 0...299))
    }

    @Test(
        "After any of ten random touches the scene's state is consistent.",
        arguments: Optimization.isEnabled ? 0..<20 : 0..<1 as Range<UInt64>)
    func randomTouches(seed: UInt64) {
        let stage = DrawingTestScreen(width: 400, height: 300)
        var touches = RandomTouches(seed: seed, size: CGSize(width: 400, height: 300))
        var isBusy = false
        var activities: Set<String> = []
        stage.controller.onUserDrawingChange = { isUserDrawing in
            #expect(isUserDrawing != isBusy)
            isBusy = isUserDrawing
        }
        stage.simulator.displayRate = 60
        for step in 0..<(Optimization.isEnabled ? 6_000 : 600) {
            stage.simulator.advance(by: 1.0 / 120)
            touches.step(stage.simulator) { place(&$0, stage) }
            switch touches.random.next(below: 200) {
            case 0: stage.controller.undo()
            case 1: stage.controller.redo()
            case 2: stage.controller.tool = touches.random.next(below: 2) == 0 ? .line : .pen
            case 3 where stage.menu.isMenuVisible: stage.tapMenu(atFraction: 0.15)
            case 4:
                if !stage.controller.isStrokePickedUp, let id = stage.drawing.strokes.first?.id {
                    stage.controller.select(id)
                }
            default: break
            }
            switch stage.controller.activity {
            case .idle:
                #expect(stage.drawing.highlightedStroke == nil)
                #expect(stage.drawing.excludedStrokeID == nil)
                #expect(!stage.menu.isMenuVisible)
            case .selected(let id):
                activities.insert("selected")
                #expect(stage.drawing.highlightedStroke?.id == id)
                #expect(stage.drawing.excludedStrokeID == nil && stage.drawing.stroke(id) != nil)
            case .dragging(let id, _):
                activities.insert("dragging")
                #expect(stage.drawing.excludedStrokeID == id && stage.drawing.stroke(id) != nil)
            case .transforming(let id, let gestures):
                activities.insert("transforming")
                #expect(stage.drawing.excludedStrokeID == id && stage.drawing.stroke(id) != nil)
                #expect(1...3 ~= gestures)
            }
            #expect(
                isBusy
                    == (stage.view.unfinishedStrokeCount > 0 || stage.controller.isStrokePickedUp))
            #expect(stage.view.unfinishedStrokeCount <= touches.count + 10)
            if step % 100 == 0 { _ = stage.simulator.render() }
        }
        touches.liftAll(stage.simulator)
        stage.simulator.advance(by: 2)
        #expect(stage.view.unfinishedStrokeCount == 0 && !isBusy)
        #expect(!stage.controller.isStrokePickedUp)
        stage.controller.select(nil)
        #expect(stage.renderVerified().isEqual(to: stage.renderModel()))
        for stroke in stage.drawing.strokes { #expect(stroke.isDrawable) }
        while stage.drawing.undo() {}
        #expect(stage.drawing.count == 0)
        #expect(activities.contains("selected"), "\(activities.sorted())")
    }

    @Test(
        "After warm-up, frames with ten drawing touches over 1,000 strokes allocate nothing.",
        .requiresOptimizedBuild,
        arguments: Tool.allCases, [1, 2] as [CGFloat])
    func warmFramesAllocateNothing(tool: Tool, scale: CGFloat) throws {
        let controller = DrawingViewController()
        let kiosk = try ScriptedKiosk(scale: scale) { application in
            let window = UIWindow(frame: application.screen.bounds)
            window.rootViewController = controller
            window.makeKeyAndVisible()
        }
        var random = SeededRandom(seed: 5)
        func place() -> CGPoint {
            CGPoint(random.number(in: 0...800) / scale, random.number(in: 100...480) / scale)
        }
        for _ in 0..<1_000 {
            controller.drawing.add([place(), place()], tool: .line, color: .blue, width: 4)
        }
        let id = try #require(
            controller.drawing.add(
                [CGPoint(10, 20), CGPoint(60, 30), CGPoint(100, 20)], tool: tool, color: .red,
                width: 10))
        controller.tool = tool
        controller.drawingView.pickUp(id)
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        // Two rounds of warm-up, which also allocate the memory for ink and overlaps; the third is
        // counted.
        let last = 2
        var counted: UInt = 0
        for round in 0...last {
            for slot in 0..<10 {
                try kiosk.step(touchscreen.frame(slot, .down, x: Double(slot * 70 + 30), y: 60))
            }
            for step in 0..<520 {
                let before = allocation_counter_value()
                let frame = touchscreen.frame(moving: 0..<10) { slot in
                    (Double(slot * 70 + 30 + step % 50), Double(60 + (step * 7) % 410))
                }
                if step % 4 < 3 {
                    kiosk.receive(frame)
                } else {
                    controller.drawingView.transformPickedUpStroke(
                        by: CGAffineTransform(translationX: step % 8 < 4 ? 3 : -3, y: 1))
                    try kiosk.step(frame)
                }
                if round == last && step >= 40 { counted += allocation_counter_value() - before }
            }
            if round == last { break }
            for slot in 0..<10 { try kiosk.step(touchscreen.frame(slot, .up, x: 0, y: 0)) }
        }
        #expect(controller.drawingView.unfinishedStrokeCount == 10)
        #expect(kiosk.session.frameLog.frames > 250)
        print("\(tool), scale \(scale): \(counted) allocations")
        #expect(counted == 0)
    }
}
