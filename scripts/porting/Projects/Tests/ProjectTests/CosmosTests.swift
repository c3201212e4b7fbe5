import Testing
import TouchKit

#if HAS_Cosmos
@testable import Cosmos
private let isConverted = true
#else
private let isConverted = false
#endif

@Suite("Cosmos")
@MainActor
struct CosmosTests {
    @Test(
        "A drag into the left half of the fifth star sets and shows 4.5 stars",
        .requiresProject(isConverted))
    func halfStars() throws {
        #if HAS_Cosmos
        let screen = ProjectScreen(background: UIColor(white: 0.04, alpha: 1))
        let view = CosmosView(frame: CGRect(x: 10, y: 200, width: 300, height: 60))
        view.settings.starSize = 40
        view.settings.starMargin = 10
        view.settings.fillMode = .half
        let color = UIColor(red: 0.72, green: 0.75, blue: 1, alpha: 1)
        view.settings.filledColor = color
        view.settings.filledBorderColor = color
        view.settings.emptyBorderColor = color
        view.rating = 3
        view.text = "(3.0)"
        var ratings: [Double] = []
        view.didTouchCosmos = { rating in
            ratings.append(rating)
            view.text = "(\(rating))"
        }
        screen.show(view)
        let filled: UInt32 = 0xB8BFFF
        let empty: UInt32 = 0x0A0A0A
        let fourth = CGPoint(x: 180, y: 222)
        #expect(screen.hasColor(empty, at: fourth))
        let filledPixels = screen.pixelCount(of: filled)

        screen.drag(
            along: line(from: CGPoint(x: 80, y: 222), to: CGPoint(x: 222, y: 222)))

        #expect(view.rating == 4.5)
        #expect(ratings.first == 1.5)
        #expect(ratings.last == 4.5)
        #expect(screen.hasColor(filled, at: fourth))
        #expect(screen.hasColor(filled, at: CGPoint(x: 225, y: 222)))
        #expect(screen.hasColor(empty, at: CGPoint(x: 240, y: 222)))
        #expect(screen.pixelCount(of: filled) > filledPixels * 4 / 3)
        try screen.savePicture("Cosmos")
        #endif
    }
}
