/// How lines of text end that don't fit.
public enum NSLineBreakMode: Int, Sendable {
    /// They go on in the next line, at words.
    case byWordWrapping = 0
    /// They go on in the next line, at any letter.
    case byCharWrapping = 1
    /// They are cut off.
    case byClipping = 2
    /// The last line ends in an ellipsis.
    case byTruncatingTail = 4
}

/// Where lines of text lie in their width.
public enum NSTextAlignment: Int, Sendable {
    /// At the left edge.
    case left = 0
    /// In the middle.
    case center = 1
    /// At the right edge.
    case right = 2
    /// As the script wants it: at the left edge here.
    case natural = 4
}

/// Cuts text into lines: one scalar, one letter; no kerning, no shaping, left to right.
@MainActor
struct TextLayout {
    /// One line.
    struct Line {
        /// What it shows.
        var range: Range<String.Index>
        /// How wide that is with its ellipsis, in points.
        var width: CGFloat
        /// Whether an ellipsis follows.
        var isTruncated = false
    }

    /// What stands for text that isn't shown.
    static let ellipsis: Unicode.Scalar = "…"
    /// What sums of advances may be off.
    private static let tolerance = 1e-6

    private let text: String
    private let scalars: String.UnicodeScalarView
    private let ruler: FontRuler
    private let width: CGFloat

    private init(_ text: String, _ ruler: FontRuler, _ width: CGFloat) {
        self.text = text
        scalars = text.unicodeScalars
        self.ruler = ruler
        self.width = width
    }

    /// Cuts text into lines; none where there is no font.
    ///
    /// - Parameters:
    ///   - text: The text; line feeds end lines.
    ///   - font: The font.
    ///   - width: The room, in points.
    ///   - maximumLines: The most lines; any number for 0.
    ///   - mode: What happens to text that doesn't fit.
    static func lines(
        of text: String, font: UIFont, width: CGFloat, maximumLines: Int, mode: NSLineBreakMode
    ) -> [Line] {
        var lines: [Line] = []
        forEachLine(of: text, font: font, width: width, maximumLines: maximumLines, mode: mode) {
            lines.append($0)
            return true
        }
        return lines
    }

    /// Cuts text into lines, one after the other, and allocates nothing.
    ///
    /// - Parameters:
    ///   - text: The text; line feeds end lines.
    ///   - font: The font.
    ///   - width: The room, in points.
    ///   - maximumLines: The most lines; any number for 0.
    ///   - mode: What happens to text that doesn't fit.
    ///   - body: Gets each line, and answers whether it wants another one.
    static func forEachLine(
        of text: String, font: UIFont, width: CGFloat, maximumLines: Int, mode: NSLineBreakMode,
        _ body: (Line) -> Bool
    ) {
        guard !text.isEmpty, let ruler = FontRuler(font) else { return }
        let wraps =
            maximumLines != 1 || mode == .byWordWrapping || mode == .byCharWrapping
        let layout = TextLayout(text, ruler, wraps || mode == .byTruncatingTail ? width : .infinity)
        layout.forEachLine(maximumLines: maximumLines, mode: mode, wraps: wraps, body)
    }

    /// The width of a text in one line, in points; 0 where there is no font.
    static func width(of text: String, font: UIFont) -> CGFloat {
        guard let ruler = FontRuler(font) else { return 0 }
        var width: CGFloat = 0
        for scalar in text.unicodeScalars { width += ruler.advance(scalar) }
        return width
    }

    private func forEachLine(
        maximumLines: Int, mode: NSLineBreakMode, wraps: Bool, _ body: (Line) -> Bool
    ) {
        var count = 0
        var start = scalars.startIndex
        while true {
            let paragraphEnd = scalars[start...].firstIndex(of: "\n") ?? scalars.endIndex
            var from = start
            repeat {
                let isLast = maximumLines > 0 && count == maximumLines - 1
                let (line, next) = line(
                    from: from, to: paragraphEnd, byWord: mode != .byCharWrapping, wraps: wraps)
                let isMore = next < paragraphEnd || paragraphEnd < scalars.endIndex
                if isLast && isMore && mode == .byTruncatingTail {
                    _ = body(truncated(from: from, to: paragraphEnd))
                    return
                }
                if !body(line) || isLast { return }
                count += 1
                from = next
            } while from < paragraphEnd
            if paragraphEnd == scalars.endIndex { return }
            start = scalars.index(after: paragraphEnd)
        }
    }

    /// The line that begins at a place, and where the next one would.
    private func line(
        from start: String.Index, to end: String.Index, byWord: Bool, wraps: Bool
    ) -> (line: Line, next: String.Index) {
        var total: CGFloat = 0
        var index = start
        // The last place where a word ended, the width up to it, and where the next word begins.
        var wordEnd: (end: String.Index, width: CGFloat, next: String.Index)?
        while index < end {
            let scalar = scalars[index]
            let after = scalars.index(after: index)
            let advance = ruler.advance(scalar)
            if scalar == " " {
                if let known = wordEnd, known.next == index {
                    wordEnd?.next = after
                } else {
                    wordEnd = (index, total, after)
                }
            } else if total + advance > width + Self.tolerance {
                if !wraps { return (Line(range: start..<index, width: total), index) }
                if byWord, let word = wordEnd, word.end > start {
                    return (Line(range: start..<word.end, width: word.width), word.next)
                }
                // A word that is too long for a line, or no words at all: at least one letter.
                if index > start { return (Line(range: start..<index, width: total), index) }
            }
            total += advance
            index = after
            if scalar == "-" { wordEnd = (index, total, index) }
        }
        return (Line(range: start..<end, width: total), end)
    }

    /// As much as there is room for beside an ellipsis.
    private func truncated(from start: String.Index, to end: String.Index) -> Line {
        let dots = ruler.advance(Self.ellipsis)
        var total: CGFloat = 0
        var index = start
        var visible = (end: start, width: CGFloat(0))
        while index < end {
            let advance = ruler.advance(scalars[index])
            if total + advance + dots > width + Self.tolerance { break }
            total += advance
            let isSpace = scalars[index] == " "
            index = scalars.index(after: index)
            // No space before the ellipsis.
            if !isSpace { visible = (index, total) }
        }
        return Line(
            range: start..<visible.end, width: visible.width + dots, isTruncated: true)
    }
}
