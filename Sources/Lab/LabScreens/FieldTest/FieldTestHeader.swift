import LabFieldTest
import TouchKit

/// The header of a test page, with the test's number and title, the instruction and the status.
///
/// The header is placed in a free area of the page, in the largest font that fits.
final class FieldTestHeader: UIView {
    private let testDots = TestDots(frame: .zero)
    private let title = UILabel(frame: .zero)
    private let instruction = UILabel(frame: .zero)
    private let status = UILabel(frame: .zero)
    /// The longest text that `status` can show on this page, which determines the layout.
    private var longestStatus = ""

    /// The font sizes of the title in points, in the order in which the layout tries them. The
    /// fonts of the other labels are smaller, but not below 20 points unless the title's font is.
    private static let titleSizes: [CGFloat] = [36, 32, 28, 24, 20, 18, 16, 14]

    /// Creates an empty header.
    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        isUserInteractionEnabled = false
        for label in [title, instruction, status] {
            label.textColor = FieldTestColors.foreground
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        addSubview(testDots)
    }

    /// Shows the title and the number of `test`.
    func setTest(_ test: GuidedTest) {
        testDots.currentIndex = GuidedTest.allCases.firstIndex(of: test) ?? 0
        title.text = test.title
    }

    /// Shows the page's current instruction and status.
    ///
    /// - Returns: Whether the header needs a new layout, because the instruction or the length of
    ///   the longest status changed.
    func update(from page: FieldTestPage) -> Bool {
        if status.text != page.status { status.text = page.status }
        guard
            instruction.text != page.instruction || longestStatus.count != page.longestStatus.count
        else { return false }
        instruction.text = page.instruction
        longestStatus = page.longestStatus
        return true
    }

    /// Moves the header to a rectangle in `extent` that intersects no obstacle, and chooses the
    /// largest font that fits. Rectangles at the upper edge have priority if large fonts fit there.
    func layOut(in extent: CGRect, avoiding obstacles: [CGRect]) {
        let rectangles = FreeRectangles.find(in: extent, avoiding: obstacles)
        // Users read the upper part of the screen first.
        let upper = rectangles.filter { $0.minY < extent.minY + extent.height * 0.12 }
        if layOut(in: upper, titleSizes: Self.titleSizes.filter { $0 >= 24 }) { return }
        if layOut(in: rectangles, titleSizes: Self.titleSizes) { return }
        layOutWithLeastOverflow(rectangles, extent)
    }

    /// Lays the header out in the smallest font, at the position with the least overlap, for
    /// screens on which no free rectangle is large enough.
    private func layOutWithLeastOverflow(_ rectangles: [CGRect], _ extent: CGRect) {
        setFonts(titleSize: Self.titleSizes[Self.titleSizes.count - 1])
        let minimumWidth = longestWordWidth
        let best = rectangles.filter { $0.width >= minimumWidth }.min {
            height(forWidth: $0.width) - $0.height < height(forWidth: $1.width) - $1.height
        }
        let area = best ?? extent
        frame = CGRect(
            x: area.minX, y: area.minY, width: area.width, height: height(forWidth: area.width))
    }

    /// Lays the header out in the first rectangle that fits the largest possible size.
    ///
    /// - Returns: Whether a rectangle fits.
    private func layOut(in rectangles: [CGRect], titleSizes: [CGFloat]) -> Bool {
        for size in titleSizes {
            setFonts(titleSize: size)
            for area in rectangles where longestWordWidth <= area.width {
                let height = height(forWidth: area.width)
                if height > area.height { continue }
                frame = CGRect(x: area.minX, y: area.minY, width: area.width, height: height)
                return true
            }
        }
        return false
    }

    private func setFonts(titleSize size: CGFloat) {
        title.font = .boldSystemFont(ofSize: size)
        instruction.font = .systemFont(ofSize: max(size * 0.7, min(20, size)))
        status.font = .boldSystemFont(ofSize: max(size * 0.8, min(20, size)))
        testDots.diameter = (size * 0.4).rounded()
        testDots.showsNumber = size > 16
        setNeedsLayout()
    }

