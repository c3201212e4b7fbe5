/// A display mode: a size and a refresh rate.
public struct DisplayMode: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The refresh rate in millihertz.
    public var refreshMillihertz: Int
    /// The height including the vertical blanking interval, in rows (`vtotal`).
    public var totalHeight: Int

    /// Creates a mode.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - refreshMillihertz: The refresh rate in millihertz.
    ///   - totalHeight: The height including the vertical blanking interval. The default and the
    ///     minimum are `height`, which means no blanking.
    public init(
        width: Int, height: Int, refreshMillihertz: Int = 60_000, totalHeight: Int? = nil
    ) {
        self.width = width
        self.height = height
        self.refreshMillihertz = refreshMillihertz
        self.totalHeight = max(totalHeight ?? height, height)
    }

    /// The refresh period in microseconds.
    public var periodMicroseconds: Int64 {
        refreshMillihertz > 0 ? 1_000_000_000 / Int64(refreshMillihertz) : 16_667
    }

    /// The part of the refresh period during which rows are scanned out, in microseconds. The rest
    /// is the vertical blanking interval.
    public var activeMicroseconds: Int64 {
        totalHeight > 0
            ? periodMicroseconds * Int64(height) / Int64(totalHeight) : periodMicroseconds
    }

    /// The refresh period in nanoseconds, for calculations over many periods.
    public var periodNanoseconds: Int64 {
        refreshMillihertz > 0 ? 1_000_000_000_000 / Int64(refreshMillihertz) : 16_666_667
    }

    /// The mode as text with the rate rounded to hertz, for example `800x480@60`.
    public var name: String {
        let rounded = (refreshMillihertz + 500) / 1_000
        return "\(width)x\(height)@\(rounded)"
    }
}
