import LabFieldTest
import TouchKit

/// The words of a page: which test of how many, its name, what to do, and how far it is.
final class FieldTestHeader: UIView {
    private let dots = TestDots(frame: .zero)
    private let title = UILabel(frame: .zero)
    private let instruction = UILabel(frame: .zero)
    private let status = UILabel(frame: .zero)
    /// What `status` may become.
    private var longestStatus = ""

    /// The sizes of the title that are tried, in points; the instruction's never falls below 20 points
    /// before all of them are.
    private static let sizes: [CGFloat] = [36, 32, 28, 24, 20, 18, 16, 14]

    /// Makes one without words.
    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        isUserInteractionEnabled = false
        for label in [title, instruction, status] {
            label.textColor = FieldTestColors.ink
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        addSubview(dots)
    }

    /// Says what a page is about.
    func begin(_ test: GuidedTest) {
        dots.current = GuidedTest.allCases.firstIndex(of: test) ?? 0
        title.text = test.title
    }

    /// Says what to do and how far it is.
    ///
    /// - Returns: Whether another place may be needed for it.
    func show(_ page: FieldTestPage) -> Bool {
        if status.text != page.status { status.text = page.status }
        guard
            instruction.text != page.instruction || longestStatus.count != page.longestStatus.count
        else { return false }
        instruction.text = page.instruction
        longestStatus = page.longestStatus
        return true
    }

    /// Lies where nothing is in its way, with letters as large as there is room for.
    func place(in extent: CGRect, avoiding obstacles: [CGRect]) {
        let rooms = FreeRooms.all(in: extent, avoiding: obstacles)
        // Above, if it may be large there: people look there first.
        let upper = rooms.filter { $0.minY < extent.minY + extent.height * 0.12 }
        if place(in: upper, sizes: Self.sizes.filter { $0 >= 24 }) { return }
        if place(in: rooms, sizes: Self.sizes) { return }
        placeWhereMostFits(rooms, extent)
    }

    /// There is no room for all of it: where the least of it lies under something.
    private func placeWhereMostFits(_ rooms: [CGRect], _ extent: CGRect) {
        setFonts(Self.sizes[Self.sizes.count - 1])
        let word = longestWord
        let room = rooms.filter { $0.width >= word }.min {
            height(width: $0.width) - $0.height < height(width: $1.width) - $1.height
        }
        let place = room ?? extent
        frame = CGRect(
            x: place.minX, y: place.minY, width: place.width, height: height(width: place.width))
    }

    private func place(in rooms: [CGRect], sizes: [CGFloat]) -> Bool {
        for size in sizes {
            setFonts(size)
            for room in rooms where longestWord <= room.width {
                let height = height(width: room.width)
                if height > room.height { continue }
                frame = CGRect(x: room.minX, y: room.minY, width: room.width, height: height)
                return true
            }
        }
        return false
    }

    private func setFonts(_ size: CGFloat) {
        title.font = .boldSystemFont(ofSize: size)
        instruction.font = .systemFont(ofSize: max(size * 0.7, min(20, size)))
        status.font = .boldSystemFont(ofSize: max(size * 0.8, min(20, size)))
        dots.dot = (size * 0.4).rounded()
        dots.hasNumber = size > 16
        setNeedsLayout()
    }

    /// The width of what can't be broken.
    private var longestWord: CGFloat {
        var widest = dots.neededSize.width
        for (label, text) in [
            (title, title.text ?? ""), (instruction, instruction.text ?? ""),
            (status, longestStatus),
        ] {
            let look: [TextAttribute: Any] = [.font: label.font]
            for word in text.split(separator: " ") {
                widest = max(widest, String(word).size(withAttributes: look).width)
            }
        }
        return widest
    }

    private func height(width: CGFloat) -> CGFloat {
        heights(width).reduce(dots.neededSize.height) { $0 + $1 + ($1 > 0 ? gap : 0) }
    }

    private var gap: CGFloat { dots.dot / 2 }

    /// Of the title, the instruction and the status.
    private func heights(_ width: CGFloat) -> [CGFloat] {
        let room = CGSize(width: width, height: 0)
        let shown = status.text
        status.text = longestStatus
        defer { status.text = shown }
        return [title, instruction, status].map {
            $0.text?.isEmpty == false ? $0.sizeThatFits(room).height : 0
        }
    }

    /// One below the other.
    override func layoutSubviews() {
        dots.frame = CGRect(origin: .zero, size: dots.neededSize)
        var top = dots.frame.maxY
        for (label, height) in zip([title, instruction, status], heights(bounds.width)) {
            if height > 0 { top += gap }
            label.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
            top += height
        }
    }
}

/// A dot for each test: those that are over, the one that is shown, and those to come.
private final class TestDots: UIView {
    /// The diameter of a dot, in points.
    var dot: CGFloat = 10 {
        didSet { if dot != oldValue { setNeedsDisplay() } }
    }
    /// Whether it says in words as well which test of how many it is.
    var hasNumber = true {
        didSet { if hasNumber != oldValue { setNeedsDisplay() } }
    }
    /// The test that is shown, from 0.
    var current = 0 {
        didSet { if current != oldValue { setNeedsDisplay() } }
    }

    private static let count = GuidedTest.allCases.count
    private var words: String { hasNumber ? "\(current + 1) of \(Self.count)" : "" }
    private var look: [TextAttribute: Any] {
        [
            .font: UIFont.systemFont(ofSize: max(dot * 1.7, 12)),
            .foregroundColor: FieldTestColors.ink,
        ]
    }
    private var dotsWidth: CGFloat { CGFloat(Self.count) * dot * 1.6 }

    /// The room that it takes.
    var neededSize: CGSize {
        let text = words.size(withAttributes: look)
        return CGSize(
            width: (dotsWidth + dot + text.width).rounded(.up),
            height: max(text.height, dot + 2).rounded(.up))
    }

    override func draw(_ rect: CGRect) {
        for index in 0..<Self.count {
            let frame = CGRect(
                x: 1 + CGFloat(index) * dot * 1.6, y: bounds.midY - dot / 2, width: dot, height: dot
            )
            FieldTestColors.ink.set()
            if index < current {
                UIBezierPath(ovalIn: frame).fill()
            } else if index == current {
                FieldTestColors.target.set()
                UIBezierPath(ovalIn: frame.insetBy(dx: -1.5, dy: -1.5)).fill()
                UIColor.white.set()
                UIBezierPath(ovalIn: frame.insetBy(dx: dot * 0.27, dy: dot * 0.27)).fill()
            } else {
                let ring = UIBezierPath(ovalIn: frame.insetBy(dx: 0.75, dy: 0.75))
                ring.lineWidth = 1.5
                ring.stroke()
            }
        }
        let text = words
        let height = text.size(withAttributes: look).height
        text.draw(
            at: CGPoint(x: dotsWidth + dot, y: bounds.midY - height / 2), withAttributes: look)
    }
}
