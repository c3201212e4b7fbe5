import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Toolbar", .serialized)
@MainActor
struct ToolbarTests {
    @Test(
        "The tool button opens a strip with the tools and the eraser, in rows of any width.",
        arguments: [400, 800] as [CGFloat])
    func tool(width: CGFloat) throws {
        let screen = ToolbarTestScreen(width: width, height: 480)
        for tool in [.pen, nil, .line] as [Tool?] {
            #expect(screen.toolbar.frame(ofTool: tool) == nil)
            try screen.tap(.tool)
            screen.tap(try screen.center(ofTool: tool))
            #expect(screen.toolbar.isErasing == (tool == nil))
            if let tool { #expect(screen.toolbar.tool == tool) }
        }
        #expect(screen.removeEvents() == ["tool pen", "eraser", "tool line"])
        try screen.tap(.tool)
        try screen.tap(.tool)
        #expect(screen.toolbar.frame(ofTool: .pen) == nil)
        #expect(screen.removeEvents().isEmpty)
    }

    @Test("In a narrow row, buttons open strips; a selection is reported and closes the strip.")
    func strips() throws {
        let screen = ToolbarTestScreen()
        #expect(screen.toolbar.frame(of: InkColor.blue) == nil)
        try screen.tap(.color)
        screen.tap(try screen.center(of: InkColor.blue))
        #expect(screen.toolbar.color == .blue)
        #expect(screen.toolbar.frame(of: InkColor.blue) == nil)
        try screen.tap(.width)
        screen.tap(try screen.center(of: InkWidth.thick))
        #expect(screen.toolbar.width == .thick)
        #expect(screen.toolbar.frame(of: InkWidth.thick) == nil)
        #expect(screen.removeEvents() == ["color blue", "width thick"])
        #expect(screen.simulator.isIdle)
    }

    @Test("Only one strip is open at a time; its own button and all other buttons close it.")
    func oneStrip() throws {
        let screen = ToolbarTestScreen()
        screen.toolbar.canUndo = true
        try screen.tap(.color)
        try screen.tap(.width)
        #expect(screen.toolbar.frame(of: InkColor.red) == nil)
        #expect(screen.toolbar.frame(of: InkWidth.thin) != nil)
        try screen.tap(.width)
        #expect(screen.toolbar.frame(of: InkWidth.thin) == nil)
        try screen.tap(.color)
        try screen.tap(.undo)
        #expect(screen.toolbar.frame(of: InkColor.red) == nil)
        #expect(screen.removeEvents() == ["undo"])
    }

    @Test("In a wide row, every color and width is selected by one tap.")
    func wide() throws {
        let screen = ToolbarTestScreen(width: 800, height: 480)
        #expect(screen.toolbar.frame(of: .color) == nil)
        #expect(screen.toolbar.frame(of: .width) == nil)
        for color in InkColor.allCases { screen.tap(try screen.center(of: color)) }
        for width in InkWidth.allCases { screen.tap(try screen.center(of: width)) }
        #expect(
            screen.removeEvents() == InkColor.allCases.map { "color \($0)" }
                + InkWidth.allCases.map { "width \($0)" })
        #expect(screen.toolbar.color == .white)
        #expect(screen.toolbar.width == .thick)
    }

    @Test("Setting a property updates the toolbar without calling a closure.")
    func settingProperties() {
        let screen = ToolbarTestScreen()
        let before = screen.simulator.render()
        screen.toolbar.tool = .pen
        screen.toolbar.color = .red
        screen.toolbar.width = .thin
        screen.toolbar.canUndo = true
        screen.toolbar.canRedo = true
        #expect(screen.removeEvents().isEmpty)
        #expect(!screen.simulator.render().isEqual(to: before))
    }

    @Test("Disabled undo and redo buttons do nothing, and touches on them don't draw.")
    func disabled() throws {
        let screen = ToolbarTestScreen()
        try screen.tap(.undo)
        try screen.tap(.redo)
        #expect(screen.removeEvents().isEmpty)
        screen.toolbar.canUndo = true
        try screen.tap(.undo)
        // The button is disabled during a touch on it.
        screen.simulator.down(1, at: try screen.center(of: .undo))
        screen.toolbar.canUndo = false
        screen.simulator.up(1)
        #expect(screen.removeEvents() == ["undo"])
        #expect(screen.drawingArea.began == 0)
    }

