import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// What people in front of the screen are told of saving.
@Suite("Status mark", .serialized)
@MainActor
struct StatusMarkTests {
    private func launch(
        _ delegate: AppDelegate, size: CGSize = CGSize(width: 800, height: 480), scale: CGFloat = 1
    ) -> TouchSimulator {
        let simulator = TouchSimulator(screenSize: size, scale: scale)
        simulator.application.launch(delegate)
        return simulator
    }

    private func scene(of simulator: TouchSimulator) -> DrawingSceneController? {
        simulator.application.windows
            .compactMap { $0.rootViewController as? DrawingSceneController }.first
    }

    private func mark(of simulator: TouchSimulator) -> StatusMark? {
        simulator.application.windows.compactMap { $0 as? StatusMark }.first
    }

    @Test(
        "While nothing can be saved a mark is shown, with the reason for 10 seconds; then it goes.")
    func mark() throws {
        let place = DrawingPlace()
        let clock = TestClock()
        let saver = try DrawingSaver(folder: place.path, clock: clock) { _ in }
        let simulator = launch(AppDelegate(options: AppOptions(), saver: saver))
        let before = simulator.render()
        #expect(mark(of: simulator) == nil)
        #expect(clock.idle() == nil)
        rename(place.path, place.path + "-away")
        stroke(simulator, from: CGPoint(x: 100, y: 100), to: CGPoint(x: 300, y: 300))
        #expect(clock.idle() == 0.5)
        simulator.advance(by: 0.1)
        #expect(mark(of: simulator)?.trouble == StoreError(.moved, path: place.file))
        let explained = simulator.render()
        simulator.advance(by: 10)
        let marked = simulator.render()
        #expect(!marked.isEqual(to: explained))
        rename(place.path + "-away", place.path)
        clock.advance(to: 0.5)
        #expect(clock.idle() == nil)
        simulator.advance(by: 0.1)
        #expect(mark(of: simulator) == nil)
        let after = simulator.render()
        #expect(!after.isEqual(to: marked) && !after.isEqual(to: before))
        simulator.application.terminate()
    }

    private func stroke(_ simulator: TouchSimulator, from: CGPoint, to: CGPoint) {
        simulator.down(1, at: from)
        for step in 1...8 {
            let part = CGFloat(step) / 8
            simulator.advance(by: 0.02)
            simulator.move(
                1,
                to: CGPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y)))
        }
        simulator.advance(by: 0.02)
        simulator.up(1)
        simulator.advance(by: 0.5)
    }

    @Test("Fingers go through the mark.")
    func touches() throws {
        let trouble = StoreError(.full, path: "/")
        let simulator = launch(
            AppDelegate(options: AppOptions(hasToolbar: false), trouble: trouble))
        stroke(simulator, from: CGPoint(x: 786, y: 22), to: CGPoint(x: 700, y: 60))
        #expect(scene(of: simulator)?.drawingController.drawing.count == 1)
    }

    @Test("While it stands it asks for no frame and no call.")
    func rest() {
        let trouble = StoreError(.full, path: "/")
        let simulator = launch(AppDelegate(options: AppOptions(), trouble: trouble))
        simulator.advance(by: 11)
        #expect(mark(of: simulator) != nil)
        #expect(!simulator.application.needsFrames)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test("It looks right on the usual panel, upright with a long text, and on any ground.")
    func pictures() throws {
        let folder = StoreError(.readOnly, path: "/var/lib/touchtracker")
        let usual = launch(AppDelegate(options: AppOptions(), trouble: folder))
        try expectPicture(usual.render(), matches: "status-800x480-text")
        usual.advance(by: 10)
        for (index, color) in [UIColor.black, .white, .red, .blue].enumerated() {
            let ground = UIView(
                frame: CGRect(x: 764 + 8 * CGFloat(index), y: 0, width: 8, height: 48))
            ground.backgroundColor = color
            scene(of: usual)?.view.addSubview(ground)
        }
        try expectPicture(usual.render(), matches: "status-800x480-mark")
        let upright = launch(
            AppDelegate(options: AppOptions(), trouble: folder),
            size: CGSize(width: 360, height: 640), scale: 2)
        try expectPicture(upright.render(), matches: "status-360x640@2-text")
        upright.advance(by: 10)
        try expectPicture(upright.render(), matches: "status-360x640@2-mark")
    }
}
