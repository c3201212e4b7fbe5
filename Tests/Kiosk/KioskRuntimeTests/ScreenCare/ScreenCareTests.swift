import KioskDisplay
import KioskRuntime
import Testing
import TouchKitGeometry

/// Every state of the machine against everything that can happen in it.
@Suite("Screen care")
struct ScreenCareTests {
    typealias Care = ScreenCare
    private static let start = Timestamp(seconds: 100)
    private static let options = ScreenCareOptions(
        dimAfter: 10, backlightOffAfter: 20, screenOffAfter: 30)

    private static func at(_ seconds: Double) -> Timestamp {
        start.advanced(byMicroseconds: Int64(seconds * 1_000_000))
    }

    /// A machine that has come so far at its own pace.
    private static func care(
        after seconds: Double, _ options: ScreenCareOptions = options, refusing: [Care.Step] = []
    ) -> Care {
        var care = Care(options)
        _ = care.displayCame(at: start)
        // Each step at its time, as the loop does.
        while let due = care.nextDeadline, due <= at(seconds) {
            guard case .perform(let step) = care.timePassed(now: due) else { break }
            care.performed(step, isDone: !refusing.contains(step), at: due)
        }
        return care
    }

    private static var bright: Care { care(after: 1) }
    private static var dimmed: Care { care(after: 10) }
    private static var unlit: Care { care(after: 20) }
    private static var off: Care { care(after: 30) }
    private static var waking: Care {
        var care = unlit
        _ = care.activity(idleFrom: at(25))
        return care
    }
    private static var away: Care { Care(options) }
    private static var all: [Care] { [away, bright, dimmed, unlit, off, waking] }

    private static func idle(_ reached: Care.Step?) -> Care.Idleness {
        Care.Idleness(since: start, reached: reached)
    }

