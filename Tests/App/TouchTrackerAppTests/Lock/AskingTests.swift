import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Three fingers ask for the lock, or four corners do.
@Suite("Asking for the lock", .serialized)
@MainActor
struct AskingTests {
    @Test(
        "Three fingers that rest for three seconds ask, on every scene.", arguments: Scene.allCases)
    func everyScene(scene: Scene) {
        let stage = MaintenanceStage(scene)
        stage.hold(seconds: 2.9)
        #expect(stage.overlay == nil)
        stage.simulator.advance(by: 1)
        stage.hold()
        #expect(stage.isLockShown)
        #expect(stage.texts == ["Draw the pattern", "Cancel"])
        stage.expectNothingLeft()
    }

    @Test("The scene has lost its fingers by then, and no ink is left of them.")
    func noInk() throws {
        let stage = MaintenanceStage()
        let scene = try #require(stage.scene as? DrawingSceneController)
        let view = scene.drawingController.drawingView
        stage.simulator.advance(by: 1)
        let before = stage.simulator.render()
        for finger in 0..<3 {
            stage.simulator.down(finger, at: CGPoint(x: 200 + CGFloat(finger) * 120, y: 200))
        }
        for step in 1...20 {
            stage.simulator.move(
                1, to: CGPoint(x: 320 + CGFloat(step % 2) * 15, y: 200 + CGFloat(step % 3) * 4))
            stage.simulator.advance(by: 0.1)
        }
        #expect(view.heldCount > 0 || scene.drawingController.isHolding)
        stage.simulator.advance(by: 1.1)
        #expect(stage.isLockShown)
        #expect(view.heldCount == 0 && !scene.drawingController.isHolding)
        // They are nobody's until they are lifted.
        stage.simulator.move(0, to: CGPoint(x: 600, y: 300))
        for finger in 0..<3 { stage.simulator.up(finger) }
        try stage.tap("Cancel")
        stage.simulator.advance(by: 3)
        #expect(scene.drawingController.drawing.strokes.isEmpty)
        #expect(stage.simulator.render().isEqual(to: before))
        stage.expectNothingLeft()
    }

    @Test("Two fingers don't, nor four, nor three that stray, come late or were four before.")
    func others() {
        let stage = MaintenanceStage(.touches)
        let simulator = stage.simulator
        func down(_ fingers: Range<Int>) {
            for finger in fingers {
                simulator.down(finger, at: CGPoint(x: 100 + CGFloat(finger) * 90, y: 150))
            }
        }
        func up(_ fingers: Range<Int>) {
            for finger in fingers { simulator.up(finger) }
            simulator.advance(by: 0.1)
            #expect(stage.overlay == nil)
        }
        down(0..<2)
        simulator.advance(by: 5)
        up(0..<2)
        down(0..<4)
        simulator.advance(by: 5)
        up(3..<4)
        simulator.advance(by: 5)
        up(0..<3)
        // A fourth one after two seconds.
        down(0..<3)
        simulator.advance(by: 2)
        down(3..<4)
        simulator.advance(by: 5)
        up(0..<4)
        // 21 points away.
        down(0..<3)
        simulator.advance(by: 2)
        simulator.move(1, to: CGPoint(x: 211, y: 150))
        simulator.advance(by: 5)
        up(0..<3)
        // The third one a second later.
        down(0..<2)
        simulator.advance(by: 1)
        down(2..<3)
        simulator.advance(by: 5)
        up(0..<3)
        // One lifted early, and down again.
        down(0..<3)
        simulator.advance(by: 2)
        up(2..<3)
        down(2..<3)
        simulator.advance(by: 5)
        up(0..<3)
        // Three beside two that were down before.
        down(3..<5)
        simulator.advance(by: 1)
        down(0..<3)
        simulator.advance(by: 5)
        up(0..<5)
        // 20 points are nothing.
        down(0..<3)
        simulator.move(1, to: CGPoint(x: 210, y: 150))
        simulator.advance(by: 3.01)
        #expect(stage.isLockShown)
    }

    @Test(
        "Without a pattern nothing happens, whatever fingers do, and as soon as one is set it does."
    )
    func noPattern() {
        let stage = MaintenanceStage(.touches)
        stage.keeper.hasPattern = false
        stage.panel.fingerCapacity = 1
        stage.hold()
        tapCorners(stage)
        #expect(stage.overlay == nil)
        stage.keeper.hasPattern = true
        tapCorners(stage)
        #expect(stage.isLockShown)
    }

    @Test("Without a lock nothing happens.")
    func noLock() {
        let stage = MaintenanceStage(.touches, hasLock: false)
        stage.hold()
        #expect(stage.overlay == nil)
    }

    // MARK: Corners

    private func tapCorners(
        _ stage: MaintenanceStage, order: [Int] = [0, 1, 2, 3], pause: Double = 0.5,
        inset: CGFloat = 60
    ) {
        let size = stage.sceneWindow?.bounds.size ?? .zero
        for corner in order {
            let x = corner == 1 || corner == 2 ? size.width - inset : inset
            let y = corner >= 2 ? size.height - inset : inset
            stage.tap(CGPoint(x: x, y: y))
            stage.simulator.advance(by: pause)
        }
    }

    @Test(
        "Where a panel can't tell three fingers apart, the four corners in order ask.",
        arguments: [1, 2])
    func corners(capacity: Int) {
        let stage = MaintenanceStage(.draw)
        stage.panel.fingerCapacity = capacity
        tapCorners(stage)
        #expect(stage.isLockShown)
        stage.expectNothingLeft()
    }

