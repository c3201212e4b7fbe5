import Testing
import TouchKit
import TouchKitTesting

/// Taps within and beyond their limits.
@Suite("Tap", .serialized)
@MainActor
struct TapTests: StageSuite {
    let stage = Stage()

    private func tap(taps: Int = 1, fingers: Int = 1) -> UITapGestureRecognizer {
        let tap = UITapGestureRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = fingers
        return stage.add("T", tap)
    }

    @Test("R-7.1: By default a tap is one tap with one finger.")
    func defaults() {
        let tap = UITapGestureRecognizer()
        #expect(tap.numberOfTapsRequired == 1)
        #expect(tap.numberOfTouchesRequired == 1)
        #expect(tap.cancelsTouchesInView && tap.delaysTouchesEnded && !tap.delaysTouchesBegan)
        #expect(tap.isEnabled && tap.state == .possible)
    }

    @Test("R-7.1: The required number of taps is one action.", arguments: 1...4)
    func countOfTaps(required: Int) {
        _ = tap(taps: required)
        let script = (0..<5).map { "1↓(50,50)@\(Double($0) * 0.2) 1↑@\(Double($0) * 0.2 + 0.05)" }
        #expect(actions(script.joined(separator: " ")).count == 5 / required)
    }

    @Test(
        "R-7.1: A tap needs the exact number of fingers.",
        arguments: [
            (1, "1↓(50,50)&2↓(90,50)@0 1↑&2↑@.1", false),
            (1, "1↓(50,50)@0 2↓(90,50)@.05 2↑@.1 1↑@.15", false),
            (2, "1↓(50,50)&2↓(90,50)@0 1↑&2↑@.1", true),
            (2, "1↓(50,50)@0 2↓(90,50)@.05 1↑@.1 2↑@.15", true),
            (2, "1↓(50,50)@0 1↑@.1", false),
            (2, "1↓(50,50)&2↓(90,50)&3↓(20,50)@0 1↑&2↑&3↑@.1", false),
            (3, "1↓(50,50)&2↓(90,50)&3↓(20,50)@0 3↑@.1 1↑&2↑@.2", true),
        ])
    func countOfFingers(required: Int, script: String, isTap: Bool) {
        _ = tap(fingers: required)
        #expect(actions(script).count == (isTap ? 1 : 0))
    }

    @Test("R-7.1: Two taps need two fingers each; a tap with one finger less isn't the second.")
    func tapsOfTwoFingers() {
        _ = tap(taps: 2, fingers: 2)
        let twoDown = "1↓(50,50)&2↓(90,50)"
        #expect(actions("\(twoDown)@0 1↑&2↑@.05 \(twoDown)@.2 1↑&2↑@.25") == ["T!ended@0.25"])
        #expect(actions("\(twoDown)@10 1↑&2↑@10.05 1↓(50,50)@10.2 1↑@10.25") == [])
    }

    @Test("R-7.2: All fingers have to be down together, and within the duration of a tap.")
    func fingersTogether() {
        _ = tap(fingers: 2)
        #expect(actions("1↓(50,50)@0 1↑@.1 2↓(90,50)@.15 2↑@.2") == [])
        #expect(actions("1↓(50,50)@10 2↓(90,50)@10.7 1↑@10.72 2↑@10.74") == ["T!ended@10.74"])
        #expect(actions("1↓(50,50)@20 2↓(90,50)@20.76 1↑&2↑@20.8") == [])
        #expect(actions("1↓(50,50)&2↓(90,50)@30 1↑@30.1 2↑@30.76") == [])
    }

    @Test(
        "R-7.3: A finger may move 10 points from where it came down, not more.",
        arguments: [
            (10, 0, true), (6, 8, true), (10.1, 0, false), (0, -10.1, false), (8, 7, false),
        ] as [(Double, Double, Bool)])
    func movement(dx: Double, dy: Double, isTap: Bool) {
        _ = tap()
        let script = "1↓(50,50)@0 1→(\(50 + dx),\(50 + dy))@.05 1→(50,50)@.1 1↑@.2"
        #expect(actions(script).count == (isTap ? 1 : 0))
    }

    @Test("R-7.3: A press of 0.75 s is no tap: the tap fails by itself, before the lift.")
    func duration() {
        _ = tap().delaysTouchesBegan = true
        #expect(actions("1↓(50,50)@0 1↑@.749") == ["T!ended@0.749"])
        stage.play("1↓(50,50)@10 1↑@10.751")
        trace.expectLines("V.began{1}@10.75", "V.ended{1}@10.751")
    }

