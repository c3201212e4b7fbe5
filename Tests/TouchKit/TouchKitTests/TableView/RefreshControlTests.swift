import Testing
import TouchKit
import TouchKitTesting

/// Pulling the content of a table view down to refresh it.
@Suite("Refresh controls")
@MainActor
struct RefreshControlTests {
    private func makeStage() -> (TableStage, UIRefreshControl, Counter) {
        let stage = TableStage(count: 50)
        let control = UIRefreshControl()
        let counter = Counter()
        control.addAction(for: .valueChanged) { _ in counter.count += 1 }
        stage.table.refreshControl = control
        return (stage, control, counter)
    }

    private final class Counter {
        var count = 0
    }

    /// Pulls the content down with a finger and lifts it after a rest.
    private func pull(_ stage: TableStage, by distance: CGFloat) {
        stage.simulator.down(1, at: CGPoint(100, 20))
        for step in 1...10 {
            stage.simulator.advance(by: 0.01)
            stage.simulator.move(1, to: CGPoint(100, 20 + distance * CGFloat(step) / 10))
        }
        stage.simulator.advance(by: 0.3)
    }

    @Test("A pull sends valueChanged once, and the control stays visible until the end.")
    func pullToRefresh() {
        let (stage, control, counter) = makeStage()
        pull(stage, by: 250)
        #expect(control.isRefreshing && counter.count == 1)
        #expect(stage.table.contentOffset.y < -80)
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
        #expect(stage.table.contentOffset.y == -60)
        #expect(stage.table.adjustedContentInset.top == 60)
        #expect(stage.table.contentInset.top == 0)
        #expect(control.alpha == 1)
        control.endRefreshing()
        stage.simulator.advance(by: 1)
        #expect(!control.isRefreshing && stage.table.contentOffset.y == 0)
        #expect(control.alpha == 0)
        #expect(stage.simulator.application.nextDeadline == nil)
        #expect(stage.simulator.isUpToDate())
        pull(stage, by: 250)
        stage.simulator.up(1)
        #expect(counter.count == 2)
    }

    @Test("A short pull returns without a refresh.")
    func shortPull() {
        let (stage, control, counter) = makeStage()
        pull(stage, by: 100)
        #expect(control.alpha > 0 && control.alpha < 1)
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
        #expect(counter.count == 0 && stage.table.contentOffset.y == 0 && control.alpha == 0)
    }

    @Test("A refresh that ends during the drag leaves no room, and the drag begins no other one.")
    func endDuringDrag() {
        let (stage, control, counter) = makeStage()
        pull(stage, by: 250)
        control.endRefreshing()
        stage.simulator.move(1, to: CGPoint(100, 280))
        #expect(counter.count == 1)
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
        #expect(stage.table.contentOffset.y == 0)
        #expect(stage.table.adjustedContentInset.top == 0)
    }

    @Test("A refresh that ends during a flick leaves no room where the content bounces.")
    func endDuringFlick() {
        let (stage, control, _) = makeStage()
        control.beginRefreshing()
        stage.table.contentOffset.y = 500
        stage.simulator.down(1, at: CGPoint(100, 20))
        for step in 1...8 {
            stage.simulator.advance(by: 0.01)
            stage.simulator.move(1, to: CGPoint(100, 20 + 25 * CGFloat(step)))
        }
        stage.simulator.advance(by: 0.01)
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.05)
        #expect(stage.table.isDecelerating && stage.table.contentOffset.y > 0)
        control.endRefreshing()
        stage.simulator.advance(by: 3)
        #expect(stage.table.contentOffset.y == 0 && control.alpha == 0)
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("A refresh begun by the application sends no event and does not scroll.")
    func program() {
        let (stage, control, counter) = makeStage()
        control.beginRefreshing()
        #expect(counter.count == 0 && stage.table.contentOffset.y == 0)
        #expect(stage.table.adjustedContentInset.top == 60)
        stage.table.refreshControl = nil
        #expect(stage.table.adjustedContentInset.top == 0)
    }
}
