import Glibc
import Testing
import TouchKit

#if HAS_HGCircularSlider
@testable import HGCircularSlider
private let isConverted = true
#else
private let isConverted = false
#endif

@Suite("HGCircularSlider")
@MainActor
struct HGCircularSliderTests {
    @Test(
        "A drag of the thumb around the circle sets the value and draws the arc",
        .requiresProject(isConverted))
    func dragOfThumb() throws {
        #if HAS_HGCircularSlider
        let screen = ProjectScreen(
            background: UIColor(red: 0.04, green: 0.05, blue: 0.13, alpha: 1))
        let view = CircularSlider(frame: CGRect(x: 30, y: 100, width: 260, height: 260))
        let blue = UIColor(red: 0.184, green: 0.22, blue: 0.537, alpha: 1)
        view.backgroundColor = .clear
        view.minimumValue = 0
        view.maximumValue = 30
        view.numberOfRounds = 3
        view.backtrackLineWidth = 8
        view.lineWidth = 5
        view.trackColor = UIColor(red: 0.675, green: 0.188, blue: 0.392, alpha: 1)
        view.trackFillColor = blue
        view.endThumbTintColor = blue
        view.endThumbStrokeColor = .clear
        view.endThumbStrokeHighlightedColor = .clear
        view.diskColor = .clear
        view.diskFillColor = .clear
        view.endPointValue = 1
        var values: [CGFloat] = []
        view.addAction(
            UIAction { _ in values.append(view.endPointValue) }, for: .valueChanged)
        screen.show(view)
        // The radius in the middle of the track; measured in the picture.
        let radius = CGFloat(113)
        func point(atTurn turn: Double) -> CGPoint {
            CGPoint(
                x: 160 + radius * CGFloat(sin(turn * 2 * .pi)),
                y: 230 - radius * CGFloat(cos(turn * 2 * .pi)))
        }
        let track: UInt32 = 0xAC3064
        let fill: UInt32 = 0x2F3889
        #expect(screen.hasColor(track, at: point(atTurn: 0.4)))

        // A turn is a third of the range, so the value 1 is at a tenth of a turn.
        screen.drag(along: (0...30).map { point(atTurn: 0.1 + 0.02 * Double($0)) })

        #expect(abs(view.endPointValue - 7) < 0.1)
        #expect(values.count > 20)
        #expect(values == values.sorted())
        #expect(screen.hasColor(fill, at: point(atTurn: 0.4)))
        #expect(screen.hasColor(fill, at: point(atTurn: 0.7)))
        #expect(screen.hasColor(track, at: point(atTurn: 0.8)))
        try screen.savePicture("HGCircularSlider")
        #endif
    }
}
