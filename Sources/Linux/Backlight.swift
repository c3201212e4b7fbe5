import Glibc

/// A panel's light, as the kernel offers it below `/sys/class/backlight`
/// (Documentation/ABI/stable/sysfs-class-backlight).
public struct Backlight: Sendable {
    /// Where the kernel lists them.
    public static let usualFolder = "/sys/class/backlight"
    /// The darkest that is set, as a part of the brightest: 4 %, so that nobody sits in the dark in
    /// front of a slider that he can't see.
    public static let darkest = 0.04

    /// Its name: `10-0045`, `acpi_video0`.
    public let name: String
    private let folder: String
    /// The device's own numbers for the darkest and the brightest.
    private let range: ClosedRange<Int>
    /// Whether its numbers are proportional to the light. Eyes aren't: half of the light looks like
    /// three quarters of it.
    private let isLinear: Bool

    /// The backlight of the screen that may be set by this process; nil where there is none.
    ///
    /// Of several, one that firmware drives comes first, then one of the platform, then a bare register:
    /// the order that the kernel's description asks for. Of equals the first by name.
    ///
    /// - Parameter folder: Where they are listed.
    public init?(in folder: String = Backlight.usualFolder) {
        let order = ["firmware", "platform", "raw"]
        var best: (rank: Int, name: String)?
        for name in Folder.names(in: folder).sorted() {
            let type = SmallFile.line("\(folder)/\(name)/type") ?? ""
            let rank = order.firstIndex(of: type) ?? order.count
            guard rank < best?.rank ?? .max, access("\(folder)/\(name)/brightness", W_OK) == 0,
                let most = SmallFile.number("\(folder)/\(name)/max_brightness"), most >= 2
            else { continue }
            best = (rank, name)
        }
        guard let name = best?.name else { return nil }
        self.init(name: name, folder: "\(folder)/\(name)")
    }

    private init?(name: String, folder: String) {
        guard let most = SmallFile.number("\(folder)/max_brightness"), most >= 2 else { return nil }
        self.name = name
        self.folder = folder
        let least = Int((Double(most) * Self.darkest).rounded(.up))
        range = min(max(least, 1), most - 1)...most
        isLinear = SmallFile.line("\(folder)/scale") == "linear"
    }

    /// How bright it is, from 0 (as dark as it is set here) to 1; nil where it can't be read any more.
    public var brightness: Double? {
        guard let number = SmallFile.number("\(folder)/brightness") else { return nil }
        let within = min(max(number, range.lowerBound), range.upperBound)
        let part =
            Double(within - range.lowerBound) / Double(range.upperBound - range.lowerBound)
        return isLinear ? part.squareRoot() : part
    }

    /// Sets it.
    ///
    /// - Parameter brightness: 0...1; what lies outside, or is no number, counts as the nearest of them.
    /// - Throws: `LinuxError` where it may not be set, or is there no more.
    public func setBrightness(_ brightness: Double) throws(LinuxError) {
        let asked = brightness.isNaN ? 1 : min(max(brightness, 0), 1)
        let part = isLinear ? asked * asked : asked
        let steps = Double(range.upperBound - range.lowerBound)
        let number = range.lowerBound + Int((part * steps).rounded())
        try SmallFile.write("\(number)", to: "\(folder)/brightness")
    }
}
