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
    @Test("The tool's button changes between line and pen, and tells it.")
    func tool() throws {
        let desk = Desk()
        try desk.tap(.tool)
        #expect(desk.toolbar.tool == .pen)
        try desk.tap(.tool)
        #expect(desk.toolbar.tool == .line)
        #expect(desk.take() == ["tool pen", "tool line"])
    }

    @Test("A narrow row opens strips: a choice is told and closes them.")
    func strips() throws {
        let desk = Desk()
        #expect(desk.toolbar.frame(of: InkColor.blue) == nil)
        try desk.tap(.color)
        desk.tap(try desk.middle(of: InkColor.blue))
        #expect(desk.toolbar.color == .blue)
        #expect(desk.toolbar.frame(of: InkColor.blue) == nil)
        try desk.tap(.width)
        desk.tap(try desk.middle(of: InkWidth.thick))
        #expect(desk.toolbar.width == .thick)
        #expect(desk.toolbar.frame(of: InkWidth.thick) == nil)
        #expect(desk.take() == ["color blue", "width thick"])
        #expect(desk.isIdle)
    }

    @Test("One strip is open at a time; its own button closes it, and so do other buttons.")
    func oneStrip() throws {
        let desk = Desk()
        desk.toolbar.canUndo = true
        try desk.tap(.color)
        try desk.tap(.width)
        #expect(desk.toolbar.frame(of: InkColor.red) == nil)
        #expect(desk.toolbar.frame(of: InkWidth.thin) != nil)
        try desk.tap(.width)
        #expect(desk.toolbar.frame(of: InkWidth.thin) == nil)
        try desk.tap(.color)
        try desk.tap(.undo)
        #expect(desk.toolbar.frame(of: InkColor.red) == nil)
        #expect(desk.take() == ["undo"])
    }

    @Test("In a wide row every colour and width is one tap away.")
    func wide() throws {
        let desk = Desk(width: 800, height: 480)
        #expect(desk.toolbar.frame(of: .color) == nil)
        #expect(desk.toolbar.frame(of: .width) == nil)
        for color in InkColor.allCases { desk.tap(try desk.middle(of: color)) }
        for width in InkWidth.allCases { desk.tap(try desk.middle(of: width)) }
        #expect(
            desk.take() == InkColor.allCases.map { "color \($0)" }
                + InkWidth.allCases.map { "width \($0)" })
        #expect(desk.toolbar.color == .white)
        #expect(desk.toolbar.width == .thick)
    }

    @Test("What a program sets is shown and told to nobody.")
    func setting() {
        let desk = Desk()
        let before = desk.simulator.render()
        desk.toolbar.tool = .pen
        desk.toolbar.color = .red
        desk.toolbar.width = .thin
        desk.toolbar.canUndo = true
        desk.toolbar.canRedo = true
        #expect(desk.take().isEmpty)
        #expect(!desk.simulator.render().isEqual(to: before))
    }

    @Test("Undo and redo that aren't possible do nothing, and nobody draws below them.")
    func disabled() throws {
        let desk = Desk()
        try desk.tap(.undo)
        try desk.tap(.redo)
        #expect(desk.take().isEmpty)
        desk.toolbar.canUndo = true
        try desk.tap(.undo)
        // It becomes impossible under a finger.
        desk.simulator.down(1, at: try desk.middle(of: .undo))
        desk.toolbar.canUndo = false
        desk.simulator.up(1)
        #expect(desk.take() == ["undo"])
        #expect(desk.paper.began == 0)
    }

    @Test("Undo that is hammered is told once for each tap, until nothing is left to undo.")
    func hammered() throws {
        let desk = Desk()
        var left = 30
        desk.toolbar.canUndo = true
        desk.toolbar.onUndo = {
            left -= 1
            desk.toolbar.canUndo = left > 0
        }
        let place = try desk.middle(of: .undo)
        for _ in 0..<50 {
            desk.simulator.down(1, at: place)
            desk.simulator.advance(by: 0.01)
            desk.simulator.up(1)
            desk.simulator.advance(by: 0.01)
        }
        #expect(left == 0)
    }

    @Test("Ten fingers that come down and go at once do ten things, each once.")
    func tenFingers() throws {
        let desk = Desk(width: 800, height: 480)
        desk.toolbar.canUndo = true
        desk.toolbar.canRedo = true
        var places = try [Toolbar.Item.tool, .undo, .redo].map { try desk.middle(of: $0) }
        for color in InkColor.allCases.prefix(5) { places.append(try desk.middle(of: color)) }
        for width in InkWidth.allCases.prefix(2) { places.append(try desk.middle(of: width)) }
        desk.simulator.frame { frame in
            for (finger, place) in places.enumerated() { frame.down(finger, at: place) }
        }
        #expect(desk.take().isEmpty)
        desk.simulator.advance(by: 0.1)
        desk.simulator.frame { frame in
            for finger in places.indices { frame.up(finger) }
        }
        #expect(
            desk.take().sorted() == [
                "color black", "color green", "color orange", "color red", "color yellow", "redo",
                "tool pen", "undo", "width medium", "width thin",
            ])
        #expect(desk.paper.began == 0)
    }

    @Test("A button that is held waits for its own finger, whatever others do.")
    func heldButton() throws {
        let desk = Desk()
        desk.toolbar.canUndo = true
        desk.simulator.down(1, at: try desk.middle(of: .undo))
        // A second finger on the same button is none of its business.
        desk.simulator.down(2, at: try desk.middle(of: .undo))
        try desk.tap(.tool)
        try desk.tap(.color)
        desk.tap(try desk.middle(of: InkColor.red))
        #expect(desk.take() == ["tool pen", "color red"])
        desk.simulator.up(2)
        #expect(desk.take().isEmpty)
        desk.simulator.up(1)
        #expect(desk.take() == ["undo"])
    }

    @Test("A finger elsewhere closes the strip, and draws.")
    func fingerElsewhere() throws {
        let desk = Desk()
        try desk.tap(.color)
        desk.simulator.down(1, at: CGPoint(x: 200, y: 40))
        #expect(desk.toolbar.frame(of: InkColor.red) == nil)
        #expect(desk.paper.down == 1)
        desk.simulator.up(1)
        #expect(desk.take().isEmpty)
    }

    @Test("It watches its superview only as long as a strip is open and it is there.")
    func watching() throws {
        let desk = Desk()
        let root = try #require(desk.toolbar.superview)
        try desk.tap(.color)
        #expect(root.gestureRecognizers?.count == 1)
        try desk.tap(.color)
        #expect(root.gestureRecognizers == nil)
        try desk.tap(.width)
        desk.toolbar.removeFromSuperview()
        #expect(root.gestureRecognizers == nil)
    }

    // MARK: Whose fingers

    @Test(
        "Fingers on the row never draw below it, between its buttons neither; beside it they do.",
        arguments: [CGSize(width: 400, height: 240), CGSize(width: 800, height: 480)])
    func swallowing(size: CGSize) throws {
        let desk = Desk(width: size.width, height: size.height)
        let row = desk.toolbar.frame
        for x in stride(from: row.minX + 0.5, to: row.maxX, by: 3) {
            #expect(!desk.reachesPaper(CGPoint(x: x, y: row.minY + 1)))
            #expect(!desk.reachesPaper(CGPoint(x: x, y: row.maxY - 1)))
        }
        #expect(desk.reachesPaper(CGPoint(x: row.minX - 1, y: row.midY)))
        #expect(desk.reachesPaper(CGPoint(x: row.maxX + 1, y: row.midY)))
        #expect(desk.reachesPaper(CGPoint(x: row.midX, y: row.minY - 1)))
        #expect(desk.reachesPaper(CGPoint(x: row.midX, y: row.maxY + 1)))
    }

    @Test("Beside an open strip, the box around strip and row is the drawing's.")
    func besideStrip() throws {
        let desk = Desk()
        try desk.tap(.width)
        let strip = try #require(desk.toolbar.frame(of: InkWidth.thin))
        #expect(!desk.reachesPaper(strip.middle))
        // That was a choice.
        try desk.tap(.width)
        let row = try #require(desk.toolbar.frame(of: .tool))
        #expect(desk.toolbar.frame.contains(CGPoint(x: row.midX, y: strip.midY)))
        #expect(desk.reachesPaper(CGPoint(x: row.midX, y: strip.midY)))
    }

    @Test("The drawing's recognizers see nothing of fingers on it.")
    func recognizers() throws {
        let desk = Desk()
        var count = 0
        let kinds: [UIGestureRecognizer] = [
            UITapGestureRecognizer(), UIPanGestureRecognizer(), UILongPressGestureRecognizer(),
        ]
        for recognizer in kinds {
            recognizer.addAction { _ in count += 1 }
            desk.paper.addGestureRecognizer(recognizer)
        }
        desk.toolbar.canUndo = true
        for item in Toolbar.Item.allCases {
            let place = try desk.middle(of: item)
            desk.tap(place)
            desk.simulator.down(1, at: place)
            desk.simulator.advance(by: 0.8)
            desk.simulator.move(1, to: CGPoint(x: place.x, y: place.y - 90))
            desk.simulator.up(1)
            desk.simulator.advance(by: 1)
        }
        #expect(count == 0)
        desk.tap(CGPoint(x: 200, y: 40))
        desk.simulator.advance(by: 1)
        #expect(count > 0)
    }

    // MARK: Place

    @Test(
        "Every target has 44 points or more, lies on the screen, and none lies on another one.",
        arguments: [
            CGSize(width: 360, height: 640), CGSize(width: 400, height: 240),
            CGSize(width: 480, height: 272), CGSize(width: 640, height: 360),
            CGSize(width: 703, height: 400), CGSize(width: 704, height: 400),
            CGSize(width: 720, height: 1_280), CGSize(width: 800, height: 480),
            CGSize(width: 1_920, height: 1_080),
        ])
    func targets(size: CGSize) throws {
        let desk = Desk(width: size.width, height: size.height)
        let isWide = size.width >= 704
        #expect((desk.toolbar.frame(of: .color) == nil) == isWide)
        var targets = Toolbar.Item.allCases.compactMap { desk.toolbar.frame(of: $0) }
        if !isWide { try desk.tap(.color) }
        targets += try InkColor.allCases.map { try #require(desk.toolbar.frame(of: $0)) }
        check(targets, on: size)
        targets.removeLast(InkColor.allCases.count)
        if !isWide { try desk.tap(.width) }
        targets += try InkWidth.allCases.map { try #require(desk.toolbar.frame(of: $0)) }
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

    @Test("When the screen's size changes it lies as if it had always been so, its strip closed.")
    func sizeChange() throws {
        let sizes = [
            CGSize(width: 240, height: 400), CGSize(width: 800, height: 480),
            CGSize(width: 360, height: 640), CGSize(width: 400, height: 240),
        ]
        let desk = Desk()
        for size in sizes {
            if desk.toolbar.frame(of: .color) != nil { try desk.tap(.color) }
            desk.resize(width: size.width, height: size.height)
            let fresh = Desk(width: size.width, height: size.height)
            #expect(desk.toolbar.frame == fresh.toolbar.frame)
            for item in Toolbar.Item.allCases {
                #expect(desk.toolbar.frame(of: item) == fresh.toolbar.frame(of: item))
            }
            for color in InkColor.allCases {
                #expect(desk.toolbar.frame(of: color) == fresh.toolbar.frame(of: color))
            }
        }
    }

    @Test("A finger that opens a strip while the screen grows opens none: the colours stand there.")
    func growsUnderAFinger() throws {
        let desk = Desk()
        desk.simulator.down(1, at: try desk.middle(of: .color))
        desk.resize(width: 800, height: 480)
        desk.simulator.up(1)
        let fresh = Desk(width: 800, height: 480)
        #expect(desk.toolbar.frame == fresh.toolbar.frame)
        #expect(desk.toolbar.superview?.gestureRecognizers == nil)
    }

    // MARK: Random

    @Test("Random fingers leave no strip open beside a wide row, no touch, and nothing moving.")
    func randomFingers() {
        for seed in 0..<6 as Range<UInt64> {
            var random = SeededRandom(seed: 600 + seed)
            let desk = Desk(width: seed % 2 == 0 ? 400 : 800, height: seed % 2 == 0 ? 240 : 480)
            desk.makeRoom()
            desk.toolbar.canUndo = true
            var down: Set<Int> = []
            var onToolbar: Set<Int> = []
            for _ in 0..<800 {
                let finger = random.next(below: 10)
                let isInRow = random.next(below: 3) > 0
                let row = desk.toolbar.frame
                let place = CGPoint(
                    x: row.minX + random.number(in: 0...1) * row.width,
                    y: isInRow ? row.minY + random.number(in: 0...1) * row.height : 30)
                if !down.contains(finger) {
                    down.insert(finger)
                    let before = desk.paper.began
                    desk.simulator.down(finger, at: place)
                    if desk.paper.began == before { onToolbar.insert(finger) }
                } else if random.next(below: 2) == 0 {
                    desk.simulator.move(finger, to: place)
                } else {
                    down.remove(finger)
                    onToolbar.remove(finger)
                    if random.next(below: 5) == 0 {
                        desk.simulator.cancel(finger)
                    } else {
                        desk.simulator.up(finger)
                    }
                }
                if random.next(below: 4) == 0 {
                    desk.simulator.advance(by: random.number(in: 0...0.7))
                }
                if random.next(below: 60) == 0 { desk.toolbar.canUndo.toggle() }
                #expect(desk.paper.down == down.count - onToolbar.count)
                if desk.paper.down > 0 && onToolbar.isEmpty { #expect(desk.toolbar.alpha == 0) }
                if !onToolbar.isEmpty { #expect(desk.toolbar.alpha == 1) }
            }
            for finger in down.sorted() { desk.simulator.up(finger) }
            desk.simulator.advance(by: 3)
            #expect(desk.paper.down == 0)
            #expect(desk.toolbar.alpha == 1)
            #expect(desk.isIdle)
            // A finger elsewhere closes what was left open; then all is as at the beginning.
            desk.tap(CGPoint(x: 200, y: 20))
            desk.simulator.advance(by: 3)
            #expect(desk.toolbar.superview?.gestureRecognizers == nil)
            #expect(desk.isIdle)
            let rendered = desk.simulator.render()
            let fresh = Desk(width: seed % 2 == 0 ? 400 : 800, height: seed % 2 == 0 ? 240 : 480)
            fresh.toolbar.tool = desk.toolbar.tool
            fresh.toolbar.color = desk.toolbar.color
            fresh.toolbar.width = desk.toolbar.width
            fresh.toolbar.canUndo = desk.toolbar.canUndo
            #expect(fresh.simulator.render().isEqual(to: rendered))
        }
    }
}
