import Testing
import TouchKit
import TouchKitTesting

@testable import pulse_and_pan

@Suite("pulse-and-pan")
@MainActor
struct PulseAndPanTests {
    /// A launched app, with the square's center at (200, 160), and the lines that it prints.
    @MainActor
    private final class Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let view: PulseView
        var lines: [String] = []

        init() throws {
            let window = simulator.launch(AppDelegate.self).window
            view = try #require(window.rootViewController?.view as? PulseView)
            view.log = { [unowned self] in lines.append($0) }
        }

        /// The width of the square on the screen, in pixels.
        var shownWidth: Int {
            let picture = simulator.render()
            return (0..<400).filter { picture[$0, 160] & 0xFFFFFF == 0xFF8000 }.count
        }
    }

    @Test("A press pulses the square to 1.1 and back, until its end removes the animation")
    func pulse() throws {
        let stage = try Stage()
        #expect(stage.shownWidth == 120)
        stage.simulator.down(1, at: CGPoint(x: 200, y: 160))
        stage.simulator.advance(by: 0.5)
        #expect(stage.view.square.layer.animationKeys() == ["pulse"])
        for _ in 1...3 {
            stage.simulator.advance(by: 0.4)
            #expect(stage.shownWidth == 132)
            stage.simulator.advance(by: 0.4)
            #expect(stage.shownWidth == 120)
        }
        stage.simulator.advance(by: 0.3)
        #expect(stage.shownWidth > 120)
        stage.simulator.up(1)
        #expect(stage.view.square.layer.animationKeys() == nil)
        #expect(stage.shownWidth == 120)
    }

    @Test("A pan moves the square by its translation while it pulses")
    func pan() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 200, y: 160))
        stage.simulator.advance(by: 0.6)
        for step in 1...4 {
            stage.simulator.move(1, to: CGPoint(x: 200 + 20 * Double(step), y: 160))
            stage.simulator.advance(by: 0.05)
        }
        // The first 10 points start the pan.
        #expect(stage.view.square.center == CGPoint(x: 270, y: 160))
        #expect(stage.view.square.layer.animationKeys() == ["pulse"])
        stage.simulator.up(1)
        #expect(stage.lines.contains { $0.hasPrefix("press: state ended") })
        #expect(stage.lines.contains { $0.hasPrefix("pan: state ended") })
    }

    @Test("The pendant hangs on the square while it is dragged")
    func attachment() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 200, y: 160))
        stage.simulator.advance(by: 0.1)
        for step in 1...20 {
            stage.simulator.move(1, to: CGPoint(x: 200, y: 160 - 5 * Double(step)))
            stage.simulator.advance(by: 0.05)
        }
        let square = stage.view.square.center
        let pendant = stage.view.pendant.center
        #expect(abs(pendant.y - square.y - 110) < 3)
        #expect(square.y < 100)
        stage.simulator.up(1)
    }

    @Test("Touches print their recognizers, and recognizers their touches and view")
    func crossReferences() throws {
        let stage = try Stage()
        stage.simulator.down(1, at: CGPoint(x: 200, y: 160))
        #expect(
            stage.lines == ["touch: phase began, recognizers press (1 touches), pan (1 touches)"])
        stage.simulator.advance(by: 0.6)
        #expect(stage.lines.contains("press: state began, touches 1, view square"))
    }
}
