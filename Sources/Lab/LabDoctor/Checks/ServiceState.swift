import KioskSystem

/// The kiosk's unit, its user and the groups that give access to devices.
struct ServiceState: MachineState {
    /// Whether the unit's file is installed.
    let isInstalled: Bool
    /// Whether the machine starts into the kiosk.
    let isEnabled: Bool
    /// Whether the unit's process runs.
    let isRunning: Bool
    /// The number of times that the kiosk was started since boot, or 0 if unknown.
    let starts: Int
    /// The groups and users that the unit requires and the machine lacks.
    var missingAccounts: [String]

    init(_ machine: Machine) {
        let files = machine.files
        let unit = "touchtracker.service"
        let folders = ["/usr/lib/systemd/system", "/lib/systemd/system", "/etc/systemd/system"]
        let processes = "/sys/fs/cgroup/system.slice/\(unit)/cgroup.procs"
        func names(_ path: String) -> Set<Substring> {
            Set(files.lines(path).compactMap { $0.split(separator: ":").first })
        }
        let (groups, users) = (names("/etc/group"), names("/etc/passwd"))
        missingAccounts = ["video", "input"].filter { !groups.contains($0[...]) }.map {
            "group \($0)"
        }
        if !users.contains("touchtracker") { missingAccounts.append("user touchtracker") }
        isInstalled = folders.contains { files.exists("\($0)/\(unit)") }
        isEnabled =
            files.linkedName("/etc/systemd/system/default.target") == "touchtracker.target"
        isRunning = files.text(processes) != nil
        starts = files.integer("/run/touchtracker-status/starts") ?? 0
    }

    var findings: [Finding] {
        // Without the package, there is no unit to examine.
        guard isInstalled else { return [] }
        var findings: [Finding] = []
        if !missingAccounts.isEmpty {
            findings.append(
                Finding(
                    .failure, "accounts", "missing: \(missingAccounts.joined(separator: ", "))",
                    remedy: "run systemd-sysusers, which creates them"))
        }
        if !isRunning {
            findings.append(
                Finding(
                    .failure, "unit", "touchtracker.service does not run",
                    remedy: "run systemctl status touchtracker, which shows what it waits for"))
        }
        if !isEnabled {
            findings.append(
                Finding(
                    .warning, "default-target", "the machine does not start into the kiosk",
                    remedy: "run /usr/libexec/touchtracker/kiosk on"))
        }
        if starts > 3 {
            findings.append(
                Finding(
                    .warning, "restarts", "the kiosk was started \(starts) times since boot",
                    remedy: "run journalctl -b -u touchtracker -p warning, which names the reason"))
        }
        return findings
    }
}
