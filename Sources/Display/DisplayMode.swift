/// A picture size at a refresh rate.
public struct DisplayMode: Hashable, Sendable {
    /// The width, in pixels.
    public var width: Int
    /// The height, in pixels.
    public var height: Int
    /// Pictures per 1,000 seconds.
    public var refreshMillihertz: Int

    /// Makes a mode.
    public init(width: Int, height: Int, refreshMillihertz: Int = 60_000) {
        self.width = width
        self.height = height
        self.refreshMillihertz = refreshMillihertz
    }

    /// The time between two pictures, in microseconds.
    public var periodMicroseconds: Int64 {
        refreshMillihertz > 0 ? 1_000_000_000 / Int64(refreshMillihertz) : 16_667
    }

    /// The mode as people write it: `800x480@60`.
    public var name: String {
        let rounded = (refreshMillihertz + 500) / 1_000
        return "\(width)x\(height)@\(rounded)"
    }
}
