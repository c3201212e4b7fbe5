import KioskInput
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// Reads the input devices of a kiosk and passes their events to the session. The devices are
/// registered with the event loop, and are closed while no display is available.
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

    /// Opens the devices and registers them with the event loop.
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
        // A grabbed device reports to no other reader.
        if case .only = input { rawTouches.readsNodes = false }
        self.rawTouches = rawTouches
        self.log = log
        self.events = events
        self.source = source
    }

    /// Whether the devices have unread events.
    var isReadable: Bool { !isSuspended && Poll.isReadable(reader.descriptor) }

    /// Reads all pending events of the devices.
    ///
    /// - Parameter session: Receives the touch frames; without one, only hotplug is processed.
    func read(_ session: Session?) throws(KioskError) {
        do {
            try reader.dispatch { handle($0, session) }
        } catch {
            throw .input(error)
        }
        // Raw frames are read last, so that observers have received everything the application
        // receives.
        rawTouches.read()
    }

    /// Sets whether input wakes the main loop. If not, the main loop reads the devices together
    /// with the scheduled or pending frame.
    func watch(_ isWanted: Bool) throws(LinuxError) {
        guard isWanted != isWatched else { return }
        isWatched = isWanted
        if isWanted {
            try events.resume(reader.descriptor, as: source)
        } else {
            try events.pause(reader.descriptor, as: source)
        }
    }

    /// Closes the devices while no display is available, because touches without a picture have no
    /// meaning.
    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        reader.suspend()
    }

    /// Reopens the devices. Pointers start in the middle of the screen, because the size of the
    /// screen may have changed.
    func resume(_ session: Session) throws(KioskError) {
        // Processes the removals that closing caused.
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

    /// Moves pointers to the middle of the screen after the screen's size or rotation has changed.
    func geometryChanged(_ session: Session) {
        pointer = PointerTouchEmulator(geometry: session.geometry)
        cursor?.show(at: nil)
    }

    private func handle(_ event: InputEvent, _ session: Session?) {
        switch event {
        case .deviceAdded(var device):
            device.calibration = rawTouches.calibration(of: device)
            devices.append(device)
            session?.deviceAdded(device.id, calibration: device.calibration)
            rawTouches.deviceAdded(device)
            if device.kind != .other {
                log.info(
                    "\(device.path): \(device.name): \(device.kind), \(device.slotCount) slots")
            }
        case .deviceRemoved(let device):
            devices.removeAll { $0.id == device }
            session?.deviceRemoved(device, at: MonotonicClock.now())
            pointer?.removeDevice(device)
            moveCursor(session)
            rawTouches.deviceRemoved(device)
        case .touch(let frame):
            rawTouches.relay(frame)
            session?.receive(frame)
        case .pointer(let event):
            guard let session, session.isShown else { return }
            if pointer == nil { pointer = PointerTouchEmulator(geometry: session.geometry) }
            let cursor = pointer?.cursor
            if let frame = pointer?.handle(event) { session.receive(frame) }
            // The frame is processed first: a click on a blanked screen only wakes it.
            if pointer?.cursor != cursor { session.pointerMoved() }
            moveCursor(session)
        }
    }

    /// Shows the cursor at the pointer's position. The window is created when a pointer first
    /// moves.
    private func moveCursor(_ session: Session?) {
        let position = pointer?.cursor
        if position != nil, cursor == nil, session != nil { cursor = CursorWindow() }
        cursor?.show(at: position)
    }
}
