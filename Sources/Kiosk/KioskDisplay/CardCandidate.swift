/// The data of a graphics card for display selection: its connectors and their modes.
package struct CardCandidate: Hashable, Sendable {
    /// A connector with its modes.
    package struct Connector: Hashable, Sendable {
        /// The kernel's name of the connector, for example `HDMI-A-1`.
        package var name: String
        /// Whether a display is connected.
        package var isConnected: Bool
        /// The modes of the display, in the driver's order.
        package var modes: [Mode]
        /// Whether the display's EDID is available, or the connector's type needs no EDID.
        package var isIdentified: Bool

        /// Creates a connector.
        package init(
            name: String, isConnected: Bool, modes: [Mode], isIdentified: Bool = true
        ) {
            self.name = name
            self.isConnected = isConnected
            self.modes = modes
            self.isIdentified = isIdentified
        }
    }

    /// A mode of a connector.
    package struct Mode: Hashable, Sendable {
        /// The size and refresh rate.
        package var mode: DisplayMode
        /// Whether the display prefers this mode.
        package var isPreferred: Bool
        /// Whether the mode is interlaced.
        package var isInterlaced: Bool

        /// Creates a mode.
        package init(_ mode: DisplayMode, isPreferred: Bool = false, isInterlaced: Bool = false) {
            self.mode = mode
            self.isPreferred = isPreferred
            self.isInterlaced = isInterlaced
        }
    }

    /// The connectors of a card, or the error of opening it.
    package enum Content: Hashable, Sendable {
        /// The card's connectors; empty for a card without display outputs.
        case connectors([Connector])
        /// The card could not be opened.
        case failed(DisplayError)
    }

    /// The card's name, which does not change between boots.
    package var name: String
    /// The card's connectors, or the error of opening the card.
    package var content: Content

    /// Creates a candidate.
    package init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// The card's connectors; empty if the card could not be opened.
    package var connectors: [Connector] {
        switch content {
        case .connectors(let connectors): connectors
        case .failed: []
        }
    }
}
