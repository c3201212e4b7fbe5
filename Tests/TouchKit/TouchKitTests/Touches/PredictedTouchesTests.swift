import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerTestSupport

/// The predicted positions of fingers.
@Suite("Predicted touches", .serialized)
@MainActor
struct PredictedTouchesTests: StageSuite {
    let stage = Stage()

    /// Moves a finger to the right, at 240 reports per second and half a point per report.
    private func drag(_ finger: Int = 1, from start: Int = 1, reports: Int) {
        for step in start..<start + reports {
            simulator.advance(by: 1.0 / 240)
            simulator.move(finger, to: CGPoint(Double(step) / 2, 10))
        }
    }

    @Test(
        "R-8.12: Predictions continue at the sample rate up to the frame's scanout."
    )
    func upToTheScanout() {
        var seen = 0
        view.onMoved = { touches, event in
            guard let touch = touches.first, let predicted = event?.predictedTouches(for: touch)
            else { return }
            #expect(!predicted.contains(touch))
            guard let last = predicted.last, let scanout = simulator.application.expectedScanout
            else { return }
            seen += 1
            #expect(abs(last.timestamp - min(scanout.seconds, touch.timestamp + 0.025)) < 1e-6)
            var earlier = touch
            for next in predicted {
                #expect(next.phase == .moved)
                #expect(next.view === view)
                #expect(next.window === simulator.window)
                #expect(next.timestamp > earlier.timestamp)
                #expect(next.timestamp - earlier.timestamp < 0.007)
                #expect(next.previousLocation(in: nil) == earlier.location(in: nil))
                // The finger moves 120 points per second.
                let moved = next.location(in: nil).x - touch.location(in: nil).x
                #expect(abs(moved - (next.timestamp - touch.timestamp) * 120) < 0.1)
                #expect(next.location(in: view).y == next.location(in: nil).y)
                earlier = next
            }
        }
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(0, 10))
        drag(reports: 80)
        #expect(seen > 15)
    }

    @Test(
        "R-8.12: Without a scanout time the list is empty; it is nil for a foreign touch."
    )
    func unknownScanout() throws {
        var asked = 0
        var first: UITouch?
        view.onMoved = { touches, event in
            guard let touch = touches.first else { return }
            asked += 1
            #expect(event?.predictedTouches(for: touch)?.isEmpty == true)
            first = touch
        }
        simulator.down(1, at: CGPoint(0, 10))
        drag(reports: 40)
        #expect(asked == 40)
        simulator.up(1)
        let gone = try #require(first)
        view.onBegan = { _, event in #expect(event?.predictedTouches(for: gone) == nil) }
        simulator.advance(by: 1)
        simulator.down(2, at: CGPoint(150, 150))
        #expect(view.touchCounts.began == 2)
    }

    @Test("A finger that begins, rests, ends or is cancelled has no prediction.")
    func otherPhases() {
        view.isMultipleTouchEnabled = true
        var moving: UITouch?
        var asked: [UITouch.Phase] = []
        let ask = { (touches: Set<UITouch>, event: UIEvent?) in
            for touch in touches {
                asked.append(touch.phase)
                #expect(event?.predictedTouches(for: touch)?.isEmpty == true)
            }
            if let moving, moving.phase == .stationary {
                asked.append(.stationary)
                #expect(event?.predictedTouches(for: moving)?.isEmpty == true)
            }
        }
        view.onMoved = { touches, _ in moving = touches.first }
        view.onBegan = ask
        view.onEnded = ask
        view.onCancelled = ask
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(0, 10))
        drag(reports: 40)
        simulator.advance(by: 0.02)
        simulator.down(2, at: CGPoint(90, 90))
        simulator.advance(by: 0.1)
        simulator.cancel(2)
        drag(from: 41, reports: 20)
        simulator.up(1)
        simulator.advance(by: 0.1)
        #expect(Set(asked) == [.began, .stationary, .ended, .cancelled])
    }

    @Test("A movement that is delivered late has no prediction.")
    func lateMovement() {
        var counts: [Int] = []
        view.onMoved = { touches, event in
            for touch in touches { counts.append(event?.predictedTouches(for: touch)?.count ?? -1) }
        }
        let tap = UITapGestureRecognizer()
        tap.delaysTouchesBegan = true
        view.addGestureRecognizer(tap)
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(0, 10))
        drag(reports: 40)
        #expect(counts.first == 0)
        #expect(counts.dropFirst().contains { $0 > 0 })
    }

    @Test("Reading predictions changes nothing: deliveries carry measured samples only.")
    func readingHasNoEffect() {
        var lines: [[String]] = []
        for asks in [false, true] {
            let stage = Stage()
            var log: [String] = []
            let pan = UIPanGestureRecognizer()
            pan.addAction { log.append("pan \($0.translation(in: nil)) \($0.velocity(in: nil))") }
            stage.view.addGestureRecognizer(pan)
            stage.view.onMoved = { touches, event in
                for touch in touches where asks { _ = event?.predictedTouches(for: touch) }
            }
            stage.simulator.displayRate = 60
            stage.simulator.down(1, at: CGPoint(0, 10))
            for step in 1...60 {
                stage.simulator.advance(by: 1.0 / 240)
                stage.simulator.move(1, to: CGPoint(Double(step * step) / 20, 10))
            }
            stage.simulator.up(1)
            stage.simulator.advance(by: 0.1)
            lines.append(stage.trace.lines + log)
        }
        #expect(lines[0] == lines[1])
        #expect(lines[0].count > 10)
    }

    @Test("Predictions that an application retains stay unchanged.")
    func keptTouches() {
        var kept: [(touch: UITouch, place: CGPoint)] = []
        view.onMoved = { touches, event in
            guard let touch = touches.first else { return }
            for predicted in event?.predictedTouches(for: touch) ?? [] where kept.count < 100 {
                kept.append((predicted, predicted.location(in: nil)))
            }
        }
        simulator.displayRate = 60
        simulator.down(1, at: CGPoint(0, 10))
        drag(reports: 400)
        #expect(kept.count == 100)
        for (touch, place) in kept { #expect(touch.location(in: nil) == place) }
        #expect(Set(kept.map { ObjectIdentifier($0.touch) }).count == 100)
    }

    @Test(
        "Reading predictions allocates nothing after warm-up.",
        .requiresOptimizedBuild)
    func readingAllocatesNothing() {
        var predictions = 0
        let allocations = allocationsOfMoves(distance: 1.0 / 3) { touches, event in
            for touch in touches {
                for predicted in event?.predictedTouches(for: touch) ?? []
                where predicted.timestamp > 0 { predictions += 1 }
            }
        }
        #expect(predictions > 2_000)
        #expect(allocations == 0)
    }
}
