import Glibc

/// A backlight device below `/sys/class/backlight`
/// (Documentation/ABI/stable/sysfs-class-backlight).
package struct Backlight: Sendable {
    /// The path of the folder in which the kernel lists backlight devices.
    package static let defaultFolder = "/sys/class/backlight"
    /// The lowest brightness that `setBrightness(_:)` sets, as a fraction of the maximum raw
    /// brightness: 4 %, so that the user can always see the brightness setting.
    package static let minimumFraction = 0.04

    /// The sysfs attribute with which a backlight is switched off.
    package enum OffMethod: String, Sendable {
        /// The attribute `bl_power`.
        case power = "bl_power"
        /// The attribute `brightness` with the value 0. The driver determines whether the backlight
        /// is then completely off.
        case brightness
    }

    /// The device's name, for example `10-0045` or `acpi_video0`.
    package let name: String
    /// The path of the device's folder in sysfs.
    private let folder: String
    /// The range of the raw values that `setBrightness(_:)` sets, from the lowest to the highest
    /// brightness.
    private let range: ClosedRange<Int>
    /// Whether the device's raw values are proportional to luminance (sysfs attribute `scale`).
    /// Perceived brightness is not proportional to luminance: half of the maximum luminance is
    /// perceived as about three quarters of the maximum brightness.
    private let isLinear: Bool

    /// Selects the preferred backlight device among the devices whose brightness is adjustable (the
    /// maximum raw value is at least 2) and can be set by this process. Returns `nil` if there is
    /// no such device.
    ///
    /// Devices of type `firmware` are preferred to devices of type `platform`, which are preferred
    /// to devices of type `raw`, as the kernel's documentation requires. Among devices of the same
    /// type, the first device by name is preferred.
    ///
    /// - Parameter folder: The path of the folder that contains the backlight devices.
    package init?(in folder: String = Backlight.defaultFolder) {
        self.init(in: folder, minimumStepCount: 2)
    }

    /// Selects the preferred backlight device among the devices that this process can switch on and
    /// off. The brightness need not be adjustable. Returns `nil` if there is no such device.
    ///
    /// - Parameter folder: The path of the folder that contains the backlight devices.
    package init?(switchableIn folder: String) {
        self.init(in: folder, minimumStepCount: 1)
    }

    /// Selects the preferred backlight device among the devices that this process can set and whose
    /// maximum raw brightness is at least `minimumStepCount`. Returns `nil` if there is no such
    /// device.
    private init?(in folder: String, minimumStepCount: Int) {
        let order = ["firmware", "platform", "raw"]
        var best: (rank: Int, name: String, maximum: Int)?
        for name in FileSystem.names(in: folder).sorted() {
            let type = SystemFiles.machine.line("\(folder)/\(name)/type") ?? ""
            let rank = order.firstIndex(of: type) ?? order.count
            guard rank < best?.rank ?? .max, access("\(folder)/\(name)/brightness", W_OK) == 0,
                let maximum = SystemFiles.machine.integer("\(folder)/\(name)/max_brightness"),
                maximum >= minimumStepCount
            else { continue }
            best = (rank, name, maximum)
        }
        guard let (_, name, maximum) = best else { return nil }
        let deviceFolder = "\(folder)/\(name)"
        self.name = name
        self.folder = deviceFolder
        let minimum = Int((Double(maximum) * Self.minimumFraction).rounded(.up))
        range = min(max(minimum, 1), maximum - 1)...maximum
        isLinear = SystemFiles.machine.line("\(deviceFolder)/scale") == "linear"
    }

    /// The device's raw value for the maximum brightness.
    package var maximumRawBrightness: Int { range.upperBound }

    /// The sysfs attribute with which `switchOff()` switches this backlight off.
    package var offMethod: OffMethod {
        access(powerPath, W_OK) == 0 ? .power : .brightness
    }

    /// The path of the sysfs attribute `bl_power`.
    private var powerPath: String { "\(folder)/bl_power" }

    /// The brightness as the device's raw value, or `nil` if the device has been removed.
    package var rawBrightness: Int? { SystemFiles.machine.integer("\(folder)/brightness") }

    /// Sets the brightness to a raw value of the device, clamped to 0...`maximumRawBrightness`.
    ///
    /// - Throws: `LinuxError` if the process lacks permission or the device has been removed.
    package func setRawBrightness(_ rawBrightness: Int) throws(LinuxError) {
        let clamped = min(max(rawBrightness, 0), range.upperBound)
        try SystemFiles.machine.write("\(clamped)", to: "\(folder)/brightness")
    }

    /// Whether the backlight is switched off or darker than the lowest brightness that
    /// `setBrightness(_:)` sets.
    package var isOff: Bool {
        if let power = SystemFiles.machine.integer(powerPath), power != 0 { return true }
        return rawBrightness.map { $0 < max(range.lowerBound, 1) } ?? false
    }

    /// Switches the backlight off. The raw brightness does not change if `offMethod` is `.power`,
    /// and is set to 0 if `offMethod` is `.brightness`.
    ///
    /// - Throws: `LinuxError` if the process lacks permission or the device has been removed.
    package func switchOff() throws(LinuxError) {
        switch offMethod {
        // FB_BLANK_POWERDOWN, as documented in Documentation/ABI/stable/sysfs-class-backlight.
        case .power: try SystemFiles.machine.write("4", to: powerPath)
        case .brightness: try setRawBrightness(0)
        }
    }

    /// Switches the backlight on without changing the raw brightness. Has no effect if `offMethod`
    /// is `.brightness`: the caller must then set a brightness with `setRawBrightness(_:)`.
    ///
    /// - Throws: `LinuxError` if the process lacks permission or the device has been removed.
    package func switchOn() throws(LinuxError) {
        if case .power = offMethod { try SystemFiles.machine.write("0", to: powerPath) }
    }

    /// The perceived brightness, where 0 is the lowest brightness that `setBrightness(_:)` sets and
    /// 1 is the maximum, or `nil` if the device has been removed.
    package var brightness: Double? {
        guard let raw = rawBrightness else { return nil }
        let clamped = min(max(raw, range.lowerBound), range.upperBound)
        let fraction =
            Double(clamped - range.lowerBound) / Double(range.upperBound - range.lowerBound)
        return isLinear ? fraction.squareRoot() : fraction
    }

    /// Sets the perceived brightness.
    ///
    /// - Parameter brightness: The perceived brightness, clamped to 0...1. NaN sets the maximum
    ///   brightness.
    /// - Throws: `LinuxError` if the process lacks permission or the device has been removed.
    package func setBrightness(_ brightness: Double) throws(LinuxError) {
        let clamped = brightness.isNaN ? 1 : min(max(brightness, 0), 1)
        let fraction = isLinear ? clamped * clamped : clamped
        let stepCount = Double(range.upperBound - range.lowerBound)
        let raw = range.lowerBound + Int((fraction * stepCount).rounded())
        try setRawBrightness(raw)
    }
}
