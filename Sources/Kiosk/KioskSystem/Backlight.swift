import Glibc

/// A panel's light, as the kernel offers it below `/sys/class/backlight`
/// (Documentation/ABI/stable/sysfs-class-backlight).
package struct Backlight: Sendable {
    /// Where the kernel lists them.
    package static let usualFolder = "/sys/class/backlight"
    /// The darkest that is set, as a part of the brightest: 4 %, so that nobody sits in the dark in
    /// front of a slider that he can't see.
    package static let darkest = 0.04

    /// How a backlight goes off.
    package enum OffSwitch: String, Sendable {
        /// The kernel's switch for it.
        case power = "bl_power"
        /// Nothing but a brightness of 0: how dark that is, its driver knows.
        case brightness
    }

    /// Its name: `10-0045`, `acpi_video0`.
    package let name: String
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
    package init?(in folder: String = Backlight.usualFolder) {
        self.init(in: folder, leastSteps: 2)
    }

    /// The same, where it only has to go on and off: one that knows no more than that will do.
    ///
    /// - Parameter folder: Where they are listed.
    package init?(switchableIn folder: String) {
        self.init(in: folder, leastSteps: 1)
    }

    private init?(in folder: String, leastSteps: Int) {
        let order = ["firmware", "platform", "raw"]
        var best: (rank: Int, name: String)?
        for name in Folder.names(in: folder).sorted() {
            let type = SmallFile.line("\(folder)/\(name)/type") ?? ""
            let rank = order.firstIndex(of: type) ?? order.count
            guard rank < best?.rank ?? .max, access("\(folder)/\(name)/brightness", W_OK) == 0,
                let most = SmallFile.number("\(folder)/\(name)/max_brightness"),
                most >= leastSteps
            else { continue }
            best = (rank, name)
        }
        guard let name = best?.name else { return nil }
        self.init(name: name, folder: "\(folder)/\(name)")
    }

    private init?(name: String, folder: String) {
        guard let most = SmallFile.number("\(folder)/max_brightness"), most >= 1 else { return nil }
        self.name = name
        self.folder = folder
        let least = Int((Double(most) * Self.darkest).rounded(.up))
        range = min(max(least, 1), most - 1)...most
        isLinear = SmallFile.line("\(folder)/scale") == "linear"
    }

    /// How many steps there are from 0 to the brightest.
    package var steps: Int { range.upperBound }

    /// How it goes off here.
    package var offSwitch: OffSwitch {
        access(powerPath, W_OK) == 0 ? .power : .brightness
    }

    private var powerPath: String { "\(folder)/bl_power" }

    /// Its brightness in the device's own number; nil where it can't be read any more.
    package var number: Int? { SmallFile.number("\(folder)/brightness") }

    /// Sets its brightness in the device's own number.
    ///
    /// - Throws: `LinuxError` where it may not be set, or is there no more.
    package func setNumber(_ number: Int) throws(LinuxError) {
        let sensible = min(max(number, 0), range.upperBound)
        try SmallFile.write("\(sensible)", to: "\(folder)/brightness")
    }

    /// Whether no light is to be expected of it: it is switched off, or darker than anything that is set
    /// here.
    package var isOff: Bool {
        if let power = SmallFile.number(powerPath), power != 0 { return true }
        return number.map { $0 < max(range.lowerBound, 1) } ?? false
    }

    /// Puts the light out. Its brightness is kept where the kernel has a switch.
    ///
    /// - Throws: `LinuxError` where it may not be set, or is there no more.
    package func switchOff() throws(LinuxError) {
        switch offSwitch {
        // FB_BLANK_POWERDOWN, of Documentation/ABI/stable/sysfs-class-backlight.
        case .power: try SmallFile.write("4", to: powerPath)
        case .brightness: try setNumber(0)
        }
    }

    /// Switches it on, as bright as its number says.
    ///
    /// - Throws: `LinuxError` where it may not be set, or is there no more.
    package func switchOn() throws(LinuxError) {
        if case .power = offSwitch { try SmallFile.write("0", to: powerPath) }
    }

    /// How bright it is, from 0 (as dark as it is set here) to 1; nil where it can't be read any more.
    package var brightness: Double? {
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
    package func setBrightness(_ brightness: Double) throws(LinuxError) {
        let asked = brightness.isNaN ? 1 : min(max(brightness, 0), 1)
        let part = isLinear ? asked * asked : asked
        let steps = Double(range.upperBound - range.lowerBound)
        let number = range.lowerBound + Int((part * steps).rounded())
        try SmallFile.write("\(number)", to: "\(folder)/brightness")
    }
}
