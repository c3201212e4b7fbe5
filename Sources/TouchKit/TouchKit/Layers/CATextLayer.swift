/// The horizontal alignment of the lines of a text layer.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates an alignment from a string. An unknown name is drawn as `left`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Lines are aligned with the left edge; the default.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    /// Lines are aligned with the left edge.
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    /// Lines are aligned with the right edge.
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    /// Lines are centered.
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
}

/// The truncation of a text layer's text that is too long.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    /// The name as a string.
    public let rawValue: String

    /// Creates a mode from a string. An unknown name is drawn as `none`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Text that is too long is clipped.
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// The end of a line that is too long is replaced by an ellipsis.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
}

/// A layer that provides simple text layout and rendering of plain strings, from the top of its
/// bounds.
@MainActor
open class CATextLayer: CALayer {
    /// The text, a `String`. Other values show nothing.
    open var string: Any? {
        didSet { contentDidChange() }
    }
    /// The font, a `UIFont`, whose size is replaced by `fontSize`. Other values count as the system
    /// font.
    open var font: Any? {
        didSet { contentDidChange() }
    }
    /// The size of the font, in points.
    open var fontSize: CGFloat = 36 {
        didSet { if fontSize != oldValue { contentDidChange() } }
    }
    /// The color of the text.
    open var foregroundColor: CGColor? = .white {
        didSet { if foregroundColor != oldValue { contentDidChange() } }
    }
    /// A Boolean value that determines whether the text is broken into lines that fit into the
    /// bounds. If `false`, only line feeds break lines.
    open var isWrapped = false {
        didSet { if isWrapped != oldValue { contentDidChange() } }
    }
    /// The horizontal alignment of the lines.
    open var alignmentMode = CATextLayerAlignmentMode.natural {
        didSet { if alignmentMode != oldValue { contentDidChange() } }
    }
    /// The truncation of text that is too long; used only for text that is not wrapped.
    open var truncationMode = CATextLayerTruncationMode.none {
        didSet { if truncationMode != oldValue { contentDidChange() } }
    }

    override var paints: Bool { string != nil || super.paints }

    override func recordContent(into context: DrawingContext) {
        super.recordContent(into: context)
        guard let text = string as? String, let color = foregroundColor else { return }
        let font = (font as? UIFont)?.withSize(fontSize) ?? .systemFont(ofSize: fontSize)
        let bounds = node.bounds
        var top = bounds.minY
        let truncates = !isWrapped && truncationMode == .end
        TextLayout.forEachLine(
            of: text, font: font, width: isWrapped || truncates ? bounds.width : .infinity,
            maximumLines: truncates ? 1 : 0, mode: truncates ? .byTruncatingTail : .byWordWrapping
        ) { line in
            let rest = bounds.width - line.width
            let indent =
                switch alignmentMode {
                case .right: rest
                case .center: rest / 2
                default: CGFloat(0)
                }
            context.draw(
                text, line, font: font, color: color,
                baseline: CGPoint(x: bounds.minX + indent, y: top + font.ascender))
            top += font.lineHeight
            return top < bounds.maxY
        }
    }

    override func copyProperties(of other: CALayer) {
        super.copyProperties(of: other)
        guard let other = other as? CATextLayer else { return }
        string = other.string
        font = other.font
        fontSize = other.fontSize
        foregroundColor = other.foregroundColor
        isWrapped = other.isWrapped
        alignmentMode = other.alignmentMode
        truncationMode = other.truncationMode
    }
}
