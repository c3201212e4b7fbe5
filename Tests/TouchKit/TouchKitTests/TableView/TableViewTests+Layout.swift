import Testing
import TouchKit
import TouchKitTesting

// Layouts of the rows: callbacks during a layout, and unusual sizes.
extension TableViewTests {
    @Test("In a callback about a displayed row, the visible rows are those displayed so far.")
    func visibleRowsDuringLayout() {
        let stage = TableStage(count: 100)
        var lastRows: [Int] = []
        stage.onDisplay = { _ in
            lastRows.append(stage.table.indexPathsForVisibleRows?.last?.row ?? -1)
        }
        stage.table.frame.size.height = 600
        _ = stage.simulator.render()
        #expect(lastRows == Array(7...13))
        #expect(stage.isConsistent)
        #expect(stage.table.visibleCells.count == 14)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("Visible cells that are read while a reload removes the cells display no row.")
    func visibleCellsDuringReload() {
        let stage = TableStage(count: 100)
        var displayed: [Int] = []
        stage.onDisplay = { displayed.append($0) }
        stage.onEndDisplay = { _ in _ = stage.table.visibleCells }
        stage.table.reloadData()
        #expect(displayed.isEmpty)
        #expect(stage.isConsistent)
        #expect(displayed == Array(0...6))
    }

    @Test("An animated scrollToRow ends at the position of the row, with exact heights.")
    func animatedScrollToRow() {
        for (position, start, place) in [
            (UITableView.ScrollPosition.top, 0, 0.0), (.middle, 0, 0.5), (.bottom, 0, 1),
            (.none, 0, 1), (.none, 999, 0),
        ] {
            let stage = TableStage(count: 1_000)
            stage.height = { row in 40 + CGFloat(row % 7) * 8 }
            stage.table.reloadData()
            stage.table.scrollToRow(
                at: IndexPath(row: start, section: 0), at: .top, animated: false)
            let path = IndexPath(row: 500, section: 0)
            /// The distance of the row from its expected place, in points.
            func distance() -> CGFloat {
                let rect = stage.table.rectForRow(at: path)
                let top = stage.table.contentOffset.y + (300 - rect.height) * place
                return abs(rect.minY - top)
            }
            var distances: [CGFloat] = []
            stage.onScrollEnd = { distances.append(distance()) }
            stage.table.scrollToRow(at: path, at: position, animated: true)
            stage.simulator.advance(by: 1)
            _ = stage.simulator.render()
            #expect(distances.count == 1 && distances.allSatisfy { $0 < 1e-6 })
            #expect(distance() < 1e-6, "\(position) from \(start)")
            #expect(stage.table.rectForRow(at: path).height == 40 + CGFloat(500 % 7) * 8)
            #expect(stage.isConsistent)
        }
    }

    @Test("A reload in a callback of an update applies the update once.", arguments: [true, false])
    func reloadDuringUpdate(isPressed: Bool) {
        let stage = TableStage(count: 20)
        stage.table.selectRow(
            at: IndexPath(row: 12, section: 0), animated: false, scrollPosition: .none)
        var reloads = 0
        func reload() {
            reloads += 1
            if reloads == 1 { stage.table.reloadData() }
        }
        if isPressed {
            stage.simulator.down(1, at: CGPoint(100, 20))
            stage.simulator.advance(by: 0.2)
            stage.onUnhighlight = { reload() }
        } else {
            stage.onEndDisplay = { _ in reload() }
        }
        stage.texts.removeSubrange(5...6)
        stage.table.deleteRows(
            at: [5, 6].map { IndexPath(row: $0, section: 0) }, with: .none)
        #expect(reloads > 0)
        #expect(stage.table.numberOfRows(inSection: 0) == 18)
        #expect(stage.table.contentSize.height == 18 * 44)
        #expect(stage.table.indexPathForSelectedRow == nil)
        #expect(stage.isConsistent)
    }

    @Test("The footer is below rows that have other heights after a reload.")
    func footerAfterReload() {
        let stage = TableStage(count: 3)
        let footer = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 20))
        stage.table.tableFooterView = footer
        _ = stage.simulator.render()
        #expect(footer.frame == CGRect(x: 0, y: 132, width: 200, height: 20))
        stage.height = { _ in 60 }
        stage.table.reloadData()
        _ = stage.simulator.render()
        #expect(footer.frame == CGRect(x: 0, y: 180, width: 200, height: 20))
        #expect(stage.table.contentSize.height == 200)
        #expect(stage.isConsistent)
    }

    @Test("A table that loses its height at the boundary of two rows keeps its place.")
    func zeroHeight() {
        let stage = TableStage(count: 100)
        stage.table.contentOffset.y = 88
        _ = stage.simulator.render()
        stage.table.frame.size.height = 0
        _ = stage.simulator.render()
        #expect(stage.table.visibleCells.count <= 1)
        stage.table.frame.size.height = 300
        _ = stage.simulator.render()
        #expect(stage.table.contentOffset.y == 88)
        #expect(stage.table.indexPathsForVisibleRows?.first?.row == 2)
        #expect(stage.isConsistent)
    }
}
