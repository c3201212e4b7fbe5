import KioskSystem
import TouchKitGeometry

/// Whether something is plugged into a connector.
package enum Connection: Hashable, Sendable {
    /// A display is there.
    case connected
    /// Nothing is.
    case notConnected
    /// The connector can't tell: composite video, or nobody has asked yet.
    case unknown
}

/// All that a person may want to know of one card; a plain value, nothing is held open.
package struct CardReport: Hashable, Sendable {
    /// A connector with what doesn't matter to the choice of a display.
    package struct Connector: Hashable, Sendable {
        /// Name and modes.
        package var offer: CardListing.Connector
        /// Whether something is plugged in.
        package var connection: Connection
        /// How the panel is mounted.
        package var panelOrientation: PanelOrientation

        /// Makes a connector.
        package init(
            name: String, connection: Connection, panelOrientation: PanelOrientation = .normal,
            modes: [CardListing.Mode] = []
        ) {
            offer = CardListing.Connector(
                name: name, isConnected: connection == .connected, modes: modes)
            self.connection = connection
            self.panelOrientation = panelOrientation
        }
    }

    /// What a card that could be opened says.
    package struct Parts: Hashable, Sendable {
        /// The driver's name.
        package var driver: String
        /// Its connectors; none where it only computes.
        package var connectors: [Connector]
        /// What its primary planes can scan out, as four-character codes, the driver's order.
        package var formats: [String]
        /// Whether it takes all that changes at once, in atomic commits.
        package var isAtomic: Bool
        /// Whether the processor can write pixels into its buffers.
        package var hasPlainBuffers: Bool
        /// Who has it open, if somebody masters it; nil where this process could.
        package var master: FileHolders?

        /// Makes parts.
        package init(
            driver: String, connectors: [Connector], formats: [String] = [],
            isAtomic: Bool = true, hasPlainBuffers: Bool = true, master: FileHolders? = nil
        ) {
            self.driver = driver
            self.connectors = connectors
            self.formats = formats
            self.isAtomic = isAtomic
            self.hasPlainBuffers = hasPlainBuffers
            self.master = master
        }
    }

    /// What could be learnt.
    package enum Content: Hashable, Sendable {
        /// What it says.
        case parts(Parts)
        /// It can't even be asked.
        case refused(DisplayError)
    }

    /// The node: `/dev/dri/card0`.
    package var path: String
    /// The name that stays the same from boot to boot.
    package var name: String
    /// Whether the request allows for it.
    package var isMeant: Bool
    /// What could be learnt.
    package var content: Content

    /// Makes a report.
    package init(path: String, name: String, isMeant: Bool = true, content: Content) {
        self.path = path
        self.name = name
        self.isMeant = isMeant
        self.content = content
    }

    /// The card as whoever chooses a display sees it.
    package var listing: CardListing {
        switch content {
        case .parts(let parts):
            CardListing(name: name, content: .connectors(parts.connectors.map(\.offer)))
        case .refused(let error):
            CardListing(name: name, content: .refused(error))
        }
    }

    /// Its connectors, as far as they are known.
    package var connectors: [Connector] {
        switch content {
        case .parts(let parts): parts.connectors
        case .refused: []
        }
    }
}
