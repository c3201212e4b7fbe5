import Glibc
import Testing
import TouchKit
import TouchKitTesting

/// Pans within and beyond their limits, with translation, velocity and location.
@Suite("Pan", .serialized)
@MainActor
struct PanTests: StageSuite {
    let stage = Stage()

    private func pan(_ fingers: ClosedRange<Int>? = nil) -> UIPanGestureRecognizer {
        let pan = UIPanGestureRecognizer()
        if let fingers {
            pan.minimumNumberOfTouches = fingers.lowerBound
            pan.maximumNumberOfTouches = fingers.upperBound
        }
        return stage.add("M", pan)
    }

    private func isClose(_ one: CGPoint, _ x: Double, _ y: Double) -> Bool {
        abs(one.x - x) < 1e-9 && abs(one.y - y) < 1e-9
    }

    @Test(
        "R-7.10: A pan begins when the finger is 10 points away, in any direction.",
        arguments: [(10, 0, true), (-6, 8, true), (0, -10, true), (9.99, 0, false), (7, 7, false)]
            as [(Double, Double, Bool)])
    func distance(dx: Double, dy: Double, begins: Bool) {
        _ = pan()
        let actions = actions("1↓(100,100)@0 1→(\(100 + dx),\(100 + dy))@.1 1↑@.2")
        #expect(actions == (begins ? ["M!began@0.1", "M!ended@0.2"] : []))
    }

    @Test("R-7.10: By default a pan takes any number of fingers.")
    func defaults() {
        let pan = UIPanGestureRecognizer()
        #expect(pan.minimumNumberOfTouches == 1)
        #expect(pan.maximumNumberOfTouches == Int.max)
    }

