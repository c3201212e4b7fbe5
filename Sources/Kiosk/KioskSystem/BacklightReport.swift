/// The backlight operations that this process can perform, with a reason for each that is not
/// available.
package struct BacklightReport: Hashable, Sendable {
    /// The availability of one backlight operation.
    package enum Availability: Hashable, Sendable {
        /// The operation is available on the backlight `name`, with the given method.
        case available(name: String, method: String)
        /// The operation is not available, for the given cause.
        case unavailable(cause: String, remedy: String)
    }

    /// Whether the brightness can be set.
    package var dimming: Availability
    /// Whether the backlight can be switched off.
    package var switchingOff: Availability

    /// Creates a report.
    package init(dimming: Availability, switchingOff: Availability) {
        self.dimming = dimming
        self.switchingOff = switchingOff
    }

    /// Creates a report from the backlights in sysfs. Changes no setting.
    ///
    /// - Parameter folder: The folder that contains the backlight devices.
    package init(of folder: String = Backlight.defaultFolder) {
        guard let switchable = Backlight(switchableIn: folder) else {
            let names = FileSystem.names(in: folder).sorted()
            let reason: Availability =
                names.isEmpty
                ? .unavailable(
                    cause: "\(folder) contains no backlight",
                    remedy: "a monitor's backlight goes off with the display")
                : .unavailable(
                    cause: "this user may not set \(names.joined(separator: ", "))",
                    remedy: "give its brightness to the group video with a udev rule")
            self.init(dimming: reason, switchingOff: reason)
            return
        }
        let switchingOff = Availability.available(
            name: switchable.name, method: "by \(switchable.offMethod.rawValue)")
        if let backlight = Backlight(in: folder) {
            self.init(
                dimming: .available(
                    name: backlight.name, method: "\(backlight.maximumRawBrightness) steps"),
                switchingOff: switchingOff)
        } else {
            self.init(
                dimming: .unavailable(
                    cause: "\(switchable.name) can only be switched on and off",
                    remedy: "switch it off instead"),
                switchingOff: switchingOff)
        }
    }
}
