import KioskDisplay
import KioskRuntime
import Testing
import TouchKitGeometry

/// Tests every event in every state.
@Suite("DisplayPresence")
struct DisplayPresenceTests {
    typealias Presence = DisplayPresence
    private static let now = Timestamp(microseconds: 1_000_000)

    private static func later(_ microseconds: Int64) -> Timestamp {
        now.advanced(byMicroseconds: microseconds)
    }

    private static var inUse: Presence {
        var presence = Presence()
        presence.recordOpening(at: now)
        return presence
    }

    private static var absent: Presence {
        var presence = Presence()
        presence.recordOpeningFailure(.notConnected, at: now)
        return presence
    }

    private static var busy: Presence {
        var presence = Presence()
        presence.recordOpeningFailure(.taken, at: now)
        return presence
    }

    private static var vtInactive: Presence { Presence(isVTInactive: true) }

    @Test("The initial state is without a display, or inactive; no deadline is set")
    func begins() {
        #expect(Presence().state == .absent(retryAt: nil))
        #expect(Presence(isVTInactive: true).state == .vtInactive)
        #expect(Presence().retryAt == nil && Presence(isVTInactive: true).retryAt == nil)
    }

    @Test(
        "A hotplug event probes the shown or missing display, and is ignored while inactive"
    )
    func hotplugged() {
        var (inUse, absent, busy, vtInactive) = (
            Self.inUse, Self.absent, Self.busy, Self.vtInactive
        )
        #expect(inUse.handleHotplug() == .check)
        #expect(absent.handleHotplug() == .open)
        #expect(busy.handleHotplug() == .open)
        #expect(vtInactive.handleHotplug() == .none)
        #expect(absent.remainingEDIDRetries == Presence.edidRetryCount)
        #expect(inUse.state == .inUse && vtInactive.state == .vtInactive)
    }

    @Test("A probe keeps an unchanged display and releases a changed or missing one")
    func checked() {
        var unchanged = Self.inUse
        #expect(unchanged.handleConnectionCheck(.unchanged) == .none)
        #expect(unchanged.state == .inUse)
        for connection in [DisplayConnection.changed, .gone] {
            var presence = Self.inUse
            #expect(presence.handleConnectionCheck(connection) == .reopen)
            #expect(presence.state == .absent(retryAt: nil))
            #expect(presence.remainingEDIDRetries == Presence.edidRetryCount)
        }
        for var presence in [Self.absent, Self.busy, Self.vtInactive] {
            let before = presence
            #expect(presence.handleConnectionCheck(.gone) == .none)
            #expect(presence == before)
        }
    }

    @Test("A VT switch away releases a shown display; switching back reopens it once")
    func console() {
        for var presence in [Self.inUse, Self.absent, Self.busy, Self.vtInactive] {
            let isInUse = presence.state == .inUse
            #expect(presence.handleVTRelease() == (isInUse ? .release : .none))
            #expect(presence.state == .vtInactive)
            #expect(presence.retryAt == nil)
            #expect(presence.handleVTAcquisition() == .open)
            #expect(presence.state == .absent(retryAt: nil))
        }
        for var presence in [Self.inUse, Self.absent, Self.busy] {
            let before = presence
            #expect(presence.handleVTAcquisition() == .none)
            #expect(presence == before)
        }
    }

    @Test("After a refused frame, a display in use elsewhere is retried, any other is released")
    func presentationFailed() {
        var taken = Self.inUse
        #expect(taken.handlePresentationFailure(.taken, at: Self.now) == .release)
        #expect(taken.state == .busy(retryAt: Self.later(Presence.firstDelayMicroseconds)))
        var failed = Self.inUse
        #expect(failed.handlePresentationFailure(.failed, at: Self.now) == .close)
        #expect(
            failed.state == .absent(retryAt: Self.later(Presence.firstDelayMicroseconds)))
        for var presence in [Self.absent, Self.busy, Self.vtInactive] {
            let before = presence
            #expect(presence.handlePresentationFailure(.failed, at: Self.now) == .none)
            #expect(presence == before)
        }
    }

    @Test(
        "Conditions without an event are retried with delays that double up to a maximum",
        arguments: [DisplayError.Reason.taken, .failed, .notPermitted, .notReady])
    func waits(reason: DisplayError.Reason) {
        var presence = Presence()
        var waits: [Int64] = []
        for _ in 0..<70 {
            presence.recordOpeningFailure(reason, at: Self.now)
            waits.append(presence.retryAt?.microseconds(since: Self.now) ?? -1)
        }
        let longest = Presence.longestDelayMicroseconds
        #expect(
            waits.prefix(8) == [
                250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, longest, longest,
            ])
        #expect(waits.dropFirst(8).allSatisfy { $0 == longest })
        presence.recordOpening(at: Self.now)
        #expect(presence.state == .inUse)
        // A display that fails directly after opening must not shorten the delay.
        let soon = Self.later(Presence.probationMicroseconds - 1)
        _ = presence.handlePresentationFailure(reason, at: soon)
        #expect(presence.retryAt == soon.advanced(byMicroseconds: longest))
        presence.recordOpening(at: Self.now)
        let late = Self.later(Presence.probationMicroseconds)
        _ = presence.handlePresentationFailure(reason, at: late)
        #expect(presence.retryAt == late.advanced(byMicroseconds: Presence.firstDelayMicroseconds))
    }

    @Test("A disconnected or unsuitable display is not retried by a timer")
    func noPolling() {
        for reason in [DisplayError.Reason.notConnected, .missing] {
            var presence = Self.busy
            presence.recordOpeningFailure(reason, at: Self.now)
            #expect(presence.state == .absent(retryAt: nil))
            #expect(presence.retryIfDue(at: Self.later(.max / 2)) == .none)
        }
    }

    @Test("A late EDID is read again every 250 ms, ten times, and then with growing delays")
    func patience() {
        var presence = Self.absent
        _ = presence.handleHotplug()
        var waits: [Int64] = []
        var patience: [Int] = []
        for _ in 0..<12 {
            presence.recordOpeningFailure(.notReady, at: Self.now)
            waits.append(presence.retryAt?.microseconds(since: Self.now) ?? -1)
            patience.append(presence.remainingEDIDRetries)
        }
        #expect(patience == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0])
        #expect(waits.prefix(10).allSatisfy { $0 == 250_000 })
        #expect(waits.suffix(2) == [500_000, 1_000_000])
        _ = presence.handleHotplug()
        #expect(presence.remainingEDIDRetries == Presence.edidRetryCount)
        presence.recordOpening(at: Self.now)
        #expect(presence.remainingEDIDRetries == 0)
    }

    @Test("A display is opened when its deadline has passed, and not before")
    func timePassed() {
        let due = Self.later(Presence.firstDelayMicroseconds)
        #expect(Self.busy.retryIfDue(at: due.advanced(byMicroseconds: -1)) == .none)
        #expect(Self.busy.retryIfDue(at: due) == .open)
        for presence in [Self.inUse, Self.absent, Self.vtInactive] {
            #expect(presence.retryIfDue(at: due) == .none)
        }
    }

    @Test("While the VT is inactive, results of earlier actions do not open a display")
    func refusedWhileAway() {
        for reason in [DisplayError.Reason.taken, .failed, .notReady, .notConnected] {
            var presence = Self.vtInactive
            presence.recordOpeningFailure(reason, at: Self.now)
            #expect(presence.state == .vtInactive)
        }
    }
}
