import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// A finger as the overlay shows it: where it is, and where it was for a second. It is used again for
/// another finger when nothing of it is to be seen any more: then nothing is allocated.
final class OverlayFinger {
    /// For how long a mark is shown, in microseconds.
    static let markDuration: Int64 = 1_000_000
    /// The most marks.
    static let mostMarks = 120

    /// One report of the finger.
    struct Mark {
        /// Its square, in points.
        var square: CGRect
        /// The kernel's time.
        var time: Timestamp
    }

    /// What one report says.
    struct Report {
        /// The place, in points.
        var place = CGPoint.zero
        /// The place in device units, where the device tells.
        var raw: TouchContact.RawPosition?
        /// As a part of its range, where the device has it.
        var pressure: Double?
        /// Half of the contact's length, in points, where the device has it.
        var radius: Double?
    }

    /// Its colour and its row.
    let number: Int
    private(set) var device = DeviceID(rawValue: 0)
    private(set) var slot = 0
    private(set) var trackingID: Int32 = 0
    private(set) var isDown = false
    /// Whether its row says something of this finger, not of the one before.
    private(set) var isWritten = false
    private(set) var report = Report()
    private(set) var rate = ReportRate()
    private(set) var jitter = RestJitter(radius: 0)
    private var marks = RecentValues<Mark>(most: mostMarks)
    /// How many of them, the newest, came since they were drawn: they are drawn when it is this finger's turn.
    private var undrawn = 0
    /// The part of the screen that marks have come to since they were drawn.
    private(set) var newMarks = CGRect.null
    /// The part that marks have gone from: at the other end of the trail.
    private(set) var goneMarks = CGRect.null

    init(number: Int) {
        self.number = number
    }

    /// Whether anything of it is to be seen.
    var isShown: Bool { isDown || marks.count > 0 }
    var hasMarks: Bool { marks.count > 0 }
    /// When it was reported last; `zero` where no mark tells.
    var newestTime: Timestamp { marks.newest?.time ?? .zero }

    /// A finger comes down.
    ///
    /// - Parameter restRadius: How far from its middle a finger that rests is reported, in pixels.
    func begin(_ contact: TouchContact, of device: DeviceID, restRadius: Double) {
        self.device = device
        slot = contact.slot
        trackingID = contact.trackingID
        isDown = true
        isWritten = false
        rate.removeAll()
        jitter.removeAll()
        jitter.radius = restRadius
        removeMarks()
    }

    /// It was reported.
    ///
    /// - Parameters:
    ///   - report: What the device says.
    ///   - pixel: The place, in pixels.
    ///   - time: The kernel's time.
    func add(_ report: Report, pixel: CGPoint, at time: Timestamp) {
        self.report = report
        rate.add(time)
        jitter.add(pixel, at: time)
        if marks.count == Self.mostMarks { removeOldestMark() }
        let square = Self.square(at: report.place)
        marks.append(Mark(square: square, time: time))
        undrawn += 1
        newMarks = newMarks.union(square)
    }

    /// It was lifted, or taken back.
    func lift() {
        isDown = false
    }

    /// Nothing of it is to be seen from now on.
    func forget() {
        isDown = false
        removeMarks()
    }

    /// Takes away the marks that are too old, and the oldest where there are more than so many.
    func expireMarks(at now: Timestamp, most: Int) {
        while let oldest = marks.oldest,
            marks.count > most || now.microseconds(since: oldest.time) >= Self.markDuration
        {
            removeOldestMark()
        }
    }

    /// Its row says where it is.
    func placeWritten() {
        isWritten = true
    }

    /// What has changed is about to be drawn.
    func marksDrawn() {
        newMarks = .null
        goneMarks = .null
        undrawn = 0
    }

    /// Adds the squares of the marks that are drawn to a list, the oldest first, and what is inside their rims
    /// to another; in points.
    func appendMarks(to squares: inout [CGRect], insides: inout [CGRect]) {
        let marks = marks
        for index in 0..<max(marks.count - undrawn, 0) {
            let square = marks[index].square
            squares.append(square)
            insides.append(CGRect(x: square.minX + 1, y: square.minY + 1, width: 3, height: 3))
        }
    }

    /// The square of a mark, in points: whole ones, so that its edges are sharp.
    private static func square(at place: CGPoint) -> CGRect {
        CGRect(
            x: place.x.rounded(.down) - 2, y: place.y.rounded(.down) - 2, width: 5, height: 5)
    }

    private func removeOldestMark() {
        guard let oldest = marks.oldest else { return }
        goneMarks = goneMarks.union(oldest.square)
        marks.removeOldest()
    }

    private func removeMarks() {
        while marks.count > 0 { removeOldestMark() }
    }
}
