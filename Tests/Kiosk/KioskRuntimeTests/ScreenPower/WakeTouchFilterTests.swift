import KioskRuntime
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Tests which contacts are delivered and which are suppressed.
@Suite("WakeTouchFilter")
struct WakeTouchFilterTests {
    private static let touchscreen = DeviceID(rawValue: 1)
    private static let mouse = DeviceID(rawValue: 2)
    private var touches = WakeTouchFilter()

    private static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: 100 + seconds) }

    private static func contact(_ slot: Int, _ state: TouchContact.State, x: Double = 0.5)
        -> TouchContact
    {
        TouchContact(
            slot: slot, trackingID: Int32(slot), state: state, position: CGPoint(x: x, y: 0.5))
    }

    private mutating func process(
        _ slot: Int, _ state: TouchContact.State, x: Double = 0.5,
        of device: DeviceID = touchscreen,
        isInvisible: Bool = false, at seconds: Double
    ) -> (passage: WakeTouchFilter.Passage, isActivity: Bool) {
        touches.process(
            TouchFrame(
                device: device, time: Self.at(seconds),
                contacts: [Self.contact(slot, state, x: x)]),
            isInvisible: isInvisible, at: Self.at(seconds))
    }

    @Test("On a visible screen all contacts pass, and all but resting ones are activity")
    mutating func seen() {
        #expect(process(0, .down, at: 0) == (.whole, true))
        #expect(process(0, .motion, x: 0.51, at: 1) == (.whole, false))
        #expect(process(0, .motion, x: 0.53, at: 2) == (.whole, true))
        #expect(process(0, .motion, x: 0.53, at: 3) == (.whole, false))
        #expect(process(0, .up, at: 4) == (.whole, true))
        #expect(!touches.isSuppressing(at: Self.at(4)))
        // A motion without a known down is not activity.
        #expect(process(7, .motion, at: 5) == (.whole, false))
    }

    @Test("A contact in the dark is suppressed until its lift, with all that begin meanwhile")
    mutating func sequence() {
        #expect(process(0, .down, isInvisible: true, at: 0) == (.nothing, true))
        touches.pictureShown(at: Self.at(0.1), isSlow: false)
        #expect(process(0, .motion, x: 0.7, at: 1) == (.nothing, true))
        #expect(process(1, .down, at: 2) == (.nothing, true))
        // Contacts of another device too, since it may be the other hand.
        #expect(process(0, .down, of: Self.mouse, at: 3) == (.nothing, true))
        #expect(process(0, .up, at: 4) == (.nothing, true))
        #expect(process(2, .down, at: 5) == (.nothing, true))
        for slot in 1...2 { #expect(process(slot, .up, at: 6) == (.nothing, true)) }
        #expect(touches.isSuppressing(at: Self.at(6)))
        #expect(process(0, .up, of: Self.mouse, at: 7) == (.nothing, true))
        #expect(!touches.isSuppressing(at: Self.at(7)))
        #expect(process(0, .down, at: 7) == (.whole, true))
    }

    @Test("Contacts are suppressed for 0.5 s after the picture returns, on a monitor for 2 s")
    mutating func guardTime() {
        for (isSlow, seconds) in [(false, 0.5), (true, 2.0)] {
            touches.pictureShown(at: Self.at(0), isSlow: isSlow)
            #expect(process(0, .down, at: seconds - 0.01) == (.nothing, true))
            // Further touches do not extend the delay.
            #expect(process(0, .up, at: seconds) == (.nothing, true))
            #expect(process(0, .down, at: seconds) == (.whole, true))
            #expect(process(0, .up, at: seconds + 1) == (.whole, true))
        }
    }

    @Test("In a mixed frame only suppressed contacts are removed")
    mutating func part() {
        _ = process(0, .down, isInvisible: true, at: 0)
        // The wake touch has rested too long to suppress further touches.
        #expect(process(1, .down, at: 10) == (.whole, true))
        let frame = TouchFrame(
            device: Self.touchscreen, time: Self.at(11),
            contacts: [Self.contact(0, .motion, x: 0.8), Self.contact(1, .motion, x: 0.2)])
        let seen = touches.process(frame, isInvisible: false, at: Self.at(11))
        #expect(seen == (.part, true))
        #expect(touches.passed.contacts == [frame.contacts[1]])
        #expect(touches.passed.device == Self.touchscreen && touches.passed.time == Self.at(11))
        // After its motion, it suppresses others again.
        #expect(process(2, .down, at: 12) == (.nothing, true))
    }

    @Test("Water on the screen suppresses touches for at most ten seconds after waking")
    mutating func water() {
        _ = process(0, .down, isInvisible: true, at: 0)
        #expect(process(1, .down, at: 9.9) == (.nothing, true))
        _ = process(1, .up, at: 10)
        #expect(process(1, .down, at: 10) == (.whole, true))
    }

    @Test(
        "A contact keeps the screen bright until two minutes after its last motion"
    )
    mutating func rest() {
        let rest = Double(WakeTouchFilter.restMicroseconds) / 1_000_000
        #expect(touches.idleStart(from: Self.at(0)) == Self.at(0))
        _ = process(0, .down, at: 0)
        #expect(touches.idleStart(from: Self.at(1)) == Self.at(rest))
        _ = process(0, .motion, x: 0.9, at: 30)
        _ = process(1, .down, at: 40)
        #expect(touches.idleStart(from: Self.at(40)) == Self.at(40 + rest))
        _ = process(1, .up, at: 50)
        #expect(touches.idleStart(from: Self.at(50)) == Self.at(30 + rest))
        #expect(touches.idleStart(from: Self.at(1_000)) == Self.at(1_000))
        // Noise does not count as motion, but a slow drift does.
        _ = process(0, .motion, x: 0.915, at: 60)
        #expect(touches.idleStart(from: Self.at(60)) == Self.at(30 + rest))
        _ = process(0, .motion, x: 0.93, at: 70)
        #expect(touches.idleStart(from: Self.at(70)) == Self.at(70 + rest))
    }

    @Test("A contact that rests while the screen goes dark wakes it by motion, not by its lift")
    mutating func restInTheDark() {
        _ = process(0, .down, at: 0)
        _ = process(1, .down, at: 0)
        touches.suppressAll()
        #expect(process(0, .up, isInvisible: true, at: 200) == (.nothing, false))
        #expect(process(1, .motion, x: 0.51, isInvisible: true, at: 200) == (.nothing, false))
        #expect(process(1, .motion, x: 0.7, isInvisible: true, at: 201) == (.nothing, true))
        touches.pictureShown(at: Self.at(201), isSlow: false)
        #expect(process(1, .up, at: 205) == (.nothing, true))
        #expect(process(1, .down, at: 205) == (.whole, true))
    }

    @Test("A removed device loses its contacts, a removed display all contacts")
    mutating func gone() {
        _ = process(0, .down, isInvisible: true, at: 0)
        _ = process(0, .down, of: Self.mouse, isInvisible: true, at: 0)
        touches.remove(Self.touchscreen)
        #expect(touches.isSuppressing(at: Self.at(1)))
        touches.remove(Self.mouse)
        #expect(!touches.isSuppressing(at: Self.at(1)))
        _ = process(0, .down, isInvisible: true, at: 2)
        touches.pictureShown(at: Self.at(2), isSlow: true)
        touches.removeAll()
        #expect(!touches.isSuppressing(at: Self.at(2)))
    }

    @Test("A second down in the same slot replaces the contact")
    mutating func replaced() {
        _ = process(0, .down, isInvisible: true, at: 0)
        _ = process(0, .down, at: 20)
        #expect(process(0, .motion, x: 0.9, at: 21) == (.whole, true))
        #expect(!touches.isSuppressing(at: Self.at(21)))
    }
}
