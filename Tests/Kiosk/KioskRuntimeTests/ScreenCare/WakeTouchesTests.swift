import KioskRuntime
import Testing
import TouchKitContacts
import TouchKitGeometry

/// Which contacts count, and which mean nothing.
@Suite("Wake touches")
struct WakeTouchesTests {
    private static let panel = DeviceID(rawValue: 1)
    private static let mouse = DeviceID(rawValue: 2)
    private var touches = WakeTouches()

    private static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: 100 + seconds) }

    private static func contact(_ slot: Int, _ state: TouchContact.State, x: Double = 0.5)
        -> TouchContact
    {
        TouchContact(
            slot: slot, trackingID: Int32(slot), state: state, position: CGPoint(x: x, y: 0.5))
    }

    private mutating func take(
        _ slot: Int, _ state: TouchContact.State, x: Double = 0.5, of device: DeviceID = panel,
        isUnseen: Bool = false, at seconds: Double
    ) -> (passage: WakeTouches.Passage, isActivity: Bool) {
        touches.take(
            TouchFrame(
                device: device, time: Self.at(seconds), contacts: [Self.contact(slot, state, x: x)]),
            isUnseen: isUnseen, at: Self.at(seconds))
    }

    @Test("On a screen that is seen everything passes, and all but rest is somebody.")
    mutating func seen() {
        #expect(take(0, .down, at: 0) == (.whole, true))
        #expect(take(0, .motion, x: 0.51, at: 1) == (.whole, false))
        #expect(take(0, .motion, x: 0.53, at: 2) == (.whole, true))
        #expect(take(0, .motion, x: 0.53, at: 3) == (.whole, false))
        #expect(take(0, .up, at: 4) == (.whole, true))
        #expect(!touches.isSwallowing(at: Self.at(4)))
        // A motion of a finger that nobody saw come down is no news of anybody.
        #expect(take(7, .motion, at: 5) == (.whole, false))
    }

    @Test("A touch in the dark is swallowed to its lift, with all that come down meanwhile.")
    mutating func sequence() {
        #expect(take(0, .down, isUnseen: true, at: 0) == (.nothing, true))
        touches.pictureShown(at: Self.at(0.1), isSlow: false)
        #expect(take(0, .motion, x: 0.7, at: 1) == (.nothing, true))
        #expect(take(1, .down, at: 2) == (.nothing, true))
        // Another device's too: it may be the other hand.
        #expect(take(0, .down, of: Self.mouse, at: 3) == (.nothing, true))
        #expect(take(0, .up, at: 4) == (.nothing, true))
        #expect(take(2, .down, at: 5) == (.nothing, true))
        for slot in 1...2 { #expect(take(slot, .up, at: 6) == (.nothing, true)) }
        #expect(touches.isSwallowing(at: Self.at(6)))
        #expect(take(0, .up, of: Self.mouse, at: 7) == (.nothing, true))
        #expect(!touches.isSwallowing(at: Self.at(7)))
        #expect(take(0, .down, at: 7) == (.whole, true))
    }

    @Test("Half a second after the picture is back touches mean nothing, on a monitor two seconds.")
    mutating func guardTime() {
        for (isSlow, seconds) in [(false, 0.5), (true, 2.0)] {
            touches.pictureShown(at: Self.at(0), isSlow: isSlow)
            #expect(take(0, .down, at: seconds - 0.01) == (.nothing, true))
            // It isn't made longer by those who are impatient.
            #expect(take(0, .up, at: seconds) == (.nothing, true))
            #expect(take(0, .down, at: seconds) == (.whole, true))
            #expect(take(0, .up, at: seconds + 1) == (.whole, true))
        }
    }

    @Test("Of a frame in which some fingers count and others don't those that do go on.")
    mutating func part() {
        _ = take(0, .down, isUnseen: true, at: 0)
        // It rests for too long to take others with it.
        #expect(take(1, .down, at: 10) == (.whole, true))
        let frame = TouchFrame(
            device: Self.panel, time: Self.at(11),
            contacts: [Self.contact(0, .motion, x: 0.8), Self.contact(1, .motion, x: 0.2)])
        let seen = touches.take(frame, isUnseen: false, at: Self.at(11))
        #expect(seen == (.part, true))
        #expect(touches.passed.contacts == [frame.contacts[1]])
        #expect(touches.passed.device == Self.panel && touches.passed.time == Self.at(11))
        // Now that the first one moves it does again.
        #expect(take(2, .down, at: 12) == (.nothing, true))
    }

    @Test("Water that woke the screen locks nobody out for more than ten seconds.")
    mutating func water() {
        _ = take(0, .down, isUnseen: true, at: 0)
        #expect(take(1, .down, at: 9.9) == (.nothing, true))
        _ = take(1, .up, at: 10)
        #expect(take(1, .down, at: 10) == (.whole, true))
    }

    @Test(
        "A finger keeps the screen bright while it moves, and two minutes longer; lifted, no longer."
    )
    mutating func rest() {
        let rest = Double(WakeTouches.restMicroseconds) / 1_000_000
        #expect(touches.idle(from: Self.at(0)) == Self.at(0))
        _ = take(0, .down, at: 0)
        #expect(touches.idle(from: Self.at(1)) == Self.at(rest))
        _ = take(0, .motion, x: 0.9, at: 30)
        _ = take(1, .down, at: 40)
        #expect(touches.idle(from: Self.at(40)) == Self.at(40 + rest))
        _ = take(1, .up, at: 50)
        #expect(touches.idle(from: Self.at(50)) == Self.at(30 + rest))
        #expect(touches.idle(from: Self.at(1_000)) == Self.at(1_000))
        // Its noise is no motion; a creep is, in the end.
        _ = take(0, .motion, x: 0.915, at: 60)
        #expect(touches.idle(from: Self.at(60)) == Self.at(30 + rest))
        _ = take(0, .motion, x: 0.93, at: 70)
        #expect(touches.idle(from: Self.at(70)) == Self.at(70 + rest))
    }

    @Test("What rests on the screen when it gets dark wakes it by moving, not by being lifted.")
    mutating func restInTheDark() {
        _ = take(0, .down, at: 0)
        _ = take(1, .down, at: 0)
        touches.darken()
        #expect(take(0, .up, isUnseen: true, at: 200) == (.nothing, false))
        #expect(take(1, .motion, x: 0.51, isUnseen: true, at: 200) == (.nothing, false))
        #expect(take(1, .motion, x: 0.7, isUnseen: true, at: 201) == (.nothing, true))
        touches.pictureShown(at: Self.at(201), isSlow: false)
        #expect(take(1, .up, at: 205) == (.nothing, true))
        #expect(take(1, .down, at: 205) == (.whole, true))
    }

    @Test("A device that goes takes its contacts with it, a display all of them.")
    mutating func gone() {
        _ = take(0, .down, isUnseen: true, at: 0)
        _ = take(0, .down, of: Self.mouse, isUnseen: true, at: 0)
        touches.remove(Self.panel)
        #expect(touches.isSwallowing(at: Self.at(1)))
        touches.remove(Self.mouse)
        #expect(!touches.isSwallowing(at: Self.at(1)))
        _ = take(0, .down, isUnseen: true, at: 2)
        touches.pictureShown(at: Self.at(2), isSlow: true)
        touches.removeAll()
        #expect(!touches.isSwallowing(at: Self.at(2)))
    }

    @Test("A contact that comes down where one is said to be down already replaces it.")
    mutating func replaced() {
        _ = take(0, .down, isUnseen: true, at: 0)
        _ = take(0, .down, at: 20)
        #expect(take(0, .motion, x: 0.9, at: 21) == (.whole, true))
        #expect(!touches.isSwallowing(at: Self.at(21)))
    }
}
