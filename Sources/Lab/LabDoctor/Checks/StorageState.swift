import KioskSystem

/// The file system of the state folder, and swap space.
struct StorageState: MachineState {
    /// Whether the state folder exists.
    let hasStateFolder: Bool
    /// Whether the state folder's file system is mounted read-only.
    let isReadOnly: Bool
    /// The free space in bytes, or `nil` if unknown.
    let freeBytes: Int?
    /// The swap areas on an SD card, for example `/var/swap`.
    let swapOnCard: [String]

    /// The free space below which a drawing may soon be lost: ten full snapshots of 100,000 points.
    static let minimumFreeBytes = 16 * 1_024 * 1_024

    init(_ machine: Machine) {
        let files = machine.files
        let mounts = files.lines("/proc/mounts").compactMap(Mount.init)
        let folder = Machine.stateFolder
        // A later mount hides an earlier one with the same path.
        let mount = mounts.filter { $0.contains(folder) }.enumerated().max {
            ($0.element.path.count, $0.offset) < ($1.element.path.count, $1.offset)
        }?.element
        let isRootOnCard = mounts.last { $0.path == "/" }?.device.includes("mmcblk") ?? false
        let swaps = files.lines("/proc/swaps").dropFirst().compactMap { line in
            line.split { $0 == " " || $0 == "\t" }.first.map(String.init)
        }
        hasStateFolder = files.exists(folder)
        isReadOnly = mount?.isReadOnly ?? false
        freeBytes = machine.freeBytes
        swapOnCard = swaps.filter { swap in
            swap.includes("mmcblk") || isRootOnCard && !swap.hasPrefix("/dev/")
        }
    }

    /// A line of `/proc/mounts`.
    private struct Mount {
        var device: String
        var path: String
        var isReadOnly: Bool

        init?(_ line: String) {
            let fields = line.split(separator: " ")
            guard fields.count > 3 else { return nil }
            device = String(fields[0])
            path = String(fields[1])
            isReadOnly = fields[3].split(separator: ",").contains("ro")
        }

        func contains(_ folder: String) -> Bool {
            path == "/" || path == folder || folder.hasPrefix(path + "/")
        }
    }

    var findings: [Finding] {
        var findings: [Finding] = []
        let folder = Machine.stateFolder
        if !hasStateFolder {
            findings.append(
                Finding(
                    .warning, "state-folder", "\(folder) does not exist; drawings are not saved",
                    remedy:
                        "run systemd-tmpfiles --create touchtracker.conf, which creates the folder"
                ))
        } else if isReadOnly {
            findings.append(
                Finding(
                    .failure, "state-read-only", "\(folder) is read-only; drawings are not saved",
                    remedy: "check the card with e2fsck on another computer; see docs/store.md"))
        } else if let freeBytes, freeBytes < Self.minimumFreeBytes {
            findings.append(
                Finding(
                    .failure, "state-full",
                    "\(folder) has \(freeBytes / 1_024 / 1_024) MiB of free space",
                    remedy: "delete reports or recordings, or enlarge the partition"))
        }
        if !swapOnCard.isEmpty {
            findings.append(
                Finding(
                    .warning, "swap",
                    "the kernel swaps to the card (\(swapOnCard.joined(separator: ", "))), which delays frames",
                    remedy: "turn swap off: systemctl disable --now dphys-swapfile, or swapoff -a"))
        }
        return findings
    }
}
