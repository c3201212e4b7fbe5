import KioskDisplay
import KioskSystem

/// How a screen that nobody touches could get darker here.
package struct ScreenCareReport {
    private let backlight: BacklightReport
    private let screenOff: BacklightReport.Ability

    /// Joins what backlights and the display that would be used can do.
    package init(backlight: BacklightReport, display: DisplayInventory) {
        self.backlight = backlight
        guard let pick = display.pick, case .parts(let parts) = display.cards[pick.card].content
        else {
            screenOff = .cannot(
                cause: "there is no display that would be used", remedy: "see above")
            return
        }
        screenOff = .can(
            name: parts.connectors[pick.connector].offer.name,
            how: parts.isAtomic ? "in an atomic commit" : "by DPMS")
    }

    private var all: [(option: String, key: String, ability: BacklightReport.Ability)] {
        [
            ("dim-after", "dim", backlight.dims),
            ("backlight-off-after", "backlightOff", backlight.goesOff),
            ("screen-off-after", "screenOff", screenOff),
        ]
    }

    /// For people.
    var lines: [String] {
        ["Screen care"]
            + all.map { option, _, ability in
                let name = option + String(repeating: " ", count: 20 - option.count)
                switch ability {
                case .can(let device, let how): return "  -> \(name) \(device), \(how)"
                case .cannot(let cause, let remedy): return "     \(name) \(cause); \(remedy)"
                }
            }
    }

    /// For scripts.
    var json: JSON {
        .object(
            all.map { _, key, ability in
                switch ability {
                case .can(let device, let how):
                    (
                        key,
                        .object([
                            ("possible", .bool(true)), ("device", .string(device)),
                            ("how", .string(how)), ("cause", .null), ("remedy", .null),
                        ])
                    )
                case .cannot(let cause, let remedy):
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
