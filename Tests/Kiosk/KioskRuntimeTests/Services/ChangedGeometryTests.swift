import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Turning and scaling while it runs", .serialized)
@MainActor
struct ChangedGeometryTests {
    private func geometry(_ rotation: Rotation, scale: CGFloat = 1) -> ScreenGeometry {
        ScreenGeometry(scanoutWidth: 800, scanoutHeight: 480, rotation: rotation, scale: scale)
    }

    @Test("Fingers that are down are cancelled and mean nothing until they are lifted.")
    func fingers() throws {
        let view = DrawingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in view }
        var panel = Panel(width: 800, height: 480)
        try kiosk.step(panel.frame(0, .down, x: 100, y: 100))
        kiosk.session.changeGeometry(to: geometry(.clockwise90), at: .zero)
        #expect(view.heldCount == 0)
        #expect(kiosk.application.touchAudit.total.cancelled == 1)
        try kiosk.step(panel.frame(0, .motion, x: 300, y: 100))
        try kiosk.step(panel.frame(0, .up, x: 0, y: 0))
        #expect(kiosk.application.touchAudit.total.began == 1)
        #expect(kiosk.application.touchAudit.live == 0)
        #expect(kiosk.application.touchAudit.unbalancedViews == 0)
    }

    @Test("Windows that filled the screen fill it again, and touches find what is shown.")
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

    @Test("The next frame is the whole picture, turned, and the one after it is nothing.")
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

    @Test("The same geometry again costs nothing.")
    func nothing() throws {
        let kiosk = try ScriptedKiosk(view: { UIView(frame: $0) })
        let frames = kiosk.session.frameLog.frames
        kiosk.session.changeGeometry(to: kiosk.session.geometry, at: .zero)
        try kiosk.runFrame()
        #expect(kiosk.session.frameLog.frames == frames)
    }

    @Test("What frames cost is there once there is a session, and nothing before.")
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
