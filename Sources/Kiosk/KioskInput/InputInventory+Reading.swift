import CTouchTrackerInput
import Glibc
import KioskSystem

extension InputInventory {
    /// Looks at every evdev node that udev knows, and lets the kiosk's own reader say which it
    /// takes. Nothing is grabbed: a kiosk that runs isn't disturbed.
    package init() {
        var taken: [String: InputDevice] = [:]
        do {
            let reader = try TouchReader(log: Log())
            try reader.dispatch { event in
                if case .deviceAdded(let device) = event { taken[device.path] = device }
            }
        } catch {
            self.init(devices: [], trouble: error)
            return
        }
        guard let udev = udev_new() else {
            self.init(
                devices: [],
                trouble: InputError(cause: "udev can't be used", remedy: "is udev running?"))
            return
        }
        defer { udev_unref(udev) }
        var found: [(number: Int, report: InputReport)] = []
        for path in Self.systemPaths(udev) {
            guard let device = udev_device_new_from_syspath(udev, path) else { continue }
            defer { udev_device_unref(device) }
            guard let facts = Self.facts(device, taken) else { continue }
            let number = facts.node.split(separator: "/").last.flatMap { Int($0.dropFirst(5)) }
            found.append((number ?? Int.max, InputReport(facts)))
        }
        found.sort { ($0.number, $0.report.node) < ($1.number, $1.report.node) }
        self.init(devices: found.map(\.report))
    }

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

    private static func facts(
        _ device: OpaquePointer, _ taken: [String: InputDevice]
    ) -> InputReport.Facts? {
        guard let node = udev_device_get_devnode(device).map({ String(cString: $0) }) else {
            return nil
        }
        // The parent belongs to its child.
        let name = udev_device_get_parent(device)
            .flatMap { udev_device_get_sysattr_value($0, "name") }.map { String(cString: $0) }
        var facts = InputReport.Facts(
            node: node, name: name ?? "unnamed", properties: UdevProperties(of: device),
            isInitialized: udev_device_get_is_initialized(device) == 1,
            group: Folder.group(of: node), taken: taken[node])
        do {
            facts.description = try EvdevNode(path: node).description
            // libinput opens for writing too: for keyboards' lamps.
            _ = try OwnedDescriptor(opening: node, flags: O_RDWR | O_NONBLOCK)
        } catch {
            facts.refusal = error.code
        }
        return facts
    }
}
