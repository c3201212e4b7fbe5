import LabFieldTest
import TouchKit

/// The root view of the field test, which contains the current page, the header, the progress bar
/// and the buttons.
///
/// The view displays the state of a `FieldTest`. `UITouch`es have no effect on the view, because
/// the field test processes the touch frames of the touchscreen itself.
final class FieldTestView: UIView {
    /// Called when the view is added to a window or removed from a window. `isInWindow` is whether
    /// the view is in a window now.
    var onWindowChange: ((_ isInWindow: Bool) -> Void)?
    /// The current page, or `nil` before the first update.
    private(set) var page: FieldTestPage?
    /// The phase for which `page` was created, or `nil` if the next update must create a new page.
    private var phase: FieldTest.Phase?
    private let header = FieldTestHeader(frame: .zero)
    /// The button that ends the page, titled *Skip*, *Next* or *Done*.
    private let nextButton = FieldTestButton(frame: .zero)
    private let applyButton = FieldTestButton(frame: .zero)
    private let progressBar = ProgressBar(frame: .zero)

    /// The height of the progress bar at the upper edge, in points.
    static let progressBarHeight: CGFloat = 6

    /// Creates a view without a page.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = FieldTestColors.background
        for view in [progressBar, header, nextButton, applyButton] { addSubview(view) }
    }

    /// Updates the view from the current state of a field test. Creates a new page if the phase
    /// changed.
    ///
    /// - Parameters:
    ///   - test: The field test.
    ///   - context: Information about the touchscreen and the report.
    func update(from test: FieldTest, _ context: FieldTestContext) {
        if phase != test.phase {
            showPage(of: test, context)
        }
        guard let page else { return }
        page.update(from: test)
        if header.update(from: page) { setNeedsLayout() }
        if case .testing = test.phase { progressBar.progress = test.progress }
    }

    /// Causes the next update to create a new page, even if the phase does not change.
    func invalidatePage() {
        phase = nil
    }

    /// Replaces the page and configures header, buttons and progress bar for the current phase.
    private func showPage(of test: FieldTest, _ context: FieldTestContext) {
        phase = test.phase
        page?.removeFromSuperview()
        let newPage = Self.makePage(test, context)
        page = newPage
        insertSubview(newPage, at: 0)
        header.isHidden = true
        nextButton.isHidden = test.phase == .welcome
        nextButton.frame = test.layout.nextButton
        applyButton.isHidden = !test.offersCalibration
        applyButton.frame = test.layout.applyButton
        applyButton.title = "Apply"
        progressBar.isHidden = true
        progressBar.progress = 0
        switch test.phase {
        case .welcome:
            break
        case .testing(let guided):
            header.setTest(guided)
            header.isHidden = false
            progressBar.isHidden = false
            nextButton.title = test.needsLongPress ? "Hold to\nskip" : "Skip"
        case .result(let guided, _):
            header.setTest(guided)
            header.isHidden = false
            nextButton.title = "Next"
        case .summary:
            nextButton.title = "Done"
        }
        setNeedsLayout()
    }

    private static func makePage(_ test: FieldTest, _ context: FieldTestContext) -> FieldTestPage {
        switch test.phase {
        case .welcome: WelcomePage(test, context)
        case .result(let guided, _): ResultPage(test, of: guided, context)
        case .summary: SummaryPage(test, context)
        case .testing(let guided):
            switch guided {
            case .coverage: CoveragePage(test.layout)
            case .accuracy: AccuracyPage(test.layout)
            case .linearity: LinearityPage(test.layout)
            case .jitter: JitterPage(test.layout)
            case .multiTouch: MultiTouchPage(test.layout)
            case .tap: TapPage(test.layout)
            case .edgeSwipe: EdgeSwipePage(test.layout)
            case .latency: LatencyPage(test.layout)
            case .ghosts: GhostsPage(test.layout)
            }
        }
    }

    /// Lays out the progress bar at the upper edge, and the header where it covers neither targets
    /// nor buttons.
    override func layoutSubviews() {
        progressBar.frame = CGRect(
            x: 0, y: 0, width: bounds.width, height: Self.progressBarHeight)
        guard let page else { return }
        page.frame = bounds
        var extent = bounds.insetBy(dx: 12, dy: 10)
        if !header.isHidden {
            header.layOut(
                in: extent,
                avoiding: (page.obstacles + [page.layout.nextButton]).map {
                    $0.insetBy(dx: -6, dy: -6)
                })
            extent.size.height -= header.frame.maxY + 6 - extent.minY
            extent.origin.y = header.frame.maxY + 6
        }
        page.contentArea = extent
    }

    override func didMoveToWindow() {
        onWindowChange?(window != nil)
    }
}

/// Information that the pages of the field test display in addition to the state of the
/// `FieldTest`.
struct FieldTestContext {
    /// The name of the touchscreen under test, or `nil` if none is connected.
    var touchscreenName: String?
    /// The line about storing the report; `nil` before the end of the field test.
    var reportStatus: String?
    /// Whether an applied calibration is stored when the user dismisses the summary.
    var storesCalibration = false
}

/// The visible part of a button on the pages of the field test. The view handles no touches,
/// because `FieldTest` detects presses from touch frames.
final class FieldTestButton: UIView {
    private let label = UILabel(frame: .zero)

    /// The text of the button, with at most one line break.
    var title: String {
        get { label.text ?? "" }
        set {
            label.text = newValue
            setNeedsLayout()
        }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        isUserInteractionEnabled = false
        label.textAlignment = .center
        contentMode = .redraw
        label.textColor = FieldTestColors.foreground
        label.numberOfLines = 0
        addSubview(label)
    }

    override func draw(_ rect: CGRect) {
        let outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 1.5, dy: 1.5), cornerRadius: 10)
        outline.lineWidth = 3
        UIColor.white.setFill()
        outline.fill()
        FieldTestColors.foreground.setStroke()
        outline.stroke()
    }

    override func layoutSubviews() {
        let lines = title.contains("\n") ? 2 : 1
        label.font = .boldSystemFont(
            ofSize: min(bounds.height * (lines == 2 ? 0.34 : 0.45), bounds.width * 0.19, 30))
        label.frame = bounds
    }
}

/// A progress bar that fills from left to right.
final class ProgressBar: UIView {
    /// `false`: the view draws the current progress whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    /// The progress, 0…1; values outside of this range are clamped.
    var progress = 0.0 {
        didSet {
            let old = filledWidth(oldValue)
            let new = filledWidth(progress)
            if old != new {
                setNeedsDisplay(
                    CGRect(
                        x: min(old, new), y: 0, width: abs(new - old), height: bounds.height))
            }
        }
    }

    /// Returns the width of the filled part at a progress of 0…1, in whole points.
    private func filledWidth(_ progress: Double) -> CGFloat {
        (bounds.width * min(max(progress, 0), 1)).rounded()
    }

    /// Draws the filled part in a dark color and the remaining part in a light one.
    override func draw(_ rect: CGRect) {
        let end = filledWidth(progress)
        FieldTestColors.target.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: end, height: bounds.height))
        FieldTestColors.unfilled.setFill()
        UIRectFill(CGRect(x: end, y: 0, width: bounds.width - end, height: bounds.height))
    }
}
