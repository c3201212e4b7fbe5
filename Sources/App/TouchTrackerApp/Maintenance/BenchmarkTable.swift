import TouchKit

/// The verdict, a row of figures for each script, and how they were measured.
final class BenchmarkTable: UIView {
    private static let remark =
        "Measured inside the kiosk, from scripted touches; touchtracker benchmark measures through the kernel."

    private let verdict = UILabel(frame: .zero)
    private let remark = UILabel(frame: .zero)
    /// Rows of columns; the first row are the columns' names.
    private var cells: [[UILabel]] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        for label in [verdict, remark] {
            label.textAlignment = .center
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        remark.textColor = MaintenanceColors.quiet
    }

    /// Shows results.
    ///
    /// - Parameters:
    ///   - results: One for each script; at least one.
    ///   - words: Why there aren't more; empty where these are all.
    func show(_ results: [BenchmarkResult], words: String) {
        var all = results[0].figures
        for result in results.dropFirst() { all.add(result.figures) }
        let fingers = results.map(\.script.fingers).max() ?? 1
        verdict.text = all.verdict(fingers: fingers)
        verdict.textColor =
            switch all.holds {
            case true?: MaintenanceColors.good
            case false?: MaintenanceColors.trouble
            case nil: .white
            }
        remark.text = words.isEmpty ? Self.remark : "\(words). \(Self.remark)"
        for cell in cells.joined() { cell.removeFromSuperview() }
        cells = [["", "Frame, ms", "Missed", "Input → screen, ms"], FrameFigures.columns]
            .map { row in row.map { makeCell($0, color: MaintenanceColors.quiet) } }
        for result in results {
            let isBad = result.figures.holds == false
            let color = isBad ? MaintenanceColors.trouble : UIColor.white
            let row = [result.script.title] + result.figures.values
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

    /// As large as there is room for: the widest words of a column decide its width.
    override func layoutSubviews() {
        guard let columns = cells.first?.count else { return }
        var size: CGFloat = 24
        var widths: [CGFloat] = []
        var heights: (verdict: CGFloat, remark: CGFloat) = (0, 0)
        while true {
            setFonts(size)
            widths = (0..<columns).map { column in
                cells.map { $0[column].sizeThatFits(.zero).width.rounded(.up) }.max() ?? 0
            }
            let room = CGSize(width: bounds.width, height: 0)
            heights = (verdict.sizeThatFits(room).height, remark.sizeThatFits(room).height)
            let height =
                heights.verdict + heights.remark + size * 1.4 * (CGFloat(cells.count) + 1)
            let width = widths.reduce(0, +) + size * CGFloat(columns - 1)
            if size <= 9 || (width <= bounds.width && height <= bounds.height) { break }
            size -= 1
        }
        place(size, widths, heights)
    }

    private func setFonts(_ size: CGFloat) {
        verdict.font = .boldSystemFont(ofSize: size)
        remark.font = .systemFont(ofSize: max((size * 0.8).rounded(), 10))
        for (index, row) in cells.enumerated() {
            let font = UIFont.systemFont(ofSize: index < 2 ? (size * 0.85).rounded() : size)
            for cell in row { cell.font = font }
        }
    }

    private func place(
        _ size: CGFloat, _ widths: [CGFloat], _ heights: (verdict: CGFloat, remark: CGFloat)
    ) {
        let line = (size * 1.4).rounded(.down)
        let all = heights.verdict + heights.remark + line * CGFloat(cells.count + 1)
        var top = max((bounds.height - all) / 2, 0).rounded()
        verdict.frame = CGRect(x: 0, y: top, width: bounds.width, height: heights.verdict)
        top += heights.verdict + (line / 2).rounded()
        let width = widths.reduce(0, +) + size * CGFloat(widths.count - 1)
        let left = max((bounds.width - width) / 2, 0).rounded()
        for row in cells {
            var x = left
            for (column, cell) in row.enumerated() {
                cell.frame = CGRect(x: x, y: top, width: widths[column], height: line)
                x += widths[column] + size
            }
            top += line
        }
        remark.frame = CGRect(
            x: 0, y: top + (line / 2).rounded(), width: bounds.width, height: heights.remark)
    }
}
