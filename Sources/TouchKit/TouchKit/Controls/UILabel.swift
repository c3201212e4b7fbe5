/// A view that displays one or more lines of informational text.
///
/// User interaction is disabled by default, so hit-testing ignores labels.
@MainActor
open class UILabel: UIView {
    class override var drawsWholeContent: Bool { true }

    /// The text that the label displays.
    open var text: String? {
        didSet { if text != oldValue { invalidateContent() } }
    }
    /// The font of the text. The default is the system font at 17 points.
    open var font = UIFont.systemFont(ofSize: UIFont.labelFontSize) {
        didSet { if font != oldValue { invalidateContent() } }
    }
    /// The color of the text. The default is `label`: black in the light style.
    open var textColor = UIColor.label {
        didSet { if textColor != oldValue { setNeedsDisplay() } }
    }
    /// The technique for aligning the text.
    open var textAlignment = NSTextAlignment.natural {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }
    /// The maximum number of lines for rendering text; 0 for no limit.
    open var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { invalidateContent() } }
    }
    /// The technique for wrapping and truncating the label's text.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet { if lineBreakMode != oldValue { invalidateContent() } }
    }

    /// The laid-out lines, whose memory is used again for the next text.
    private var lines: [TextLayout.Line] = []
    /// The bounds size for which the lines were laid out, or `nil` if the text must be laid out
    /// again.
    private var linesSize: CGSize?

    /// Creates a label with the specified frame.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Discards the cached lines and requests a redraw.
    private func invalidateContent() {
        linesSize = nil
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
    }

    // MARK: Size

    /// Returns the size of the text wrapped to `size.width`, in points. The width is ignored if it
    /// is 0 or `numberOfLines` is 1.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let width = numberOfLines == 1 || size.width <= 0 ? .infinity : size.width
        var widest: CGFloat = 0
        var count = 0
        TextLayout.forEachLine(
            of: text ?? "", font: font, width: width, maximumLines: numberOfLines,
            mode: lineBreakMode
        ) { line in
            widest = max(widest, line.width)
            count += 1
            return true
        }
        return CGSize(
            width: Self.roundedUpToPixel(widest),
            height: Self.roundedUpToPixel(CGFloat(count) * font.lineHeight))
    }

    open override var intrinsicContentSize: CGSize {
        sizeThatFits(numberOfLines == 1 ? .zero : bounds.size)
    }

    // MARK: Drawing

    /// Draws the lines, centered vertically and clipped to the bounds.
    open override func draw(_ rect: CGRect) {
        guard let text, let context = DrawingContext.current else { return }
        layoutLines(of: text)
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

    /// Returns the x coordinate at which a line starts according to `textAlignment`, in points.
    private func left(of line: TextLayout.Line) -> CGFloat {
        switch textAlignment {
        case .left, .natural: return bounds.minX
        case .center: return bounds.midX - line.width / 2
        case .right: return bounds.maxX - line.width
        }
    }

    /// Lays out the lines of `text` that fit into the height of the bounds, but at least one line.
    private func layoutLines(of text: String) {
        if linesSize == bounds.size { return }
        let lineHeight = font.lineHeight
        // Rounding must not remove a line from a label with the height of `sizeThatFits`.
        let fitting = lineHeight > 0 ? max(1, Int((bounds.height + 0.01) / lineHeight)) : 1
        let maximumLineCount = numberOfLines == 0 ? fitting : min(numberOfLines, fitting)
        lines.removeAll(keepingCapacity: true)
        TextLayout.forEachLine(
            of: text, font: font, width: bounds.width,
            maximumLines: maximumLineCount, mode: lineBreakMode
        ) { line in
            lines.append(line)
            return true
        }
        linesSize = bounds.size
    }
}
