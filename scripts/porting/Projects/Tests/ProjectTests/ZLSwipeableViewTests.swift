import Testing
import TouchKit

#if HAS_ZLSwipeableViewSwift
@testable import ZLSwipeableViewSwift
private let isConverted = true
#else
private let isConverted = false
#endif

@Suite("ZLSwipeableViewSwift")
@MainActor
struct ZLSwipeableViewTests {
    @Test(
        "A card turns under the finger, and a swipe to the right removes it",
        .requiresProject(isConverted))
    func swipe() throws {
        #if HAS_ZLSwipeableViewSwift
        let screen = ProjectScreen()
        let view = ZLSwipeableView(frame: CGRect(x: 50, y: 30, width: 220, height: 420))
        screen.show(view)
        let colors: [UInt32] = [0x1ABC9C, 0x16A085, 0x2ECC71, 0x27AE60, 0x3498DB]
        var cardCount = 0
        view.nextView = {
            let card = UIView(frame: view.bounds)
            card.backgroundColor = Self.color(colors[cardCount % colors.count])
            card.layer.cornerRadius = 10
            card.layer.shadowColor = UIColor.black.cgColor
            card.layer.shadowOpacity = 0.25
            card.layer.shadowOffset = CGSize(width: 0, height: 1.5)
            card.layer.shadowRadius = 4
            cardCount += 1
            return card
        }
        var directions: [Direction] = []
        view.didSwipe = { _, direction, _ in directions.append(direction) }
        screen.simulator.advance(by: 2)
        let card = try #require(view.topView())
        let center = CGPoint(x: 160, y: 240)
        #expect(screen.hasColor(colors[0], at: center))

        screen.press(along: line(from: CGPoint(x: 160, y: 150), to: CGPoint(x: 250, y: 180)))
        #expect(view.topView() === card)
        #expect(card.transform != .identity)
        // The card has left its corner, in which the next one shows.
        #expect(screen.hasColor(colors[1], at: CGPoint(x: 80, y: 100)))
        #expect(screen.hasColor(colors[0], at: CGPoint(x: 300, y: 180)))
        try screen.savePicture("ZLSwipeableViewSwift")

        screen.move(
            along: line(from: CGPoint(x: 250, y: 180), to: CGPoint(x: 310, y: 190)),
            interval: 0.005)
        screen.lift()
        screen.simulator.advance(by: 2)
        #expect(directions == [.Right])
        #expect(view.topView() !== card)
        #expect(card.superview == nil)
        #expect(screen.hasColor(colors[1], at: center))
        #expect(screen.pixelCount(of: colors[0], tolerance: 2) == 0)
        #endif
    }

    private static func color(_ value: UInt32) -> UIColor {
        UIColor(
            red: CGFloat(value >> 16 & 255) / 255, green: CGFloat(value >> 8 & 255) / 255,
            blue: CGFloat(value & 255) / 255, alpha: 1)
    }
}
