import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Flip timeout", .serialized)
@MainActor
struct FlipTimeoutTests {
    /// Returns a kiosk with a view that tests move.
    private func makeKiosk() throws -> (kiosk: VblankKiosk, mark: UIView) {
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        mark.backgroundColor = .white
        let kiosk = try VblankKiosk(mode: DisplayMode(width: 160, height: 96)) {
            $0.addSubview(mark)
        }
        return (kiosk, mark)
    }

    /// Moves the view and runs the loop until the frame's flip is pending.
    private func presentFrame(_ kiosk: VblankKiosk, moving mark: UIView) throws {
        mark.center.x += 1
        try kiosk.work()
        for _ in 0..<400 where kiosk.session.flipPendingSince == nil {
            try kiosk.advance(byMicroseconds: 100)
        }
    }

    @Test("While flips complete, the deadline moves once per timeout and no flip times out")
    func completedFlips() throws {
        let (kiosk, mark) = try makeKiosk()
        var deadlines: Set<Timestamp> = []
        for _ in 0..<84 {
            #expect(kiosk.session.flipDeadline == nil, "no flip is pending")
            try presentFrame(kiosk, moving: mark)
            deadlines.insert(try #require(kiosk.session.flipDeadline))
            #expect(!kiosk.session.pendingFlipHasTimedOut(at: kiosk.now))
            try kiosk.advance(byMicroseconds: 250_000)
        }
        #expect((2...3).contains(deadlines.count), "\(deadlines) in 21 seconds")
    }

    @Test("A flip whose event is lost times out ten seconds after it was submitted")
    func lostFlip() throws {
        let (kiosk, mark) = try makeKiosk()
        try presentFrame(kiosk, moving: mark)
        try kiosk.advance(byMicroseconds: 2_000_000)
        kiosk.display.reportsFlips = false
        try presentFrame(kiosk, moving: mark)
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
