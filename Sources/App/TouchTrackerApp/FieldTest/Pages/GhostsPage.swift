import LabFieldTest
import TouchKit

/// The seconds that are left without a touch, how many there were all the same, and where.
final class GhostsPage: FieldTestPage {
    private var rings: FingerRings
    private let number = UILabel(frame: .zero)
    private var seconds = -1
    private var count = 0

    /// Makes a page that saw no touch.
    override init(_ layout: FieldTestLayout) {
        rings = FingerRings(
            radius: min(7 * layout.stage.pointsPerMillimeter, 50), slots: layout.stage.slotCount)
        super.init(layout)
        instruction = GuidedTest.ghosts.instruction
        status = Self.words(0)
        number.textAlignment = .center
        number.textColor = FieldTestColors.ink
        number.font = .boldSystemFont(ofSize: numberFrame.height * 0.85)
        number.frame = numberFrame
        addSubview(number)
    }

    override var obstacles: [CGRect] { [numberFrame] }
    override var longestStatus: String { "1000 touches that nobody made" }
    override var refreshInterval: Double? { 0.25 }

    private var numberFrame: CGRect {
        let bounds = layout.stage.bounds
        let side = min(bounds.width, bounds.height)
        return CGRect(
            x: (bounds.midX - side * 0.35).rounded(), y: (bounds.height * 0.4).rounded(),
            width: (side * 0.7).rounded(), height: (side * 0.45).rounded())
    }

    private static func words(_ count: Int) -> String {
        switch count {
        case 0: "No touch seen"
        case 1: "1 touch that nobody made"
        default: "\(count) touches that nobody made"
        }
    }

    override func show(_ test: FieldTest) {
        guard let run = test.ghosts else { return }
        rings.show(test.contacts, test.mapping, in: self)
        if run.secondsLeft != seconds {
            seconds = run.secondsLeft
            number.text = "\(seconds)"
        }
        if run.count != count {
            count = run.count
            status = Self.words(count)
        }
    }

    override func draw(_ rect: CGRect) {
        rings.draw(rect)
    }
}
