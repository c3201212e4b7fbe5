/// Formats the results of a run as text, JSON and Markdown.
extension Results {
    /// A table with one line per benchmark case and renderer.
    var text: String {
        var lines = ["work       renderer      target         best/unit      median   ratios"]
        for row in rows {
            lines.append(
                paddedRight(row.work.rawValue, 11) + paddedRight(row.renderer, 14)
                    + paddedRight(row.target, 11)
                    + paddedLeft(grouped(row.best), 13) + paddedLeft(grouped(row.median), 12)
                    + "   "
                    + ratioText(row))
        }
        for row in quality {
            lines.append(
                paddedRight("quality", 11) + paddedRight(row.renderer, 14)
                    + paddedRight(row.target, 11)
                    + "   max \(row.error.max), mean \(decimal(row.error.mean, 2)), "
                    + "rms \(decimal(row.error.rootMeanSquare, 2))")
        }
        lines += skipped.map { "SKIPPED \($0.renderer): \($0.reason)" }
        lines.append(
            measure == .nanoseconds
                ? "best and median in ns of processor time, "
                    + "for a stroke (W1, W2), disc, glyph, or frame"
                : "instructions for a stroke (W1, W2), disc, glyph, or frame")
        return lines.joined(separator: "\n")
    }

    /// Returns the ratios of a row as text.
    private func ratioText(_ row: ResultRow) -> String {
        ratios(of: row).map { key, value in
            let other = key.dropFirst("ratio_to_".count)
            return key == "ratio_to_memcpy"
                ? "\(decimal(value, 2)) × the time of memcpy"
                : "\(decimal(value, 2)) × \(other)"
        }.joined(separator: ", ")
    }

    /// The results as JSON, `{"rows":[…]}`, as described in docs/performance.md.
    var json: String {
        var objects = rows.map { row in
            let numbers =
                [(measure.key, decimal(row.best, 1))]
                + ratios(of: row).map { ($0.key, decimal($0.value, 3)) }
            return object(row.work.rawValue, row.target, row.renderer, numbers)
        }
        objects += quality.map { row in
            object(
                "quality", row.target, row.renderer,
                [
                    ("max", String(row.error.max)), ("mean", decimal(row.error.mean, 2)),
                    ("rms", decimal(row.error.rootMeanSquare, 2)),
                ])
        }
        return "{\"rows\":[\(objects.joined(separator: ","))]}"
    }

    /// Returns a JSON object.
    private func object(
        _ work: String, _ target: String, _ renderer: String, _ numbers: [(String, String)]
    ) -> String {
        let fields =
            ["\"work\":\"\(work)\"", "\"target\":\"\(target)\"", "\"renderer\":\"\(renderer)\""]
            + numbers.map { "\"\($0.0)\":\($0.1)" }
        return "{\(fields.joined(separator: ","))}"
    }

    /// Tables for docs/performance.md with one line per renderer and one column per benchmark case.
    var markdown: String {
        let tables: [[BenchmarkCase]] = [
            [.w1, .w2, .w3, .w4], [.w5, .w6, .w7, .dither],
            [.curves, .shapes, .circles, .glyphs, .blit],
        ]
        var lines: [String] = []
        for works in tables {
            lines.append(
                "| renderer |"
                    + works.map { " \($0.rawValue) per \($0.unit) |" }.joined())
            lines.append("|---|" + works.map { _ in "---:|" }.joined())
            for (renderer, target) in renderers(of: works) {
                let cells = works.map { work in
                    rows.first {
                        $0.work == work && $0.renderer == renderer && $0.target == target
                    }.map(markdownCell) ?? "–"
                }
                lines.append("| \(renderer), \(target) | \(cells.joined(separator: " | ")) |")
            }
            lines.append("")
        }
        if !quality.isEmpty {
            lines += ["| quality | max | mean | rms |", "|---|---:|---:|---:|"]
            lines += quality.map { row in
                "| \(row.renderer), \(row.target) | \(row.error.max) | "
                    + "\(decimal(row.error.mean, 2)) | \(decimal(row.error.rootMeanSquare, 2)) |"
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the renderers and processor levels that have results for any of the cases.
    private func renderers(of works: [BenchmarkCase]) -> [(String, String)] {
        var found: [(String, String)] = []
        for row in rows where works.contains(row.work) {
            if !found.contains(where: { $0 == (row.renderer, row.target) }) {
                found.append((row.renderer, row.target))
            }
        }
        return found
    }

    /// Returns the best value of a row with its ratios.
    private func markdownCell(_ row: ResultRow) -> String {
        let value = grouped(row.best)
        let texts = ratios(of: row).map { key, ratio in
            key == "ratio_to_cairo"
                ? "\(decimal(ratio, 2)) ×"
                : "\(decimal(ratio, 2)) \(key.dropFirst("ratio_to_".count))"
        }
        return texts.isEmpty ? value : "\(value) (\(texts.joined(separator: ", ")))"
    }
}

/// Returns the text padded on the right to a width.
private func paddedRight(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
}

/// Returns the text padded on the left to a width.
private func paddedLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
}

/// Returns a number with the given number of decimal places.
func decimal(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return "0" }
    var power = 1
    for _ in 0..<digits { power *= 10 }
    let whole = Int((abs(value) * Double(power)).rounded())
    let sign = value < 0 ? "-" : ""
    if digits == 0 { return sign + String(whole) }
    let rest = String(whole % power)
    return sign + "\(whole / power)." + String(repeating: "0", count: digits - rest.count) + rest
}

/// Returns an integer with commas between groups of three digits.
private func grouped(_ value: Double) -> String {
    var text = ""
    for (index, digit) in decimal(value, 0).reversed().enumerated() {
        if index > 0 && index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return String(text.reversed())
}
