import LabFieldTest
import TouchKit

/// One spot that is somewhere else after each tap.
final class TapPage: FieldTestPage {
    private var target: CGPoint?
    private var done = 0
    private var missed = 0

    /// Makes a page with the first spot.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.tap.instruction
        status = words
        target = layout.tapSpots.first
    }

    override var longestStatus: String { "30 of 30, 30 missed" }
    override var obstacles: [CGRect] { layout.tapSpots.map { Self.square($0, spotRadius) } }

    private var spotRadius: CGFloat { min(points(millimeters: 8, atMost: 0.12), 60) }

    private var words: String {
        missed == 0
            ? "\(done) of \(TapRun.count)" : "\(done) of \(TapRun.count), \(missed) missed"
    }

    override func show(_ test: FieldTest) {
        guard let run = test.tap, run.done != done || run.target != target else { return }
        done = run.done
        missed = run.missed.count
        status = words
        move(to: run.target)
    }

    private func move(to place: CGPoint?) {
        for spot in [target, place] {
            if let spot { setNeedsDisplay(Self.square(spot, spotRadius)) }
        }
        target = place
    }

    override func draw(_ rect: CGRect) {
        guard let target else { return }
        FieldTestColors.target.setFill()
        UIBezierPath(ovalIn: Self.square(target, spotRadius)).fill()
        UIColor.white.setFill()
        UIBezierPath(ovalIn: Self.square(target, spotRadius * 0.25)).fill()
    }
}
