import KioskSystem
import TouchKitGeometry

/// The connection status that the kernel reports for a connector.
package enum ConnectorStatus: Hashable, Sendable {
    /// A display is connected.
    case connected
    /// No display is connected.
    case notConnected
    /// The connector cannot detect displays, or has not been probed yet.
    case unknown
}

/// Diagnostic information about a graphics card, for the command `touchtracker devices`.
package struct CardDiagnostics: Hashable, Sendable {
    /// Diagnostic information about a connector.
    package struct Connector: Hashable, Sendable {
        /// The connector's data for display selection, such as its name and modes.
        package var candidate: CardCandidate.Connector
        /// The connection status.
        package var status: ConnectorStatus
        /// The orientation in which the panel is mounted.
        package var panelOrientation: PanelOrientation

        /// Creates the diagnostics of a connector.
        package init(
            name: String, status: ConnectorStatus, panelOrientation: PanelOrientation = .normal,
            modes: [CardCandidate.Mode] = []
        ) {
            candidate = CardCandidate.Connector(
                name: name, isConnected: status == .connected, modes: modes)
            self.status = status
            self.panelOrientation = panelOrientation
        }
    }

    /// Diagnostic information that requires opening the card.
    package struct Details: Hashable, Sendable {
        /// The name of the kernel driver.
        package var driver: String
        /// The connectors; empty for a card without display outputs.
        package var connectors: [Connector]
        /// The four-character codes of the formats that all primary planes can scan out, in the
        /// driver's order.
        package var formats: [String]
        /// Whether the driver supports atomic commits.
        package var isAtomic: Bool
        /// Whether the driver supports dumb buffers, which the CPU can write.
        package var hasDumbBuffers: Bool
        /// The processes that have the card open, if another process is its DRM master, or `nil` if
        /// this process could become the master.
        package var competitors: OpenFileProcesses?

        /// Creates details.
        package init(
            driver: String, connectors: [Connector], formats: [String] = [],
            isAtomic: Bool = true, hasDumbBuffers: Bool = true,
            competitors: OpenFileProcesses? = nil
        ) {
            self.driver = driver
            self.connectors = connectors
            self.formats = formats
            self.isAtomic = isAtomic
            self.hasDumbBuffers = hasDumbBuffers
            self.competitors = competitors
        }
    }

    /// The details of a card, or the error of opening it.
    package enum Content: Hashable, Sendable {
        /// The card was opened.
        case details(Details)
        /// The card could not be opened.
        case failed(DisplayError)
    }

    /// The path of the primary node, for example `/dev/dri/card0`.
    package var path: String
    /// The card's name, which does not change between boots.
    package var name: String
    /// Whether the card fulfills the criterion for the card.
    package var matchesCriteria: Bool
    /// The details of the card, or the error of opening it.
    package var content: Content

    /// Creates the diagnostics of a card.
    package init(path: String, name: String, matchesCriteria: Bool = true, content: Content) {
        self.path = path
        self.name = name
        self.matchesCriteria = matchesCriteria
        self.content = content
    }

    /// The card's data for display selection.
    package var candidate: CardCandidate {
        switch content {
        case .details(let details):
            CardCandidate(name: name, content: .connectors(details.connectors.map(\.candidate)))
        case .failed(let error):
            CardCandidate(name: name, content: .failed(error))
        }
    }

    /// The card's connectors; empty if the card could not be opened.
    package var connectors: [Connector] {
        switch content {
        case .details(let details): details.connectors
        case .failed: []
        }
    }
}
