import KioskInput
import KioskSystem
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The touch devices and pointers of a kiosk, as the loop has them: watched, read, let go while
/// there is no display.
@MainActor
final class InputSource {
    private let reader: TouchReader
    private let rawTouches: KioskRawTouches
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    private var pointer: PointerAsTouch?
    private var cursor: CursorWindow?
    private var isWatched = true
    private var isSuspended = false
    /// The devices that are plugged in, in the order in which they came.
    private(set) var devices: [InputDevice] = []

    /// Opens the devices and has the loop watch them.
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
        // A grabbed device tells nobody else anything.
        if case .only = input { rawTouches.readsNodes = false }
        self.rawTouches = rawTouches
        self.log = log
        self.events = events
        self.source = source
    }

    /// Whether the devices have something to say that wasn't read yet.
    var isReadable: Bool { !isSuspended && Poll.isReadable(reader.descriptor) }

    /// Reads all that the devices have to say.
    ///
    /// - Parameter session: Gets it; without one, only what comes and goes is noted.
    func read(_ session: Session?) throws(KioskError) {
        do {
            try reader.dispatch { handle($0, session) }
        } catch {
            throw .input(error)
        }
        // After libinput: who observes has seen whatever is delivered.
        rawTouches.read()
    }

    /// While a frame is awaited or under way the devices are read with it: their news mustn't wake
    /// the loop. Without a display they are closed, and libinput has nothing to say but that.
    func watch(_ isWanted: Bool) throws(LinuxError) {
        guard isWanted != isWatched else { return }
        isWatched = isWanted
        if isWanted {
            try events.resume(reader.descriptor, as: source)
        } else {
            try events.pause(reader.descriptor, as: source)
        }
    }

    /// Closes the devices: what is touched while nothing is shown isn't meant for this kiosk.
    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        reader.suspend()
    }

    /// Opens the devices again. Pointers begin in the middle of the screen, whose size may be
    /// another one.
    func resume(_ session: Session) throws(KioskError) {
        // What was said before the devices were closed: that they are gone.
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

    /// The picture has another size, or is turned: pointers begin in its middle.
    func geometryChanged(_ session: Session) {
        pointer = PointerAsTouch(geometry: session.geometry)
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
            pointer?.deviceRemoved(device)
            moveCursor(session)
            rawTouches.deviceRemoved(device)
        case .touch(let frame):
            rawTouches.relay(frame)
            session?.receive(frame)
        case .pointer(let event):
            guard let session, session.isShown else { return }
            if pointer == nil { pointer = PointerAsTouch(geometry: session.geometry) }
            let cursor = pointer?.cursor
            if let frame = pointer?.handle(event) { session.receive(frame) }
            // After that: whoever presses in the dark presses nothing.
            if pointer?.cursor != cursor { session.pointerMoved() }
            moveCursor(session)
        }
    }

    /// The cursor's window is made for the first pointer that moves: most kiosks never need it.
    private func moveCursor(_ session: Session?) {
        let place = pointer?.cursor
        if place != nil, cursor == nil, session != nil { cursor = CursorWindow() }
        cursor?.show(at: place)
    }
}
