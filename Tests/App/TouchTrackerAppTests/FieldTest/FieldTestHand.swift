import Glibc
import KioskServices
import LabFieldTest
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// A field test in a simulator, and a technician who does it: fingers are what the panel reports.
@MainActor
final class FieldTestHand {
    /// A screen as boards have it, and how large it is in millimetres.
    struct Screen: CustomTestStringConvertible, Sendable {
        var width: CGFloat
        var height: CGFloat
        var scale: CGFloat
        var millimeters: CGSize?

        var testDescription: String { "\(Int(width))x\(Int(height))@\(Int(scale))" }

        /// Seven inches, as most boards have it.
        static let landscape = Screen(
            width: 800, height: 480, scale: 1, millimeters: CGSize(width: 154, height: 86))
        /// Five inches, upright.
        static let portrait = Screen(
            width: 360, height: 640, scale: 2, millimeters: CGSize(width: 62, height: 110))
        /// Of a size that nobody tells.
        static let tall = Screen(width: 480, height: 800, scale: 1)
        /// Four inches.
        static let small = Screen(
            width: 400, height: 240, scale: 2, millimeters: CGSize(width: 88, height: 53))
    }

    /// Pages are made for these.
    nonisolated static let screens: [Screen] = [.landscape, .portrait]

    let simulator: TouchSimulator
    let rawTouches: ScriptedRawTouches
    let frames = ShownFrames()
    let display: ScriptedDisplayInformation
    let panel: PanelDescription
    let controller: FieldTestViewController
    private(set) var reports: [FieldTestReport] = []
    /// What the controller is told of where a report is kept.
    var place: String?
    private(set) var calibrations: [TouchCalibration] = []
    /// The panels whose calibration was to be kept.
    private(set) var kept: [DeviceID] = []
    private(set) var timesDone = 0
    /// What the panel makes of a place, 0…1 across it.
    var distort: (CGPoint) -> CGPoint = { $0 }
    /// What the panel doesn't see.
    var isDead: (CGPoint) -> Bool = { _ in false }
    private var trackingID: Int32 = 0
    private var down: [Int: Int32] = [:]

