import KioskDisplay
import KioskRuntime
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app with a drawing in a folder, and a hand that draws on it and edits it, in real time.
@MainActor
final class DrawingHand {
    let loop: HandLoop
    /// Nil where nothing can be stored, and it draws without.
    private let saver: DrawingSaver?
    private let controller: DrawingViewController
    private let log: HandLog
    private let diary = Diary()
    private var mark: MarkWatch
    private var fingers: DrawingFingers
    private var edits: HandEdits
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private var isRestored = false
    /// When the fingers were lifted for good.
    private var stopped: Timestamp?

    /// What is kept about edits on their way.
    @MainActor
    private final class Diary {
        weak var drawing: Drawing?
        var lifts = Lifts()
        /// When the first finger was lifted since touches were delivered last.
        var lift: Timestamp?
        /// When an edit was reported to be on the disk.
        var lastReport = Timestamp.zero
    }

    /// Launches the app, and brings the drawing back.
    init(folder: String, log: HandLog, seed: UInt64) throws {
        self.log = log
        let delegate: AppDelegate
        // As `touchtracker run` does it.
        do throws(StoreError) {
            let saver = try DrawingSaver(folder: folder) { StandardErrorLine.write($0) }
            Self.write(saver, diary, to: log)
            self.saver = saver
            delegate = AppDelegate(options: AppOptions(), saver: saver)
        } catch {
            StandardErrorLine.write("the drawing isn't saved: \(error)")
            saver = nil
            delegate = AppDelegate(options: AppOptions(), trouble: error)
        }
        loop = try HandLoop(mode: .init(width: 800, height: 480), delegate: delegate)
        guard
            let scene = loop.session.application.windows.lazy
                .compactMap({ $0.rootViewController as? DrawingSceneController }).first
        else { preconditionFailure("the app shows no drawing") }
        controller = scene.drawingController
        diary.drawing = controller.drawing
        mark = MarkWatch(loop.session)
        fingers = DrawingFingers(seed: seed, start: MonotonicClock.now())
        edits = HandEdits(controller, seed: seed)
        noteRestored()
        loop.readTouches = { [unowned self] in readTouches(until: $0) }
        loop.didDraw = { [unowned self] in didDraw() }
    }

    /// Writes down what is on the screen once all that was stored has come back.
    private func noteRestored() {
        if isRestored || !controller.drawing.hasAllStrokes { return }
        isRestored = true
        log.write(.restored(marks))
    }

    /// Writes down each edit before it is handed over, and when it is on the disk.
    private static func write(_ saver: DrawingSaver, _ diary: Diary, to log: HandLog) {
        saver.willStore = { number, change in
            diary.lifts.append(diary.lift, at: MonotonicClock.now())
            guard let drawing = diary.drawing else {
                return log.write(.edit(number, put: [], remove: []))
            }
            log.write(HandLine(edit: number, change, of: drawing))
        }
        saver.onDurable = { number in
            diary.lastReport = MonotonicClock.now()
            let latency = diary.lifts.reported(at: diary.lastReport)
            log.write(.durable(number, sinceLift: latency))
        }
    }

    /// How long edits took to the disk.
    var histogram: String {
        "from lifting a finger to the report that its edit is on the disk:\n"
            + diary.lifts.latencies.description
            + "from handing an edit over to that report:\n" + diary.lifts.storing.description
    }

    /// The fingers are lifted, and nothing more is done.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - expectsToSave: Whether edits that aren't on the disk yet are waited for.
    /// - Returns: Whether there is anything to wait for.
    func stop(at now: Timestamp, expectsToSave: Bool) -> Bool {
        // The last tap may bring it up yet, and it may lie over the mark.
        UIMenuController.shared.hideMenu()
        if let stopped {
            if expectsToSave, diary.lifts.waiting > 0,
                now.microseconds(since: stopped) < Self.patienceMicroseconds
            {
                return true
            }
            let latest = max(stopped, diary.lastReport)
            return now.microseconds(since: latest) < Self.restMicroseconds
        }
        stopped = now
        fingers.liftAll(into: &frame)
        loop.session.receive(frame)
        return true
    }

    /// What fingers drew that were lifted comes with the next frame, and so does the mark's end.
    private static let restMicroseconds: Int64 = 100_000
    /// How long edits that aren't on the disk are waited for.
    private static let patienceMicroseconds: Int64 = 10_000_000

    /// Writes what is on the screen, ends the app, and writes what came of it.
    func finish() {
        let end = marks
        loop.session.application.terminate()
        log.write(.end(end))
        log.write(.figure("frames", Int64(loop.frames)))
        log.write(.figure("missed", Int64(loop.missedFrames)))
        log.write(.figure("held-up", Int64(loop.heldUpFrames)))
        log.write(.figure("longest-wait", loop.longestSleep))
        log.write(.figure("knows-waits", loop.knowsWaits ? 1 : 0))
        log.write(.figure("not-durable", Int64(diary.lifts.waiting)))
        log.write(.figure("saves", saver == nil ? 0 : 1))
        for (name, value) in mark.figures { log.write(.figure(name, Int64(value))) }
    }

    /// Whether the app knows that the drawing isn't being saved.
    private var isFailing: Bool {
        guard let saver else { return true }
        if case .failing = saver.state { return true }
        return false
    }

    private var marks: [StrokeMark] { controller.drawing.strokes.map { StrokeMark($0) } }

    private func readTouches(until now: Timestamp) -> Timestamp {
        while stopped == nil, fingers.nextTime <= now {
            fingers.next(into: &frame) { find($0) }
            if frame.contacts.isEmpty { continue }
            if diary.lift == nil, frame.contacts.contains(where: { $0.state == .up }) {
                diary.lift = frame.time
            }
            loop.session.receive(frame)
        }
        return stopped == nil ? fingers.nextTime : now.advanced(byMicroseconds: 20_000)
    }

    private func didDraw() {
        diary.lift = nil
        noteRestored()
        // A menu may lie over the corner.
        if !UIMenuController.shared.isMenuVisible { mark.look(isFailing: isFailing) }
        if stopped == nil { edits.next() }
    }

    /// Where fingers find something, in parts of the panel.
    private func find(_ aim: DrawingFingers.Aim) -> CGPoint? {
        let size = UIScreen.main.bounds.size
        let place: CGPoint
        switch aim {
        case .stroke:
            guard let points = controller.drawing.strokes.last?.points else { return nil }
            place = points[points.count / 2]
        case .delete:
            let menu = UIMenuController.shared
            guard menu.isMenuVisible else { return nil }
            place = CGPoint(x: menu.menuFrame.minX + 30, y: menu.menuFrame.midY)
        }
        return CGPoint(x: place.x / size.width, y: place.y / size.height)
    }
}
