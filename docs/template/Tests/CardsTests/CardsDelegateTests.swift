import Cards
import KioskTesting
import Testing

/// Tests of the whole app, launched as on a board.
@Suite("App")
@MainActor
struct CardsDelegateTests {
    @Test("The app shows an instruction and three cards")
    func launch() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 480, height: 272))
        let delegate = simulator.launch(CardsDelegate.self)
        #expect(delegate.window.isKeyWindow)
        #expect(delegate.window.subviews.filter { $0 is CardView }.count == 3)
    }

    @Test("A card that is dragged when the app is deactivated stays in its place")
    func interruption() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 480, height: 272))
        let delegate = simulator.launch(CardsDelegate.self)
        let card = delegate.window.subviews.first { $0 is CardView }
        simulator.down(1, at: CGPoint(x: 100, y: 150))
        simulator.move(1, to: CGPoint(x: 130, y: 150))
        simulator.resignActive()
        simulator.becomeActive()
        simulator.move(1, to: CGPoint(x: 300, y: 150))
        simulator.up(1)
        #expect(card?.center == CGPoint(x: 120, y: 150))
    }
}
