import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Changes of rotation and scale", .serialized)
@MainActor
struct ChangedGeometryTests {
    private func geometry(_ rotation: Rotation, scale: CGFloat = 1) -> ScreenGeometry {
        ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, rotation: rotation, scale: scale)
    }

    @Test("A change cancels contacts and ignores them until they are lifted")
    func fingers() throws {
        let view = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in view }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        kiosk.session.changeGeometry(to: geometry(.clockwise90), at: .zero)
        #expect(view.unfinishedStrokeCount == 0)
        #expect(kiosk.application.touchAudit.total.cancelled == 1)
        try kiosk.step(touchscreen.frame(0, .motion, x: 300, y: 100))
        try kiosk.step(touchscreen.frame(0, .up, x: 0, y: 0))
        #expect(kiosk.application.touchAudit.total.began == 1)
        #expect(kiosk.application.touchAudit.liveTouches == 0)
        #expect(kiosk.application.touchAudit.unbalancedViews == 0)
    }

    @Test("Full-screen windows fill the screen again, and touches match the picture")
    func windows() throws {
        let kiosk = try ScriptedKiosk(view: { UIView(frame: $0) })
        let window = try #require(kiosk.application.windows.first)
        kiosk.session.changeGeometry(to: geometry(.clockwise90, scale: 2), at: .zero)
        #expect(window.bounds == CGRect(x: 0, y: 0, width: 240, height: 400))
        #expect(UIScreen.main.bounds == window.bounds)
        #expect(kiosk.session.geometry == geometry(.clockwise90, scale: 2))
        #expect(kiosk.session.canvas.width == 480)
        #expect(kiosk.session.canvas.height == 800)
    }

    @Test("The next frame is the whole rotated picture, and no further frame follows")
    func picture() throws {
        let kiosk = try ScriptedKiosk(launch: { application in
            let window = UIWindow(frame: application.screen.bounds)
            window.backgroundColor = .white
            window.makeKeyAndVisible()
        })
        let frames = kiosk.session.frameLog.frames
        kiosk.session.changeGeometry(to: geometry(.halfTurn), at: .zero)
        try kiosk.runFrame()
        #expect(kiosk.session.frameLog.frames == frames + 1)
        #expect(kiosk.session.frameLog.newest?.repaintedPixels == 800 * 480)
        try kiosk.runFrame()
        #expect(kiosk.session.frameLog.frames == frames + 1)
    }

    @Test("The same geometry again causes no frame")
    func nothing() throws {
        let kiosk = try ScriptedKiosk(view: { UIView(frame: $0) })
        let frames = kiosk.session.frameLog.frames
        kiosk.session.changeGeometry(to: kiosk.session.geometry, at: .zero)
        try kiosk.runFrame()
        #expect(kiosk.session.frameLog.frames == frames)
    }

    @Test("Frame statistics are available only while there is a session")
    func records() throws {
        let none = KioskFrameRecords { nil }
        #expect(none.records.isEmpty)
        #expect(none.missedVblanks == 0)
        let kiosk = try ScriptedKiosk(view: { UIView(frame: $0) })
        let session = kiosk.session
        let records = KioskFrameRecords { session }
        #expect(records.records == session.frameLog.records)
        #expect(records.records.count == 1)
    }
}
