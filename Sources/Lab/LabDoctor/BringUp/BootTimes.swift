import KioskSystem
import KioskYAML

/// The parts of the boot time that Linux knows. The firmware's part is invisible to Linux on a
/// Raspberry Pi.
package struct BootTimes: Hashable, Sendable {
    /// The time from the kernel's start until systemd starts, with the initramfs, in milliseconds,
    /// or `nil` if unknown.
    package var kernelMilliseconds: Int?
    /// The time from the start of systemd until it starts the kiosk, in milliseconds, or `nil` if
    /// unknown.
    package var systemdMilliseconds: Int?
    /// The time from the kiosk's start to its first frame, in milliseconds, or `nil` if unknown.
    package var programMilliseconds: Int?

    /// Creates times.
    package init(kernel: Int? = nil, systemd: Int? = nil, program: Int? = nil) {
        kernelMilliseconds = kernel
        systemdMilliseconds = systemd
        programMilliseconds = program
    }

    /// Reads the times from the lines of `journalctl --output=short-monotonic`, in order.
    ///
    /// - Parameter journal: The lines of systemd and of the kiosk since boot.
    package init(journal: [String]) {
        self.init()
        guard let systemd = Self.milliseconds(of: journal.first { $0.includes("systemd[1]:") })
        else { return }
        kernelMilliseconds = systemd
        guard
            let start = Self.milliseconds(
                of: journal.first {
                    $0.includes("systemd[1]: Starting touchtracker.service")
                })
        else { return }
        systemdMilliseconds = start - systemd
        let frame = journal.first { $0.includes("touchtracker[") && $0.includes(": first frame;") }
        programMilliseconds = Self.milliseconds(of: frame).map { $0 - start }
    }

    /// Reads the journal of the current boot. All times are `nil` without journalctl or without the
    /// permission to read the journal.
    package static func read() -> BootTimes {
        let arguments = [
            "--boot", "--output=short-monotonic", "--no-hostname", "--quiet", "--lines=all",
            "_PID=1", "+", "_SYSTEMD_UNIT=touchtracker.service",
        ]
        let text = ProgramOutput.read("/usr/bin/journalctl", arguments) ?? ""
        return BootTimes(journal: text.split(separator: "\n").map(String.init))
    }

    /// Returns the time in square brackets at the start of a line, in milliseconds.
    private static func milliseconds(of line: String?) -> Int? {
        guard let line, line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return nil }
        let text = line[line.index(after: line.startIndex)..<end].drop { $0 == " " }
        return Double(text).map { Int(($0 * 1_000).rounded()) }
    }

    /// The sum of the parts as text, for example `1.9 + 2.4 + 0.3 s`, or `–` if a part is unknown.
    var summary: String {
        let parts = [kernelMilliseconds, systemdMilliseconds, programMilliseconds]
        let known = parts.compactMap { $0 }
        guard known.count == parts.count else { return "–" }
        return known.map { "\($0 / 1_000).\($0 % 1_000 / 100)" }.joined(separator: " + ") + " s"
    }

    var json: JSON {
        func value(_ milliseconds: Int?) -> JSON { milliseconds.map { .integer($0) } ?? .null }
        return .object([
            ("kernelMilliseconds", value(kernelMilliseconds)),
            ("systemdMilliseconds", value(systemdMilliseconds)),
            ("programMilliseconds", value(programMilliseconds)),
        ])
    }
}
