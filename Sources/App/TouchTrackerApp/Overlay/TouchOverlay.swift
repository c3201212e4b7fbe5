import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// A window over everything that shows what panels report: a crosshair, a trail and a row of figures for each
/// finger, and what frames cost. Fingers go through it, and nothing is shown of them while a window is
/// secret.
///
/// It moves only while there is something to move: when no finger is reported for a second it rests.
package final class TouchOverlay: UIWindow, RawTouchObserver {
    /// In front of the lock and the maintenance menu, behind a pointer's cursor.
    static let level = UIWindow.Level(rawValue: 9_000)
    /// How often figures change, in seconds.
    static let figuresInterval = 0.25
    /// Of more fingers every other one is brought up to date in a frame, the rest in the next: so ten cost a
    /// frame what five do.
    private static let mostAtOnce = 5
    /// A finger that rests stays within so much, in millimetres.
    private static let restRadius = 2.0
    /// … or within so much where nobody knows how large the picture is, in pixels: 2 mm at 150 dots per inch.
    private static let restPixels = 12.0

    private let rawTouches: any RawTouches
    private let frames: any FrameRecords
    private let display: any DisplayInformation
    private let fingers = OverlayFingers()
    private let crosshairs: OverlayCrosshairs
    private let plate: OverlayPlate
    private lazy var link = CADisplayLink(target: self, action: { $0.step })
    private var isPlateBelow = false
    private var missedBefore: Int
    private var figuresTime = -1.0
    /// Counts its frames: whose turn it is.
    private var turn = 0
    /// The row that was written last.
    private var writtenRow = 0
    /// The panel that said something last.
    private var panel: PanelDescription?
    /// Millimetres per pixel; nil where nobody knows.
    private var millimetersPerPixel: Double?

    /// Shows what panels report from now on.
    ///
    /// - Parameters:
    ///   - rawTouches: What panels report.
    ///   - frames: What frames cost.
    ///   - display: The display.
    package init(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInformation
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
        crosshairs = OverlayCrosshairs(fingers)
        plate = OverlayPlate()
        missedBefore = frames.missedVblanks
        super.init(frame: UIScreen.main.bounds)
        windowLevel = Self.level
        isUserInteractionEnabled = false
        isOpaque = false
        addSubview(crosshairs)
        addSubview(plate)
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        panelsChanged()
        showFigures(at: .zero, isResting: true)
        rawTouches.addObserver(self)
        isHidden = false
    }

    /// Shows nothing any more.
    package func dismiss() {
        rawTouches.removeObserver(self)
        link.invalidate()
        isHidden = true
    }

    /// All that is written: the figures, then a line for each row, its columns apart by `|`.
    package var words: [String] { plate.words }
    /// Whether it moves.
    package var isMoving: Bool { !link.isPaused }

    // MARK: What comes in

    /// A panel reported a frame.
    package func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
        if UIApplication.shared.showsSecret {
            hideFingers()
            return
        }
        if self.panel?.id != panel.id {
            self.panel = panel
            measurePanel()
        }
        fingers.take(frame, of: panel, geometry: UIScreen.main.geometry)
        link.isPaused = false
    }

    /// Panels came or went.
    package func panelsChanged() {
        let panels = rawTouches.panels
        if !panels.contains(where: { $0.id == panel?.id }) { panel = panels.first }
        measurePanel()
    }

    private func measurePanel() {
        let info = display.info
        let size = info?.physicalSize(touchedBy: panel)
        millimetersPerPixel = size.flatMap { size in
            info.map {
                (size.width / Double($0.pixelWidth) + size.height / Double($0.pixelHeight)) / 2
            }
        }
        fingers.restRadius = millimetersPerPixel.map { Self.restRadius / $0 } ?? Self.restPixels
        plate[.device] = panel?.name ?? "no touch panel"
        arrangePlate()
    }

    private func hideFingers() {
        if fingers.rows == 0 { return }
        fingers.forgetAll()
        link.isPaused = false
    }

    // MARK: Layout

    /// Keeps everything in its place, whatever size the screen has.
    package override func layoutSubviews() {
        super.layoutSubviews()
        crosshairs.frame = bounds
        arrangePlate()
    }

    private func arrangePlate() {
        let panels = rawTouches.panels
        plate.arrange(
            width: bounds.width, hasPressure: panels.contains { $0.hasPressure },
            hasSize: panels.contains { $0.hasContactSize },
            unit: millimetersPerPixel == nil ? "pt" : "mm")
        placePlate()
    }

    private func placePlate() {
        let height = plate.height(rows: plate.rowCount)
        let frame = CGRect(
            x: 0, y: isPlateBelow ? bounds.height - height : 0, width: bounds.width,
            height: height)
        if plate.frame != frame { plate.frame = frame }
        opaquePart = frame
        crosshairs.lineArea = CGRect(
            x: 0, y: isPlateBelow ? 0 : height, width: bounds.width,
            height: max(bounds.height - height, 0))
    }

    /// The plate gets out of the way of a finger, unless there are some at either edge.
    private func dodge() {
        let height = plate.frame.height
        var isAbove = false
        var isBelow = false
        for finger in fingers.all where finger.isDown {
            isAbove = isAbove || finger.report.place.y < height
            isBelow = isBelow || finger.report.place.y >= bounds.height - height
        }
        if isPlateBelow ? isBelow && !isAbove : isAbove && !isBelow {
            isPlateBelow.toggle()
            placePlate()
        }
    }

    // MARK: Each frame

    private func step(_ link: CADisplayLink) {
        if UIApplication.shared.showsSecret { fingers.forgetAll() }
        let now = Timestamp(seconds: link.timestamp)
        turn &+= 1
        let takesTurns = fingers.down > Self.mostAtOnce
        let mostMarks = fingers.mostMarksOfEach
        let due = fingers.all.lazy.filter { [turn] in
            !takesTurns || ($0.number + turn) % 2 == 0
        }
        for finger in due { finger.expireMarks(at: now, most: mostMarks) }
        let rows = fingers.rows
        if rows != plate.rowCount {
            plate.show(rows: rows)
            placePlate()
        }
        // Many fingers would have it leap about.
        if !takesTurns { dodge() }
        for finger in due { crosshairs.update(finger) }
        writePlaces(inTurn: takesTurns)
        var rests = true
        for finger in fingers.all where finger.hasMarks { rests = false }
        if rests || abs(link.timestamp - figuresTime) >= Self.figuresInterval {
            figuresTime = link.timestamp
            showFigures(at: now, isResting: rests)
        }
        link.isPaused = rests
    }

    /// Writes down where fingers are: of all of them; or of those that have just come, and of one of the others, in
    /// turn. Nobody reads ten rows sixty times a second.
    private func writePlaces(inTurn takesTurns: Bool) {
        let all = fingers.all
        for finger in all where finger.isShown && !(takesTurns && finger.isWritten) {
            showPlace(of: finger)
        }
        for _ in all.indices where takesTurns {
            writtenRow = (writtenRow + 1) % all.count
            guard all[writtenRow].isShown else { continue }
            return showPlace(of: all[writtenRow])
        }
    }

    private func showPlace(of finger: OverlayFinger) {
        finger.placeWritten()
        let row = finger.number
        let report = finger.report
        plate.set(OverlayNumber.whole(finger.slot), .slot, ofRow: row)
        plate.set(OverlayNumber.whole(Int(finger.trackingID)), .id, ofRow: row)
        plate.set(
            OverlayNumber.pair(number(report.place.x), number(report.place.y)), .points, ofRow: row)
        plate.set(
            report.raw.map {
                OverlayNumber.pair(OverlayNumber.whole(Int($0.x)), OverlayNumber.whole(Int($0.y)))
            } ?? OverlayNumber.none, .units, ofRow: row)
        plate.set(
            report.pressure.map { OverlayNumber.part($0) } ?? OverlayNumber.none, .pressure,
            ofRow: row)
        plate.set(report.radius.map { size(ofRadius: $0) } ?? OverlayNumber.none, .size, ofRow: row)
        // Of the finger that had the row before.
        if finger.rate.hertz == nil { plate.set(OverlayNumber.none, .rate, ofRow: row) }
    }

    private func number(_ value: CGFloat) -> String {
        plate.hasTenths ? OverlayNumber.tenths(value) : OverlayNumber.wholeNearest(value)
    }

    /// The length of a contact, in millimetres, or in points where nobody knows these.
    private func size(ofRadius radius: Double) -> String {
        let pixels = 2 * radius * UIScreen.main.scale
        return OverlayNumber.wholeNearest(
            millimetersPerPixel.map { pixels * $0 } ?? 2 * radius)
    }

    // MARK: Figures

    private func showFigures(at now: Timestamp, isResting: Bool) {
        let down = fingers.down
        plate[.fingers] = "\(down) finger\(down == 1 ? "" : "s"), most \(fingers.mostDown)"
        let figures = OverlayFigures(isResting ? [] : frames.records, at: now)
        let missed = frames.missedVblanks - missedBefore
        let rate = isResting ? "at rest" : "\(figures.frames) frames/s"
        plate[.frames] = "\(rate), \(missed) missed"
        if let median = figures.medianLatency, let longest = figures.longestLatency {
            plate[.latency] =
                "latency \(OverlayNumber.milliseconds(median)) ms, most \(OverlayNumber.milliseconds(longest))"
        } else {
            plate[.latency] = "latency \(OverlayNumber.none)"
        }
        showJitter(at: now)
        for finger in fingers.all where finger.isShown {
            plate.set(
                finger.rate.hertz.map { OverlayNumber.wholeNearest($0) } ?? OverlayNumber.none,
                .rate, ofRow: finger.number)
        }
    }

    /// Of the finger that trembles most.
    private func showJitter(at now: Timestamp) {
        var worst: RestJitter.Figures?
        for finger in fingers.all where finger.isDown {
            guard let figures = finger.jitter.figures(at: now) else { continue }
            if figures.peak >= worst?.peak ?? 0 { worst = figures }
        }
        guard let worst else {
            plate[.jitter] = "jitter \(OverlayNumber.none)"
            plate[.jitterMillimeters] = ""
            return
        }
        plate[.jitter] =
            "jitter \(OverlayNumber.tenths(worst.peak)) px, rms \(OverlayNumber.tenths(worst.rms))"
        plate[.jitterMillimeters] =
            millimetersPerPixel.map {
                "\(OverlayNumber.hundredths(worst.peak * $0)) mm, rms \(OverlayNumber.hundredths(worst.rms * $0))"
            } ?? ""
    }
}
