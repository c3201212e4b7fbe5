/// A report of which backlight operations are available to this process, and why the other
/// operations are not available.
package struct BacklightReport: Hashable, Sendable {
    /// The availability of one backlight operation.
    package enum Availability: Hashable, Sendable {
        /// The operation is available. `name` is the name of the device that performs the
        /// operation. `method` is text that describes how the operation is performed.
        case available(name: String, method: String)
        /// The operation is not available. `cause` and `remedy` are text for an error message.
        case unavailable(cause: String, remedy: String)
    }

    /// The availability of setting the brightness.
    package var dimming: Availability
    /// The availability of switching the backlight off.
    package var switchingOff: Availability

    /// Creates a report from the availability of each operation.
    package init(dimming: Availability, switchingOff: Availability) {
        self.dimming = dimming
        self.switchingOff = switchingOff
    }

    /// Creates a report on the backlight devices in sysfs without changing a backlight.
    ///
    /// - Parameter folder: The path of the folder that contains the backlight devices.
    package init(of folder: String = Backlight.defaultFolder) {
        guard let switchable = Backlight(switchableIn: folder) else {
            let names = FileSystem.names(in: folder).sorted()
            let reason: Availability =
                names.isEmpty
                ? .unavailable(
                    cause: "\(folder) contains no backlight",
                    remedy: "none needed for a monitor, which switches its backlight off when "
                        + "the display is off")
                : .unavailable(
                    cause: "this user has no permission to set the brightness of "
                        + names.joined(separator: ", "),
                    remedy: "add a udev rule that makes the brightness file writable for the "
                        + "group video")
            self.init(dimming: reason, switchingOff: reason)
            return
        }
        let dimming =
            Backlight(in: folder).map {
                Availability.available(
                    name: $0.name, method: "\($0.maximumRawBrightness) steps")
            }
            ?? .unavailable(
                cause: "\(switchable.name) can only be switched on and off",
                remedy: "use --backlight-off-after")
        self.init(
            dimming: dimming,
            switchingOff: .available(
                name: switchable.name, method: "by \(switchable.offMethod.rawValue)"))
    }
}
