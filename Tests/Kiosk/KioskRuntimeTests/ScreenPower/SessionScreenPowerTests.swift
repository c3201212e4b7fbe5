import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

/// Tests a session with screen power, from touch to backlight.
@Suite("Session screen power", .serialized)
@MainActor
struct SessionScreenPowerTests {
    @Test(
        "Dimming, backlight off and display off come in time, with one wake-up each and no frame")
    func steps() throws {
        let stage = try ScreenStage()
        let wakeUps = stage.kiosk.wakeUps
        try stage.rest(9.9)
        #expect(stage.brightness == 200 && !stage.isRemembered)
        try stage.rest(0.2)
        #expect(stage.brightness == 106 && !stage.isUnlit && stage.isRemembered)
        #expect(!stage.session.isBlanked)
        try stage.rest(10)
        #expect(stage.isUnlit && stage.session.isBlanked && !stage.display.isOff)
        #expect(stage.kiosk.application.applicationState == .inactive)
        try stage.rest(10)
        #expect(stage.display.isOff && stage.session.isScreenOff)
        #expect(stage.kiosk.wakeUps == wakeUps + 3)
        try stage.rest(10_000)
        #expect(stage.kiosk.wakeUps == wakeUps + 3)
        #expect(stage.frames == 0 && stage.session.nextDeadline == nil)
    }

    @Test(
        "The wake touch is suppressed, the next one delivered; light comes with the picture"
    )
    func wakes() throws {
        for seconds in [25.0, 35.0] {
            let stage = try ScreenStage()
            try stage.rest(seconds)
            // A change in the dark is visible when the screen is lit.
            stage.counter.backgroundColor = .green
            try stage.kiosk.work()
            try stage.rest(1)
            #expect(stage.frames == 0)
            stage.display.onPresent = { _ in #expect(stage.isUnlit) }
            try stage.touch(.down)
            try stage.rest(0.1)
            stage.display.onPresent = nil
            #expect(stage.brightness == 200 && !stage.isUnlit && !stage.isRemembered)
            #expect(!stage.display.isOff)
            #expect(stage.display.scanoutBuffer.map { $0[100, 50] & 0xFF_FFFF } == 0x00_FF00)
            #expect(stage.kiosk.application.applicationState == .active)
            // The finger moves and rests, a second one touches briefly, then the first one lifts.
            try stage.touch(.motion, by: 30)
            try stage.rest(1)
            try stage.tap(1)
            try stage.touch(.up)
            try stage.rest(1)
            #expect(stage.counter.began == 0)
            try stage.tap()
            #expect(stage.counter.began == 1 && stage.counter.ended == 1)
            #expect(stage.kiosk.application.touchAudit.liveTouches == 0)
            #expect(stage.session.missedVblanks == 0)
        }
    }

    @Test("A tap directly after waking is suppressed")
    func guardTime() throws {
        let stage = try ScreenStage()
        try stage.rest(35)
        try stage.tap()
        try stage.tap()
        #expect(stage.counter.began == 0)
        try stage.rest(0.5)
        try stage.tap()
        #expect(stage.counter.began == 1)
    }

    @Test("A touch on a dimmed screen brightens it and is delivered")
    func dimmed() throws {
        let stage = try ScreenStage()
        try stage.rest(15)
        #expect(stage.brightness == 106)
        try stage.touch(.down)
        #expect(stage.brightness == 200)
        try stage.rest(0.1)
        #expect(stage.counter.began == 1)
        try stage.touch(.up)
        try stage.rest(0.1)
        #expect(stage.counter.ended == 1)
    }

    @Test("A contact keeps the screen bright, but no longer than two minutes without motion")
    func held() throws {
        let stage = try ScreenStage()
        try stage.touch(.down)
        try stage.rest(60)
        #expect(stage.brightness == 200)
        try stage.touch(.motion, by: 50)
        try stage.rest(125)
        #expect(stage.brightness == 200)
        try stage.rest(35)
        #expect(stage.display.isOff)
        // The touch is cancelled; the lift has no effect and does not wake the screen.
        #expect(stage.counter.cancelled == 1)
        try stage.touch(.up)
        try stage.rest(1)
        #expect(stage.display.isOff)
        #expect(stage.counter.began == 1 && stage.counter.ended == 0)
        #expect(stage.kiosk.application.touchAudit.liveTouches == 0)
    }

    @Test("A moving pointer wakes the screen, and its click in the dark does nothing else")
    func pointer() throws {
        let stage = try ScreenStage()
        try stage.rest(35)
        stage.session.pointerMoved()
        try stage.kiosk.work()
        try stage.rest(0.1)
        #expect(!stage.display.isOff && !stage.isUnlit)
        try stage.tap()
        #expect(stage.counter.began == 0)
    }

    @Test("Animations pause in the dark and continue with the waking frame")
    func animation() throws {
        let stage = try ScreenStage()
        UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
            stage.counter.center.x += 100
        }
        try stage.kiosk.work()
        try stage.rest(1)
        #expect(stage.frames > 30)
        // Animations do not count as activity.
        try stage.rest(20)
        #expect(stage.session.isBlanked)
        let frames = stage.frames
        let wakeUps = stage.kiosk.wakeUps
        let counted = stage.session.frameLog.frames
        #expect(stage.session.flipPendingSince == nil)
        #expect(stage.session.frameLog.newest?.flipped != .zero)
        try stage.rest(100)
        #expect(stage.frames == frames && stage.session.frameLog.frames == counted)
        #expect(stage.kiosk.wakeUps == wakeUps + 1)
        try stage.tap()
        try stage.rest(1)
        #expect(stage.frames > frames + 30)
        #expect(stage.session.missedVblanks == 0)
    }

