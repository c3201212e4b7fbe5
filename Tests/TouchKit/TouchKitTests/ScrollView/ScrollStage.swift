import Testing
import TouchKit
import TouchKitTesting

/// A scroll view that records the questions about its content and returns assigned answers.
@MainActor
final class QuestionedScrollView: UIScrollView {
    var trace: TouchTrace?
    var shouldBegin = true
    /// The answer to `touchesShouldCancel(in:)`, or `nil` for the default.
    var shouldCancel: Bool?

    override func touchesShouldBegin(
        _ touches: Set<UITouch>, with event: UIEvent?, in view: UIView
    ) -> Bool {
        trace?.record("touchesShouldBegin(\(Self.name(of: view)))")
        return shouldBegin
    }

    override func touchesShouldCancel(in view: UIView) -> Bool {
        trace?.record("touchesShouldCancel(\(Self.name(of: view)))")
        return shouldCancel ?? super.touchesShouldCancel(in: view)
    }

    private static func name(of view: UIView) -> String {
        (view as? RecorderView)?.name ?? (view is UIControl ? "B" : "?")
    }
}

/// A delegate that records its calls in the notation of the golden traces.
///
/// Scrolling without a finger on the view is recorded in `offsets` only, unless `recordsMotion` is
/// set.
@MainActor
final class ScrollRecorder: UIScrollViewDelegate {
    let trace: TouchTrace
    /// The text in front of each line.
    var prefix = ""
    /// The axes whose offsets are recorded.
    var axes: (x: Bool, y: Bool) = (false, true)
    var recordsMotion = false
    /// The offsets after each change, with their times in seconds.
    private(set) var offsets: [(time: Double, offset: CGPoint)] = []
    /// The target that is assigned when a drag ends, or `nil` to keep the target.
    var target: CGPoint?
    var zoomedView: UIView?
    var onScroll: (UIScrollView) -> Void = { _ in }
    var onCall: (String, UIScrollView) -> Void = { _, _ in }

    init(_ trace: TouchTrace) {
        self.trace = trace
    }

    private func record(_ text: String, _ scrollView: UIScrollView) {
        trace.record(prefix + text)
        onCall(text, scrollView)
    }

    /// Returns one coordinate, or both if both axes are recorded.
    private func text(_ point: CGPoint) -> String {
        if axes.x && axes.y { return "\(point.x),\(point.y)" }
        return "\(axes.x ? point.x : point.y)"
    }

    /// Returns the newest offset at a time.
    func offset(at time: Double) -> CGPoint {
        offsets.last { $0.time <= time + 1e-6 }?.offset ?? .zero
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        offsets.append((trace.simulator.time, scrollView.contentOffset))
        if scrollView.isTracking || scrollView.isZooming || recordsMotion {
            record("didScroll(\(text(scrollView.contentOffset)))", scrollView)
        }
        onScroll(scrollView)
    }

    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        record("willBeginDragging", scrollView)
    }

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        record(
            "willEndDragging(\(text(velocity))→\(text(targetContentOffset.pointee)))", scrollView)
        if let target { targetContentOffset.pointee = target }
    }

    func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) {
        record("didEndDragging(\(decelerate))", scrollView)
    }

    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
        record("willBeginDecelerating", scrollView)
    }

    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        record("didEndDecelerating", scrollView)
    }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        record("didEndScrollingAnimation", scrollView)
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomedView }

    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
        record("willBeginZooming", scrollView)
    }

    func scrollViewDidZoom(_ scrollView: UIScrollView) {
        if pinches(scrollView) { record("didZoom(\(scrollView.zoomScale))", scrollView) }
    }

    func scrollViewDidEndZooming(
        _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
    ) {
        record("didEndZooming(\(scale))", scrollView)
    }

    /// Returns whether the zoom scale follows fingers.
    private func pinches(_ scrollView: UIScrollView) -> Bool {
        scrollView.isZooming && !scrollView.isZoomBouncing
    }
}

/// The scene of the golden traces of scroll views: the scroll view S at (0, 0, 200, 200) in a
/// window of 400 × 400, with the recorder view V as its content.
@MainActor
struct ScrollStage: TracedStage {
    let simulator = TouchSimulator(screenSize: CGSize(width: 400, height: 400))
    let trace: TouchTrace
    let scrollView = QuestionedScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let view: RecorderView
    let recorder: ScrollRecorder
    private let player: Player

    /// The player of all scripts, which knows where each finger came down.
    private final class Player {
        var script: FingerScript

