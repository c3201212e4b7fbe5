import KioskInput
import LabRecorder
import Testing
import TouchKitGeometry

@Suite("Secret touch filter")
struct SecretTouchFilterTests {
    private func open(_ microseconds: Int64) -> TouchSecrecy {
        TouchSecrecy(changeTime: Timestamp(microseconds: microseconds), isSecret: false)
    }

    private func secret(_ microseconds: Int64) -> TouchSecrecy {
        TouchSecrecy(changeTime: Timestamp(microseconds: microseconds), isSecret: true)
    }

    private func actions(
        from start: TouchSecrecy?, _ values: TouchSecrecy?...
    ) -> [SecretTouchFilter.Action] {
        var filter = SecretTouchFilter(secrecy: start)
        return values.map { filter.action(for: $0) }
    }

    @Test("Without a kiosk, and with a kiosk whose touches are not secret, all events are written")
    func noSecret() {
        #expect(actions(from: nil, nil, nil) == [.write, .write])
        #expect(actions(from: open(1), open(1), open(1)) == [.write, .write])
    }

    @Test("Events during a secret period are discarded, and so are the first events after it")
    func secretPeriod() {
        #expect(
            actions(
                from: open(1), open(1), secret(2), secret(2),
                open(3), open(3), open(3))
                == [.write, .pause, .discard, .discard, .resume, .write])
    }

    @Test("A secret period between two reads is detected, because the time of the change differs")
    func missedPeriod() {
        #expect(
            actions(from: open(1), open(3), open(3), open(3))
                == [.pause, .resume, .write])
        #expect(
            actions(from: secret(2), secret(4), open(6), open(6))
                == [.discard, .discard, .resume])
    }

    @Test("A recording that starts during a secret period is paused at first")
    func startInSecretPeriod() {
        #expect(SecretTouchFilter(secrecy: secret(2)).isPaused)
        #expect(!SecretTouchFilter(secrecy: open(2)).isPaused)
        #expect(!SecretTouchFilter(secrecy: nil).isPaused)
        #expect(actions(from: secret(2), secret(2)) == [.discard])
    }

    @Test("Events are discarded once after the kiosk has closed the device")
    func closedDevice() {
        #expect(actions(from: open(1), nil, nil, nil) == [.pause, .resume, .write])
    }

    @Test("A kiosk that reopens the device changes nothing; another kiosk is a change")
    func reopenedDevice() {
        #expect(
            actions(from: open(1), nil, open(1), open(1), nil)
                == [.pause, .resume, .write, .pause])
        #expect(
            actions(from: open(1), nil, open(5), open(5), open(5))
                == [.pause, .discard, .resume, .write])
        #expect(actions(from: open(1), nil, nil, open(1)) == [.pause, .resume, .write])
    }

    @Test("If the kiosk ends during a secret period, the recording resumes")
    func endedKiosk() {
        #expect(actions(from: secret(2), nil, nil, nil) == [.discard, .resume, .write])
    }
}
