import TouchKit
import TouchKitTesting

/// A table view that fills a screen of 200 × 300 points, with a data source and delegate that
/// record the table's messages.
@MainActor
final class TableStage: UITableViewDataSource, UITableViewDelegate {
    let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 300))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
    /// The texts of the rows.
    var texts: [String]
    /// The messages received, without `willDisplay` and `didEndDisplaying`.
    var messages: [String] = []
    /// The rows that were displayed and have not left the screen.
    var displayed: Set<Int> = []
    /// The heights that the delegate returns, or `nil` for automatic heights.
    var height: ((Int) -> CGFloat)?
    var refusedRow: Int?
    /// Called when a row is about to be displayed.
    var onDisplay: ((Int) -> Void)?
    /// Called after a row has left the table.
    var onEndDisplay: ((Int) -> Void)?
    /// Called after the highlight of a row was removed.
    var onUnhighlight: (() -> Void)?
    /// Called when a row is about to be selected.
    var onSelection: (() -> Void)?
    /// Called at the end of an animated change of the content offset.
    var onScrollEnd: (() -> Void)?
    private(set) var createdCells = 0

    init(count: Int) {
        texts = (0..<count).map { "Row \($0)" }
        table.register(TableStageCell.self, forCellReuseIdentifier: "row")
        table.dataSource = self
        table.delegate = self
        simulator.window.addSubview(table)
        _ = simulator.render()
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        texts.count
    }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        if cell.textLabel?.text == nil { createdCells += 1 }
        cell.textLabel?.numberOfLines = 0
        cell.textLabel?.text = texts[indexPath.row]
        return cell
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        height?(indexPath.row) ?? tableView.rowHeight
    }

    func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
        displayed.insert(indexPath.row)
        onDisplay?(indexPath.row)
    }

    func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell,
        forRowAt indexPath: IndexPath
    ) {
        displayed.remove(indexPath.row)
        onEndDisplay?(indexPath.row)
    }

    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        onScrollEnd?()
    }

    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        indexPath.row != refusedRow
    }

    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
        messages.append("didHighlight \(indexPath.row)")
    }

    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
        messages.append("didUnhighlight \(indexPath.row)")
        onUnhighlight?()
    }

    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        messages.append("willSelect \(indexPath.row)")
        onSelection?()
        return indexPath
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        messages.append("didSelect \(indexPath.row)")
    }

    func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        messages.append("willDeselect \(indexPath.row)")
        return indexPath
    }

    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        messages.append("didDeselect \(indexPath.row)")
    }

    /// Returns and clears the recorded messages.
    func removeMessages() -> [String] {
        defer { messages = [] }
        return messages
    }

    /// Taps a point of the screen for 50 ms.
    func tap(y: CGFloat) {
        simulator.down(1, at: CGPoint(100, y))
        simulator.advance(by: 0.05)
        simulator.up(1)
        simulator.advance(by: 1)
    }

    /// Flicks the content up, from the bottom of the screen.
    func flick() {
        simulator.down(1, at: CGPoint(100, 280))
        for step in 1...8 {
            simulator.advance(by: 0.01)
            simulator.move(1, to: CGPoint(100, 280 - 25 * CGFloat(step)))
        }
        simulator.advance(by: 0.01)
        simulator.up(1)
    }

    /// Whether the visible rows and their positions match the texts and the row heights.
    var isConsistent: Bool {
        var y: CGFloat?
        for cell in table.visibleCells {
            guard let indexPath = table.indexPath(for: cell), !cell.isHidden,
                cell.textLabel?.text == texts[indexPath.row],
                table.rectForRow(at: indexPath) == cell.frame, y == nil || y == cell.frame.minY
            else { return false }
            y = cell.frame.maxY
        }
        return displayed.count == table.visibleCells.count
    }
}

/// A data source of one section, whose cells a function creates.
@MainActor
final class CellSource: UITableViewDataSource {
    private let count: Int
    private let cell: (UITableView, IndexPath) -> UITableViewCell

    init(count: Int, cell: @escaping (UITableView, IndexPath) -> UITableViewCell) {
        self.count = count
        self.cell = cell
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        cell(tableView, indexPath)
    }
}

/// A cell that counts its drawing passes.
final class TableStageCell: UITableViewCell {
    var draws = 0

    override func draw(_ rect: CGRect) {
        draws += 1
        super.draw(rect)
    }
}
