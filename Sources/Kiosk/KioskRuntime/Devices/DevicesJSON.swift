import KioskDisplay
import KioskInput
import KioskSystem
import KioskYAML
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster

extension DevicesReport {
    /// The report as JSON, with the same information as `text`.
    package var json: JSON {
        .object([
            ("display", displayVerdict),
            ("touch", touchVerdict),
            ("cards", .array(display.cards.indices.map { card($0) })),
            ("screenCare", screenPower.json),
            ("inputDevices", .array(input.devices.map { self.device($0) })),
        ])
    }

    // MARK: Verdict

    private var displayVerdict: JSON {
        var members: [(key: String, value: JSON)] = [
            ("usable", .bool(isDisplayUsable)), ("usedByKiosk", .bool(kioskDisplay != nil)),
        ]
        if let selection = display.selection {
            let card = display.cards[selection.card]
            let connector = card.connectors[selection.connector].candidate
            members += [
                ("card", .string(card.path)),
                ("connector", .string(connector.name)),
                ("mode", .string(connector.modes[selection.mode].mode.name)),
            ]
        } else {
            members += [("card", .null), ("connector", .null), ("mode", .null)]
        }
        members.append(("format", JSON(display.format?.rawValue)))
        let error = isDisplayUsable ? nil : display.error
        return .object(members + Self.reason(error?.cause, error?.remedy))
    }

    private var touchVerdict: JSON {
        let nodes = input.devices.filter { $0.use == .touch }.map { JSON.string($0.node) }
        return .object(
            [("usable", .bool(input.reason == nil)), ("nodes", .array(nodes))]
                + Self.reason(input.reason?.cause, input.reason?.remedy))
    }

    private static func reason(_ cause: String?, _ remedy: String?) -> [(key: String, value: JSON)]
    {
        [("cause", JSON(cause)), ("remedy", JSON(remedy))]
    }

    // MARK: Display

    private func card(_ index: Int) -> JSON {
        let card = display.cards[index]
        var members: [(key: String, value: JSON)] = [
            ("path", .string(card.path)), ("name", .string(card.name)),
        ]
        if case .details(let details) = card.content {
            members += [
                ("driver", .string(details.driver)),
                ("hasDisplayParts", .bool(!details.connectors.isEmpty)),
                ("canBeMastered", .bool(details.competitors == nil)),
                ("openedBy", Self.processes(details.competitors)),
                ("formats", .array(details.formats.map { .string($0) })),
                ("connectors", .array(details.connectors.indices.map { connector(index, $0) })),
            ]
        }
        let reason = display.reason(card: index)
        return .object(members + Self.reason(reason?.cause, reason?.remedy))
    }

    /// Returns, as JSON, the names and IDs of the processes that have a card open, or null if
    /// `competitors` is `nil` or this process is not permitted to identify the processes.
    private static func processes(_ competitors: OpenFileProcesses?) -> JSON {
        guard let competitors, competitors.isComplete || !competitors.processes.isEmpty else {
            return .null
        }
        return .array(
            competitors.processes.map {
                .object([("name", .string($0.name)), ("process", .integer(Int($0.id)))])
            })
    }

    private func connector(_ cardIndex: Int, _ connectorIndex: Int) -> JSON {
        let connector = display.cards[cardIndex].connectors[connectorIndex]
        let selectedMode = display.modeIndex(card: cardIndex, connector: connectorIndex)
        let reason = display.reason(card: cardIndex, connector: connectorIndex)
        let modes = connector.candidate.modes.indices.map { modeIndex -> JSON in
            let mode = connector.candidate.modes[modeIndex]
            return .object([
                ("name", .string(mode.mode.name)),
                ("width", .integer(mode.mode.width)),
                ("height", .integer(mode.mode.height)),
                ("refreshMillihertz", .integer(mode.mode.refreshMillihertz)),
                ("preferred", .bool(mode.isPreferred)),
                ("interlaced", .bool(mode.isInterlaced)),
                ("wouldBeUsed", .bool(modeIndex == selectedMode)),
            ])
        }
        return .object(
            [
                ("name", .string(connector.candidate.name)),
                ("connection", .string(Self.name(connector.status))),
                ("panelOrientation", .string(Self.name(connector.panelOrientation))),
                ("wouldBeUsed", .bool(reason == nil)),
                ("modes", .array(modes)),
            ] + Self.reason(reason?.cause, reason?.remedy))
    }

    private static func name(_ status: ConnectorStatus) -> String {
        switch status {
        case .connected: "connected"
        case .notConnected: "not connected"
        case .unknown: "unknown"
        }
    }

    /// Returns the name of an orientation in the kernel's DRM property `panel orientation`.
    private static func name(_ orientation: PanelOrientation) -> String {
        switch orientation {
        case .normal: "Normal"
        case .bottomUp: "Upside Down"
        case .leftUp: "Left Side Up"
        case .rightUp: "Right Side Up"
        }
    }

    // MARK: Input

    private func device(_ device: InputDeviceDiagnostics) -> JSON {
        let identity = device.description?.identity
        let properties = device.properties.all.map { (key: $0.key, value: JSON.string($0.value)) }
        let calibration = calibrations.calibration(of: device)
        let matrix = calibration.matrix
        let use: JSON =
            switch device.use {
            case .touch: .string("touch")
            case .pointer: .string("pointer")
            case .other, nil: .null
            }
        return .object(
            [
                ("node", .string(device.node)),
                ("name", .string(device.name)),
                ("kind", .string(device.kind.rawValue)),
                ("bus", Self.number(identity?.bus)),
                ("vendor", Self.number(identity?.vendor)),
                ("product", Self.number(identity?.product)),
                ("version", Self.number(identity?.version)),
                ("slots", device.description.map { .integer($0.slotCount) } ?? .null),
                ("x", Self.axis(device.axisX)),
                ("y", Self.axis(device.axisY)),
                ("polling", Self.polling(device.sampling)),
                ("seat", .string(device.seat)),
                ("properties", .object(properties)),
                (
                    "calibration",
                    .array(matrix.numbers.map { .number($0) })
                ),
                (
                    "calibrationFrom",
                    calibration.isStored
                        ? .string("board") : matrix == .identity ? .null : .string("udev")
                ),
                ("usedAs", use),
            ] + Self.reason(device.reason?.cause, device.reason?.remedy))
    }

    private static func polling(_ sampling: TouchSampling) -> JSON {
        guard let polling = sampling.knownPolling else { return .null }
        return .object([
            ("milliseconds", .integer(polling.milliseconds)),
            ("minimum", polling.minimumMilliseconds.map { .integer($0) } ?? .null),
            ("maximum", polling.maximumMilliseconds.map { .integer($0) } ?? .null),
        ])
    }

    private static func number(_ value: UInt16?) -> JSON {
        value.map { .integer(Int($0)) } ?? .null
    }

    private static func axis(_ axis: EvdevDescription.AbsoluteAxis?) -> JSON {
        guard let axis else { return .null }
        return .object([
            ("minimum", .integer(Int(axis.minimum))),
            ("maximum", .integer(Int(axis.maximum))),
            ("unitsPerMillimetre", axis.resolution > 0 ? .integer(Int(axis.resolution)) : .null),
            ("millimetres", axis.millimeters.map { .number($0) } ?? .null),
        ])
    }
}
