import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// The implementation of libinput's callbacks, which open and close evdev nodes and receive log
/// messages.
///
/// The user data of the libinput context refers to this object, so this object must outlive the
/// context. `TouchReader` owns both.
final class LibinputInterface {
    /// The axis ranges of a node, which libinput does not report.
    struct Ranges {
        /// The range of x in device units, or `nil` if the node has no such axis.
        var x: SlotDecoder.Axis?
        /// The range of y in device units, or `nil` if the node has no such axis.
        var y: SlotDecoder.Axis?
    }

    private let log: Log
    /// Whether to grab the opened nodes (`EVIOCGRAB`), so that no other program receives their
    /// events.
    private let grabsNodes: Bool
    /// The C structure with the callbacks. libinput stores this pointer.
    private let interface: UnsafeMutablePointer<libinput_interface>
    /// The user data of the libinput context, which refers to this object. libinput stores this
    /// pointer.
    private let userData: UnsafeMutablePointer<touchtracker_libinput_user_data>
    /// The axis ranges of all opened nodes, by the path of the node.
    private(set) var ranges: [String: Ranges] = [:]
    /// The paths of the open nodes, by descriptor.
    private var openNodes: [Int32: String] = [:]
    /// The value published on all open nodes, or `nil` if none is published.
    private var secrecy: TouchSecrecy?
    /// The failures to open a node that have not been logged yet.
    private var failures: [NodeOpenFailure] = []

    /// Creates the callbacks and the user data for a libinput context.
    ///
    /// - Parameters:
    ///   - log: The log for libinput's error messages and for nodes that could not be opened.
    ///   - grabsNodes: Whether to grab the opened nodes (`EVIOCGRAB`).
    init(log: Log, grabsNodes: Bool = false) {
        self.log = log
        self.grabsNodes = grabsNodes
        interface = .allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, flags, user in
                    guard let path, let interface = LibinputInterface.instance(from: user) else {
                        return -EINVAL
                    }
                    return interface.open(String(cString: path), flags)
                },
                close_restricted: { descriptor, user in
                    LibinputInterface.instance(from: user)?.openNodes[descriptor] = nil
                    close(descriptor)
                }))
        userData = .allocate(capacity: 1)
        userData.initialize(
            to: touchtracker_libinput_user_data(
                object: nil,
                log: { object, message in
                    guard let object, let message else { return }
                    Unmanaged<LibinputInterface>.fromOpaque(object).takeUnretainedValue()
                        .logMessage(String(cString: message))
                }))
        userData.pointee.object = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        userData.deallocate()
        interface.deallocate()
    }

    /// Creates a libinput context whose devices are added by path, or returns `nil` on failure.
    ///
    /// The corresponding C function is `libinput_path_create_context`.
    func makePathContext() -> OpaquePointer? {
        guard let context = libinput_path_create_context(interface, userData) else { return nil }
        touchtracker_install_log_handler(context, LIBINPUT_LOG_PRIORITY_ERROR)
        return context
    }

    /// Creates a libinput context whose devices are found by udev, or returns `nil` on failure.
    ///
    /// Only libinput's errors are logged, because libinput's other messages concern libinput's
    /// internals. The corresponding C function is `libinput_udev_create_context`.
    func makeUdevContext(udev: OpaquePointer) -> OpaquePointer? {
        guard let context = libinput_udev_create_context(interface, userData, udev) else {
            return nil
        }
        touchtracker_install_log_handler(context, LIBINPUT_LOG_PRIORITY_ERROR)
        return context
    }

    /// Publishes on all nodes whether touches are secret, so that recorders in other processes omit
    /// secret touches. Does nothing if the value is unchanged.
    func setTouchesAreSecret(_ isSecret: Bool) {
        guard isSecret != secrecy?.isSecret else { return }
        // The time must increase, because recorders detect changes by it.
        let earliest = secrecy?.changeTime.advanced(byMicroseconds: 1) ?? .zero
        secrecy = TouchSecrecy(
            changeTime: max(MonotonicClock.now(), earliest), isSecret: isSecret)
        for (descriptor, path) in openNodes { publishSecrecy(on: descriptor, path) }
    }

    private func publishSecrecy(on descriptor: Int32, _ path: String) {
        do {
            try secrecy?.publish(on: descriptor, path: path)
        } catch {
            log.warning(
                "\(path): cannot announce secret touches: \(error.code); "
                    + "do not record touches while the unlock pattern is drawn")
        }
    }

    /// Discards all failures to open a node that have not been logged yet. Returns the latest of
    /// these failures, or `nil` if there is none.
    func removeFailures() -> NodeOpenFailure? {
        defer { failures.removeAll() }
        return failures.last
    }

    /// Logs the cause and remedy of each failure to open a node that has not been logged yet.
    func logFailures() {
        if failures.isEmpty { return }
        for failure in failures {
            log.warning(failure.message(group: FileSystem.groupName(of: failure.path)))
        }
        failures.removeAll()
    }

    /// Returns the `LibinputInterface` to which the user data of a libinput context refers, or
    /// `nil` if `user` is `nil`.
    private static func instance(from user: UnsafeMutableRawPointer?) -> LibinputInterface? {
        guard
            let object = user?.assumingMemoryBound(to: touchtracker_libinput_user_data.self)
                .pointee.object
        else { return nil }
        return Unmanaged<LibinputInterface>.fromOpaque(object).takeUnretainedValue()
    }

    /// Logs a message from libinput without the trailing line break.
    private func logMessage(_ message: String) {
        log.warning(message.last == "\n" ? String(message.dropLast()) : message)
    }

    /// Opens a node for libinput, and records a failure for `logFailures()`.
    ///
    /// The corresponding C function is `open(2)`.
    ///
    /// - Returns: The descriptor, or the negative error number on failure.
    private func open(_ path: String, _ flags: Int32) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = Errno.last
            // A missing node is not a failure, because the device may just have been disconnected.
            // A keyboard is not used, and the package denies access (70-touchtracker.rules).
            let isKeyboard = code == .permissionDenied && UdevProperties(node: path).isKeyboard
            if code != .notFound && code != .noDevice && !isKeyboard {
                failures.append(NodeOpenFailure(path: path, code: code))
            }
            return -code.rawValue
        }
        if grabsNodes, touchtracker_grab_device(descriptor) != 0 {
            let code = Errno.last
            close(descriptor)
            failures.append(NodeOpenFailure(path: path, code: code))
            return -code.rawValue
        }
        // Single-touch touchscreens report ABS_X and ABS_Y, as pointers do.
        ranges[path] = Ranges(
            x: Self.axis(descriptor, EventCode.positionX) ?? Self.axis(descriptor, UInt16(ABS_X)),
            y: Self.axis(descriptor, EventCode.positionY) ?? Self.axis(descriptor, UInt16(ABS_Y)))
        openNodes[descriptor] = path
        publishSecrecy(on: descriptor, path)
        return descriptor
    }

    /// Returns the range of an axis, or `nil` if the node has no such axis.
    ///
    /// The corresponding C interface is the ioctl `EVIOCGABS`.
    private static func axis(_ descriptor: Int32, _ code: UInt16) -> SlotDecoder.Axis? {
        var range = input_absinfo()
        guard touchtracker_get_axis_range(descriptor, UInt32(code), &range) >= 0,
            range.maximum > range.minimum
        else { return nil }
        return SlotDecoder.Axis(minimum: range.minimum, maximum: range.maximum)
    }
}
