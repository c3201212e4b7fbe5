import KioskDisplay
import KioskRuntime
import Testing
import TouchKitGeometry

@Suite("Deferred check of the display")
struct DeferredDisplayCheckTests {
    private func at(_ seconds: Double) -> Timestamp {
        Timestamp(microseconds: Int64(seconds * 1_000_000))
    }

    /// Returns a check after an event while the screen is off.
    private func makeCheck(_ connection: DisplayConnection?) -> DeferredDisplayCheck {
        var check = DeferredDisplayCheck()
        check.recordEvent(connection)
        return check
    }

    @Test("Without an event, no check is due")
    func noEvent() {
        var check = DeferredDisplayCheck()
        let isDue = check.consume(isAwake: true, at: at(1))
        #expect(!isDue && check.deadline == nil)
    }

    @Test(
        "A display that was connected at the latest event is checked once when the screen wakes",
        arguments: [.unchanged, .changed, nil] as [DisplayConnection?])
    func connected(_ connection: DisplayConnection?) {
        var check = makeCheck(connection)
        let isDueWhileOff = check.consume(isAwake: false, at: at(1))
        let isDue = check.consume(isAwake: true, at: at(2))
        let isDueAgain = check.consume(isAwake: true, at: at(3))
        #expect(!isDueWhileOff && isDue && !isDueAgain)
    }

    @Test("A disconnected display has ten seconds after the screen has woken")
    func disconnected() {
        var check = makeCheck(.gone)
        let isDue = check.consume(isAwake: true, at: at(5))
        #expect(!isDue && check.isScheduled && check.deadline == at(15))
        // A monitor may report again that it is disconnected while it wakes.
        check.recordEvent(.gone)
        let isDueEarly = check.consume(isAwake: true, at: at(14.9))
        #expect(!isDueEarly && check.deadline == at(15))
        let isDueLate = check.consume(isAwake: true, at: at(15))
        #expect(isDueLate && check.deadline == nil)
    }

    @Test("A display that connects after the screen has woken is checked at once")
    func reconnected() {
        var check = makeCheck(.gone)
        _ = check.consume(isAwake: true, at: at(5))
        check.recordEvent(.unchanged)
        let isDue = check.consume(isAwake: true, at: at(6))
        #expect(isDue && check.deadline == nil)
    }

    @Test("If the screen is switched off again, the time begins anew")
    func offAgain() {
        var check = makeCheck(.gone)
        _ = check.consume(isAwake: true, at: at(5))
        let isDueWhileOff = check.consume(isAwake: false, at: at(20))
        #expect(!isDueWhileOff && check.deadline == nil)
        _ = check.consume(isAwake: true, at: at(30))
        #expect(check.deadline == at(40))
        check.cancel()
        let isDue = check.consume(isAwake: true, at: at(50))
        #expect(!isDue)
    }
}
