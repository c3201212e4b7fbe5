import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

@Suite("HealthCheck", .serialized)
struct HealthCheckTests {
    private let now = Timestamp(microseconds: 100_000_000)
    private let flipLimit = HealthCheck.flipLimitMicroseconds
    private let frameLimit = HealthCheck.frameLimitMicroseconds

    private func ago(_ microseconds: Int64) -> Timestamp {
        now.advanced(byMicroseconds: -microseconds)
    }

    private func failure(
        flip: Timestamp? = nil, frame: Timestamp? = nil
    ) -> HealthCheck.HealthFailure? {
        var check = HealthCheck()
        return check.failure(
            at: now, flipPendingSince: flip, frameDue: frame, isInputUnread: false)
    }

    @Test("Idle, with a recent flip or with a frame due soon, the check passes")
    func passing() {
        #expect(failure() == nil)
        #expect(failure(flip: ago(flipLimit)) == nil)
        #expect(failure(frame: ago(frameLimit)) == nil)
        #expect(failure(flip: ago(0), frame: ago(-5_000_000)) == nil)
    }

    @Test("A flip that is pending for 15 s, or a frame that is a second late, fails the check")
    func failing() {
        #expect(failure(flip: ago(flipLimit + 1)) == .flipPending(flipLimit + 1))
        #expect(failure(frame: ago(frameLimit + 1)) == .frameOverdue(frameLimit + 1))
        #expect(
            failure(flip: ago(16_500_000))?.description
                == "a page flip has been pending for 16500 ms")
        #expect(failure(frame: ago(2_000_000))?.description == "a frame is 2000 ms late")
    }

    /// Returns the failures in 25 seconds with an animation, checked every 7 ms.
    @MainActor
    private func failures(_ pacing: PacingOptions, reportsFlips: Bool) throws -> [HealthCheck
        .HealthFailure]
    {
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        mark.backgroundColor = .white
        // One frame per second is every 25th vblank, slightly more than the second that a flip may
        // take.
        let mode = DisplayMode(width: 160, height: 96, refreshMillihertz: 24_500)
        let kiosk = try VblankKiosk(mode: mode, pacing: pacing) { $0.addSubview(mark) }
        UIView.animate(withDuration: 20, delay: 0, options: .curveLinear) { mark.center.x += 140 }
        try kiosk.work()
        try kiosk.advance(byMicroseconds: 2_000_000)
        kiosk.display.reportsFlips = reportsFlips
        var check = HealthCheck()
        var found: [HealthCheck.HealthFailure] = []
        for _ in 0..<3_571 {
            try kiosk.advance(byMicroseconds: 7_000)
            let detected = check.failure(
                at: kiosk.now, flipPendingSince: kiosk.session.flipAwaitedSince,
                frameDue: kiosk.session.frameWake, isInputUnread: false)
            if let detected { found.append(detected) }
        }
        return found
    }

    @Test(
        "A low frame rate passes the check as long as the display reports flips",
        arguments: PacingOptions.Latency.allCases)
    @MainActor
    func slowByOrder(latency: PacingOptions.Latency) throws {
        for rate in [1.0, 2, 60] {
            let pacing = PacingOptions(frameRate: rate, latency: latency)
            #expect(try failures(pacing, reportsFlips: true) == [])
            let missing = try failures(pacing, reportsFlips: false)
            #expect(missing.count > 900, "detected after at most 18 seconds, \(rate)")
        }
    }

    @Test("Devices that stay readable after reading fail the check the second time")
    func input() {
        var check = HealthCheck()
        func checkInput(_ isUnread: Bool) -> HealthCheck.HealthFailure? {
            check.failure(
                at: now, flipPendingSince: nil, frameDue: nil, isInputUnread: isUnread)
        }
        #expect(checkInput(true) == nil)
        #expect(checkInput(true) == .inputUnread)
        #expect(checkInput(false) == nil)
        #expect(checkInput(true) == nil)
        #expect(checkInput(false) == nil)
    }
}
