import KioskDisplay
import KioskRuntime
import Testing
import TouchKitGeometry

/// Tests every event in every state.
@Suite("ScreenPower")
struct ScreenPowerTests {
    typealias Power = ScreenPower
    private static let start = Timestamp(seconds: 100)
    private static let options = ScreenPowerOptions(
        dimAfter: 10, backlightOffAfter: 20, screenOffAfter: 30)

    private static func at(_ seconds: Double) -> Timestamp {
        start.advanced(byMicroseconds: Int64(seconds * 1_000_000))
    }

    /// Creates a state machine that has reached its state through its own deadlines.
    private static func power(
        after seconds: Double, _ options: ScreenPowerOptions = options, refusing: [Power.Step] = []
    ) -> Power {
        var power = Power(options)
        _ = power.displayOpened(at: start)
        // Each step at its deadline, as in the main loop.
        while let due = power.nextDeadline, due <= at(seconds) {
            guard case .perform(let step) = power.nextStep(at: due) else { break }
            power.performed(step, isDone: !refusing.contains(step), at: due)
        }
        return power
    }

    private static var bright: Power { power(after: 1) }
    private static var dimmed: Power { power(after: 10) }
    private static var unlit: Power { power(after: 20) }
    private static var off: Power { power(after: 30) }
    private static var waking: Power {
        var power = unlit
        _ = power.activity(idleFrom: at(25))
        return power
    }
    private static var away: Power { Power(options) }
    private static var all: [Power] { [away, bright, dimmed, unlit, off, waking] }

    private static func idle(_ reached: Power.Step?) -> Power.Idleness {
        Power.Idleness(since: start, reached: reached)
    }

