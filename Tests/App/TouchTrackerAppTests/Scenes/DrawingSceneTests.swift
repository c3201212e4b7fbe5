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
import TouchTrackerTestSupport

/// The scene as a whole: its pictures, what it tells, other screens, many fingers.
@Suite("Drawing scene: whole", .serialized)
@MainActor
struct DrawingSceneTests {
    /// Three lines that cross, and a wave of the pen.
    private func drawSomething(_ stage: DrawingStage) {
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
        controller.chooseColor = { _, _, _ in }
    }

    /// Two fingers take the selected stroke, here the first line.
    private func transform(_ stage: DrawingStage, _ start: CGPoint, _ other: CGPoint) {
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

    @Test("Lines and a pen's ink, finished and under fingers.")
    func toolsPicture() throws {
        let stage = DrawingStage()
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
        // A pen's ink is drawn with the frame.
        stage.simulator.advance(by: 1.0 / 60)
        try expectPicture(stage.picture(), matches: "drawing-tools")
    }

    @Test("A selected line with its menu.")
    func menuPicture() throws {
        let stage = DrawingStage()
        drawSomething(stage)
        stage.tap(400, 215)
        #expect(stage.menu.isMenuVisible)
        try expectPicture(stage.picture(), matches: "drawing-menu")
    }

    @Test("A line that a long press has picked up and dragged.")
    func carriedPicture() throws {
        let stage = DrawingStage()
        drawSomething(stage)
        stage.press(400, 226)
        stage.simulator.move(1, to: CGPoint(400, 300))
        try expectPicture(stage.picture(), matches: "drawing-carried")
    }

    @Test("Portrait, at scale 2: a selected line that two fingers have turned and scaled.")
    func transformedPicture() throws {
        let stage = DrawingStage(width: 360, height: 640, scale: 2)
        drawSomething(stage)
        let id = try #require(stage.drawing.strokes.first?.id)
        stage.tap(60, 228)
        #expect(stage.controller.selected == id)
        transform(stage, CGPoint(90, 235), CGPoint(250, 275))
        stage.simulator.frame {
            $0.up(1)
            $0.up(2)
        }
        #expect(stage.controller.selected == id)
        try expectPicture(stage.picture(), matches: "drawing-transformed-portrait-2x")
    }

    @Test("Portrait: the menu keeps to the screen at its edge.")
    func portraitPicture() throws {
        let stage = DrawingStage(width: 720, height: 1_280)
        drawSomething(stage)
        stage.tap(700, 450)
        stage.tap(640, 590)
        #expect(stage.menu.isMenuVisible)
        try expectPicture(stage.picture(), matches: "drawing-menu-portrait")
    }

    // MARK: What it tells

    @Test("It tells when fingers draw, once for all of them, and of every change that matters.")
    func tells() throws {
        let stage = DrawingStage(width: 400, height: 300)
        var busy: [Bool] = []
        var changes = 0
        stage.controller.onBusy = { busy.append($0) }
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

    @Test("Fingers on a view above the drawing draw nothing, and make no gesture.")
    func otherViews() throws {
        let stage = DrawingStage(width: 400, height: 300)
        stage.draw(CGPoint(50, 150), CGPoint(350, 150))
        let panel = UIView(frame: CGRect(x: 0, y: 100, width: 400, height: 100))
        stage.view.addSubview(panel)
        stage.tap(200, 150)
        stage.doubleTap(200, 150)
        stage.press(200, 150)
        stage.simulator.up(1)
        #expect(stage.controller.activity == .idle)
        #expect(stage.drawing.count == 1)
        #expect(stage.places == [[CGPoint(50, 150), CGPoint(350, 150)]])
    }

    @Test("On another screen strokes stay where they are, in points, and new ones fit.")
    func screenChange() throws {
        let stage = DrawingStage(width: 400, height: 300)
        stage.draw(CGPoint(50, 150), CGPoint(350, 150))
        stage.simulator.down(1, at: CGPoint(50, 50))
        stage.simulator.move(1, to: CGPoint(80, 50))
        _ = stage.simulator.render()
        stage.simulator.application.screenChanged(
            to: ScreenGeometry(scanoutWidth: 480, scanoutHeight: 640, scale: 1))
        #expect(stage.view.bounds.size == CGSize(width: 480, height: 640))
        #expect(stage.drawing.picture.size.width == 400)
        stage.view.draw(stage.view.bounds)
        #expect(stage.drawing.picture.size == CGSize(width: 480, height: 640))
        #expect(stage.places == [[CGPoint(50, 150), CGPoint(350, 150)]])
        stage.simulator.move(1, to: CGPoint(470, 630))
        stage.simulator.up(1)
        #expect(stage.places.last == [CGPoint(50, 50), CGPoint(470, 630)])
        #expect(
            stage.drawing.stroke(nearestTo: CGPoint(470, 630), within: 1)
                == stage.drawing.strokes.last?.id)
    }

    @Test("Only one finger draws where the scene is told so.")
    func singleTouch() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 300))
        let controller = DrawingViewController(isMultipleTouchEnabled: false)
        simulator.window.rootViewController = controller
        simulator.down(1, at: CGPoint(20, 20))
        simulator.move(1, to: CGPoint(100, 20))
        simulator.down(2, at: CGPoint(20, 200))
        simulator.move(2, to: CGPoint(100, 200))
        #expect(controller.drawingView.heldCount == 1)
    }

    // MARK: Many fingers

    /// Fingers that do anything, at the display's pace.
    @MainActor
    private struct Teenager {
        var random: SeededRandom
        var down: [Int: CGPoint] = [:]

        /// One hardware frame.
        mutating func play(_ stage: DrawingStage) {
            stage.simulator.frame { frame in
                for finger in 0..<10 {
                    guard let place = down[finger] else {
                        if random.next(below: 30) == 0 {
                            let place = self.place(stage)
                            down[finger] = place
                            frame.down(finger, at: place)
                        }
                        continue
                    }
                    switch random.next(below: 60) {
                    case 0, 1:
                        down[finger] = nil
                        frame.up(finger)
                    case 2 where random.next(below: 8) == 0:
                        down[finger] = nil
                        frame.cancel(finger)
                    case 3...40 where finger % 3 != 0:
                        let next = CGPoint(
                            place.x + random.number(in: -12...12),
                            place.y + random.number(in: -12...12))
                        down[finger] = next
                        frame.move(finger, to: next)
                    default:
                        break
                    }
                }
            }
        }

        /// Anywhere, or near a stroke: they like to take hold of one.
        private mutating func place(_ stage: DrawingStage) -> CGPoint {
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
    }

    @Test(
        "Ten fingers at random never leave it in a wrong state.",
        arguments: Optimization.isOn ? 0..<20 : 0..<1 as Range<UInt64>)
    func tenFingersAtRandom(seed: UInt64) {
        let stage = DrawingStage(width: 400, height: 300)
        var hand = Teenager(random: SeededRandom(seed: seed))
        var isBusy = false
        var taken: Set<String> = []
        stage.controller.onBusy = { fingersAreBusy in
            #expect(fingersAreBusy != isBusy)
            isBusy = fingersAreBusy
        }
        stage.simulator.displayRate = 60
        for step in 0..<(Optimization.isOn ? 6_000 : 600) {
            stage.simulator.advance(by: 1.0 / 120)
            hand.play(stage)
            switch hand.random.next(below: 200) {
            case 0: stage.controller.undo()
            case 1: stage.controller.redo()
            case 2: stage.controller.tool = hand.random.next(below: 2) == 0 ? .line : .pen
            case 3 where stage.menu.isMenuVisible: stage.chooseInMenu(0.15)
            case 4:
                if !stage.controller.isHolding, let id = stage.drawing.strokes.first?.id {
                    stage.controller.select(id)
                }
            default: break
            }
            switch stage.controller.activity {
            case .idle:
                #expect(stage.drawing.highlighted == nil && stage.drawing.lifted == nil)
                #expect(!stage.menu.isMenuVisible)
            case .selected(let id):
                taken.insert("selected")
                #expect(stage.drawing.highlighted?.id == id && stage.drawing.lifted == nil)
                #expect(stage.drawing.stroke(id) != nil)
            case .carrying(let id, _):
                taken.insert("carried")
                #expect(stage.drawing.lifted == id && stage.drawing.stroke(id) != nil)
            case .transforming(let id, let gestures):
                taken.insert("transformed")
                #expect(stage.drawing.lifted == id && stage.drawing.stroke(id) != nil)
                #expect(1...3 ~= gestures)
            }
            #expect(isBusy == (stage.view.heldCount > 0 || stage.controller.isHolding))
            #expect(stage.view.heldCount <= hand.down.count + 10)
            if step % 100 == 0 { _ = stage.simulator.render() }
        }
        for finger in hand.down.keys { stage.simulator.up(finger) }
        stage.simulator.advance(by: 2)
        #expect(stage.view.heldCount == 0 && !isBusy)
        #expect(!stage.controller.isHolding)
        stage.controller.select(nil)
        #expect(stage.picture().isEqual(to: stage.pictureOfModel()))
        for stroke in stage.drawing.strokes { #expect(stroke.isDrawable) }
        while stage.drawing.undo() {}
        #expect(stage.drawing.count == 0)
        let allTaken = taken.sorted()
        #expect(allTaken.contains("selected"), "\(allTaken)")
    }

    @Test(
        "Once warm, frames with ten drawing fingers over 1,000 strokes allocate nothing of ours.",
        .enabled(if: Optimization.isOn && allocation_counter_is_active()),
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
        var panel = Panel(width: 800, height: 480)
        // Two rounds to warm up, memory for ink and for what lies over each other included, and one
        // that is counted.
        let last = 2
        var counted: UInt = 0
        for round in 0...last {
            for slot in 0..<10 {
                try kiosk.step(panel.frame(slot, .down, x: Double(slot * 70 + 30), y: 60))
            }
            for step in 0..<520 {
                let before = allocation_counter_value()
                let frame = panel.frame(moving: 0..<10) { slot in
                    (Double(slot * 70 + 30 + step % 50), Double(60 + (step * 7) % 410))
                }
                if step % 4 < 3 {
                    kiosk.session.receive(frame)
                } else {
                    controller.drawingView.carry(
                        by: CGAffineTransform(translationX: step % 8 < 4 ? 3 : -3, y: 1))
                    try kiosk.step(frame)
                }
                if round == last && step >= 40 { counted += allocation_counter_value() - before }
            }
            if round == last { break }
            for slot in 0..<10 { try kiosk.step(panel.frame(slot, .up, x: 0, y: 0)) }
        }
        #expect(controller.drawingView.heldCount == 10)
        #expect(kiosk.session.frameLog.frames > 250)
        print("\(tool), scale \(scale): \(counted) allocations")
        #expect(counted == 0)
    }
}
