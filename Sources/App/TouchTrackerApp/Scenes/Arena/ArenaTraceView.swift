import TouchKit

/// Shows the trace like a terminal: the newest rows, and older ones when a finger pulls them down.
package final class ArenaTraceView: UIView {
    /// What happened.
    package private(set) var trace = ArenaTrace()
    /// How many rows it is scrolled back.
    package private(set) var scrolledBack = 0
    private var scrolledBackBefore = 0

    private static let inset: CGFloat = 6
    /// Text and its looks, by the tone of a row.
    private struct Style {
        let rowHeight: CGFloat
        let quiet: [TextAttribute: Any]
        let looks: [[TextAttribute: Any]]

        @MainActor
        init(size: CGFloat) {
            let font = UIFont.systemFont(ofSize: size)
            rowHeight = size + 5
            quiet = [.font: font, .foregroundColor: UIColor(white: 0.6, alpha: 1)]
            looks = ArenaTrace.Tone.allCases.map {
                [.font: font, .foregroundColor: ArenaTraceView.color($0)]
            }
        }
    }

    private static let narrow = Style(size: 11)
    private static let usual = Style(size: 13)
    private static let wide = Style(size: 17)
    private var style: Style {
        if bounds.width < 300 { return Self.narrow }
        return bounds.width < 600 ? Self.usual : Self.wide
    }

    private static let background = UIColor(white: 0.11, alpha: 1)
    private static let line = UIColor(white: 0.45, alpha: 1)
    private static let hint = """
        Touch A or B: here is who hears of it.
        A has tap, 2 taps and pan, B has press.
        Choose a recognizer to set its rules.
        Press it again to turn it on or off.
        """

    private static func color(_ tone: ArenaTrace.Tone) -> UIColor {
        switch tone {
        case .finger: UIColor(white: 0.95, alpha: 1)
        case .waiting: UIColor(red: 1, green: 0.8, blue: 0.2, alpha: 1)
        case .winning: UIColor(red: 0.35, green: 0.9, blue: 0.45, alpha: 1)
        case .losing: UIColor(red: 1, green: 0.5, blue: 0.45, alpha: 1)
        case .view: UIColor(red: 0.45, green: 0.8, blue: 1, alpha: 1)
        case .silence: UIColor(red: 0.8, green: 0.65, blue: 1, alpha: 1)
        }
    }

    /// Makes an empty one.
    package override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Self.background
        addGestureRecognizer(UIPanGestureRecognizer(target: self, action: { $0.scroll }))
    }

    /// Where there is room for more rows, it is scrolled back by less.
    package override func layoutSubviews() {
        scroll(to: scrolledBack)
    }

    /// Takes down what happened.
    func add(_ event: GestureEvent) {
        if trace.isFirst(event) { scroll(to: 0) }
        switch trace.add(event) {
        case .none:
            break
        case .counted(let row):
            setNeedsDisplay(rect(ofRow: row))
        case .added:
            let hasScrolled = trace.rows.count > fitting || trace.rows.count == 1
            setNeedsDisplay(hasScrolled ? bounds : rect(ofRow: trace.rows.count - 1))
        }
    }

    // MARK: Rows

    /// How many rows there is room for.
    private var fitting: Int { max(1, Int((bounds.height - 2 * Self.inset) / style.rowHeight)) }

    /// The row on top.
    private var top: Int { max(0, trace.rows.count - fitting - scrolledBack) }

    private func rect(ofRow row: Int) -> CGRect {
        CGRect(
            x: 0, y: Self.inset + CGFloat(row - top) * style.rowHeight, width: bounds.width,
            height: style.rowHeight)
    }

    private func scroll(_ pan: UIPanGestureRecognizer) {
        if pan.state == .began { scrolledBackBefore = scrolledBack }
        scroll(to: scrolledBackBefore + Int(pan.translation(in: self).y / style.rowHeight))
    }

    private func scroll(to back: Int) {
        let back = min(max(back, 0), max(0, trace.rows.count - fitting))
        if back == scrolledBack { return }
        scrolledBack = back
        setNeedsDisplay()
    }

    // MARK: Drawing

    package override func draw(_ rect: CGRect) {
        let style = style
        if trace.rows.isEmpty {
            Self.hint.draw(in: bounds.insetBy(dx: 10, dy: 10), withAttributes: style.quiet)
            return
        }
        // Wide enough for all but the longest, by the font's own measure.
        let digits = Self.width("00.000", style) + 3
        let names = Self.width("A 2 taps", style)
        for index in top..<min(top + fitting, trace.rows.count) {
            let place = self.rect(ofRow: index)
            if place.maxY <= rect.minY || place.minY >= rect.maxY { continue }
            draw(trace.rows[index], in: place, style, digits: digits, names: names)
        }
    }

    private func draw(
        _ row: ArenaTrace.Row, in place: CGRect, _ style: Style, digits: CGFloat,
        names: CGFloat
    ) {
        let look = style.looks[row.tone.rawValue]
        if row.isFirst {
            Self.line.setFill()
            UIRectFill(CGRect(x: 0, y: place.minY, width: place.width, height: 1))
        }
        let y = place.minY + 1
        let left = digits - Self.width(row.time, style)
        row.time.draw(at: CGPoint(x: left, y: y), withAttributes: style.quiet)
        row.name.draw(at: CGPoint(x: digits + 4, y: y), withAttributes: look)
        var x = digits + 4 + names
        func draw(_ word: String) {
            word.draw(at: CGPoint(x: x, y: y), withAttributes: look)
            x += Self.width(word, style)
        }
        // Colour says it as well, where there is no room.
        let needed =
            Self.width(row.verdict, style) + Self.width(row.text, style)
            + Self.width(row.other, style)
        if x + needed < place.width { draw(row.verdict) }
        draw(row.text)
        draw(row.other)
        if row.count > 1 {
            draw("×")
            draw(String(row.count))
        }
        let right = place.maxX - Self.width(row.rule, style)
        if right > x {
            row.rule.draw(at: CGPoint(x: right, y: y), withAttributes: style.quiet)
        }
    }

    /// The width of a word and of the space behind it.
    private static func width(_ word: String, _ style: Style) -> CGFloat {
        word.isEmpty ? 0 : word.size(withAttributes: style.quiet).width + 5
    }
}
