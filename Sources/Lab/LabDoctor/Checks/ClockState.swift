import KioskSystem

/// The wall clock, which boards without a battery start in the past.
struct ClockState: MachineState {
    /// The current time in seconds since 1970.
    let now: Int
    /// The time at which the program was installed, in seconds since 1970, or 0 if unknown.
    let installationTime: Int

    init(_ machine: Machine) {
        now = machine.secondsSince1970
        installationTime = machine.installationTime
    }

    var findings: [Finding] {
        guard installationTime > 0, now < installationTime else { return [] }
        return [
            Finding(
                .warning, "clock",
                "the clock says \(WallClock.text(secondsSince1970: now)), before the installation of the program",
                remedy: "connect the board to a network with a time server, or run date --set")
        ]
    }
}
