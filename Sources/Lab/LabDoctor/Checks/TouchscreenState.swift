import KioskInput
import KioskSystem
import TouchKitContacts

/// The connected touchscreens: poll intervals and autosuspend.
struct TouchscreenState: MachineState {
    /// The connected touchscreens.
    let touchscreens: [ConnectedTouchscreen]
    /// The USB devices of touchscreens that the kernel may suspend, as folders in sysfs.
    let suspendingDevices: Set<String>

    init(_ machine: Machine) {
        touchscreens = ConnectedTouchscreen.all(in: machine.files)
        suspendingDevices = Set(
            touchscreens.compactMap(\.usbDevice).filter {
                machine.files.line("\($0)/power/control") == "auto"
            })
    }

    var findings: [Finding] {
        if touchscreens.isEmpty {
            return [
                Finding(
                    .failure, "touchscreen", "the kernel has no touchscreen",
                    remedy: "check cable and overlay; touchtracker devices lists all devices")
            ]
        }
        return touchscreens.flatMap { [autosuspend(of: $0), polling(of: $0)].compactMap { $0 } }
    }

    private func autosuspend(of touchscreen: ConnectedTouchscreen) -> Finding? {
        guard let device = touchscreen.usbDevice, suspendingDevices.contains(device) else {
            return nil
        }
        let port = device.split(separator: "/").last.map(String.init) ?? ""
        return Finding(
            .warning, "autosuspend",
            "the kernel may suspend \(touchscreen.name), which then loses its first touch",
            remedy:
                "start touchtracker-tuning.service, or write on to /sys/bus/usb/devices/\(port)/power/control"
        )
    }

    private func polling(of touchscreen: ConnectedTouchscreen) -> Finding? {
        guard let polling = touchscreen.sampling.knownPolling,
            let interval = polling.recommendedMilliseconds
        else { return nil }
        return Finding(
            .hint, "touch-poll",
            "\(touchscreen.name) is \(polling.summary), which adds up to \(polling.milliseconds) ms of latency",
            remedy: "set touch-poll-ms: \(interval) in /etc/touchtracker.yaml")
    }
}
