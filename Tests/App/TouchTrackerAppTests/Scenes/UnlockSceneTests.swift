import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("Unlock scene", .serialized)
@MainActor
struct UnlockSceneTests {
    typealias Stage = SceneTestScreen<UnlockView>

    private func draw(_ dots: [Int], on stage: Stage) {
        guard let first = dots.first else { return }
        let view = stage.view.patternView
        // The first touch triggers the layout, so the dots' centers must be read afterwards.
        stage.view.layoutIfNeeded()
        stage.simulator.down(1, at: view.center(ofDot: first))
        for dot in dots.dropFirst() { stage.simulator.move(1, to: view.center(ofDot: dot)) }
    }

    @Test("An L is correct, other patterns are incorrect; afterwards the view is ready again.")
    func labelText() throws {
        let stage = try Stage(.unlock)
        #expect(stage.view.label.text == "Draw an L")
        draw([1, 7, 9], on: stage)
        #expect(stage.view.label.text == "Draw an L")
        stage.simulator.up(1)
        #expect(stage.view.label.text == "Right")
        stage.simulator.advance(by: 1.1)
        #expect(stage.view.label.text == "Draw an L")
        draw([9, 7, 1], on: stage)
        stage.simulator.up(1)
        #expect(stage.view.label.text == "Wrong")
        stage.simulator.advance(by: 3.1)
        #expect(stage.view.label.text == "Draw an L")
    }

    @Test("Pictures: a touch connects dots.")
    func connectingPicture() throws {
        let stage = try Stage(.unlock)
        draw([1, 2, 5], on: stage)
        let five = stage.view.patternView.center(ofDot: 5)
        stage.simulator.move(1, to: CGPoint(x: five.x + 60, y: five.y + 40))
        try expectPicture(stage.simulator.render(), matches: "unlock-joining")
    }

    @Test("Pictures: a correct pattern in portrait.")
    func correctPicture() throws {
        let stage = try Stage(.unlock, width: 720, height: 1_280)
        draw([1, 7, 9], on: stage)
        stage.simulator.up(1)
        try expectPicture(stage.simulator.render(), matches: "unlock-right")
    }

    @Test("Pictures: an incorrect pattern at scale 2.")
    func incorrectPicture() throws {
        let stage = try Stage(.unlock, width: 400, height: 240, scale: 2)
        draw([3, 1, 8, 9], on: stage)
        stage.simulator.up(1)
        try expectPicture(stage.simulator.render(), matches: "unlock-wrong")
    }

    @Test("After a resize during a pattern, the connected dots stay connected.")
    func resize() throws {
        let stage = try Stage(.unlock)
        draw([1, 2], on: stage)
        stage.simulator.resize(width: 720, height: 1_280)
        stage.view.layoutIfNeeded()
        #expect(stage.view.patternView.pattern.dots == [1, 2])
        stage.simulator.move(1, to: stage.view.patternView.center(ofDot: 3))
        #expect(stage.view.patternView.pattern.dots.starts(with: [1, 2]))
        stage.simulator.expectUpToDatePicture()
    }
}