    @Test(
        "Disabling the idle timer keeps the screen bright; idleness starts when it is enabled"
    )
    func idleTimer() throws {
        let stage = try ScreenStage()
        stage.kiosk.application.isIdleTimerDisabled = true
        try stage.kiosk.work()
        let wakeUps = stage.kiosk.wakeUps
        try stage.rest(100)
        #expect(stage.brightness == 200 && stage.kiosk.wakeUps == wakeUps)
        stage.kiosk.application.isIdleTimerDisabled = false
        try stage.kiosk.work()
        try stage.rest(9.9)
        #expect(stage.brightness == 200)
        try stage.rest(0.2)
        #expect(stage.brightness == 106)
    }

    @Test("Disabling the idle timer brightens a dimmed screen")
    func idleTimerWhileDimmed() throws {
        let stage = try ScreenStage()
        try stage.rest(15)
        #expect(stage.brightness == 106)
        stage.kiosk.application.isIdleTimerDisabled = true
        try stage.kiosk.work()
        #expect(stage.brightness == 200 && !stage.isRemembered)
        try stage.rest(100)
        #expect(stage.brightness == 200 && !stage.isUnlit)
    }

    @Test("A flip that is lost before the backlight is switched off still has a deadline")
    func lostFlip() throws {
        let stage = try ScreenStage()
        try stage.rest(19)
        stage.display.reportsFlips = false
        stage.counter.backgroundColor = .green
        try stage.kiosk.work()
        try stage.rest(0.1)
        let submitted = try #require(stage.session.flipPendingSince)
        try stage.rest(2)
        #expect(stage.isUnlit && stage.session.isBlanked)
        #expect(stage.session.flipPendingSince == submitted)
        #expect(stage.session.flipDeadline != nil)
        // No flip is pending on a display that is switched off.
        try stage.rest(10)
        #expect(stage.display.isOff && stage.session.flipPendingSince == nil)
    }

    @Test("The idle timer is applied with the application's timers while frames are always due")
    func idleTimerWithoutEvents() throws {
        let stage = try ScreenStage()
        try stage.rest(15)
        #expect(stage.brightness == 106)
        stage.kiosk.application.isIdleTimerDisabled = true
        stage.session.advanceTimers(to: stage.kiosk.now)
        #expect(stage.brightness == 200)
    }

