import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// A window above all others that shows what the touchscreens report: a crosshair, a trail and a
/// row of values for each contact, and statistics about the frames.
///
/// Touches pass through the window. The overlay hides all contacts while a window is visible whose
/// contacts must not be shown, such as the lock. The display link is paused while there are no
/// trails. The last trail disappears one second after the last report of a contact.
package final class TouchOverlay: UIWindow, RawTouchObserver {
    /// The window level: above the lock and the maintenance menu, below the mouse cursor.
    static let level = UIWindow.Level(rawValue: 9_000)
    /// The interval at which statistics are updated, in seconds.
    static let statisticsInterval = 0.25
    /// The largest number of contacts that are updated in every frame. With more contacts, odd and
    /// even rows alternate, so that ten contacts cost as much per frame as five.
    private static let maximumUpdatesPerFrame = 5
    /// The maximum distance of a resting contact from its mean position, in millimeters.
    private static let restRadius = 2.0
    /// The maximum distance of a resting contact from its mean position, in pixels, on a screen of
    /// unknown size: 2 mm at 150 pixels per inch.
    private static let restRadiusInPixels = 12.0

    private let rawTouches: any RawTouches
    private let frames: any FrameRecords
    private let display: any DisplayInfoProvider
    private let contacts = OverlayContacts()
    private let crosshairs: OverlayCrosshairs
    private let readout: OverlayReadout
    private lazy var displayLink = CADisplayLink(target: self, action: { $0.updateForFrame })
    /// Whether the readout is at the lower edge of the screen.
    private var isReadoutAtBottom = false
    /// The number of vblanks missed before the overlay was created.
    private let earlierMissedVblanks: Int
    /// The time of the last update of the statistics, in seconds.
    private var statisticsTime = -1.0
    /// The number of frames so far, which selects the rows to update.
    private var frameCount = 0
    /// The index of the row that was written last while rows alternate.
    private var writtenRow = 0
    /// The touchscreen that reported last, or `nil` if no touchscreen is connected.
    private var touchscreen: TouchscreenDescription?
    /// The average size of a pixel in millimeters, or `nil` if the size of the screen is unknown.
    private var millimetersPerPixel: Double?

    /// Creates a visible overlay that observes the touchscreens.
    ///
    /// - Parameters:
    ///   - rawTouches: The touch frames as the touchscreens report them.
    ///   - frames: The records of the newest frames.
    ///   - display: The properties of the display.
    package init(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
        crosshairs = OverlayCrosshairs(contacts)
        readout = OverlayReadout()
        earlierMissedVblanks = frames.missedVblanks
        super.init(frame: UIScreen.main.bounds)
        windowLevel = Self.level
        isUserInteractionEnabled = false
        isOpaque = false
        addSubview(crosshairs)
        addSubview(readout)
        displayLink.isPaused = true
        displayLink.add(to: .main, forMode: .common)
        touchscreensChanged()
        showStatistics(at: .zero, isIdle: true)
        rawTouches.addObserver(self)
        isHidden = false
    }

    /// Hides the overlay and stops observing the touchscreens.
    package func dismiss() {
        rawTouches.removeObserver(self)
        displayLink.invalidate()
        isHidden = true
    }

    /// All texts: the summary items, then each row with its columns separated by `|`.
    package var textLines: [String] { readout.textLines }
    /// Whether the overlay is updated in every frame.
    package var isUpdating: Bool { !displayLink.isPaused }

    // MARK: Input

    /// Updates the contacts from a touch frame, or hides all contacts while a window is visible
    /// whose contacts must not be shown, such as the lock.
    package func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        if UIApplication.shared.showsSecretWindow {
            hideContacts()
            return
        }
        if self.touchscreen?.id != touchscreen.id {
            self.touchscreen = touchscreen
            updatePhysicalSize()
        }
        contacts.process(frame, of: touchscreen, geometry: UIScreen.main.geometry)
        displayLink.isPaused = false
    }

    /// Updates the name of the touchscreen, the physical size and the columns.
    package func touchscreensChanged() {
        let touchscreens = rawTouches.touchscreens
        touchscreen = touchscreens.first { $0.id == touchscreen?.id } ?? touchscreens.first
        updatePhysicalSize()
    }

    /// Calculates all values that depend on the physical size of the screen, and lays out the
    /// readout.
    private func updatePhysicalSize() {
        let info = display.info
        let size = info?.effectivePhysicalSize(preferring: touchscreen)
        millimetersPerPixel = size.flatMap { size in
            info.map {
                (size.width / Double($0.pixelWidth) + size.height / Double($0.pixelHeight)) / 2
            }
        }
        contacts.restRadius =
            millimetersPerPixel.map { Self.restRadius / $0 } ?? Self.restRadiusInPixels
        readout[.device] = deviceText
        layOutReadout()
    }

    /// The name of the touchscreen, and the interval at which its driver polls the touchscreen.
    private var deviceText: String {
        guard let touchscreen else { return "no touch panel" }
        guard let polling = touchscreen.sampling.knownPolling else { return touchscreen.name }
        return "\(touchscreen.name), \(polling.milliseconds) ms poll"
    }

    private func hideContacts() {
        if contacts.rowCount == 0 { return }
        contacts.hideAll()
        displayLink.isPaused = false
    }

    // MARK: Layout

    /// Adapts the crosshairs and the readout to the size of the screen.
    package override func layoutSubviews() {
        super.layoutSubviews()
        crosshairs.frame = bounds
        layOutReadout()
    }

    /// Lays out the content of the readout for the connected touchscreens, and sets its frame.
    private func layOutReadout() {
        let touchscreens = rawTouches.touchscreens
        readout.layOut(
            width: bounds.width, hasPressure: touchscreens.contains { $0.hasPressure },
            hasSize: touchscreens.contains { $0.hasContactSize },
            sizeUnit: millimetersPerPixel == nil ? "pt" : "mm")
        updateReadoutFrame()
    }

    /// Sets the frame of the readout and the area of the crosshairs beside it.
    private func updateReadoutFrame() {
        let height = readout.height(forRowCount: readout.rowCount)
        let frame = CGRect(
            x: 0, y: isReadoutAtBottom ? bounds.height - height : 0, width: bounds.width,
            height: height)
        if readout.frame != frame { readout.frame = frame }
        opaquePart = frame
        crosshairs.lineArea = CGRect(
            x: 0, y: isReadoutAtBottom ? 0 : height, width: bounds.width,
            height: max(bounds.height - height, 0))
    }

    /// Moves the readout to the other edge of the screen if it covers a contact and no contact is
    /// at the other edge.
    private func moveReadoutAwayFromContacts() {
        let height = readout.frame.height
        var isAtTop = false
        var isAtBottom = false
        for contact in contacts.all where contact.isDown {
            isAtTop = isAtTop || contact.report.position.y < height
            isAtBottom = isAtBottom || contact.report.position.y >= bounds.height - height
        }
        if isReadoutAtBottom ? isAtBottom && !isAtTop : isAtTop && !isAtBottom {
            isReadoutAtBottom.toggle()
            updateReadoutFrame()
        }
    }

    // MARK: Frames

    /// Updates contacts and readout for a frame, and pauses the display link if no trail remains.
    private func updateForFrame(_ link: CADisplayLink) {
        if UIApplication.shared.showsSecretWindow { contacts.hideAll() }
        let now = Timestamp(seconds: link.timestamp)
        frameCount &+= 1
        let alternatesRows = contacts.downCount > Self.maximumUpdatesPerFrame
        let maximumTrailLength = contacts.maximumTrailLength
        let due = contacts.all.lazy.filter { [frameCount] in
            !alternatesRows || ($0.row + frameCount) % 2 == 0
        }
        for contact in due { contact.expireMarks(at: now, maximumCount: maximumTrailLength) }
        let rowCount = contacts.rowCount
        if rowCount != readout.rowCount {
            readout.setRowCount(rowCount)
            updateReadoutFrame()
        }
        // With many contacts the readout would move back and forth.
        if !alternatesRows { moveReadoutAwayFromContacts() }
        for contact in due { crosshairs.update(contact) }
        writeRows(alternating: alternatesRows)
        var isIdle = true
        for contact in contacts.all where contact.hasMarks { isIdle = false }
        if isIdle || abs(link.timestamp - statisticsTime) >= Self.statisticsInterval {
            statisticsTime = link.timestamp
            showStatistics(at: now, isIdle: isIdle)
        }
        link.isPaused = isIdle
    }

    /// Writes the rows of the table.
    ///
    /// - Parameter alternating: Whether to write only new rows and one other row per call, because
    ///   ten rows that change sixty times a second are illegible and expensive.
    private func writeRows(alternating: Bool) {
        let all = contacts.all
        for contact in all where contact.isShown && !(alternating && contact.isRowWritten) {
            writeRow(of: contact)
        }
        for _ in all.indices where alternating {
            writtenRow = (writtenRow + 1) % all.count
            guard all[writtenRow].isShown else { continue }
            return writeRow(of: all[writtenRow])
        }
    }

    private func writeRow(of contact: OverlayContact) {
        contact.setRowWritten()
        let row = contact.row
        let report = contact.report
        let missing = OverlayNumberFormat.missing
        readout.setText(String(contact.slot), .slot, ofRow: row)
        readout.setText(String(Int(contact.trackingID)), .id, ofRow: row)
        readout.setText(
            OverlayNumberFormat.pair(
                coordinateText(report.position.x), coordinateText(report.position.y)),
            .points, ofRow: row)
        readout.setText(
            report.rawPosition.map {
                OverlayNumberFormat.pair(
                    String(Int($0.x)), String(Int($0.y)))
            } ?? missing, .units, ofRow: row)
        readout.setText(
            report.pressure.map { OverlayNumberFormat.fraction($0) } ?? missing, .pressure,
            ofRow: row)
        readout.setText(report.radius.map { sizeText(radius: $0) } ?? missing, .size, ofRow: row)
        // The cell may still contain the rate of the row's previous contact.
        if contact.rate.hertz == nil { readout.setText(missing, .rate, ofRow: row) }
    }

    private func coordinateText(_ value: CGFloat) -> String {
        readout.hasDecimals ? OverlayNumberFormat.tenths(value) : OverlayNumberFormat.rounded(value)
    }

    /// Returns the length of a contact as text, in millimeters, or in points if the size of the
    /// screen is unknown.
    ///
    /// - Parameter radius: Half of the contact's length, in points.
    private func sizeText(radius: Double) -> String {
        let pixels = 2 * radius * UIScreen.main.scale
        return OverlayNumberFormat.rounded(millimetersPerPixel.map { pixels * $0 } ?? 2 * radius)
    }

    // MARK: Statistics

    /// Writes the number of contacts, the frame statistics, the jitter and the report rates.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - isIdle: Whether the overlay stops updating, so that the frame statistics are omitted.
    private func showStatistics(at now: Timestamp, isIdle: Bool) {
        let down = contacts.downCount
        readout[.fingers] =
            "\(down) finger\(down == 1 ? "" : "s"), most \(contacts.maximumDownCount)"
        let statistics = OverlayFrameStatistics(isIdle ? [] : frames.records, at: now)
        let missed = frames.missedVblanks - earlierMissedVblanks
        let rate = isIdle ? "at rest" : "\(statistics.frameCount) frames/s"
        readout[.frames] = "\(rate), \(missed) missed"
        if let median = statistics.medianLatency, let longest = statistics.longestLatency {
            readout[.latency] =
                "latency \(OverlayNumberFormat.milliseconds(median)) ms,"
                + " most \(OverlayNumberFormat.milliseconds(longest))"
        } else {
            readout[.latency] = "latency \(OverlayNumberFormat.missing)"
        }
        showJitter(at: now)
        for contact in contacts.all where contact.isShown {
            readout.setText(
                contact.rate.hertz.map { OverlayNumberFormat.rounded($0) }
                    ?? OverlayNumberFormat.missing, .rate, ofRow: contact.row)
        }
    }

    /// Writes the jitter of the resting contact with the largest deviation.
    private func showJitter(at now: Timestamp) {
        var worst: RestJitter.Statistics?
        for contact in contacts.all where contact.isDown {
            guard let statistics = contact.jitter.statistics(at: now) else { continue }
            if statistics.peak >= worst?.peak ?? 0 { worst = statistics }
        }
        guard let worst else {
            readout[.jitter] = "jitter \(OverlayNumberFormat.missing)"
            readout[.jitterMillimeters] = ""
            return
        }
        readout[.jitter] =
            "jitter \(OverlayNumberFormat.tenths(worst.peak)) px,"
            + " rms \(OverlayNumberFormat.tenths(worst.rms))"
        readout[.jitterMillimeters] =
            millimetersPerPixel.map {
                "\(OverlayNumberFormat.hundredths(worst.peak * $0)) mm,"
                    + " rms \(OverlayNumberFormat.hundredths(worst.rms * $0))"
            } ?? ""
    }
}
