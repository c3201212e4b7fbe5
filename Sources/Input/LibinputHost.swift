import CInput
import Glibc
import Linux
import Touch

/// What libinput asks of the program around it: to open and close evdev nodes, and to take its
/// messages.
///
/// libinput's user data is this object, so it has to live as long as the context; `TouchReader`
/// holds both. While a node is open its ranges are remembered for whoever asks by path.
final class LibinputHost {
    /// What a node says of itself beyond what libinput tells.
    struct Ranges {
        var x: SlotDecoder.Axis?
        var y: SlotDecoder.Axis?
        var slots: SlotDecoder.Axis?
    }

    private let log: Log
    /// libinput keeps the pointer.
    private let interface: UnsafeMutablePointer<libinput_interface>
    private(set) var ranges: [String: Ranges] = [:]
    /// Nodes that this user may not open, until that was said.
    private var refused: [String] = []

    init(log: Log) {
        self.log = log
        interface = .allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, flags, user in
                    guard let path, let host = LibinputHost.from(user) else { return -EINVAL }
                    return host.open(String(cString: path), flags)
                },
                close_restricted: { descriptor, _ in close(descriptor) }))
    }

    deinit {
        interface.deallocate()
    }

    /// Makes a context that asks this host. Its own messages concern whoever looks into libinput,
    /// so only errors are taken; what a user can mend is said in our own words.
    func makeContext(udev: OpaquePointer) -> OpaquePointer? {
        let user = Unmanaged.passUnretained(self).toOpaque()
        guard let context = libinput_udev_create_context(interface, user, udev) else { return nil }
        libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_ERROR)
        libinput_log_set_handler(context) { context, _, format, list in
            guard let context, let format, let list,
                let host = LibinputHost.from(libinput_get_user_data(context))
            else { return }
            var line = [CChar](repeating: 0, count: 512)
            touchtracker_format(&line, line.count, format, list)
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            host.log.warning(text.split(separator: "\n").joined(separator: " "))
        }
        return context
    }

    /// Says which nodes couldn't be opened since the last time, why, and what to do.
    func complain() {
        for path in refused {
            let group = Folder.group(of: path) ?? "input"
            log.warning(
                "\(path): this user may not open it; add the user to the group \(group)")
        }
        refused.removeAll()
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> LibinputHost? {
        user.map { Unmanaged<LibinputHost>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Opens a node; a negative error number where that fails, as libinput wants it.
    private func open(_ path: String, _ flags: Int32) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = Errno.last
            if code == .permissionDenied { refused.append(path) }
            return -code.rawValue
        }
        ranges[path] = Ranges(
            x: Self.axis(descriptor, EventCode.positionX),
            y: Self.axis(descriptor, EventCode.positionY),
            slots: Self.axis(descriptor, EventCode.slot))
        return descriptor
    }

    private static func axis(_ descriptor: Int32, _ code: UInt16) -> SlotDecoder.Axis? {
        var range = input_absinfo()
        guard touchtracker_axis(descriptor, UInt32(code), &range) >= 0,
            range.maximum > range.minimum
        else { return nil }
        return SlotDecoder.Axis(minimum: range.minimum, maximum: range.maximum)
    }
}
