import CTouchTrackerAllocationCounter
import KioskText
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

/// Labels and strings in the system font.
@Suite("Text in the system font", .serialized)
@MainActor
struct LabelTextTests {
    private func simulator(_ width: Int, _ height: Int) throws -> TouchSimulator {
        let font = try FreeTypeFont(regular: SystemFont.regularPath, bold: SystemFont.boldPath)
        let simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), glyphs: font, imageDecoder: nil)
        simulator.window.backgroundColor = .white
        return simulator
    }

    private func label(
        _ text: String, _ frame: CGRect, lines: Int, _ alignment: NSTextAlignment
    ) -> UILabel {
        let label = UILabel(frame: frame)
        label.text = text
        label.numberOfLines = lines
        label.textAlignment = alignment
        return label
    }

    /// Returns the range of columns in which a frame of a white image is not white.
    private func nonWhiteColumns(_ image: Bitmap, _ frame: CGRect) -> ClosedRange<Int>? {
        var columns: [Int] = []
        for x in Int(frame.minX)..<Int(frame.maxX) {
            let rows = Int(frame.minY)..<Int(frame.maxY)
            if rows.contains(where: { image[x, $0] != 0xFFFF_FFFF }) { columns.append(x) }
        }
        guard let first = columns.first, let last = columns.last else { return nil }
        return first...last
    }

    @Test("Text is aligned left, centered and right according to its measured width.")
    func alignment() throws {
        let simulator = try simulator(300, 120)
        let frames = [0, 1, 2].map {
            CGRect(x: 20, y: 10 + 30 * Double($0), width: 240, height: 24)
        }
        let alignments: [NSTextAlignment] = [.left, .center, .right]
        for (frame, alignment) in zip(frames, alignments) {
            simulator.window.addSubview(label("Handling", frame, lines: 1, alignment))
        }
        let width = "Handling".size(withAttributes: [.font: UIFont.systemFont(ofSize: 17)]).width
        #expect(width > 60 && width < 80)
        let image = simulator.render()
        let edges = [20, 140 - width / 2, 260 - width]
        for (frame, edge) in zip(frames, edges) {
            let columns = try #require(nonWhiteColumns(image, frame))
            #expect(abs(Double(columns.lowerBound) - edge) <= 3)
            #expect(abs(Double(columns.upperBound) - (edge + width)) <= 3)
        }
    }

    @Test("Wrapped, truncated, bold, small and rotated text matches the golden image.")
    func goldenImage() throws {
        let simulator = try simulator(360, 200)
        let fox = "The quick brown fox jumps over the lazy dog."
        let wrapped = label(fox, CGRect(x: 8, y: 8, width: 150, height: 100), lines: 0, .center)
        let truncated = label(fox, CGRect(x: 170, y: 8, width: 180, height: 24), lines: 1, .left)
        let bold = label("Bold", CGRect(x: 170, y: 38, width: 180, height: 24), lines: 1, .right)
        bold.font = .boldSystemFont(ofSize: 17)
        bold.textColor = .red
        let small = label(fox, CGRect(x: 170, y: 68, width: 180, height: 40), lines: 2, .left)
        small.font = .systemFont(ofSize: 11)
        let rotated = label("Turned", CGRect(x: 30, y: 130, width: 90, height: 30), lines: 1, .left)
        rotated.font = .systemFont(ofSize: 24)
        rotated.transform = CGAffineTransform(rotationAngle: 0.3)
        let large = label(
            "Größe", CGRect(x: 170, y: 120, width: 180, height: 70), lines: 1, .center)
        large.font = .systemFont(ofSize: 48)
        large.textColor = .blue
        for view in [wrapped, truncated, bold, small, rotated, large] {
            simulator.window.addSubview(view)
        }
        try expectImage(simulator.render(), resembles: "labels")
    }

    @Test("Redrawing a part of a label does not change its pixels.")
    func partial() throws {
        let simulator = try simulator(200, 60)
        let label = label(
            "Some text to be cut", CGRect(x: 7.3, y: 8, width: 180, height: 40), lines: 1, .left)
        simulator.window.addSubview(label)
        let whole = simulator.render()
        for step in 0..<24 {
            label.setNeedsDisplay(
                CGRect(x: Double(step) * 7.5, y: Double(step % 5) * 4, width: 5, height: 9))
            #expect(simulator.render().isEqual(to: whole))
        }
    }

    @Test(
        "Drawing and measuring labels and strings again does not allocate.",
        .requiresOptimizedBuild)
    func warmTextAllocatesNothing() throws {
        let simulator = try simulator(320, 120)
        let label = label(
            "Words that make several lines, 3 × 4 = Ωμ",
            CGRect(x: 3, y: 3, width: 200, height: 100),
            lines: 3, .center)
        simulator.window.addSubview(label)
        let stringView = StringView(frame: CGRect(x: 210, y: 3, width: 100, height: 110))
        simulator.window.addSubview(stringView)
        let painter = FramePainter(simulator.application, width: 320, height: 120)
        var before = allocation_counter_value()
        for number in 0..<12 {
            if number == 3 { before = allocation_counter_value() }
            label.setNeedsDisplay()
            stringView.setNeedsDisplay()
            painter.paint()
        }
        #expect(allocation_counter_value() == before)
        #expect(painter.list.count > 5 && stringView.width > 30)
    }

    /// A view that draws and measures strings.
    private final class StringView: UIView {
        var width: CGFloat = 0
        private let attributes: [TextAttribute: Any] = [
            .font: UIFont.boldSystemFont(ofSize: 13), .foregroundColor: UIColor.red,
        ]

        override func draw(_ rect: CGRect) {
            "Twelve points\nand two lines".draw(at: .zero)
            "Wrapped in a narrow room".draw(
                in: CGRect(x: 0, y: 40, width: 90, height: 60), withAttributes: attributes)
            width = "measured".size(withAttributes: attributes).width
        }
    }
}
