import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Controls scene", .serialized)
@MainActor
struct ControlsSceneTests {
    typealias Stage = SceneTestScreen<ControlsView>

    /// Returns the item that contains a control.
    private func item(_ control: UIView, in stage: Stage) -> ControlsItemView? {
        (stage.view.items + [stage.view.tableItem]).first { $0.control === control }
    }

    /// Drags from a point in five steps of 10 ms, and lifts the finger after a rest.
    private func drag(_ stage: Stage, from start: CGPoint, dx: CGFloat, dy: CGFloat) {
        stage.simulator.down(1, at: start)
        for step in 1...5 {
            stage.simulator.advance(by: 0.01)
            let fraction = CGFloat(step) / 5
            stage.simulator.move(
                1, to: CGPoint(x: start.x + dx * fraction, y: start.y + dy * fraction))
        }
        stage.simulator.advance(by: 0.3)
        stage.simulator.up(1)
        stage.simulator.advance(by: 2)
    }

    /// Returns the position of the slider's thumb on the screen.
    private func thumb(_ stage: Stage) -> CGPoint {
        let slider = stage.view.slider
        return slider.convert(CGPoint(x: 14, y: 15), to: nil)
    }

    @Test("A drag along the slider's track moves the thumb, and the line names the page's pan.")
    func sliderKeepsDrag() throws {
        let stage = try Stage(.controls)
        _ = stage.simulator.render()
        drag(stage, from: thumb(stage), dx: 100, dy: 0)
        #expect(stage.view.slider.value > 0.3)
        #expect(stage.view.progress.progress == stage.view.slider.value)
        #expect(stage.view.page.contentOffset == .zero)
        let caption = try #require(item(stage.view.slider, in: stage)?.caption)
        #expect(caption.hasPrefix("Pan of the page"))
        #expect(caption.hasSuffix("receives touchesEnded"))
    }

    @Test("A drag across the slider scrolls the page, and the slider receives nothing.")
    func pageScrolls() throws {
        let stage = try Stage(.controls)
        _ = stage.simulator.render()
        drag(stage, from: thumb(stage), dx: 0, dy: -80)
        #expect(stage.view.slider.value == 0)
        #expect(stage.view.page.contentOffset.y > 0)
        let caption = try #require(item(stage.view.slider, in: stage)?.caption)
        #expect(!caption.contains("receives"))
    }

    /// Returns the buttons in a view.
    private func buttons(in view: UIView) -> [UIButton] {
        view.subviews.flatMap { subview in
            (subview as? UIButton).map { [$0] } ?? buttons(in: subview)
        }
    }

    @Test("The alert resets the slider, and a row of the table can be selected.")
    func alertAndRow() throws {
        let stage = try Stage(.controls)
        stage.view.slider.value = 0.5
        stage.view.progress.progress = 0.5
        stage.view.page.contentOffset.y = 200
        _ = stage.simulator.render()
        stage.view.alertButton.sendActions(for: .touchUpInside)
        stage.simulator.advance(by: 1)
        let controller = stage.simulator.application.keyWindow?.rootViewController
        let alert = try #require(controller?.presentedViewController as? UIAlertController)
        let reset = try #require(buttons(in: alert.view).first { $0.currentTitle == "Reset" })
        reset.sendActions(for: .touchUpInside)
        stage.simulator.advance(by: 2)
        #expect(stage.view.slider.value == 0 && stage.view.progress.progress == 0)
        let row = stage.view.table.convert(CGPoint(x: 50, y: 60), to: nil)
        stage.simulator.tap(1, at: row)
        #expect(stage.view.table.indexPathForSelectedRow?.row == 1)
        let caption = try #require(item(stage.view.table, in: stage)?.caption)
        #expect(!caption.isEmpty && caption != "no touch")
    }

    @Test("A pull refreshes the table for one second.")
    func refresh() throws {
        let stage = try Stage(.controls)
        _ = stage.simulator.render()
        let start = stage.view.table.convert(CGPoint(x: 50, y: 30), to: nil)
        stage.simulator.down(1, at: start)
        for step in 1...10 {
            stage.simulator.advance(by: 0.02)
            stage.simulator.move(1, to: CGPoint(x: start.x, y: start.y + 35 * CGFloat(step)))
        }
        stage.simulator.up(1)
        stage.simulator.advance(by: 0.5)
        #expect(stage.view.table.refreshControl?.isRefreshing == true)
        stage.simulator.advance(by: 2)
        #expect(stage.view.table.refreshControl?.isRefreshing == false)
        #expect(stage.view.table.contentOffset.y == 0)
    }

    @Test("The scene is released when another scene is shown.")
    func lifetime() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 800, height: 480))
        let delegate = AppDelegate(options: AppOptions(scene: .controls))
        simulator.application.launch(delegate)
        _ = simulator.render()
        weak var view: UIView?
        view = simulator.application.keyWindow?.rootViewController?.view
        #expect(view != nil)
        delegate.show(.draw)
        _ = simulator.render()
        #expect(view == nil)
    }

    @Test("After ten random touches, everything comes to rest.", arguments: 1...3)
    func randomTouches(seed: Int) throws {
        let stage = try Stage(.controls)
        stage.play(seed: UInt64(seed), frames: 1_500) {}
        stage.view.activitySwitch.isOn = false
        stage.view.activity.stopAnimating()
        stage.simulator.advance(by: 10)
        #expect(stage.simulator.isIdle)
        #expect(stage.simulator.application.touchAudit.unbalancedViews == 0)
    }

    @Test("Pictures: in landscape, and in portrait in the dark style at scale 2.")
    func pictures() throws {
        let stage = try Stage(.controls)
        stage.view.slider.value = 0.4
        stage.view.progress.progress = 0.4
        stage.view.activity.startAnimating()
        stage.view.activitySwitch.isOn = true
        try expectPicture(stage.simulator.render(), matches: "controls")
        let small = try Stage(.controls, width: 360, height: 640, scale: 2)
        small.view.overrideUserInterfaceStyle = .dark
        try expectPicture(small.simulator.render(), matches: "controls-dark")
    }
}
