import KioskDisplay
import KioskSystem
import LabReports

/// The steps of dimming and blanking that this board supports.
package struct ScreenPowerReport {
    private let backlight: BacklightReport
    private let screenOff: BacklightReport.Availability

    /// Creates a report from the backlight and the selected display.
    package init(backlight: BacklightReport, display: DisplayInventory) {
        self.backlight = backlight
        guard let pick = display.selection,
            case .details(let details) = display.cards[pick.card].content
        else {
            screenOff = .unavailable(
                cause: "no usable display", remedy: "see above")
            return
        }
        screenOff = .available(
            name: details.connectors[pick.connector].candidate.name,
            method: details.isAtomic ? "in an atomic commit" : "by DPMS")
    }

    private var all: [(option: String, key: String, ability: BacklightReport.Availability)] {
        [
            ("dim-after", "dim", backlight.dimming),
            ("backlight-off-after", "backlightOff", backlight.switchingOff),
            ("screen-off-after", "screenOff", screenOff),
        ]
    }

    /// The report as lines of text.
    var lines: [String] {
        ["Screen power"]
            + all.map { option, _, ability in
                let name = option + String(repeating: " ", count: 20 - option.count)
                switch ability {
                case .available(let device, let how): return "  -> \(name) \(device), \(how)"
                case .unavailable(let cause, let remedy): return "     \(name) \(cause); \(remedy)"
                }
            }
    }

    /// The report as JSON.
    var json: JSON {
        .object(
            all.map { _, key, ability in
                switch ability {
                case .available(let device, let how):
                    (
                        key,
                        .object([
                            ("possible", .bool(true)), ("device", .string(device)),
                            ("how", .string(how)), ("cause", .null), ("remedy", .null),
                        ])
                    )
                case .unavailable(let cause, let remedy):
                    (
                        key,
                        .object([
                            ("possible", .bool(false)), ("device", .null), ("how", .null),
                            ("cause", .string(cause)), ("remedy", .string(remedy)),
                        ])
                    )
                }
            })
    }
}