    @Test("Rapid taps on undo are reported once each, until undo is disabled.")
    func repeatedUndo() throws {
        let screen = ToolbarTestScreen()
        var left = 30
        screen.toolbar.canUndo = true
        screen.toolbar.onUndo = {
            left -= 1
            screen.toolbar.canUndo = left > 0
        }
        let place = try screen.center(of: .undo)
        for _ in 0..<50 {
            screen.simulator.tap(1, at: place, for: 0.01)
            screen.simulator.advance(by: 0.01)
        }
        #expect(left == 0)
    }

    @Test("Ten simultaneous taps cause ten actions, one each.")
    func tenTouches() throws {
        let screen = ToolbarTestScreen(width: 800, height: 480)
        screen.toolbar.canUndo = true
        screen.toolbar.canRedo = true
        var places = try [Toolbar.Item.undo, .redo].map { try screen.center(of: $0) }
        for color in InkColor.allCases.prefix(5) { places.append(try screen.center(of: color)) }
        for width in InkWidth.allCases { places.append(try screen.center(of: width)) }
        screen.simulator.frame { frame in
            for (finger, place) in places.enumerated() { frame.down(finger, at: place) }
        }
        #expect(screen.removeEvents().isEmpty)
        screen.simulator.advance(by: 0.1)
        screen.simulator.frame { frame in
            for finger in places.indices { frame.up(finger) }
        }
        #expect(
            screen.removeEvents().sorted() == [
                "color black", "color green", "color orange", "color red", "color yellow", "redo",
                "undo", "width medium", "width thick", "width thin",
            ])
        #expect(screen.drawingArea.began == 0)
    }

    @Test("A held button tracks its own touch, whatever other touches do.")
    func heldButton() throws {
        let screen = ToolbarTestScreen()
        screen.toolbar.canUndo = true
        screen.simulator.down(1, at: try screen.center(of: .undo))
        // A second touch on the same button is ignored.
        screen.simulator.down(2, at: try screen.center(of: .undo))
        try screen.tap(.tool)
        screen.tap(try screen.center(ofTool: .pen))
        try screen.tap(.color)
        screen.tap(try screen.center(of: InkColor.red))
        #expect(screen.removeEvents() == ["tool pen", "color red"])
        screen.simulator.up(2)
        #expect(screen.removeEvents().isEmpty)
        screen.simulator.up(1)
        #expect(screen.removeEvents() == ["undo"])
    }

    @Test("A touch elsewhere closes the strip and draws.")
    func touchElsewhere() throws {
        let screen = ToolbarTestScreen()
        try screen.tap(.color)
        screen.simulator.down(1, at: CGPoint(x: 200, y: 40))
        #expect(screen.toolbar.frame(of: InkColor.red) == nil)
        #expect(screen.drawingArea.down == 1)
        screen.simulator.up(1)
        #expect(screen.removeEvents().isEmpty)
    }

    @Test("The superview is observed only while a strip is open and the toolbar is in a view.")
    func touchObserver() throws {
        let screen = ToolbarTestScreen()
        let root = try #require(screen.toolbar.superview)
        try screen.tap(.color)
        #expect(root.gestureRecognizers?.count == 1)
        try screen.tap(.color)
        #expect(root.gestureRecognizers == nil)
        try screen.tap(.width)
        screen.toolbar.removeFromSuperview()
        #expect(root.gestureRecognizers == nil)
    }

    // MARK: Hit testing

    @Test(
        "Touches on the row, including its gaps, never draw; touches beside it do.",
        arguments: [CGSize(width: 400, height: 240), CGSize(width: 800, height: 480)])
    func touchesOnRow(size: CGSize) throws {
        let screen = ToolbarTestScreen(width: size.width, height: size.height)
        let row = screen.toolbar.frame
        for x in stride(from: row.minX + 0.5, to: row.maxX, by: 3) {
            #expect(!screen.reachesDrawingArea(CGPoint(x: x, y: row.minY + 1)))
            #expect(!screen.reachesDrawingArea(CGPoint(x: x, y: row.maxY - 1)))
        }
        #expect(screen.reachesDrawingArea(CGPoint(x: row.minX - 1, y: row.midY)))
        #expect(screen.reachesDrawingArea(CGPoint(x: row.maxX + 1, y: row.midY)))
        #expect(screen.reachesDrawingArea(CGPoint(x: row.midX, y: row.minY - 1)))
        #expect(screen.reachesDrawingArea(CGPoint(x: row.midX, y: row.maxY + 1)))
    }

    @Test("Touches beside an open strip reach the drawing.")
    func besideStrip() throws {
        let screen = ToolbarTestScreen()
        try screen.tap(.width)
        let strip = try #require(screen.toolbar.frame(of: InkWidth.thin))
        #expect(!screen.reachesDrawingArea(strip.center))
        // The tap has selected a value.
        try screen.tap(.width)
        let row = try #require(screen.toolbar.frame(of: .tool))
        #expect(screen.toolbar.frame.contains(CGPoint(x: row.midX, y: strip.midY)))
        #expect(screen.reachesDrawingArea(CGPoint(x: row.midX, y: strip.midY)))
    }

    @Test("The drawing's recognizers receive no touches on the toolbar.")
    func recognizers() throws {
        let screen = ToolbarTestScreen()
        var count = 0
        let kinds: [UIGestureRecognizer] = [
            UITapGestureRecognizer(), UIPanGestureRecognizer(), UILongPressGestureRecognizer(),
        ]
        for recognizer in kinds {
            recognizer.addAction { _ in count += 1 }
            screen.drawingArea.addGestureRecognizer(recognizer)
        }
        screen.toolbar.canUndo = true
        for item in Toolbar.Item.allCases where item != .pages {
            let place = try screen.center(of: item)
            screen.tap(place)
            screen.simulator.down(1, at: place)
            screen.simulator.advance(by: 0.8)
            screen.simulator.move(1, to: CGPoint(x: place.x, y: place.y - 90))
            screen.simulator.up(1)
            screen.simulator.advance(by: 1)
        }
        #expect(count == 0)
        screen.tap(CGPoint(x: 200, y: 40))
        screen.simulator.advance(by: 1)
        #expect(count > 0)
    }

    // MARK: Layout

    @Test(
        "Every touch target is at least 44 points in size, on the screen, and overlaps no other.",
        arguments: [
            CGSize(width: 360, height: 640), CGSize(width: 400, height: 240),
            CGSize(width: 480, height: 272), CGSize(width: 640, height: 360),
            CGSize(width: 703, height: 400), CGSize(width: 704, height: 400),
            CGSize(width: 720, height: 1_280), CGSize(width: 800, height: 480),
            CGSize(width: 1_920, height: 1_080),
        ])
    func targets(size: CGSize) throws {
        let screen = ToolbarTestScreen(width: size.width, height: size.height)
        let isWide = size.width >= 704
        #expect((screen.toolbar.frame(of: .color) == nil) == isWide)
        var targets = Toolbar.Item.allCases.compactMap { screen.toolbar.frame(of: $0) }
        if !isWide { try screen.tap(.color) }
        targets += try InkColor.allCases.map { try #require(screen.toolbar.frame(of: $0)) }
        check(targets, on: size)
        targets.removeLast(InkColor.allCases.count)
        if !isWide { try screen.tap(.width) }
        targets += try InkWidth.allCases.map { try #require(screen.toolbar.frame(of: $0)) }
        check(targets, on: size)
        targets.removeLast(InkWidth.allCases.count)
        try screen.tap(.tool)
        targets += try [.pen, .line, nil].map { try #require(screen.toolbar.frame(ofTool: $0)) }
        check(targets, on: size)
    }

    private func check(_ targets: [CGRect], on size: CGSize) {
        let screen = CGRect(origin: .zero, size: size)
        for (number, target) in targets.enumerated() {
            #expect(target.width >= 44 && target.height >= 44)
            #expect(screen.contains(target))
            for other in targets[..<number] {
                #expect(target.intersection(other).width * target.intersection(other).height == 0)
            }
        }
    }

    @Test("After a resize, the layout equals that of a new toolbar, with all strips closed.")
    func sizeChange() throws {
        let sizes = [
            CGSize(width: 240, height: 400), CGSize(width: 800, height: 480),
            CGSize(width: 360, height: 640), CGSize(width: 400, height: 240),
        ]
        let screen = ToolbarTestScreen()
        for size in sizes {
            if screen.toolbar.frame(of: .color) != nil { try screen.tap(.color) }
            screen.simulator.resize(width: size.width, height: size.height)
            let fresh = ToolbarTestScreen(width: size.width, height: size.height)
            #expect(screen.toolbar.frame == fresh.toolbar.frame)
            for item in Toolbar.Item.allCases {
                #expect(screen.toolbar.frame(of: item) == fresh.toolbar.frame(of: item))
            }
            for color in InkColor.allCases {
                #expect(screen.toolbar.frame(of: color) == fresh.toolbar.frame(of: color))
            }
        }
    }

    @Test("If the screen grows during a touch that would open a strip, no strip opens.")
    func resizeDuringTouch() throws {
        let screen = ToolbarTestScreen()
        screen.simulator.down(1, at: try screen.center(of: .color))
        screen.simulator.resize(width: 800, height: 480)
        screen.simulator.up(1)
        let fresh = ToolbarTestScreen(width: 800, height: 480)
        #expect(screen.toolbar.frame == fresh.toolbar.frame)
        #expect(screen.toolbar.superview?.gestureRecognizers == nil)
    }

    // MARK: Random touches

    @Test(
        "After random touches, no strip is open in a wide row, and nothing moves.",
        arguments: 0..<6 as Range<UInt64>)
    func randomTouches(seed: UInt64) {
        var random = SeededRandom(seed: 600 + seed)
        let screen = ToolbarTestScreen(
            width: seed % 2 == 0 ? 400 : 800, height: seed % 2 == 0 ? 240 : 480)
        screen.hideWhileDrawing()
        screen.toolbar.canUndo = true
        var down: Set<Int> = []
        var onToolbar: Set<Int> = []
        for _ in 0..<800 {
            let finger = random.next(below: 10)
            let isInRow = random.next(below: 3) > 0
            let row = screen.toolbar.frame
            let place = CGPoint(
                x: row.minX + random.number(in: 0...1) * row.width,
                y: isInRow ? row.minY + random.number(in: 0...1) * row.height : 30)
            if !down.contains(finger) {
                down.insert(finger)
                let before = screen.drawingArea.began
                screen.simulator.down(finger, at: place)
                if screen.drawingArea.began == before { onToolbar.insert(finger) }
            } else if random.next(below: 2) == 0 {
                screen.simulator.move(finger, to: place)
            } else {
                down.remove(finger)
                onToolbar.remove(finger)
                if random.next(below: 5) == 0 {
                    screen.simulator.cancel(finger)
                } else {
                    screen.simulator.up(finger)
                }
            }
            if random.next(below: 4) == 0 {
                screen.simulator.advance(by: random.number(in: 0...0.7))
            }
            if random.next(below: 60) == 0 { screen.toolbar.canUndo.toggle() }
            #expect(screen.drawingArea.down == down.count - onToolbar.count)
            if screen.drawingArea.down > 0 && onToolbar.isEmpty {
                #expect(screen.toolbar.alpha == 0)
            }
            if !onToolbar.isEmpty { #expect(screen.toolbar.alpha == 1) }
        }
        for finger in down.sorted() { screen.simulator.up(finger) }
        screen.simulator.advance(by: 3)
        #expect(screen.drawingArea.down == 0)
        #expect(screen.toolbar.alpha == 1)
        #expect(screen.simulator.isIdle)
        // A touch elsewhere closes any open strip, which restores the initial state.
        screen.tap(CGPoint(x: 200, y: 20))
        screen.simulator.advance(by: 3)
        #expect(screen.toolbar.superview?.gestureRecognizers == nil)
        #expect(screen.simulator.isIdle)
        let rendered = screen.simulator.render()
        let fresh = ToolbarTestScreen(
            width: seed % 2 == 0 ? 400 : 800, height: seed % 2 == 0 ? 240 : 480)
        fresh.toolbar.isErasing = screen.toolbar.isErasing
        (fresh.toolbar.tool, fresh.toolbar.color) = (screen.toolbar.tool, screen.toolbar.color)
        fresh.toolbar.width = screen.toolbar.width
        fresh.toolbar.canUndo = screen.toolbar.canUndo
        #expect(fresh.simulator.render().isEqual(to: rendered))
    }
}
