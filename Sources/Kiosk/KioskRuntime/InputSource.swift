import KioskInput
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The input devices of a kiosk, whose events are passed to the session. The devices are registered
/// with the event loop, and are closed while no display is available.
@MainActor
final class InputSource {
    private let reader: TouchReader
    private let rawTouches: KioskRawTouches
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    private var pointer: PointerTouchEmulator?
    private var cursor: CursorWindow?
    private var isWatched = true
    private var isSuspended = false
    /// The connected devices, in the order in which they were connected.
    private(set) var devices: [InputDevice] = []
    /// The detection of touchscreens that do not work after the display was switched off.
    var touchscreenWatch = TouchscreenWatch()
    private var touchscreenChanges: [TouchscreenWatch.Change] = []
    /// The detectors of touchscreens for which only timestamps show whether they are polled.
    private var pollingDetectors: [DeviceID: PollingDetector] = [:]

    /// Opens the input devices and registers them with the event loop under the source number
    /// `source`.
    init(
        _ input: KioskOptions.Input, rawTouches: KioskRawTouches, log: Log, events: EventLoop,
        source: UInt32
    ) throws(KioskError) {
        do {
            if case .only(let path) = input {
                reader = try TouchReader(grabbing: path, log: log)
            } else {
                reader = try TouchReader(log: log)
            }
        } catch {
            throw .input(error)
        }
        do {
            try events.watch(reader.descriptor, as: source)
        } catch {
            throw .system(error)
        }
        // A grabbed device sends its events to no other reader.
        if case .only = input { rawTouches.readsNodes = false }
        self.rawTouches = rawTouches
        self.log = log
        self.events = events
        self.source = source
    }

    /// Whether the input devices have unread events.
    var isReadable: Bool { !isSuspended && Poll.isReadable(reader.descriptor) }

    /// Reads all pending events from the input devices.
    ///
    /// - Parameter session: The session that receives the touch frames, or `nil` to process only
    ///   hotplug events.
    func read(_ session: Session?) throws(KioskError) {
        do {
            try reader.dispatch { handle($0, session) }
        } catch {
            throw .input(error)
        }
        // Device nodes are read after libinput, so that raw frames are at least as recent as the
        // frames that the application receives.
        rawTouches.read()
    }

    /// Sets whether touches are secret, so that `touchtracker record` omits them.
    func setTouchesAreSecret(_ isSecret: Bool) {
        reader.setTouchesAreSecret(isSecret)
    }

    /// Sets whether input wakes the main loop. If `wakesOnInput` is `false`, the main loop reads
    /// the devices together with the scheduled or pending frame.
    func setWakesOnInput(_ wakesOnInput: Bool) throws(LinuxError) {
        guard wakesOnInput != isWatched else { return }
        isWatched = wakesOnInput
        if wakesOnInput {
            try events.resume(reader.descriptor, as: source)
        } else {
            try events.pause(reader.descriptor, as: source)
        }
    }

