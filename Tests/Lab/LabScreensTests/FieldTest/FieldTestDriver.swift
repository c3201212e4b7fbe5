import Glibc
import KioskServices
import LabFieldTest
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// Runs a field test in a simulator and performs the tests by reporting touch frames.
@MainActor
final class FieldTestDriver {
    /// The size and scale of a screen.
    struct Screen: CustomTestStringConvertible, Sendable {
        /// The width in points.
        var width: CGFloat
        /// The height in points.
        var height: CGFloat
        /// The scale in pixels per point.
        var scale: CGFloat
        /// The physical size in millimeters, or `nil` for a screen that reports none.
        var millimeters: CGSize?

        var testDescription: String { "\(Int(width))x\(Int(height))@\(Int(scale))" }

        /// A 7-inch landscape screen, common on boards.
        static let landscape = Screen(
            width: 800, height: 480, scale: 1, millimeters: CGSize(width: 154, height: 86))
        /// A 5-inch portrait screen.
        static let portrait = Screen(
            width: 360, height: 640, scale: 2, millimeters: CGSize(width: 62, height: 110))
        /// A portrait screen of unknown size.
        static let tall = Screen(width: 480, height: 800, scale: 1)
        /// A 4-inch landscape screen.
        static let small = Screen(
            width: 400, height: 240, scale: 2, millimeters: CGSize(width: 88, height: 53))
    }

    /// The screens for which golden pictures of all results exist.
    nonisolated static let screens: [Screen] = [.landscape, .portrait]

    let simulator: TouchSimulator
    let rawTouches: ScriptedRawTouches
    let frames = TestFrameRecords()
    let display: ScriptedDisplayInformation
    /// The first touchscreen, which reports all frames of the driver.
    let touchscreen: TouchscreenDescription
    let controller: FieldTestViewController
    /// The reports that the controller passed to `onReport`.
    private(set) var reports: [FieldTestReport] = []
    /// The calibrations that the controller passed to `onCalibration`.
    private(set) var calibrations: [TouchCalibration] = []
    /// The devices that the controller passed to `onStoreCalibration`.
    private(set) var devicesToStore: [DeviceID] = []
    /// The number of calls of `onDone`.
    private(set) var doneCount = 0
    /// Maps a position on the touchscreen, 0…1, to the position that the touchscreen reports.
    var distort: (CGPoint) -> CGPoint = { $0 }
    /// Returns whether a reported position, 0…1, is inside a dead zone of the touchscreen.
    var isDead: (CGPoint) -> Bool = { _ in false }
    private var nextTrackingID: Int32 = 0
    /// The tracking IDs of the contacts that are down, by slot.
    private var trackingIDs: [Int: Int32] = [:]
    /// The last reported positions, 0…1, by slot.
    private var lastPositions: [Int: CGPoint] = [:]

    /// Launches a field test.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - touchscreenCount: The number of connected touchscreens.
    init(_ screen: Screen = .landscape, touchscreenCount: Int = 1) {
        simulator = TouchSimulator(
            screenSize: CGSize(width: screen.width, height: screen.height), scale: screen.scale)
        touchscreen = Self.makeTouchscreen(1)
        rawTouches = ScriptedRawTouches(
            touchscreens: (0..<touchscreenCount).map { Self.makeTouchscreen(UInt32($0 + 1)) })
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
        controller.setup.onReport = { [weak self] report, _, _ in self?.reports.append(report) }
        controller.setup.onCalibration = { [weak self] in self?.calibrations.append($1) }
        controller.setup.onStoreCalibration = { [weak self] in self?.devicesToStore.append($0) }
        controller.onDone = { [weak self] in self?.doneCount += 1 }
        simulator.window.rootViewController = controller
    }

    /// Returns the description of a touchscreen with ten slots.
    static func makeTouchscreen(_ number: UInt32) -> TouchscreenDescription {
        TouchscreenDescription(
            id: DeviceID(rawValue: number), name: "ILITEK ILITEK-TP", node: "/dev/input/event1",
            slotCount: 10)
    }

    var test: FieldTest { controller.fieldTest }
    var layout: FieldTestLayout { test.layout }
    var geometry: ScreenGeometry { UIScreen.main.geometry }

    // MARK: Contents of the screen

    /// The texts of all visible labels.
    var texts: [String] {
        simulator.window.layoutIfNeeded()
        return Self.visibleLabels(in: controller.view).compactMap(\.text).filter { !$0.isEmpty }
    }

    /// Returns the labels in a view, except hidden ones.
    private static func visibleLabels(in view: UIView) -> [UILabel] {
        if view.isHidden { return [] }
        return ((view as? UILabel).map { [$0] } ?? [])
            + view.subviews.flatMap { visibleLabels(in: $0) }
    }

    /// The visible labels with a text.
    var visibleLabels: [UILabel] {
        simulator.window.layoutIfNeeded()
        return Self.visibleLabels(in: controller.view).filter { $0.text?.isEmpty == false }
    }

