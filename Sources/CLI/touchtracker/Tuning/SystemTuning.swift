import KioskInput
import KioskSystem
import TouchKitContacts

/// Settings of the kernel that reduce the latency of touches.
package struct SystemTuning: Hashable, Sendable {
    /// The poll interval of polled touchscreens in milliseconds, or `nil` to leave it.
    package var pollMilliseconds: Int?
    /// The name of the frequency governor, or `nil` to leave it.
    package var governor: String?
    /// Whether the kernel may suspend touchscreens on USB.
    package var allowsAutosuspend: Bool

    /// Creates settings.
    package init(
        pollMilliseconds: Int? = nil, governor: String? = nil, allowsAutosuspend: Bool = false
    ) {
        self.pollMilliseconds = pollMilliseconds
        self.governor = governor
        self.allowsAutosuspend = allowsAutosuspend
    }

    /// Applies the settings and returns one line for each change and each setting that cannot be
    /// applied.
    ///
    /// - Parameter files: The files of the machine.
    package func apply(in files: SystemFiles) -> [String] {
        let touchscreens = ConnectedTouchscreen.all(in: files)
        return applyPollInterval(to: touchscreens, files) + applyGovernor(files)
            + applyAutosuspend(to: touchscreens, files)
    }

    private func applyPollInterval(
        to touchscreens: [ConnectedTouchscreen], _ files: SystemFiles
    ) -> [String] {
        guard let pollMilliseconds else { return [] }
        let polled = touchscreens.filter { $0.sampling.knownPolling != nil }
        if polled.isEmpty {
            return ["touch-poll-ms: no touchscreen is polled; nothing to set"]
        }
        return polled.map { touchscreen in
            guard let polling = touchscreen.sampling.knownPolling,
                let minimum = polling.minimumMilliseconds,
                let maximum = polling.maximumMilliseconds,
                files.exists(touchscreen.pollAttribute)
            else {
                return
                    "touch-poll-ms: \(touchscreen.name): the driver has no attribute for its interval; nothing to set"
            }
            guard (max(1, minimum)...max(1, maximum)).contains(pollMilliseconds) else {
                return
                    "touch-poll-ms: \(touchscreen.name): \(pollMilliseconds) ms is outside of \(max(1, minimum)) to \(maximum) ms; nothing is set"
            }
            return Self.write(
                "\(pollMilliseconds)", to: touchscreen.pollAttribute, files,
                "touch-poll-ms: \(touchscreen.name): \(pollMilliseconds) ms")
        }
    }

    private func applyGovernor(_ files: SystemFiles) -> [String] {
        guard let governor else { return [] }
        let folder = "/sys/devices/system/cpu/cpufreq"
        let policies = files.names(in: folder).filter { $0.hasPrefix("policy") }
        if policies.isEmpty {
            return ["cpu-governor: the kernel does not scale frequencies; nothing to set"]
        }
        return policies.map { policy in
            let available = files.line("\(folder)/\(policy)/scaling_available_governors") ?? ""
            guard available.split(separator: " ").contains(governor[...]) else {
                return
                    "cpu-governor: \(policy): \(governor) is not available; use one of \(available)"
            }
            return Self.write(
                governor, to: "\(folder)/\(policy)/scaling_governor", files,
                "cpu-governor: \(policy): \(governor)")
        }
    }

    private func applyAutosuspend(
        to touchscreens: [ConnectedTouchscreen], _ files: SystemFiles
    ) -> [String] {
        if allowsAutosuspend { return [] }
        return touchscreens.compactMap { touchscreen in
            guard let device = touchscreen.usbDevice else { return nil }
            let attribute = "\(device)/power/control"
            guard files.line(attribute) == "auto" else { return nil }
            return Self.write(
                "on", to: attribute, files,
                "touch-autosuspend: \(touchscreen.name): stays awake")
        }
    }

    /// Writes an attribute, and returns `done`, or a line with the error.
    private static func write(
        _ value: String, to path: String, _ files: SystemFiles, _ done: String
    ) -> String {
        do throws(LinuxError) {
            try files.write(value, to: path)
            return done
        } catch {
            return "\(path): cannot write: \(error.code); the setting stays as it is"
        }
    }
}
