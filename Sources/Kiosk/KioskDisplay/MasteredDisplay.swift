import KioskSystem

/// A connector and a mode that fulfill display criteria, on a card of which this process is the DRM
/// master.
struct MasteredDisplay {
    /// The DRM device of the card.
    let device: any DRMDevice
    /// The selected connector.
    let connector: Connector
    /// The selected mode.
    let mode: DRMMode
    /// All connectors of the card.
    let connectors: [Connector]

    /// A card with its connectors, or with the error of opening it.
    private struct OpenCandidate {
        /// The open DRM device, or `nil` if it could not be opened.
        let device: (any DRMDevice)?
        /// The connectors of the card; empty if the card could not be opened.
        let connectors: [Connector]
        /// The card's data for display selection.
        let candidate: CardCandidate

        /// Opens the card at `path` and reads its connectors.
        init(path: String, on devices: DRMDeviceList) {
            do {
                let device = try devices.open(path)
                self.device = device
                connectors = Connector.all(of: device)
                candidate = CardCandidate(
                    name: device.stableName, content: .connectors(connectors.map(\.candidate)))
            } catch {
                device = nil
                connectors = []
                candidate = CardCandidate(
                    name: DRMDeviceList.stableName(of: path), content: .failed(error))
            }
        }
    }

    /// Opens a display that fulfills the criteria and becomes the DRM master of its card.
    ///
    /// Without a criterion for the card, uses the first card that fulfills the other criteria and
    /// has no other master, because card numbers may change between boots.
    ///
    /// - Parameters:
    ///   - criteria: The criteria for the display.
    ///   - devices: The DRM devices of the machine.
    /// - Throws: `DisplayError` if no display fulfills the criteria or other programs use all that
    ///   do.
    static func open(
        _ criteria: DisplayCriteria, on devices: DRMDeviceList
    ) throws(DisplayError) -> MasteredDisplay {
        let openCandidates = Self.openCandidates(for: criteria, on: devices)
        let indexPaths = try criteria.indexPaths(among: openCandidates.map(\.candidate))
        var firstError: DisplayError?
        for path in indexPaths {
            let candidate = openCandidates[path.card]
            guard let device = candidate.device else { continue }
            if device.becomeMaster() {
                let connector = candidate.connectors[path.connector]
                return MasteredDisplay(
                    device: device, connector: connector, mode: connector.modes[path.mode],
                    connectors: candidate.connectors)
            }
            firstError =
                firstError ?? .taken(device.stableName, by: OpenFileProcesses(of: device.path))
        }
        throw firstError ?? .taken("/dev/dri", by: OpenFileProcesses())
    }

    /// Returns whether a display that fulfills the criteria is connected, even if its modes are not
    /// available yet. Sets no mode and keeps no card open.
    static func isConnected(for criteria: DisplayCriteria, on devices: DRMDeviceList) -> Bool {
        do {
            _ = try criteria.indexPaths(
                among: openCandidates(for: criteria, on: devices).map(\.candidate))
            return true
        } catch {
            return error.reason == .notReady
        }
    }

    /// Opens the cards that the criteria permit.
    private static func openCandidates(
        for criteria: DisplayCriteria, on devices: DRMDeviceList
    ) -> [OpenCandidate] {
        let paths = criteria.card.map { [devices.path(named: $0)] } ?? devices.paths()
        return paths.map { OpenCandidate(path: $0, on: devices) }
    }
}
