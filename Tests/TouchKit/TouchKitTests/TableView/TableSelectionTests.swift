import Testing
import TouchKit
import TouchKitTesting

/// Touches on the rows of a table view.
@Suite("Table views: selection")
@MainActor
struct TableSelectionTests {
    private let tapMessages = ["didHighlight 0", "didUnhighlight 0", "willSelect 0", "didSelect 0"]

    @Test("A tap highlights, selects, and deselects the row selected before.")
    func tap() {
        let stage = TableStage(count: 20)
        stage.tap(y: 20)
        #expect(stage.removeMessages() == tapMessages)
        #expect(stage.table.cellForRow(at: IndexPath(row: 0, section: 0))?.isSelected == true)
        stage.tap(y: 60)
        #expect(
            stage.removeMessages() == [
                "didHighlight 1", "didUnhighlight 1", "willSelect 1", "willDeselect 0",
                "didDeselect 0", "didSelect 1",
            ])
        #expect(stage.table.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
        stage.table.deselectRow(at: IndexPath(row: 1, section: 0), animated: true)
        stage.simulator.advance(by: 1)
        #expect(stage.table.indexPathForSelectedRow == nil)
        #expect(stage.messages.isEmpty)
        #expect(stage.simulator.isUpToDate())
    }

    @Test("R-10.6: A touch highlights the row after 0.15 s, and a drag removes the highlight.")
    func drag() {
        let stage = TableStage(count: 100)
        stage.simulator.down(1, at: CGPoint(100, 150))
        stage.simulator.advance(by: 0.14)
        #expect(stage.messages.isEmpty)
        stage.simulator.advance(by: 0.02)
        #expect(stage.removeMessages() == ["didHighlight 3"])
        stage.simulator.move(1, to: CGPoint(100, 120))
        #expect(stage.removeMessages() == ["didUnhighlight 3"])
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
        #expect(stage.messages.isEmpty && stage.table.indexPathForSelectedRow == nil)
    }

    @Test("A quick flick highlights no row.")
    func flick() {
        let stage = TableStage(count: 100)
        stage.flick()
        stage.simulator.advance(by: 5)
        #expect(stage.table.contentOffset.y > 100)
        #expect(stage.messages.isEmpty)
    }

    @Test("A row whose highlight the delegate refuses cannot be selected.")
    func refused() {
        let stage = TableStage(count: 20)
        stage.refusedRow = 0
        stage.tap(y: 20)
        #expect(stage.messages.isEmpty && stage.table.indexPathForSelectedRow == nil)
    }

    @Test("With several selections, a tap on a selected row deselects it.")
    func multiple() {
        let stage = TableStage(count: 20)
        stage.table.allowsMultipleSelection = true
        stage.tap(y: 20)
        stage.tap(y: 60)
        #expect(stage.table.indexPathsForSelectedRows?.map(\.row) == [0, 1])
        _ = stage.removeMessages()
        stage.tap(y: 20)
        #expect(
            stage.removeMessages() == [
                "didHighlight 0", "didUnhighlight 0", "willDeselect 0", "didDeselect 0",
            ])
        stage.table.allowsSelection = false
        stage.tap(y: 20)
        #expect(stage.messages.isEmpty)
    }

    @Test("A selected row stays selected when its cell is used for other rows.")
    func selectionSurvivesScrolling() {
        let stage = TableStage(count: 100)
        stage.tap(y: 20)
        stage.table.contentOffset.y = 2_000
        _ = stage.simulator.render()
        #expect(stage.table.visibleCells.allSatisfy { !$0.isSelected })
        stage.table.contentOffset.y = 0
        _ = stage.simulator.render()
        #expect(stage.table.visibleCells.map(\.isSelected).prefix(2) == [true, false])
    }

    @Test("Assigning isSelected or isHighlighted shows and hides the background of a cell.")
    func assignedSelection() {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.isSelected = true
        #expect(cell.isSelected && cell.selectedBackgroundView?.alpha == 1)
        cell.isHighlighted = true
        cell.isSelected = false
        #expect(cell.isHighlighted && cell.selectedBackgroundView?.alpha == 1)
        cell.setHighlighted(false, animated: false)
        #expect(!cell.isHighlighted && cell.selectedBackgroundView?.alpha == 0)
    }

    @Test("A control in a cell keeps its touch, and the row is not highlighted.")
    func controlInCell() {
        let stage = TableStage(count: 20)
        let control = UISwitch()
        stage.table.visibleCells[0].accessoryView = control
        _ = stage.simulator.render()
        stage.simulator.down(1, at: CGPoint(160, 22))
        stage.simulator.advance(by: 0.05)
        stage.simulator.up(1)
        #expect(control.isOn && stage.messages.isEmpty)
    }

    @Test("Rows that are reloaded during a touch lose the highlight, and the touch selects none.")
    func reloadDuringTouch() {
        let stage = TableStage(count: 20)
        stage.simulator.down(1, at: CGPoint(100, 20))
        stage.simulator.advance(by: 0.2)
        stage.table.reloadData()
        #expect(stage.removeMessages() == ["didHighlight 0", "didUnhighlight 0"])
        stage.simulator.up(1)
        #expect(stage.messages.isEmpty && stage.table.indexPathForSelectedRow == nil)
    }

    @Test("Rows can be selected after a pressed view left its cell.", arguments: [true, false])
    func pressedViewLeaves(isMoved: Bool) {
        let stage = TableStage(count: 20)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 44))
        stage.table.visibleCells[0].contentView.addSubview(view)
        stage.simulator.down(1, at: CGPoint(20, 20))
        stage.simulator.advance(by: 0.2)
        #expect(stage.removeMessages() == ["didHighlight 0"])
        if isMoved { stage.simulator.window.addSubview(view) } else { view.removeFromSuperview() }
        stage.simulator.up(1)
        stage.simulator.advance(by: 1)
        // The cancellation of a removed view's touch goes up the chain to which the view belonged.
        let atEnd = stage.removeMessages()
        #expect(atEnd == (isMoved ? [] : ["didUnhighlight 0"]))
        stage.tap(y: 60)
        #expect(
            atEnd + stage.removeMessages() == [
                "didUnhighlight 0", "didHighlight 1", "didUnhighlight 1", "willSelect 1",
                "didSelect 1",
            ])
        #expect(stage.table.indexPathForSelectedRow?.row == 1)
    }

    @Test("A row that the delegate removes before it is selected is not selected.")
    func removedRow() {
        let stage = TableStage(count: 3)
        stage.onSelection = {
            stage.texts.removeLast()
            stage.table.reloadData()
        }
        stage.tap(y: 100)
        #expect(stage.removeMessages() == ["didHighlight 2", "didUnhighlight 2", "willSelect 2"])
        #expect(stage.table.indexPathForSelectedRow == nil)
    }
}
