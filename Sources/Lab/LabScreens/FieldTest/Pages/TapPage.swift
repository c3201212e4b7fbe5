import LabFieldTest
import TouchKit

/// The page of the tap test: a spot that moves after each tap.
final class TapPage: FieldTestPage {
    /// The center of the current spot in points, or `nil` at the end of the test.
    private var spotCenter: CGPoint?
    private var doneCount = 0
    private var missedCount = 0

    /// Creates a page that shows the first spot.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.tap.instruction
        status = statusText
        spotCenter = layout.tapSpots.first
    }

    override var longestStatus: String { "30 of 30, 30 missed" }
    override var obstacles: [CGRect] {
        layout.tapSpots.map { Self.square(around: $0, radius: spotRadius) }
    }

    private var spotRadius: CGFloat { min(points(millimeters: 8, maximumShare: 0.12), 60) }

    private var statusText: String {
        missedCount == 0
            ? "\(doneCount) of \(TapRun.count)"
            : "\(doneCount) of \(TapRun.count), \(missedCount) missed"
    }

    override func update(from test: FieldTest) {
        guard let run = test.tap, run.done != doneCount || run.target != spotCenter else { return }
        doneCount = run.done
        missedCount = run.missed.count
        status = statusText
        moveSpot(to: run.target)
    }

    /// Moves the spot to `position` in points, or hides the spot if `position` is `nil`, and
    /// invalidates the changed parts.
    private func moveSpot(to position: CGPoint?) {
        for spot in [spotCenter, position] {
            if let spot { setNeedsDisplay(Self.square(around: spot, radius: spotRadius)) }
        }
        spotCenter = position
    }

    override func draw(_ rect: CGRect) {
        guard let spotCenter else { return }
        FieldTestColors.target.setFill()
        UIBezierPath(ovalIn: Self.square(around: spotCenter, radius: spotRadius)).fill()
        UIColor.white.setFill()
        UIBezierPath(ovalIn: Self.square(around: spotCenter, radius: spotRadius * 0.25)).fill()
    }
}
