import KioskSystem

/// Errors of display and touchscreen drivers in the kernel log.
struct KernelLogState: MachineState {
    /// The firmware files of display and touchscreen drivers that the kernel did not find.
    var missingFirmware: [String] = []
    /// The messages of touchscreen drivers that could not use their device, without time. Messages
    /// about a device that a driver used later are not included.
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
                if !Self.isOptional(file), !missingFirmware.contains(file) {
                    missingFirmware.append(file)
                }
            } else if Self.isTouchscreenError(message) {
                touchscreenErrors.append(message)
            } else if let device = Self.registeredDevice(in: message) {
                touchscreenErrors.removeAll { Self.message($0, names: device) }
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

    /// Returns whether the driver works without a firmware file. Goodix controllers contain a
    /// configuration, which the file can replace.
    private static func isOptional(_ file: String) -> Bool {
        file.hasPrefix("goodix_") && file.hasSuffix("_cfg.bin")
    }

    /// Returns the name of the device in a message that its driver has registered an input device,
    /// for example `11-005d`, or `nil` for other messages.
    ///
    /// The message has the form `input: NAME as /devices/…/11-005d/input/input3`.
    private static func registeredDevice(in message: String) -> Substring? {
        guard message.hasPrefix("input: ") else { return nil }
        let parts = message.split(separator: "/")
        guard parts.count > 3, parts[parts.count - 2] == "input" else { return nil }
        return parts[parts.count - 3]
    }

    /// Returns whether a driver's message is about a device. Older kernels write
    /// `probe of 11-005d failed`, newer ones `11-005d: probe with driver Goodix-TS failed`.
    private static func message(_ message: String, names device: Substring) -> Bool {
        message.includes(" \(device): ") || message.includes(" \(device) ")
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
