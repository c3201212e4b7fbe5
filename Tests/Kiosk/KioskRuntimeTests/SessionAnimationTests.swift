import CTouchTrackerAllocationCounter
import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitPacing
import TouchTrackerTestSupport

/// Tests that frames follow each other during animations only.
@Suite("Session animations", .serialized)
@MainActor
struct SessionAnimationTests {
    /// A session under a virtual clock that jumps to the next deadline and counts wake-ups, like
    /// the kiosk's main loop.
    @MainActor
    private final class Loop {
        let application: UIApplication
        let session: Session
        let window: UIWindow
        private let clock = VirtualClock()
        private(set) var wakeUps = 0
        private(set) var draws = 0

        init() throws {
            let mode = DisplayMode(width: 120, height: 80)
            let clock = clock
            let geometry = ScreenGeometry(scanoutWidth: 120, scanoutHeight: 80)
            application = UIApplication(screen: UIScreen(geometry: geometry))
            window = UIWindow(frame: geometry.bounds)
            window.makeKeyAndVisible()
            application.becomeActive()
            session = Session(
                application: application,
                display: try HeadlessDisplay(mode: mode, clock: { clock.now }),
                geometry: geometry, clock: { clock.now })
            try perform(session.workArrived(at: .zero))
        }

        var frames: Int { session.frameLog.frames }

        /// Handles an event from outside the loop, which may have created work.
        func turn() throws {
            try perform(session.workArrived(at: clock.now))
        }

        func advance(to seconds: Double) throws {
            let end = Timestamp(seconds: seconds)
            try turn()
            while let due = session.nextDeadline, due <= end {
                clock.now = max(clock.now, due)
                wakeUps += 1
                session.advanceTimers(to: clock.now)
                try perform(session.timerFired(at: clock.now))
                try turn()
            }
            clock.now = end
            // Like in a callback, animations of the test start at this time.
            application.advance(to: end)
        }

        private func perform(_ action: FramePacer.Action) throws {
            try action.perform {
                draws += 1
                return try session.drawFrame()
            }
        }

        func addView() -> UIView {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            view.backgroundColor = .white
            window.addSubview(view)
            return view
        }
    }

    @Test("A moving view produces one frame per vblank, and none after its animation")
    func oneFramePerPeriod() throws {
        let loop = try Loop()
        let view = loop.addView()
        try loop.advance(to: 1)
        let before = (loop.frames, loop.wakeUps)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x += 100 }
        try loop.advance(to: 2.1)
        #expect((59...62).contains(loop.frames - before.0))
        #expect((59...64).contains(loop.wakeUps - before.1))
        #expect(loop.session.canvas[100, 5] == 0xFFFF_FFFF)
        #expect(!loop.application.needsFrames)
        let after = loop.wakeUps
        try loop.advance(to: 100)
        #expect(loop.wakeUps == after)
    }

    @Test(
        "A slow color change wakes the loop for each frame until its end, and few are shown"
    )
    func slowMotion() throws {
        let loop = try Loop()
        let view = loop.addView()
        try loop.advance(to: 1)
        let before = (loop.frames, loop.draws)
        var isOver = false
        UIView.animate(
            withDuration: 2, delay: 0, options: .curveLinear,
            animations: { view.backgroundColor = UIColor(white: 0.98, alpha: 1) },
            completion: { isOver = $0 })
        try loop.advance(to: 4)
        #expect(isOver)
        #expect((119...123).contains(loop.draws - before.1))
        #expect(loop.frames - before.0 < 20)
    }

    @Test("A delayed animation does not wake the loop before its start")
    func delayedMotion() throws {
        let loop = try Loop()
        let view = loop.addView()
        try loop.advance(to: 1)
        let before = loop.wakeUps
        UIView.animate(withDuration: 1, delay: 5, options: []) { view.center.x += 50 }
        try loop.advance(to: 5.9)
        #expect(loop.wakeUps <= before + 1)
        try loop.advance(to: 8)
        #expect(loop.wakeUps > before + 55)
        #expect(loop.session.canvas[55, 5] == 0xFFFF_FFFF)
    }

    @Test("A change after eleven seconds of frames without changes is planned for a vblank")
    func changeAfterUnchangedFrames() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let kiosk = try VblankKiosk(mode: DisplayMode(width: 120, height: 80)) {
            $0.addSubview(view)
        }
        var targets: [Timestamp?] = []
        kiosk.session.onFrameShown = { targets.append($0.target) }
        // The view is invisible until it has a color.
        UIView.animate(withDuration: 20, delay: 0, options: .curveLinear) { view.center.x += 100 }
        kiosk.application.schedule(after: 11) { view.backgroundColor = .white }
        try kiosk.advance(byMicroseconds: 11_100_000)
        #expect(!targets.isEmpty && targets.count < 12)
        #expect(targets.allSatisfy { $0 != nil })
    }

    @Test("Without a display, animations do not advance; a new display shows their present state")
    func withoutDisplay() throws {
        let loop = try Loop()
        let view = loop.addView()
        var isOver = false
        UIView.animate(
            withDuration: 1, animations: { view.center.x += 100 }, completion: { isOver = $0 })
        try loop.advance(to: 0.5)
        loop.session.hideDisplay(at: Timestamp(seconds: 0.5))
        try loop.advance(to: 3)
        let draws = loop.draws
        try loop.advance(to: 4)
        #expect(loop.draws == draws)
        let display = try HeadlessDisplay(
            mode: DisplayMode(width: 120, height: 80), clock: { Timestamp(seconds: 4) })
        loop.session.showDisplay(display, geometry: loop.session.geometry)
        try loop.advance(to: 4.1)
        #expect(isOver)
        #expect(loop.session.canvas[100, 5] == 0xFFFF_FFFF)
    }

    @Test(
        "Warm frames of moving views do not allocate",
        .requiresOptimizedBuild)
    func warmMotionAllocatesNothing() throws {
        let loop = try Loop()
        let views = (0..<4).map { _ in loop.addView() }
        UIView.animate(withDuration: 0.7, delay: 0, options: [.repeat, .autoreverse]) {
            views[0].center.x += 100
            views[1].transform = CGAffineTransform(rotationAngle: 2)
            views[2].backgroundColor = .red
            views[2].alpha = 0.5
            views[3].bounds.size.width = 50
        }
        try loop.advance(to: 2)
        let before = (allocation_counter_value(), loop.frames)
        try loop.advance(to: 12)
        #expect(allocation_counter_value() == before.0)
        #expect(loop.frames - before.1 > 500)
    }
}
