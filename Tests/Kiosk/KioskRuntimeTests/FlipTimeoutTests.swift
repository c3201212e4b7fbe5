import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Flip timeout", .serialized)
@MainActor
struct FlipTimeoutTests {
    /// Returns a kiosk whose animation presents a frame at each vblank.
    private func makeKiosk() throws -> VblankKiosk {
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        mark.backgroundColor = .white
        let kiosk = try VblankKiosk(mode: DisplayMode(width: 160, height: 96)) {
            $0.addSubview(mark)
        }
        UIView.animate(withDuration: 30, delay: 0, options: .curveLinear) { mark.center.x += 140 }
        try kiosk.work()
        return kiosk
    }

    @Test("While flips complete, the deadline moves once per timeout and no flip times out")
    func completedFlips() throws {
        let kiosk = try makeKiosk()
        var deadlines: Set<Timestamp> = []
        for _ in 0..<3_000 {
            try kiosk.advance(byMicroseconds: 7_000)
            guard let deadline = kiosk.session.flipDeadline else { continue }
            deadlines.insert(deadline)
            #expect(!kiosk.session.pendingFlipHasTimedOut(at: kiosk.now))
        }
        #expect((2...3).contains(deadlines.count), "\(deadlines) in 21 seconds")
    }

    @Test("A flip whose event is lost times out ten seconds after it was submitted")
    func lostFlip() throws {
        let kiosk = try makeKiosk()
        try kiosk.advance(byMicroseconds: 2_000_000)
        kiosk.reportsFlips = false
        try kiosk.advance(byMicroseconds: 100_000)
        let session = kiosk.session
        let submitted = try #require(session.flipPendingSince)
        let check = try #require(session.flipDeadline)
        #expect(check < submitted.advanced(byMicroseconds: 10_000_000))
        #expect(!session.pendingFlipHasTimedOut(at: check))
        let end = try #require(session.flipDeadline)
        #expect(end == submitted.advanced(byMicroseconds: 10_000_000))
        #expect(!session.pendingFlipHasTimedOut(at: end.advanced(byMicroseconds: -1)))
        #expect(session.pendingFlipHasTimedOut(at: end))
        session.hideDisplay(at: end)
        #expect(session.flipDeadline == nil)
        #expect(!session.pendingFlipHasTimedOut(at: end))
    }
}