    /// Returns whether a label belongs to a page and not to the header or a button.
    func belongsToPage(_ label: UILabel) -> Bool {
        var view: UIView? = label
        while let current = view {
            if "\(type(of: current))".hasSuffix("Page") { return true }
            view = current.superview
        }
        return false
    }

    /// Returns squares around the targets of a test, in points.
    func targets(of guided: GuidedTest) -> [CGRect] {
        let centers: [CGPoint] =
            switch guided {
            case .accuracy: layout.crosses
            case .jitter: layout.restSpots
            case .tap: layout.tapSpots
            case .linearity: [layout.rails[0].from, layout.rails[0].to]
            case .coverage, .multiTouch, .edgeSwipe, .latency, .ghosts: []
            }
        return centers.map { CGRect(x: $0.x - 14, y: $0.y - 14, width: 28, height: 28) }
    }

    /// Returns whether a label is the title of a button.
    func isOnButton(_ label: UILabel) -> Bool {
        label.superview.map { "\(type(of: $0))".hasSuffix("Button") } ?? false
    }

    /// The number of damaged pixels.
    var damagedPixelCount: Int {
        var region = Region()
        simulator.application.collectDamage(into: &region)
        return region.area
    }

    // MARK: Touch frames

    /// Reports a touch frame.
    ///
    /// - Parameters:
    ///   - fingers: The slots with the positions of fingers in points, or `nil` for a finger that
    ///     lifts.
    ///   - time: The timestamp of the frame, or `nil` for the present time.
    func reportFrame(_ fingers: [(slot: Int, position: CGPoint?)], at time: Timestamp? = nil) {
        var frame = TouchFrame(
            device: touchscreen.id, time: time ?? Timestamp(seconds: simulator.time), contacts: [])
        for (slot, position) in fingers {
            let reported = position.map { distort(geometry.normalized(point: $0)) }
            if let reported, !isDead(reported) {
                let known = trackingIDs[slot]
                let id = known ?? nextTrackingID
                if known == nil {
                    nextTrackingID += 1
                    trackingIDs[slot] = id
                }
                lastPositions[slot] = reported
                frame.contacts.append(
                    TouchContact(
                        slot: slot, trackingID: id, state: known == nil ? .down : .motion,
                        position: reported))
            } else if let id = trackingIDs.removeValue(forKey: slot) {
                frame.contacts.append(
                    TouchContact(
                        slot: slot, trackingID: id, state: .up,
                        position: lastPositions[slot] ?? .zero))
            }
        }
        if !frame.contacts.isEmpty { rawTouches.report(frame, of: touchscreen) }
    }

    /// The time between two reports, in seconds: 125 Hz.
    static let reportInterval = 0.008

    /// Taps a position in points, and waits long enough that the next tap is not a bounce.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - seconds: The duration of the tap.
    func tap(_ position: CGPoint, seconds: Double = 0.12) {
        reportFrame([(0, position)])
        simulator.advance(by: seconds)
        reportFrame([(0, nil)])
        simulator.advance(by: 0.12)
    }

    /// Moves fingers along paths.
    ///
    /// - Parameters:
    ///   - fingers: The number of fingers.
    ///   - seconds: The duration of the movement.
    ///   - lifts: Whether the fingers lift at the end.
    ///   - path: Returns the position of a finger in points at a fraction of the duration, 0…1.
    func move(
        fingers: Int = 1, seconds: Double, lifts: Bool = true, _ path: (Int, Double) -> CGPoint
    ) {
        let count = max(1, Int((seconds / Self.reportInterval).rounded()))
        for step in 0...count {
            reportFrame((0..<fingers).map { ($0, path($0, Double(step) / Double(count))) })
            simulator.advance(by: Self.reportInterval)
        }
        if lifts {
            reportFrame((0..<fingers).map { ($0, nil) })
            simulator.advance(by: 0.12)
        }
    }

    /// Moves a finger along a straight line.
    func drawLine(from: CGPoint, to: CGPoint, seconds: Double, lifts: Bool = true) {
        move(seconds: seconds, lifts: lifts) { _, fraction in
            Self.point(on: (from, to), at: fraction)
        }
    }

    private func center(of rect: CGRect) -> CGPoint { CGPoint(x: rect.midX, y: rect.midY) }

    /// Presses the button that ends the page.
    func pressNext() {
        tap(center(of: layout.nextButton), seconds: test.needsLongPress ? 1.1 : 0.15)
    }
    /// Presses the button that applies the proposed calibration.
    func pressApply() { tap(center(of: layout.applyButton), seconds: 0.15) }

    // MARK: Performing tests

    /// Skips all pages before a test, and starts the field test if necessary.
    func skip(to test: GuidedTest) {
        if self.test.phase == .welcome { tap(CGPoint(x: 60, y: 60)) }
        var presses = 0
        while self.test.phase != .testing(test), presses < 30 {
            pressNext()
            presses += 1
        }
        #expect(self.test.phase == .testing(test))
    }

