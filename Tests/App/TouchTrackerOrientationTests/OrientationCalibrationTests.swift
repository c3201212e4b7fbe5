import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// The states of the calibration and its reactions to taps and time.
@Suite("OrientationCalibration")
struct OrientationCalibrationTests {
    private let geometry = ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480)
    /// The calibration of a touchscreen that is mirrored along x.
    private let mirror = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)

    /// Returns the position that a mirrored touchscreen reports for a point on the screen.
    private func mirrored(_ point: CGPoint) -> CGPoint {
        let position = geometry.normalized(point: point)
        return CGPoint(x: 1 - position.x, y: position.y)
    }

    /// Returns a calibration of a mirrored touchscreen that waits for the third tap.
    private func confirming() -> CalibrationTester {
        var tester = CalibrationTester(geometry)
        tester.tap(mirrored(tester.calibration.marks.first))
        tester.tap(mirrored(tester.calibration.marks.second))
        return tester
    }

    @Test("Two taps determine the calibration, and a third one confirms it.")
    func confirmed() {
        var tester = CalibrationTester(geometry)
        #expect(tester.calibration.phase == .first(nil))
        #expect(tester.calibration.mark == tester.calibration.marks.first)
        tester.tap(mirrored(tester.calibration.marks.first))
        #expect(tester.calibration.mark == tester.calibration.marks.second)
        tester.tap(mirrored(tester.calibration.marks.second))
        #expect(tester.calibration.mark == tester.calibration.marks.third)
        #expect(tester.calibration.device == DeviceID(rawValue: 1))
        #expect(tester.calibration.remainingSeconds == 15)
        tester.wait(10)
        #expect(tester.calibration.remainingSeconds == 5)
        tester.tap(mirrored(tester.calibration.marks.third))
        #expect(tester.outcome == .confirmed(mirror))
        #expect(tester.calibration.mark == nil)
        #expect(tester.calibration.remainingSeconds == nil)
        tester.tap(mirrored(tester.calibration.marks.third))
        #expect(tester.outcome == .confirmed(mirror))
        tester.wait(3)
        #expect(tester.calibration.phase == .closed)
        #expect(tester.calibration.nextDeadline == nil)
        tester.tap(mirrored(tester.calibration.marks.first))
        #expect(tester.calibration.phase == .closed)
    }

    @Test("Without a tap on the third mark within 15 s the calibration is unconfirmed.")
    func unconfirmed() {
        var tester = confirming()
        // Taps at another mark, and at the third mark as an unmirrored touchscreen reports it.
        tester.tap(mirrored(tester.calibration.marks.first))
        tester.tap(geometry.normalized(point: tester.calibration.marks.third))
        guard case .confirming(mirror, let until) = tester.calibration.phase else {
            Issue.record("\(tester.calibration.phase)")
            return
        }
        #expect(tester.calibration.nextDeadline == until)
        tester.calibration.advance(to: until.advanced(byMicroseconds: -1))
        #expect(tester.outcome == nil)
        tester.calibration.advance(to: until)
        #expect(tester.outcome == .unconfirmed)
        tester.wait(20)
        #expect(tester.calibration.phase == .closed)
    }

    @Test("A tap that ends after the timeout does not confirm the calibration.")
    func lateTap() {
        var tester = confirming()
        tester.wait(14.9)
        let position = mirrored(tester.calibration.marks.third)
        tester.report(.down, position)
        tester.wait(0.2)
        tester.report(.up, position)
        #expect(tester.outcome == .unconfirmed)
    }

    @Test("Contacts that are no taps restart the 30 s, unless another touchscreen reports them.")
    func timeoutAfterContact() {
        var tester = CalibrationTester(geometry)
        let first = mirrored(tester.calibration.marks.first)
        func stroke(_ tester: inout CalibrationTester) {
            tester.report(.down, first)
            tester.report(.motion, CGPoint(x: first.x + 0.2, y: first.y))
            tester.report(.up, first)
        }
        tester.wait(29.5)
        stroke(&tester)
        tester.wait(29.5)
        #expect(tester.calibration.phase == .first(nil))
        tester.tap(first)
        tester.wait(29.5)
        stroke(&tester)
        tester.wait(29.5)
        #expect(tester.calibration.phase == .second(first))
        tester.report(.down, first, device: 2)
        tester.wait(1)
        #expect(tester.calibration.phase == .closed)
    }

    @Test("Without a contact for 30 s before the first or the second tap the calibration closes.")
    func idle() {
        var tester = CalibrationTester(geometry)
        tester.wait(29.8)
        #expect(tester.calibration.phase == .first(nil))
        tester.tap(mirrored(tester.calibration.marks.first))
        tester.wait(29.9)
        #expect(tester.calibration.mark == tester.calibration.marks.second)
        tester.wait(0.2)
        #expect(tester.calibration.phase == .closed)
    }

    @Test("Contacts that are not alone, move, are cancelled or were already down make no tap.")
    func noTaps() {
        var tester = CalibrationTester(geometry, device: DeviceID(rawValue: 1), resting: 0b11)
        let first = mirrored(tester.calibration.marks.first)
        func expectNoTap(_ line: Int = #line) {
            #expect(tester.calibration.phase == .first(nil), "line \(line)")
        }
        // Two contacts were down before the start, and another one is known only by its motion.
        tester.tap(first, slot: 4)
        expectNoTap()
        tester.report(.up, .zero, slot: 0)
        tester.tap(first, slot: 4)
        expectNoTap()
        tester.report(.up, .zero, slot: 1)
        tester.report(.motion, first, slot: 6)
        tester.tap(first, slot: 4)
        expectNoTap()
        tester.report(.up, first, slot: 6)
        expectNoTap()
        // A second contact.
        tester.report(.down, first)
        tester.report(.down, .zero, slot: 1)
        tester.report(.up, first)
        tester.report(.up, .zero, slot: 1)
        expectNoTap()
        // A stroke.
        tester.report(.down, first)
        tester.report(.motion, CGPoint(x: first.x + 0.2, y: first.y))
        tester.report(.up, first)
        expectNoTap()
        tester.report(.down, first)
        tester.report(.cancel, first)
        expectNoTap()
        // A glitch of 8 ms.
        tester.report(.down, first)
        tester.report(.up, first)
        expectNoTap()
        tester.tap(first)
        #expect(tester.calibration.phase == .second(first))
    }

    @Test("The touchscreen that is tapped first is calibrated; others are ignored.")
    func otherDevices() {
        var tester = CalibrationTester(geometry)
        let first = mirrored(tester.calibration.marks.first)
        tester.tap(first, device: 2)
        #expect(tester.calibration.device == DeviceID(rawValue: 2))
        tester.tap(CGPoint(x: 0.5, y: 0.5), device: 1)
        #expect(tester.calibration.phase == .second(first))
        // A contact on the other touchscreen has no effect.
        tester.report(.down, .zero, device: 1)
        tester.tap(mirrored(tester.calibration.marks.second), device: 2)
        tester.tap(mirrored(tester.calibration.marks.third), device: 1)
        #expect(tester.outcome == nil)
        tester.calibration.handleRemoval(of: DeviceID(rawValue: 1))
        tester.tap(mirrored(tester.calibration.marks.third), device: 2)
        #expect(tester.outcome == .confirmed(mirror))
    }

    @Test("Only a given touchscreen is calibrated, and its disconnection closes the calibration.")
    func givenDevice() {
        var tester = CalibrationTester(geometry, device: DeviceID(rawValue: 3))
        tester.tap(mirrored(tester.calibration.marks.first), device: 1)
        #expect(tester.calibration.phase == .first(nil))
        tester.tap(mirrored(tester.calibration.marks.first), device: 3)
        tester.calibration.handleRemoval(of: DeviceID(rawValue: 3))
        #expect(tester.calibration.phase == .closed)
    }

    @Test("While the calibration is unconfirmed, the contact's calibrated position is available.")
    func calibratedPosition() {
        var tester = CalibrationTester(geometry)
        tester.report(.down, mirrored(tester.calibration.marks.first))
        #expect(tester.calibration.calibratedPosition == nil)
        tester = confirming()
        tester.report(.down, CGPoint(x: 0.25, y: 0.5))
        #expect(tester.calibration.calibratedPosition == CGPoint(x: 600, y: 240))
        tester.report(.motion, CGPoint(x: 0.26, y: 0.5))
        #expect(tester.calibration.calibratedPosition == CGPoint(x: 592, y: 240))
        tester.report(.up, CGPoint(x: 0.26, y: 0.5))
        #expect(tester.calibration.calibratedPosition == nil)
    }

    @Test("After random contacts the calibration closes by itself.", arguments: 1...40)
    func randomContacts(seed: Int) {
        var random = RepeatableRandom(seed: UInt64(seed))
        var tester = CalibrationTester(geometry)
        for _ in 0..<400 {
            let states: [TouchContact.State] = [.down, .motion, .up, .cancel]
            let position = CGPoint(
                x: random.number(in: -0.5...1.5), y: random.number(in: -0.5...1.5))
            tester.report(
                states[Int(random.integer(in: 0...3))], position,
                slot: Int(random.integer(in: 0...3)),
                device: UInt32(random.integer(in: 1...2)))
        }
        for _ in 0..<4 { tester.wait(31) }
        #expect(tester.calibration.phase == .closed)
    }
}