        init(_ script: FingerScript) {
            self.script = script
        }
    }

    static let flick =
        "1↓(100,190)@0 " + (1...8).map { "1→(+0,-\(15 * $0))@.0\($0)" }.joined(separator: " ")

    /// Returns the lines of a flick, of its lift at 0.1 s and of the start of the deceleration.
    static func flickLines(target: String) -> String {
        flickLines + " · willEndDragging(1.5→\(target))@.1 · didEndDragging(true)@.1 · "
            + "willBeginDecelerating@.1 · "
    }

    /// The lines of a flick until its lift.
    static let flickLines =
        "willBeginDragging@.01 · "
        + (1...8).map { "didScroll(\(15 * $0 - 10))@.0\($0)" }.joined(separator: " · ")

    init(_ width: CGFloat = 200, _ height: CGFloat = 2_000, recordsQuestions: Bool = false) {
        trace = TouchTrace(simulator)
        player = Player(FingerScript(simulator))
        recorder = ScrollRecorder(trace)
        view = RecorderView("V", trace, frame: CGRect(x: 0, y: 0, width: width, height: height))
        scrollView.contentSize = CGSize(width: width, height: height)
        scrollView.delegate = recorder
        if recordsQuestions { scrollView.trace = trace }
        simulator.window.addSubview(scrollView)
        scrollView.addSubview(view)
    }

    /// Plays a script in the notation of `FingerScript`, without advancing time afterwards.
    func play(_ script: String) {
        player.script.play(script)
    }

    /// Plays a script, then advances time until everything rests.
    func finish(_ script: String = "") {
        play(script)
        simulator.advance(by: 4)
    }

    /// Adds a button to V, which records its events.
    func addButton(_ button: UIButton = UIButton()) {
        button.frame = CGRect(x: 50, y: 120, width: 100, height: 60)
        addEvents(of: button, named: "B")
        view.addSubview(button)
    }

    /// Records the events of a control, except `primaryActionTriggered`.
    func addEvents<Control: UIControl>(of control: Control, named name: String) {
        for (event, mask) in ControlStage<Control>.names where mask != .primaryActionTriggered {
            control.addAction(for: mask) { [trace] _ in trace.record("\(name) \(event)") }
        }
    }

    /// Compares the recorded lines with `expected`, a list separated by ` · ` in the notation of
    /// the golden traces, and removes the lines.
    func expect(
        _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let lines = trace.removeLines()
        let wanted = expected.isEmpty ? [] : expected.components(separatedBy: " · ")
        let isEqual =
            lines.count == wanted.count
            && zip(lines, wanted).allSatisfy { TraceLine($0).matches(TraceLine($1)) }
        #expect(
            isEqual, "\(lines.joined(separator: " · ")) instead of \(expected)",
            sourceLocation: sourceLocation)
    }

    /// Compares offsets in the notation `.5 522.45` with the recorded ones, along one axis.
    func expectOffsets(
        _ expected: [(Double, Double)], horizontal: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (time, value) in expected {
            let offset = recorder.offset(at: time)
            let found = horizontal ? offset.x : offset.y
            #expect(
                abs(found - value) <= 0.05, "\(found) instead of \(value) at \(time)",
                sourceLocation: sourceLocation)
        }
    }
}

extension String {
    /// Returns the parts of the string between occurrences of `separator`.
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}

/// A line of a trace, split into text and numbers, so that numbers are compared with a tolerance.
private struct TraceLine {
    private var text = ""
    private var numbers: [Double] = []

    init(_ line: String) {
        var digits = ""
        for character in line + " " {
            let isSign = character == "-" && digits.isEmpty
            if character.isNumber || character == "." || isSign {
                digits.append(character)
                continue
            }
            add(digits)
            digits = ""
            text.append(character)
        }
    }

    /// Adds a number, or text that looks like the beginning of a number.
    private mutating func add(_ digits: String) {
        if digits.isEmpty { return }
        guard let number = Double(digits.hasPrefix(".") ? "0" + digits : digits) else {
            text.append(digits)
            return
        }
        text.append("#")
        numbers.append(number)
    }

    /// Returns whether both lines have the same text, times that differ by at most 0.1 ms, and
    /// other numbers that differ by at most 0.01. The time is the last number of a line.
    func matches(_ other: TraceLine) -> Bool {
        guard text == other.text, numbers.count == other.numbers.count,
            let time = numbers.last, let otherTime = other.numbers.last
        else { return false }
        return abs(time - otherTime) <= 0.000_1
            && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 0.01 }
    }
}
