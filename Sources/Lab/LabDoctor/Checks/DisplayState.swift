import KioskSystem

/// The display: the kernel's driver, programs that have the display open, and the console.
struct DisplayState: MachineState {
    /// A process that has a graphics card open.
    struct Holder: Hashable {
        var name: String
        var process: Int
        var card: String
    }

    /// The names of the graphics cards with connectors, for example `card1`.
    let cards: [String]
    /// The names of the connected connectors, for example `DSI-1`.
    let connected: [String]
    /// The number of connectors of all cards.
    let connectorCount: Int
    /// The processes that have a card open, except the kiosk.
    let holders: [Holder]
    /// The arguments of the kernel's command line.
    let kernelArguments: [String]
    /// The names of the kernel's framebuffer consoles, for example `vc4drmfb`.
    let consoles: [String]
    /// Whether the firmware's configuration names the KMS driver, or `nil` without the firmware of
    /// a Raspberry Pi.
    let hasOverlay: Bool?

    init(_ machine: Machine) {
        let files = machine.files
        let entries = files.names(in: "/sys/class/drm").filter { $0.hasPrefix("card") }
        let connectors = entries.filter { $0.includes("-") && !$0.includes("-Writeback-") }
        connected = connectors.filter {
            files.line("/sys/class/drm/\($0)/status") == "connected"
        }.map { String($0.drop { $0 != "-" }.dropFirst()) }
        cards = entries.filter { card in
            !card.contains("-") && connectors.contains { $0.hasPrefix("\(card)-") }
        }
        connectorCount = connectors.count
        holders = Self.holders(of: cards, files)
        kernelArguments = (files.line("/proc/cmdline") ?? "").split(separator: " ").map(String.init)
        consoles = files.lines("/proc/fb").map { String($0.drop { $0 != " " }.dropFirst()) }
        hasOverlay = Self.hasOverlay(files)
    }

    private static func holders(of cards: [String], _ files: SystemFiles) -> [Holder] {
        files.names(in: "/proc").compactMap { Int($0) }.flatMap { process -> [Holder] in
            let name = files.line("/proc/\(process)/comm") ?? "a process"
            if name == "touchtracker" { return [] }
            let targets = Set(
                files.names(in: "/proc/\(process)/fd").compactMap {
                    files.linkedName("/proc/\(process)/fd/\($0)")
                })
            return cards.filter { targets.contains($0) }.map {
                Holder(name: name, process: process, card: $0)
            }
        }
    }

    private static func hasOverlay(_ files: SystemFiles) -> Bool? {
        for folder in ["/boot/firmware", "/boot"] {
            let lines = files.lines("\(folder)/config.txt")
            if lines.isEmpty { continue }
            return lines.contains { $0.hasPrefix("dtoverlay=vc4-kms-v3d") }
        }
        return nil
    }

    var findings: [Finding] { cardFindings + holderFindings + consoleFindings }

    private var cardFindings: [Finding] {
        if cards.isEmpty {
            return [
                hasOverlay == false
                    ? Finding(
                        .failure, "kms", "config.txt does not load the kernel's display driver",
                        remedy: "add dtoverlay=vc4-kms-v3d to config.txt and restart")
                    : Finding(
                        .failure, "kms", "the kernel has no display driver with mode setting (KMS)",
                        remedy: "install a kernel with the display's driver; see docs/boards.md")
            ]
        }
        if connected.isEmpty {
            return [
                Finding(
                    .failure, "display", "none of \(connectorCount) connectors has a display",
                    remedy: "check cable, power and overlay of the display")
            ]
        }
        return []
    }

    private var holderFindings: [Finding] {
        holders.map { holder in
            Finding(
                .warning, "display-holder",
                "\(holder.name) (process \(holder.process)) has the display \(holder.card) open",
                remedy: "stop it, or disable its service: the display has one master at a time")
        }
    }

    private var consoleFindings: [Finding] {
        var findings: [Finding] = []
        if !consoles.isEmpty, !kernelArguments.contains("quiet") {
            findings.append(
                Finding(
                    .warning, "console", "kernel messages appear on the display",
                    remedy: "append quiet loglevel=3 to the kernel's command line"))
        }
        if !consoles.isEmpty, kernelArguments.contains("console=tty1") {
            findings.append(
                Finding(
                    .hint, "console", "the kernel's console is tty1, the kiosk's terminal",
                    remedy: "replace console=tty1 by console=tty3 on the kernel's command line"))
        }
        return findings
    }
}