    /// The width of the longest unbreakable part of the header, in points.
    private var longestWordWidth: CGFloat {
        var widest = testDots.neededSize.width
        for (label, text) in [
            (title, title.text ?? ""), (instruction, instruction.text ?? ""),
            (status, longestStatus),
        ] {
            let attributes: [TextAttribute: Any] = [.font: label.font]
            for word in text.split(separator: " ") {
                widest = max(widest, String(word).size(withAttributes: attributes).width)
            }
        }
        return widest
    }

    private func height(forWidth width: CGFloat) -> CGFloat {
        labelHeights(forWidth: width).reduce(testDots.neededSize.height) {
            $0 + $1 + ($1 > 0 ? gap : 0)
        }
    }

    /// The vertical gap between labels, in points.
    private var gap: CGFloat { testDots.diameter / 2 }

    /// Returns the heights of the title, the instruction and the longest status, in points; 0 for
    /// an empty label.
    private func labelHeights(forWidth width: CGFloat) -> [CGFloat] {
        let limit = CGSize(width: width, height: 0)
        let currentStatus = status.text
        status.text = longestStatus
        defer { status.text = currentStatus }
        return [title, instruction, status].map {
            $0.text?.isEmpty == false ? $0.sizeThatFits(limit).height : 0
        }
    }

    /// Stacks the dots and the labels vertically.
    override func layoutSubviews() {
        testDots.frame = CGRect(origin: .zero, size: testDots.neededSize)
        var top = testDots.frame.maxY
        let labels = [title, instruction, status]
        for (label, height) in zip(labels, labelHeights(forWidth: bounds.width)) {
            if height > 0 { top += gap }
            label.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
            top += height
        }
    }
}

/// A row with one dot for each test. The dot is filled for a finished test, emphasized for the
/// current test and hollow for a test that has not started.
private final class TestDots: UIView {
    /// `false`: the view draws the dots for its current size whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    /// The diameter of a dot, in points.
    var diameter: CGFloat = 10 {
        didSet { if diameter != oldValue { setNeedsDisplay() } }
    }
    /// Whether a text such as “3 of 9” follows the dots.
    var showsNumber = true {
        didSet { if showsNumber != oldValue { setNeedsDisplay() } }
    }
    /// The index of the current test, from 0.
    var currentIndex = 0 {
        didSet { if currentIndex != oldValue { setNeedsDisplay() } }
    }

    private static let count = GuidedTest.allCases.count
    private var numberText: String { showsNumber ? "\(currentIndex + 1) of \(Self.count)" : "" }
    private var textAttributes: [TextAttribute: Any] {
        [
            .font: UIFont.systemFont(ofSize: max(diameter * 1.7, 12)),
            .foregroundColor: FieldTestColors.foreground,
        ]
    }
    /// The width of all dots with their gaps, in points.
    private var dotsWidth: CGFloat { CGFloat(Self.count) * diameter * 1.6 }

    /// The size of the dots and the text, in points.
    var neededSize: CGSize {
        let text = numberText.size(withAttributes: textAttributes)
        return CGSize(
            width: (dotsWidth + diameter + text.width).rounded(.up),
            height: max(text.height, diameter + 2).rounded(.up))
    }

    override func draw(_ rect: CGRect) {
        for index in 0..<Self.count {
            let frame = CGRect(
                x: 1 + CGFloat(index) * diameter * 1.6, y: bounds.midY - diameter / 2,
                width: diameter, height: diameter)
            FieldTestColors.foreground.set()
            if index < currentIndex {
                UIBezierPath(ovalIn: frame).fill()
            } else if index == currentIndex {
                FieldTestColors.target.set()
                UIBezierPath(ovalIn: frame.insetBy(dx: -1.5, dy: -1.5)).fill()
                UIColor.white.set()
                UIBezierPath(ovalIn: frame.insetBy(dx: diameter * 0.27, dy: diameter * 0.27)).fill()
            } else {
                let ring = UIBezierPath(ovalIn: frame.insetBy(dx: 0.75, dy: 0.75))
                ring.lineWidth = 1.5
                ring.stroke()
            }
        }
        let text = numberText
        let height = text.size(withAttributes: textAttributes).height
        text.draw(
            at: CGPoint(x: dotsWidth + diameter, y: bounds.midY - height / 2),
            withAttributes: textAttributes)
    }
}
