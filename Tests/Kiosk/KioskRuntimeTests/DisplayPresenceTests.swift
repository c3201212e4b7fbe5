import KioskDisplay
import KioskRuntime
import Testing
import TouchKitGeometry

/// Every state of the machine against everything that can happen in it.
@Suite("Display presence")
struct DisplayPresenceTests {
    typealias Presence = DisplayPresence
    private static let now = Timestamp(microseconds: 1_000_000)

    private static func later(_ microseconds: Int64) -> Timestamp {
        now.advanced(byMicroseconds: microseconds)
    }

    private static var shown: Presence {
        var presence = Presence()
        presence.taken(at: now)
        return presence
    }

    private static var absent: Presence {
        var presence = Presence()
        presence.refused(.notConnected, at: now)
        return presence
    }

    private static var held: Presence {
        var presence = Presence()
        presence.refused(.taken, at: now)
        return presence
    }

    private static var away: Presence { Presence(isAway: true) }

    @Test("It begins without a display, or away; nothing is due then.")
    func begins() {
        #expect(Presence().state == .absent(retryAt: nil))
        #expect(Presence(isAway: true).state == .away)
        #expect(Presence().retryAt == nil && Presence(isAway: true).retryAt == nil)
    }

    @Test("News of the kernel: what is shown is checked, what is missing looked for, away waits.")
    func hotplugged() {
        var (shown, absent, held, away) = (Self.shown, Self.absent, Self.held, Self.away)
        #expect(shown.hotplugged() == .check)
        #expect(absent.hotplugged() == .takeUp)
        #expect(held.hotplugged() == .takeUp)
        #expect(away.hotplugged() == .none)
        #expect(absent.patience == Presence.patientTries)
        #expect(shown.state == .shown && away.state == .away)
    }

    @Test("A look: unchanged stays, changed and gone are given up and looked for; else no matter.")
    func checked() {
        var unchanged = Self.shown
        #expect(unchanged.checked(.unchanged) == .none)
        #expect(unchanged.state == .shown)
        for connection in [DisplayConnection.changed, .gone] {
            var presence = Self.shown
            #expect(presence.checked(connection) == .giveUpAndTakeUp)
            #expect(presence.state == .absent(retryAt: nil))
            #expect(presence.patience == Presence.patientTries)
        }
        for var presence in [Self.absent, Self.held, Self.away] {
            let before = presence
            #expect(presence.checked(.gone) == .none)
            #expect(presence == before)
        }
    }

    @Test("The console goes: only what is shown is let go, and all are away; it comes back once.")
    func console() {
        for var presence in [Self.shown, Self.absent, Self.held, Self.away] {
            let isShown = presence.state == .shown
            #expect(presence.consoleReleased() == (isShown ? .letGo : .none))
            #expect(presence.state == .away)
            #expect(presence.retryAt == nil)
            #expect(presence.consoleAcquired() == .takeUp)
            #expect(presence.state == .absent(retryAt: nil))
        }
        for var presence in [Self.shown, Self.absent, Self.held] {
            let before = presence
            #expect(presence.consoleAcquired() == .none)
            #expect(presence == before)
        }
    }

    @Test("A refused frame: another's display is let go and asked for again, others given up.")
    func presentationFailed() {
        var taken = Self.shown
        #expect(taken.presentationFailed(.taken, at: Self.now) == .letGo)
        #expect(taken.state == .held(retryAt: Self.later(Presence.firstWaitMicroseconds)))
        var failed = Self.shown
        #expect(failed.presentationFailed(.failed, at: Self.now) == .giveUp)
        #expect(
            failed.state == .absent(retryAt: Self.later(Presence.firstWaitMicroseconds)))
        for var presence in [Self.absent, Self.held, Self.away] {
            let before = presence
            #expect(presence.presentationFailed(.failed, at: Self.now) == .none)
            #expect(presence == before)
        }
    }

    @Test(
        "What sends no news is asked again after waits that double up to the longest.",
        arguments: [DisplayError.Reason.taken, .failed, .notPermitted, .notReady])
    func waits(reason: DisplayError.Reason) {
        var presence = Presence()
        var waits: [Int64] = []
        for _ in 0..<70 {
            presence.refused(reason, at: Self.now)
            waits.append(presence.retryAt?.microseconds(since: Self.now) ?? -1)
        }
        let longest = Presence.longestWaitMicroseconds
        #expect(
            waits.prefix(8) == [
                250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, longest, longest,
            ])
        #expect(waits.dropFirst(8).allSatisfy { $0 == longest })
        presence.taken(at: Self.now)
        #expect(presence.state == .shown)
        // A display that fails as soon as it is taken isn't tried faster than before.
        let soon = Self.later(Presence.probationMicroseconds - 1)
        _ = presence.presentationFailed(reason, at: soon)
        #expect(presence.retryAt == soon.advanced(byMicroseconds: longest))
        presence.taken(at: Self.now)
        let late = Self.later(Presence.probationMicroseconds)
        _ = presence.presentationFailed(reason, at: late)
        #expect(presence.retryAt == late.advanced(byMicroseconds: Presence.firstWaitMicroseconds))
    }

    @Test("A display that isn't connected, or not what is asked for, is never asked again.")
    func noPolling() {
        for reason in [DisplayError.Reason.notConnected, .missing] {
            var presence = Self.held
            presence.refused(reason, at: Self.now)
            #expect(presence.state == .absent(retryAt: nil))
            #expect(presence.timePassed(now: Self.later(.max / 2)) == .none)
        }
    }

    @Test("A late EDID is asked for every 250 ms, ten times; then with ever longer waits.")
    func patience() {
        var presence = Self.absent
        _ = presence.hotplugged()
        var waits: [Int64] = []
        var patience: [Int] = []
        for _ in 0..<12 {
            presence.refused(.notReady, at: Self.now)
            waits.append(presence.retryAt?.microseconds(since: Self.now) ?? -1)
            patience.append(presence.patience)
        }
        #expect(patience == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0])
        #expect(waits.prefix(10).allSatisfy { $0 == 250_000 })
        #expect(waits.suffix(2) == [500_000, 1_000_000])
        _ = presence.hotplugged()
        #expect(presence.patience == Presence.patientTries)
        presence.taken(at: Self.now)
        #expect(presence.patience == 0)
    }

    @Test("A time that came has the display taken up, one that didn't come doesn't.")
    func timePassed() {
        let due = Self.later(Presence.firstWaitMicroseconds)
        #expect(Self.held.timePassed(now: due.advanced(byMicroseconds: -1)) == .none)
        #expect(Self.held.timePassed(now: due) == .takeUp)
        for presence in [Self.shown, Self.absent, Self.away] {
            #expect(presence.timePassed(now: due) == .none)
        }
    }

    @Test("Whatever came of an earlier action, a console that isn't shown stays away.")
    func refusedWhileAway() {
        for reason in [DisplayError.Reason.taken, .failed, .notReady, .notConnected] {
            var presence = Self.away
            presence.refused(reason, at: Self.now)
            #expect(presence.state == .away)
        }
    }
}
