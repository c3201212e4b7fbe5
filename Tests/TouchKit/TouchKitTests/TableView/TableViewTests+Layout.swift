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
