import Cards
import KioskTesting
import Testing

/// Tests of the app's look, with golden pictures in the folder `Goldens`.
@Suite("Pictures")
@MainActor
struct CardsPictureTests {
    @Test("The app shows an instruction and three cards, of which one is turned over")
    func cards() throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 480, height: 272))
        simulator.launch(CardsDelegate.self)
        for _ in 1...2 {
            simulator.down(1, at: CGPoint(x: 240, y: 150))
            simulator.up(1)
            simulator.advance(by: 0.1)
        }
        try simulator.verifyPicture("cards")
    }
}
