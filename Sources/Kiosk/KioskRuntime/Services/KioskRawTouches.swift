import KioskInput
import KioskServices
import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// A reader of the touchscreens' device nodes, which libinput reads too. The nodes are opened
/// without a grab and read whenever libinput's events are read.
///
/// The nodes never wake the main loop, because libinput's events arrive at the same time. If a node
/// has no slots, cannot be opened, or is grabbed by libinput, observers receive libinput's touch
/// frames, which contain neither pressure nor contact size.
@MainActor
package final class KioskRawTouches: RawTouches {
    /// The source of a touchscreen's raw touch frames.
    private enum Reading {
        /// No source, because there are no observers of raw frames.
        case closed
        /// The device node, whose events the stream decodes.
        case node(RawTouchStream)
        /// libinput, whose touch frames are forwarded.
        case relayed
    }

    private struct Source {
        var device: InputDevice
        /// The touchscreen's description, or `nil` if the description has not been read yet.
        var touchscreen: TouchscreenDescription?
        var reading = Reading.closed
    }

    private let open: @MainActor (_ path: String) throws(LinuxError) -> any RawTouchNode
    private let clock: () -> Timestamp
    private let log: Log
    private let observers = RawTouchObserverList()
    private let positionObservers = RawTouchObserverList()
    private let storedCalibrations: CalibrationStore
    private var sources: [Source] = []
    /// The calibrations that `setCalibration(_:of:)` has set, by device. They take precedence over
    /// stored calibrations.
    private var calibrations: [DeviceID: TouchCalibration] = [:]
    /// The closure that is called with the device and its new calibration when
    /// `setCalibration(_:of:)` sets a calibration.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// The closure that returns whether touches are suppressed. While they are suppressed,
    /// observers receive only contacts that lift or are cancelled.
    package var suppressesTouches: @MainActor () -> Bool = { false }
    /// Whether device nodes are read. The value must be `false` if libinput grabs the devices,
    /// because a grabbed device sends events to no other reader.
    package var readsNodes = true

    /// Creates a reader without devices.
    ///
    /// - Parameters:
    ///   - storedCalibrations: The store for calibrations.
    ///   - log: The log for errors.
    ///   - clock: The closure that returns the current time.
    ///   - open: The closure that opens the device node at `path`.
    package init(
        storedCalibrations: CalibrationStore = CalibrationStore(file: nil), log: Log = Log(),
        clock: @escaping () -> Timestamp = MonotonicClock.now,
        open: @escaping @MainActor (_ path: String) throws(LinuxError) -> any RawTouchNode = {
            path throws(LinuxError) in try EvdevNode(path: path)
        }
    ) {
        self.storedCalibrations = storedCalibrations
        self.log = log
        self.clock = clock
        self.open = open
    }

    // MARK: Calls from the application

    /// The descriptions of the connected touchscreens. If there are no observers, each device node
    /// is opened once to read the description.
    package var touchscreens: [TouchscreenDescription] {
        sources.indices.map { touchscreen(at: $0) }
    }

    /// Adds an observer of raw touch frames, and opens the device nodes if there was no such
    /// observer before.
    package func addObserver(_ observer: any RawTouchObserver) {
        let wasIdle = observers.isEmpty
        observers.add(observer)
        if wasIdle { for index in sources.indices { openSource(at: index) } }
    }

    /// Adds an observer of the touch frames that the application receives. Opens no device nodes.
    package func addPositionObserver(_ observer: any RawTouchObserver) {
        positionObservers.add(observer)
    }

    /// Removes an observer of raw touch frames or positions, and closes the device nodes if no
    /// observer of raw touch frames remains.
    package func removeObserver(_ observer: any RawTouchObserver) {
        positionObservers.remove(observer)
        observers.remove(observer)
        guard observers.isEmpty else { return }
        for index in sources.indices { sources[index].reading = .closed }
    }

    /// Sets the calibration of a touchscreen until the touchscreen is disconnected.
    package func setCalibration(_ calibration: TouchCalibration, of touchscreen: DeviceID) {
        guard let index = index(of: touchscreen) else { return }
        calibrations[touchscreen] = calibration
        sources[index].touchscreen?.calibration = calibration
        onCalibration?(touchscreen, calibration)
    }

    /// Stores the current calibration of a touchscreen.
    ///
    /// - Returns: A one-line error message, or `nil` if the calibration is being written.
    package func storeCalibration(of touchscreen: DeviceID) -> String? {
        guard let index = index(of: touchscreen) else {
            return "The panel has been unplugged"
        }
        let device = sources[index].device
        let message = storedCalibrations.store(
            calibration(of: device), for: device.key, name: device.name)
        if message == nil { sources[index].touchscreen?.hasStoredCalibration = true }
        return message
    }

    // MARK: Calls from the main loop

    /// Returns the calibration of a device. The calibration set with `setCalibration(_:of:)` takes
    /// precedence over the stored calibration. The stored calibration takes precedence over udev's
    /// calibration.
    package func calibration(of device: InputDevice) -> TouchCalibration {
        calibrations[device.id] ?? storedCalibrations[device.key] ?? device.calibration
    }

    /// Waits until all calibrations have been written to the file or writing has failed.
    package func finishWriting() {
        storedCalibrations.finishWriting()
    }

    /// Registers a connected device if it is a touchscreen.
    package func deviceAdded(_ device: InputDevice) {
        guard device.kind == .touch else { return }
        sources.append(Source(device: device))
        if !observers.isEmpty { openSource(at: sources.count - 1) }
        notifyTouchscreensChanged()
    }

    /// Stores how the kernel obtains the reports of a touchscreen, and notifies observers.
    package func setSampling(_ sampling: TouchSampling, of touchscreen: DeviceID) {
        guard let index = index(of: touchscreen) else { return }
        sources[index].device.sampling = sampling
        sources[index].touchscreen?.sampling = sampling
        notifyTouchscreensChanged()
    }

    private func index(of device: DeviceID) -> Int? {
        sources.firstIndex { $0.device.id == device }
    }

    private func notifyTouchscreensChanged() {
        observers.notifyTouchscreensChanged()
        positionObservers.notifyTouchscreensChanged()
    }

    /// Removes a disconnected device and notifies observers that its contacts are cancelled.
    package func deviceRemoved(_ device: DeviceID) {
        guard let index = index(of: device) else { return }
        if case .node(let stream) = sources[index].reading {
            let touchscreen = touchscreen(at: index)
            // The kernel's buffer may still contain unread frames.
            try? stream.read { notify($0, of: touchscreen) }
            stream.cancelContacts { observers.notify($0, of: touchscreen) }
        }
        // An observer may have changed the list of devices during the notification.
        if let index = self.index(of: device) { sources.remove(at: index) }
        calibrations[device] = nil
        notifyTouchscreensChanged()
    }

    /// Reads all pending events from the device nodes, and notifies observers of the touch frames.
    /// Has no effect without observers.
    package func read() {
        if observers.isEmpty { return }
        var index = 0
        while index < sources.count {
            if case .node(let stream) = sources[index].reading {
                read(stream, at: index)
            }
            index += 1
        }
    }

    /// Forwards a touch frame from libinput to observers if the device's node is not read.
    package func relay(_ frame: TouchFrame) {
        guard !observers.isEmpty, let index = index(of: frame.device),
            case .relayed = sources[index].reading
        else { return }
        notify(frame, of: touchscreen(at: index))
    }

    private func notify(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        guard suppressesTouches() else { return observers.notify(frame, of: touchscreen) }
        guard frame.contacts.contains(where: { $0.state == .up || $0.state == .cancel }) else {
            return
        }
        var lifts = frame
        lifts.contacts.removeAll { $0.state == .down || $0.state == .motion }
        observers.notify(lifts, of: touchscreen)
    }

    /// Forwards a touch frame that has passed the session's filters to position observers.
    package func relayPositions(_ frame: TouchFrame) {
        guard !positionObservers.isEmpty, let index = index(of: frame.device) else { return }
        positionObservers.notify(frame, of: touchscreen(at: index))
    }

    private func read(_ stream: RawTouchStream, at index: Int) {
        let touchscreen = touchscreen(at: index)
        do throws(LinuxError) {
            try stream.read { notify($0, of: touchscreen) }
        } catch {
            stream.cancelContacts { observers.notify($0, of: touchscreen) }
            relay(at: index, because: error)
        }
    }

    // MARK: Nodes

    private func openSource(at index: Int) {
        guard readsNodes else {
            sources[index].reading = .relayed
            return
        }
        let device = sources[index].device
        do throws(LinuxError) {
            let node = try open(device.path)
            let stream = try RawTouchStream(node, device: device.id, clock: clock)
            sources[index].touchscreen = makeDescription(
                node.description, of: device, isRelayed: stream == nil)
            sources[index].reading = stream.map { .node($0) } ?? .relayed
        } catch {
            relay(at: index, because: error)
        }
    }

    private func relay(at index: Int, because error: LinuxError) {
        // An observer may have changed the list of devices during the notification.
        guard sources.indices.contains(index), !observers.isEmpty else { return }
        sources[index].reading = .relayed
        sources[index].touchscreen = nil
        // A disconnected device is not an error; udev reports the removal.
        if error.code == .notFound || error.code == .noDevice { return }
        log.warning(
            "\(sources[index].device.path): cannot read beside libinput: \(error.code); pressure and contact size are missing; check the node's permissions"
        )
    }

    private func touchscreen(at index: Int) -> TouchscreenDescription {
        if let touchscreen = sources[index].touchscreen { return touchscreen }
        let device = sources[index].device
        let description = try? open(device.path).description
        let isRelayed: Bool
        if case .relayed = sources[index].reading { isRelayed = true } else { isRelayed = false }
        let touchscreen = makeDescription(
            description, of: device, isRelayed: isRelayed || !readsNodes)
        sources[index].touchscreen = touchscreen
        return touchscreen
    }

    /// Creates the description of a touchscreen.
    ///
    /// - Parameters:
    ///   - description: The properties of the device node, or `nil` if the node cannot be opened.
    ///   - device: The device that libinput reports.
    ///   - isRelayed: Whether libinput's touch frames are forwarded. They contain neither pressure
    ///     nor contact size.
    private func makeDescription(
        _ description: EvdevDescription?, of device: InputDevice, isRelayed: Bool
    ) -> TouchscreenDescription {
        let calibration = calibration(of: device)
        var touchscreen: TouchscreenDescription
        if let description {
            touchscreen = TouchscreenDescription(
                description, id: device.id, node: device.path, calibration: calibration)
            if isRelayed || touchscreen.slotCount == 0 {
                touchscreen.hasPressure = false
                touchscreen.hasContactSize = false
            }
        } else {
            touchscreen = TouchscreenDescription(
                id: device.id, name: device.name, node: device.path, slotCount: device.slotCount,
                rangeX: device.rangeX ?? SlotDecoder.Axis(minimum: 0, maximum: 0),
                rangeY: device.rangeY ?? SlotDecoder.Axis(minimum: 0, maximum: 0),
                calibration: calibration)
        }
        touchscreen.hasStoredCalibration = storedCalibrations[device.key] != nil
        touchscreen.connectionTime = device.connectionTime
        touchscreen.sampling = device.sampling
        return touchscreen
    }
}
