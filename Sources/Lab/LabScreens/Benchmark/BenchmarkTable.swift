import LabBenchmark
import LabFieldTest
import LabReports
import TouchKit
import TouchTrackerApp

/// A view that shows the results of the benchmark page: the verdict, a table with one row for each
/// script, and a remark about the method.
final class BenchmarkTable: UIView {
    private static let remarkText =
        "Measured inside the kiosk, from scripted touches;"
        + " touchtracker benchmark measures through the kernel."

    private let verdict = UILabel(frame: .zero)
    private let remark = UILabel(frame: .zero)
    /// The labels of the table by row and column; the first two rows are the column titles.
    private var cells: [[UILabel]] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        for label in [verdict, remark] {
            label.textAlignment = .center
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        remark.textColor = MaintenanceColors.secondaryText
    }

    /// Shows the results of the finished scripts.
    ///
    /// - Parameters:
    ///   - results: The results of the first scripts of `BenchmarkPage.scripts`, at least one.
    ///   - reason: The reason that scripts are missing, or an empty string if all have finished.
    func show(_ results: [BenchmarkResult], reason: String) {
        let worst = BenchmarkResult.worst(of: results)
        verdict.text = ReportText.capitalized(worst.verdict)
        verdict.textColor =
            switch worst.holdsFrameRate {
            case true?: MaintenanceColors.successText
            case false?: MaintenanceColors.errorText
            case nil: .white
            }
        remark.text = reason.isEmpty ? Self.remarkText : "\(reason). \(Self.remarkText)"
        for cell in cells.joined() { cell.removeFromSuperview() }
        cells = [
            ["", "Frame, ms", "Missed", "Input → screen, ms"],
            ["", "p50 · p99 · max", "vblanks", "p50 · p99"],
        ]
        .map { row in row.map { makeCell($0, color: MaintenanceColors.secondaryText) } }
        for (script, result) in zip(BenchmarkPage.scripts, results) {
            let isBad = result.holdsFrameRate == false
            let color = isBad ? MaintenanceColors.errorText : UIColor.white
            let row = [script.title] + result.columnTexts
            cells.append(row.map { makeCell($0, color: color) })
        }
        for row in cells { row[0].textAlignment = .left }
        setNeedsLayout()
    }

    private func makeCell(_ text: String, color: UIColor) -> UILabel {
        let label = UILabel(frame: .zero)
        label.text = text
        label.textColor = color
        label.textAlignment = .right
        addSubview(label)
        return label
    }

    /// Lays out the table in the largest font that fits. The widest text of a column determines the
    /// width of the column.
    override func layoutSubviews() {
        guard let columnCount = cells.first?.count else { return }
        var fontSize: CGFloat = 24
        var widths: [CGFloat] = []
        var heights: (verdict: CGFloat, remark: CGFloat) = (0, 0)
        while true {
            setFonts(fontSize)
            widths = (0..<columnCount).map { column in
                cells.map { $0[column].sizeThatFits(.zero).width.rounded(.up) }.max() ?? 0
            }
            let limit = CGSize(width: bounds.width, height: 0)
            heights = (verdict.sizeThatFits(limit).height, remark.sizeThatFits(limit).height)
            let height =
                heights.verdict + heights.remark + fontSize * 1.4 * (CGFloat(cells.count) + 1)
            let width = widths.reduce(0, +) + fontSize * CGFloat(columnCount - 1)
            if fontSize <= 9 || (width <= bounds.width && height <= bounds.height) { break }
            fontSize -= 1
        }
        layOut(fontSize, widths, heights)
    }

    private func setFonts(_ fontSize: CGFloat) {
        verdict.font = .boldSystemFont(ofSize: fontSize)
        remark.font = .systemFont(ofSize: max((fontSize * 0.8).rounded(), 10))
        for (index, row) in cells.enumerated() {
            let font = UIFont.systemFont(ofSize: index < 2 ? (fontSize * 0.85).rounded() : fontSize)
            for cell in row { cell.font = font }
        }
    }

    /// Sets the frames of the verdict, the table and the remark, centered in the view.
    ///
    /// - Parameters:
    ///   - fontSize: The font size of the table, in points.
    ///   - widths: The widths of the columns, in points.
    ///   - heights: The heights of the verdict and the remark, in points.
    private func layOut(
        _ fontSize: CGFloat, _ widths: [CGFloat], _ heights: (verdict: CGFloat, remark: CGFloat)
    ) {
        let line = (fontSize * 1.4).rounded(.down)
        let totalHeight = heights.verdict + heights.remark + line * CGFloat(cells.count + 1)
        var top = max((bounds.height - totalHeight) / 2, 0).rounded()
        verdict.frame = CGRect(x: 0, y: top, width: bounds.width, height: heights.verdict)
        top += heights.verdict + (line / 2).rounded()
        let width = widths.reduce(0, +) + fontSize * CGFloat(widths.count - 1)
        let left = max((bounds.width - width) / 2, 0).rounded()
        for row in cells {
            var x = left
            for (column, cell) in row.enumerated() {
                cell.frame = CGRect(x: x, y: top, width: widths[column], height: line)
                x += widths[column] + fontSize
            }
            top += line
        }
        remark.frame = CGRect(
            x: 0, y: top + (line / 2).rounded(), width: bounds.width, height: heights.remark)
    }
}

extension BenchmarkResult {
    /// Returns results of the same display, at least one, as one result: the total numbers of
    /// frames and missed vblanks, and the worst costs and latencies.
    package static func worst(of results: [BenchmarkResult]) -> BenchmarkResult {
        var worst = results[0]
        worst.contactCount = results.map(\.contactCount).max() ?? 0
        worst.frames = results.reduce(0) { $0 + $1.frames }
        worst.missedVblanks = results.reduce(0) { $0 + $1.missedVblanks }
        worst.frameCost = results.compactMap(\.frameCost).max { $0.max < $1.max }
        worst.inputToScanout = results.compactMap(\.inputToScanout).max { $0.p99 < $1.p99 }
        return worst
    }

    /// The texts of a row in the benchmark page's table, without the script name: frame costs,
    /// missed vblanks and latencies, in milliseconds.
    var columnTexts: [String] {
        func text(_ percentiles: Percentiles?, _ values: [KeyPath<Percentiles, Int64>]) -> String {
            values.map { value in
                percentiles.map { OverlayNumberFormat.milliseconds($0[keyPath: value]) } ?? "–"
            }.joined(separator: " · ")
        }
        return [
            text(frameCost, [\.p50, \.p99, \.max]), "\(missedVblanks)",
            text(inputToScanout, [\.p50, \.p99]),
        ]
    }
}
