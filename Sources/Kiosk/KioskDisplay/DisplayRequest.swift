import TouchKitRaster

/// Which display to use; what isn't given is chosen: the first connected connector of the card that
/// can show most, in its preferred mode.
public struct DisplayRequest: Hashable, Sendable {
    /// A mode that is asked for by size, and by rate where that matters.
    public struct Mode: Hashable, Sendable {
        /// The width, in pixels.
        public var width: Int
        /// The height, in pixels.
        public var height: Int
        /// Pictures per second, rounded; any if not given.
        public var refreshHertz: Int?

        /// Reads `800x480` or `800x480@60`; nil where the text isn't of that form or no screen is
        /// so large (16,384 pixels, 1,000 Hz).
        public init?(_ text: String) {
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            let size = parts[0].split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count <= 2, size.count == 2, let width = Self.number(size[0], 16_384),
                let height = Self.number(size[1], 16_384)
            else { return nil }
            self.width = width
            self.height = height
            guard parts.count == 2 else { return }
            guard let refresh = Self.number(parts[1], 1_000) else { return nil }
            refreshHertz = refresh
        }

        private static func number(_ text: Substring, _ largest: Int) -> Int? {
            guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text),
                value > 0, value <= largest
            else { return nil }
            return value
        }

        /// Whether a mode is one that was asked for.
        public func matches(_ mode: DisplayMode) -> Bool {
            let rounded = (mode.refreshMillihertz + 500) / 1_000
            return mode.width == width && mode.height == height
                && (refreshHertz == nil || refreshHertz == rounded)
        }

        /// The mode as it was asked for.
        public var name: String {
            "\(width)x\(height)" + (refreshHertz.map { "@\($0)" } ?? "")
        }
    }

    /// The card: a path (`/dev/dri/card1`, `/dev/dri/by-path/…`) or a node's name (`card1`).
    public var card: String?
    /// The connector, as the kernel names it: `HDMI-A-1`, `DSI-1`.
    public var connector: String?
    /// The mode.
    public var mode: Mode?
    /// How pixels lie in scanout memory; the best format of the display's plane if not given.
    public var format: PixelFormat?
    /// Whether a display that should describe itself (HDMI, DisplayPort …) and doesn't is passed
    /// over: just plugged in, its EDID may come late.
    public var waitsForEDID = false

    /// Makes a request.
    public init(
        card: String? = nil, connector: String? = nil, mode: Mode? = nil,
        format: PixelFormat? = nil
    ) {
        self.card = card
        self.connector = connector
        self.mode = mode
        self.format = format
    }
}
