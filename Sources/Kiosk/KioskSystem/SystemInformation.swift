import Glibc

/// A description of this machine's kernel, operating system and board, for reports and recordings.
package enum SystemInformation {
    /// The kernel's release, for example `6.12.107+deb13-amd64`, or `nil` if the release is
    /// unknown.
    ///
    /// The corresponding C function is `uname(2)`.
    package static var kernelRelease: String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return withUnsafeBytes(of: &names.release) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The ID and, if known, the version of the operating system from os-release(5), for example
    /// `debian:13`, or `nil` if the ID is unknown.
    package static var operatingSystem: String? {
        guard let lines = SystemFiles.machine.text("/etc/os-release")?.split(separator: "\n") else {
            return nil
        }
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + "=") }.map {
                String($0.dropFirst(key.count + 1).filter { $0 != "\"" })
            }
        }
        guard let id = value("ID") else { return nil }
        return value("VERSION_ID").map { "\(id):\($0)" } ?? id
    }

    /// The board's identifier for reports: the model from the device tree, or the DMI modalias if
    /// there is no device tree. `nil` if both are missing.
    package static var boardIdentifier: String? {
        deviceTreeModel ?? SystemFiles.machine.line("/sys/class/dmi/id/modalias")
    }

    /// The board's human-readable name, for example `Raspberry Pi 4 Model B Rev 1.5` or `Standard
    /// PC (Q35 + ICH9, 2009)`, or `nil` if the name is unknown.
    package static var boardName: String? {
        deviceTreeModel ?? SystemFiles.machine.line("/sys/class/dmi/id/product_name")
    }

    /// Returns the firmware version that the driver of an input device reports in sysfs, or `nil`
    /// if the driver reports none.
    ///
    /// - Parameter node: The path of the device node, for example `/dev/input/event3`.
    package static func firmwareVersion(ofInput node: String) -> String? {
        guard let name = node.split(separator: "/").last else { return nil }
        return ["fw_version", "firmware_version"].lazy.compactMap {
            SystemFiles.machine.line("/sys/class/input/\(name)/device/device/\($0)")
        }.first
    }

    /// The `model` property in the root node of the device tree, or `nil` if there is no device
    /// tree.
    private static var deviceTreeModel: String? {
        SystemFiles.machine.line("/proc/device-tree/model")
            // With ProcSubset=pid, systemd hides /proc/device-tree from a service.
            ?? SystemFiles.machine.line("/sys/firmware/devicetree/base/model")
    }
}