    /// Closes the input devices until `resume(_:)` is called, so that touches have no effect while
    /// no display is available.
    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        reader.suspend()
    }

    /// Reopens the input devices. The mouse pointer starts in the middle of the screen, because the
    /// screen's size may have changed.
    func resume(_ session: Session) throws(KioskError) {
        // `suspend()` has caused removal events, which must be read before devices are added again.
        try read(session)
        geometryChanged(session)
        guard isSuspended else { return }
        isSuspended = false
        do {
            try reader.resume()
        } catch {
            throw .input(error)
        }
        try read(session)
    }

    /// Moves the mouse pointer to the middle of the screen after the screen's size or rotation has
    /// changed.
    func geometryChanged(_ session: Session) {
        pointer = PointerTouchEmulator(geometry: session.geometry)
        cursor?.show(at: nil)
    }

    private func handle(_ event: InputEvent, _ session: Session?) {
        switch event {
        case .deviceAdded(var device):
            device.calibration = rawTouches.calibration(of: device)
            devices.append(device)
            session?.deviceAdded(
                device.id, calibration: device.calibration, polling: device.sampling.knownPolling)
            rawTouches.deviceAdded(device)
            pollingDetectors[device.id] = PollingDetector(device.sampling)
            if device.kind == .touch {
                record(touchscreenWatch.touchscreenAdded(device.id, name: device.name))
            }
            if device.kind != .other {
                log.info(
                    "\(device.path): \(device.name): \(device.kind), \(device.slotCount) slots")
            }
        case .deviceRemoved(let device):
            devices.removeAll { $0.id == device }
            touchscreenWatch.deviceRemoved(device)
            pollingDetectors[device] = nil
            session?.deviceRemoved(device, at: MonotonicClock.now())
            pointer?.removeDevice(device)
            moveCursor(session)
            rawTouches.deviceRemoved(device)
        case .touch(let frame):
            rawTouches.relay(frame)
            record(touchscreenWatch.touchReported(by: frame.device))
            if frame.contacts.contains(where: { $0.state == .down }) {
                updatePolling(of: frame.device, session)
            }
            session?.receive(frame)
            if !pollingDetectors.isEmpty { detectPolling(frame, session) }
        case .pointer(let event):
            guard let session, session.hasDisplay else { return }
            if pointer == nil { pointer = PointerTouchEmulator(geometry: session.geometry) }
            let cursor = pointer?.cursor
            if let frame = pointer?.handle(event) { session.receive(frame) }
            // The click is processed before the movement, so that a click on a blanked screen is
            // suppressed as a wake touch.
            if pointer?.cursor != cursor { session.pointerMoved() }
            moveCursor(session)
        }
    }

    /// Reads the interval of a polled touchscreen again if the driver has a setting. The package's
    /// tuning changes the setting after the kiosk has started or the touchscreen was connected.
    private func updatePolling(of device: DeviceID, _ session: Session?) {
        guard let index = devices.firstIndex(where: { $0.id == device }),
            case .polled(let known) = devices[index].sampling, known.minimumMilliseconds != nil
        else { return }
        let device = devices[index]
        let sampling = TouchSampling(
            node: device.path, name: device.name, bus: device.key?.bus ?? 0)
        guard case .polled(let polling) = sampling, polling != known else { return }
        setPolling(polling, ofDeviceAt: index, session)
    }

    /// Adds a touch frame to the detector of its touchscreen, and stores the polling that the
    /// timestamps show.
    private func detectPolling(_ frame: TouchFrame, _ session: Session?) {
        let polling = pollingDetectors[frame.device]?.add(frame)
        if polling != nil || pollingDetectors[frame.device]?.isExhausted == true {
            pollingDetectors[frame.device] = nil
        }
        guard let polling, let index = devices.firstIndex(where: { $0.id == frame.device }) else {
            return
        }
        setPolling(polling, ofDeviceAt: index, session)
    }

    private func setPolling(_ polling: TouchPolling, ofDeviceAt index: Int, _ session: Session?) {
        devices[index].sampling = .polled(polling)
        session?.setPolling(polling, of: devices[index].id)
        rawTouches.setSampling(.polled(polling), of: devices[index].id)
        log.info("\(devices[index].path): \(devices[index].name): \(polling.finding)")
    }

    private func record(_ change: TouchscreenWatch.Change?) {
        if let change { touchscreenChanges.append(change) }
    }

    /// Returns the touchscreens that work again since the previous call.
    func takeTouchscreenChanges() -> [TouchscreenWatch.Change] {
        if touchscreenChanges.isEmpty { return [] }
        defer { touchscreenChanges.removeAll() }
        return touchscreenChanges
    }

    /// Shows the cursor at the mouse pointer's position. The cursor's window is created when a
    /// pointer first moves.
    private func moveCursor(_ session: Session?) {
        let position = pointer?.cursor
        if position != nil, cursor == nil, session != nil { cursor = CursorWindow() }
        cursor?.show(at: position)
    }
}
