import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// Reads touch panels and pointers through libinput, found by udev, coming and going as they like.
///
/// Positions are handed out as the device means them: libinput's calibration is read and switched
/// off, so that it is applied once, by `ScreenGeometry`. libinput allocates for each of its events;
/// of ours nothing does once warm.
package final class TouchReader {
    private let host: LibinputHost
    /// Nil where the one device was named, and nothing is looked for.
    private let udev: OpaquePointer?
    private let context: OpaquePointer
    /// The one device that is read; nil where all of a seat's are.
    private let path: String?
    private var isSuspended = false
    private var devices: [OpaquePointer: InputDevice] = [:]
    private var nextDevice: UInt32 = 1
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
    private var contacts = ContactMemory()

    /// Opens the devices of a seat.
    ///
    /// - Parameters:
    ///   - seat: The seat, as udev names it.
    ///   - log: Gets libinput's messages and what can't be opened.
    /// - Throws: `InputError` where udev or libinput can't be used at all. A machine without
    ///   devices isn't an error: they may come later.
    package init(seat: String = "seat0", log: Log) throws(InputError) {
        let host = LibinputHost(log: log)
        guard let udev = udev_new() else {
            throw InputError(cause: "udev can't be used", remedy: "is udev running?")
        }
        guard let context = host.makeContext(udev: udev) else {
            udev_unref(udev)
            throw InputError(cause: "libinput can't be used", remedy: "is udev running?")
        }
        self.host = host
        self.udev = udev
        self.context = context
        path = nil
        guard libinput_udev_assign_seat(context, seat) == 0 else {
            throw InputError(cause: "seat \(seat) can't be used", remedy: "use seat0")
        }
        host.complain()
    }

    /// Opens one device and keeps it from every other program (`EVIOCGRAB`), from before its first event
    /// is read until it is closed.
    ///
    /// - Parameters:
    ///   - path: Its node: `/dev/input/event7`.
    ///   - log: Gets libinput's messages.
    /// - Throws: `InputError` where it can't be opened, is no device for libinput, or is another
    ///   program's. When it is unplugged later, `dispatch` throws.
    package init(grabbing path: String, log: Log) throws(InputError) {
        let host = LibinputHost(log: log, grabs: true)
        guard let context = host.makePathContext() else {
            throw InputError(cause: "libinput can't be used", remedy: "is udev running?")
        }
        self.host = host
        udev = nil
        self.context = context
        self.path = path
        guard libinput_path_add_device(context, path) != nil else {
            if let node = host.takeRefused() {
                let reason = node.reason(group: Folder.group(of: path))
                throw InputError(
                    cause: "\(path): \(reason.cause)", remedy: reason.remedy ?? "use another one")
            }
            throw InputError(
                cause: "\(path) can't be read as a touch device",
                remedy: "touchtracker devices lists those that can")
        }
    }

    deinit {
        for device in devices.keys { libinput_device_unref(device) }
        libinput_unref(context)
        if let udev { udev_unref(udev) }
    }

    /// What a loop watches: readable when a device has something to say.
    package var descriptor: Int32 { libinput_get_fd(context) }

    /// Reads all that the devices have to say, and hands it on in order.
    ///
    /// - Throws: `InputError` where libinput can't read any more, or the one device that is read has
    ///   been unplugged.
    package func dispatch(_ body: (InputEvent) -> Void) throws(InputError) {
        // New devices first: their calibration has to be switched off before a touch is read.
        handleEvents(body)
        let result = libinput_dispatch(context)
        guard result == 0 else {
            throw InputError(
                cause: "libinput can't read: \(Errno(rawValue: -result))",
                remedy: "start the program again")
        }
        handleEvents(body)
        host.complain()
        if let path, devices.isEmpty, !isSuspended {
            throw InputError(
                cause: "\(path) has been unplugged", remedy: "plug it in and start again")
        }
    }

    /// Closes all devices; `dispatch` then tells that they are gone and their fingers with them.
    package func suspend() {
        isSuspended = true
        libinput_suspend(context)
    }

    /// Opens the devices that are there; `dispatch` then tells of them as of new ones.
    ///
    /// - Throws: `InputError` where libinput can't look for devices any more.
    package func resume() throws(InputError) {
        guard libinput_resume(context) == 0 else {
            throw InputError(
                cause: "libinput can't go on after a pause", remedy: "start the program again")
        }
        isSuspended = false
        host.complain()
    }

    private func handleEvents(_ body: (InputEvent) -> Void) {
        while let event = libinput_get_event(context) {
            handle(event, body)
            libinput_event_destroy(event)
        }
    }

    private func handle(_ event: OpaquePointer, _ body: (InputEvent) -> Void) {
        guard let device = libinput_event_get_device(event) else { return }
        switch libinput_event_get_type(event) {
        case LIBINPUT_EVENT_DEVICE_ADDED:
            body(.deviceAdded(add(device)))
        case LIBINPUT_EVENT_DEVICE_REMOVED:
            guard let removed = devices.removeValue(forKey: device) else { return }
            contacts.forget(removed.id)
            libinput_device_unref(device)
            body(.deviceRemoved(removed.id))
        case LIBINPUT_EVENT_TOUCH_DOWN:
            append(event, device, .down)
        case LIBINPUT_EVENT_TOUCH_MOTION:
            append(event, device, .motion)
        case LIBINPUT_EVENT_TOUCH_UP:
            append(event, device, .up)
        case LIBINPUT_EVENT_TOUCH_CANCEL:
            append(event, device, .cancel)
        case LIBINPUT_EVENT_TOUCH_FRAME:
            finishFrame(event, device, body)
        case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE,
            LIBINPUT_EVENT_POINTER_BUTTON:
            pointer(event, device, body)
        default:
            break
        }
    }

    // MARK: Devices

    private func add(_ handle: OpaquePointer) -> InputDevice {
        libinput_device_ref(handle)
        let name = libinput_device_get_name(handle).map { String(cString: $0) } ?? "unnamed"
        let sysname = libinput_device_get_sysname(handle).map { String(cString: $0) } ?? ""
        let path = Self.node(of: handle) ?? "/dev/input/\(sysname)"
        let isTouch = libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0
        let isPointer = libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_POINTER) != 0
        let ranges = host.ranges[path]
        let place = Self.place(of: handle)
        let device = InputDevice(
            id: DeviceID(rawValue: nextDevice), name: name, sysname: sysname, path: path,
            kind: isTouch ? .touch : isPointer ? .pointer : .other,
            calibration: isTouch ? takeCalibration(handle) : .identity,
            rangeX: ranges?.x, rangeY: ranges?.y,
            slotCount: isTouch ? Int(max(libinput_device_touch_get_touch_count(handle), 0)) : 0,
            key: place.key, pluggedIn: place.since)
        nextDevice += 1
        devices[handle] = device
        return device
    }

    /// The path by which libinput opened a device.
    private static func node(of handle: OpaquePointer) -> String? {
        guard let device = libinput_device_get_udev_device(handle) else { return nil }
        defer { udev_device_unref(device) }
        return udev_device_get_devnode(device).map { String(cString: $0) }
    }

    /// Which device it is, where it is plugged in, and since when.
    private static func place(of handle: OpaquePointer) -> (key: DeviceKey?, since: Timestamp?) {
        guard let device = libinput_device_get_udev_device(handle) else { return (nil, nil) }
        defer { udev_device_unref(device) }
        let properties = UdevProperties(of: device)
        return (DeviceKey(device, properties), properties.initialized)
    }

    /// Reads the calibration and makes libinput's own use of it do nothing.
    private func takeCalibration(_ handle: OpaquePointer) -> TouchCalibration {
        guard libinput_device_config_calibration_has_matrix(handle) != 0 else { return .identity }
        var matrix: [Float] = [1, 0, 0, 0, 1, 0]
        guard libinput_device_config_calibration_get_matrix(handle, &matrix) != 0 else {
            return .identity
        }
        libinput_device_config_calibration_set_matrix(handle, [1, 0, 0, 0, 1, 0])
        return TouchCalibration(
            a: Double(matrix[0]), b: Double(matrix[1]), c: Double(matrix[2]),
            d: Double(matrix[3]), e: Double(matrix[4]), f: Double(matrix[5]))
    }

    // MARK: Touch

    private func append(
        _ event: OpaquePointer, _ handle: OpaquePointer, _ state: TouchContact.State
    ) {
        guard let device = devices[handle], let touch = libinput_event_get_touch_event(event)
        else { return }
        // A device that can't tell fingers apart gives slot -1.
        let slot = Int(max(libinput_event_touch_get_slot(touch), 0))
        var contact = contacts.contact(device.id, slot: slot, isNew: state == .down)
        contact.state = state
        switch state {
        case .down, .motion:
            // Scaled to 1, libinput gives (value − minimum) / (maximum − minimum + 1).
            contact.position = CGPoint(
                x: libinput_event_touch_get_x_transformed(touch, 1),
                y: libinput_event_touch_get_y_transformed(touch, 1))
            contact.rawPosition = rawPosition(contact.position, device)
        case .up, .cancel:
            break
        }
        contacts.remember(contact, of: device.id)
        if frame.device != device.id {
            frame.device = device.id
            frame.contacts.removeAll(keepingCapacity: true)
        }
        frame.contacts.append(contact)
    }

    private func finishFrame(
        _ event: OpaquePointer, _ handle: OpaquePointer, _ body: (InputEvent) -> Void
    ) {
        guard let device = devices[handle], device.id == frame.device, !frame.contacts.isEmpty,
            let touch = libinput_event_get_touch_event(event)
        else { return }
        frame.time = Timestamp(
            microseconds: Int64(clamping: libinput_event_touch_get_time_usec(touch)))
        body(.touch(frame))
        frame.contacts.removeAll(keepingCapacity: true)
    }

    private func rawPosition(
        _ place: CGPoint, _ device: InputDevice
    ) -> TouchContact.RawPosition? {
        guard let x = device.rangeX, let y = device.rangeY else { return nil }
        return TouchContact.RawPosition(x: x.value(at: place.x), y: y.value(at: place.y))
    }

    // MARK: Pointers

    private func pointer(
        _ event: OpaquePointer, _ handle: OpaquePointer, _ body: (InputEvent) -> Void
    ) {
        // A panel's own pointer events say what its touches said already.
        guard let device = devices[handle], device.kind == .pointer,
            let pointer = libinput_event_get_pointer_event(event),
            let action = Self.action(libinput_event_get_type(event), pointer)
        else { return }
        let time = Timestamp(
            microseconds: Int64(clamping: libinput_event_pointer_get_time_usec(pointer)))
        body(.pointer(PointerEvent(device: device.id, time: time, action: action)))
    }

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
            return .placed(
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