    @Test("R-7.10: A change in the number of fingers restarts the distance to the beginning.")
    func countChanges() {
        _ = pan()
        // 8 points with one finger, then 8 with the center of two.
        #expect(
            actions("1↓(50,50)@0 1→(+8)@.1 2↓(90,50)@.2 1→(+16)&2→(+8)@.3 1↑&2↑@.4") == [])
        #expect(
            actions("1↓(50,50)@10 1→(+8)@10.1 2↓(90,50)@10.2 1→(+18)&2→(+10)@10.3 1↑&2↑@10.4")
                == ["M!began@10.3", "M!ended@10.4"])
        // The distance of two fingers doesn't count for the finger that remains.
        #expect(
            actions("1↓(50,50)&2↓(90,50)@20 1→(+8)&2→(+8)@20.1 2↑@20.2 1→(+16)@20.3 1↑@20.4") == [])
    }

    @Test("R-7.10: Too many fingers fail a pan that hasn't begun; later fingers don't count.")
    func tooManyFingers() {
        _ = pan(1...1)
        #expect(actions("1↓(50,50)@0 2↓(90,50)@.1 2↑@.2 1→(+30)@.3 1↑@.4") == [])
        #expect(
            actions(
                "1↓(50,50)@10 1→(+20)@10.1 2↓(90,50)@10.2 2→(+30)@10.3 1→(+40)@10.4 1↑@10.5 2↑@10.6"
            )
                == ["M!began@10.1", "M!changed@10.4", "M!ended@10.5"])
    }

    @Test(
        "R-7.10: With too few fingers an active pan doesn't change, until there are enough again.")
    func tooFewFingers() {
        _ = pan(2...3)
        #expect(
            actions(
                "1↓(50,50)&2↓(90,50)@0 1→(+20)&2→(+20)@.1 2↑@.2 1→(+30)@.3 2↓(90,90)@.4 "
                    + "2→(+9)@.5 2↑@.6 1↑@.7")
                == ["M!began@0.1", "M!changed@0.5", "M!ended@0.7"])
        #expect(actions("1↓(50,50)@10 1→(+50)@10.1 1↑@10.2") == [])
    }

    @Test("R-7.11: The translation excludes the first 10 points, measured along the path.")
    func hysteresis() throws {
        let pan = pan()
        var places: [CGPoint] = []
        pan.addAction { places.append($0.translation(in: nil)) }
        _ = actions("1↓(100,100)@0 1→(+6,8)@.1 1→(+9,12)@.2 1↑@.3")
        try #require(places.count == 3)
        #expect(isClose(places[0], 0, 0))
        #expect(isClose(places[1], 3, 4))
        _ = actions("1↓(100,100)@10 1→(+30,40)@10.1 1↑@10.2")
        try #require(places.count == 5)
        #expect(isClose(places[3], 24, 32))
    }

    @Test("R-7.11: While it is decided whether the pan begins, the translation is the whole path.")
    func translationBeforeBeginning() {
        let pan = pan()
        let delegate = ScriptedDelegate()
        var places: [CGPoint] = []
        delegate.shouldBegin = { _ in
            places.append(pan.translation(in: nil))
            return true
        }
        pan.delegate = delegate
        pan.addAction { places.append($0.translation(in: nil)) }
        _ = actions("1↓(100,100)@0 1→(+10)@.1 1→(+15)@.2 1↑@.3")
        #expect(places.map(\.x) == [10, 0, 5, 5])
    }

    @Test("R-7.12: The translation accumulates until it is set; setting it resets the velocity.")
    func settingTheTranslation() {
        let pan = pan()
        var seen: [CGPoint] = []
        pan.addAction { pan in
            seen.append(pan.translation(in: nil))
            guard pan.state == .changed, seen.count == 2 else { return }
            pan.setTranslation(CGPoint(5, -5), in: nil)
            #expect(pan.translation(in: nil) == CGPoint(5, -5))
            #expect(pan.velocity(in: nil) == .zero)
        }
        _ = actions("1↓(100,100)@0 1→(+10)@.1 1→(+20)@.2 1→(+30)@.3 1→(+30,10)@.4 1↑@.5")
        #expect(
            seen == [
                CGPoint(0, 0), CGPoint(10, 0), CGPoint(15, -5), CGPoint(15, 5), CGPoint(15, 5),
            ])
    }

    @Test("R-7.10, R-7.12: Setting the translation does not change where a pan begins.")
    func settingTheTranslationBeforeThePan() {
        let pan = pan()
        var translations: [CGPoint] = []
        pan.addAction { translations.append($0.translation(in: nil)) }
        var player = stage.begin("1↓(100,100)@0")
        pan.setTranslation(CGPoint(12, 0), in: nil)
        player.play("1→(+2)@.1")
        #expect(pan.state == .possible)
        player.play("1→(+14)@.2 1↑@.3")
        #expect(trace.removeLines().filter { $0.contains("!") } == ["M!began@0.2", "M!ended@0.3"])
        #expect(translations.count == 2 && translations.allSatisfy { isClose($0, 16, 0) })

        player.play("1↓(100,100)@10 1→(+8)@10.1")
        pan.setTranslation(.zero, in: nil)
        #expect(pan.translation(in: nil) == .zero)
        player.play("1→(+14)@10.2 1↑@10.3")
        #expect(
            trace.removeLines().filter { $0.contains("!") } == ["M!began@10.2", "M!ended@10.3"])
    }

    @Test("R-7.10, R-7.12: A further finger keeps a translation that was set before the pan.")
    func settingTheTranslationBetweenFingers() {
        let pan = pan()
        var player = stage.begin("1↓(50,50)@0 1→(+4)@.1")
        pan.setTranslation(CGPoint(7, 0), in: nil)
        player.play("2↓(90,50)@.2")
        #expect(isClose(pan.translation(in: nil), 3, 0))
        player.play("1→(+16)&2→(+12)@.3")
        #expect(pan.state == .began)
        #expect(isClose(pan.translation(in: nil), 5, 0))
    }

    @Test("R-7.12: Vectors are rotated and scaled into a view's axes, never translated.")
    func axes() {
        let pan = stage.add("M", UIPanGestureRecognizer(), to: stage.window)
        view.center = CGPoint(250, 170)
        view.transform = CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 2, y: 2)
        var player = stage.begin("1↓(350,350)@0 1→(+10)@.1 1→(+30)@.2")
        #expect(isClose(pan.translation(in: nil), 20, 0))
        #expect(isClose(pan.translation(in: view), 0, -10))
        #expect(isClose(pan.velocity(in: view), 0, -100))
        pan.setTranslation(CGPoint(0, -1), in: view)
        #expect(isClose(pan.translation(in: nil), 2, 0))
        player.play("1→(+30,8)@.3")
        #expect(isClose(pan.translation(in: view), 4, -1))
    }

    @Test("R-7.13: Fingers that are added or lifted don't make the translation jump.")
    func fingersComeAndGo() {
        let pan = pan()
        var player = stage.begin("1↓(100,100)@0 1→(+10)@.1 1→(+20)@.2")
        #expect(isClose(pan.translation(in: nil), 10, 0))
        for (script, x) in [
            ("2↓(180,180)@.3", 10), ("2→(+4)@.4", 12), ("1↑@.5", 12), ("2→(+9)@.6", 17),
        ] as [(String, CGFloat)] {
            player.play(script)
            #expect(isClose(pan.translation(in: nil), x, 0), "\(script)")
        }
    }

    @Test("R-7.14: The velocity is that of the last step, and remains when the finger is lifted.")
    func velocity() {
        let pan = pan()
        var seen: [CGPoint] = []
        pan.addAction { seen.append($0.velocity(in: nil)) }
        _ = actions("1↓(100,100)@0 1→(+20)@.1 1→(+30)@.2 1→(+30,-40)@.3 1↑@.35")
        #expect(seen.count == 4)
        for (velocity, wanted) in zip(seen, [(200.0, 0.0), (100, 0), (0, -400), (0, -400)]) {
            #expect(abs(velocity.x - wanted.0) < 1e-6 && abs(velocity.y - wanted.1) < 1e-6)
        }
    }

    @Test(
        "R-7.15: The location is the center of the fingers; at first it includes the 10 points."
    )
    func place() {
        let pan = pan()
        var places: [CGPoint] = []
        pan.addAction { places.append($0.location(in: nil)) }
        _ = actions("1↓(100,100)&2↓(100,140)@0 1→(+10)&2→(+10)@.1 2→(+30,0)@.2 1↑&2↑@.3")
        #expect(places == [CGPoint(110, 120), CGPoint(120, 120), CGPoint(120, 120)])
    }

    @Test("R-7.16: Translations that are reset each time add up to the total translation.")
    func incrementalDrag() {
        let total = pan()
        let steps = stage.add("N", UIPanGestureRecognizer())
        let delegate = ScriptedDelegate(simultaneous: true)
        total.delegate = delegate
        var sum = CGPoint.zero
        steps.addAction { pan in
            let step = pan.translation(in: nil)
            sum = CGPoint(sum.x + step.x, sum.y + step.y)
            pan.setTranslation(.zero, in: nil)
            let whole = total.translation(in: nil)
            #expect(abs(sum.x - whole.x) < 1e-9 && abs(sum.y - whole.y) < 1e-9)
        }
        let script = (1...30).map { step in
            let angle = Double(step) / 3
            return "1→(\(100 + 40 * cos(angle)),\(100 + 40 * sin(angle)))@\(Double(step) / 100)"
        }
        let sent = actions("1↓(100,100)@0 " + script.joined(separator: " ") + " 1↑@1")
        #expect(sent.count == 62)
        #expect(delegate.questions.contains("M with N"))
    }
}
