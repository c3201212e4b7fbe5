import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// Every state of the wizard, and what may happen in it.
@Suite("The orientation wizard")
struct OrientationWizardTests {
    private let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
    /// Mirrored along x.
    private let mirror = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)

    private func mirrored(_ point: CGPoint) -> CGPoint {
        let place = geometry.normalized(point: point)
        return CGPoint(x: 1 - place.x, y: place.y)
    }

    /// A wizard that waits for its third tap.
    private func confirming() -> Hand {
        var hand = Hand(geometry)
        hand.tap(mirrored(hand.wizard.marks.first))
        hand.tap(mirrored(hand.wizard.marks.second))
        return hand
    }

    @Test("Two taps find it, a third one keeps it, and then it is over.")
    func kept() {
        var hand = Hand(geometry)
        #expect(hand.wizard.phase == .first(nil))
        #expect(hand.wizard.mark == hand.wizard.marks.first)
        hand.tap(mirrored(hand.wizard.marks.first))
        #expect(hand.wizard.mark == hand.wizard.marks.second)
        hand.tap(mirrored(hand.wizard.marks.second))
        #expect(hand.wizard.mark == hand.wizard.marks.third)
        #expect(hand.wizard.device == DeviceID(rawValue: 1))
        #expect(hand.wizard.secondsLeft == 15)
        hand.wait(10)
        #expect(hand.wizard.secondsLeft == 5)
        hand.tap(mirrored(hand.wizard.marks.third))
        #expect(hand.outcome == .confirmed(mirror))
        #expect(hand.wizard.mark == nil)
        #expect(hand.wizard.secondsLeft == nil)
        hand.tap(mirrored(hand.wizard.marks.third))
        #expect(hand.outcome == .confirmed(mirror))
        hand.wait(3)
        #expect(hand.wizard.phase == .closed)
        #expect(hand.wizard.nextDeadline == nil)
        hand.tap(mirrored(hand.wizard.marks.first))
        #expect(hand.wizard.phase == .closed)
    }

    @Test("Without the third tap on its mark within 15 s it isn't kept.")
    func unconfirmed() {
        var hand = confirming()
        // Elsewhere, and where the mark would be without the calibration.
        hand.tap(mirrored(hand.wizard.marks.first))
        hand.tap(geometry.normalized(point: hand.wizard.marks.third))
        guard case .confirming(mirror, let until) = hand.wizard.phase else {
            Issue.record("\(hand.wizard.phase)")
            return
        }
        #expect(hand.wizard.nextDeadline == until)
        hand.wizard.advance(to: until.advanced(byMicroseconds: -1))
        #expect(hand.outcome == nil)
        hand.wizard.advance(to: until)
        #expect(hand.outcome == .unconfirmed)
        hand.wait(20)
        #expect(hand.wizard.phase == .closed)
    }

    @Test("A tap that is lifted too late confirms nothing.")
    func late() {
        var hand = confirming()
        hand.wait(14.9)
        let place = mirrored(hand.wizard.marks.third)
        hand.report(.down, place)
        hand.wait(0.2)
        hand.report(.up, place)
        #expect(hand.outcome == .unconfirmed)
    }

    @Test("Where nobody taps for 30 s it goes away, from either of the first two marks.")
    func idle() {
        var hand = Hand(geometry)
        hand.wait(29.8)
        #expect(hand.wizard.phase == .first(nil))
        hand.tap(mirrored(hand.wizard.marks.first))
        hand.wait(29.9)
        #expect(hand.wizard.mark == hand.wizard.marks.second)
        hand.wait(0.2)
        #expect(hand.wizard.phase == .closed)
    }

    @Test("Fingers that aren't alone, stray, are taken back or were down before are no taps.")
    func noTaps() {
        var hand = Hand(geometry, device: DeviceID(rawValue: 1), resting: 0b11)
        let first = mirrored(hand.wizard.marks.first)
        func expectNothing(_ line: Int = #line) {
            #expect(hand.wizard.phase == .first(nil), "line \(line)")
        }
        // Two rest still; one is told of only by its motion.
        hand.tap(first, slot: 4)
        expectNothing()
        hand.report(.up, .zero, slot: 0)
        hand.tap(first, slot: 4)
        expectNothing()
        hand.report(.up, .zero, slot: 1)
        hand.report(.motion, first, slot: 6)
        hand.tap(first, slot: 4)
        expectNothing()
        hand.report(.up, first, slot: 6)
        expectNothing()
        // A second finger.
        hand.report(.down, first)
        hand.report(.down, .zero, slot: 1)
        hand.report(.up, first)
        hand.report(.up, .zero, slot: 1)
        expectNothing()
        // A stroke.
        hand.report(.down, first)
        hand.report(.motion, CGPoint(x: first.x + 0.2, y: first.y))
        hand.report(.up, first)
        expectNothing()
        hand.report(.down, first)
        hand.report(.cancel, first)
        expectNothing()
        // A glitch of 8 ms.
        hand.report(.down, first)
        hand.report(.up, first)
        expectNothing()
        hand.tap(first)
        #expect(hand.wizard.phase == .second(first))
    }

    @Test("The panel that is tapped first is the one that is set; others aren't heard.")
    func otherDevices() {
        var hand = Hand(geometry)
        let first = mirrored(hand.wizard.marks.first)
        hand.tap(first, device: 2)
        #expect(hand.wizard.device == DeviceID(rawValue: 2))
        hand.tap(CGPoint(x: 0.5, y: 0.5), device: 1)
        #expect(hand.wizard.phase == .second(first))
        // A finger on the other one disturbs nothing.
        hand.report(.down, .zero, device: 1)
        hand.tap(mirrored(hand.wizard.marks.second), device: 2)
        hand.tap(mirrored(hand.wizard.marks.third), device: 1)
        #expect(hand.outcome == nil)
        hand.wizard.panelGone(DeviceID(rawValue: 1))
        hand.tap(mirrored(hand.wizard.marks.third), device: 2)
        #expect(hand.outcome == .confirmed(mirror))
    }

    @Test("One that asked is the only one that is heard, and when it is unplugged it is over.")
    func givenDevice() {
        var hand = Hand(geometry, device: DeviceID(rawValue: 3))
        hand.tap(mirrored(hand.wizard.marks.first), device: 1)
        #expect(hand.wizard.phase == .first(nil))
        hand.tap(mirrored(hand.wizard.marks.first), device: 3)
        hand.wizard.panelGone(DeviceID(rawValue: 3))
        #expect(hand.wizard.phase == .closed)
    }

    @Test("While it is on trial the finger is told of where the calibration has it.")
    func triedFinger() {
        var hand = Hand(geometry)
        hand.report(.down, mirrored(hand.wizard.marks.first))
        #expect(hand.wizard.triedFinger == nil)
        hand = confirming()
        hand.report(.down, CGPoint(x: 0.25, y: 0.5))
        #expect(hand.wizard.triedFinger == CGPoint(x: 600, y: 240))
        hand.report(.motion, CGPoint(x: 0.26, y: 0.5))
        #expect(hand.wizard.triedFinger == CGPoint(x: 592, y: 240))
        hand.report(.up, CGPoint(x: 0.26, y: 0.5))
        #expect(hand.wizard.triedFinger == nil)
    }

    @Test("Random fingers never get it stuck: it closes by itself.", arguments: 1...40)
    func randomFingers(seed: Int) {
        var random = RepeatableRandom(seed: UInt64(seed))
        var hand = Hand(geometry)
        for _ in 0..<400 {
            let states: [TouchContact.State] = [.down, .motion, .up, .cancel]
            let place = CGPoint(
                x: random.number(in: -0.5...1.5), y: random.number(in: -0.5...1.5))
            hand.report(
                states[Int(random.whole(in: 0...3))], place, slot: Int(random.whole(in: 0...3)),
                device: UInt32(random.whole(in: 1...2)))
        }
        for _ in 0..<4 { hand.wait(31) }
        #expect(hand.wizard.phase == .closed)
    }
}
