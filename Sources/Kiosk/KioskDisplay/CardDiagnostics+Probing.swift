import KioskSystem

extension CardDiagnostics {
    /// Returns the diagnostics of all cards, including the card that the criteria name, which may
    /// lie outside `/dev/dri`.
    ///
    /// Changes no setting and does not disturb a running kiosk. DRM master of a card without a
    /// master is dropped immediately.
    ///
    /// - Parameters:
    ///   - criteria: The criteria for the display.
    ///   - devices: The DRM devices to probe.
    package static func all(
        for criteria: DisplayCriteria, on devices: DRMDeviceList = .kernel
    ) -> [CardDiagnostics] {
        var paths = devices.paths()
        let requestedPath = criteria.card.map { devices.path(named: $0) }
        let requestedIndex = requestedPath.flatMap { requestedPath in
            let target = FileSystem.resolve(requestedPath)
            return paths.firstIndex {
                $0 == requestedPath || target != nil && FileSystem.resolve($0) == target
            }
        }
        if let requestedPath, requestedIndex == nil { paths.append(requestedPath) }
        return paths.indices.map { index in
            CardDiagnostics(
                probing: paths[index], on: devices,
                matchesCriteria: requestedPath == nil
                    || index == requestedIndex ?? paths.count - 1)
        }
    }

    /// Creates the diagnostics of the card at `path`.
    private init(probing path: String, on devices: DRMDeviceList, matchesCriteria: Bool) {
        let content: Content
        do {
            let device = try devices.open(path)
            // Until DRM master is dropped, a kiosk that starts fails to become the master.
            let hadNoOtherMaster = (try? device.dropMaster()) != nil
            content = .details(Details(of: device, hadNoOtherMaster: hadNoOtherMaster))
        } catch {
            content = .failed(error)
        }
        self.init(
            path: path, name: DRMDeviceList.stableName(of: path), matchesCriteria: matchesCriteria,
            content: content)
    }
}

extension CardDiagnostics.Details {
    /// Reads the details of an open card.
    ///
    /// - Parameters:
    ///   - device: The DRM device of the card.
    ///   - hadNoOtherMaster: Whether opening the device made this process the DRM master.
    fileprivate init(of device: any DRMDevice, hadNoOtherMaster: Bool) {
        var connectors = Connector.all(of: device, probesDisplays: false)
        let hasNoDisplay = !connectors.isEmpty && !connectors.contains { $0.hasUsableDisplay }
        // The kernel knows no display before the first probe, which only the DRM master can
        // request.
        if hadNoOtherMaster, hasNoDisplay, (try? device.setMaster()) != nil {
            connectors = Connector.all(of: device)
            try? device.dropMaster()
        }
        self.init(
            driver: device.driver,
            connectors: connectors.map(\.diagnostics),
            formats: connectors.isEmpty ? [] : Self.commonFormats(of: device),
            isAtomic: (try? device.enable(.atomic)) != nil,
            hasDumbBuffers: device.value(of: .dumbBuffers) != 0,
            competitors: hadNoOtherMaster ? nil : OpenFileProcesses(of: device.path))
    }

    /// Returns the four-character codes of the formats that all primary planes can scan out, in the
    /// order of the first plane.
    private static func commonFormats(of device: any DRMDevice) -> [String] {
        let planes = PrimaryPlane.all(of: device)
        return (planes.first?.formats ?? []).filter { format in
            planes.allSatisfy { $0.formats.contains(format) }
        }
    }
}

extension Connector {
    /// Whether a display with at least one mode is connected.
    fileprivate var hasUsableDisplay: Bool { isConnected && !modes.isEmpty }

    /// The diagnostics of the connector.
    fileprivate var diagnostics: CardDiagnostics.Connector {
        CardDiagnostics.Connector(
            name: name, status: status, panelOrientation: panelOrientation,
            modes: candidate.modes)
    }
}
