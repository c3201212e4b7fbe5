import CTouchTrackerInput
import Glibc
import KioskSystem

extension InputInventory {
    /// Creates an inventory of all evdev nodes that udev lists, and tries to open each node in the
    /// same way as a running kiosk.
    ///
    /// Grabs no device, so that a running kiosk still receives all input. If libinput or udev is
    /// unavailable, the inventory contains an error and no devices.
    package init() {
        var inputDevices: [String: InputDevice] = [:]
        do {
            let reader = try TouchReader(log: Log())
            try reader.dispatch { event in
                if case .deviceAdded(let device) = event { inputDevices[device.path] = device }
            }
        } catch {
            self.init(devices: [], error: error)
            return
        }
        guard let udev = udev_new() else {
            self.init(
                devices: [],
                error: InputError(
                    cause: "cannot use udev", remedy: "check that systemd-udevd runs"))
            return
        }
        defer { udev_unref(udev) }
        var devices: [(number: Int, diagnostics: InputDeviceDiagnostics)] = []
        for path in Self.systemPaths(udev) {
            guard let device = udev_device_new_from_syspath(udev, path) else { continue }
            defer { udev_device_unref(device) }
            guard let result = Self.probe(device, inputDevices) else { continue }
            let number = result.node.split(separator: "/").last.flatMap { Int($0.dropFirst(5)) }
            devices.append((number ?? Int.max, InputDeviceDiagnostics(result)))
        }
        devices.sort { ($0.number, $0.diagnostics.node) < ($1.number, $1.diagnostics.node) }
        self.init(devices: devices.map(\.diagnostics))
    }

    /// Returns the sysfs paths of all evdev devices.
    ///
    /// The corresponding C function is `udev_enumerate_scan_devices`.
    private static func systemPaths(_ udev: OpaquePointer) -> [String] {
        guard let search = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(search) }
        udev_enumerate_add_match_subsystem(search, "input")
        udev_enumerate_add_match_sysname(search, "event*")
        udev_enumerate_scan_devices(search)
        var paths: [String] = []
        var entry = udev_enumerate_get_list_entry(search)
        while let device = entry {
            if let path = udev_list_entry_get_name(device) { paths.append(String(cString: path)) }
            entry = udev_list_entry_get_next(device)
        }
        return paths
    }

    /// Returns the diagnostic data of a libudev device, or `nil` if the device has no device node.
    ///
    /// - Parameters:
    ///   - device: The libudev device.
    ///   - inputDevices: The devices that libinput has opened, by the path of the device node.
    private static func probe(
        _ device: OpaquePointer, _ inputDevices: [String: InputDevice]
    ) -> InputDeviceDiagnostics.ProbeResult? {
        guard let node = udev_device_get_devnode(device).map({ String(cString: $0) }) else {
            return nil
        }
        // The child device owns its parent, so the reference to the parent must not be released.
        let name = udev_device_get_parent(device)
            .flatMap { udev_device_get_sysattr_value($0, "name") }.map { String(cString: $0) }
        var result = InputDeviceDiagnostics.ProbeResult(
            node: node, name: name ?? "unnamed", properties: UdevProperties(of: device),
            isInitialized: udev_device_get_is_initialized(device) == 1,
            group: FileSystem.groupName(of: node), inputDevice: inputDevices[node])
        do {
            result.description = try EvdevNode(path: node).description
            // libinput opens nodes for writing too, to set the LEDs of keyboards.
            _ = try OwnedDescriptor(opening: node, flags: O_RDWR)
        } catch {
            result.openError = error.code
        }
        return result
    }
}
