import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Sparkles scene", .serialized)
@MainActor
struct SparklesSceneTests {
    /// The scene on a simulated screen. Must be created inside a test, because the newest
    /// application is the shared one.
    @MainActor
    private struct Stage {
        let simulator: TouchSimulator
        let controller: SparklesViewController
        var view: SparklesView? { controller.view as? SparklesView }
        var count: Int { view?.sparkCount ?? -1 }

        init(
            _ width: CGFloat = 800, _ height: CGFloat = 480, scale: CGFloat = 1,
            images: () -> [UIImage] = { [] }
        ) {
            simulator = TouchSimulator(
                screenSize: CGSize(width: width, height: height), scale: scale)
            controller = SparklesViewController(images: images())
            simulator.window.rootViewController = controller
            simulator.displayRate = 60
        }

        /// Draws circles with ten touches for one second at 240 Hz.
        func circles() {
            let size = simulator.window.bounds.size
            let across = size.width > size.height ? 5 : 2
            let down = 10 / across
            func place(_ finger: Int, _ time: Double) -> CGPoint {
                let turn = CGAffineTransform(rotationAngle: time * 5 + Double(finger))
                let cell = CGSize(
                    width: size.width / CGFloat(across), height: size.height / CGFloat(down))
                let arm = CGPoint(x: min(cell.width, cell.height) * 0.35, y: 0).applying(turn)
                return CGPoint(
                    x: cell.width * (CGFloat(finger % across) + 0.5) + arm.x,
                    y: cell.height * (CGFloat(finger / across) + 0.5) + arm.y)
            }
            simulator.frame { frame in
                for finger in 0..<10 { frame.down(finger, at: place(finger, 0)) }
            }
            for step in 1...240 {
                simulator.advance(by: 1.0 / 240)
                simulator.frame { frame in
                    for finger in 0..<10 {
                        frame.move(finger, to: place(finger, Double(step) / 240))
                    }
                }
            }
            simulator.advance(by: 0.02)
        }
    }

    // MARK: Sparks

