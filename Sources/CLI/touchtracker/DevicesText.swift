import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import TouchKitContacts
import TouchKitRaster

extension DevicesReport {
    /// The report as text. An arrow marks the display and the devices that a kiosk would use, and
    /// every other item has a reason.
    package var text: String {
        [displayLines, screenPower.lines, inputLines, verdictLines].joined(separator: [""])
            // Device names are untrusted and must not control a terminal.
            .map { Log.formatLine($0, level: nil) }.joined()
    }

    // MARK: Display

    private var displayLines: [String] {
        var lines = ["Displays"]
        if display.cards.isEmpty { lines.append("  no graphics card") }
        for index in display.cards.indices { lines += cardLines(index) }
        return lines
    }

    private func cardLines(_ index: Int) -> [String] {
        let card = display.cards[index]
        let stable = card.name == card.path ? nil : card.name
        guard case .details(let details) = card.content else {
            return ["  \(card.path)" + Self.tail(display.reason(card: index))]
        }
        var lines = [
            (["  \(card.path)", "driver \(details.driver)"] + [stable].compactMap { $0 })
                .joined(separator: ", ")
        ]
        if let reason = display.reason(card: index) { lines.append("    " + Self.line(reason)) }
        let width = details.connectors.map(\.candidate.name.count).max() ?? 0
        for place in details.connectors.indices {
            lines += connectorLines(index, place, nameWidth: width)
        }
        if !details.formats.isEmpty {
            lines += Self.list("      formats ", details.formats)
        }
        return lines
    }

    private func connectorLines(_ index: Int, _ place: Int, nameWidth: Int) -> [String] {
        let connector = display.cards[index].connectors[place]
        let isPicked = display.selection?.card == index && display.selection?.connector == place
        let name = Self.padded(connector.candidate.name, nameWidth)
        var words: [String] = []
        if connector.status == .connected {
            words.append("connected, panel \(connector.panelOrientation.words)")
        }
        if let reason = display.reason(card: index, connector: place) {
            words.append(Self.line(reason))
        } else if let mode = display.selection?.mode {
            words.append(connector.candidate.modes[mode].mode.name)
        }
        let line = "  \(isPicked ? "->" : "  ") \(name)  " + words.joined(separator: ": ")
        // Modes with equal names cannot be distinguished by the options.
        var modes: [String] = []
        for mode in connector.candidate.modes {
            let text = mode.mode.name + (mode.isPreferred ? " (preferred)" : "")
            if !modes.contains(text) { modes.append(text) }
        }
        return [line] + (modes.isEmpty ? [] : Self.list("      modes   ", modes))
    }

    // MARK: Input

    private var inputLines: [String] {
        var lines = ["Input devices"]
        if input.devices.isEmpty { lines.append("  none") }
        let width = input.devices.map(\.node.count).max() ?? 0
        for device in input.devices {
            let mark = device.use == nil ? "  " : "->"
            let node = Self.padded(device.node, width)
            lines.append("  \(mark) \(node)  \(device.name), \(facts(device))")
            if let reason = device.reason {
                let remedy = reason.remedy.map { "; \($0)" } ?? ""
                lines.append("       \(reason.cause)\(remedy)")
            }
            let properties = device.properties.all.map { "\($0.key)=\($0.value)" }
            if device.kind == .touchscreen || device.use == .touch, !properties.isEmpty {
                lines += Self.list("       ", properties, separator: " ")
            }
        }
        if let error = calibrations.readError {
            lines.append("  calibrations made on the board cannot be read: \(error)")
        }
        return lines
    }

    private func facts(_ device: InputDeviceDiagnostics) -> String {
        var facts = [device.kind.rawValue]
        guard device.kind == .touchscreen || device.use == .touch else { return facts[0] }
        if let slots = device.description?.slotCount {
            facts.append(slots == 0 ? "no slots: one finger" : "\(slots) slots")
        }
        if let x = device.axisX, let y = device.axisY {
            facts.append("x \(x.minimum)...\(x.maximum)")
            facts.append("y \(y.minimum)...\(y.maximum)")
            if let width = x.millimeters, let height = y.millimeters {
                facts.append("\(Int(width.rounded()))x\(Int(height.rounded())) mm")
            }
        }
        if device.use == .touch {
            let calibration = calibrations.calibration(of: device)
            let source = calibration.isStored ? " (found on the board)" : ""
            facts.append("calibration \(calibration.matrix.words)\(source)")
        }
        return facts.joined(separator: ", ")
    }

    // MARK: Verdict

    private var verdictLines: [String] {
        [
            "display: \(Self.verdict(display))",
            "touch:   \(Self.verdict(input))",
        ]
    }

    private static func verdict(_ display: DisplayInventory) -> String {
        if let trouble = display.error { return trouble.description }
        guard let pick = display.selection else { return "" }
        let card = display.cards[pick.card]
        let connector = card.connectors[pick.connector].candidate
        let format = display.format.map { " \($0.rawValue)" } ?? ""
        return "\(card.path) \(connector.name) \(connector.modes[pick.mode].mode.name)\(format)"
    }

    private static func verdict(_ input: InputInventory) -> String {
        if let reason = input.reason {
            return reason.cause + (reason.remedy.map { "; \($0)" } ?? "")
        }
        return input.devices.filter { $0.use == .touch }
            .map { "\($0.node) \($0.name)" }.joined(separator: ", ")
    }

    // MARK: Form

    private static func line(_ reason: DisplayInventory.Reason) -> String {
        "\(reason.cause); \(reason.remedy)"
    }

    private static func tail(_ reason: DisplayInventory.Reason?) -> String {
        reason.map { ": " + line($0) } ?? ""
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Returns `words` after a heading as lines of less than 100 characters, aligned below the
    /// first word.
    package static func list(_ heading: String, _ words: [String], separator: String = ", ")
        -> [String]
    {
        var lines: [String] = []
        var line = heading
        var isEmpty = true
        for word in words {
            if !isEmpty, line.count + separator.count + word.count > 98 {
                lines.append(line + (separator == " " ? "" : ","))
                line = String(repeating: " ", count: heading.count)
                isEmpty = true
            }
            line += (isEmpty ? "" : separator) + word
            isEmpty = false
        }
        return lines + [line]
    }
}