    /// Performs a test.
    ///
    /// - Parameters:
    ///   - guided: The test.
    ///   - share: The share of the test to perform, 0…1.
    func perform(_ guided: GuidedTest, share: Double = 1) {
        let bounds = layout.stage.bounds
        switch guided {
        case .coverage: paint(bounds, share)
        case .accuracy:
            for cross in layout.crosses.prefix(Int(9 * share)) { tap(jittered(cross)) }
        case .linearity:
            let rails = layout.rails
            drawLine(from: rails[0].from, to: rails[0].to, seconds: 3)
            simulator.advance(by: 0.6)
            drawLine(
                from: rails[1].from, to: Self.point(on: rails[1], at: share),
                seconds: 3 * share, lifts: share == 1)
            if share == 1 { simulator.advance(by: 0.6) }
        case .jitter:
            for spot in layout.restSpots.prefix(Int(5 * share)) {
                move(seconds: 2.4) { _, _ in spot }
                simulator.advance(by: 0.2)
            }
        case .multiTouch:
            holdTenFingers(seconds: 4.2)
            pinchTogether(share: 1)
        case .tap:
            for _ in 0..<Int(30 * share) {
                guard let target = test.tap?.target else { return }
                tap(jittered(target), seconds: 0.06)
            }
        case .edgeSwipe:
            for edge in ScreenEdge.allCases.prefix(Int(4 * share)) { swipe(edge, bounds) }
        case .latency:
            drawCircle(seconds: 5.3 * share, lifts: share == 1)
        case .ghosts:
            simulator.advance(by: 12.2 * share)
        }
    }

    /// Returns the point at a fraction of a line, 0…1.
    private static func point(
        on line: (from: CGPoint, to: CGPoint), at fraction: Double
    ) -> CGPoint {
        CGPoint(
            x: line.from.x + fraction * (line.to.x - line.from.x),
            y: line.from.y + fraction * (line.to.y - line.from.y))
    }

    /// Paints the upper share of the screen row by row, until the coverage page ends.
    private func paint(_ bounds: CGRect, _ share: Double) {
        let rowHeight = bounds.height / CGFloat(layout.rows) * 0.7
        let step = 2 * layout.stage.pointsPerMillimeter
        var y: CGFloat = 1
        var isForward = true
        while y < bounds.height * share + rowHeight {
            let row = min(y, bounds.height - 1)
            let from = CGPoint(x: isForward ? 1 : bounds.width - 1, y: row)
            let to = CGPoint(x: isForward ? bounds.width - 1 : 1, y: row)
            drawLine(from: from, to: to, seconds: Double(bounds.width / step) * Self.reportInterval)
            if test.coverage == nil { return }
            isForward.toggle()
            y += rowHeight
        }
    }

    private var jitterCount = 0

    /// Returns a position two points beside `target`, in a different direction with each call: the
    /// scatter of a careful user's taps.
    private func jittered(_ target: CGPoint) -> CGPoint {
        jitterCount += 1
        let angle = Double(jitterCount) * 2.4
        return CGPoint(x: target.x + 2 * cos(angle), y: target.y + 2 * sin(angle))
    }

    /// Returns the position of one of ten fingers of two hands, in points.
    private func fingerPosition(_ finger: Int) -> CGPoint {
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

    /// Holds ten fingers still.
    func holdTenFingers(seconds: Double, lifts: Bool = true) {
        move(fingers: 10, seconds: seconds, lifts: lifts) { finger, _ in
            self.fingerPosition(finger)
        }
    }

    /// Moves two fingers together.
    ///
    /// - Parameter share: The share of the movement, 0…1. With 1 the fingers lift.
    func pinchTogether(share: Double) {
        let bounds = layout.stage.bounds
        let apart = 40 * layout.stage.pointsPerMillimeter
        let near = 9 * layout.stage.pointsPerMillimeter
        move(fingers: 2, seconds: 2, lifts: share == 1) { finger, fraction in
            let distance = apart + (near - apart) * min(fraction * 1.2, 1) * share
            let side: CGFloat = finger == 0 ? -1 : 1
            return CGPoint(
                x: bounds.midX + side * distance / 2, y: bounds.height * 0.75)
        }
        if share == 1 { simulator.advance(by: 0.5) }
    }

    /// Swipes inwards from an edge of the screen.
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
        drawLine(from: from, to: to, seconds: 0.3)
    }

    /// Moves a finger along the circle of the latency page.
    func drawCircle(seconds: Double, lifts: Bool) {
        let bounds = layout.stage.bounds
        let isWide = bounds.width > bounds.height
        let radius = min(bounds.width, bounds.height) * (isWide ? 0.34 : 0.36)
        let center = CGPoint(
            x: bounds.width * (isWide ? 0.64 : 0.5), y: bounds.height * (isWide ? 0.46 : 0.56))
        move(seconds: seconds, lifts: lifts) { _, fraction in
            let angle = fraction * seconds * 4
            return CGPoint(
                x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
    }

    /// Performs all tests, from the welcome page to the summary.
    func performAll() {
        tap(CGPoint(x: 60, y: 60))
        for guided in GuidedTest.allCases {
            #expect(test.phase == .testing(guided))
            perform(guided)
            simulator.advance(by: 2.2)
        }
    }
}
