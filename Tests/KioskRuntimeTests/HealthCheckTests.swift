import Geometry
import KioskRuntime
import Testing

@Suite("Health check")
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