    @Test(
        "It goes from bright to off step by step, each at its time, and nothing is due after that.")
    func steps() {
        #expect(Self.bright.state == .bright(Self.idle(nil)))
        #expect(Self.bright.nextDeadline == Self.at(10))
        #expect(Self.dimmed.state == .dimmed(Self.idle(.dim)))
        #expect(Self.dimmed.nextDeadline == Self.at(20))
        #expect(Self.unlit.state == .dark(.backlightOff, Self.idle(.backlightOff)))
        #expect(Self.unlit.nextDeadline == Self.at(30))
        #expect(
            Self.off.state
                == .dark(.screenOff(at: Self.at(30), saidGone: false), Self.idle(.screenOff)))
        #expect(Self.off.nextDeadline == nil)
        #expect(Self.waking.state == .waking && Self.waking.nextDeadline == nil)
        #expect(Self.away.state == .away && Self.away.nextDeadline == nil)
        #expect(Self.all.map(\.isDark) == [false, false, false, true, true, false])
        #expect(Self.all.map(\.isUnseen) == [false, false, false, true, true, true])
        #expect(Self.all.map(\.isScreenOff) == [false, false, false, false, true, false])
    }

    @Test("Before its time no step is taken; in the others' states none ever is.")
    func time() {
        #expect(Self.bright.timePassed(now: Self.at(9.9)) == .none)
        #expect(Self.bright.timePassed(now: Self.at(10)) == .perform(.dim))
        #expect(Self.dimmed.timePassed(now: Self.at(19.9)) == .none)
        #expect(Self.dimmed.timePassed(now: Self.at(20)) == .perform(.backlightOff))
        #expect(Self.unlit.timePassed(now: Self.at(29.9)) == .none)
        #expect(Self.unlit.timePassed(now: Self.at(30)) == .perform(.screenOff))
        for care in [Self.away, Self.off, Self.waking] {
            #expect(care.timePassed(now: Self.at(1_000)) == .none)
        }
    }

    @Test("A step that isn't asked for, or can't be done, is passed over.")
    func passedOver() {
        let onlyOff = ScreenCareOptions(screenOffAfter: 30)
        #expect(Self.care(after: 29, onlyOff).state == .bright(Self.idle(nil)))
        #expect(Self.care(after: 30, onlyOff).isScreenOff)
        #expect(
            Self.care(after: 20, refusing: [.dim, .backlightOff]).state
                == .bright(Self.idle(.backlightOff)))
        #expect(
            Self.care(after: 20, refusing: [.backlightOff]).state
                == .dimmed(Self.idle(.backlightOff)))
        #expect(
            Self.care(after: 40, refusing: [.screenOff]).state
                == .dark(.backlightOff, Self.idle(.screenOff)))
        // What can't be done isn't tried again before somebody has been there.
        var refused = Self.care(after: 40, refusing: Care.Step.allCases)
        #expect(refused.nextDeadline == nil)
        #expect(refused.activity(idleFrom: Self.at(50)) == .none)
        #expect(refused.nextDeadline == Self.at(60))
    }

    @Test(
        "An answer that comes in another state than its question changes nothing that it shouldn't."
    )
    func lateAnswers() {
        var away = Self.away
        var waking = Self.waking
        for step in Care.Step.allCases {
            away.performed(step, isDone: true, at: Self.at(50))
            waking.performed(step, isDone: true, at: Self.at(50))
        }
        #expect(away.state == .away && waking.state == .waking)
        var dark = Self.unlit
        dark.performed(.dim, isDone: true, at: Self.at(50))
        #expect(dark.isDark)
        var dimmed = Self.dimmed
        dimmed.performed(.screenOff, isDone: true, at: Self.at(50))
        #expect(dimmed.isScreenOff)
    }

    @Test(
        "Somebody is there: bright stays, dimmed is brightened, dark is woken, all else no matter.")
    func activity() {
        let expected: [(Care, Care.Action, Care.State)] = [
            (Self.away, .none, .away),
            (Self.bright, .none, .bright(Care.Idleness(since: Self.at(40)))),
            (Self.dimmed, .brighten, .bright(Care.Idleness(since: Self.at(40)))),
            (Self.unlit, .wake, .waking),
            (Self.off, .wake, .waking),
            (Self.waking, .none, .waking),
        ]
        for (before, action, state) in expected {
            var care = before
            #expect(care.activity(idleFrom: Self.at(40)) == action)
            #expect(care.state == state)
        }
    }

    @Test("The picture is shown: one that wakes lights up then and not before; all else no matter.")
    func pictureShown() {
        for before in Self.all {
            var care = before
            let action = care.pictureShown(idleFrom: Self.at(40))
            if before == Self.waking {
                #expect(action == .brighten)
                #expect(care.state == .bright(Care.Idleness(since: Self.at(40))))
            } else {
                #expect(action == .none && care == before)
            }
        }
    }

    @Test("A display that leaves, or comes, finds the light as it was set, whatever it was.")
    func comesAndLeaves() {
        let lights: [Care.Action] = [.none, .none, .brighten, .brighten, .brighten, .brighten]
        for (before, light) in zip(Self.all, lights) {
            var leaving = before
            #expect(leaving.displayLeft() == light)
            #expect(leaving.state == .away)
            var coming = before
            #expect(coming.displayCame(at: Self.at(50)) == light)
            #expect(coming.state == .bright(Care.Idleness(since: Self.at(50))))
        }
    }

    @Test(
        "Held, nothing gets darker; let go, idleness begins then. In the dark a hold lights nothing."
    )
    func hold() {
        for before in Self.all {
            var care = before
            care.hold(true, at: Self.at(32))
            #expect(care.isHeld && care.nextDeadline == nil && care.state == before.state)
            #expect(care.timePassed(now: Self.at(1_000)) == .none)
            care.hold(false, at: Self.at(50))
            #expect(!care.isHeld)
            if before == Self.bright {
                #expect(care.nextDeadline == Self.at(60))
            } else {
                #expect(care.state == before.state)
            }
        }
        // A finger that rests on it keeps it bright for longer than that.
        var touched = Self.bright
        _ = touched.activity(idleFrom: Self.at(100))
        touched.hold(true, at: Self.at(3))
        touched.hold(false, at: Self.at(4))
        #expect(touched.nextDeadline == Self.at(110))
    }

    @Test(
        "A display that goes while it is off stays so; coming back later, or another one, wakes it."
    )
    func connection() {
        for before in Self.all where before != Self.off {
            for connection in [DisplayConnection.unchanged, .changed, .gone] {
                var care = before
                #expect(care.connectionSeen(connection, at: Self.at(60)) == .none)
                #expect(care == before)
            }
        }
        var care = Self.off
        #expect(care.connectionSeen(.unchanged, at: Self.at(60)) == .none)
        #expect(care.connectionSeen(.gone, at: Self.at(60)) == .none)
        #expect(care.isScreenOff)
        #expect(care.connectionSeen(.unchanged, at: Self.at(61)) == .wake)
        #expect(care.state == .waking)
        var other = Self.off
        #expect(other.connectionSeen(.changed, at: Self.at(60)) == .wake)
        // Monitors that fall asleep leave and come back.
        var asleep = Self.off
        #expect(asleep.connectionSeen(.gone, at: Self.at(31)) == .none)
        #expect(asleep.connectionSeen(.unchanged, at: Self.at(39.9)) == .none)
        #expect(asleep.connectionSeen(.unchanged, at: Self.at(60)) == .none)
        #expect(asleep.isScreenOff)
    }
}
