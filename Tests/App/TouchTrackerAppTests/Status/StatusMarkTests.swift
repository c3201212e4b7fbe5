import Glibc
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The mark on the screen while saving fails.
@Suite("StatusMark", .serialized)
@MainActor
struct StatusMarkTests {
    private let options = AppOptions(paper: .gray, tool: .line)

    private func mark(of simulator: TouchSimulator) -> StatusMark? {
        simulator.application.windows.compactMap { $0 as? StatusMark }.first
    }

    @Test("While saving fails, the mark is shown, with the reason for 10 seconds.")
    func mark() throws {
        let place = DrawingFolder()
        let clock = TestClock()
        let persistence = try DrawingPersistence(folder: place.path, clock: clock) { _ in }
        let simulator = TouchSimulator(
            launching: AppDelegate(options: options, persistence: persistence))
        let before = simulator.render()
        #expect(mark(of: simulator) == nil)
        #expect(clock.waitUntilIdle() == nil)
        rename(place.path, place.path + "-away")
        stroke(simulator, from: CGPoint(x: 100, y: 100), to: CGPoint(x: 300, y: 300))
        #expect(clock.waitUntilIdle() == 0.5)
        simulator.advance(by: 0.1)
        #expect(mark(of: simulator)?.error == StoreError(.moved, path: place.file))
        let explained = simulator.render()
        simulator.advance(by: 10)
        let marked = simulator.render()
        #expect(!marked.isEqual(to: explained))
        rename(place.path + "-away", place.path)
        clock.advance(to: 0.5)
        #expect(clock.waitUntilIdle() == nil)
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

    @Test("Touches on the mark reach the scene behind it.")
    func touches() throws {
        let trouble = StoreError(.full, path: "/")
        let simulator = TouchSimulator(
            launching: AppDelegate(
                options: AppOptions(hasToolbar: false, paper: .gray, tool: .line),
                storeError: trouble))
        stroke(simulator, from: CGPoint(x: 786, y: 22), to: CGPoint(x: 700, y: 60))
        #expect(simulator.drawingScene?.drawingController.drawing.count == 1)
    }

    @Test("While the mark is shown, no frames and no timers are scheduled.")
    func idle() {
        let trouble = StoreError(.full, path: "/")
        let simulator = TouchSimulator(
            launching: AppDelegate(options: options, storeError: trouble))
        simulator.advance(by: 11)
        #expect(mark(of: simulator) != nil)
        #expect(simulator.isIdle)
    }

    @Test("The mark matches the golden pictures on several screens and backgrounds.")
    func pictures() throws {
        let folder = StoreError(.readOnly, path: "/var/lib/touchtracker")
        let usual = TouchSimulator(
            launching: AppDelegate(options: options, storeError: folder))
        try expectPicture(usual.render(), matches: "status-800x480-text")
        usual.advance(by: 10)
        for (index, color) in [UIColor.black, .white, .red, .blue].enumerated() {
            let ground = UIView(
                frame: CGRect(x: 764 + 8 * CGFloat(index), y: 0, width: 8, height: 48))
            ground.backgroundColor = color
            usual.drawingScene?.view.addSubview(ground)
        }
        try expectPicture(usual.render(), matches: "status-800x480-mark")
        let upright = TouchSimulator(
            launching: AppDelegate(options: options, storeError: folder),
            size: CGSize(width: 360, height: 640), scale: 2)
        try expectPicture(upright.render(), matches: "status-360x640@2-text")
        upright.advance(by: 10)
        try expectPicture(upright.render(), matches: "status-360x640@2-mark")
    }
}
