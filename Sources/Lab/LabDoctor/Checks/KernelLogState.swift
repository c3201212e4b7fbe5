import KioskSystem

/// Errors of display and touchscreen drivers in the kernel log.
struct KernelLogState: MachineState {
    /// The firmware files of display and touchscreen drivers that the kernel did not find.
    var missingFirmware: [String] = []
    /// The messages of touchscreen drivers that could not use their device, without time.
    var touchscreenErrors: [String] = []

    /// Words in the names of firmware files that displays and touchscreens use.
    private static let firmwareWords = ["panel", "goodix", "silead", "raydium", "ili", "edid"]
    /// Words in the names of touchscreen drivers.
    private static let touchscreenDrivers = [
        "Goodix-TS", "edt_ft5x06", "raspberrypi-ts", "ads7846", "stmpe-ts", "ilitek", "silead",
    ]

    init(_ machine: Machine) {
        for line in machine.kernelLog {
            let message = Self.withoutTime(line)
            if let file = Self.missingFirmware(in: message) {
                if !missingFirmware.contains(file) { missingFirmware.append(file) }
            } else if Self.isTouchscreenError(message) {
                touchscreenErrors.append(message)
            }
        }
    }

    /// Returns a line without the time in square brackets at its start.
    private static func withoutTime(_ line: String) -> String {
        guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
        return String(line[line.index(after: end)...].drop { $0 == " " })
    }

    /// Returns the name of the file in a message about firmware that the kernel did not find.
    private static func missingFirmware(in message: String) -> String? {
        guard let start = message.range(of: "Direct firmware load for "),
            let end = message.range(of: " failed with error -2")
        else { return nil }
        guard start.upperBound < end.lowerBound else { return nil }
        let file = String(message[start.upperBound..<end.lowerBound])
        return firmwareWords.contains { file.includes($0) } ? file : nil
    }

    private static func isTouchscreenError(_ message: String) -> Bool {
        touchscreenDrivers.contains { message.includes($0) }
            && (message.includes("communication failure")
                || message.includes("failed with error") || message.includes("probe failed"))
    }

    var findings: [Finding] {
        var findings = missingFirmware.map { file in
            Finding(
                .failure, "firmware", "the kernel did not find the firmware file \(file)",
                remedy: "install it as /lib/firmware/\(file) and restart")
        }
        if let error = touchscreenErrors.last {
            findings.append(
                Finding(
                    .failure, "touchscreen-driver", "a touchscreen did not answer: \(error)",
                    remedy:
                        "turn the board off and on; on some displays, only the display's own controller can reset the touchscreen"
                ))
        }
        return findings
    }
}
