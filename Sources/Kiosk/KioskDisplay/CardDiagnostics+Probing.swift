import CTouchTrackerDRM
import Glibc
import KioskSystem

extension CardDiagnostics {
    /// Returns the diagnostics of all cards, including the card that the criteria name, which may
    /// lie outside `/dev/dri`.
    ///
    /// Changes no setting and does not disturb a running kiosk. DRM master of a card without a
    /// master is dropped immediately.
    package static func all(for criteria: DisplayCriteria) -> [CardDiagnostics] {
        var paths = DRMCardPaths.all()
        let requestedPath = criteria.card.map { DRMCardPaths.path(named: $0) }
        let requestedIndex = requestedPath.flatMap { requestedPath in
            let target = FileSystem.resolve(requestedPath)
            return paths.firstIndex { FileSystem.resolve($0) == target }
        }
        if let requestedPath, requestedIndex == nil { paths.append(requestedPath) }
        return paths.indices.map { index in
            CardDiagnostics(
                probing: paths[index],
                matchesCriteria: requestedPath == nil
                    || index == requestedIndex ?? paths.count - 1)
        }
    }

    /// Creates the diagnostics of the card at `path`.
    private init(probing path: String, matchesCriteria: Bool) {
        let content: Content
        do {
            let card = try DRMCard(path: path, isProbing: true)
            content = .details(Details(of: card))
        } catch {
            content = .failed(error)
        }
        self.init(
            path: path, name: DRMCardPaths.stableName(of: path), matchesCriteria: matchesCriteria,
            content: content)
    }
}

extension CardDiagnostics.Details {
    /// Reads the details of an open card.
    fileprivate init(of card: DRMCard) {
        var connectors = Connector.all(of: card, probesDisplays: false)
        let hasNoDisplay = !connectors.isEmpty && !connectors.contains { $0.hasUsableDisplay }
        // The kernel knows no display before the first probe, which only the DRM master can
        // request.
        if card.hadNoOtherMaster, hasNoDisplay, drmSetMaster(card.descriptor) == 0 {
            connectors = Connector.all(of: card)
            drmDropMaster(card.descriptor)
        }
        self.init(
            driver: card.driver,
            connectors: connectors.map(\.diagnostics),
            formats: connectors.isEmpty ? [] : card.commonFormats(),
            isAtomic: drmSetClientCap(card.descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0,
            hasDumbBuffers: card.capability(DRM_CAP_DUMB_BUFFER) != 0,
            competitors: card.hadNoOtherMaster ? nil : OpenFileProcesses(of: card.path))
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

extension DRMCard {
    /// Returns the four-character codes of the formats that all primary planes can scan out, in the
    /// order of the first plane.
    fileprivate func commonFormats() -> [String] {
        let planes = PrimaryPlane.all(of: self)
        return (planes.first?.formats ?? []).filter { format in
            planes.allSatisfy { $0.formats.contains(format) }
        }
    }
}
