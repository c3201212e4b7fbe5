import Glibc
import Testing
import TouchKit
import TouchKitTesting

/// Rotations within and beyond their limits, with angle, velocity and location.
@Suite("Rotation", .serialized)
@MainActor
struct RotationTests: StageSuite {
    let stage = Stage()

    private func rotation() -> UIRotationGestureRecognizer {
        stage.add("R", UIRotationGestureRecognizer(), to: stage.window)
    }

    /// Returns the location 100 points from finger 1, which is at (200, 200), in a direction in
    /// degrees, clockwise.
    private func at(_ degrees: Double) -> String {
        let angle = degrees * .pi / 180
        return "(\(200 + 100 * cos(angle)),\(200 + 100 * sin(angle)))"
    }

    private func degrees(_ rotation: UIRotationGestureRecognizer) -> Double {
        (rotation.rotation * 180 / .pi * 1e6).rounded() / 1e6
    }

    private let down = "1↓(200,200)&2↓(300,200)"

    @Test(
        "R-7.22: A rotation begins when the fingers have turned by 10°, in either direction.",
        arguments: [(10, true), (9.99, false), (-10, true), (-9.99, false)] as [(Double, Bool)])
    func threshold(angle: Double, begins: Bool) {
        _ = rotation()
        #expect(
            actions("\(down)@0 2→\(at(angle))@.1 1↑&2↑@.2")
                == (begins ? ["R!began@0.1", "R!ended@0.2"] : []))
    }

    @Test("R-7.22: A third finger neither counts nor restarts the measurement.")
    func thirdFinger() {
        _ = rotation()
        #expect(
            actions(
                "\(down)@0 2→\(at(6))@.1 3↓(50,50)@.2 3→(+40)@.3 2→\(at(11))@.4 1↑&2↑@.5 3↑@.6")
                == ["R!began@0.4", "R!ended@0.5"])
    }

    @Test("R-7.22: With one finger left the rotation doesn't change; it ends with the last finger.")
    func oneFingerLeft() {
        let rotation = rotation()
        var player = stage.begin("\(down)@0 2→\(at(30))@.1 1↑@.2 2→(50,50)@.3")
        #expect(degrees(rotation) == 25)
        player.play("1↓(50,150)@.4 1→(150,50)@.5")
        // From straight up to straight left: the finger that stays is the first now.
        #expect(degrees(rotation) == 25 - 90)
        player.play("1↑&2↑@.6")
        #expect(
            trace.lines.filter { $0.contains("!") } == [
                "R!began@0.1", "R!changed@0.5", "R!ended@0.6",
            ])
    }

    @Test(
        "R-7.24: Clockwise is positive, and 5 of the 10° don't count.",
        arguments: [(10, 5), (45, 40), (-10, -5), (-45, -40)] as [(Double, Double)])
    func angles(angle: Double, reported: Double) {
        let rotation = rotation()
        stage.begin("\(down)@0 2→\(at(angle))@.1")
        #expect(degrees(rotation) == reported)
    }

    @Test(
        "R-7.24: The angle continues beyond a half and a full turn, in either direction.",
        arguments: [1.0, -1])
    func wholeTurns(way: Double) {
        let rotation = rotation()
        var player = stage.begin("\(down)@0")
        for step in 1...18 { player.play("2→\(at(way * Double(step) * 45))@\(Double(step) / 10)") }
        #expect(degrees(rotation) == way * (18 * 45 - 5))
    }

    @Test("R-7.24: An assigned rotation becomes the present rotation, without another 5°.")
    func assigning() {
        let rotation = rotation()
        var player = stage.begin("\(down)@0 2→\(at(90))@.1")
        rotation.rotation = 0
        #expect(degrees(rotation) == 0)
        player.play("2→\(at(91))@.2")
        #expect(degrees(rotation) == 1)
        rotation.rotation = .pi
        player.play("2→\(at(81))@.3")
        #expect(degrees(rotation) == 170)
    }

    @Test("R-7.25: The velocity is that of the last step, and 0 after the rotation is set.")
    func velocity() {
        let rotation = rotation()
        var player = stage.begin("\(down)@0 2→\(at(10))@.05")
        #expect(abs(rotation.velocity - 3.4907) < 0.0001)
        player.play("2→\(at(-10))@.15")
        #expect(abs(rotation.velocity + 3.4907) < 0.0001)
        rotation.rotation = 0
        #expect(rotation.velocity == 0)
    }

    @Test("R-7.26: The location is halfway between the two fingers.")
    func place() {
        let rotation = rotation()
        stage.begin("\(down)@0 2→(200,300)@.1")
        #expect(rotation.location(in: nil) == CGPoint(200, 250))
    }
}
