import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// A contact as the touch overlay displays it, with the values of the latest report and the trail
/// of the last second.
///
/// The overlay reuses the object for another contact when neither the contact nor its trail is
/// visible anymore, so that new contacts need no allocation.
final class OverlayContact {
    /// The time for which a mark of the trail is shown, in microseconds.
    static let markDuration: Int64 = 1_000_000
    /// The largest number of marks in a trail.
    static let maximumMarkCount = 120

    /// A mark of the trail, at the position of one report.
    struct Mark {
        /// The square of the mark including its rim, in points.
        var square: CGRect
        /// The kernel's timestamp of the report.
        var time: Timestamp
    }

    /// The values of one report.
    struct Report {
        /// The position on the screen, in points.
        var position = CGPoint.zero
        /// The position in device units, or `nil` if the touch frame contains none.
        var rawPosition: TouchContact.RawPosition?
        /// The pressure, 0…1, or `nil` if the device reports none.
        var pressure: Double?
        /// Half of the contact's length in points, or `nil` if the device reports none.
        var radius: Double?
    }

    /// The contact's row in the overlay's table, from 0. The row also determines the color.
    let row: Int
    private(set) var device = DeviceID(rawValue: 0)
    private(set) var slot = 0
    private(set) var trackingID: Int32 = 0
    private(set) var isDown = false
    /// Whether the contact's row in the table shows the values of the contact, and not the values
    /// of the row's previous contact.
    private(set) var isRowWritten = false
    private(set) var report = Report()
    private(set) var rate = ReportRate()
    private(set) var jitter = RestJitter(radius: 0)
    private var marks = RecentValues<Mark>(capacity: maximumMarkCount)
    /// The number of marks that were added since the last `markAsDrawn()`.
    private var undrawnCount = 0
    /// The bounding box of the marks that were added since the last `markAsDrawn()`, in points.
    private(set) var addedMarksRect = CGRect.null
    /// The bounding box of the marks that were removed since the last `markAsDrawn()`, in points.
    private(set) var removedMarksRect = CGRect.null

    init(row: Int) {
        self.row = row
    }

    /// Whether the contact is down or marks of its trail remain.
    var isShown: Bool { isDown || marks.count > 0 }
    /// Whether marks of the trail remain.
    var hasMarks: Bool { marks.count > 0 }
    /// The time of the newest mark, or `zero` without marks.
    var newestTime: Timestamp { marks.newest?.time ?? .zero }

    /// Resets the object for a contact that has started.
    ///
    /// - Parameters:
    ///   - contact: The new contact.
    ///   - device: The device of the contact.
    ///   - restRadius: The maximum distance of a resting contact from its mean position, in pixels.
    func begin(_ contact: TouchContact, of device: DeviceID, restRadius: Double) {
        self.device = device
        slot = contact.slot
        trackingID = contact.trackingID
        isDown = true
        isRowWritten = false
        rate.removeAll()
        jitter.removeAll()
        jitter.radius = restRadius
        removeAllMarks()
    }

    /// Adds the values of a report to the contact and a mark to its trail.
    ///
    /// - Parameters:
    ///   - report: The reported values.
    ///   - pixel: The contact's position on the canvas, in pixels.
    ///   - time: The kernel's timestamp of the report.
    func add(_ report: Report, pixel: CGPoint, at time: Timestamp) {
        self.report = report
        rate.add(time)
        jitter.add(pixel, at: time)
        if marks.count == Self.maximumMarkCount { removeOldestMark() }
        let square = Self.square(at: report.position)
        marks.append(Mark(square: square, time: time))
        undrawnCount += 1
        addedMarksRect = addedMarksRect.union(square)
    }

    /// Ends the contact, which was lifted or cancelled. The trail remains until its marks expire.
    func lift() {
        isDown = false
    }

    /// Ends the contact and removes its trail immediately.
    func hide() {
        isDown = false
        removeAllMarks()
    }

    /// Removes the marks that are older than `markDuration` at `now`, and the oldest marks if more
    /// than `maximumCount` remain.
    func expireMarks(at now: Timestamp, maximumCount: Int) {
        while let oldest = marks.oldest,
            marks.count > maximumCount || now.microseconds(since: oldest.time) >= Self.markDuration
        {
            removeOldestMark()
        }
    }

    /// Records that the contact's row shows its values, by setting `isRowWritten`.
    func setRowWritten() {
        isRowWritten = true
    }

    /// Resets the rectangles of added and removed marks, because the trail is about to be drawn.
    func markAsDrawn() {
        addedMarksRect = .null
        removedMarksRect = .null
        undrawnCount = 0
    }

    /// Appends the squares of the marks that the view must draw, oldest first. Marks that were
    /// added since the last `markAsDrawn()` are excluded.
    ///
    /// - Parameters:
    ///   - squares: Receives the squares of the marks, in points.
    ///   - insides: Receives the squares without their rims, in points.
    func appendMarks(to squares: inout [CGRect], insides: inout [CGRect]) {
        let marks = marks
        for index in 0..<max(marks.count - undrawnCount, 0) {
            let square = marks[index].square
            squares.append(square)
            insides.append(CGRect(x: square.minX + 1, y: square.minY + 1, width: 3, height: 3))
        }
    }

    /// Returns the square of a mark on whole points, so that its edges are sharp.
    private static func square(at position: CGPoint) -> CGRect {
        CGRect(
            x: position.x.rounded(.down) - 2, y: position.y.rounded(.down) - 2, width: 5, height: 5)
    }

    private func removeOldestMark() {
        guard let oldest = marks.oldest else { return }
        removedMarksRect = removedMarksRect.union(oldest.square)
        marks.removeOldest()
    }

    private func removeAllMarks() {
        while marks.count > 0 { removeOldestMark() }
    }
}
