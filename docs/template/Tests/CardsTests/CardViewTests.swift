import Cards
import KioskTesting
import Testing

/// Tests of `CardView` with simulated touches.
///
/// Each test creates its simulator in the test function, so that tests of several suites can run
/// together: a function without `await` is not interrupted by a test that creates another simulator.
@Suite("Cards")
@MainActor
struct CardViewTests {
    /// A simulator with one card.
    @MainActor
    struct Stage {
        let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
        let card = CardView(frame: CGRect(x: 100, y: 100, width: 100, height: 100), face: .red)

        init() {
            simulator.window.addSubview(card)
        }
    }

    @Test("A card follows a drag")
    func drag() {
        let stage = Stage()
        stage.simulator.down(1, at: CGPoint(x: 150, y: 150))
        stage.simulator.advance(by: 0.1)
        stage.simulator.move(1, to: CGPoint(x: 170, y: 150))
        stage.simulator.advance(by: 0.1)
        stage.simulator.move(1, to: CGPoint(x: 200, y: 190))
        stage.simulator.up(1)
        // The first 10 points start the pan and are not part of its translation.
        #expect(stage.card.center == CGPoint(x: 190, y: 190))
    }

    @Test("Each double tap turns the card over")
    func turnOver() {
        let stage = Stage()
        for isFaceUp in [true, false] {
            for _ in 1...2 {
                stage.simulator.down(1, at: CGPoint(x: 150, y: 150))
                stage.simulator.advance(by: 0.05)
                stage.simulator.up(1)
                stage.simulator.advance(by: 0.1)
            }
            #expect(stage.card.isFaceUp == isFaceUp)
            stage.simulator.advance(by: 1)
        }
    }
}
