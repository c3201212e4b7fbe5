import Testing
import TouchKit
import TouchKitTesting

/// The layout of stack views.
@Suite("Stack views")
@MainActor
struct StackViewTests {
    /// A view with an intrinsic size.
    private final class SizedView: UIView {
        var size: CGSize {
            didSet { invalidateIntrinsicContentSize() }
        }

        init(_ width: CGFloat, _ height: CGFloat) {
            size = CGSize(width: width, height: height)
            super.init(frame: .zero)
        }

        override var intrinsicContentSize: CGSize { size }
    }

    /// Returns the x coordinates and widths of views in a stack view of 200 × 50 points.
    private func layout(
        _ widths: [CGFloat], _ distribution: UIStackView.Distribution, spacing: CGFloat = 10
    ) -> [[CGFloat]] {
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 200))
        let stack = UIStackView(arrangedSubviews: widths.map { SizedView($0, 20) })
        stack.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
        stack.distribution = distribution
        stack.spacing = spacing
        simulator.window.addSubview(stack)
        _ = simulator.render()
        return stack.arrangedSubviews.map { [$0.frame.minX, $0.frame.width] }
    }

    @Test("Distributions along the axis")
    func distributions() {
        #expect(layout([40, 60], .fill) == [[0, 130], [140, 60]])
        #expect(layout([40, UIView.noIntrinsicMetric], .fill) == [[0, 40], [50, 150]])
        #expect(layout([150, 60], .fill) == [[0, 150], [160, 40]])
        #expect(layout([40, 60], .fillEqually) == [[0, 95], [105, 95]])
        #expect(layout([40, 60], .fillProportionally) == [[0, 76], [86, 114]])
        #expect(layout([20, 40, 40], .equalSpacing) == [[0, 20], [70, 40], [160, 40]])
        #expect(layout([20, 40, 40], .equalCentering) == [[0, 20], [75, 40], [160, 40]])
        #expect(layout([80, 100, 20], .equalSpacing) == [[0, 80], [90, 100], [200, 0]])
    }

    @Test("Alignments perpendicular to the axis")
    func alignments() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 200))
        let view = SizedView(40, 20)
        let stack = UIStackView(arrangedSubviews: [view])
        stack.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
        simulator.window.addSubview(stack)
        var frames: [[CGFloat]] = []
        for alignment in [UIStackView.Alignment.fill, .top, .center, .bottom] {
            stack.alignment = alignment
            _ = simulator.render()
            frames.append([view.frame.minY, view.frame.height])
        }
        #expect(frames == [[0, 50], [0, 20], [15, 20], [30, 20]])
    }

    @Test("A column gives a label the height of its wrapped text.")
    func wrappedLabel() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 400))
        let label = UILabel()
        label.numberOfLines = 0
        label.text = "a text that needs several lines in a narrow column"
        let rest = UIView()
        let stack = UIStackView(arrangedSubviews: [label, rest])
        stack.axis = .vertical
        stack.frame = CGRect(x: 0, y: 0, width: 120, height: 400)
        simulator.window.addSubview(stack)
        _ = simulator.render()
        #expect(label.frame.height == label.sizeThatFits(CGSize(width: 120, height: 0)).height)
        #expect(label.frame.height > label.font.lineHeight * 2)
        #expect(rest.frame.minY == label.frame.maxY && rest.frame.maxY == 400)
    }

    @Test("Hidden, removed and changed views lay out the others again, also in nested stack views.")
    func changes() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 200))
        let views = [SizedView(40, 20), SizedView(60, 20), SizedView(30, 20)]
        let inner = UIStackView(arrangedSubviews: Array(views[0...1]))
        let outer = UIStackView(arrangedSubviews: [inner, views[2]])
        outer.distribution = .equalSpacing
        outer.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
        simulator.window.addSubview(outer)
        _ = simulator.render()
        #expect(inner.frame.width == 100)
        views[0].isHidden = true
        _ = simulator.render()
        #expect(inner.frame.width == 60 && views[1].frame.minX == 0)
        views[1].size = CGSize(width: 80, height: 20)
        _ = simulator.render()
        #expect(inner.frame.width == 80)
        views[0].removeFromSuperview()
        #expect(inner.arrangedSubviews == [views[1]])
        outer.setCustomSpacing(5, after: inner)
        outer.distribution = .fill
        _ = simulator.render()
        #expect(inner.frame.width == 165)
    }
}
