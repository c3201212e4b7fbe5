import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Pulse scene", .serialized)
@MainActor
struct PulseSceneTests {
    typealias Stage = SceneTestScreen<PulseView>

    /// Presses the disc a little beside its center.
    private func pressDisc(_ stage: Stage, for seconds: Double = 0.6) {
        let bounds = stage.view.bounds
        stage.simulator.down(1, at: CGPoint(x: bounds.midX + 10, y: bounds.midY - 5))
        stage.simulator.advance(by: seconds)
    }

    private let center = CGPoint(x: 400, y: 240)

    @Test("The disc pulses after half a second, and rests before.")
    func pulses() throws {
        let stage = try Stage(.pulse)
        pressDisc(stage, for: 0.45)
        #expect(!stage.simulator.application.needsFrames)
        #expect(stage.view.disc.transform == .identity)
        stage.simulator.advance(by: 0.1)
        #expect(stage.simulator.application.needsFrames)
        #expect(stage.view.disc.transform == CGAffineTransform(scaleX: 1.1, y: 1.1))
    }

    @Test("The disc grows by a tenth in 0.4 s, shrinks in the same time, and repeats.")
    func rhythm() throws {
        let stage = try Stage(.pulse)
        pressDisc(stage, for: 0.5)
        var widths: [Int] = []
        for _ in 0..<5 {
            widths.append(width(stage))
            stage.simulator.advance(by: 0.4)
        }
        let side = Int(stage.view.disc.bounds.width)
        // Frames are shown at multiples of 1/60 s, so a pixel may be missing.
        for (index, width) in widths.enumerated() {
            let expected = index % 2 == 0 ? side : side * 11 / 10
            #expect(abs(width - expected) <= 2)
        }
    }

    /// Returns the width of the disc in pixels, from the orange pixels in a row through its center.
    private func width(_ stage: Stage) -> Int {
        let picture = stage.simulator.render()
        let center = stage.view.disc.center
        // The row is below the label.
        let row = Int(center.y + stage.view.disc.bounds.height / 4)
        let half = Double(stage.view.disc.bounds.height / 4)
        let orange = UIColor.orange
        var count = 0
        for x in 0..<picture.width where picture[x, row] != picture[0, row] { count += 1 }
        #expect(orange == stage.view.disc.backgroundColor)
        // Converts the chord's length to the diameter.
        let chord = Double(count) / 2
        return Int((2 * (chord * chord + half * half).squareRoot()).rounded())
    }

    @Test("A pressed disc moves exactly by the touch's distance.")
    func drags() throws {
        let stage = try Stage(.pulse)
        pressDisc(stage)
        #expect(stage.view.disc.center == center)
        for step in 1...50 {
            stage.simulator.advance(by: 1.0 / 60)
            stage.simulator.move(1, to: CGPoint(x: 410 + step * 3, y: 235 - step * 2))
            #expect(stage.view.disc.center == CGPoint(x: 400 + step * 3, y: 240 - step * 2))
        }
    }

    @Test("A released disc stays in place, and nothing moves.", arguments: [false, true])
    func stops(isCancelled: Bool) throws {
        let stage = try Stage(.pulse)
        pressDisc(stage)
        stage.simulator.move(1, to: CGPoint(x: 500, y: 300))
        if isCancelled { stage.simulator.cancel(1) } else { stage.simulator.up(1) }
        #expect(stage.view.disc.transform == .identity)
        #expect(stage.view.disc.center == CGPoint(x: 490, y: 305))
        stage.simulator.advance(by: 0.2)
        #expect(!stage.simulator.application.needsFrames)
        let picture = stage.simulator.render()
        stage.simulator.advance(by: 1)
        #expect(stage.simulator.render().isEqual(to: picture))
        #expect(stage.simulator.application.nextDeadline == nil)
    }

    @Test("A touch that moves or ends before the press is recognized has no effect.")
    func touchBeforePress() throws {
        let stage = try Stage(.pulse)
        stage.simulator.down(1, at: center)
        stage.simulator.advance(by: 0.2)
        stage.simulator.move(1, to: CGPoint(x: 440, y: 240))
        stage.simulator.advance(by: 1)
        stage.simulator.move(1, to: CGPoint(x: 500, y: 240))
        #expect(stage.view.disc.center == center)
        #expect(!stage.simulator.application.needsFrames)
        stage.simulator.up(1)
        pressDisc(stage, for: 0.4)
        stage.simulator.up(1)
        stage.simulator.advance(by: 1)
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("A press beside the disc has no effect.")
    func pressBesideDisc() throws {
        let stage = try Stage(.pulse)
        stage.simulator.down(1, at: CGPoint(x: 50, y: 400))
        stage.simulator.advance(by: 2)
        stage.simulator.move(1, to: center)
        #expect(stage.view.disc.center == center)
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("The disc can be pressed again while it is still shrinking.")
    func pressWhileSettling() throws {
        let stage = try Stage(.pulse)
        for _ in 0..<3 {
            pressDisc(stage, for: 0.7)
            #expect(stage.simulator.application.needsFrames)
            stage.simulator.up(1)
            stage.simulator.advance(by: 0.05)
        }
        stage.simulator.advance(by: 0.2)
        #expect(!stage.simulator.application.needsFrames)
    }

    @Test("The disc's center stays on the screen, and the touch reaches it again after leaving.")
    func edges() throws {
        let stage = try Stage(.pulse)
        pressDisc(stage)
        stage.simulator.move(1, to: CGPoint(x: 799, y: 0))
        #expect(stage.view.disc.center == CGPoint(x: 789, y: 5))
        stage.simulator.move(1, to: CGPoint(x: 0, y: 479))
        #expect(stage.view.disc.center == CGPoint(x: 0, y: 480))
        stage.simulator.move(1, to: CGPoint(x: 410, y: 235))
        #expect(stage.view.disc.center == center)
    }

    @Test("After a resize the disc keeps its relative position.")
    func resize() throws {
        let stage = try Stage(.pulse)
        pressDisc(stage)
        stage.simulator.move(1, to: CGPoint(x: 610, y: 115))
        stage.simulator.up(1)
        stage.simulator.resize(width: 720, height: 1_280)
        _ = stage.simulator.render()
        #expect(stage.view.disc.center == CGPoint(x: 540, y: 320))
        #expect(stage.view.disc.bounds.width == 240)
    }

    @Test("After ten random touches, the disc is on the screen and at rest.")
    func randomTouches() throws {
        for seed in 1...4 {
            let stage = try Stage(.pulse)
            stage.play(seed: UInt64(seed), frames: 1_500) {
                let disc = stage.view.disc
                #expect(stage.view.bounds.insetBy(dx: -1, dy: -1).contains(disc.center))
            }
            stage.simulator.advance(by: 1)
            #expect(stage.view.disc.transform == .identity)
            #expect(stage.simulator.isIdle)
        }
    }

    @Test("Pictures: at rest, and dragged at its largest at scale 2 in portrait.")
    func pictures() throws {
        let stage = try Stage(.pulse)
        try expectPicture(stage.simulator.render(), matches: "pulse-rest")
        let small = try Stage(.pulse, width: 360, height: 640, scale: 2)
        pressDisc(small, for: 0.5)
        small.simulator.advance(by: 0.4)
        small.simulator.move(1, to: CGPoint(x: 300, y: 500))
        try expectPicture(small.simulator.render(), matches: "pulse-held")
    }
}