    @Test(
        "The screen goes from bright to off step by step, and then has no deadline")
    func steps() {
        #expect(Self.bright.state == .bright(Self.idle(nil)))
        #expect(Self.bright.nextDeadline == Self.at(10))
        #expect(Self.dimmed.state == .dimmed(Self.idle(.dim)))
        #expect(Self.dimmed.nextDeadline == Self.at(20))
        #expect(Self.unlit.state == .blanked(.backlightOff, Self.idle(.backlightOff)))
        #expect(Self.unlit.nextDeadline == Self.at(30))
        #expect(
            Self.off.state
                == .blanked(
                    .screenOff(at: Self.at(30), hasReportedDisconnection: false),
                    Self.idle(.screenOff)))
        #expect(Self.off.nextDeadline == nil)
        #expect(Self.waking.state == .waking && Self.waking.nextDeadline == nil)
        #expect(Self.away.state == .noDisplay && Self.away.nextDeadline == nil)
        #expect(Self.all.map(\.isBlanked) == [false, false, false, true, true, false])
        #expect(Self.all.map(\.isInvisible) == [false, false, false, true, true, true])
        #expect(Self.all.map(\.isScreenOff) == [false, false, false, false, true, false])
    }

    @Test("No step is taken before its deadline, nor in the states of other steps")
    func time() {
        #expect(Self.bright.nextStep(at: Self.at(9.9)) == .none)
        #expect(Self.bright.nextStep(at: Self.at(10)) == .perform(.dim))
        #expect(Self.dimmed.nextStep(at: Self.at(19.9)) == .none)
        #expect(Self.dimmed.nextStep(at: Self.at(20)) == .perform(.backlightOff))
        #expect(Self.unlit.nextStep(at: Self.at(29.9)) == .none)
        #expect(Self.unlit.nextStep(at: Self.at(30)) == .perform(.screenOff))
        for power in [Self.away, Self.off, Self.waking] {
            #expect(power.nextStep(at: Self.at(1_000)) == .none)
        }
    }

    @Test("A step that is due after a later step is skipped")
    func orderOfTimes() {
        let options = ScreenPowerOptions(dimAfter: 600, backlightOffAfter: 60, screenOffAfter: 60)
        let early = Self.power(after: 59, options)
        #expect(early.state == .bright(Self.idle(nil)) && early.nextDeadline == Self.at(60))
        #expect(early.nextStep(at: Self.at(60)) == .perform(.backlightOff))
        let off = Self.power(after: 60, options)
        #expect(off.isScreenOff && off.nextDeadline == nil)
    }

    @Test("Steps that are disabled or have failed are skipped")
    func passedOver() {
        let onlyOff = ScreenPowerOptions(screenOffAfter: 30)
        #expect(Self.power(after: 29, onlyOff).state == .bright(Self.idle(nil)))
        #expect(Self.power(after: 30, onlyOff).isScreenOff)
        #expect(
            Self.power(after: 20, refusing: [.dim, .backlightOff]).state
                == .bright(Self.idle(.backlightOff)))
        #expect(
            Self.power(after: 20, refusing: [.backlightOff]).state
                == .dimmed(Self.idle(.backlightOff)))
        #expect(
            Self.power(after: 40, refusing: [.screenOff]).state
                == .blanked(.backlightOff, Self.idle(.screenOff)))
        // A failed step is not retried before the next activity.
        var refused = Self.power(after: 40, refusing: Power.Step.allCases)
        #expect(refused.nextDeadline == nil)
        #expect(refused.activity(idleFrom: Self.at(50)) == .none)
        #expect(refused.nextDeadline == Self.at(60))
    }

    @Test(
        "A result that arrives in another state has no effect that belongs to the old state"
    )
    func lateAnswers() {
        var away = Self.away
        var waking = Self.waking
        for step in Power.Step.allCases {
            away.performed(step, isDone: true, at: Self.at(50))
            waking.performed(step, isDone: true, at: Self.at(50))
        }
        #expect(away.state == .noDisplay && waking.state == .waking)
        var dark = Self.unlit
        dark.performed(.dim, isDone: true, at: Self.at(50))
        #expect(dark.isBlanked)
        var dimmed = Self.dimmed
        dimmed.performed(.screenOff, isDone: true, at: Self.at(50))
        #expect(dimmed.isScreenOff)
    }

    @Test(
        "Activity keeps a bright screen, brightens a dimmed one, and wakes a dark one")
    func activity() {
        let expected: [(Power, Power.Action, Power.State)] = [
            (Self.away, .none, .noDisplay),
            (Self.bright, .none, .bright(Power.Idleness(since: Self.at(40)))),
            (Self.dimmed, .brighten, .bright(Power.Idleness(since: Self.at(40)))),
            (Self.unlit, .wake, .waking),
            (Self.off, .wake, .waking),
            (Self.waking, .none, .waking),
        ]
        for (before, action, state) in expected {
            var power = before
            #expect(power.activity(idleFrom: Self.at(40)) == action)
            #expect(power.state == state)
        }
    }

    @Test("The backlight of a waking screen is switched on when its picture is shown")
    func pictureShown() {
        for before in Self.all {
            var power = before
            let action = power.pictureShown(idleFrom: Self.at(40))
            if before == Self.waking {
                #expect(action == .brighten)
                #expect(power.state == .bright(Power.Idleness(since: Self.at(40))))
            } else {
                #expect(action == .none && power == before)
            }
        }
    }

    @Test("A display that is connected or disconnected gets its set brightness, in every state")
    func comesAndLeaves() {
        let lights: [Power.Action] = [.none, .none, .brighten, .brighten, .brighten, .brighten]
        for (before, light) in zip(Self.all, lights) {
            var leaving = before
            #expect(leaving.displayClosed() == light)
            #expect(leaving.state == .noDisplay)
            var coming = before
            #expect(coming.displayOpened(at: Self.at(50)) == light)
            #expect(coming.state == .bright(Power.Idleness(since: Self.at(50))))
        }
    }

    @Test(
        "A hold ends dimming, and idleness starts at its release; in the dark it has no effect"
    )
    func hold() {
        for before in Self.all {
            var power = before
            let isDimmed = before == Self.dimmed
            let action = power.setIdleTimerDisabled(true, at: Self.at(32))
            #expect(action == (isDimmed ? .brighten : .none))
            let held = Power.State.bright(Power.Idleness(since: Self.at(32)))
            #expect(power.state == (isDimmed ? held : before.state))
            #expect(power.isIdleTimerDisabled && power.nextDeadline == nil)
            #expect(power.nextStep(at: Self.at(1_000)) == .none)
            #expect(power.setIdleTimerDisabled(false, at: Self.at(50)) == .none)
            #expect(!power.isIdleTimerDisabled)
            if isDimmed || before == Self.bright {
                #expect(power.nextDeadline == Self.at(60))
            } else {
                #expect(power.state == before.state)
            }
        }
        var dimmed = Self.dimmed
        #expect(dimmed.setIdleTimerDisabled(false, at: Self.at(15)) == .none)
        #expect(dimmed.state == .dimmed(Power.Idleness(since: Self.at(15), reached: .dim)))
        #expect(dimmed.nextDeadline == Self.at(35))
        // A contact that rests on the screen keeps it bright for longer.
        var touched = Self.bright
        _ = touched.activity(idleFrom: Self.at(100))
        _ = touched.setIdleTimerDisabled(true, at: Self.at(3))
        _ = touched.setIdleTimerDisabled(false, at: Self.at(4))
        #expect(touched.nextDeadline == Self.at(110))
    }

    @Test("A display that is off is settled ten seconds after it was switched off")
    func settling() {
        #expect(!Self.off.isSettled(at: Self.at(39.9)))
        #expect(Self.off.isSettled(at: Self.at(40)))
        for power in Self.all where power != Self.off {
            #expect(!power.isSettled(at: Self.at(1_000)))
        }
    }

    @Test(
        "A display disconnected while off stays off; a later or a different display wakes it"
    )
    func connection() {
        for before in Self.all where before != Self.off {
            for connection in [DisplayConnection.unchanged, .changed, .gone] {
                var power = before
                #expect(power.connectionChecked(connection, at: Self.at(60)) == .none)
                #expect(power == before)
            }
        }
        var power = Self.off
        #expect(power.connectionChecked(.unchanged, at: Self.at(60)) == .none)
        #expect(power.connectionChecked(.gone, at: Self.at(60)) == .none)
        #expect(power.isScreenOff)
        #expect(power.connectionChecked(.unchanged, at: Self.at(61)) == .wake)
        #expect(power.state == .waking)
        var other = Self.off
        #expect(other.connectionChecked(.changed, at: Self.at(60)) == .wake)
        // Monitors in standby disconnect and connect again.
        var asleep = Self.off
        #expect(asleep.connectionChecked(.gone, at: Self.at(31)) == .none)
        #expect(asleep.connectionChecked(.unchanged, at: Self.at(39.9)) == .none)
        #expect(asleep.connectionChecked(.unchanged, at: Self.at(60)) == .none)
        #expect(asleep.isScreenOff)
    }
}
