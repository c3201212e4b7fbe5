import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitContacts

/// What libinput asks of the program around it: to open and close evdev nodes, and to take its
/// messages.
///
/// libinput's user data leads to this object, so it has to live as long as the context;
/// `TouchReader` holds both. The ranges of each node that was opened are remembered for whoever
/// asks by path.
final class LibinputHost {
    /// What a node says of itself beyond what libinput tells.
    struct Ranges {
        var x: SlotDecoder.Axis?
        var y: SlotDecoder.Axis?
    }

    private let log: Log
    /// Whether nodes that are opened are kept from everybody else.
    private let grabs: Bool
    /// libinput keeps both pointers.
    private let interface: UnsafeMutablePointer<libinput_interface>
    private let userData: UnsafeMutablePointer<touchtracker_host>
    private(set) var ranges: [String: Ranges] = [:]
    /// Nodes that couldn't be opened, and why, until that was said.
    private var refused: [RefusedNode] = []

    init(log: Log, grabs: Bool = false) {
        self.log = log
        self.grabs = grabs
        interface = .allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, flags, user in
                    guard let path, let host = LibinputHost.from(user) else { return -EINVAL }
                    return host.open(String(cString: path), flags)
                },
                close_restricted: { descriptor, _ in close(descriptor) }))
        userData = .allocate(capacity: 1)
        userData.initialize(
            to: touchtracker_host(
                object: nil,
                log: { object, message in
                    guard let object, let message else { return }
                    Unmanaged<LibinputHost>.fromOpaque(object).takeUnretainedValue()
                        .take(String(cString: message))
                }))
        userData.pointee.object = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        userData.deallocate()
        interface.deallocate()
    }

    /// Makes a context of devices that are added by their paths; its messages as below.
    func makePathContext() -> OpaquePointer? {
        guard let context = libinput_path_create_context(interface, userData) else { return nil }
        touchtracker_log_to_host(context, LIBINPUT_LOG_PRIORITY_ERROR)
        return context
    }

    /// Makes a context that asks this host. Its own messages concern whoever looks into libinput,
    /// so only errors are taken; what a user can mend is said in our own words.
    func makeContext(udev: OpaquePointer) -> OpaquePointer? {
        guard let context = libinput_udev_create_context(interface, userData, udev) else {
            return nil
        }
        touchtracker_log_to_host(context, LIBINPUT_LOG_PRIORITY_ERROR)
        return context
    }

    /// The node that was refused last, if any was since somebody asked.
    func takeRefused() -> RefusedNode? {
        defer { refused.removeAll() }
        return refused.last
    }

    /// Says which nodes couldn't be opened since the last time, why, and what to do.
    func complain() {
        if refused.isEmpty { return }
        for node in refused {
            log.warning(node.complaint(group: Folder.group(of: node.path)))
        }
        refused.removeAll()
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> LibinputHost? {
        guard
            let object = user?.assumingMemoryBound(to: touchtracker_host.self).pointee.object
        else { return nil }
        return Unmanaged<LibinputHost>.fromOpaque(object).takeUnretainedValue()
    }

    private func take(_ message: String) {
        // It ends with the line break that libinput's own printing wants.
        log.warning(message.last == "\n" ? String(message.dropLast()) : message)
    }

    /// Opens a node; a negative error number where that fails, as libinput wants it.
    private func open(_ path: String, _ flags: Int32) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = Errno.last
            // A node that has gone meanwhile is no news: udev tells.
            if code != .notFound && code != .noDevice {
                refused.append(RefusedNode(path: path, code: code))
            }
            return -code.rawValue
        }
        if grabs, touchtracker_grab(descriptor) != 0 {
            let code = Errno.last
            close(descriptor)
            refused.append(RefusedNode(path: path, code: code))
            return -code.rawValue
        }
        // Panels that know one finger have the axes of a pointer.
        ranges[path] = Ranges(
            x: Self.axis(descriptor, EventCode.positionX) ?? Self.axis(descriptor, UInt16(ABS_X)),
            y: Self.axis(descriptor, EventCode.positionY) ?? Self.axis(descriptor, UInt16(ABS_Y)))
        return descriptor
    }

    /// The range of an axis; nil where the node doesn't have it. Wraps `EVIOCGABS`.
    private static func axis(_ descriptor: Int32, _ code: UInt16) -> SlotDecoder.Axis? {
        var range = input_absinfo()
        guard touchtracker_axis(descriptor, UInt32(code), &range) >= 0,
            range.maximum > range.minimum
        else { return nil }
        return SlotDecoder.Axis(minimum: range.minimum, maximum: range.maximum)
    }
}
