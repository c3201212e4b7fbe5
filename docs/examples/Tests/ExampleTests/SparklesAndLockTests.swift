import Testing
import TouchKit
import TouchKitTesting

@testable import sparkles_and_lock

@Suite("sparkles-and-lock", .serialized)
@MainActor
struct SparklesAndLockTests {
    /// A launched app: the sparkles in the left half, the lock in the right half.
    @MainActor
    private final class Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 600, height: 300))
        let sparkles: SparklesView
        let lock: LockView
        var patterns: [String] = []

        init() throws {
            let window = simulator.launch(AppDelegate.self).window
            let controller = try #require(window.rootViewController as? MainViewController)
            sparkles = controller.sparkles
            lock = controller.lock
            simulator.advance(by: 0.1)
            _ = simulator.render()
            lock.onPattern = { [unowned self] in patterns.append("\($0) \($1)") }
        }

        var sparks: [UIView] {
            sparkles.subviews.filter { $0 is UIImageView && $0 !== sparkles.ball }
        }

        /// Connects dots of the lock, and lifts the finger.
        func connect(_ dots: Int...) {
            for (index, dot) in dots.enumerated() {
                let point = CGPoint(x: 350 + 100 * Double(dot % 3), y: 50 + 100 * Double(dot / 3))
                if index == 0 {
                    simulator.down(1, at: point)
                } else {
                    simulator.move(1, to: point)
                }
            }
            simulator.up(1)
        }

        func pixel(_ x: Int, _ y: Int) -> UInt32 { simulator.render()[x, y] & 0xFFFFFF }
    }

    @Test("The ball's center jumps to the finger and follows it")
    func ball() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 40, y: 60))
        #expect(stage.sparkles.ball.center == CGPoint(x: 40, y: 60))
        stage.simulator.move(1, to: CGPoint(x: 140, y: 160))
        #expect(stage.sparkles.ball.center == CGPoint(x: 140, y: 160))
    }

    @Test("Each touch leaves sparks, alternately blue and green by finger")
    func colors() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 100, y: 100))
        stage.simulator.down(2, at: CGPoint(x: 200, y: 100))
        #expect(stage.pixel(100, 100) == 0x0000FF)
        #expect(stage.pixel(200, 100) == 0x00FF00)
        stage.simulator.move(1, to: CGPoint(x: 100, y: 200))
        #expect(stage.pixel(100, 200) == 0x0000FF)
        #expect(stage.sparks.count == 3)
    }

    @Test("A spark fades over two seconds and is then removed")
    func fading() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 100, y: 100))
        stage.simulator.up(1)
        stage.sparkles.ball.isHidden = true
        stage.simulator.advance(by: 1)
        #expect((0x70...0x90).contains(stage.pixel(100, 100)))
        stage.simulator.advance(by: 0.9)
        #expect(stage.sparks.count == 1)
        stage.simulator.advance(by: 0.2)
        #expect(stage.sparks.isEmpty)
        #expect(stage.pixel(100, 100) == 0)
    }

    @Test("Nine buttons with tags 0 to 8 on a pattern color have an image for each state")
    func buttons() throws {
        let stage = try Stage()
        #expect(stage.lock.buttons.map(\.tag) == Array(0...8))
        #expect(stage.pixel(303, 3) == 0x555555)
        #expect(stage.pixel(311, 3) == 0)
        #expect(stage.pixel(350, 50) == 0xAAAAAA)
        stage.simulator.down(1, at: CGPoint(x: 350, y: 50))
        #expect(stage.pixel(335, 50) == 0x00FF00)
    }

    @Test("The line connects the dots and ends at the finger")
    func line() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 350, y: 50))
        stage.simulator.move(1, to: CGPoint(x: 450, y: 50))
        stage.simulator.move(1, to: CGPoint(x: 450, y: 100))
        #expect(stage.pixel(400, 50) == 0xFFFFFF)
        #expect(stage.pixel(450, 90) == 0xFFFFFF)
        #expect(stage.lock.selectedButtons.map(\.tag) == [0, 1])
    }

    @Test("012 unlocks, and the lock is ready again")
    func password() throws {
        let stage = try Stage()
        stage.connect(0, 1, 2)
        #expect(stage.patterns == ["012 true"])
        #expect(stage.lock.selectedButtons.isEmpty)
        #expect(stage.lock.isUserInteractionEnabled)
    }

    @Test("A wrong pattern, and one dot alone, is red without interaction until its time is over")
    func wrongPatterns() async throws {
        let stage = try Stage()
        #expect(stage.lock.wrongPatternDuration == 3)
        // The block is due in real time, so the test shortens it.
        stage.lock.wrongPatternDuration = 0.01
        stage.connect(0, 3)
        #expect(stage.pixel(335, 50) == 0xFF0000)
        #expect(stage.pixel(350, 100) == 0xFF0000)
        #expect(!stage.lock.isUserInteractionEnabled)
        stage.connect(0, 1, 2)
        #expect(stage.patterns == ["03 false"])
        await stage.simulator.runMainQueue { stage.lock.isUserInteractionEnabled }
        #expect(stage.lock.selectedButtons.isEmpty)
        #expect(stage.pixel(335, 50) == 0xAAAAAA)
        stage.connect(4)
        #expect(stage.patterns == ["03 false", "4 false"])
        await stage.simulator.runMainQueue { stage.lock.isUserInteractionEnabled }
    }

    @Test("A cancelled touch resets the pattern")
    func cancellation() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 350, y: 50))
        stage.simulator.cancel(1)
        #expect(stage.lock.selectedButtons.isEmpty)
        #expect(stage.patterns == [])
    }
}
