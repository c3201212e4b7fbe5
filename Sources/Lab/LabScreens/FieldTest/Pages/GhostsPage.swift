import LabFieldTest
import TouchKit

/// The page of the ghost touch test: the remaining seconds, the number of ghost touches, and rings
/// around contacts.
final class GhostsPage: FieldTestPage {
    private var rings: ContactRings
    private let secondsLabel = UILabel(frame: .zero)
    private var remainingSeconds = -1
    private var ghostCount = 0

    /// Creates a page that shows no ghost touches.
    override init(_ layout: FieldTestLayout) {
        rings = ContactRings(
            radius: min(7 * layout.stage.pointsPerMillimeter, 50), slotCount: layout.stage.slotCount
        )
        super.init(layout)
        instruction = GuidedTest.ghosts.instruction
        status = Self.statusText(0)
        secondsLabel.textAlignment = .center
        secondsLabel.textColor = FieldTestColors.foreground
        secondsLabel.font = .boldSystemFont(ofSize: secondsFrame.height * 0.85)
        secondsLabel.frame = secondsFrame
        addSubview(secondsLabel)
    }

    override var obstacles: [CGRect] { [secondsFrame] }
    override var longestStatus: String { "1000 touches that nobody made" }
    override var refreshInterval: Double? { 0.25 }

    /// The frame of the label with the remaining seconds, in the middle of the screen.
    private var secondsFrame: CGRect {
        let bounds = layout.stage.bounds
        let side = min(bounds.width, bounds.height)
        return CGRect(
            x: (bounds.midX - side * 0.35).rounded(), y: (bounds.height * 0.4).rounded(),
            width: (side * 0.7).rounded(), height: (side * 0.45).rounded())
    }

    private static func statusText(_ count: Int) -> String {
        switch count {
        case 0: "No touch seen"
        case 1: "1 touch that nobody made"
        default: "\(count) touches that nobody made"
        }
    }

    override func update(from test: FieldTest) {
        guard let run = test.ghosts else { return }
        rings.update(test.contacts, test.mapping, in: self)
        if run.remainingSeconds != remainingSeconds {
            remainingSeconds = run.remainingSeconds
            secondsLabel.text = "\(remainingSeconds)"
        }
        if run.count != ghostCount {
            ghostCount = run.count
            status = Self.statusText(ghostCount)
        }
    }

    override func draw(_ rect: CGRect) {
        rings.draw(rect)
    }
}
