import KioskRuntime
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Touchscreen watch")
struct TouchscreenWatchTests {
    private static let first = DeviceID(rawValue: 1)
    private static let second = DeviceID(rawValue: 2)
    private static let limit = TouchscreenWatch.silenceMicroseconds
    private var watch = TouchscreenWatch()

    init() {
        _ = watch.touchscreenAdded(Self.first, name: "Goodix")
    }

    private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    private func change(_ problem: TouchscreenWatch.Problem?) -> TouchscreenWatch.Change {
        TouchscreenWatch.Change(name: "Goodix", problem: problem)
    }

    @Test("A touchscreen that worked and is silent for 30 s after the display returned is reported")
    mutating func silent() {
        #expect(watch.touchReported(by: Self.first) == nil)
        #expect(watch.setDisplayOff(true, at: time(10)) == [])
        #expect(watch.setDisplayOff(false, at: time(20)) == [])
        #expect(watch.nextDeadline == time(50))
        #expect(watch.checkDeadline(at: time(49)) == [])
        #expect(watch.checkDeadline(at: time(50)) == [change(.silent)])
        #expect(watch.nextDeadline == nil && watch.problems == [change(.silent)])
        // Each problem is reported once, and its end too.
        #expect(watch.checkDeadline(at: time(90)) == [])
        #expect(watch.touchReported(by: Self.first) == change(nil))
        #expect(watch.touchReported(by: Self.first) == nil && watch.problems == [])
    }

    @Test("The touch that wakes the screen shows that the touchscreen works")
    mutating func wakeTouch() {
        _ = watch.touchReported(by: Self.first)
        _ = watch.setDisplayOff(true, at: time(10))
        _ = watch.touchReported(by: Self.first)
        #expect(watch.setDisplayOff(false, at: time(20)) == [])
        #expect(watch.nextDeadline == nil)
    }

    @Test("A touchscreen that was never touched is not silent")
    mutating func unused() {
        _ = watch.setDisplayOff(true, at: time(10))
        _ = watch.setDisplayOff(false, at: time(20))
        #expect(watch.nextDeadline == nil)
    }

    @Test("A touch before the deadline ends the examination without a report")
    mutating func lateTouch() {
        _ = watch.touchReported(by: Self.first)
        _ = watch.setDisplayOff(true, at: time(10))
        _ = watch.setDisplayOff(false, at: time(20))
        _ = watch.touchReported(by: Self.first)
        #expect(watch.checkDeadline(at: time(60)) == [])
    }

    @Test("A touchscreen that the kernel removes while the display is off is missing at its return")
    mutating func missing() {
        _ = watch.setDisplayOff(true, at: time(10))
        watch.deviceRemoved(Self.first)
        #expect(watch.problems == [])
        #expect(watch.setDisplayOff(false, at: time(20)) == [change(.missing)])
        // The kernel gives the device another number.
        #expect(watch.touchscreenAdded(Self.second, name: "Goodix") == change(nil))
        #expect(watch.problems == [])
        _ = watch.touchReported(by: Self.second)
        _ = watch.setDisplayOff(true, at: time(30))
        _ = watch.setDisplayOff(false, at: time(40))
        #expect(watch.checkDeadline(at: time(70)) == [change(.silent)])
    }

    @Test("A touchscreen that returns with the display is not missing")
    mutating func returning() {
        _ = watch.setDisplayOff(true, at: time(10))
        watch.deviceRemoved(Self.first)
        #expect(watch.touchscreenAdded(Self.second, name: "Goodix") == nil)
        #expect(watch.setDisplayOff(false, at: time(20)) == [])
    }

    @Test("A touchscreen that is disconnected while the display is on is forgotten")
    mutating func disconnected() {
        watch.deviceRemoved(Self.first)
        _ = watch.setDisplayOff(true, at: time(10))
        #expect(watch.setDisplayOff(false, at: time(20)) == [])
    }

    @Test("The display goes off again before the deadline: the examination starts anew")
    mutating func offAgain() {
        _ = watch.touchReported(by: Self.first)
        _ = watch.setDisplayOff(true, at: time(10))
        _ = watch.setDisplayOff(false, at: time(20))
        _ = watch.setDisplayOff(true, at: time(30))
        #expect(watch.nextDeadline == nil)
        _ = watch.setDisplayOff(false, at: time(40))
        #expect(watch.nextDeadline == time(70))
    }

    @Test("Messages name the touchscreen and the problem")
    func messages() {
        #expect("\(change(.missing))" == "Goodix: missing since the display was switched off")
        #expect(
            "\(change(.silent))"
                == "Goodix: no touch for 30 s since the display was switched on")
        #expect("\(change(nil))" == "Goodix: works again")
    }
}
