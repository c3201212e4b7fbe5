import TouchKitContacts
import TouchKitGeometry

/// A text trace of touch frames (the contact changes that a device reports at one time), with one
/// line for each contact.
///
/// ```
/// 12.345678 1 0 down 4096 6827 0.125000 0.208344 100.00 100.01
/// ```
/// The fields are: time in seconds, device, slot, state, raw position in device units (`-` if the
/// source reports none), normalized position (0…1), and position in points with calibration and
/// rotation applied. Identical events result in identical lines, whether libinput or `SlotDecoder`
/// decodes the events.
package struct TouchTrace {
    private let sink: (String) -> Void

    /// Creates a trace that passes each line, without a line break, to `sink`.
    package init(_ sink: @escaping (String) -> Void) {
        self.sink = sink
    }

    /// Writes one line for each contact in a touch frame.
    func write(_ frame: TouchFrame, geometry: ScreenGeometry, calibration: TouchCalibration) {
        for contact in frame.contacts {
            let point = geometry.point(normalized: contact.position, calibration: calibration)
            let raw = contact.rawPosition.map { "\($0.x) \($0.y)" } ?? "- -"
            let fields: [String] = [
                "\(frame.time)", "\(frame.device.rawValue)",
                "\(contact.slot)", "\(contact.state)", raw,
                Self.decimal(contact.position.x, digits: 6),
                Self.decimal(contact.position.y, digits: 6),
                Self.decimal(point.x, digits: 2), Self.decimal(point.y, digits: 2),
            ]
            sink(fields.joined(separator: " "))
        }
    }

    /// Returns `value` as decimal text, rounded to `digits` digits after the decimal point.
    package static func decimal(_ value: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard abs(scaled) < 9e15 else { return "\(value)" }
        let whole = Int(abs(scaled))
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
        return "\(scaled < 0 ? "-" : "")\(whole / Int(scale)).\(zeros)\(fraction)"
    }
}
