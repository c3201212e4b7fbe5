import Geometry
import Linux
import TestSupport
import Touch
import TouchKit
import TouchTrackerApp

/// The app with a drawing in a folder, and a hand that draws on it and edits it, in real time.
@MainActor
final class DrawingHand {
    let loop: HandLoop
    private let saver: DrawingSaver
    private let controller: DrawingViewController
    private let log: HandLog
    private let lifts: Lifts
    private var fingers: DrawingFingers
    private var edits: HandEdits
    private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
    private let place: Place
    /// When the fingers were lifted for good.
    private var stopped: Timestamp?

    /// What the store's observer has to know of the hand.
    @MainActor
    private final class Place {
        weak var drawing: Drawing?
        /// When the first finger was lifted since touches were delivered last.
        var lift: Timestamp?
    }

    /// Launches the app, and brings the drawing back.
    ///
    /// - Throws: `StoreError` where the drawing can't be opened.
    init(folder: String, log: HandLog, seed: UInt64) throws {
        self.log = log
        let lifts = Lifts()
        self.lifts = lifts
        saver = try DrawingSaver(folder: folder) { StandardErrorLine.write($0) }
        saver.observeDurable { number in
            let now = MonotonicClock.now()
            for edit in lifts.durable(upTo: number, at: now) {
                log.write(.durable(edit.number, sinceLift: edit.latency))
            }
        }
        let place = Place()
        saver.willStore = { number, change in
            lifts.append(place.lift)
            guard let drawing = place.drawing else {
                return log.write(.edit(number, put: [], remove: []))
            }
            log.write(HandLine(edit: number, change, of: drawing))
        }
        loop = try HandLoop(
            mode: .init(width: 800, height: 480),
            delegate: AppDelegate(options: AppOptions(), saver: saver))
        guard
            let scene = loop.session.application.windows.lazy
                .compactMap({ $0.rootViewController as? DrawingSceneController }).first
        else { preconditionFailure("the app shows no drawing") }
        controller = scene.drawingController
        place.drawing = controller.drawing
        self.place = place
        fingers = DrawingFingers(seed: seed, start: MonotonicClock.now())
        edits = HandEdits(controller, seed: seed)
        log.write(.restored(marks))
        loop.readTouches = { [unowned self] in readTouches(until: $0) }
        loop.didDraw = { [unowned self] in didDraw() }
    }

    /// How many edits aren't on the disk.
    var waiting: Int { lifts.waiting }
    /// From lifting a finger to the report that its edit is on the disk.
    var latencies: Latencies { lifts.latencies }

    /// The fingers are lifted, and nothing more is done.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - expectsToSave: Whether edits that aren't on the disk yet are waited for.
    /// - Returns: Whether there is anything to wait for.
    func stop(at now: Timestamp, expectsToSave: Bool) -> Bool {
        if let stopped {
            let rested = now.microseconds(since: stopped)
            return rested < Self.restMicroseconds
                || expectsToSave && waiting > 0 && rested < Self.patienceMicroseconds
        }
        stopped = now
        fingers.liftAll(into: &frame)
        loop.session.receive(frame)
        return true
    }

    /// What fingers drew that were lifted comes with the next frame.
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
        log.write(.figure("not-durable", Int64(waiting)))
    }

    private var marks: [StrokeMark] { controller.drawing.strokes.map { StrokeMark($0) } }

    private func readTouches(until now: Timestamp) -> Timestamp {
        while stopped == nil, fingers.nextTime <= now {
            fingers.next(into: &frame) { find($0) }
            if frame.contacts.isEmpty { continue }
            if place.lift == nil, frame.contacts.contains(where: { $0.state == .up }) {
                place.lift = frame.time
            }
            loop.session.receive(frame)
        }
        return stopped == nil ? fingers.nextTime : now.advanced(byMicroseconds: 20_000)
    }

    private func didDraw() {
        place.lift = nil
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
