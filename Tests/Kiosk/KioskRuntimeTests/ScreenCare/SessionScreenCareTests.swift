import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

/// A session whose screen gets darker, from touch to light.
@Suite("Session that cares for its screen", .serialized)
@MainActor
struct SessionScreenCareTests {
    @Test(
        "It is dimmed, put out and switched off in time, with one wake-up for each, and no frame.")
    func steps() throws {
        let stage = try ScreenStage()
        let wakeUps = stage.kiosk.wakeUps
        try stage.rest(9.9)
        #expect(stage.brightness == 200 && !stage.isRemembered)
        try stage.rest(0.2)
        #expect(stage.brightness == 106 && !stage.isUnlit && stage.isRemembered)
        #expect(!stage.session.isDark)
        try stage.rest(10)
        #expect(stage.isUnlit && stage.session.isDark && !stage.display.isOff)
        #expect(stage.kiosk.application.applicationState == .inactive)
        try stage.rest(10)
        #expect(stage.display.isOff && stage.session.isScreenOff)
        #expect(stage.kiosk.wakeUps == wakeUps + 3)
        try stage.rest(10_000)
        #expect(stage.kiosk.wakeUps == wakeUps + 3)
        #expect(stage.frames == 0 && stage.session.nextDeadline == nil)
    }

    @Test(
        "The touch that wakes it presses nothing, the next one does; the light comes with the picture."
    )
    func wakes() throws {
        for seconds in [25.0, 35.0] {
            let stage = try ScreenStage()
            try stage.rest(seconds)
            // Something changes in the dark: it is seen when the light is.
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
            #expect(stage.display.scannedOut.map { $0[100, 50] & 0xFF_FFFF } == 0x00_FF00)
            #expect(stage.kiosk.application.applicationState == .active)
            // The finger moves and rests, a second one comes and goes, then it is lifted.
            try stage.touch(.motion, by: 30)
            try stage.rest(1)
            try stage.tap(1)
            try stage.touch(.up)
            try stage.rest(1)
            #expect(stage.counter.began == 0)
            try stage.tap()
            #expect(stage.counter.began == 1 && stage.counter.ended == 1)
            #expect(stage.kiosk.application.touchAudit.live == 0)
            #expect(stage.session.missedVblanks == 0)
        }
    }

    @Test("A tap right after the picture is back is one that wasn't aimed at it.")
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

    @Test("While it is only dimmed the picture is seen: a touch brightens it and counts.")
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

    @Test("A finger that is down keeps it bright; one that rests for two minutes is nobody's.")
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
        // What it held is given up, and its lift does nothing and lights nothing.
        #expect(stage.counter.cancelled == 1)
        try stage.touch(.up)
        try stage.rest(1)
        #expect(stage.display.isOff)
        #expect(stage.counter.began == 1 && stage.counter.ended == 0)
        #expect(stage.kiosk.application.touchAudit.live == 0)
    }

    @Test("A pointer that moves wakes it, and its click in the dark does no more than that.")
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

    @Test("What moves by itself pauses in the dark, and goes on with the waking frame.")
    func animation() throws {
        let stage = try ScreenStage()
        UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
            stage.counter.center.x += 100
        }
        try stage.kiosk.work()
        try stage.rest(1)
        #expect(stage.frames > 30)
        // Nobody is there, whatever moves.
        try stage.rest(20)
        #expect(stage.session.isDark)
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
        "An app that disables the idle timer keeps it bright, and idleness begins when it is done.")
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

    @Test("A display that goes in the dark finds the light as it was set, and comes back bright.")
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

    @Test("The end finds the light as it was set, and the next start is told how bright that was.")
    func end() throws {
        for seconds in [15.0, 25, 35] {
            let stage = try ScreenStage()
            try stage.rest(seconds)
            stage.session.leaveScreenBright()
            #expect(stage.brightness == 200 && !stage.isUnlit && stage.isRemembered)
            stage.session.leaveScreenBright()
            // systemd has seen it dimmed, and brings that back.
            try stage.folder.write("106\n", to: "panel/brightness")
            ScreenLight(
                backlights: stage.folder.path, memory: "\(stage.folder.path)/brightness", dimTo: 1
            ).beginBright()
            #expect(stage.brightness == 200 && !stage.isRemembered)
        }
    }

    @Test("Without a backlight only the display goes off, and until then every touch counts.")
    func noBacklight() throws {
        let stage = try ScreenStage(hasBacklight: false)
        try stage.rest(25)
        #expect(!stage.session.isDark)
        try stage.tap()
        #expect(stage.counter.began == 1)
        try stage.rest(31)
        #expect(stage.display.isOff)
        try stage.tap()
        #expect(stage.counter.began == 1 && !stage.display.isOff)
    }

    @Test(
        "A display that was gone in the dark and is back shows the picture; one that goes stays dark."
    )
    func connection() throws {
        let stage = try ScreenStage()
        try stage.rest(45)
        stage.session.connectionSeen(.gone)
        try stage.kiosk.work()
        #expect(stage.display.isOff)
        stage.session.connectionSeen(.unchanged)
        #expect(stage.session.isAwakening)
        try stage.kiosk.work()
        try stage.rest(0.1)
        #expect(!stage.display.isOff && !stage.session.isAwakening)
    }

    @Test("Observers of raw touches can ask what means nothing; after the sequence all does again.")
    func swallowing() throws {
        let stage = try ScreenStage()
        #expect(!stage.session.swallowsTouches)
        try stage.rest(35)
        #expect(stage.session.swallowsTouches)
        try stage.touch(.down)
        try stage.rest(2)
        #expect(stage.session.swallowsTouches)
        try stage.touch(.up)
        #expect(!stage.session.swallowsTouches)
    }
}