    @Test("Every sample leaves a spark at its location, including coalesced ones.")
    func everySample() {
        let stage = Stage()
        stage.simulator.down(1, at: CGPoint(x: 100, y: 100))
        for step in 1...48 {
            stage.simulator.advance(by: 1.0 / 240)
            stage.simulator.move(1, to: CGPoint(x: 100 + Double(step) * 10, y: 100))
        }
        stage.simulator.advance(by: 0.02)
        #expect(stage.count == 49)
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.02)
        #expect(stage.count == 50)
    }

    @Test("A spark fades within two seconds; then no more frames are produced.")
    func fades() {
        let stage = Stage()
        let black = stage.simulator.render()
        #expect(!stage.simulator.application.needsFrames)
        stage.simulator.advance(to: 1)
        stage.simulator.down(1, at: CGPoint(x: 100, y: 100))
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.05)
        var brightness: [UInt32] = []
        for _ in 0..<19 {
            brightness.append(stage.simulator.render()[100, 100] >> 16 & 0xFF)
            stage.simulator.advance(by: 0.1)
        }
        #expect(brightness[0] > 200)
        for (earlier, later) in zip(brightness, brightness.dropFirst()) { #expect(later < earlier) }
        #expect(stage.count == 2)
        stage.simulator.advance(to: 3.1)
        #expect(stage.count == 0)
        #expect(stage.simulator.isIdle)
        #expect(stage.simulator.render().isEqual(to: black))
    }

    @Test("Each touch has its own image; a new touch uses the lowest free one.")
    func images() {
        let colors: [UIColor] = [.red, .green, .blue]
        let stage = Stage {
            colors.map { color in
                UIGraphicsImageRenderer(size: CGSize(width: 9, height: 9)).image { context in
                    color.setFill()
                    context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
                }
            }
        }
        func color(_ x: Int) -> Int? {
            let pixel = stage.simulator.render()[x, 50]
            return [16, 8, 0].firstIndex { pixel >> UInt32($0) & 0xFF > 200 }
        }
        stage.simulator.frame { frame in
            for finger in 0..<4 { frame.down(finger, at: CGPoint(x: 700 - finger * 100, y: 50)) }
        }
        stage.simulator.advance(by: 0.02)
        #expect([400, 500, 600, 700].map(color) == [0, 1, 2, 0])
        stage.simulator.up(2)
        stage.simulator.down(9, at: CGPoint(x: 100, y: 50))
        stage.simulator.advance(by: 0.02)
        #expect(color(100) == 1)
    }

    @Test("A cancelled touch leaves no further sparks.")
    func cancelled() {
        let stage = Stage()
        stage.simulator.down(1, at: CGPoint(x: 100, y: 100))
        stage.simulator.cancel(1)
        stage.simulator.advance(by: 0.02)
        #expect(stage.count == 1)
        stage.simulator.advance(by: 3)
        #expect(stage.count == 0)
    }

    @Test("Ten touches at 240 Hz have the sparks of exactly two seconds.")
    func visibleSparks() {
        let stage = Stage(400, 240)
        for finger in 0..<10 { stage.simulator.down(finger, at: CGPoint(x: finger * 40, y: 0)) }
        for step in 1...720 {
            stage.simulator.advance(by: 1.0 / 240)
            stage.simulator.frame { frame in
                for finger in 0..<10 {
                    frame.move(
                        finger, to: CGPoint(x: Double(finger) * 40, y: Double(step) / 3))
                }
            }
            if step > 490 { #expect((4_700...4_800).contains(stage.count)) }
        }
    }

    @Test("The number of sparks is limited; the oldest ones are removed without leaving pixels.")
    func maximumSparkCount() {
        let stage = Stage(400, 240)
        for finger in 0..<10 { stage.simulator.down(finger, at: CGPoint(x: finger * 40, y: 0)) }
        for step in 1...600 {
            stage.simulator.advance(by: 0.003)
            stage.simulator.frame { frame in
                for finger in 0..<10 {
                    frame.move(
                        finger, to: CGPoint(x: Double(finger) * 40, y: Double(step) * 0.4))
                }
            }
            #expect(stage.count <= SparklesView.maximumSparkCount)
            if step == 450 || step == 600 { stage.simulator.expectUpToDatePicture() }
        }
        #expect(stage.count == SparklesView.maximumSparkCount)
        stage.simulator.advance(by: 3)
        #expect(stage.count == 0)
    }

    @Test("During random touches the picture is up to date; two seconds later it is empty.")
    func randomTouches() {
        let stage = Stage(400, 240)
        let black = stage.simulator.render()
        var step = 0
        stage.simulator.playRandomTouches(
            seed: 10, frames: 600,
            at: { CGPoint(x: $0.number(in: -10...410), y: $0.number(in: -10...250)) },
            {
                if step % 150 == 0 { stage.simulator.expectUpToDatePicture() }
                step += 1
                #expect(stage.count <= SparklesView.maximumSparkCount)
            })
        stage.simulator.advance(by: 2.2)
        #expect(stage.count == 0)
        #expect(!stage.simulator.application.needsFrames)
        #expect(stage.simulator.render().isEqual(to: black))
    }

    @Test("After a resize, the view fills the screen and the sparks remain.")
    func resize() {
        let stage = Stage(800, 480)
        stage.circles()
        stage.simulator.resize(width: 480, height: 800)
        #expect(stage.view?.frame == CGRect(x: 0, y: 0, width: 480, height: 800))
        #expect(stage.count > 2_000)
    }

    // MARK: Pictures

    @Test("Pictures: ten touches draw circles.")
    func tenTouches() throws {
        let stage = Stage()
        try expectPicture(stage.simulator.render(), matches: "sparkles-hint")
        stage.circles()
        try expectPicture(stage.simulator.render(), matches: "sparkles-ten-fingers")
    }

    @Test("Pictures: in portrait at scale 2.")
    func portrait() throws {
        let stage = Stage(360, 640, scale: 2)
        stage.circles()
        try expectPicture(stage.simulator.render(), matches: "sparkles-upright")
    }
}
