import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// A reader of touchscreen and pointer events through libinput. The reader opens all devices of a
/// seat, including devices that are connected later, or a single device.
///
/// The reader reports uncalibrated positions. It reads and disables libinput's calibration, because
/// `ScreenGeometry` applies the calibration. After the first touch frames, the reader itself
/// allocates no memory; libinput allocates memory for each event.
package final class TouchReader {
    private let interface: LibinputInterface
    /// The udev context, or `nil` if only one device is read.
    private let udev: OpaquePointer?
    /// The libinput context.
    private let context: OpaquePointer
    /// The path of the only device that is read, or `nil` if all devices of a seat are read.
    private let path: String?
    private var isSuspended = false
    /// The connected devices, by their libinput handle.
    private var devices: [OpaquePointer: InputDevice] = [:]
    private var nextDeviceID: UInt32 = 1
    private var frames = TouchFrameAssembler()

    /// Opens all devices of a seat.
    ///
    /// The corresponding C functions are `libinput_udev_create_context` and
    /// `libinput_udev_assign_seat`.
    ///
    /// - Parameters:
    ///   - seat: The name of the seat.
    ///   - log: The log for libinput's errors and for devices that cannot be opened.
    /// - Throws: `InputError` if udev or libinput is not available. A seat without devices is not
    ///   an error, because devices may be connected later.
    package init(seat: String = "seat0", log: Log) throws(InputError) {
        let interface = LibinputInterface(log: log)
        guard let udev = udev_new() else {
            throw InputError(cause: "cannot use udev", remedy: "check that systemd-udevd runs")
        }
        guard let context = interface.makeUdevContext(udev: udev) else {
            udev_unref(udev)
            throw InputError(
                cause: "cannot use libinput", remedy: "check that systemd-udevd runs")
        }
        self.interface = interface
        self.udev = udev
        self.context = context
        path = nil
        guard libinput_udev_assign_seat(context, seat) == 0 else {
            throw InputError(
                cause: "libinput cannot watch udev's input devices",
                remedy: "check that systemd-udevd runs and that the unit allows AF_NETLINK")
        }
        interface.logFailures()
    }

    /// Opens and grabs one device, so that no other program receives its events (`EVIOCGRAB`).
    ///
    /// The corresponding C functions are `libinput_path_create_context` and
    /// `libinput_path_add_device`.
    ///
    /// - Parameters:
    ///   - path: The path of the node, for example `/dev/input/event7`.
    ///   - log: The log for libinput's errors.
    /// - Throws: `InputError` if the device cannot be opened, libinput does not accept the device,
    ///   or another program has grabbed the device.
    package init(grabbing path: String, log: Log) throws(InputError) {
        let interface = LibinputInterface(log: log, grabsNodes: true)
        guard let context = interface.makePathContext() else {
            throw InputError(
                cause: "cannot use libinput", remedy: "check that systemd-udevd runs")
        }
        self.interface = interface
        udev = nil
        self.context = context
        self.path = path
        guard libinput_path_add_device(context, path) != nil else {
            if let failure = interface.removeFailures() {
                let reason = failure.reason(group: FileSystem.groupName(of: path))
                throw InputError(
                    cause: "\(path): \(reason.cause)",
                    remedy: reason.remedy ?? "use another device")
            }
            throw InputError(
                cause: "\(path): libinput does not accept the device",
                remedy: "run touchtracker devices to list the usable devices")
        }
    }

    deinit {
        for device in devices.keys { libinput_device_unref(device) }
        libinput_unref(context)
        if let udev { udev_unref(udev) }
    }

    /// The descriptor that is readable while events are pending.
    package var descriptor: Int32 { libinput_get_fd(context) }

    /// Reads all pending events and passes them to `body` in the order in which libinput reports
    /// them.
    ///
    /// The corresponding C functions are `libinput_dispatch` and `libinput_get_event`.
    ///
    /// - Throws: `InputError` if libinput cannot read events, or if the reader was created for a
    ///   single device and that device has been disconnected.
    package func dispatch(_ body: (InputEvent) -> Void) throws(InputError) {
        // Handles new devices first, because their calibration must be disabled before a touch is
        // read.
        handleEvents(body)
        let result = libinput_dispatch(context)
        guard result == 0 else {
            throw InputError(
                cause: "libinput cannot read events: \(Errno(rawValue: -result))",
                remedy: "restart the program")
        }
        handleEvents(body)
        interface.logFailures()
        if let path, devices.isEmpty, !isSuspended {
            throw InputError(
                cause: "\(path): the device was disconnected",
                remedy: "connect the device and restart the program")
        }
    }

    /// Publishes whether touches are secret, so that recorders in other processes omit them
    /// (`TouchSecrecy`). Does nothing if the value is unchanged.
    package func setTouchesAreSecret(_ isSecret: Bool) {
        interface.setTouchesAreSecret(isSecret)
    }

    /// Closes all devices. The next call of `dispatch(_:)` reports them as removed.
    ///
    /// The corresponding C function is `libinput_suspend`.
    package func suspend() {
        isSuspended = true
        libinput_suspend(context)
    }

    /// Opens the devices again that `suspend()` closed. The next call of `dispatch(_:)` reports
    /// them as new devices.
    ///
    /// The corresponding C function is `libinput_resume`.
    ///
    /// - Throws: `InputError` if libinput cannot enumerate devices.
    package func resume() throws(InputError) {
        guard libinput_resume(context) == 0 else {
            throw InputError(
                cause: "libinput cannot reopen the devices", remedy: "restart the program")
        }
        isSuspended = false
        interface.logFailures()
    }

    /// Passes all events that libinput has decoded to `body`.
    private func handleEvents(_ body: (InputEvent) -> Void) {
        while let event = libinput_get_event(context) {
            handle(event, body)
            libinput_event_destroy(event)
        }
    }

    /// Processes one libinput event, and calls `body` with the resulting `InputEvent`, if any.
    private func handle(_ event: OpaquePointer, _ body: (InputEvent) -> Void) {
        guard let device = libinput_event_get_device(event) else { return }
        switch libinput_event_get_type(event) {
        case LIBINPUT_EVENT_DEVICE_ADDED:
            body(.deviceAdded(addDevice(device)))
        case LIBINPUT_EVENT_DEVICE_REMOVED:
            guard let removed = devices.removeValue(forKey: device) else { return }
            frames.removeDevice(removed.id)
            libinput_device_unref(device)
            body(.deviceRemoved(removed.id))
        case LIBINPUT_EVENT_TOUCH_DOWN:
            appendContact(event, device) { .down(Self.position($0)) }
        case LIBINPUT_EVENT_TOUCH_MOTION:
            appendContact(event, device) { .motion(Self.position($0)) }
        case LIBINPUT_EVENT_TOUCH_UP:
            appendContact(event, device) { _ in .up }
        case LIBINPUT_EVENT_TOUCH_CANCEL:
            appendContact(event, device) { _ in .cancel }
        case LIBINPUT_EVENT_TOUCH_FRAME:
            endFrame(event, device, body)
        case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE,
            LIBINPUT_EVENT_POINTER_BUTTON:
            handlePointerEvent(event, device, body)
        default:
            break
        }
    }

    // MARK: Devices

    /// Creates and stores the `InputDevice` for a libinput device, and disables the device's
    /// calibration in libinput.
    private func addDevice(_ handle: OpaquePointer) -> InputDevice {
        libinput_device_ref(handle)
        let name = libinput_device_get_name(handle).map { String(cString: $0) } ?? "unnamed"
        let (node, key, connectionTime) = Self.readUdevDevice(of: handle)
        let sysname = libinput_device_get_sysname(handle).map { String(cString: $0) } ?? ""
        let path = node ?? "/dev/input/\(sysname)"
        let isTouch = libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0
        let isPointer = libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_POINTER) != 0
        let ranges = interface.ranges[path]
        let device = InputDevice(
            id: DeviceID(rawValue: nextDeviceID), name: name, path: path,
            kind: isTouch ? .touch : isPointer ? .pointer : .other,
            calibration: isTouch ? disableCalibration(handle) : .identity,
            rangeX: ranges?.x, rangeY: ranges?.y,
            slotCount: isTouch ? Int(max(libinput_device_touch_get_touch_count(handle), 0)) : 0,
            key: key, connectionTime: connectionTime,
            sampling: isTouch
                ? TouchSampling(node: path, name: name, bus: key?.bus ?? 0) : .unknown)
        nextDeviceID += 1
        devices[handle] = device
        return device
    }

    /// Returns the path of a device's node, the device's key, and the time at which udev
    /// initialized the device. Each value is `nil` if udev does not report the value.
    private static func readUdevDevice(
        of handle: OpaquePointer
    ) -> (node: String?, key: DeviceKey?, connectionTime: Timestamp?) {
        guard let device = libinput_device_get_udev_device(handle) else { return (nil, nil, nil) }
        defer { udev_device_unref(device) }
        let node = udev_device_get_devnode(device).map { String(cString: $0) }
        let properties = UdevProperties(of: device)
        return (node, DeviceKey(device, properties), properties.initializationTime)
    }

    /// Sets the device's calibration matrix in libinput to the identity, and returns the previous
    /// matrix.
    ///
    /// The corresponding C function is `libinput_device_config_calibration_set_matrix`.
    private func disableCalibration(_ handle: OpaquePointer) -> TouchCalibration {
        guard libinput_device_config_calibration_has_matrix(handle) != 0 else { return .identity }
        var matrix: [Float] = [1, 0, 0, 0, 1, 0]
        guard libinput_device_config_calibration_get_matrix(handle, &matrix) != 0 else {
            return .identity
        }
        libinput_device_config_calibration_set_matrix(handle, [1, 0, 0, 0, 1, 0])
        return TouchCalibration(matrix.map(Double.init)) ?? .identity
    }

    // MARK: Touch

    /// Appends the contact change of a touch event to the touch frame that is being assembled.
    private func appendContact(
        _ event: OpaquePointer, _ handle: OpaquePointer,
        _ change: (OpaquePointer) -> TouchFrameAssembler.Change
    ) {
        guard let device = devices[handle], let touch = libinput_event_get_touch_event(event)
        else { return }
        frames.append(change(touch), slot: libinput_event_touch_get_slot(touch), of: device)
    }

    /// Returns the position of a touch event as fractions (0…1) of the touchscreen's size.
    private static func position(_ touch: OpaquePointer) -> CGPoint {
        // For width 1, libinput returns (value − minimum) / (maximum − minimum + 1).
        CGPoint(
            x: libinput_event_touch_get_x_transformed(touch, 1),
            y: libinput_event_touch_get_y_transformed(touch, 1))
    }

    /// Passes the assembled touch frame to `body`.
    private func endFrame(
        _ event: OpaquePointer, _ handle: OpaquePointer, _ body: (InputEvent) -> Void
    ) {
        guard let device = devices[handle], let touch = libinput_event_get_touch_event(event)
        else { return }
        let time = Timestamp(
            microseconds: Int64(clamping: libinput_event_touch_get_time_usec(touch)))
        frames.endFrame(of: device.id, at: time) { body(.touch($0)) }
    }

    // MARK: Pointers

    /// Passes an event of a pointer device to `body`. Ignores the pointer events of touchscreens.
    private func handlePointerEvent(
        _ event: OpaquePointer, _ handle: OpaquePointer, _ body: (InputEvent) -> Void
    ) {
        // The pointer events of a touchscreen duplicate its touch events.
        guard let device = devices[handle], device.kind == .pointer,
            let pointer = libinput_event_get_pointer_event(event),
            let action = Self.action(libinput_event_get_type(event), pointer)
        else { return }
        let time = Timestamp(
            microseconds: Int64(clamping: libinput_event_pointer_get_time_usec(pointer)))
        body(.pointer(PointerEvent(device: device.id, time: time, action: action)))
    }

    /// Returns the action of a pointer event, or `nil` for an event that the kiosk ignores, such as
    /// an event of the right button.
    private static func action(
        _ type: libinput_event_type, _ pointer: OpaquePointer
    ) -> PointerEvent.Action? {
        switch type {
        case LIBINPUT_EVENT_POINTER_MOTION:
            return .moved(
                by: CGVector(
                    dx: libinput_event_pointer_get_dx(pointer),
                    dy: libinput_event_pointer_get_dy(pointer)))
        case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
            return .positioned(
                at: CGPoint(
                    x: libinput_event_pointer_get_absolute_x_transformed(pointer, 1),
                    y: libinput_event_pointer_get_absolute_y_transformed(pointer, 1)))
        case LIBINPUT_EVENT_POINTER_BUTTON
        where libinput_event_pointer_get_button(pointer) == UInt32(BTN_LEFT):
            let state = libinput_event_pointer_get_button_state(pointer)
            return state == LIBINPUT_BUTTON_STATE_PRESSED ? .pressed : .released
        default:
            return nil
        }
    }
}
