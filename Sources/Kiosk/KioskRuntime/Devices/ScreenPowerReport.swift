import KioskDisplay
import KioskSystem
import KioskYAML

/// A report of the dimming and blanking steps that this board supports, for the command `devices`.
package struct ScreenPowerReport {
    private let backlight: BacklightReport
    private let screenOff: BacklightReport.Availability

    /// Creates a report for the backlight and for the display that a kiosk would select.
    package init(backlight: BacklightReport, display: DisplayInventory) {
        self.backlight = backlight
        guard let selection = display.selection,
            case .details(let details) = display.cards[selection.card].content
        else {
            screenOff = .unavailable(
                cause: "no usable display", remedy: "see above")
            return
        }
        screenOff = .available(
            name: details.connectors[selection.connector].candidate.name,
            method: details.isAtomic ? "in an atomic commit" : "by DPMS")
    }

    private var steps: [(option: String, key: String, availability: BacklightReport.Availability)] {
        [
            ("dim-after", "dim", backlight.dimming),
            ("backlight-off-after", "backlightOff", backlight.switchingOff),
            ("screen-off-after", "screenOff", screenOff),
        ]
    }

    /// The report as lines of text.
    var lines: [String] {
        ["Screen power"]
            + steps.map { option, _, availability in
                let name = option + String(repeating: " ", count: 20 - option.count)
                switch availability {
                case .available(let device, let method): return "  -> \(name) \(device), \(method)"
                case .unavailable(let cause, let remedy): return "     \(name) \(cause); \(remedy)"
                }
            }
    }

    /// The report as JSON.
    var json: JSON {
        .object(
            steps.map { _, key, availability -> (key: String, value: JSON) in
                let (device, method, cause, remedy): (String?, String?, String?, String?) =
                    switch availability {
                    case .available(let name, let method): (name, method, nil, nil)
                    case .unavailable(let cause, let remedy): (nil, nil, cause, remedy)
                    }
                return (
                    key,
                    .object([
                        ("possible", .bool(device != nil)), ("device", JSON(device)),
                        ("how", JSON(method)), ("cause", JSON(cause)), ("remedy", JSON(remedy)),
                    ])
                )
            })
    }
}
