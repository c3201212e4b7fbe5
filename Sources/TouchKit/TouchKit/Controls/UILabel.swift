/// Text that is shown, not touched: it is no obstacle to fingers.
@MainActor
open class UILabel: UIView {
    /// The text.
    open var text: String? {
        didSet { if text != oldValue { contentChanged() } }
    }
    /// The font; 17 points unless told otherwise.
    open var font = UIFont.systemFont(ofSize: UIFont.labelFontSize) {
        didSet { if font != oldValue { contentChanged() } }
    }
    /// The colour; black unless told otherwise.
    open var textColor = UIColor.black {
        didSet { if textColor != oldValue { setNeedsDisplay() } }
    }
    /// Where lines lie in the label's width.
    open var textAlignment = NSTextAlignment.natural {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }
    /// The most lines; as many as it takes for 0.
    open var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { contentChanged() } }
    }
    /// What happens to text that doesn't fit.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet { if lineBreakMode != oldValue { contentChanged() } }
    }

    /// The lines for the bounds of the time: drawing them again costs no cutting.
    private var known: (size: CGSize, lines: [TextLayout.Line])?

    /// Makes a label of this extent in its superview, in points.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    private func contentChanged() {
        known = nil
        setNeedsDisplay()
    }

    // MARK: Size

    /// The size of its text in so much width, in points; where only one line is allowed, or the
    /// width is 0, the width doesn't count.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let room = numberOfLines == 1 || size.width <= 0 ? .infinity : size.width
        let lines = TextLayout.lines(
            of: text ?? "", font: font, width: room, maximumLines: numberOfLines,
            mode: lineBreakMode)
        return CGSize(
            width: Self.roundedUpToPixels(lines.map(\.width).max() ?? 0),
            height: Self.roundedUpToPixels(CGFloat(lines.count) * font.lineHeight))
    }

    open override var intrinsicContentSize: CGSize {
        sizeThatFits(numberOfLines == 1 ? .zero : bounds.size)
    }

    // MARK: Drawing

    /// Draws the lines, together in the middle of its height; what its bounds don't hold isn't seen.
    open override func draw(_ rect: CGRect) {
        guard let text, let context = DrawingContext.current else { return }
        let lines = linesForBounds(text)
        let lineHeight = font.lineHeight
        let ascender = font.ascender
        var top = bounds.midY - CGFloat(lines.count) * lineHeight / 2
        for line in lines {
            if top < rect.maxY && top + lineHeight > rect.minY {
                context.draw(
                    text, line, font: font, color: textColor,
                    baseline: CGPoint(x: left(of: line), y: top + ascender))
            }
            top += lineHeight
        }
    }

    private func left(of line: TextLayout.Line) -> CGFloat {
        switch textAlignment {
        case .left, .natural: return bounds.minX
        case .center: return bounds.midX - line.width / 2
        case .right: return bounds.maxX - line.width
        }
    }

    /// As many lines as its height holds, at least one.
    private func linesForBounds(_ text: String) -> [TextLayout.Line] {
        if let known, known.size == bounds.size { return known.lines }
        let lineHeight = font.lineHeight
        // A label that is as high as it asked to be mustn't lose a line to rounding.
        let fitting = lineHeight > 0 ? max(1, Int((bounds.height + 0.01) / lineHeight)) : 1
        let most = numberOfLines == 0 ? fitting : min(numberOfLines, fitting)
        let lines = TextLayout.lines(
            of: text, font: font, width: bounds.width,
            maximumLines: most, mode: lineBreakMode)
        known = (bounds.size, lines)
        return lines
    }
}
