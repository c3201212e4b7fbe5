/// What can be done to the backlights of a machine by this user, and why no more; a plain value.
package struct BacklightReport: Hashable, Sendable {
    /// One thing that can be done, or why it can't.
    package enum Ability: Hashable, Sendable {
        /// By this backlight, and how.
        case can(name: String, how: String)
        /// Why it can't be done, and what to do about it.
        case cannot(cause: String, remedy: String)
    }

    /// Setting how bright it is.
    package var dims: Ability
    /// Putting it out.
    package var goesOff: Ability

    /// Makes a report.
    package init(dims: Ability, goesOff: Ability) {
        self.dims = dims
        self.goesOff = goesOff
    }

    /// Looks at what the kernel lists; nothing is set.
    ///
    /// - Parameter folder: Where backlights are listed.
    package init(of folder: String = Backlight.usualFolder) {
        guard let switchable = Backlight(switchableIn: folder) else {
            let names = Folder.names(in: folder).sorted()
            let why: Ability =
                names.isEmpty
                ? .cannot(
                    cause: "no backlight is in \(folder)",
                    remedy: "a monitor's light goes out when it is switched off")
                : .cannot(
                    cause: "this user may not set \(names.joined(separator: ", "))",
                    remedy: "let a udev rule give its brightness to the group video")
            self.init(dims: why, goesOff: why)
            return
        }
        let goesOff = Ability.can(
            name: switchable.name, how: "by \(switchable.offSwitch.rawValue)")
        if let backlight = Backlight(in: folder) {
            self.init(
                dims: .can(name: backlight.name, how: "\(backlight.steps) steps"),
                goesOff: goesOff)
        } else {
            self.init(
                dims: .cannot(
                    cause: "\(switchable.name) knows only on and off", remedy: "put it out instead"),
                goesOff: goesOff)
        }
    }
}