    @Test("A display disconnected in the dark has its brightness restored and returns bright")
    func displayGoes() throws {
        for seconds in [15.0, 25, 35] {
            let stage = try ScreenStage()
            try stage.rest(seconds)
            stage.session.hideDisplay(at: stage.kiosk.now)
            #expect(stage.brightness == 200 && !stage.isUnlit && !stage.isRemembered)
            #expect(stage.session.nextDeadline == nil)
            try stage.rest(100)
            #expect(stage.brightness == 200)
            stage.session.showDisplay(stage.display, geometry: stage.session.geometry)
            try stage.kiosk.work()
            try stage.rest(1)
            #expect(stage.frames == 1 && !stage.display.isOff)
            try stage.tap()
            #expect(stage.counter.began == 1)
            try stage.rest(10)
            #expect(stage.brightness == 106)
        }
    }

    @Test("The end of the kiosk restores the brightness, which is stored for the next start")
    func end() throws {
        for seconds in [15.0, 25, 35] {
            let stage = try ScreenStage()
            try stage.rest(seconds)
            stage.session.restoreBrightness()
            #expect(stage.brightness == 200 && !stage.isUnlit && stage.isRemembered)
            stage.session.restoreBrightness()
            // systemd saved the dimmed brightness and restores it.
            try stage.folder.write("106\n", to: "panel/brightness")
            BacklightController(
                backlights: stage.folder.path, brightnessFile: "\(stage.folder.path)/brightness",
                dimTo: 1
            ).restoreAfterCrash()
            #expect(stage.brightness == 200 && !stage.isRemembered)
        }
    }

    @Test("A backlight that is off at the start is switched on after a frame was shown")
    func offAtStart() throws {
        let stage = try ScreenStage()
        try stage.folder.write("4\n", to: "panel/bl_power")
        stage.session.onNextFrameShown = { stage.light.restoreAfterCrash() }
        stage.display.onPresent = { _ in #expect(stage.isUnlit) }
        stage.counter.backgroundColor = .green
        try stage.kiosk.work()
        #expect(stage.isUnlit)
        try stage.rest(0.1)
        #expect(!stage.isUnlit && stage.brightness == 200)
        // Later frames leave the backlight as it is.
        stage.display.onPresent = nil
        try stage.folder.write("4\n", to: "panel/bl_power")
        stage.counter.backgroundColor = .red
        try stage.kiosk.work()
        try stage.rest(0.1)
        #expect(stage.isUnlit)
    }

    @Test("Without a backlight only the display is switched off, and touches count until then")
    func noBacklight() throws {
        let stage = try ScreenStage(hasBacklight: false)
        try stage.rest(25)
        #expect(!stage.session.isBlanked)
        try stage.tap()
        #expect(stage.counter.began == 1)
        try stage.rest(31)
        #expect(stage.display.isOff)
        try stage.tap()
        #expect(stage.counter.began == 1 && !stage.display.isOff)
    }

    @Test(
        "A display that returns in the dark shows the picture; one that disconnects stays dark"
    )
    func connection() throws {
        let stage = try ScreenStage()
        try stage.rest(35)
        #expect(stage.display.isOff && !stage.session.isStandbySettled)
        try stage.rest(10)
        stage.session.connectionChecked(.gone)
        try stage.kiosk.work()
        #expect(stage.display.isOff && stage.session.isStandbySettled)
        stage.session.connectionChecked(.unchanged)
        #expect(stage.session.isWaking)
        try stage.kiosk.work()
        try stage.rest(0.1)
        #expect(!stage.display.isOff && !stage.session.isWaking)
    }

    @Test("Raw-touch observers can query whether a contact is suppressed; later contacts are not")
    func swallowing() throws {
        let stage = try ScreenStage()
        #expect(!stage.session.suppressesTouches)
        try stage.rest(35)
        #expect(stage.session.suppressesTouches)
        try stage.touch(.down)
        try stage.rest(2)
        #expect(stage.session.suppressesTouches)
        try stage.touch(.up)
        #expect(!stage.session.suppressesTouches)
    }
}
