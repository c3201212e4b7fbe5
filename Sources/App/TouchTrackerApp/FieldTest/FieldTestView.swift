import LabFieldTest
import TouchKit

/// The frame around the pages of the field test: words, how far the page is, and the button that ends it.
///
/// It draws what a `FieldTest` says, and takes no finger: what fingers do goes through the field test, as
/// the panel reports it.
final class FieldTestView: UIView {
    /// Is called when the view has got a window, and when it has lost it.
    var onWindow: ((_ isThere: Bool) -> Void)?
    /// The page that is shown.
    private(set) var page: FieldTestPage?
    private var phase: FieldTest.Phase?
    private let header = FieldTestHeader(frame: .zero)
    private let button = FieldTestButton(frame: .zero)
    private let applyButton = FieldTestButton(frame: .zero)
    private let bar = ProgressBar(frame: .zero)

    /// The height of the bar at the upper edge, in points.
    static let barHeight: CGFloat = 6

    /// Makes one without a page.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = FieldTestColors.ground
        for view in [bar, header, button, applyButton] { addSubview(view) }
    }

    /// Shows what a field test is at.
    ///
    /// - Parameters:
    ///   - test: The field test.
    ///   - context: What it can't know.
    func show(_ test: FieldTest, _ context: FieldTestContext) {
        if phase != test.phase {
            turn(to: test, context)
        }
        guard let page else { return }
        page.show(test)
        if header.show(page) { setNeedsLayout() }
        if case .testing = test.phase { bar.part = test.progress }
    }

    /// Begins anew whatever is shown next.
    func forget() {
        phase = nil
    }

    private func turn(to test: FieldTest, _ context: FieldTestContext) {
        phase = test.phase
        page?.removeFromSuperview()
        let new = Self.makePage(test, context)
        page = new
        insertSubview(new, at: 0)
        header.isHidden = true
        button.isHidden = test.phase == .welcome
        button.frame = test.layout.nextButton
        applyButton.isHidden = !test.asksToApply
        applyButton.frame = test.layout.applyButton
        applyButton.title = "Apply"
        bar.isHidden = true
        bar.part = 0
        switch test.phase {
        case .welcome:
            break
        case .testing(let guided):
            header.begin(guided)
            header.isHidden = false
            bar.isHidden = false
            button.title = test.needsLongPress ? "Hold to\nskip" : "Skip"
        case .result(let guided, _):
            header.begin(guided)
            header.isHidden = false
            button.title = "Next"
        case .summary:
            button.title = "Done"
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

    /// The words lie where no finger is wanted.
    override func layoutSubviews() {
        bar.frame = CGRect(x: 0, y: 0, width: bounds.width, height: Self.barHeight)
        guard let page else { return }
        page.frame = bounds
        var extent = bounds.insetBy(dx: 12, dy: 10)
        if !header.isHidden {
            header.place(
                in: extent,
                avoiding: (page.obstacles + [page.layout.nextButton]).map {
                    $0.insetBy(dx: -6, dy: -6)
                })
            extent.size.height -= header.frame.maxY + 6 - extent.minY
            extent.origin.y = header.frame.maxY + 6
        }
        page.room = extent
    }

    override func didMoveToWindow() {
        onWindow?(window != nil)
    }
}

/// What the field test itself can't know and pages say.
struct FieldTestContext {
    /// The panel that is tested, or would be; nil where none is plugged in.
    var panelName: String?
    /// Where the report is kept, or why nowhere; nil before there is one.
    var reportPlace: String?
}

/// A button's face. The field test sees by itself where it is pressed.
final class FieldTestButton: UIView {
    private let label = UILabel(frame: .zero)

    /// What it says.
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
        label.textColor = FieldTestColors.ink
        label.numberOfLines = 0
        addSubview(label)
    }

    override func draw(_ rect: CGRect) {
        let outline = UIBezierPath(
            roundedRect: bounds.insetBy(dx: 1.5, dy: 1.5), cornerRadius: 10)
        outline.lineWidth = 3
        UIColor.white.setFill()
        outline.fill()
        FieldTestColors.ink.setStroke()
        outline.stroke()
    }

    override func layoutSubviews() {
        let lines = title.contains("\n") ? 2 : 1
        label.font = .boldSystemFont(
            ofSize: min(bounds.height * (lines == 2 ? 0.34 : 0.45), bounds.width * 0.19, 30))
        label.frame = bounds
    }
}

/// How much of something is done: a bar that fills from the left.
final class ProgressBar: UIView {
    /// The part, 0…1.
    var part = 0.0 {
        didSet {
            let old = end(oldValue)
            let new = end(part)
            if old != new {
                setNeedsDisplay(
                    CGRect(
                        x: min(old, new), y: 0, width: abs(new - old), height: bounds.height))
            }
        }
    }

    private func end(_ part: Double) -> CGFloat {
        (bounds.width * min(max(part, 0), 1)).rounded()
    }

    /// Draws what is done dark, and the rest light.
    override func draw(_ rect: CGRect) {
        let end = end(part)
        FieldTestColors.target.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: end, height: bounds.height))
        FieldTestColors.line.setFill()
        UIRectFill(CGRect(x: end, y: 0, width: bounds.width - end, height: bounds.height))
    }
}