    init(_ screen: Screen = .landscape, panels: Int = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: screen.width, height: screen.height), scale: screen.scale)
        panel = Self.panel(1, screen)
        rawTouches = ScriptedRawTouches(
            panels: (0..<panels).map { Self.panel(UInt32($0 + 1), screen) })
        let physical = screen.millimeters.map {
            PhysicalSize(width: $0.width, height: $0.height)
        }
        display = ScriptedDisplayInformation(
            DisplayInfo(
                name: "card0:DSI-1", pixelWidth: Int(screen.width * screen.scale),
                pixelHeight: Int(screen.height * screen.scale), physicalSize: physical,
                scale: screen.scale))
        controller = FieldTestViewController(
            rawTouches: rawTouches, frames: frames, display: display)
        controller.onReport = { [weak self] report, _ in
            self?.reports.append(report)
            return self?.place
        }
        controller.onCalibration = { [weak self] in self?.calibrations.append($1) }
        controller.onKeepCalibration = { [weak self] in self?.kept.append($0) }
        controller.onDone = { [weak self] in self?.timesDone += 1 }
        simulator.window.rootViewController = controller
    }

    static func panel(_ number: UInt32, _ screen: Screen = .landscape) -> PanelDescription {
        PanelDescription(
            id: DeviceID(rawValue: number), name: "ILITEK ILITEK-TP", node: "/dev/input/event1",
            slotCount: 10)
    }

    var test: FieldTest { controller.fieldTest }
    var layout: FieldTestLayout { test.layout }
    var geometry: ScreenGeometry { UIScreen.main.geometry }

    // MARK: What is shown

    /// All that is written.
    var texts: [String] {
        simulator.window.layoutIfNeeded()
        return Self.labels(in: controller.view).compactMap(\.text).filter { !$0.isEmpty }
    }

    static func labels(in view: UIView) -> [UILabel] {
        if view.isHidden { return [] }
        return ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap { labels(in: $0) }
    }

    /// The labels that are to be seen and say something.
    var shownLabels: [UILabel] {
        simulator.window.layoutIfNeeded()
        return Self.labels(in: controller.view).filter { $0.text?.isEmpty == false }
    }

    /// Whether a label is a target's own.
    func isOfPage(_ label: UILabel) -> Bool {
        var view: UIView? = label
        while let current = view {
            if "\(type(of: current))".hasSuffix("Page") { return true }
            view = current.superview
        }
        return false
    }

    /// Where a test wants fingers, in points.
    func targets(of guided: GuidedTest) -> [CGRect] {
        let places: [CGPoint] =
            switch guided {
            case .accuracy: layout.crosses
            case .jitter: layout.restSpots
            case .tap: layout.tapSpots
            case .linearity: [layout.rails[0].from, layout.rails[0].to]
            case .coverage, .multiTouch, .edgeSwipe, .latency, .ghosts: []
            }
        return places.map { CGRect(x: $0.x - 14, y: $0.y - 14, width: 28, height: 28) }
    }

    /// Whether a label is a button's.
    func isOnButton(_ label: UILabel) -> Bool {
        label.superview.map { "\(type(of: $0))".hasSuffix("Button") } ?? false
    }

    /// How many pixels have to be drawn anew.
    var damagedPixels: Int {
        var region = Region()
        simulator.application.collectDamage(into: &region)
        return region.area
    }

    // MARK: Fingers

    /// One hardware frame, now: where fingers are, and nil for those that are lifted.
    ///
    /// - Parameter time: When the panel saw it, if that wasn't just now.
    func frame(_ fingers: [(slot: Int, place: CGPoint?)], at time: Timestamp? = nil) {
        var frame = TouchFrame(
            device: panel.id, time: time ?? Timestamp(seconds: simulator.time), contacts: [])
        for (slot, place) in fingers {
            let seen = place.map { distort(geometry.normalized(point: $0)) }
            if let seen, !isDead(seen) {
                let known = down[slot]
                let id = known ?? trackingID
                if known == nil {
                    trackingID += 1
                    down[slot] = id
                }
                lastPlaces[slot] = seen
                frame.contacts.append(
                    TouchContact(
                        slot: slot, trackingID: id, state: known == nil ? .down : .motion,
                        position: seen))
            } else if let id = down.removeValue(forKey: slot) {
                frame.contacts.append(
                    TouchContact(
                        slot: slot, trackingID: id, state: .up,
                        position: lastPlaces[slot] ?? .zero))
            }
        }
        if !frame.contacts.isEmpty { rawTouches.tell(frame, of: panel) }
    }

    private var lastPlaces: [Int: CGPoint] = [:]

    /// The time between two reports, in seconds: 125 Hz.
    static let interval = 0.008

    /// A finger comes down, stays, and is lifted; a moment later it is another one.
    func tap(_ place: CGPoint, seconds: Double = 0.12) {
        frame([(0, place)])
        simulator.advance(by: seconds)
        frame([(0, nil)])
        simulator.advance(by: 0.12)
    }

    /// Fingers go along a path for so many seconds; the path is told parts of the time, 0…1.
    func move(
        fingers: Int = 1, seconds: Double, lifts: Bool = true, _ path: (Int, Double) -> CGPoint
    ) {
        let count = max(1, Int((seconds / Self.interval).rounded()))
        for step in 0...count {
            frame((0..<fingers).map { ($0, path($0, Double(step) / Double(count))) })
            simulator.advance(by: Self.interval)
        }
        if lifts {
            frame((0..<fingers).map { ($0, nil) })
            simulator.advance(by: 0.12)
        }
    }

    func line(from: CGPoint, to: CGPoint, seconds: Double, lifts: Bool = true) {
        move(seconds: seconds, lifts: lifts) { _, part in
            CGPoint(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
        }
    }

    private func middle(of rect: CGRect) -> CGPoint { CGPoint(x: rect.midX, y: rect.midY) }

    func pressNext() {
        tap(middle(of: layout.nextButton), seconds: test.needsLongPress ? 1.1 : 0.15)
    }
    func pressApply() { tap(middle(of: layout.applyButton), seconds: 0.15) }

    // MARK: The technician

    /// Begins, if nobody did yet, and skips what comes before a test.
    func go(to test: GuidedTest) {
        if self.test.phase == .welcome { tap(CGPoint(x: 60, y: 60)) }
        var presses = 0
        while self.test.phase != .testing(test), presses < 30 {
            pressNext()
            presses += 1
        }
        #expect(self.test.phase == .testing(test))
    }

    /// Does a test; a part of it only, where `part` is less than 1.
    func perform(_ guided: GuidedTest, part: Double = 1) {
        let bounds = layout.stage.bounds
        switch guided {
        case .coverage: paint(bounds, part)
        case .accuracy:
            for cross in layout.crosses.prefix(Int(9 * part)) { tap(jittered(cross)) }
        case .linearity:
            let rails = layout.rails
            line(from: rails[0].from, to: rails[0].to, seconds: 3)
            simulator.advance(by: 0.6)
            line(
                from: rails[1].from, to: Self.between(rails[1], part), seconds: 3 * part,
                lifts: part == 1)
            if part == 1 { simulator.advance(by: 0.6) }
        case .jitter:
            for spot in layout.restSpots.prefix(Int(5 * part)) {
                move(seconds: 2.4) { _, _ in spot }
                simulator.advance(by: 0.2)
            }
        case .multiTouch:
            hold(seconds: 4.2)
            nearing(1)
        case .tap:
            for _ in 0..<Int(30 * part) {
                guard let target = test.tap?.target else { return }
                tap(jittered(target), seconds: 0.06)
            }
        case .edgeSwipe:
            for edge in ScreenEdge.allCases.prefix(Int(4 * part)) { swipe(edge, bounds) }
        case .latency:
            circle(seconds: 5.3 * part, lifts: part == 1)
        case .ghosts:
            simulator.advance(by: 12.2 * part)
        }
    }

    private static func between(
        _ line: (from: CGPoint, to: CGPoint), _ part: Double
    ) -> CGPoint {
        CGPoint(
            x: line.from.x + part * (line.to.x - line.from.x),
            y: line.from.y + part * (line.to.y - line.from.y))
    }

    private func paint(_ bounds: CGRect, _ part: Double) {
        let rowHeight = bounds.height / CGFloat(layout.rows) * 0.7
        let step = 2 * layout.stage.pointsPerMillimeter
        var y: CGFloat = 1
        var isForward = true
        while y < bounds.height * part + rowHeight {
            let row = min(y, bounds.height - 1)
            let from = CGPoint(x: isForward ? 1 : bounds.width - 1, y: row)
            let to = CGPoint(x: isForward ? bounds.width - 1 : 1, y: row)
            line(from: from, to: to, seconds: Double(bounds.width / step) * Self.interval)
            if test.coverage == nil { return }
            isForward.toggle()
            y += rowHeight
        }
    }

    private var taps = 0

    /// As a person taps: within a millimetre.
    private func jittered(_ place: CGPoint) -> CGPoint {
        taps += 1
        let angle = Double(taps) * 2.4
        return CGPoint(x: place.x + 2 * cos(angle), y: place.y + 2 * sin(angle))
    }

    /// Ten fingers as two hands put them down.
    func fingerPlace(_ finger: Int) -> CGPoint {
        let bounds = layout.stage.bounds
        let hand = CGFloat(finger / 5)
        let isUpright = bounds.height > bounds.width
        let along = [0.08, 0.27, 0.5, 0.72, 0.93][finger % 5]
        let across = [0.3, 0.1, 0.05, 0.1, 0.25][finger % 5]
        return isUpright
            ? CGPoint(
                x: bounds.width * along, y: bounds.height * (0.35 + 0.3 * hand + across * 0.8))
            : CGPoint(
                x: bounds.width * (0.03 + 0.5 * hand + along * 0.44),
                y: bounds.height * (0.45 + across))
    }

    func hold(seconds: Double, lifts: Bool = true) {
        move(fingers: 10, seconds: seconds, lifts: lifts) { finger, _ in
            self.fingerPlace(finger)
        }
    }

    /// Two fingers come together, as far as they can.
    func nearing(_ part: Double) {
        let bounds = layout.stage.bounds
        let apart = 40 * layout.stage.pointsPerMillimeter
        let near = 9 * layout.stage.pointsPerMillimeter
        move(fingers: 2, seconds: 2, lifts: part == 1) { finger, time in
            let distance = apart + (near - apart) * min(time * 1.2, 1) * part
            let side: CGFloat = finger == 0 ? -1 : 1
            return CGPoint(
                x: bounds.midX + side * distance / 2, y: bounds.height * 0.75)
        }
        if part == 1 { simulator.advance(by: 0.5) }
    }

    private func swipe(_ edge: ScreenEdge, _ bounds: CGRect) {
        let length = 30 * layout.stage.pointsPerMillimeter
        let (from, to) =
            switch edge {
            case .left: (CGPoint(x: 0, y: bounds.midY), CGPoint(x: length, y: bounds.midY))
            case .right:
                (
                    CGPoint(x: bounds.maxX - 0.1, y: bounds.midY),
                    CGPoint(x: bounds.maxX - length, y: bounds.midY)
                )
            case .top: (CGPoint(x: bounds.midX, y: 0), CGPoint(x: bounds.midX, y: length))
            case .bottom:
                (
                    CGPoint(x: bounds.midX, y: bounds.maxY - 0.1),
                    CGPoint(x: bounds.midX, y: bounds.maxY - length)
                )
            }
        line(from: from, to: to, seconds: 0.3)
    }

    func circle(seconds: Double, lifts: Bool) {
        let bounds = layout.stage.bounds
        let isWide = bounds.width > bounds.height
        let radius = min(bounds.width, bounds.height) * (isWide ? 0.34 : 0.36)
        let middle = CGPoint(
            x: bounds.width * (isWide ? 0.64 : 0.5), y: bounds.height * (isWide ? 0.46 : 0.56))
        move(seconds: seconds, lifts: lifts) { _, part in
            let angle = part * seconds * 4
            return CGPoint(
                x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
        }
    }

    /// From the welcome page to the summary.
    func performAll() {
        tap(CGPoint(x: 60, y: 60))
        for guided in GuidedTest.allCases {
            #expect(test.phase == .testing(guided))
            perform(guided)
            simulator.advance(by: 2.2)
        }
    }
}

/// Frames that a test makes.
@MainActor
final class ShownFrames: FrameRecords {
    private(set) var records: [FrameRecord] = []
    var missedVblanks: Int { 0 }
    var periodMicroseconds: Int64? { 16_667 }

    /// A frame is shown now, with a sample that is so many microseconds old.
    func add(latency: Int64) {
        var record = FrameRecord()
        record.flipped = Timestamp(seconds: CACurrentMediaTime())
        record.samples = [ShownSample(time: record.flipped.advanced(byMicroseconds: -latency))]
        records.append(record)
    }
}
