/// What one card offers, as whoever chooses a display sees it: a plain value, nothing is held open.
package struct CardListing: Hashable, Sendable {
    /// A place where a display can be plugged in.
    package struct Connector: Hashable, Sendable {
        /// The kernel's name: `HDMI-A-1`.
        package var name: String
        /// Whether something is plugged in.
        package var isConnected: Bool
        /// What it can show, in the driver's order.
        package var modes: [Mode]
        /// Whether the display has described itself (EDID), or is of a kind that doesn't.
        package var isIdentified: Bool

        /// Makes a connector.
        package init(
            name: String, isConnected: Bool, modes: [Mode], isIdentified: Bool = true
        ) {
            self.name = name
            self.isConnected = isConnected
            self.modes = modes
            self.isIdentified = isIdentified
        }
    }

    /// A mode as a connector offers it.
    package struct Mode: Hashable, Sendable {
        /// Its size and rate.
        package var mode: DisplayMode
        /// Whether the display prefers it.
        package var isPreferred: Bool
        /// Whether it shows every second line at a time.
        package var isInterlaced: Bool

        /// Makes a mode.
        package init(_ mode: DisplayMode, isPreferred: Bool = false, isInterlaced: Bool = false) {
            self.mode = mode
            self.isPreferred = isPreferred
            self.isInterlaced = isInterlaced
        }
    }

    /// What could be learnt of a card.
    package enum Content: Hashable, Sendable {
        /// Its connectors; none where it only computes.
        case connectors([Connector])
        /// It can't even be asked.
        case refused(DisplayError)
    }

    /// The card's stable name.
    package var name: String
    /// What could be learnt of it.
    package var content: Content

    /// Makes a listing.
    package init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// Its connectors, as far as they are known.
    package var connectors: [Connector] {
        switch content {
        case .connectors(let connectors): connectors
        case .refused: []
        }
    }
}
