/// Constants that specify what happens when a line is too long for a container.
public enum NSLineBreakMode: Int, Sendable {
    /// Wrapping occurs at word boundaries, unless the word doesn't fit on a single line.
    case byWordWrapping = 0
    /// Wrapping occurs before the first character that doesn't fit.
    case byCharWrapping = 1
    /// Lines don't extend past the edge of the container.
    case byClipping = 2
    /// The last line shows the beginning of its text, with an ellipsis for the missing text at the
    /// end.
    case byTruncatingTail = 4
}

/// Constants that specify text alignment.
public enum NSTextAlignment: Int, Sendable {
    /// Text is left aligned.
    case left = 0
    /// Text is center aligned.
    case center = 1
    /// Text is right aligned.
    case right = 2
    /// The default alignment; always left aligned here.
    case natural = 4
}

/// The layout of a text in lines. Each Unicode scalar is one glyph, from left to right, without
/// kerning or shaping.
@MainActor
struct TextLayout {
    /// One line of a laid-out text.
    struct Line {
        /// The range of the text that the line shows.
        var range: Range<String.Index>
        /// The width of the line including its ellipsis, in points.
        var width: CGFloat
        /// Whether an ellipsis follows the range.
        var isTruncated = false
    }

    /// The character that replaces truncated text.
    static let ellipsis: Unicode.Scalar = "…"
    /// The tolerance for rounding errors in sums of advances, in points.
    private static let tolerance = 1e-6

    private let scalars: String.UnicodeScalarView
    /// The measurer of the font's advances.
    private let measurer: FontMeasurer
    /// The maximum width of a line, in points.
    private let width: CGFloat

    /// Calls a closure with each line of a text from top to bottom, without allocating.
    ///
    /// - Parameters:
    ///   - text: The text; line feeds end lines.
    ///   - font: The font of the text.
    ///   - width: The maximum width of a line, in points.
    ///   - maximumLines: The maximum number of lines, or 0 for no limit.
    ///   - mode: What happens to lines that are too long.
    ///   - body: A closure that receives each line and returns whether to continue.
    static func forEachLine(
        of text: String, font: UIFont, width: CGFloat, maximumLines: Int, mode: NSLineBreakMode,
        _ body: (Line) -> Bool
    ) {
        guard !text.isEmpty, let measurer = FontMeasurer(font) else { return }
        let wraps =
            maximumLines != 1 || mode == .byWordWrapping || mode == .byCharWrapping
        let layout = TextLayout(
            scalars: text.unicodeScalars, measurer: measurer,
            width: wraps || mode == .byTruncatingTail ? width : .infinity)
        layout.forEachLine(maximumLines: maximumLines, mode: mode, wraps: wraps, body)
    }

    /// Calls `body` with each line until `maximumLines` is reached or `body` returns `false`. If
    /// `wraps` is `false`, text beyond the maximum width is cut off.
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

    /// Returns the line that starts at an index, and the start of the next line.
    ///
    /// - Parameters:
    ///   - start: The start of the line.
    ///   - end: The end of the paragraph.
    ///   - byWord: Whether a line that is too long is broken at a word boundary, if the line
    ///     contains one.
    ///   - wraps: Whether the text that does not fit continues in another line.
    private func line(
        from start: String.Index, to end: String.Index, byWord: Bool, wraps: Bool
    ) -> (line: Line, next: String.Index) {
        var total: CGFloat = 0
        var index = start
        // The end of the last complete word, the width up to it, and the start of the next word.
        var wordEnd: (end: String.Index, width: CGFloat, next: String.Index)?
        while index < end {
            let scalar = scalars[index]
            let after = scalars.index(after: index)
            let advance = measurer.advance(scalar)
            if scalar == " " {
                if let known = wordEnd, known.next == index {
                    wordEnd?.next = after
                } else {
                    wordEnd = (index, total, after)
                }
            } else if total + advance > width + Self.tolerance {
                if !wraps { return (Line(range: start..<index, width: total), index) }
                if byWord, let word = wordEnd {
                    return (Line(range: start..<word.end, width: word.width), word.next)
                }
                // A word longer than the line, or text without words: the line gets at least one
                // character.
                if index > start { return (Line(range: start..<index, width: total), index) }
            }
            total += advance
            index = after
            if scalar == "-" { wordEnd = (index, total, index) }
        }
        return (Line(range: start..<end, width: total), end)
    }

    /// Returns the line from `start`, shortened so that an ellipsis fits. `end` is the end of the
    /// paragraph.
    private func truncated(from start: String.Index, to end: String.Index) -> Line {
        let dots = measurer.advance(Self.ellipsis)
        var total: CGFloat = 0
        var index = start
        var visible = (end: start, width: CGFloat(0))
        while index < end {
            let advance = measurer.advance(scalars[index])
            if total + advance + dots > width + Self.tolerance { break }
            total += advance
            let isSpace = scalars[index] == " "
            index = scalars.index(after: index)
            // A space before the ellipsis is dropped.
            if !isSpace { visible = (index, total) }
        }
        return Line(
            range: start..<visible.end, width: visible.width + dots, isTruncated: true)
    }
}
