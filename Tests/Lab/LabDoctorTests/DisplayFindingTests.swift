import LabDoctor
import Testing

@Suite("Doctor: display and console")
struct DisplayFindingTests {
    private let tree: BoardTree

    init() throws { tree = try BoardTree() }

    @Test("Without a card, the cause is config.txt or the kernel")
    func noCard() throws {
        try tree.removeCards()
        #expect(tree.report.findings.first?.cause.hasPrefix("the kernel has no display") == true)
        // The old driver of the firmware is no KMS driver of the kernel.
        try tree.write("dtoverlay=vc4-fkms-v3d\n", to: "/boot/firmware/config.txt")
        #expect(tree.found == ["failure kms"])
        #expect(
            tree.report.findings.first?.remedy
                == "add dtoverlay=vc4-kms-v3d to config.txt and restart")
    }

    @Test("A card that only renders is no display")
    func renderOnly() throws {
        try tree.removeCards()
        try tree.makeFolder("/sys/class/drm/card0")
        #expect(tree.found == ["failure kms"])
    }

    @Test("If no connector has a display, writeback connectors do not count")
    func notConnected() throws {
        try tree.write("disconnected\n", to: "/sys/class/drm/card1-DSI-1/status")
        try tree.write("connected\n", to: "/sys/class/drm/card1-Writeback-1/status")
        #expect(tree.found == ["failure display"])
        #expect(tree.report.findings.first?.cause == "none of 2 connectors has a display")
    }

    @Test("Other programs with the display open are named, the kiosk is not")
    func holders() throws {
        for (process, name) in [(412, "touchtracker"), (630, "plymouthd"), (77, "sway")] {
            try tree.write("\(name)\n", to: "/proc/\(process)/comm")
            try tree.link("/proc/\(process)/fd/3", to: "/dev/dri/card1")
            try tree.link("/proc/\(process)/fd/4", to: "/dev/null")
        }
        // The card that only renders may be in use.
        try tree.write("chromium\n", to: "/proc/90/comm")
        try tree.link("/proc/90/fd/3", to: "/dev/dri/card0")
        #expect(
            tree.report.findings.map(\.cause) == [
                "sway (process 77) has the display card1 open",
                "plymouthd (process 630) has the display card1 open",
            ])
    }

    @Test("Kernel messages on the display are a warning, a quiet console on tty1 is a hint")
    func console() throws {
        try tree.write("0 vc4drmfb\n", to: "/proc/fb")
        #expect(tree.found == [])
        // The command line of Raspberry Pi OS Lite.
        try tree.write(
            "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait\n", to: "/proc/cmdline")
        #expect(tree.found == ["warning console", "hint console"])
        try tree.write("console=tty1 quiet\n", to: "/proc/cmdline")
        #expect(tree.found == ["hint console"])
        // Without framebuffer emulation, no console can draw.
        try tree.remove("/proc/fb")
        #expect(tree.found == [])
    }
}