    @Test("With the pen the first three taps leave a dot each, the last one none.")
    func cornersLeaveDots() throws {
        let stage = MaintenanceStage(.draw, width: 720, height: 1_280)
        stage.panel.fingerCapacity = 1
        let scene = try #require(stage.scene as? DrawingSceneController)
        scene.drawingController.tool = .pen
        tapCorners(stage)
        #expect(stage.isLockShown)
        #expect(scene.drawingController.drawing.strokes.count == 3)
        #expect(!scene.drawingController.isHolding)
    }

    @Test("Where it can, or nobody knows, they don't.", arguments: [nil, 3, 10])
    func cornersOnMultitouch(capacity: Int?) {
        let stage = MaintenanceStage(.draw)
        stage.panel.fingerCapacity = capacity
        tapCorners(stage)
        #expect(stage.overlay == nil)
    }

    @Test("Another order, a tap too much, too slow or too far away isn't it; afterwards it works.")
    func otherCorners() {
        let stage = MaintenanceStage(.touches)
        stage.panel.fingerCapacity = 1
        for order in [[0, 3, 2, 1], [1, 2, 3, 0], [0, 1, 1, 2, 3], [0, 1, 2], [3]] {
            tapCorners(stage, order: order, pause: 0.3)
            #expect(stage.overlay == nil, "\(order)")
            stage.simulator.advance(by: 5)
        }
        tapCorners(stage, pause: 1.4)
        tapCorners(stage, inset: 66)
        #expect(stage.overlay == nil)
        // Elsewhere between the corners.
        tapCorners(stage, order: [0, 1])
        stage.tap(CGPoint(x: 300, y: 200))
        tapCorners(stage, order: [2, 3])
        #expect(stage.overlay == nil)
        // A corner tapped twice begins anew.
        tapCorners(stage, order: [0, 0, 1, 2, 3])
        #expect(stage.isLockShown)
    }

    @Test("With a second finger down corners don't count.")
    func cornersWithTwoFingers() {
        let stage = MaintenanceStage(.touches)
        stage.panel.fingerCapacity = 1
        stage.simulator.down(1, at: CGPoint(x: 300, y: 200))
        tapCorners(stage)
        stage.simulator.up(1)
        #expect(stage.overlay == nil)
    }

    // MARK: Nobody is disturbed

    /// What views were told and which actions were sent, while ten random fingers play; and the picture
    /// in the end.
    private func play(_ scene: Scene, seed: UInt64, hasLock: Bool) -> (
        lines: [String], stage: MaintenanceStage
    ) {
        let stage = MaintenanceStage(scene, hasLock: hasLock)
        stage.panel.fingerCapacity = 1
        var lines: [String] = []
        stage.application.touchTrace = { line in
            // Recognizers without a name are counted over all tests.
            var words = line.split(separator: " ")
            if words[1] == "action", words.count == 5 { words.remove(at: 3) }
            lines.append(words.joined(separator: " "))
        }
        var hands = RandomHands(seed: seed, size: CGSize(width: 800, height: 480))
        for _ in 0..<2_400 {
            hands.step(stage.simulator)
            stage.simulator.advance(by: 1.0 / 120)
        }
        hands.liftAll(stage.simulator)
        stage.simulator.advance(by: 2)
        #expect(stage.overlay == nil)
        return (lines, stage)
    }

    @Test(
        "As long as nobody asks, everything is as it is without a lock.", arguments: Scene.allCases)
    func transparent(scene: Scene) {
        for seed in 1...2 as ClosedRange<UInt64> {
            let without = play(scene, seed: seed, hasLock: false)
            let picture = without.stage.simulator.render()
            let with = play(scene, seed: seed, hasLock: true)
            #expect(without.lines.count > 500)
            #expect(with.lines == without.lines)
            #expect(with.stage.simulator.render().isEqual(to: picture))
        }
    }
}

/// Ten fingers that tap, rest, press and move about, repeatably.
@MainActor
struct RandomHands {
    private var random: SeededRandom
    private let size: CGSize
    private var places: [Int: CGPoint] = [:]
    private var restless: [Int: Bool] = [:]

    init(seed: UInt64, size: CGSize) {
        random = SeededRandom(seed: seed)
        self.size = size
    }

    /// Each finger does something, or nothing, now.
    mutating func step(_ simulator: TouchSimulator) {
        simulator.frame { frame in
            for finger in 0..<10 {
                guard let place = places[finger] else {
                    if random.next(below: 40) == 0 {
                        let place = CGPoint(
                            x: random.number(in: 0...size.width - 1),
                            y: random.number(in: 0...size.height - 1))
                        places[finger] = place
                        restless[finger] = random.next(below: 3) > 0
                        frame.down(finger, at: place)
                    }
                    continue
                }
                switch random.next(below: 60) {
                case 0, 1:
                    places[finger] = nil
                    frame.up(finger)
                case 2 where random.next(below: 6) == 0:
                    places[finger] = nil
                    frame.cancel(finger)
                default:
                    guard restless[finger] == true else { continue }
                    let next = CGPoint(
                        x: min(max(place.x + random.number(in: -9...9), 0), size.width - 1),
                        y: min(max(place.y + random.number(in: -9...9), 0), size.height - 1))
                    places[finger] = next
                    frame.move(finger, to: next)
                }
            }
        }
    }

    /// All fingers are lifted.
    mutating func liftAll(_ simulator: TouchSimulator) {
        for finger in places.keys.sorted() { simulator.up(finger) }
        places = [:]
    }
}
