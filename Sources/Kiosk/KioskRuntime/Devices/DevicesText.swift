import KioskDisplay
import KioskInput
import KioskSystem
import TouchKitContacts
import TouchKitRaster

extension DevicesReport {
    /// The report as text for a terminal. An arrow marks the display and the input devices that a
    /// kiosk would use. For each other item, the report contains the reason that a kiosk would not
    /// use the item.
    package var text: String {
        [displayLines, screenPower.lines, inputLines, verdictLines].joined(separator: [""])
            // Device names are untrusted and may contain control sequences of a terminal.
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
        let stableName = card.name == card.path ? nil : card.name
        guard case .details(let details) = card.content else {
            return ["  \(card.path)" + Self.tail(display.reason(card: index))]
        }
        var lines = [
            (["  \(card.path)", "driver \(details.driver)"] + [stableName].compactMap { $0 })
                .joined(separator: ", ")
        ]
        if isUsedByKiosk(card: index) {
            lines.append("    the kiosk draws on this card")
        } else if let reason = display.reason(card: index) {
            lines.append("    " + Self.line(reason))
        }
        let width = details.connectors.map(\.candidate.name.count).max() ?? 0
        for connectorIndex in details.connectors.indices {
            lines += connectorLines(index, connectorIndex, nameWidth: width)
        }
        if !details.formats.isEmpty {
            lines += Self.list("      formats ", details.formats)
        }
        return lines
    }

    private func connectorLines(
        _ cardIndex: Int, _ connectorIndex: Int, nameWidth: Int
    ) -> [String] {
        let connector = display.cards[cardIndex].connectors[connectorIndex]
        let reason = display.reason(card: cardIndex, connector: connectorIndex)
        let name = Self.padded(connector.candidate.name, nameWidth)
        var parts: [String] = []
        if connector.status == .connected {
            parts.append(
                "connected, panel \(connector.panelOrientation.mountingDescription)")
        }
        if let reason {
            parts.append(Self.line(reason))
        } else if let mode = display.selection?.mode {
            parts.append(connector.candidate.modes[mode].mode.name)
        }
        let line = "  \(reason == nil ? "->" : "  ") \(name)  " + parts.joined(separator: ": ")
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
            lines.append("  \(mark) \(node)  \(device.name), \(summary(device))")
            if let reason = device.reason { lines.append("       \(reason.line)") }
            if let polling = device.sampling.knownPolling {
                lines.append("       \(polling.finding)")
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

    private func summary(_ device: InputDeviceDiagnostics) -> String {
        var parts = [device.kind.rawValue]
        guard device.kind == .touchscreen || device.use == .touch else {
            return parts[0]
        }
        if let slots = device.description?.slotCount {
            parts.append(slots == 0 ? "no slots: one finger" : "\(slots) slots")
        }
        if let x = device.axisX, let y = device.axisY {
            parts.append("x \(x.minimum)...\(x.maximum)")
            parts.append("y \(y.minimum)...\(y.maximum)")
            if let width = x.millimeters, let height = y.millimeters {
                parts.append("\(Int(width.rounded()))x\(Int(height.rounded())) mm")
            }
        }
        if device.use == .touch {
            let calibration = calibrations.calibration(of: device)
            let source = calibration.isStored ? " (found on the board)" : ""
            parts.append("calibration \(calibration.matrix.matrixText)\(source)")
        }
        return parts.joined(separator: ", ")
    }

    // MARK: Verdict

    private var verdictLines: [String] {
        [
            "display: \(displayVerdictLine)",
            "touch:   \(Self.verdict(input))",
        ]
    }

    private var displayVerdictLine: String {
        if isDisplayHeldByKiosk, let kioskDisplay {
            return "used by the kiosk, which draws on \(kioskDisplay)"
        }
        return Self.verdict(display)
    }

    private static func verdict(_ display: DisplayInventory) -> String {
        if let error = display.error { return error.description }
        guard let selection = display.selection else { return "" }
        let card = display.cards[selection.card]
        let connector = card.connectors[selection.connector].candidate
        let format = display.format.map { " \($0.rawValue)" } ?? ""
        let mode = connector.modes[selection.mode].mode
        return "\(card.path) \(connector.name) \(mode.name)\(format)"
    }

    private static func verdict(_ input: InputInventory) -> String {
        if let reason = input.reason { return reason.line }
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

    /// Returns lines of text with `heading` followed by all `items`, separated by `separator`. A
    /// line has fewer than 100 characters, unless it contains a single longer item. All lines after
    /// the first are indented by the length of `heading`.
    package static func list(_ heading: String, _ items: [String], separator: String = ", ")
        -> [String]
    {
        var lines: [String] = []
        var line = heading
        var isEmpty = true
        for item in items {
            if !isEmpty, line.count + separator.count + item.count > 98 {
                lines.append(line + (separator == " " ? "" : ","))
                line = String(repeating: " ", count: heading.count)
                isEmpty = true
            }
            line += (isEmpty ? "" : separator) + item
            isEmpty = false
        }
        return lines + [line]
    }
}
