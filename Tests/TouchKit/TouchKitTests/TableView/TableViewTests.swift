import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// Rows of a table view: reuse, heights, changes and pictures.
@Suite("Table views")
@MainActor
struct TableViewTests {
    @Test("Only the visible rows have cells, and cells are used again.")
    func reuse() {
        let stage = TableStage(count: 10_000)
        #expect(stage.table.visibleCells.count == 7)
        #expect(stage.table.contentSize == CGSize(width: 200, height: 440_000))
        #expect(stage.isConsistent)
        for _ in 0..<10 {
            stage.flick()
            for _ in 0..<30 {
                stage.simulator.advance(by: 0.05)
                _ = stage.simulator.render()
                #expect(stage.isConsistent)
            }
        }
        #expect(stage.table.contentOffset.y > 5_000)
        #expect(stage.createdCells <= 9)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("A frame of a fling draws only the rows that have appeared, once.")
    func drawsNewRowsOnce() throws {
        let stage = TableStage(count: 10_000)
        _ = stage.simulator.render()
        stage.flick()
        _ = stage.simulator.render()
        var texts: [ObjectIdentifier: String?] = [:]
        var newRows = 0
        for _ in 0..<60 {
            for cell in stage.table.visibleCells {
                texts[ObjectIdentifier(cell)] = cell.textLabel?.text
            }
            stage.simulator.advance(by: 1.0 / 60)
            let cells = stage.table.visibleCells.compactMap { $0 as? TableStageCell }
            for view in stage.table.subviews { (view as? TableStageCell)?.draws = 0 }
            _ = stage.simulator.render()
            for cell in cells {
                let isNew = texts[ObjectIdentifier(cell)] != cell.textLabel?.text
                #expect(cell.draws <= (isNew ? 1 : 0))
                newRows += isNew ? 1 : 0
            }
            let hidden = stage.table.subviews.filter { $0.isHidden }
            #expect(hidden.allSatisfy { ($0 as? TableStageCell)?.draws == 0 })
        }
        #expect(newRows > 10)
        let cell = try #require(stage.table.visibleCells.dropFirst().first as? TableStageCell)
        cell.draws = 0
        cell.setNeedsDisplay()
        _ = stage.simulator.render()
        #expect(cell.draws == 1)
    }

    @Test("A row is as high as its text needs, at least 44 points.")
    func automaticHeights() {
        let stage = TableStage(count: 50)
        stage.texts[1] = "a long text that needs more lines than one in a table this narrow"
        stage.table.reloadData()
        _ = stage.simulator.render()
        #expect(stage.table.rectForRow(at: IndexPath(row: 0, section: 0)).height == 44)
        #expect(stage.table.rectForRow(at: IndexPath(row: 1, section: 0)).height > 80)
        #expect(stage.isConsistent)
    }

    @Test("A cell that is used again or changed is laid out for its new text and image.")
    func layoutOfChangedCells() throws {
        let source = CellSource(count: 100) { table, indexPath in
            let cell =
                table.dequeueReusableCell(withIdentifier: "row")
                ?? UITableViewCell(style: .value1, reuseIdentifier: "row")
            cell.detailTextLabel?.text = indexPath.row < 20 ? "1" : "100 km"
            return cell
        }
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 300))
        let table = UITableView(frame: simulator.window.bounds)
        table.dataSource = source
        simulator.window.addSubview(table)
        _ = simulator.render()
        table.contentOffset.y = 2_000
        _ = simulator.render()
        for cell in table.visibleCells {
            let label = try #require(cell.detailTextLabel)
            #expect(label.frame.width == label.sizeThatFits(.zero).width)
        }
        let cell = try #require(table.visibleCells.first)
        let label = try #require(cell.detailTextLabel)
        let imageView = try #require(cell.imageView)
        _ = simulator.render()
        label.text = "1,000 km"
        _ = simulator.render()
        #expect(label.frame.width == label.sizeThatFits(.zero).width)
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24))
        imageView.image = renderer.image { _ in }
        _ = simulator.render()
        #expect(imageView.frame.width == 24)
        #expect(simulator.isUpToDate())
    }

    @Test("Rows above that are higher than estimated do not move the visible rows.")
    func heightsAbove() throws {
        let stage = TableStage(count: 100)
        stage.height = { row in 30 + 10 * CGFloat(row % 5) }
        stage.table.reloadData()
        stage.table.scrollToRow(at: IndexPath(row: 60, section: 0), at: .top, animated: false)
        _ = stage.simulator.render()
        for _ in 0..<100 {
            let cell = try #require(stage.table.visibleCells.first)
            let path = try #require(stage.table.indexPath(for: cell))
            let before = cell.frame.minY - stage.table.contentOffset.y
            stage.table.contentOffset.y -= 20
            _ = stage.simulator.render()
            let moved = try #require(stage.table.cellForRow(at: path))
            #expect(abs(moved.frame.minY - stage.table.contentOffset.y - before - 20) < 1e-9)
            #expect(stage.isConsistent)
        }
    }

    @Test("scrollToRow shows the row at the position, with exact heights.")
    func scrollToRow() {
        let stage = TableStage(count: 1_000)
        stage.height = { row in 40 + CGFloat(row % 7) * 8 }
        stage.table.reloadData()
        for (position, place) in [
            (UITableView.ScrollPosition.top, 0.0), (.middle, 0.5), (.bottom, 1), (.none, 1),
        ] {
            let path = IndexPath(row: 500, section: 0)
            stage.table.contentOffset = .zero
            stage.table.scrollToRow(at: path, at: position, animated: false)
            let rect = stage.table.rectForRow(at: path)
            let expected = (300 - rect.height) * place
            #expect(abs(rect.minY - stage.table.contentOffset.y - expected) < 1e-6)
            #expect(rect.height == 40 + CGFloat(500 % 7) * 8)
        }
        stage.table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: true)
        stage.simulator.advance(by: 1)
        #expect(stage.table.contentOffset == .zero)
    }

    @Test("Inserted, deleted and reloaded rows keep the selection and the heights of the others.")
    func updates() {
        let stage = TableStage(count: 20)
        let path = { IndexPath(row: $0, section: 0) }
        stage.table.selectRow(at: path(3), animated: false, scrollPosition: .none)
        stage.texts.remove(at: 1)
        stage.table.deleteRows(at: [path(1)], with: .automatic)
        #expect(stage.table.indexPathForSelectedRow == path(2))
        stage.texts.insert(contentsOf: ["A", "B"], at: 0)
        stage.table.insertRows(at: [path(0), path(1)], with: .fade)
        #expect(stage.table.indexPathForSelectedRow == path(4))
        #expect(stage.table.numberOfRows(inSection: 0) == 21)
        #expect(stage.isConsistent)
        stage.texts.remove(at: 4)
        stage.texts.insert("C", at: 10)
        stage.table.performBatchUpdates {
            stage.table.insertRows(at: [path(10)], with: .none)
            stage.table.deleteRows(at: [path(4)], with: .none)
        }
        #expect(stage.table.indexPathForSelectedRow == nil)
        stage.texts[0] = "changed"
        stage.table.reloadRows(at: [path(0)], with: .none)
        #expect(stage.table.cellForRow(at: path(0))?.textLabel?.text == "changed")
        #expect(stage.isConsistent)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("A reload while rows are displayed shows the new rows.", arguments: [5, -4])
    func reloadDuringLayout(change: Int) {
        let stage = TableStage(count: 5)
        var texts = ["A", "B", "C", "D", "E"]
        if change > 0 { texts += (0..<change).map { "new \($0)" } } else { texts.removeLast(4) }
        stage.onDisplay = { row in
            guard row == 4, stage.texts != texts else { return }
            stage.texts = texts
            stage.table.reloadData()
        }
        stage.table.reloadData()
        _ = stage.simulator.render()
        #expect(stage.isConsistent)
        #expect(stage.table.visibleCells.count == min(7, texts.count))
        #expect(stage.table.cellForRow(at: IndexPath(row: 0, section: 0))?.textLabel?.text == "A")
        // A batch update is a change too.
        stage.onDisplay = { _ in
            guard stage.texts.count < 30 else { return }
            stage.texts.insert("first", at: 0)
            stage.table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        }
        stage.table.reloadData()
        for _ in 0..<30 { _ = stage.simulator.render() }
        #expect(stage.texts.count == 30 && stage.isConsistent)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("If rows below the visible ones are removed, the table scrolls to its end.")
    func shrinking() {
        let stage = TableStage(count: 200)
        for _ in 0..<2 {
            stage.table.contentOffset.y = 5_000
            _ = stage.simulator.render()
            let isReload = stage.texts.count == 200
            let rows = (isReload ? 20 : 3)..<stage.texts.count
            stage.texts.removeSubrange(rows)
            if isReload {
                stage.table.reloadData()
            } else {
                stage.table.deleteRows(
                    at: rows.map { IndexPath(row: $0, section: 0) }, with: .none)
            }
            _ = stage.simulator.render()
            #expect(stage.table.contentOffset.y == max(0, CGFloat(stage.texts.count) * 44 - 300))
            #expect(stage.isConsistent && !stage.table.visibleCells.isEmpty)
        }
    }

    @Test("Rows inserted before the table has loaded its rows are loaded once.")
    func updatesBeforeLoading() {
        let stage = TableStage(count: 3)
        stage.table.rowHeight = 50
        stage.texts.append("new")
        stage.table.insertRows(at: [IndexPath(row: 3, section: 0)], with: .none)
        #expect(stage.table.numberOfRows(inSection: 0) == 4)
        #expect(stage.isConsistent)
    }

    @Test("Header and footer views surround the rows.")
    func headerAndFooter() {
        let stage = TableStage(count: 3)
        let header = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 50))
        let footer = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 20))
        stage.table.tableHeaderView = header
        stage.table.tableFooterView = footer
        _ = stage.simulator.render()
        #expect(stage.table.contentSize.height == 50 + 132 + 20)
        #expect(footer.frame == CGRect(x: 0, y: 182, width: 200, height: 20))
        #expect(stage.table.indexPathForRow(at: CGPoint(10, 60))?.row == 0)
        #expect(stage.table.indexPathForRow(at: CGPoint(10, 40)) == nil)
        #expect(stage.table.indexPathForRow(at: CGPoint(10, 190)) == nil)
        // UIKit's idiom after a change of the height is to assign the view again.
        header.frame.size.height = 70
        stage.table.tableHeaderView = header
        #expect(stage.table.contentSize.height == 70 + 132 + 20)
        _ = stage.simulator.render()
        #expect(footer.frame == CGRect(x: 0, y: 202, width: 200, height: 20))
        #expect(stage.isConsistent)
    }

    @Test("A table without rows adopts a changed width and a changed height of its header.")
    func sizeWithoutRows() {
        let stage = TableStage(count: 0)
        let header = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 50))
        stage.table.tableHeaderView = header
        _ = stage.simulator.render()
        stage.table.frame.size.width = 150
        header.frame.size.height = 70
        _ = stage.simulator.render()
        #expect(stage.table.contentSize == CGSize(width: 150, height: 70))
    }

    @Test("A table without rows, and one that loses its rows, shows none.")
    func empty() {
        let stage = TableStage(count: 5)
        stage.texts = []
        stage.table.reloadData()
        #expect(stage.table.visibleCells.isEmpty && stage.displayed.isEmpty)
        #expect(stage.table.contentSize.height == 0)
        stage.tap(y: 20)
        #expect(stage.messages.isEmpty)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("A cell without a reuse identifier leaves the table with its row.")
    func cellsWithoutIdentifier() {
        let source = CellSource(count: 100) { _, _ in
            UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        }
        let simulator = TouchSimulator(screenSize: CGSize(width: 200, height: 300))
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        table.dataSource = source
        simulator.window.addSubview(table)
        for _ in 0..<50 {
            table.contentOffset.y += 60
            _ = simulator.render()
        }
        #expect(!table.visibleCells.isEmpty)
        #expect(table.subviews.count <= 8)
    }

    @Test("Sums of row heights and rows at offsets equal those of a plain list.")
    func rowHeightModel() {
        var random = SeededRandom(seed: 24)
        let stage = TableStage(count: 300)
        var heights = [CGFloat](repeating: 44, count: 300)
        stage.height = { row in
            heights[row] = CGFloat(20 + row * 7 % 60)
            return heights[row]
        }
        for _ in 0..<200 {
            stage.table.contentOffset.y = CGFloat(random.next(below: 12_000))
            _ = stage.simulator.render()
            let row = random.next(below: 300)
            let rect = stage.table.rectForRow(at: IndexPath(row: row, section: 0))
            #expect(rect.minY == heights[..<row].reduce(0, +))
            #expect(stage.table.indexPathForRow(at: CGPoint(5, rect.midY))?.row == row)
            #expect(stage.table.indexPathForRow(at: CGPoint(5, rect.minY))?.row == row)
        }
    }

    @Test(
        "Pictures: styles, accessories, a pressed and a selected row",
        arguments: [UIUserInterfaceStyle.light, .dark])
    func pictures(style: UIUserInterfaceStyle) throws {
        let simulator = TouchSimulator(screenSize: CGSize(width: 260, height: 260), scale: 2)
        simulator.window.overrideUserInterfaceStyle = style
        let table = UITableView(frame: simulator.window.bounds)
        let source = CellSource(count: 4) { _, indexPath in pictureCell(indexPath.row) }
        table.dataSource = source
        simulator.window.addSubview(table)
        _ = simulator.render()
        table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
        simulator.down(1, at: CGPoint(20, 150))
        simulator.advance(by: 0.2)
        let name = style == .dark ? "table-dark" : "table-light"
        try expectPicture(simulator.render(), matches: name)
        #expect(simulator.isUpToDate())
    }

    /// Returns a cell of the pictures.
    private func pictureCell(_ row: Int) -> UITableViewCell {
        let styles: [UITableViewCell.CellStyle] = [.default, .subtitle, .value1, .default]
        let cell = UITableViewCell(style: styles[row], reuseIdentifier: nil)
        cell.textLabel?.text = ["Title", "Above", "Left", "With image"][row]
        cell.detailTextLabel?.text = "Detail"
        cell.accessoryType = [.disclosureIndicator, .checkmark, .none, .none][row]
        if row == 3 {
            cell.imageView?.image = UIGraphicsImageRenderer(
                size: CGSize(width: 24, height: 24)
            ).image { _ in
                UIColor.orange.setFill()
                UIRectFill(CGRect(x: 0, y: 0, width: 24, height: 24))
            }
            cell.accessoryView = UISwitch()
        }
        return cell
    }
}
