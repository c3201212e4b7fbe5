import Cards
import Testing
import TouchKit
import TouchKitTesting

/// Tests of `CardView` with simulated touches.
@Suite("Cards", .serialized)
@MainActor
struct CardViewTests {
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    let card = CardView(frame: CGRect(x: 100, y: 100, width: 100, height: 100), face: .red)

    init() {
        simulator.window.addSubview(card)
    }

    @Test("A card follows a drag")
    func drag() {
        simulator.down(1, at: CGPoint(x: 150, y: 150))
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(x: 170, y: 150))
        simulator.advance(by: 0.1)
        simulator.move(1, to: CGPoint(x: 200, y: 190))
        simulator.up(1)
        // The first 10 points start the pan and are not part of its translation.
        #expect(card.center == CGPoint(x: 190, y: 190))
    }

    @Test("Each double tap turns the card over")
    func turnOver() {
        for isFaceUp in [true, false] {
            for _ in 1...2 {
                simulator.down(1, at: CGPoint(x: 150, y: 150))
                simulator.advance(by: 0.05)
                simulator.up(1)
                simulator.advance(by: 0.1)
            }
            #expect(card.isFaceUp == isFaceUp)
            simulator.advance(by: 1)
        }
    }
}
