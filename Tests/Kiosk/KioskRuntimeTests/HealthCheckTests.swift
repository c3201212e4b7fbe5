import KioskDisplay
import KioskRuntime
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

@Suite("Health check", .serialized)
struct HealthCheckTests {
    private let now = Timestamp(microseconds: 10_000_000)
    private let patience = HealthCheck.patienceMicroseconds

    private func ago(_ microseconds: Int64) -> Timestamp {
        now.advanced(byMicroseconds: -microseconds)
    }

    private func judge(
        flip: Timestamp? = nil, frame: Timestamp? = nil, isInputUnread: Bool = false
    ) -> HealthCheck.Ailment? {
        var check = HealthCheck()
        return check.ailment(
            at: now, flipPendingSince: flip, frameDue: frame, isInputUnread: isInputUnread)
    }

    @Test("Idle, with a young flip, or a frame that is soon due, it is well.")
    func well() {
        #expect(judge() == nil)
        #expect(judge(flip: ago(patience)) == nil)
        #expect(judge(frame: ago(patience)) == nil)
        #expect(judge(flip: ago(0), frame: ago(-5_000_000)) == nil)
    }

    @Test("A flip that isn't shown, or a frame that isn't made, for more than a second is ill.")
    func ill() {
        #expect(judge(flip: ago(patience + 1)) == .flipPending(patience + 1))
        #expect(judge(frame: ago(patience + 1)) == .frameOverdue(patience + 1))
        #expect(
            judge(flip: ago(1_500_000))?.description == "a page flip isn't shown for 1500 ms")
        #expect(judge(frame: ago(2_000_000))?.description == "a frame is 2000 ms late")
    }

    /// What is found in ten seconds of something that moves, looked at every 7 ms.
    @MainActor
    private func ailments(_ pacing: PacingOptions, tellsFlips: Bool) throws -> [HealthCheck.Ailment]
    {
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        mark.backgroundColor = .white
        // One frame a second is every 25th vblank: a little more than the second that a flip may take.
        let mode = DisplayMode(width: 160, height: 96, refreshMillihertz: 24_500)
        let kiosk = try VblankKiosk(mode: mode, pacing: pacing) { $0.addSubview(mark) }
        UIView.animate(withDuration: 20, delay: 0, options: .curveLinear) { mark.center.x += 140 }
        try kiosk.work()
        try kiosk.advance(byMicroseconds: 2_000_000)
        kiosk.tellsFlips = tellsFlips
        var check = HealthCheck()
        var found: [HealthCheck.Ailment] = []
        for _ in 0..<1_428 {
            try kiosk.advance(byMicroseconds: 7_000)
            let ailment = check.ailment(
                at: kiosk.now, flipPendingSince: kiosk.session.flipAwaitedSince,
                frameDue: kiosk.session.frameWake, isInputUnread: false)
            if let ailment { found.append(ailment) }
        }
        return found
    }

    @Test(
        "A kiosk that is slow by order is well, as long as its display tells of flips.",
        arguments: PacingOptions.Latency.allCases)
    @MainActor
    func slowByOrder(latency: PacingOptions.Latency) throws {
        for rate in [1.0, 2, 60] {
            let pacing = PacingOptions(frameRate: rate, latency: latency)
            #expect(try ailments(pacing, tellsFlips: true) == [])
            let ill = try ailments(pacing, tellsFlips: false)
            #expect(ill.count > 900, "seen after two or three seconds at most, \(rate)")
        }
    }

    @Test("Devices that are readable after being read count when it stays so, and only then.")
    func input() {
        var check = HealthCheck()
        func look(_ isUnread: Bool) -> HealthCheck.Ailment? {
            check.ailment(
                at: now, flipPendingSince: nil, frameDue: nil, isInputUnread: isUnread)
        }
        #expect(look(true) == nil)
        #expect(look(true) == .inputUnread)
        #expect(look(false) == nil)
        #expect(look(true) == nil)
        #expect(look(false) == nil)
    }
}