    @Test("R-7.3: The next tap comes at most 0.35 s after the lift.")
    func interval() {
        _ = tap(taps: 2)
        #expect(actions("1↓(50,50)@0 1↑@.1 1↓(50,50)@.449 1↑@.5") == ["T!ended@0.5"])
        stage.play("1↓(50,50)@10 1↑@10.1 1↓(50,50)@10.451 1↑@10.5")
        #expect(
            trace.removeLines().prefix(3) == [
                "V.began{1}@10", "V.ended{1}@10.45", "V.began{1}@10.451",
            ])
        // The tap that was too late is the first of the next two.
        #expect(
            actions(
                "1↓(50,50)@20 1↑@20.1 1↓(50,50)@20.451 1↑@20.5 1↓(50,50)@20.6 1↑@20.65")
                == ["T!ended@20.65"])
    }

    @Test(
        "R-7.3: The next tap comes within 45 points, or the recognizer fails at the contact."
    )
    func distance() {
        _ = tap(taps: 2)
        #expect(actions("1↓(50,50)@0 1↑@.05 1↓(95,50)@.2 1↑@.25") == ["T!ended@0.25"])
        stage.play("1↓(50,50)@10 1↑@10.05 1↓(95.5,50)@10.2 1↑@10.25")
        trace.expectLines("V.began{1}@10", "V.ended{1}@10.2", "V.began{1}@10.2", "V.ended{1}@10.25")
    }

    @Test("R-7.3: A lift at exactly the timeout is handled before the timeout.")
    func liftAtTheLimit() {
        _ = tap()
        let finger = TouchFrames()
        simulator.application.deliver(finger.down(at: 0))
        simulator.application.deliver(finger.up(at: 0.75))
        #expect(trace.lines.contains { $0.hasPrefix("T!ended") })
    }

    @Test("R-7.4: The location is the center of the fingers of the first tap.")
    func places() {
        let single = tap()
        var places: [CGPoint] = []
        single.addAction { places.append($0.location(in: nil)) }
        _ = actions("1↓(50,50)@0 1→(56,50)@.05 1↑@.1")
        #expect(places == [CGPoint(50, 50)])
        single.numberOfTapsRequired = 2
        single.numberOfTouchesRequired = 2
        _ = actions(
            "1↓(40,40)&2↓(80,40)@10 1↑&2↑@10.05 1↓(50,60)&2↓(90,60)@10.2 1↑&2↑@10.25")
        #expect(places.last == CGPoint(60, 40))
        let child = stage.add("C", 10, 20, 100, 100, to: view)
        single.numberOfTapsRequired = 1
        single.numberOfTouchesRequired = 1
        single.addAction { places.append($0.location(in: child)) }
        _ = actions("1↓(50,50)@20 1↑@20.1")
        #expect(places.last == CGPoint(40, 30))
    }

    @Test("R-7.4: Number and locations of the touches are those of the first tap.")
    func touches() {
        let tap = tap(fingers: 2)
        var found: [[CGPoint]] = []
        tap.addAction { tap in
            found.append((0..<tap.numberOfTouches).map { tap.location(ofTouch: $0, in: nil) })
        }
        _ = actions("1↓(40,40)@0 2↓(80,40)@.05 1↑@.1 2↑@.12")
        #expect(found == [[CGPoint(40, 40), CGPoint(80, 40)]])
        tap.numberOfTouchesRequired = 1
        tap.numberOfTapsRequired = 2
        _ = actions("1↓(50,50)@10 1↑@10.05 1↓(60,50)@10.2 1↑@10.25")
        #expect(found.last == [CGPoint(50, 50)])
        // The action of a single tap is sent when a double tap has failed.
        let double = self.tap(taps: 2)
        tap.numberOfTapsRequired = 1
        tap.require(toFail: double)
        _ = actions("1↓(50,50)@20 1→(53,50)@20.02 1↑@20.05")
        #expect(found.count == 3 && found.last == [CGPoint(50, 50)])
    }

    @Test("R-7.4: Touches that come down together are in the order of the touch frame.")
    func orderOfTouches() {
        let tap = tap(fingers: 5)
        var found: [CGPoint] = []
        tap.addAction { tap in
            found = (0..<tap.numberOfTouches).map { tap.location(ofTouch: $0, in: nil) }
        }
        let downs = (1...5).map { "\($0)↓(\($0 * 30),50)" }.joined(separator: "&")
        let ups = (1...5).map { "\($0)↑" }.joined(separator: "&")
        _ = actions("\(downs)@0 \(ups)@.1")
        #expect(found == (1...5).map { CGPoint(Double($0 * 30), 50) })
    }

    @Test("R-7.5: The finger may be lifted outside the view.")
    func liftedOutside() {
        let small = stage.add("W", 300, 300, 20, 20)
        stage.add("S", UITapGestureRecognizer(), to: small)
        #expect(actions("1↓(319,310)@0 1→(325,310)@.05 1↑@.1") == ["S!ended@0.1"])
    }

    @Test("R-7.6: A sequence of taps is one action, with the state ended.")
    func oneAction() {
        let triple = tap(taps: 3)
        var states: [UIGestureRecognizer.State] = []
        triple.addAction { states.append($0.state) }
        _ = actions(
            "1↓(50,50)@0 1↑@.05 1↓(50,50)@.1 1↑@.15 1↓(50,50)@.2 1↑@.25")
        #expect(states == [.ended])
    }
}
