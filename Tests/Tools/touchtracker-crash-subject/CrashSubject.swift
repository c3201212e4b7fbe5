import KioskDisplay
import KioskRuntime
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app with the drawing in a folder, and random touches and edits in real time.
@MainActor
final class CrashSubject {
    let loop: CrashSubjectLoop
    /// The persistence, or `nil` if the drawing cannot be stored.
    private let persistence: DrawingPersistence?
    private let controller: DrawingViewController
    private let log: CrashSubjectLog
    private let tracker = EditTracker()
    private var statusMark: StatusMarkMonitor
    private var touches: RandomDrawingTouches
    private var edits: RandomAppEdits
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private var isRestored = false
    /// The time at which all touches were ended, or `nil` before.
    private var stopTime: Timestamp?

    /// The data about edits that are not durable yet.
    @MainActor
    private final class EditTracker {
        weak var drawing: Drawing?
        var latencies = EditLatencies()
        /// The time of the first touch that ended since the last frame.
        var touchEnd: Timestamp?
        /// The time at which an edit was last reported as durable.
        var lastReport = Timestamp.zero
    }

    /// Launches the app and starts restoring the drawing.
    init(folder: String, log: CrashSubjectLog, seed: UInt64) throws {
        self.log = log
        let delegate: AppDelegate
        // Starts like `touchtracker run`.
        do throws(StoreError) {
            let persistence = try DrawingPersistence(folder: folder) { StandardErrorLine.write($0) }
            Self.write(persistence, tracker, to: log)
            self.persistence = persistence
            delegate = AppDelegate(
                options: AppOptions(paper: .gray, tool: .line), persistence: persistence)
        } catch {
            StandardErrorLine.write("the drawing is not saved: \(error)")
            persistence = nil
            delegate = AppDelegate(
                options: AppOptions(paper: .gray, tool: .line), storeError: error)
        }
        loop = try CrashSubjectLoop(mode: .init(width: 800, height: 480), delegate: delegate)
        guard
            let scene = loop.session.application.windows.lazy
                .compactMap({ $0.rootViewController as? DrawingSceneController }).first
        else { preconditionFailure("the app shows no drawing") }
        controller = scene.drawingController
        tracker.drawing = controller.drawing
        statusMark = StatusMarkMonitor(loop.session)
        touches = RandomDrawingTouches(seed: seed, start: MonotonicClock.now())
        edits = RandomAppEdits(controller, seed: seed)
        logIfRestored()
        loop.readTouches = { [unowned self] in readTouches(until: $0) }
        loop.didDraw = { [unowned self] in didDraw() }
    }

    /// Logs the strokes on the screen when all stored strokes are restored.
    private func logIfRestored() {
        if isRestored || !controller.drawing.hasAllStrokes { return }
        isRestored = true
        log.write(.restored(digests))
    }

    /// Logs each edit before it is submitted, and when it is durable.
    private static func write(
        _ persistence: DrawingPersistence, _ tracker: EditTracker, to log: CrashSubjectLog
    ) {
        persistence.willStore = { number, change in
            tracker.latencies.append(tracker.touchEnd, at: MonotonicClock.now())
            guard let drawing = tracker.drawing else {
                return log.write(.edit(number, put: [], remove: []))
            }
            log.write(CrashSubjectLogLine(edit: number, change, of: drawing))
        }
        persistence.onDurable = { number in
            tracker.lastReport = MonotonicClock.now()
            let latency = tracker.latencies.recordDurable(at: tracker.lastReport)
            log.write(.durable(number, sinceLift: latency))
        }
    }

    /// A histogram of the edits' latencies, as text.
    var histogram: String {
        "from the end of a touch to the report that its edit is durable:\n"
            + tracker.latencies.touchLatencies.description
            + "from submitting an edit to that report:\n"
            + tracker.latencies.storingLatencies.description
    }

    /// Ends all touches, and waits for the remaining edits.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - expectsToSave: Whether to wait for edits that are not durable yet.
    /// - Returns: Whether the loop must continue.
    func stop(at now: Timestamp, expectsToSave: Bool) -> Bool {
        // The last tap may still show the menu, which could cover the status mark.
        UIMenuController.shared.hideMenu()
        if let stopTime {
            // On a busy machine, the store's thread and the last frames may be late.
            let isSaving = tracker.latencies.pendingCount > 0 || isFailing
            // Work that arrives during a flip is drawn after it.
            let isDrawing = loop.session.frameWake != nil || loop.display.flip != nil
            if (expectsToSave && isSaving) || isDrawing,
                now.microseconds(since: stopTime) < Self.patienceMicroseconds
            {
                return true
            }
            let latest = max(stopTime, tracker.lastReport)
            return now.microseconds(since: latest) < Self.restMicroseconds
        }
        stopTime = now
        touches.endAllTouches(into: &frame)
        loop.session.receive(frame)
        return true
    }

    /// The time to wait for the last frame, which adds the ended strokes, in microseconds.
    private static let restMicroseconds: Int64 = 100_000
    /// The longest time to wait for edits that are not durable, flips and scheduled frames, in
    /// microseconds.
    private static let patienceMicroseconds: Int64 = 10_000_000

    /// Logs the strokes on the screen, ends the app, and logs the results.
    func finish() {
        let end = digests
        loop.session.application.terminate()
        log.write(.end(end))
        log.write(.figure("frames", Int64(loop.frames)))
        log.write(.figure("missed", Int64(loop.missedFrames)))
        log.write(.figure("held-up", Int64(loop.blockedFrames)))
        log.write(.figure("longest-wait", loop.longestBlockingTime))
        log.write(.figure("knows-waits", loop.measuresBlockingTime ? 1 : 0))
        log.write(.figure("not-durable", Int64(tracker.latencies.pendingCount)))
        log.write(.figure("saves", persistence == nil ? 0 : 1))
        for (name, value) in statusMark.figures { log.write(.figure(name, Int64(value))) }
    }

    /// Whether the app reports that the drawing cannot be saved.
    private var isFailing: Bool {
        guard let persistence else { return true }
        if case .failing = persistence.state { return true }
        return false
    }

    private var digests: [StrokeDigest] { controller.drawing.strokes.map { StrokeDigest($0) } }

    private func readTouches(until now: Timestamp) -> Timestamp {
        while stopTime == nil, touches.nextTime <= now {
            touches.next(into: &frame) { position($0) }
            if frame.contacts.isEmpty { continue }
            if tracker.touchEnd == nil, frame.contacts.contains(where: { $0.state == .up }) {
                tracker.touchEnd = frame.time
            }
            loop.session.receive(frame)
        }
        return stopTime == nil ? touches.nextTime : now.advanced(byMicroseconds: 20_000)
    }

    private func didDraw() {
        tracker.touchEnd = nil
        logIfRestored()
        // The menu may cover the corner with the mark.
        if !UIMenuController.shared.isMenuVisible { statusMark.inspectFrame(isFailing: isFailing) }
        if stopTime == nil { edits.next() }
    }

    /// Returns the position of a target as fractions of the screen's size, or `nil`.
    private func position(_ target: RandomDrawingTouches.Target) -> CGPoint? {
        let size = UIScreen.main.bounds.size
        let point: CGPoint
        switch target {
        case .stroke:
            guard let points = controller.drawing.strokes.last?.points else { return nil }
            point = points[points.count / 2]
        case .delete:
            let menu = UIMenuController.shared
            guard menu.isMenuVisible else { return nil }
            point = CGPoint(x: menu.menuFrame.minX + 30, y: menu.menuFrame.midY)
        }
        return CGPoint(x: point.x / size.width, y: point.y / size.height)
    }
}
