import Glibc

/// What this machine is, for reports and recordings.
package enum Machine {
    /// The kernel's release: `6.12.107+deb13-amd64`. Wraps `uname(2)`.
    package static var kernelRelease: String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return withUnsafeBytes(of: &names.release) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Name and version of the system: `debian:13`, from os-release(5).
    package static var system: String? {
        guard let lines = SmallFile.text("/etc/os-release")?.split(separator: "\n") else {
            return nil
        }
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix(key + "=") }.map {
                String($0.dropFirst(key.count + 1).filter { $0 != "\"" })
            }
        }
        guard let name = value("ID") else { return nil }
        return value("VERSION_ID").map { "\(name):\($0)" } ?? name
    }

    /// What the board is called, by its device tree or its firmware.
    package static var board: String? {
        model ?? SmallFile.line("/sys/class/dmi/id/modalias")
    }

    /// What people call the board: `Raspberry Pi 4 Model B Rev 1.5`, `Standard PC (Q35 + ICH9, 2009)`.
    package static var name: String? {
        model ?? SmallFile.line("/sys/class/dmi/id/product_name")
    }

    /// What the device tree calls it; below /sys for whoever sees nothing but processes in /proc.
    private static var model: String? {
        let line =
            SmallFile.line("/proc/device-tree/model")
            ?? SmallFile.line("/sys/firmware/devicetree/base/model")
        return line.map { String($0.prefix { $0 != "\0" }) }
    }
}
