/// A picture size at a refresh rate.
public struct DisplayMode: Hashable, Sendable {
    /// The width, in pixels.
    public var width: Int
    /// The height, in pixels.
    public var height: Int
    /// Pictures per 1,000 seconds.
    public var refreshMillihertz: Int
    /// Rows that scanning a picture out takes the time of: those that are seen and the blanking after
    /// them (`vtotal`).
    public var totalHeight: Int

    /// Makes a mode.
    ///
    /// - Parameters:
    ///   - width: The width, in pixels.
    ///   - height: The height, in pixels.
    ///   - refreshMillihertz: Pictures per 1,000 seconds.
    ///   - totalHeight: The rows with the blanking; no blanking if not given, or if fewer than the height.
    public init(
        width: Int, height: Int, refreshMillihertz: Int = 60_000, totalHeight: Int? = nil
    ) {
        self.width = width
        self.height = height
        self.refreshMillihertz = refreshMillihertz
        self.totalHeight = max(totalHeight ?? height, height)
    }

    /// The time between two pictures, in microseconds.
    public var periodMicroseconds: Int64 {
        refreshMillihertz > 0 ? 1_000_000_000 / Int64(refreshMillihertz) : 16_667
    }

    /// The part of a period in which rows are scanned out, in microseconds; the rest is blanking.
    public var activeMicroseconds: Int64 {
        totalHeight > 0
            ? periodMicroseconds * Int64(height) / Int64(totalHeight) : periodMicroseconds
    }

    /// The time between two pictures, in nanoseconds: what many periods are counted with.
    public var periodNanoseconds: Int64 {
        refreshMillihertz > 0 ? 1_000_000_000_000 / Int64(refreshMillihertz) : 16_666_667
    }

    /// The mode as people write it: `800x480@60`.
    public var name: String {
        let rounded = (refreshMillihertz + 500) / 1_000
        return "\(width)x\(height)@\(rounded)"
    }
}
