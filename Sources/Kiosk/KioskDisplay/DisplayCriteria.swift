import TouchKitRaster

/// The criteria for selecting a display. A criterion that is `nil` matches any display.
///
/// Without criteria, the kiosk uses the first connected connector of the first card that can show a
/// picture, in the display's preferred mode.
public struct DisplayCriteria: Hashable, Sendable {
    /// A criterion for the mode: the size and optionally the refresh rate.
    public struct Mode: Hashable, Sendable {
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int
        /// The refresh rate rounded to hertz, or `nil` for any rate.
        public var refreshHertz: Int?

        /// Creates a criterion from text such as `800x480` or `800x480@60`. Returns `nil` for other
        /// text and for values above 16,384 pixels or 1,000 Hz.
        public init?(_ text: String) {
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            let size = parts[0].split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count <= 2, size.count == 2,
                let width = Self.parse(size[0], maximum: 16_384),
                let height = Self.parse(size[1], maximum: 16_384)
            else { return nil }
            self.width = width
            self.height = height
            guard parts.count == 2 else { return }
            guard let refresh = Self.parse(parts[1], maximum: 1_000) else { return nil }
            refreshHertz = refresh
        }

        /// Returns the value of an unsigned decimal number in 1...`maximum`, or `nil` for other
        /// text.
        private static func parse(_ text: Substring, maximum: Int) -> Int? {
            guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text),
                value > 0, value <= maximum
            else { return nil }
            return value
        }

        /// Returns whether `mode` fulfills the criterion.
        public func matches(_ mode: DisplayMode) -> Bool {
            let rounded = (mode.refreshMillihertz + 500) / 1_000
            return mode.width == width && mode.height == height
                && (refreshHertz == nil || refreshHertz == rounded)
        }

        /// The criterion as text, for example `800x480` or `800x480@60`.
        public var name: String {
            "\(width)x\(height)" + (refreshHertz.map { "@\($0)" } ?? "")
        }
    }

    /// The path of the card (`/dev/dri/card1`, `/dev/dri/by-path/…`) or its node's name (`card1`).
    public var card: String?
    /// The kernel's name of the connector, for example `HDMI-A-1` or `DSI-1`.
    public var connector: String?
    /// The size and optionally the refresh rate of the mode.
    public var mode: Mode?
    /// The pixel format of the buffers, or `nil` for the best format of the display's plane.
    public var format: PixelFormat?
    /// Whether to ignore a connected monitor until its EDID is available, which may take a moment
    /// after it was connected.
    public var waitsForEDID = false
    /// The first ioctls to try for presenting frames. Values other than `atomic` exist for tests on
    /// boards whose driver supports atomic commits.
    package var presentMethod = PresentMethod.atomic

    /// Creates criteria.
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

/// The ioctls that bring frames onto the screen. If the driver does not support them, the next ones
/// are used.
package enum PresentMethod: String, Hashable, Sendable, CaseIterable {
    /// Atomic commits.
    case atomic
    /// Page flips without atomic commits.
    case legacyFlip = "legacy"
    /// One buffer that is always on the screen, with the dirty ioctl.
    case dirty
}
